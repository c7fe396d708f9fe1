"""The sentence summary: what the encoder says of a whole sentence in one vector of a state's size.

    last                the encoder's state at the last token (Cho 2014, 2.2); of a bidirectional
                        encoder the forward state there joined with the backward state at the first
    mean                the mean of the states (Sennrich 2017, section 2)
    attention-learned   attention pooling, its query learned with the rest (Yang 2016)
    attention-fixed     attention pooling, its query drawn once and never trained

It starts the decoder, whatever the decoder's context; with the context `fixed` it is fed again at
every step. Every summary is a module: (states, last, mask) -> Summary.
"""

from typing import NamedTuple

from torch import Tensor, nn

from seqattn.attention.pooling import AttentionPooling
from seqattn.config import SUMMARIES, ModelConfig


class Summary(NamedTuple):
    """A batch of sentences, each as one vector.

    Attributes:
        vector: (B, D) float, C.
        weights: (B, T_x) float in [0, 1], the share of each state in it, exactly 0 on padding; None
            for `last` and `mean`, which attend to nothing.
    """

    vector: Tensor
    weights: Tensor | None = None


class LastSummary(nn.Module):
    """C = the encoder's last state."""

    def forward(self, states: Tensor, last: Tensor, mask: Tensor) -> Summary:
        """(B, T_x, D), (B, D) and (B, T_x) bool -> Summary."""
        return Summary(last)


class MeanSummary(nn.Module):
    """C = the mean of the states of real tokens."""

    def forward(self, states: Tensor, last: Tensor, mask: Tensor) -> Summary:
        """(B, T_x, D), (B, D) and (B, T_x) bool -> Summary."""
        real = mask.unsqueeze(2).to(states.dtype)  # (B, T_x, 1)
        return Summary((states * real).sum(dim=1) / real.sum(dim=1))


class PooledSummary(nn.Module):
    """C = attention pooling over the states; see `attention.pooling`."""

    def __init__(self, state_size: int, query_size: int, *, query_seed: int | None) -> None:
        super().__init__()
        self.pooling = AttentionPooling(state_size, query_size, query_seed=query_seed)

    def forward(self, states: Tensor, last: Tensor, mask: Tensor) -> Summary:
        """(B, T_x, D), (B, D) and (B, T_x) bool -> Summary with weights (B, T_x)."""
        return Summary(*self.pooling(states, mask))


def build_summary(
    config: ModelConfig, state_size: int
) -> LastSummary | MeanSummary | PooledSummary:
    """The summary that `config.summary` names, over states of `state_size` numbers."""
    if config.summary == "last":
        return LastSummary()
    if config.summary == "mean":
        return MeanSummary()
    if config.summary not in SUMMARIES:
        raise ValueError(f"unknown summary {config.summary!r}, expected one of {SUMMARIES}")
    seed = config.summary_query_seed if config.summary == "attention-fixed" else None
    return PooledSummary(state_size, config.attention_size, query_seed=seed)
