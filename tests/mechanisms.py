"""What the tests of several mechanisms share: weights as plain numbers, gradients by difference."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from seqattn.models.cells import LayerNormGRUCell, TransitionCell
from tests import reference

SHARES = {"rtol": 0.0, "atol": 1e-10}
"""How closely float64 must meet the slow loop."""


def plain(tensor: Tensor) -> Any:
    """The numbers of a tensor as nested lists."""
    return tensor.detach().tolist()


def float64(numbers: Any) -> Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def shake(module: nn.Module, seed: int) -> nn.Module:
    """The module in float64 with every parameter random, biases too: none may hide by being 0."""
    chance = torch.Generator().manual_seed(seed)
    module.double().eval()
    with torch.no_grad():
        for weight in module.parameters():
            weight.copy_(torch.randn(weight.shape, generator=chance, dtype=torch.float64) * 0.6)
    return module


def align_of(name: str, score: nn.Module) -> reference.Align:
    """The slow score called `name`, with the weights of the fast one."""
    weights = {key: plain(value) for key, value in score.named_parameters()}
    if name == "dot":
        return reference.dot_score
    if name == "scaled-dot":
        return reference.scaled_dot_score
    if name == "general":
        return partial(reference.general_score, W=weights["key_layer.weight"])
    if name == "pooling":
        W, b = weights["key_layer.weight"], weights["key_layer.bias"]
        return partial(reference.pooling_score, W=W, b=b)
    v = weights["score_layer.weight"][0]
    if name == "additive":
        W, U = weights["query_layer.weight"], weights["key_layer.weight"]
        return partial(reference.additive_score, W=W, U=U, v=v)
    assert name == "concat"
    return partial(reference.concat_score, W=weights["joint_layer.weight"], v=v)


def gru_cell_of(
    cell: nn.Module, suffix: str = "", gains: tuple[Tensor, Tensor] | None = None
) -> reference.Cell:
    """The slow GRU step with the weights of a torch one; suffix `_l0` or `_l0_reverse`.

    Layer-normalised with the gains (3H,) of inputs and state, or with those that the cell has.
    """
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    W, U, b, c = (plain(getattr(cell, name + suffix)) for name in names)
    if isinstance(cell, LayerNormGRUCell):
        gains = cell.gain_ih, cell.gain_hh
    if gains is None:
        return partial(reference.gru_cell, W=W, U=U, b=b, c=c)
    gain_x, gain_h = map(plain, gains)
    return partial(reference.layer_norm_gru_cell, W=W, U=U, b=b, c=c, gain_x=gain_x, gain_h=gain_h)


def transition_of(cell: TransitionCell) -> Callable[[reference.Vector], reference.Vector]:
    """The slow GRU step without input, with the weights of a fast one."""
    U, b, c = (plain(weight) for weight in (cell.weight_hh, cell.bias_ih, cell.bias_hh))
    gain = None if cell.gain_hh is None else plain(cell.gain_hh)
    return partial(reference.transition, U=U, b=b, c=c, gain=gain)


def deep_cell_of(decoder: Any) -> reference.Cell:
    """The slow step of a decoder: its cell, then its transitions."""
    first, transitions = gru_cell_of(decoder.cell), [*map(transition_of, decoder.transitions)]

    def step(x: reference.Vector, h: reference.Vector) -> reference.Vector:
        h = first(x, h)
        for transition in transitions:
            h = transition(h)
        return h

    return step


def gradients_agree(
    module: nn.Module, call: Callable[..., Any], inputs: tuple[Tensor, ...], *, fast: bool = False
) -> bool:
    """Autograd against finite differences, in the inputs and every parameter of the module.

    Args:
        module: in float64.
        call: inputs -> tensor or tuple of tensors, through the module.
        inputs: float64 tensors.
        fast: along one random direction only, for functions of many numbers.
    """
    weights = list(module.parameters())
    leaves = tuple(x.detach().clone().requires_grad_() for x in inputs)
    # gradcheck moves the parameters in place, so the module is already what it differentiates.
    return torch.autograd.gradcheck(
        lambda *everything: call(*everything[: len(leaves)]), (*leaves, *weights), fast_mode=fast
    )
