"""The compact form: one cell a column and, with colours, two rows a line in half-blocks.

The label and the peak's column number of the upper row stand on the left, those of the lower row
on the right; a log-probability, where it is asked for, stands between the two. Without colours each
row has a line of its own and shades of six levels; on a narrow terminal too, with colours behind
them. A key says which weights a colour or a shade stands for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from seqattn.alignment import Alignment
from seqattn.graphemes import cell_width
from seqattn.heatmap import reading
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import digits, log_prob_said, log_probs_of, percent_of
from seqattn.heatmap.inks import Inks
from seqattn.heatmap.labels import pad, wrap
from seqattn.heatmap.layout import LOG_PROB_WIDTH, fit_rows, numbered, written_labels
from seqattn.heatmap.palette import GAMMA
from seqattn.heatmap.surroundings import Line, axis_lines, legends, log_prob_entries

_SHADES = " ·░▒▓█"
_ASCII_SHADES = " .:+#@"
_NARROWEST = 10  # columns; where labels on both sides leave less, each row has a line of its own
_TICK = 5  # columns between the numbers of the ruler
_KEY = "weights:"
_HALVES = "Two rows share a line: the left label is the upper one's, the right one the lower's."
_KEY_LEVELS = (0, 5, 10, 25, 50, 75, 100)  # hundredths whose colours the key shows
_KEY_CELL = 4


@dataclass(frozen=True)
class _Plan:
    """Where everything goes, in terminal cells.

    Attributes:
        halves: whether two rows share a line.
        has_log_probs: whether they stand beside the labels.
        number_width: of a column's number.
        margin: left of the matrix and, with halves, right of it.
        room: columns of a block.
    """

    halves: bool
    has_log_probs: bool
    number_width: int
    margin: int
    room: int


class _Side(NamedTuple):
    """A row's label and, for either side of the matrix, the numbers between the two."""

    label: str
    on_left: str
    on_right: str


def compact_lines(
    alignment: Alignment, canvas: Canvas, inks: Inks, *, with_log_probs: bool = False
) -> Iterator[Line]:
    """The matrix in its compact form, block by block, and the columns' labels by number."""
    labels, row_legend = fit_rows(written_labels(alignment.rows, canvas), canvas)
    count = alignment.shape[1]
    log_probs = log_probs_of(alignment, wanted=with_log_probs)
    plan = _plan(labels, count, canvas, inks, with_log_probs=log_probs is not None)
    listed: tuple[str, ...] = ()
    if log_probs is not None and not plan.has_log_probs:
        listed, log_probs = log_prob_entries(labels, log_probs), None
    sides = _sides(labels, alignment.peaks(), log_probs, plan)
    for start in range(0, count, plan.room):
        block = range(start, min(start + plan.room, count))
        if start:
            yield [Segment("")]
        yield from axis_lines(alignment, block, plan.margin, canvas, inks)
        yield [Segment(_heads(block, plan), inks.faint)]
        if plan.halves:
            yield from _half_blocks(alignment, block, sides, inks)
        else:
            yield from _shades(alignment, block, sides, canvas, inks)
    columns = numbered(written_labels(alignment.columns, canvas), canvas)
    yield from legends(row_legend, columns, canvas, inks, log_probs=listed)
    if plan.halves:
        yield _color_key(canvas, inks)
        for line in wrap(_HALVES.split(), canvas.width, gap=" "):
            yield [Segment(line, inks.faint)]
    else:
        yield from _shade_key(canvas, inks)


def _plan(
    labels: tuple[str, ...], count: int, canvas: Canvas, inks: Inks, *, with_log_probs: bool
) -> _Plan:
    """Two rows a line where labels on both sides leave room, then log-probabilities if they do."""
    narrowest = min(count, _NARROWEST)

    def room_beside(margins: int) -> int:
        return count if canvas.width is None else canvas.width - margins

    number_width = len(str(count))
    margin = max(map(cell_width, labels), default=0) + number_width + 2
    halves = inks.colored and canvas.unicode and room_beside(2 * margin) >= narrowest
    sides = 2 if halves else 1
    has_log_probs = with_log_probs and (room_beside(sides * (margin + LOG_PROB_WIDTH)) >= narrowest)
    margin += LOG_PROB_WIDTH if has_log_probs else 0
    room = max(room_beside(sides * margin), 1)
    return _Plan(halves, has_log_probs, number_width, margin, room)


