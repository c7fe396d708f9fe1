"""The output layer: readout -> logits, and the loss without ever holding all logits.

A batch of 64 sentences of 15 tokens over 8,000 pieces would be 31 MB of logits, and autograd would
keep them twice more. Here the loss walks over chunks of rows, takes each chunk's gradient while its
logits are at hand, and drops them: what is left to backward is one scaling.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

from seqattn.recurrence.products import lowered, multiply

CHUNK_LOGITS = 2_000_000
"""Logits the loss holds at a time, in numbers: 8 MB of float32, which stays in the last cache."""


class OutputLayer(nn.Module):
    """logits = W r + b; W may be an embedding's own weight (Press and Wolf 2017).

    Attributes:
        precision: of the loss's matrix products, torch.float32 or torch.bfloat16.
    """

    precision: torch.dtype = torch.float32

    def __init__(self, size: int, vocabulary: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(vocabulary, size))
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def forward(self, readout: Tensor) -> Tensor:
        """(..., E) -> logits (..., V)."""
        return nn.functional.linear(readout, self.weight, self.bias)

    def log_probs(self, readout: Tensor, targets: Tensor) -> Tensor:
        """log p(y) (N,) of given targets (N,) int64 by their readouts (N, E), in chunks."""
        rows = max(1, CHUNK_LOGITS // len(self.weight))
        pairs = zip(torch.split(readout, rows), torch.split(targets, rows), strict=True)
        losses = [nn.functional.cross_entropy(self(r), y, reduction="none") for r, y in pairs]
        return -torch.cat(losses)

    def loss(self, readout: Tensor, targets: Tensor, label_smoothing: float) -> Tensor:
        """Summed cross entropy in nats of real tokens only.

        Args:
            readout: (N, E) float, one row a real target token.
            targets: (N,) int64, y_t.
            label_smoothing: share in [0, 1) of each target spread evenly over V (Szegedy 2016).
        """
        rows = max(1, CHUNK_LOGITS // len(self.weight))
        loss: Tensor = _ChunkedLoss.apply(  # type: ignore[no-untyped-call]
            readout,
            self.weight,
            self.bias,
            targets,
            label_smoothing,
            rows,
            self.precision,
            torch.is_grad_enabled(),  # `needs_input_grad` does not ask: validation would pay double
        )
        return loss


class _ChunkedLoss(torch.autograd.Function):
    """Cross entropy over the output layer, equal to `cross_entropy(linear(...))`."""

    @staticmethod
    def forward(
        ctx: Any,
        readout: Tensor,
        weight: Tensor,
        bias: Tensor,
        targets: Tensor,
        smoothing: float,
        rows: int,
        precision: torch.dtype,
        learns: bool,
    ) -> Tensor:
        total = readout.new_zeros(())
        wanted = learns and any(ctx.needs_input_grad[:3])
        gradients = _Gradients(readout, weight, precision) if wanted else None
        low_readout, low_weight = lowered(readout, precision), lowered(weight, precision)
        both = readout.new_empty(2, min(rows, len(targets)), len(weight))  # the only ones held
        for first in range(0, len(targets), rows):
            part = slice(first, first + rows)
            logits, p = both[:, : len(targets[part])]  # (n, V) each
            multiply(low_readout[part], low_weight.t(), out=logits)
            logits += bias
            torch.softmax(logits, dim=-1, out=p)
            # p of the likeliest is never too small for a logarithm; p of the target may be.
            log_sum = logits.amax(dim=-1) - p.amax(dim=-1).log()
            target = targets[part].unsqueeze(1)
            # -log p(y) = log_sum - logit(y); its mean over V is log_sum - mean(logits).
            total += (log_sum - (1 - smoothing) * logits.gather(1, target).squeeze(1)).sum()
            if smoothing:
                total -= smoothing * logits.mean(dim=-1).sum()
            if gradients is not None:
                # d loss / d logits = p - (1 - smoothing) onehot(y) - smoothing / V
                p.scatter_add_(1, target, p.new_full(target.shape, smoothing - 1))
                if smoothing:
                    p -= smoothing / len(weight)
                gradients.add(part, p, low_readout[part], low_weight)
        if gradients is not None:
            ctx.save_for_backward(gradients.readout, gradients.weight, gradients.bias)
        return total

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        readout_grad, weight_grad, bias_grad = ctx.saved_tensors
        given = (readout_grad * grad, weight_grad * grad, bias_grad * grad)
        return (*given, None, None, None, None, None)


class _Gradients:
    """Of readout (N, E), weight (V, E) and bias (V,), gathered over the chunks."""

    def __init__(self, readout: Tensor, weight: Tensor, precision: torch.dtype) -> None:
        self.readout = torch.empty_like(readout)
        self.weight = torch.zeros_like(weight)
        self.bias = weight.new_zeros(len(weight))
        self.precision = precision

    def add(self, part: slice, grad: Tensor, readout: Tensor, weight: Tensor) -> None:
        """One chunk: the logits' gradient (n, V), and the factors that made the logits."""
        low_grad = lowered(grad, self.precision)
        multiply(low_grad, weight, out=self.readout[part])
        multiply(low_grad.t(), readout, out=self.weight, add=True)
        self.bias += grad.sum(dim=0)
