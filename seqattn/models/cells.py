"""Cells of a GRU with layer normalisation, as their formulas read.

Without it they are PyTorch's own: `nn.GRUCell`, `nn.GRU`. Gates stand in the order r, z, n, and the
reset gate stands behind the recurrent product, as PyTorch has it and as the layer-normalised GRU of
Ba 2016 (supplement) has it too:

    [r; z] = sigmoid(LN(W_x x) + LN(W_h s))      n = tanh(LN(W x) + r * LN(U s))
    s' = n + z * (s - n)

`seqattn.recurrence.layer_norm` computes the same, faster.
"""

import torch
from torch import Tensor, nn

from seqattn.recurrence.layer_norm import EPSILON


def normalize_gates(products: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
    """LN(y) = gain * (y - mean) / deviation + bias: over r and z as one, over n alone.

    Args:
        products: (..., 3H) float.
        gain: (3H,) float, or (..., 3H).
        bias: (3H,) float, or (..., 3H).
    """
    size = products.shape[-1] // 3
    parts = (products[..., : 2 * size], products[..., 2 * size :])
    normed = [nn.functional.layer_norm(part, part.shape[-1:], eps=EPSILON) for part in parts]
    return torch.cat(normed, dim=-1) * gain + bias


def gate(inputs: Tensor, recurrent: Tensor, state: Tensor) -> Tensor:
    """s' from both shares of the gates (..., 3H) and s (..., H)."""
    i_r, i_z, i_n = inputs.chunk(3, dim=-1)
    g_r, g_z, g_n = recurrent.chunk(3, dim=-1)
    r, z = torch.sigmoid(i_r + g_r), torch.sigmoid(i_z + g_z)
    n = torch.tanh(i_n + r * g_n)
    return n + z * (state - n)


class LayerNormGRUCell(nn.GRUCell):
    """s' = GRU(x, s), both products layer-normalised; the biases are those behind the norms."""

    def __init__(self, input_size: int, size: int) -> None:
        super().__init__(input_size, size)
        self.gain_ih = nn.Parameter(torch.ones(3 * size))
        self.gain_hh = nn.Parameter(torch.ones(3 * size))

    def forward(self, x: Tensor, state: Tensor) -> Tensor:  # type: ignore[override]
        """(B, E) and (B, H) -> (B, H)."""
        inputs = nn.functional.linear(x, self.weight_ih)
        recurrent = nn.functional.linear(state, self.weight_hh)
        return gate(
            normalize_gates(inputs, self.gain_ih, self.bias_ih),
            normalize_gates(recurrent, self.gain_hh, self.bias_hh),
            state,
        )
