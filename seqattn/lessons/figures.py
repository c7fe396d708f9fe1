"""Numbers as a student reads them: no more decimals than they need, four at most, zeros plain."""

from collections.abc import Iterable, Sequence

DECIMALS = 4
TERMS = 6
"""Products of a sum that are written out; of a longer one the first few."""


def figures(values: Iterable[float], decimals: int = DECIMALS) -> list[str]:
    """Numbers that stand together, in one form: as many decimals as the one that needs most.

    An exact 0 among others stays `0`, which tells it from a small number.

    >>> figures([2.0, 4.0]), figures([0.5, 0.0, 3.0]), figures([0.5, -0.00001, 0.0])
    (['2', '4'], ['0.5', '0', '3.0'], ['0.5000', '0.0000', '0'])
    """
    numbers = list(values)
    largest = max(map(abs, numbers))
    while largest >= 1000 and decimals > 1:
        largest /= 10
        decimals -= 1
    needed = next((d for d in range(decimals) if _is_exact(numbers, d)), decimals)
    return [_figure(number, needed) for number in numbers]


def _is_exact(numbers: Iterable[float], decimals: int) -> bool:
    """Whether so many decimals say all; what arithmetic in float64 leaves behind does not count."""
    return all(abs(number - round(number, decimals)) < 1e-9 for number in numbers)


def figure(value: float, decimals: int = DECIMALS) -> str:
    """One number, as `figures` writes it.

    >>> figure(4.0), figure(1.9366), figure(-1.5)
    ('4', '1.9366', '-1.5')
    """
    return figures([value], decimals)[0]


def factor(number: float) -> str:
    """One number inside a sum or a product: a negative one in brackets.

    >>> factor(-0.5), factor(2.0)
    ('(-0.5)', '2')
    """
    text = figure(round(number, 12))
    return f"({text})" if text.startswith("-") else text


def product(name: str, left: Sequence[float], right: Sequence[float]) -> str:
    """A dot product worked out on one line.

    >>> product("q_1 · k_2", [1, 0, 2], [4, 4, 0])
    'q_1 · k_2 = 1·4 + 0·4 + 2·0 = 4'
    >>> product("u · e", [0.5, -1.0], [2.0, 3.0])
    'u · e = 0.5·2 + (-1)·3 = -2'
    """
    total = sum(a * b for a, b in zip(left, right, strict=True))
    pairs = list(zip(left, right, strict=True))
    terms = [f"{factor(a)}·{factor(b)}" for a, b in pairs[:TERMS]]
    if len(pairs) > TERMS:
        terms = [*terms[:3], "…"]
    return f"{name} = {' + '.join(terms)} = {figure(round(total, 12))}"


def _figure(number: float, decimals: int) -> str:
    if number == 0:
        return "0"
    text = f"{number:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text
