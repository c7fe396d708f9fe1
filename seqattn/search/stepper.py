"""What a search needs of a model, and the limits that every search keeps."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

import torch
from torch import Tensor

from seqattn.models.decoder import Decoded
from seqattn.tokenizer import BOS, PAD, UNK
from seqattn.translation import LENGTH_PENALTY as LENGTH_PENALTY

FORBIDDEN = (PAD, UNK, BOS)
"""Ids that a search never chooses."""


class Selectable(Protocol):
    """A batch whose sentences can be picked, left out and repeated."""

    def select(self: "T", indices: Tensor) -> "T":
        """The sentences `indices` (N,) int64, in that order."""
        ...


class Readable(Selectable, Protocol):
    """A batch of source sentences as decoders see them."""

    def without(self: "T", places: Tensor) -> "T":
        """The same, where attention no longer reaches token `places` (N,) int64 of each."""
        ...


T = TypeVar("T", bound=Selectable)
M = TypeVar("M", bound=Readable)
S = TypeVar("S", bound=Selectable)


class Stepper(Protocol[M, S]):
    """What a search needs of a model; `Seq2Seq` is one, and so is an `Ensemble` of several."""

    def encode(self, source: Tensor, mask: Tensor) -> M:
        """Source ids (B, T_x) int64 and their mask -> what every step sees of the source."""
        ...

    def begin(self, memory: M) -> S:
        """The state before the first target token."""
        ...

    def step(self, memory: M, state: S, tokens: Tensor) -> tuple[Tensor, S, Decoded]:
        """Feed y_{t-1} (N,) int64; get log-probabilities (N, V) of y_t, state and weights.

        The memory is of B sentences and N is B K: a sentence has K rows, one behind the other.
        """
        ...

    def log_probs(self, memory: M, target_out: Tensor) -> Tensor:
        """log p(y_t | y_<t, x) (B, T_y) of given targets (B, T_y) int64; 0 on padding (PAD)."""
        ...


def length_limits(source_lengths: Tensor) -> Tensor:
    """Steps after which a search gives up: 2 T_x + 20, both sides counted with the end mark.

    Real translations stay far below it, even where one side is written in more pieces; what
    reaches it is nearly always a loop.

    >>> import torch
    >>> length_limits(torch.tensor([1, 10]))
    tensor([22, 40])
    """
    return 2 * source_lengths + 20


def check(model: object, source: Tensor, mask: Tensor, max_lengths: Tensor) -> None:
    """Refuse what would give silently wrong answers.

    Raises:
        ValueError: the model drops numbers out, shapes differ, or a limit is under 1.
    """
    if getattr(model, "training", False):
        raise ValueError("the model is in training mode: dropout would change every answer")
    if mask.shape != source.shape or max_lengths.shape != source.shape[:1]:
        raise ValueError(
            f"source has shape {tuple(source.shape)}, but mask {tuple(mask.shape)} and "
            f"lengths {tuple(max_lengths.shape)}"
        )
    if bool((max_lengths < 1).any()):
        raise ValueError("every sentence needs at least one step, for its end mark")


def forbid(log_probs: Tensor, forbidden: Sequence[int]) -> Tensor:
    """A copy of (N, V) log-probabilities with -inf at the forbidden ids."""
    ids = torch.tensor(forbidden, dtype=torch.int64, device=log_probs.device)
    return log_probs.index_fill(1, ids, float("-inf"))
