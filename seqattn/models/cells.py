"""Cells of a GRU that PyTorch has not, as their formulas read: with layer norm, without input.

The plain ones are PyTorch's own: `nn.GRUCell`, `nn.GRU`. Gates stand in the order r, z, n, and the
reset gate stands behind the recurrent product, as PyTorch has it and as the layer-normalised GRU of
Ba 2016 (supplement) has it too:

    [r; z] = sigmoid(LN(W_x x) + LN(W_h s))      n = tanh(LN(W x) + r * LN(U s))
    s' = n + z * (s - n)

`seqattn.recurrence` computes the same, faster; how it wants the cells' weights stands at the end.
"""

from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import Tensor, nn

from seqattn.recurrence import Transitions, centred
from seqattn.recurrence.layer_norm import EPSILON


def normalize_gates(products: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
    """LN(y) = gain * (y - mean) / deviation + bias: over r and z as one, over n alone.

    Args:
        products: (..., 3H) float.
        gain: (3H,) float, or (..., 3H).
        bias: (3H,) float, or (..., 3H).

    Returns:
        (..., 3H) float.
    """
    size = products.shape[-1] // 3
    parts = (products[..., : 2 * size], products[..., 2 * size :])
    normed = [nn.functional.layer_norm(part, part.shape[-1:], eps=EPSILON) for part in parts]
    return torch.cat(normed, dim=-1) * gain + bias


def gate(inputs: Tensor, recurrent: Tensor, state: Tensor) -> Tensor:
    """s' (..., H) from both shares of the gates (..., 3H), biases included, and s (..., H)."""
    i_r, i_z, i_n = inputs.chunk(3, dim=-1)
    g_r, g_z, g_n = recurrent.chunk(3, dim=-1)
    r, z = torch.sigmoid(i_r + g_r), torch.sigmoid(i_z + g_z)
    n = torch.tanh(i_n + r * g_n)
    return n + z * (state - n)


class LayerNormGRUCell(nn.GRUCell):
    """s' = GRU(x, s), both products layer-normalised; the biases are those behind the norms.

    Args:
        input_size: E.
        size: H.
    """

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


class TransitionCell(nn.Module):
    """s' = GRU(0, s): goes on with a state without reading anything (Miceli Barone 2017, 2.2).

    Args:
        size: H.
        layer_norm: normalise the product; there is only the recurrent one.
    """

    def __init__(self, size: int, *, layer_norm: bool = False) -> None:
        super().__init__()
        bound = size**-0.5  # as `nn.GRUCell` draws them
        self.weight_hh = nn.Parameter(torch.empty(3 * size, size).uniform_(-bound, bound))
        self.bias_ih = nn.Parameter(torch.empty(3 * size).uniform_(-bound, bound))
        self.bias_hh = nn.Parameter(torch.empty(3 * size).uniform_(-bound, bound))
        self.gain_hh = nn.Parameter(torch.ones(3 * size)) if layer_norm else None

    def forward(self, state: Tensor) -> Tensor:
        """(B, H) -> (B, H)."""
        if self.gain_hh is None:
            recurrent = nn.functional.linear(state, self.weight_hh, self.bias_hh)
        else:
            products = nn.functional.linear(state, self.weight_hh)
            recurrent = normalize_gates(products, self.gain_hh, self.bias_hh)
        return gate(self.bias_ih, recurrent, state)


class LoopWeights(NamedTuple):
    """A cell's weights as `seqattn.recurrence` wants them: with layer norm they are `centred`."""

    weight_ih: Tensor
    """(3H, E) float."""
    weight_hh: Tensor
    """(3H, H) float."""
    bias_of_product: Tensor | None
    """(3H,) float, the inputs' bias where it is added to their product."""
    gain_ih: Tensor | None = None
    """(3H,) float, of the inputs' norm; None without layer norm, as all that follows."""
    bias_of_norm: Tensor | None = None
    """(3H,) float, the inputs' bias where it stands behind their norm."""
    gain_hh: Tensor | None = None
    """(3H,) float, of the recurrent product's norm."""


def loop_weights(cell: nn.GRUCell) -> LoopWeights:
    """Those of a cell with or without layer norm; gradients flow back to its own."""
    if isinstance(cell, LayerNormGRUCell):
        weights = centred(cell.weight_ih), centred(cell.weight_hh)
        return LoopWeights(*weights, None, cell.gain_ih, cell.bias_ih, cell.gain_hh)
    return LoopWeights(cell.weight_ih, cell.weight_hh, cell.bias_ih)


def transition_weights(cells: Iterable[nn.Module]) -> Transitions:
    """Those of `TransitionCell`s, one after the other; gradients flow back to their own."""
    own = [cell for cell in cells if isinstance(cell, TransitionCell)]
    if not own:
        return Transitions()
    gains: list[Tensor] = [cell.gain_hh for cell in own if cell.gain_hh is not None]
    weight = torch.stack([cell.weight_hh for cell in own])
    return Transitions(
        centred(weight) if gains else weight,
        torch.stack([cell.bias_hh for cell in own]),
        torch.stack([cell.bias_ih for cell in own]),
        torch.stack(gains) if gains else None,
    )
