"""The decoder's GRU over a whole target, attending to the source at every step.

    q_t  = s_{t-1} + i'_t           who asks; i' is 0 or the embedded target's share
    e_tj = score(q_t, k_j)          dot form: q . k          additive form: v . tanh(Q q + k)
    a_t  = softmax(e_t)             0 on padding
    c_t  = sum_j a_tj h_j
    s_t  = GRU(i_t + W c_t, s_{t-1})

The six scores have only these two forms once their keys are prepared (`seqattn.attention.scores`).
Axes here: T steps, the rest as everywhere; inside, time stands before the batch, so that the
numbers of one step lie together.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from seqattn.recurrence.cell import advance, retreat, tanh_
from seqattn.recurrence.products import Product, weight_gradient


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
        query_inputs: (T, B, D) float, i'_t; in the additive form Q i'_t, (T, B, D_a); None for 0.
        precision: of the products with weights: float32 (as the inputs are) or bfloat16.
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
        )
    )


def additive_scores(query: Tensor, keys: Tensor, score_weight: Tensor) -> Tensor:
    """One step's v . tanh(q + k) without gradients: (B, D_a), (B, T_x, D_a), (D_a,) -> (B, T_x)."""
    return tanh_(keys + query.unsqueeze(1)) @ score_weight


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
    ) -> tuple[Tensor, ...]:
        T, B, gates_size = inputs.shape
        T_x, memory_size = states.shape[1:]
        additive = None
        if query_weight is not None and score_weight is not None:
            additive = _Additive(keys, score_weight)
            weight = torch.cat([weight, query_weight * additive.scale])  # one product for both
            bias = torch.cat([bias, bias.new_zeros(len(query_weight))])
        hidden = inputs.new_empty(T + 1, *start.shape)
        hidden[0] = start
        contexts = inputs.new_empty(T, B, memory_size)
        weights, scores = inputs.new_empty(T, B, T_x), inputs.new_empty(T, B, T_x)
        kept = inputs.new_empty(T, B, len(weight))  # [r, z, m] and, in the additive form, -2 Q s
        n = torch.empty_like(hidden[1:])
        gates = torch.empty_like(inputs[0])
        hiding = inputs.new_zeros(B, T_x).masked_fill_(~mask, float("-inf"))
        recurrent = Product(weight.t(), B, precision)
        into_gates = Product(context_weight.t(), B, precision)
        for t in range(T):
            recurrent.add(bias, hidden[t], out=kept[t])
            if additive is not None:
                query = kept[t, :, gates_size:]
                if query_inputs is not None:
                    query.add_(query_inputs[t], alpha=additive.scale)
                additive.advance(query, out=scores[t])
            else:
                query = hidden[t] if query_inputs is None else hidden[t] + query_inputs[t]
                _ask(query, keys, out=scores[t])
            torch.softmax(scores[t] + hiding, dim=-1, out=weights[t])
            torch.bmm(weights[t].unsqueeze(1), states, out=contexts[t].unsqueeze(1))
            into_gates.add(inputs[t], contexts[t], out=gates)
            advance(gates, kept[t, :, :gates_size], n[t], hidden[t], hidden[t + 1])
        ctx.save_for_backward(
            states,
            keys,
            context_weight,
            weight,
            score_weight,
            query_inputs,
            hidden,
            contexts,
            weights,
            kept,
            n,
        )
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
        (states, keys, context_weight, weight, score_weight, query_inputs, *made) = (
            ctx.saved_tensors
        )
        hidden, contexts, weights, kept, n = made
        T, B, T_x = weights.shape
        gates = 3 * n.shape[-1]
        inputs_grad = kept.new_empty(T, B, gates)
        recurrent_grad = torch.empty_like(kept)
        context_grad = torch.zeros_like(contexts)
        if contexts_grad is not None:
            context_grad.copy_(contexts_grad)
        score_grad = torch.empty_like(weights)
        weight_grad = weights.new_empty(B, T_x)
        carried = torch.zeros_like(n[0])
        additive = _Additive(keys, score_weight) if score_weight is not None else None
        query_grad = None if query_inputs is None else torch.empty_like(query_inputs)
        recurrent = Product(weight, B, ctx.precision)
        into_gates = Product(context_weight, B, ctx.precision)
        for t in reversed(range(T)):
            if hidden_grad is not None:
                carried += hidden_grad[t]
            kept_gates, gates_grad = kept[t, :, :gates], recurrent_grad[t, :, :gates]
            retreat(carried, kept_gates, n[t], hidden[t], inputs_grad[t], gates_grad)
            into_gates.add(context_grad[t], inputs_grad[t], out=context_grad[t])
            _ask(context_grad[t], states, out=weight_grad)
            if weights_grad is not None:
                weight_grad += weights_grad[t]
            _softmax_gradient(weight_grad, weights[t], out=score_grad[t])
            if scores_grad is not None:
                score_grad[t] += scores_grad[t]
            if additive is not None:
                query = kept[t, :, gates:]
                additive.retreat(query, score_grad[t], recurrent_grad[t, :, gates:])
            else:
                asked_grad = torch.bmm(score_grad[t].unsqueeze(1), keys).squeeze(1)
                carried += asked_grad
                if query_grad is not None:
                    query_grad[t] = asked_grad
            recurrent.add(carried, recurrent_grad[t], out=carried)
        if query_grad is not None and additive is not None:
            torch.mul(recurrent_grad[:, :, gates:], additive.scale, out=query_grad)
        keys_grad, v_grad = _keys_gradients(additive, score_grad, hidden[:-1], query_inputs)
        recurrent_grad = recurrent_grad.flatten(0, 1)
        joint = weight_gradient(recurrent_grad, hidden[:-1].flatten(0, 1), ctx.precision)
        return (
            inputs_grad,
            carried,
            torch.bmm(weights.permute(1, 2, 0), context_grad.transpose(0, 1)),
            keys_grad,
            None,
            weight_gradient(inputs_grad.flatten(0, 1), contexts.flatten(0, 1), ctx.precision),
            joint[:gates],
            recurrent_grad[:, :gates].sum(dim=0),
            None if additive is None else joint[gates:].mul_(additive.scale),
            v_grad,
            query_grad,
            None,
        )


