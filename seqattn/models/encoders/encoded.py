"""What every encoder returns."""

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class Encoded:
    """A batch of encoded sentences.

    Attributes:
        states: (B, T_x, D) float, h_j; 0 on padding.
        last: (B, D) float, the state at the last real token; of a bidirectional encoder the
            forward state at the last token joined with the backward state at the first.
        weights: (B, T_x, T_k) float, which states the encoder itself looked at: T_k is T_x for
            `self-attention`, T_x + 1 (the start state h_0 first) for `self-attentive-rnn`;
            None for encoders without attention. Rows of real tokens sum to 1.
    """

    states: Tensor
    last: Tensor
    weights: Tensor | None = None
