"""The two inner forms that all scores have, and their gradients over the steps of one target.

    dot        e_tj = q_t . k_j                   dot, scaled-dot, general, pooling
    additive   e_tj = v . tanh(Q q_t + k_j)       additive, concat

q_t = s_{t-1} + i_t: who asks, the decoder's state and what else joins it (i_t, or 0). Once its keys
are prepared (`seqattn.attention.scores`), each score is one of the two.

A form walks with the loop: `advance` once a step on the way forward, `retreat` once a step on the
way back; what is the same at all steps waits for the loop's end.
"""

import torch
from torch import Tensor


def additive_scores(query: Tensor, keys: Tensor, score_weight: Tensor) -> Tensor:
    """v . tanh(q + k) of K queries a sentence, without gradients.

    (B, K, D_a), (B, T_x, D_a) and (D_a,) -> (B, K, T_x).
    """
    u = (keys.unsqueeze(1) + query.unsqueeze(2)).mul_(AdditiveForm.scale).sigmoid_()
    return score_weight.sum() - 2 * (u @ score_weight)  # see `AdditiveForm`


def dot(query: Tensor, keys: Tensor, out: Tensor) -> None:
    """q . k_j for all j: (B, D) and (B, T_x, D) -> (B, T_x).

    The query's row comes first: `bmm` is ten times slower with it as a column behind the keys.
    """
    torch.bmm(query.unsqueeze(1), keys.mT, out=out.unsqueeze(1))


class DotForm:
    """q . k.

    Args:
        keys: (B, T_x, D) float.
        inputs: (T, B, D) float, i_t; None for 0.
    """

    def __init__(self, keys: Tensor, inputs: Tensor | None) -> None:
        self.keys = keys
        self.inputs = inputs
        self.inputs_grad = None if inputs is None else torch.empty_like(inputs)

    def advance(self, t: int, state: Tensor, query: Tensor, out: Tensor) -> None:
        """One step: s_{t-1} (B, D) -> scores, written into (B, T_x); `query` has no numbers."""
        dot(state if self.inputs is None else state + self.inputs[t], self.keys, out)

    def retreat(
        self, t: int, query: Tensor, grad: Tensor, into: Tensor, state_grad: Tensor
    ) -> None:
        """One step: gradient of the scores (B, T_x), added to that of s_{t-1} (B, D)."""
        query_grad = torch.bmm(grad.unsqueeze(1), self.keys).squeeze(1)
        state_grad += query_grad
        if self.inputs_grad is not None:
            self.inputs_grad[t] = query_grad

    def keys_gradient(self, grad: Tensor, states: Tensor) -> Tensor:
        """Gradient of the keys, from those of all scores (T, B, T_x) and s_0 .. (T, B, D)."""
        queries = states if self.inputs is None else states + self.inputs
        return torch.bmm(grad.permute(1, 2, 0), queries.transpose(0, 1))


class AdditiveForm:
    """v . tanh(Q q + k), whose product Q s_{t-1} the loop computes together with the gates'.

    With u = sigmoid(-2 (Q q + k)), far faster than tanh on a CPU and computed again for backward:

        tanh(Q q + k) = 1 - 2u            v . tanh(Q q + k) = sum v - 2 v . u

    and with g the gradient of the score, v gets sum g - 2 sum g u, and Q q and k get
    4 v sum g (u - u^2), over j and over t.

    Args:
        keys: (B, T_x, D_a) float.
        inputs: (T, B, D_a) float, Q i_t; None for 0.
        v: (D_a,) float.
    """

    scale = -2.0
    """Of the Q s_{t-1} that comes in and of the gradient that goes out in its place."""

    def __init__(self, keys: Tensor, inputs: Tensor | None, v: Tensor) -> None:
        self.keys = keys * self.scale
        self.inputs = inputs
        self.inputs_grad = None if inputs is None else torch.empty_like(inputs)
        self.v = v
        self.v_sum = v.sum().expand(keys.shape[0] * keys.shape[1])
        self.v_scaled = v * self.scale
        self.u = torch.empty_like(self.keys)
        self.u_rows = self.u.view(-1, len(v))
        self.v_total = torch.zeros_like(v)  # sum of g u
        self.keys_total = torch.zeros_like(self.keys)  # sum over t of g (u - u^2)

    def advance(self, t: int, state: Tensor, query: Tensor, out: Tensor) -> None:
        """One step: -2 Q s (B, D_a), to which -2 Q i is added -> scores, written into (B, T_x)."""
        if self.inputs is not None:
            query.add_(self.inputs[t], alpha=self.scale)
        torch.add(self.keys, query.unsqueeze(1), out=self.u).sigmoid_()
        torch.addmv(self.v_sum, self.u_rows, self.v_scaled, out=out.view(-1))

    def retreat(
        self, t: int, query: Tensor, grad: Tensor, into: Tensor, state_grad: Tensor
    ) -> None:
        """One step: what `advance` left of -2 Q q, gradient of the scores (B, T_x).

        The gradient of -2 Q q is written into (B, D_a); s_{t-1} gets its own by the gates' product.
        """
        torch.add(self.keys, query.unsqueeze(1), out=self.u).sigmoid_()
        self.v_total.addmv_(self.u_rows.t(), grad.flatten())
        self.u.addcmul_(self.u, self.u, value=-1)
        self.keys_total.addcmul_(self.u, grad.unsqueeze(2))
        torch.mul(torch.bmm(grad.unsqueeze(1), self.u).squeeze(1), self.v_scaled, out=into)
        if self.inputs_grad is not None:
            torch.mul(into, self.scale, out=self.inputs_grad[t])

    def keys_gradient(self, grad: Tensor, states: Tensor) -> Tensor:
        """Gradient of the keys (B, T_x, D_a), which `retreat` gathered."""
        return self.keys_total.mul_(self.v * 4)

    def v_gradient(self, grad: Tensor) -> Tensor:
        """Gradient of v (D_a,), from those of all scores (T, B, T_x)."""
        return grad.sum() - 2 * self.v_total


def build_form(
    keys: Tensor, inputs: Tensor | None, score_weight: Tensor | None
) -> DotForm | AdditiveForm:
    """The additive form if there is a v (D_a,), else the dot form."""
    if score_weight is None:
        return DotForm(keys, inputs)
    return AdditiveForm(keys, inputs, score_weight)
