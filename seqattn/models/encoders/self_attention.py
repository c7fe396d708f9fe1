"""Self-attention over the inputs, then the bidirectional GRU."""

from dataclasses import replace

from torch import Tensor, nn

from seqattn.attention.self_attention import SelfAttention
from seqattn.models.encoders.encoded import Encoded
from seqattn.models.encoders.gru import GRUEncoder
from seqattn.models.encoders.stacked import StackedGRUEncoder


class SelfAttentionEncoder(nn.Module):
    """h = GRU(z_1 .. z_T), z_i = sum_j a_ij v_j: each word is read together with its sentence.

    Self-attention alone (Vaswani 2017, eq. 1) cannot tell one order of the words from another; the
    GRU behind it can.

    Args:
        input_size: E, of the inputs and of what self-attention makes of them.
        recurrence: a GRU that reads inputs of that size, or a stack of them.
    """

    def __init__(self, input_size: int, recurrence: GRUEncoder | StackedGRUEncoder) -> None:
        super().__init__()
        self.attention = SelfAttention(input_size, input_size)
        self.recurrence = recurrence
        self.state_size = self.recurrence.state_size

    def forward(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """(B, T_x, E) and (B, T_x) bool -> states (B, T_x, 2 * size), weights (B, T_x, T_x)."""
        gathered, weights = self.attention(embedded, mask)  # (B, T_x, E)
        return replace(self.recurrence(gathered, mask), weights=weights)
