"""From tensors to what a lesson shows, and from given numbers into the project's own modules."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from seqattn.lessons.lesson import Matrix
from seqattn.lessons.texts import Voice


def float64(numbers: Any) -> Tensor:
    """Given numbers, exactly."""
    return torch.tensor(numbers, dtype=torch.float64)


def set_weight(layer: nn.Linear, matrix: Any, bias: Any = None) -> None:
    """Put given numbers into a layer: `matrix` (out, in) as in W x, `bias` (out,)."""
    layer.double()
    with torch.no_grad():
        layer.weight.copy_(float64(matrix))
        if bias is not None:
            layer.bias.copy_(float64(bias))


def everyone(states: Tensor) -> Tensor:
    """A mask (B, T) that lets all of the states (B, T, D) be looked at."""
    return torch.ones(states.shape[:2], dtype=torch.bool)


def matrix(
    say: Voice,
    name: str,
    about: str,
    numbers: Tensor,
    axes: Sequence[str],
    *,
    formula: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    weights: bool = False,
    shown: int | None = None,
) -> Matrix:
    """A tensor (rows, columns) or (length,) as a `Matrix`; `about` is a key `matrix.about`."""
    assert numbers.dim() == len(axes), (name, numbers.shape)
    plain = numbers.detach().double().reshape(-1, numbers.shape[-1]).tolist()
    fits = shown is None or shown >= numbers.shape[-1]
    return Matrix(
        name=name,
        about=say(f"matrix.{about}"),
        formula=formula,
        axes=tuple(axes),
        values=tuple(map(tuple, plain)),
        rows=tuple(rows),
        columns=tuple(columns),
        weights=weights,
        shown=None if fits else shown,
    )
