"""The decoder's GRU over a whole target, attending to the source at every step.

    e_tj = score(s_{t-1} + i_t, k_j)    in one of the two forms of `score_forms`
    a_t  = softmax(e_t)                 0 on padding
    c_t  = sum_j a_tj h_j
    s_t  = GRU(x_t + W c_t, s_{t-1}), and what transitions make of it

Axes here: T steps, the rest as everywhere; inside, time stands before the batch, so that the
numbers of one step lie together.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from seqattn.recurrence.deep_cell import (
    NO_TRANSITIONS,
    DeepBackwardCell,
    DeepForwardCell,
    Transitions,
)
from seqattn.recurrence.looped_cell import CellWeights
from seqattn.recurrence.products import Product, weight_gradient
from seqattn.recurrence.score_forms import AdditiveForm, build_form, dot


class Attended(NamedTuple):
    """What `attention_gru` returns, time first; all of it differentiable."""

    states: Tensor
    """(T, B, D), s_1 .. s_T."""
    contexts: Tensor
    """(T, B, D_k), c_t."""
    weights: Tensor
    """(T, B, T_x), a_t."""
    scores: Tensor
    """(T, B, T_x), e_t: raw, of padding too."""


def attention_gru(
    inputs: Tensor,
    start: Tensor,
    states: Tensor,
    keys: Tensor,
    mask: Tensor,
    context_weight: Tensor,
    weight: Tensor,
    bias: Tensor,
    query_weight: Tensor | None = None,
    score_weight: Tensor | None = None,
    query_inputs: Tensor | None = None,
    precision: torch.dtype = torch.float32,
    gain: Tensor | None = None,
    input_gain: Tensor | None = None,
    input_bias: Tensor | None = None,
    transitions: Transitions = NO_TRANSITIONS,
) -> Attended:
    """A GRU that attends at every step; every float argument gets its gradient.

    Args:
        inputs: (T, B, 3D) float, the embedded targets' share of the gates, bias included.
        start: (B, D) float, s_0.
        states: (B, T_x, D_k) float, h_j.
        keys: (B, T_x, D) float for the dot form, (B, T_x, D_a) for the additive form.
        mask: (B, T_x) bool, True on real tokens; at least one in every row.
        context_weight: (3D, D_k) float, W.
        weight: (3D, D) float, recurrent.
        bias: (3D,) float, recurrent.
        query_weight: (D_a, D) float, Q; None makes it the dot form.
        score_weight: (D_a,) float, v; None with the dot form.
        query_inputs: (T, B, D) float, i_t; in the additive form Q i_t, (T, B, D_a); None for 0.
        precision: of the products with weights: float32 (as the inputs are) or bfloat16.
        gain: (3D,) float, of the recurrent product's layer norm; None without layer norm. With it
            the inputs come without bias, and they, `context_weight` and `weight` are `centred`.
        input_gain: (3D,) float, of the layer norm of x_t + W c_t; given with `gain`.
        input_bias: (3D,) float, likewise.
        transitions: what goes on with each s_t before the next step (`deep_cell`).
    """
    return Attended(
        *_AttentionGRU.apply(  # type: ignore[no-untyped-call]
            inputs,
            start,
            states,
            keys,
            mask,
            context_weight,
            weight,
            bias,
            query_weight,
            score_weight,
            query_inputs,
            precision,
            gain,
            input_gain,
            input_bias,
            *transitions,
        )
    )


class _AttentionGRU(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,
        inputs: Tensor,
        start: Tensor,
        states: Tensor,
        keys: Tensor,
        mask: Tensor,
        context_weight: Tensor,
        weight: Tensor,
        bias: Tensor,
        query_weight: Tensor | None,
        score_weight: Tensor | None,
        query_inputs: Tensor | None,
        precision: torch.dtype,
        gain: Tensor | None,
        input_gain: Tensor | None,
        input_bias: Tensor | None,
        *transitions: Tensor | None,
    ) -> tuple[Tensor, ...]:
        T, B, _ = inputs.shape
        form = build_form(keys, query_inputs, score_weight)
        if query_weight is not None:  # one product for both
            weight = torch.cat([weight, query_weight * AdditiveForm.scale])
            if gain is None:
                bias = torch.cat([bias, bias.new_zeros(len(query_weight))])
        hidden = inputs.new_empty(T + 1, *start.shape)
        hidden[0] = start
        contexts = inputs.new_empty(T, B, states.shape[-1])
        weights, scores = (inputs.new_empty(T, *mask.shape) for _ in range(2))
        all_inputs = torch.empty_like(inputs[0])
        hiding = inputs.new_zeros(mask.shape).masked_fill_(~mask, float("-inf"))
        of_cell = CellWeights(weight, bias, gain, input_gain, input_bias)
        cell = DeepForwardCell(T, start, of_cell, precision, Transitions(*transitions))
        into_gates = Product(context_weight.t(), B, precision)
        for t in range(T):
            query = cell.multiply(t, hidden[t])  # -2 Q q in the additive form
            form.advance(t, hidden[t], query, out=scores[t])
            torch.softmax(scores[t] + hiding, dim=-1, out=weights[t])
            torch.bmm(weights[t].unsqueeze(1), states, out=contexts[t].unsqueeze(1))
            into_gates.add(inputs[t], contexts[t], out=all_inputs)
            cell.advance(t, all_inputs, hidden[t], hidden[t + 1])
        given = (states, keys, context_weight, score_weight, query_inputs)
        made = (hidden, contexts, weights)
        ctx.save_for_backward(*given, *made, *of_cell, *transitions, *cell.saved())
        ctx.precision = precision
        ctx.set_materialize_grads(False)
        return hidden[1:], contexts, weights, scores

    @staticmethod
    @once_differentiable
    def backward(
        ctx: Any,
        hidden_grad: Tensor | None,
        contexts_grad: Tensor | None,
        weights_grad: Tensor | None,
        scores_grad: Tensor | None,
    ) -> tuple[Tensor | None, ...]:
        states, keys, context_weight, score_weight, query_inputs, *made = ctx.saved_tensors
        hidden, contexts, weights, *rest = made
        T, B, D = hidden.shape[0] - 1, hidden.shape[1], hidden.shape[2]
        form = build_form(keys, query_inputs, score_weight)
        of_cell, deep, saved = CellWeights(*rest[:5]), Transitions(*rest[5:9]), rest[9:]
        cell = DeepBackwardCell(of_cell, ctx.precision, deep, saved)
        inputs_grad = hidden.new_empty(T, B, 3 * D)
        context_grad = torch.zeros_like(contexts)
        if contexts_grad is not None:
            context_grad.copy_(contexts_grad)
        score_grad = torch.empty_like(weights)
        weight_grad = torch.empty_like(weights[0])
        carried = torch.zeros_like(hidden[0])
        into_gates = Product(context_weight, B, ctx.precision)
        for t in reversed(range(T)):
            if hidden_grad is not None:
                carried += hidden_grad[t]
            cell.retreat(t, carried, hidden[t], inputs_grad[t])
            into_gates.add(context_grad[t], inputs_grad[t], out=context_grad[t])
            dot(context_grad[t], states, out=weight_grad)
            if weights_grad is not None:
                weight_grad += weights_grad[t]
            _softmax_gradient(weight_grad, weights[t], out=score_grad[t])
            if scores_grad is not None:
                score_grad[t] += scores_grad[t]
            query, query_grad = cell.kept[t, :, 3 * D :], cell.grad[t, :, 3 * D :]
            form.retreat(t, query, score_grad[t], query_grad, state_grad=carried)
            cell.carry(t, carried)
        joint, bias_grad, gain_grad = cell.gradients(hidden[:-1])
        query_weight_grad = v_grad = None
        if isinstance(form, AdditiveForm):
            query_weight_grad = joint[3 * D :].mul_(form.scale)
            v_grad = form.v_gradient(score_grad)
        return (
            inputs_grad,
            carried,
            torch.bmm(weights.permute(1, 2, 0), context_grad.transpose(0, 1)),
            form.keys_gradient(score_grad, hidden[:-1]),
            None,
            weight_gradient(inputs_grad.flatten(0, 1), contexts.flatten(0, 1), ctx.precision),
            joint[: 3 * D],
            bias_grad,
            query_weight_grad,
            v_grad,
            form.inputs_grad,
            None,
            gain_grad,
            *cell.input_gradients(),
            *cell.transition_gradients(),
        )


def _softmax_gradient(grad: Tensor, weights: Tensor, out: Tensor) -> None:
    """out = a * (grad - sum_j a_j grad_j), of the scores before softmax."""
    torch.mul(grad, weights, out=out)
    out.addcmul_(weights, out.sum(dim=-1, keepdim=True), value=-1)