def _sides(
    labels: tuple[str, ...],
    peaks: tuple[int, ...],
    log_probs: tuple[float, ...] | None,
    plan: _Plan,
) -> list[_Side]:
    width = max(map(cell_width, labels), default=0)
    sides = []
    for row, (label, peak) in enumerate(zip(labels, peaks, strict=True)):
        numbers = [str(peak + 1).rjust(plan.number_width)]
        if log_probs is not None:
            numbers.append(log_prob_said(log_probs[row]).rjust(LOG_PROB_WIDTH - 1))
        on_left, on_right = " ".join(numbers[::-1]), " ".join(numbers)
        sides.append(_Side(pad(label, width, "right"), f" {on_left} ", f" {on_right} "))
    return sides


def _heads(block: range, plan: _Plan) -> str:
    """The ruler and, beside it, what the numbers at the labels are."""
    ticks = ruler(block)
    if not plan.has_log_probs:
        return " " * plan.margin + ticks
    gap = " " * (plan.number_width + 2)
    left = reading.LOG_PROB.rjust(plan.margin - len(gap)) + gap
    right = gap + reading.LOG_PROB.rjust(LOG_PROB_WIDTH - 1)
    return left + (ticks.ljust(len(block)) + right if plan.halves else ticks)


def ruler(block: range) -> str:
    """Every fifth column's number, its last digit above the column."""
    line = ""
    for column in block:
        number = str(column + 1)
        fits = column - block.start + 1 - len(number) >= len(line) + bool(line)
        if fits and (column == block.start or (column + 1) % _TICK == 0):
            line = line.ljust(column - block.start + 1 - len(number)) + number
    return line


def _half_blocks(
    alignment: Alignment, block: range, sides: list[_Side], inks: Inks
) -> Iterator[Line]:
    made: dict[tuple[int, int | None], Segment] = {}  # most pairs come again
    for upper in range(0, len(sides), 2):
        line = [Segment(sides[upper].label), Segment(sides[upper].on_left, inks.faint)]
        lower = upper + 1 if upper + 1 < len(sides) else None
        for column in block:
            top = percent_of(alignment.weights[upper][column])
            bottom = None if lower is None else percent_of(alignment.weights[lower][column])
            if (top, bottom) not in made:
                below = None if bottom is None else inks.color(bottom)
                made[top, bottom] = Segment("▀", Style(color=inks.color(top), bgcolor=below))
            line.append(made[top, bottom])
        if lower is not None:
            side = sides[lower]
            line += [Segment(side.on_right, inks.faint), Segment(side.label.strip(" "))]
        yield line


def _shades(
    alignment: Alignment, block: range, sides: list[_Side], canvas: Canvas, inks: Inks
) -> Iterator[Line]:
    shades = canvas.glyph(_SHADES, _ASCII_SHADES)
    for row, side in zip(alignment.weights, sides, strict=True):
        line = [Segment(side.label), Segment(side.on_left, inks.faint)]
        for column in block:
            percent = percent_of(row[column])
            line.append(Segment(shade(percent, shades), inks.cell(percent)))
        yield line


def _color_key(canvas: Canvas, inks: Inks) -> Line:
    """Some weights, each on its colour."""
    levels: tuple[int, ...] = _KEY_LEVELS
    if canvas.width is not None and canvas.width < len(_KEY) + _KEY_CELL * len(levels):
        levels = (10, 25, 75)
    line = [Segment(_KEY, inks.faint)]
    for percent in levels:
        text = digits(percent / 100, canvas.glyph("·", "."))
        line += [Segment(" "), Segment(text.rjust(_KEY_CELL - 1), inks.cell(percent))]
    return line


def _shade_key(canvas: Canvas, inks: Inks) -> Iterator[Line]:
    """Each shade with the hundredths it stands for."""
    shades = canvas.glyph(_SHADES, _ASCII_SHADES)
    meant: dict[str, list[int]] = {}
    for percent in range(1, 101):
        meant.setdefault(shade(percent, shades), []).append(percent)
    dash = canvas.glyph("–", "-")
    entries = [f"{glyph} {found[0]}{dash}{found[-1]}" for glyph, found in meant.items()]
    for line in wrap([_KEY, "blank 0", *entries], canvas.width, gap="  "):
        yield [Segment(line, inks.faint)]


def shade(percent: int, shades: str = _SHADES) -> str:
    """One character that is the fuller the larger the weight; blank under half a hundredth.

    >>> "".join(shade(percent) for percent in (0, 1, 15, 40, 60, 100))
    ' ·░▒▓█'
    """
    if percent == 0:
        return shades[0]
    steps = len(shades) - 1
    return shades[min(steps, 1 + int((percent / 100) ** GAMMA * steps))]
