"""One cell of a picture: its number in hundredths and the few characters that say it.

drawn          a cell is                        level         said as
Alignment      a weight in [0, 1]               0 to 100      42, nothing under 0.005, 1.
Difference     a change of weight in [-1, 1]    -100 to 100   +42, -17, nothing, +1.
"""

from seqattn.alignment import Alignment, Difference

Drawn = Alignment | Difference
Levels = tuple[tuple[int, ...], ...]


def percent_of(weight: float) -> int:
    """A weight in hundredths, 0 to 100, halves rounded up."""
    return min(100, int(weight * 100 + 0.5))


def levels_of(drawn: Drawn) -> Levels:
    """(T_y, T_x) hundredths: 0 to 100 of weights, -100 to 100 of changes."""
    if isinstance(drawn, Alignment):
        return tuple(tuple(map(percent_of, row)) for row in drawn.weights)
    return tuple(
        tuple(-percent_of(-value) if value < 0 else percent_of(value) for value in row)
        for row in drawn.values
    )


def digits(weight: float, nothing: str = "·") -> str:
    """Two cells that carry a weight without colour.

    >>> digits(0.42), digits(0.04), digits(0.004), digits(0.997)
    ('42', ' 4', ' ·', '1.')
    """
    percent = percent_of(weight)
    return _hundredths(percent).rjust(2) if percent else " " + nothing


def said(level: int, *, is_change: bool) -> str:
    """The number of a cell in the fewest characters; empty for nothing.

    >>> [said(level, is_change=True) for level in (42, -7, 0, -100)]
    ['+42', '-7', '', '-1.']
    """
    sign = ("+" if level > 0 else "-") if is_change else ""
    return sign + _hundredths(abs(level)) if level else ""


def log_probs_of(drawn: Drawn, *, wanted: bool) -> tuple[float, ...] | None:
    """T_y log-probabilities to be shown; None if they are not wanted or not known."""
    return drawn.log_probs if wanted and isinstance(drawn, Alignment) else None


def log_prob_said(log_prob: float) -> str:
    """A row's log-probability as every picture writes it.

    >>> log_prob_said(-0.5)
    '-0.50'
    """
    return f"{log_prob:.2f}"


def _hundredths(percent: int) -> str:
    return "1." if percent == 100 else str(percent)
