"""Several models that translate together.

    p(y_t | y_<t, x) = 1/M sum_m p_m(y_t | y_<t, x)

The mean of the models' probabilities (Sutskever 2014, section 3.6, decodes with such an ensemble).
All members read and write the same pieces; their mechanisms and sizes may differ. The attention of
the ensemble is the mean of its members' rows, so that its rows still sum to 1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from seqattn.models.decoder import Decoded, DecoderState, Memory
from seqattn.models.seq2seq import Seq2Seq


@dataclass(frozen=True)
class Memories:
    """A batch of source sentences as each member's decoder sees them."""

    members: tuple[Memory, ...]

    def select(self, indices: Tensor) -> "Memories":
        """The sentences `indices` (N,) int64 of the batch, in that order; any may repeat."""
        return Memories(tuple(memory.select(indices) for memory in self.members))

    def without(self, places: Tensor) -> "Memories":
        """Attention no longer reaches a token of each sentence, see `Memory.without`."""
        return Memories(tuple(memory.without(places) for memory in self.members))


@dataclass(frozen=True)
class DecoderStates:
    """Where each member's decoder stands in each sentence of a batch."""

    members: tuple[DecoderState, ...]

    def select(self, indices: Tensor) -> "DecoderStates":
        """The rows `indices` (N,) int64 of the batch, in that order; any may repeat."""
        return DecoderStates(tuple(state.select(indices) for state in self.members))


class Ensemble(nn.Module):
    """Models behind the one `step` interface of a search (`seqattn.search.Stepper`).

    Args:
        models: one or more, of the same target vocabulary.

    Attributes:
        attends: whether every member has attention; only then the ensemble gives weights.

    Raises:
        ValueError: no model, or target vocabularies of several sizes.
    """

    def __init__(self, models: Sequence[Seq2Seq]) -> None:
        super().__init__()
        sizes = {model.output.weight.shape[0] for model in models}
        if len(sizes) != 1:
            raise ValueError(f"members of one target vocabulary are needed, got sizes {sizes}")
        self.members = nn.ModuleList(models)
        self._models = tuple(models)  # the same ones, with their type
        self.attends = all(model.decoder.score is not None for model in models)

    def encode(self, source: Tensor, mask: Tensor) -> Memories:
        """Source ids (B, T_x) int64, masks (B, T_x) bool -> what the decoders see (`Seq2Seq`)."""
        return Memories(tuple(model.encode(source, mask) for model in self._models))

    def begin(self, memory: Memories) -> DecoderStates:
        """The decoders' states before the first target token."""
        pairs = zip(self._models, memory.members, strict=True)
        return DecoderStates(tuple(model.begin(part) for model, part in pairs))

    def step(
        self, memory: Memories, state: DecoderStates, tokens: Tensor
    ) -> tuple[Tensor, DecoderStates, Decoded]:
        """Feed y_{t-1}, ids (B,) int64, to every member.

        Returns:
            log-probabilities (B, V) float of y_t, the states to go on from, and what was decoded:
            the members' readouts side by side and the mean of their weights. There are no scores:
            those of different models have no unit in common.
        """
        parts = zip(self._models, memory.members, state.members, strict=True)
        log_probs, states, decoded = zip(
            *(model.step(seen, stands, tokens) for model, seen, stands in parts), strict=True
        )
        return _mean(log_probs), DecoderStates(states), _joined(decoded)

    def log_probs(self, memory: Memories, target_out: Tensor) -> Tensor:
        """log p(y_t | y_<t, x) of given targets (B, T_y), see `Seq2Seq.log_probs`."""
        pairs = zip(self._models, memory.members, strict=True)
        return _mean([model.log_probs(part, target_out) for model, part in pairs])


def _mean(log_probs: Sequence[Tensor]) -> Tensor:
    """The logarithm of the mean of the members' probabilities, each of the same shape."""
    return torch.logsumexp(torch.stack(list(log_probs)), dim=0) - math.log(len(log_probs))


def _joined(decoded: Sequence[Decoded]) -> Decoded:
    """One step of all members as one."""
    rows = [each.weights for each in decoded if each.weights is not None]
    weights = torch.stack(rows).mean(dim=0) if len(rows) == len(decoded) else None
    return Decoded(readout=torch.cat([each.readout for each in decoded], dim=-1), weights=weights)
