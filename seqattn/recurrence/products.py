"""Matrix products in the precision asked for.

`precision` is torch.float32, which leaves the numbers as they come (float64 stays float64), or
torch.bfloat16, which rounds both factors and the result to 8 significant bits. Sums inside a
product, and everything between products, keep the precision of the inputs.
"""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable


def lowered(x: Tensor, precision: torch.dtype) -> Tensor:
    """The factor x in bfloat16 if that is the precision; x itself otherwise."""
    return x.to(torch.bfloat16) if precision == torch.bfloat16 else x


def multiply(a: Tensor, b: Tensor, out: Tensor, *, add: bool = False) -> None:
    """out = a b, or out += a b, of factors that are `lowered` or not: (M, K) (K, N) -> (M, N)."""
    if a.dtype == out.dtype:
        torch.addmm(out, a, b, out=out) if add else torch.mm(a, b, out=out)
    elif add:
        out += a @ b
    else:
        out.copy_(a @ b)


class Product:
    """a + x W for a W that a loop multiplies by at every step.

    Args:
        weight: (K, N), or (G, K, N) for G products at once.
        rows: B, rows of each x.
        precision: of the product.
    """

    def __init__(self, weight: Tensor, rows: int, precision: torch.dtype) -> None:
        self.lowered = precision == torch.bfloat16
        self.weight = lowered(weight, precision)
        batched = weight.dim() == 3
        self.multiply = torch.bmm if batched else torch.mm
        self.multiply_add = torch.baddbmm if batched else torch.addmm
        if self.lowered:
            *groups, inner, outer = weight.shape
            self.x = self.weight.new_empty(*groups, rows, inner)
            self.result = self.weight.new_empty(*groups, rows, outer)

    def add(self, addend: Tensor, x: Tensor, out: Tensor) -> None:
        """out = addend + x W; (B, K) -> (B, N), with G in front if W has it; out may be addend."""
        if self.lowered:
            self.multiply(self.x.copy_(x), self.weight, out=self.result)
            torch.add(addend, self.result, out=out)
        else:
            self.multiply_add(addend, x, self.weight, out=out)

    def multiply_into(self, x: Tensor, out: Tensor) -> None:
        """out = x W; (B, K) -> (B, N), with G in front if W has it."""
        if self.lowered:
            out.copy_(self.multiply(self.x.copy_(x), self.weight, out=self.result))
        else:
            self.multiply(x, self.weight, out=out)


def weight_gradient(grad: Tensor, x: Tensor, precision: torch.dtype) -> Tensor:
    """Gradient of W in y = x W^T: (M, N) and (M, K) -> (N, K), with G in front if they have it."""
    return (lowered(grad, precision).mT @ lowered(x, precision)).to(grad.dtype)


def linear(x: Tensor, weight: Tensor, bias: Tensor | None, precision: torch.dtype) -> Tensor:
    """x W^T + b, one layer, or G layers side by side.

    Args:
        x: (..., K) float; (G, ..., K) for G layers.
        weight: (N, K) float; (G, N, K).
        bias: (N,) float; (G, N); None for none.
        precision: of the products.

    Returns:
        (..., N); (G, ..., N).
    """
    if precision != torch.bfloat16 and weight.dim() == 2:
        return torch.nn.functional.linear(x, weight, bias)
    rows = x.flatten(weight.dim() - 2, -2)  # (M, K); (G, M, K)
    if precision == torch.bfloat16:
        y: Tensor = _LoweredLinear.apply(rows, weight, bias)  # type: ignore[no-untyped-call]
    elif bias is None:
        y = torch.bmm(rows, weight.mT)
    else:
        y = torch.baddbmm(bias.unsqueeze(1), rows, weight.mT)
    return y.view(*x.shape[:-1], -1)


class _LoweredLinear(torch.autograd.Function):
    """`linear` of rows, (M, K) or (G, M, K), with its three products in bfloat16."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        low_rows, low_weight = rows.to(torch.bfloat16), weight.to(torch.bfloat16)
        ctx.save_for_backward(low_rows, low_weight)
        y = (low_rows @ low_weight.mT).to(rows.dtype)
        if bias is not None:
            y += bias.unsqueeze(-2)
        return y

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        rows, weight = ctx.saved_tensors
        low = grad.to(torch.bfloat16)
        rows_grad = weight_grad = bias_grad = None
        if ctx.needs_input_grad[0]:
            rows_grad = (low @ weight).to(grad.dtype)
        if ctx.needs_input_grad[1]:
            weight_grad = (low.mT @ rows).to(grad.dtype)
        if ctx.needs_input_grad[2]:
            bias_grad = grad.sum(dim=-2)
        return rows_grad, weight_grad, bias_grad
