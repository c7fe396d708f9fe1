"""The decoder's GRU over a whole target, attending to the source at every step.

    e_tj = score(s_{t-1}, k_j)      dot form: s . k          additive form: v . tanh(Q s + k)
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

from seqattn.recurrence.cell import advance, retreat
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
            precision,
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
        precision: torch.dtype,
    ) -> tuple[Tensor, ...]:
        T, B, gates_size = inputs.shape
        T_x, memory_size = states.shape[1:]
        if query_weight is not None:  # the query joins the recurrent product
            weight = torch.cat([weight, query_weight])
            bias = torch.cat([bias, bias.new_zeros(len(query_weight))])
        hidden = inputs.new_empty(T + 1, *start.shape)
        hidden[0] = start
        contexts = inputs.new_empty(T, B, memory_size)
        weights, scores = inputs.new_empty(T, B, T_x), inputs.new_empty(T, B, T_x)
        kept = inputs.new_empty(T, B, len(weight))  # [r, z, m] and, in the additive form, Q s
        n = torch.empty_like(hidden[1:])
        gates = torch.empty_like(inputs[0])
        inside = torch.empty_like(keys) if score_weight is not None else None
        hiding = inputs.new_zeros(B, T_x).masked_fill_(~mask, float("-inf"))
        recurrent = Product(weight.t(), B, precision)
        into_gates = Product(context_weight.t(), B, precision)
        for t in range(T):
            recurrent.add(bias, hidden[t], out=kept[t])
            if inside is not None and score_weight is not None:
                torch.add(keys, kept[t, :, None, gates_size:], out=inside).tanh_()
                torch.mv(inside.view(B * T_x, -1), score_weight, out=scores[t].view(-1))
            else:
                torch.bmm(keys, hidden[t].unsqueeze(2), out=scores[t].unsqueeze(2))
            torch.softmax(scores[t] + hiding, dim=-1, out=weights[t])
            torch.bmm(weights[t].unsqueeze(1), states, out=contexts[t].unsqueeze(1))
            into_gates.add(inputs[t], contexts[t], out=gates)
            advance(gates, kept[t, :, :gates_size], n[t], hidden[t], hidden[t + 1])
        ctx.save_for_backward(
            states, keys, context_weight, weight, score_weight, hidden, contexts, weights, kept, n
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
        (states, keys, context_weight, weight, score_weight, hidden, contexts, weights, kept, n) = (
            ctx.saved_tensors
        )
        T, B, T_x = weights.shape
        size = n.shape[-1]
        inputs_grad = kept.new_empty(T, B, 3 * size)
        recurrent_grad = torch.empty_like(kept)
        context_grad = (
            torch.zeros_like(contexts) if contexts_grad is None else contexts_grad.clone()
        )
        score_grad = torch.empty_like(weights)
        weight_grad = weights.new_empty(B, T_x)
        carried = torch.zeros_like(n[0])
        additive = _Additive(keys, score_weight) if score_weight is not None else None
        recurrent = Product(weight, B, ctx.precision)
        into_gates = Product(context_weight, B, ctx.precision)
        for t in reversed(range(T)):
            if hidden_grad is not None:
                carried += hidden_grad[t]
            retreat(
                carried,
                kept[t, :, : 3 * size],
                n[t],
                hidden[t],
                inputs_grad[t],
                recurrent_grad[t, :, : 3 * size],
            )
            into_gates.add(context_grad[t], inputs_grad[t], out=context_grad[t])
            torch.bmm(states, context_grad[t].unsqueeze(2), out=weight_grad.unsqueeze(2))
            if weights_grad is not None:
                weight_grad += weights_grad[t]
            _softmax_gradient(weight_grad, weights[t], out=score_grad[t])
            if scores_grad is not None:
                score_grad[t] += scores_grad[t]
            if additive is not None:
                query = kept[t, :, 3 * size :]
                additive.retreat(query, score_grad[t], recurrent_grad[t, :, 3 * size :])
            else:
                carried += torch.bmm(score_grad[t].unsqueeze(1), keys).squeeze(1)
            recurrent.add(carried, recurrent_grad[t], out=carried)
        before = hidden[:-1]
        by_position = score_grad.permute(1, 2, 0)  # (B, T_x, T)
        if additive is not None:
            keys_grad, v_grad = additive.keys_gradient(by_position.sum(dim=2)), additive.v_grad
        else:
            keys_grad, v_grad = torch.bmm(by_position, before.transpose(0, 1)), None
        recurrent_grad = recurrent_grad.flatten(0, 1)
        joint = weight_gradient(recurrent_grad, before.flatten(0, 1), ctx.precision)
        return (
            inputs_grad,
            carried,
            torch.bmm(weights.permute(1, 2, 0), context_grad.transpose(0, 1)),
            keys_grad,
            None,
            weight_gradient(inputs_grad.flatten(0, 1), contexts.flatten(0, 1), ctx.precision),
            joint[: 3 * size],
            recurrent_grad[:, : 3 * size].sum(dim=0),
            joint[3 * size :] if additive is not None else None,
            v_grad,
            None,
        )


def _softmax_gradient(grad: Tensor, weights: Tensor, out: Tensor) -> None:
    """out = a * (grad - sum_j a_j grad_j), of the scores before softmax."""
    torch.mul(grad, weights, out=out)
    out.addcmul_(weights, out.sum(dim=-1, keepdim=True), value=-1)


class _Additive:
    """Gradients of v . tanh(q + k), gathered over the steps of one target.

    With u = tanh(q + k), computed again here, and g the gradient of the score:
    v gets sum g u; q and k get v * g (1 - u^2), of which v and the sum of g join after the loop.
    """

    def __init__(self, keys: Tensor, v: Tensor) -> None:
        self.keys, self.v = keys, v
        self.inside = torch.empty_like(keys)
        self.v_grad = torch.zeros_like(v)
        self.squares = torch.zeros_like(keys)  # sum over t of g u^2

    def retreat(self, query: Tensor, grad: Tensor, query_grad: Tensor) -> None:
        """One step: q (B, D_a), g (B, T_x) -> gradient of q, written into (B, D_a)."""
        torch.add(self.keys, query.unsqueeze(1), out=self.inside).tanh_()
        self.v_grad.addmv_(self.inside.flatten(0, 1).t(), grad.flatten())
        self.inside.square_()
        self.squares.addcmul_(self.inside, grad.unsqueeze(2))
        torch.sub(
            grad.sum(dim=1, keepdim=True),
            torch.bmm(grad.unsqueeze(1), self.inside).squeeze(1),
            out=query_grad,
        ).mul_(self.v)

    def keys_gradient(self, grad: Tensor) -> Tensor:
        """Gradient of the keys, from g (B, T_x) summed over all steps."""
        return torch.sub(grad.unsqueeze(2), self.squares, out=self.squares).mul_(self.v)
