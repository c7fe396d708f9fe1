"""The output layer: readout -> logits, and the loss without ever holding all logits.

A batch of 64 sentences of 15 tokens over 8,000 pieces would be 31 MB of logits, and autograd would
keep them twice more. Here the loss walks over chunks of rows, takes each chunk's gradient while its
logits are at hand, and drops them: what is left to backward is one scaling.
"""

from typing import Any

import torch
from torch import Tensor, nn

CHUNK_LOGITS = 2_000_000
"""Logits held at a time, in numbers: 8 MB of float32, which stays in the last cache."""


class OutputLayer(nn.Module):
    """logits = W r + b; W may be an embedding's own weight (Press and Wolf 2017)."""

    def __init__(self, size: int, vocabulary: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(vocabulary, size))
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def forward(self, readout: Tensor) -> Tensor:
        """(..., E) -> logits (..., V)."""
        return nn.functional.linear(readout, self.weight, self.bias)

    def loss(self, readout: Tensor, targets: Tensor, label_smoothing: float) -> Tensor:
        """Summed cross entropy in nats of real tokens only.

        Args:
            readout: (N, E) float, one row a real target token.
            targets: (N,) int64, y_t.
            label_smoothing: share in [0, 1) of each target spread evenly over V (Szegedy 2016).
        """
        loss: Tensor = _ChunkedLoss.apply(  # type: ignore[no-untyped-call]
            readout, self.weight, self.bias, targets, label_smoothing
        )
        return loss


class _ChunkedLoss(torch.autograd.Function):
    """Cross entropy over the output layer, equal to `cross_entropy(linear(...))`."""

    @staticmethod
    def forward(
        ctx: Any, readout: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, smoothing: float
    ) -> Tensor:
        rows = max(1, CHUNK_LOGITS // weight.shape[0])
        total = readout.new_zeros(())
        wanted = any(ctx.needs_input_grad[:3])
        readout_grad = torch.empty_like(readout) if wanted else None
        weight_grad = torch.zeros_like(weight) if wanted else None
        bias_grad = torch.zeros_like(bias) if wanted else None
        for first in range(0, len(targets), rows):
            part = slice(first, first + rows)
            logits = torch.addmm(bias, readout[part], weight.t())  # (n, V)
            log_sum = logits.logsumexp(dim=-1, keepdim=True)
            target = targets[part].unsqueeze(1)
            # -log p(y) = log_sum - logit(y); its mean over V is log_sum - mean(logits).
            total += (
                log_sum.squeeze(1) - (1 - smoothing) * logits.gather(1, target).squeeze(1)
            ).sum()
            if smoothing:
                total -= smoothing * logits.mean(dim=-1).sum()
            if readout_grad is None or weight_grad is None or bias_grad is None:
                continue
            # d loss / d logits = p - (1 - smoothing) onehot(y) - smoothing / V
            grad = logits.sub_(log_sum).exp_()
            if smoothing:
                grad -= smoothing / weight.shape[0]
            grad.scatter_add_(1, target, grad.new_full(target.shape, smoothing - 1))
            torch.mm(grad, weight, out=readout_grad[part])
            weight_grad.addmm_(grad.t(), readout[part])
            bias_grad += grad.sum(dim=0)
        if wanted:
            ctx.save_for_backward(readout_grad, weight_grad, bias_grad)
        return total

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        readout_grad, weight_grad, bias_grad = ctx.saved_tensors
        return readout_grad * grad, weight_grad * grad, bias_grad * grad, None, None
