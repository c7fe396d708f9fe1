"""Bidirectional GRUs on top of each other."""

from torch import Tensor, nn

from seqattn.models.encoders.encoded import Encoded
from seqattn.models.encoders.gru import GRUEncoder


class StackedGRUEncoder(nn.Module):
    """h^1 = GRU_1(x), and h^k = h^{k-1} + GRU_k(dropout(h^{k-1})) for k = 2 .. layers.

    Each GRU reads the whole sentence in both directions, as the first does, and adds to what it
    reads (residual connections between recurrent layers: Wu 2016, section 3.1), so that a layer
    that has learned nothing yet disturbs little.

    Args:
        input_size: E.
        size: H, of a state in each direction.
        layers: GRUs in all, 2 or more.
        layer_norm: normalise the products inside each.
        dropout: share in [0, 1) of the numbers that a GRU does not get to read of the states below
            it, in training; what is added up stays whole.
    """

    def __init__(
        self,
        input_size: int,
        size: int,
        layers: int,
        *,
        layer_norm: bool = False,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.first = GRUEncoder(input_size, size, layer_norm=layer_norm)
        self.state_size = self.first.state_size
        self.above = nn.ModuleList(
            GRUEncoder(self.state_size, size, layer_norm=layer_norm) for _ in range(layers - 1)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """(B, T_x, E) and (B, T_x) bool -> states (B, T_x, 2 * size), last (B, 2 * size)."""
        encoded: Encoded = self.first(embedded, mask)
        for layer in self.above:
            added = layer(self.dropout(encoded.states), mask)
            # The last of a sum of states is the sum of the last ones: of each half at its own end.
            encoded = Encoded(encoded.states + added.states, encoded.last + added.last)
        return encoded


def build_gru(
    input_size: int, size: int, *, layers: int, layer_norm: bool, dropout: float
) -> GRUEncoder | StackedGRUEncoder:
    """One bidirectional GRU, or a stack of several; arguments as of `StackedGRUEncoder`."""
    if layers == 1:
        return GRUEncoder(input_size, size, layer_norm=layer_norm)
    return StackedGRUEncoder(input_size, size, layers, layer_norm=layer_norm, dropout=dropout)
