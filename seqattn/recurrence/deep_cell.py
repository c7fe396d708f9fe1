"""A looped cell with transitions: GRU cells without input that go on with its state, step by step.

    s_{t,1} = GRU(inputs, s_{t-1})        s_{t,k} = GRU_k(0, s_{t,k-1}),  k = 2 .. K + 1
    s_t = s_{t,K+1}

(Miceli Barone 2017, section 2.2). With no transition it is the cell alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from seqattn.recurrence.looped_cell import BackwardCell, CellWeights, ForwardCell


class Transitions(NamedTuple):
    """The weights of K transitions, one after the other; all None for none of them."""

    weight: Tensor | None = None
    """(K, [N,] 3H, H) float, recurrent; `centred` if there are gains."""
    bias: Tensor | None = None
    """(K, [N,] 3H) float, recurrent."""
    input_bias: Tensor | None = None
    """(K, [N,] 3H) float: all that there is of inputs."""
    gain: Tensor | None = None
    """(K, [N,] 3H) float, of layer norm; None without."""

    def each(self) -> list[CellWeights]:
        """Those of each."""
        if self.weight is None or self.bias is None:
            return []
        gains = [None] * len(self.weight) if self.gain is None else self.gain
        parts = zip(self.weight, self.bias, gains, strict=True)
        return [CellWeights(*of_one) for of_one in parts]


NO_TRANSITIONS = Transitions()


class DeepForwardCell(ForwardCell):
    """`ForwardCell`, whose s' is what the last transition makes of it; arguments as there."""

    def __init__(
        self,
        steps: int,
        start: Tensor,
        weights: CellWeights,
        precision: torch.dtype,
        transitions: Transitions,
    ) -> None:
        super().__init__(steps, start, weights, precision)
        self.transitions = [ForwardCell(steps, start, w, precision) for w in transitions.each()]
        biases = transitions.input_bias
        self.biases = () if biases is None else biases.unsqueeze(-2).unbind(0)
        *groups, rows, size = start.shape
        # What each transition starts from, (K, [N,] T, B, H).
        self.between = start.new_empty(len(self.transitions), *groups, steps, rows, size)
        self.between_steps = self.between.unbind(-3)

    def advance(self, t: int, inputs: Tensor, before: Tensor, after: Tensor) -> None:
        """`ForwardCell.advance`, then every transition."""
        states = [*self.between_steps[t], after]
        super().advance(t, inputs, before, states[0])
        for k, cell in enumerate(self.transitions):
            cell.multiply(t, states[k])
            cell.advance(t, self.biases[k], states[k], states[k + 1])

    def saved(self) -> tuple[Tensor | None, ...]:
        """What a `DeepBackwardCell` needs, all of them tensors or None."""
        of_transitions = [tensor for cell in self.transitions for tensor in cell.saved()]
        return *super().saved(), self.between, *of_transitions


class DeepBackwardCell(BackwardCell):
    """The gradients of a `DeepForwardCell`'s steps; arguments as there, then what it `saved`."""

    def __init__(
        self,
        weights: CellWeights,
        precision: torch.dtype,
        transitions: Transitions,
        saved: Sequence[Tensor | None],
    ) -> None:
        width = self.SAVED
        super().__init__(weights, precision, saved[:width])
        between = saved[width]
        assert between is not None
        self.between = between
        self.between_steps = between.unbind(-3)
        self.transitions = [
            BackwardCell(w, precision, saved[start : start + width])
            for w, start in zip(
                transitions.each(), range(width + 1, len(saved), width), strict=True
            )
        ]
        self.inputs_grads = [torch.empty_like(cell.grad) for cell in self.transitions]

    def retreat(self, t: int, grad: Tensor, before: Tensor, inputs_grad: Tensor) -> None:
        """Every transition backwards, then `BackwardCell.retreat`."""
        for k in reversed(range(len(self.transitions))):
            of_inputs = self.inputs_grads[k].select(-3, t)
            self.transitions[k].retreat(t, grad, self.between_steps[t][k], of_inputs)
            self.transitions[k].carry(t, grad)
        super().retreat(t, grad, before, inputs_grad)

    def transition_gradients(self) -> Transitions:
        """Those of the transitions' weights."""
        if not self.transitions:
            return NO_TRANSITIONS
        each = [
            cell.gradients(states)
            for cell, states in zip(self.transitions, self.between, strict=True)
        ]
        gains = [gain for _, _, gain in each if gain is not None]
        return Transitions(
            torch.stack([weight for weight, _, _ in each]),
            torch.stack([bias for _, bias, _ in each]),
            torch.stack([grad.sum(dim=(-3, -2)) for grad in self.inputs_grads]),
            torch.stack(gains) if gains else None,
        )
