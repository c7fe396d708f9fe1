"""A GRU's cell in a loop: the product with the state, its layer norm, the gates, step after step.

    forward     multiply, advance     once a step, as t grows; the inputs may join in between
    backward    retreat, carry        once a step, as t falls; then `gradients`

Axes are [N,] T, B, H: N cells side by side, T steps. What a step of the forward pass leaves behind
is `saved` and handed to the backward pass.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from seqattn.recurrence.cell import advance, retreat
from seqattn.recurrence.layer_norm import LayerNorm
from seqattn.recurrence.products import Product, weight_gradient


class CellWeights(NamedTuple):
    """The weights of a cell, and of the layer norms in it."""

    weight: Tensor
    """([N,] 3H + A, H) float, R: the rows of r, z and n, and A more that belong to no gate and
    share the product; `centred` if there is a gain."""
    bias: Tensor
    """([N,] 3H + A) float; with a gain ([N,] 3H)."""
    gain: Tensor | None = None
    """([N,] 3H) float, of layer norm; None without."""
    input_gain: Tensor | None = None
    """([N,] 3H) float, of the inputs' layer norm; None where they come as they are."""
    input_bias: Tensor | None = None
    """([N,] 3H) float, likewise."""


class ForwardCell:
    """s -> s', step after step.

    Args:
        steps: T.
        start: ([N,] B, H) float, for its shape.
        weights: of the cell.
        precision: of the product.
    """

    def __init__(
        self, steps: int, start: Tensor, weights: CellWeights, precision: torch.dtype
    ) -> None:
        weight, bias, gain, input_gain, input_bias = weights
        *groups, rows, size = start.shape
        self.gates = 3 * size
        self.product = Product(weight.mT, rows, precision)
        self.bias = bias.unsqueeze(-2)
        # T first: `baddbmm` wants its result in one piece.
        self.kept = start.new_empty(steps, *groups, rows, weight.shape[-2])
        self.n = start.new_empty(steps, *start.shape)
        shape = (*groups, steps, rows, self.gates)
        self.norm = None if gain is None else LayerNorm(gain, bias, shape=shape)
        self.input_norm: LayerNorm | None = None
        if input_gain is not None:
            assert input_bias is not None
            self.input_norm = LayerNorm(input_gain, input_bias, shape=shape)

    def multiply(self, t: int, state: Tensor) -> Tensor:
        """R s + b, or LN(R s), of ([N,] B, H); returned are the rows of no gate, ([N,] B, A)."""
        kept = self.kept[t]
        if self.norm is None:
            self.product.add(self.bias, state, out=kept)
        else:
            self.product.multiply_into(state, out=kept)
            self.norm.advance(t, kept[..., : self.gates])
        return kept[..., self.gates :]

    def advance(self, t: int, inputs: Tensor, before: Tensor, after: Tensor) -> None:
        """Inputs' share ([N,] B, 3H) and s ([N,] B, H) -> s', written into ([N,] B, H).

        With a norm of their own the inputs are normalised in place.
        """
        if self.input_norm is not None:
            self.input_norm.advance(t, inputs)
        advance(inputs, self.kept[t, ..., : self.gates], self.n[t], before, after)

    def saved(self) -> tuple[Tensor | None, ...]:
        """What a `BackwardCell` needs, all of them tensors or None."""
        norms = (self.norm, self.input_norm)
        of_norms = [(None, None) if norm is None else (norm.normed, norm.scale) for norm in norms]
        return self.kept, self.n, *of_norms[0], *of_norms[1]


class BackwardCell:
    """The gradients of a `ForwardCell`'s steps; arguments as there, then what it `saved`.

    Attributes:
        grad: ([N,] T, B, 3H + A) float, of the products R s. `retreat` fills the gates' part, the
            rest is for who has it.
    """

    SAVED = 6
    """How many `ForwardCell.saved` are."""

    def __init__(
        self, weights: CellWeights, precision: torch.dtype, saved: Sequence[Tensor | None]
    ) -> None:
        weight, bias, gain, input_gain, input_bias = weights
        kept, n, normed, scale, inputs_normed, inputs_scale = saved
        assert kept is not None
        assert n is not None
        steps, *groups, rows, width = kept.shape
        self.gates = 3 * n.shape[-1]
        self.precision = precision
        self.product = Product(weight, rows, precision)
        self.kept, self.n = kept, n
        self.grad = kept.new_empty(*groups, steps, rows, width)
        self.steps = self.grad.unbind(-3)
        self.gates_grad = self.grad[..., : self.gates]
        self.norm: LayerNorm | None = None
        if gain is not None:
            self.norm = LayerNorm(gain, bias, normed, scale)
            self.gates_grad = self.norm.expect_gradients()
        self.gates_steps = self.gates_grad.unbind(-3)
        self.input_norm: LayerNorm | None = None
        if input_gain is not None:
            assert input_bias is not None
            self.input_norm = LayerNorm(input_gain, input_bias, inputs_normed, inputs_scale)
            self.input_norm.expect_gradients()

    def retreat(self, t: int, grad: Tensor, before: Tensor, inputs_grad: Tensor) -> None:
        """`cell.retreat`: gradient of s' ([N,] B, H) in place, that of the inputs written."""
        kept = self.kept[t, ..., : self.gates]
        of_inputs = inputs_grad if self.input_norm is None else self.input_norm.grad_steps[t]
        retreat(grad, kept, self.n[t], before, of_inputs, self.gates_steps[t])
        if self.input_norm is not None:
            self.input_norm.retreat(t, out=inputs_grad)
        if self.norm is not None:
            self.norm.retreat(t, out=self.steps[t][..., : self.gates])

    def carry(self, t: int, grad: Tensor) -> None:
        """Add to the gradient of s ([N,] B, H) what reaches it through the product."""
        self.product.add(grad, self.steps[t], out=grad)

    def gradients(self, states: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        """Those of weight, bias and gain; states ([N,] T, B, H) are those multiplied.

        The bias is that of the gates, ([N,] 3H).
        """
        grad, states = self.grad.flatten(-3, -2), states.flatten(-3, -2)
        weight_grad = weight_gradient(grad, states, self.precision)
        if self.norm is None:
            return weight_grad, self.gates_grad.sum(dim=(-3, -2)), None
        gain_grad, bias_grad = self.norm.gradients()
        return weight_grad, bias_grad, gain_grad

    def input_gradients(self) -> tuple[Tensor | None, Tensor | None]:
        """Those of the inputs' gain and bias, ([N,] 3H) each; None and None without."""
        return (None, None) if self.input_norm is None else self.input_norm.gradients()
