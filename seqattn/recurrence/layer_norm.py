"""Layer normalisation of the products that make a GRU's gates (Ba 2016), and its gradient.

Ba et al. give the GRU in their supplement: with r and z normalised as one vector of 2H numbers and
the candidate n as one of H, each product with its own gain and bias,

    [r; z] = LN(W_x x) + LN(W_h s)    n = tanh(LN(W x) + r * LN(U s))    LN(y) = gain * y^ + bias

    y^ = (y - mean y) / sqrt(mean (y - mean y)^2 + 1e-5)

The mean of a product's rows is the product of their mean: mean_k (W x)_k = (mean_k W_k) x. So the
mean is taken from the weight once (`centred`), and what is left to do at a step is

    y^ = scale * y                    scale = 1 / sqrt(mean y^2 + 1e-5)
    dy = scale * (dy^ - y^ mean(dy^ y^))        dy^ = gain * d(LN y)

The order of gates is r, z, n, as everywhere; sums and scales have the inputs' precision, never the
products'.
"""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

EPSILON = 1e-5
"""Added to the variance: keeps a state of zeros, whose product has none, from dividing by 0."""


def centred(weight: Tensor) -> Tensor:
    """The weight (..., 3H, K) whose products have mean 0 over the 2H of r and z and the H of n.

    >>> import torch
    >>> centred(torch.tensor([[1.0], [3.0], [7.0]]))[:, 0]
    tensor([-1.,  1.,  0.])
    """
    size = weight.shape[-2] // 3
    groups = (weight[..., : 2 * size, :], weight[..., 2 * size :, :])
    return torch.cat([group - group.mean(dim=-2, keepdim=True) for group in groups], dim=-2)


class LayerNorm:
    """gain * y^ + bias of a loop's products, step after step; y has mean 0 already.

    Axes are [N,] T, B, 3H. `advance` once a step on the way forward; on the way back `grad` is
    filled by who has it and `retreat` called once a step; `gradients` after the loop.

    Args:
        gain: ([N,] 3H) float.
        bias: ([N,] 3H) float.
        normed: ([N,] T, B, 3H) float, y^; what a forward pass kept, or None before it.
        scale: ([N,] T, B, 3) float, of each gate; likewise.
        shape: of `normed`, where it is None.
    """

    def __init__(
        self,
        gain: Tensor,
        bias: Tensor,
        normed: Tensor | None = None,
        scale: Tensor | None = None,
        shape: tuple[int, ...] = (),
    ) -> None:
        size = gain.shape[-1] // 3
        self.gain, self.bias = gain.unsqueeze(-2), bias.unsqueeze(-2)  # ([N,] 1, 3H)
        self.normed = gain.new_empty(shape) if normed is None else normed
        *steps, _ = self.normed.shape
        self.scale = gain.new_empty(*steps, 3) if scale is None else scale
        self.gates = (3, size)
        # Adds each gate's sum to those it is normalised with, and divides.
        self.share = gain.new_tensor([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]]) / size
        self.normed_steps = torch.unflatten(self.normed, -1, self.gates).unbind(-4)
        self.scale_steps = self.scale.unbind(-3)
        self.sums = torch.empty_like(self.scale_steps[0], memory_format=torch.contiguous_format)

    def advance(self, t: int, products: Tensor) -> None:
        """One step: y ([N,] B, 3H) becomes gain * y^ + bias."""
        y, normed, scale = torch.unflatten(products, -1, self.gates), *self._step(t)
        torch.linalg.vector_norm(y, dim=-1, out=self.sums).square_()
        scale.copy_(torch.matmul(self.sums, self.share).add_(EPSILON).rsqrt_())
        torch.mul(y, scale.unsqueeze(-1), out=normed)
        torch.addcmul(self.bias, normed.flatten(-2), self.gain, out=products)

    def expect_gradients(self) -> Tensor:
        """Where the gradients of all results are to be written, ([N,] T, B, 3H)."""
        self.grad = torch.empty_like(self.normed)
        self.grad_steps = self.grad.unbind(-3)
        self.spare = torch.empty_like(
            self.normed_steps[0], memory_format=torch.contiguous_format
        )  # ([N,] B, 3, H)
        return self.grad

    def retreat(self, t: int, out: Tensor) -> None:
        """One step: the gradient of y is written into ([N,] B, 3H)."""
        normed, scale = self._step(t)
        torch.mul(self.grad_steps[t], self.gain, out=out)
        y_grad = torch.unflatten(out, -1, self.gates)
        torch.sum(torch.mul(y_grad, normed, out=self.spare), dim=-1, out=self.sums)
        means = torch.matmul(self.sums, self.share)
        y_grad.addcmul_(normed, means.unsqueeze(-1), value=-1).mul_(scale.unsqueeze(-1))

    def gradients(self) -> tuple[Tensor, Tensor]:
        """Those of gain and bias, ([N,] 3H) each, summed over all steps and rows."""
        return (self.grad * self.normed).sum(dim=(-3, -2)), self.grad.sum(dim=(-3, -2))

    def _step(self, t: int) -> tuple[Tensor, Tensor]:
        return self.normed_steps[t], self.scale_steps[t]


def normalize(products: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
    """gain * y^ + bias of products that need no loop; every argument gets its gradient.

    Args:
        products: ([N,] T, B, 3H) float, of a weight that is `centred`.
        gain: ([N,] 3H) float.
        bias: ([N,] 3H) float.

    Returns:
        ([N,] T, B, 3H) float.
    """
    normalized: Tensor = _Normalize.apply(products, gain, bias)  # type: ignore[no-untyped-call]
    return normalized


class _Normalize(torch.autograd.Function):
    """`LayerNorm` of all steps as if they were the rows of one."""

    @staticmethod
    def forward(ctx: Any, products: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
        rows = products.flatten(-3, -2).unsqueeze(-3)  # ([N,] 1, T * B, 3H)
        norm = LayerNorm(gain, bias, shape=tuple(rows.shape))
        out = rows.clone(memory_format=torch.contiguous_format)
        norm.advance(0, out.squeeze(-3))
        ctx.save_for_backward(gain, bias, norm.normed, norm.scale)
        return out.view(products.shape)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, ...]:
        norm = LayerNorm(*ctx.saved_tensors)
        norm.expect_gradients().copy_(grad.flatten(-3, -2).unsqueeze(-3))
        products_grad = torch.empty_like(norm.grad)
        norm.retreat(0, out=products_grad.squeeze(-3))
        return products_grad.view(grad.shape), *norm.gradients()
