"""A GRU over whole sequences, and the bidirectional encoder made of it.

Axes here: N directions, T steps, B sentences, H numbers in a state. Inside, time stands before the
batch, so that the numbers of one step lie together.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from seqattn.recurrence.deep_cell import (
    NO_TRANSITIONS,
    DeepBackwardCell,
    DeepForwardCell,
    Transitions,
)
from seqattn.recurrence.layer_norm import centred, normalize
from seqattn.recurrence.looped_cell import CellWeights
from seqattn.recurrence.products import linear


def gru(
    inputs: Tensor,
    start: Tensor,
    weight: Tensor,
    bias: Tensor,
    precision: torch.dtype = torch.float32,
    gain: Tensor | None = None,
    transitions: Transitions = NO_TRANSITIONS,
) -> Tensor:
    """N GRUs side by side over T steps; every argument gets its gradient.

    Args:
        inputs: (N, T, B, 3H) float, the inputs' share of the gates, bias included.
        start: (N, B, H) float, s_0.
        weight: (N, 3H, H) float, recurrent; `centred` if there is a gain.
        bias: (N, 3H) float, recurrent.
        precision: of the products: float32 (as the inputs are) or bfloat16.
        gain: (N, 3H) float, of the recurrent product's layer norm; None without.
        transitions: what goes on with each state before the next step (`deep_cell`).

    Returns:
        states s_1 .. s_T, (N, T, B, H).
    """
    states: Tensor = _GRU.apply(  # type: ignore[no-untyped-call]
        inputs, start, weight, bias, precision, gain, *transitions
    )
    return states


class _GRU(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,
        inputs: Tensor,
        start: Tensor,
        weight: Tensor,
        bias: Tensor,
        precision: torch.dtype,
        gain: Tensor | None,
        *transitions: Tensor | None,
    ) -> Tensor:
        N, T, B, _ = inputs.shape
        states = inputs.new_empty(N, T + 1, B, start.shape[-1])
        states[:, 0] = start
        of_cell, deep = CellWeights(weight, bias, gain), Transitions(*transitions)
        cell = DeepForwardCell(T, start, of_cell, precision, deep)
        for t in range(T):
            cell.multiply(t, states[:, t])
            cell.advance(t, inputs[:, t], states[:, t], states[:, t + 1])
        ctx.save_for_backward(states, weight, bias, gain, *transitions, *cell.saved())
        ctx.precision = precision
        return states[:, 1:]

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        states, weight, bias, gain, *rest = ctx.saved_tensors
        deep, saved = Transitions(*rest[:4]), rest[4:]
        cell = DeepBackwardCell(CellWeights(weight, bias, gain), ctx.precision, deep, saved)
        inputs_grad = torch.empty_like(cell.grad)
        carried = torch.zeros_like(states[:, 0], memory_format=torch.contiguous_format)
        for t in reversed(range(grad.shape[1])):
            carried += grad[:, t]
            cell.retreat(t, carried, states[:, t], inputs_grad[:, t])
            cell.carry(t, carried)
        weight_grad, bias_grad, gain_grad = cell.gradients(states[:, :-1])
        deep = cell.transition_gradients()
        return inputs_grad, carried, weight_grad, bias_grad, None, gain_grad, *deep


def bidirectional_gru(
    embedded: Tensor,
    mask: Tensor,
    forward: Sequence[Tensor],
    backward: Sequence[Tensor],
    precision: torch.dtype = torch.float32,
    gains: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]:
    """The states of a forward and a backward GRU, each from a state of zeros.

    The backward GRU reads each sentence reversed inside its own length, so that padding stands
    behind the sentence for both: no state of a real token ever sees it.

    Args:
        embedded: (B, T, E) float.
        mask: (B, T) bool, True on real tokens, which come first.
        forward: weights as PyTorch names and shapes them: weight_ih (3H, E), weight_hh (3H, H),
            bias_ih (3H,), bias_hh (3H,).
        backward: the same of the other direction.
        precision: of the products: float32 (as the inputs are) or bfloat16.
        gains: of layer norm, (2, 3H) of the inputs' products and (2, 3H) of the recurrent ones, in
            each the forward direction first; None without layer norm.

    Returns:
        states: (B, T, 2H), [forward; backward] at each token; exactly 0 on padding.
        last: (B, 2H), forward's state at the last real token, backward's at the first.
    """
    order = _reading_order(mask)
    read = _Read.apply(embedded, order)  # type: ignore[no-untyped-call]
    weight_ih, weight_hh, bias_ih, bias_hh = (
        torch.stack(both) for both in zip(forward, backward, strict=True)
    )
    if gains is None:
        gain_hh = None
        inputs = linear(read, weight_ih, bias_ih, precision)
    else:
        gain_ih, gain_hh = gains
        inputs = linear(read, centred(weight_ih), None, precision)
        inputs = normalize(inputs, gain_ih, bias_ih)
        weight_hh = centred(weight_hh)
    start = inputs.new_zeros(2, len(mask), weight_hh.shape[-1])
    hidden = gru(inputs, start, weight_hh, bias_hh, precision, gain_hh)
    states: Tensor
    last: Tensor
    states, last = _Lay.apply(hidden, order, mask)  # type: ignore[no-untyped-call]
    return states, last


def _reading_order(mask: Tensor) -> Tensor:
    """Which token each direction reads at each step: (B, T) -> positions (2, T, B) int64.

    >>> import torch
    >>> _reading_order(torch.tensor([[True, True, False]]))[1, :, 0]
    tensor([1, 0, 2])
    """
    length = mask.sum(dim=1)
    step = torch.arange(mask.shape[1], device=mask.device).unsqueeze(1)
    reverse = torch.where(step < length, length - 1 - step, step)  # (T, B)
    return torch.stack([step.expand_as(reverse), reverse])


def _rows_read(order: Tensor) -> Tensor:
    """Rows of a flat (B * T) that (2, T, B) reads from; flat int64."""
    _, T, B = order.shape
    return (order + torch.arange(B, device=order.device) * T).flatten()


def _rows_laid(order: Tensor) -> Tensor:
    """Rows of a flat (2 * T * B) that (B, T, 2) takes from: reversing twice changes nothing."""
    _, T, B = order.shape
    offset = torch.tensor([0, T * B], device=order.device).view(2, 1, 1)
    rows = order * B + torch.arange(B, device=order.device) + offset
    return rows.permute(2, 1, 0).flatten()


class _Read(torch.autograd.Function):
    """(B, T, E) -> (2, T, B, E), each direction in its reading order.

    Autograd would scatter gradients row by row; both ways are gathers here.
    """

    @staticmethod
    def forward(ctx: Any, embedded: Tensor, order: Tensor) -> Tensor:
        ctx.save_for_backward(order)
        rows = embedded.flatten(0, 1).index_select(0, _rows_read(order))
        return rows.view(*order.shape, -1)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        (order,) = ctx.saved_tensors
        _, T, B = order.shape
        taken = grad.flatten(0, 2).index_select(0, _rows_laid(order))
        return taken.view(B, T, 2, -1).sum(dim=2), None


class _Lay(torch.autograd.Function):
    """Hidden (2, T, B, H) in reading order -> states (B, T, 2H) by position, last (B, 2H)."""

    @staticmethod
    def forward(ctx: Any, hidden: Tensor, order: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        _, T, B = order.shape
        rows = hidden.flatten(0, 2)
        at_end = (mask.sum(dim=1) - 1) * B + torch.arange(B, device=mask.device)
        at_end = torch.stack([at_end, at_end + T * B], dim=1).flatten()
        states = rows.index_select(0, _rows_laid(order)).view(B, T, -1)
        states.masked_fill_(~mask.unsqueeze(-1), 0)
        ctx.save_for_backward(order, mask, at_end)
        return states, rows.index_select(0, at_end).view(B, -1)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor, last_grad: Tensor) -> tuple[Tensor, None, None]:
        order, mask, at_end = ctx.saved_tensors
        rows = _rows_read(order).view(2, -1) * 2
        rows[1] += 1
        halves = grad.masked_fill(~mask.unsqueeze(-1), 0).view(mask.numel() * 2, -1)
        hidden_grad = halves.index_select(0, rows.flatten())
        hidden_grad.index_add_(0, at_end, last_grad.reshape(len(at_end), -1))
        return hidden_grad.view(*order.shape, -1), None, None