def _keys_gradients(
    additive: "_Additive | None", score_grad: Tensor, before: Tensor, query_inputs: Tensor | None
) -> tuple[Tensor, Tensor | None]:
    """Gradients of the keys (B, T_x, .) and of v, from those of all scores (T, B, T_x)."""
    if additive is not None:
        return additive.keys_gradient(), additive.v_gradient(score_grad.sum())
    queries = before if query_inputs is None else before + query_inputs
    return torch.bmm(score_grad.permute(1, 2, 0), queries.transpose(0, 1)), None


def _ask(query: Tensor, keys: Tensor, out: Tensor) -> None:
    """q . k_j for all j: (B, D) and (B, T_x, D) -> (B, T_x).

    The query's row comes first: `bmm` is ten times slower with it as a column behind the keys.
    """
    torch.bmm(query.unsqueeze(1), keys.mT, out=out.unsqueeze(1))


def _softmax_gradient(grad: Tensor, weights: Tensor, out: Tensor) -> None:
    """out = a * (grad - sum_j a_j grad_j), of the scores before softmax."""
    torch.mul(grad, weights, out=out)
    out.addcmul_(weights, out.sum(dim=-1, keepdim=True), value=-1)


class _Additive:
    """The form v . tanh(q + k) and its gradients, gathered over the steps of one target.

    With u = sigmoid(-2 (q + k)), far faster than tanh on a CPU and computed again for backward:

        tanh(q + k) = 1 - 2u            v . tanh(q + k) = sum v - 2 v . u

    and with g the gradient of the score, v gets sum g - 2 sum g u, and q and k get
    4 v sum g (u - u^2), over j and over t: what is the same at all steps waits for the loop's end.
    """

    scale = -2.0
    """Of the queries that come in and the gradients of queries that go out."""

    def __init__(self, keys: Tensor, v: Tensor) -> None:
        self.keys = keys * self.scale
        self.v = v
        self.v_sum = v.sum().expand(keys.shape[0] * keys.shape[1])
        self.v_scaled = v * self.scale
        self.u = torch.empty_like(self.keys)
        self.u_rows = self.u.view(-1, len(v))
        self.v_total = torch.zeros_like(v)  # sum of g u
        self.keys_total = torch.zeros_like(self.keys)  # sum over t of g (u - u^2)

    def advance(self, query: Tensor, out: Tensor) -> None:
        """One step: -2q (B, D_a) -> scores, written into (B, T_x)."""
        torch.add(self.keys, query.unsqueeze(1), out=self.u).sigmoid_()
        torch.addmv(self.v_sum, self.u_rows, self.v_scaled, out=out.view(-1))

    def retreat(self, query: Tensor, grad: Tensor, query_grad: Tensor) -> None:
        """One step: -2q (B, D_a), g (B, T_x) -> gradient of -2q, written into (B, D_a)."""
        torch.add(self.keys, query.unsqueeze(1), out=self.u).sigmoid_()
        self.v_total.addmv_(self.u_rows.t(), grad.flatten())
        self.u.addcmul_(self.u, self.u, value=-1)
        self.keys_total.addcmul_(self.u, grad.unsqueeze(2))
        torch.mul(torch.bmm(grad.unsqueeze(1), self.u).squeeze(1), self.v_scaled, out=query_grad)

    def keys_gradient(self) -> Tensor:
        """Gradient of the keys (B, T_x, D_a)."""
        return self.keys_total.mul_(self.v * 4)

    def v_gradient(self, grad: Tensor) -> Tensor:
        """Gradient of v (D_a,), from the sum of all g."""
        return grad - 2 * self.v_total
