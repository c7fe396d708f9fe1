"""The compact form: one cell a column and, with colours, two rows a line in half-blocks.

The label and the peak's column number of the upper row stand on the left, those of the lower row
on the right. Without colours each row has a line of its own and shades of six levels; on a narrow
terminal too, with colours behind them. A key says which weights a colour or a shade stands for.
"""

from collections.abc import Iterator

from rich.segment import Segment
from rich.style import Style

from seqattn.alignment import Alignment
from seqattn.graphemes import cell_width
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import digits, percent_of
from seqattn.heatmap.inks import Inks
from seqattn.heatmap.labels import pad, wrap
from seqattn.heatmap.layout import fit_rows, numbered, written_labels
from seqattn.heatmap.palette import GAMMA
from seqattn.heatmap.surroundings import Line, axis_lines, legends

_SHADES = " ·░▒▓█"
_ASCII_SHADES = " .:+#@"
_NARROWEST = 10  # columns; where labels on both sides leave less, each row has a line of its own
_TICK = 5  # columns between the numbers of the ruler
_KEY = "weights:"
_KEY_LEVELS = (0, 5, 10, 25, 50, 75, 100)  # hundredths whose colours the key shows
_KEY_CELL = 4


def compact_lines(alignment: Alignment, canvas: Canvas, inks: Inks) -> Iterator[Line]:
    """The matrix in its compact form, block by block, and the columns' labels by number."""
    labels, row_legend = fit_rows(written_labels(alignment.rows, canvas), canvas)
    width = max(map(cell_width, labels), default=0)
    number_width = len(str(alignment.shape[1]))
    sides = [
        (pad(label, width, "right"), str(peak + 1).rjust(number_width))
        for label, peak in zip(labels, alignment.peaks(), strict=True)
    ]
    margin = width + number_width + 2
    count = alignment.shape[1]
    both = count if canvas.width is None else canvas.width - 2 * margin
    halves = inks.colored and canvas.unicode and both >= min(count, _NARROWEST)
    room = count if canvas.width is None else canvas.width - margin
    room = max(both if halves else room, 1)
    for start in range(0, count, room):
        block = range(start, min(start + room, count))
        if start:
            yield [Segment("")]
        yield from axis_lines(alignment, block, margin, canvas, inks)
        yield [Segment(" " * margin + _ruler(block), inks.faint)]
        if halves:
            yield from _half_blocks(alignment, block, sides, inks)
        else:
            yield from _shades(alignment, block, sides, canvas, inks)
    columns = numbered(written_labels(alignment.columns, canvas), canvas)
    yield from legends(row_legend, columns, canvas, inks)
    if halves:
        yield _color_key(canvas, inks)
    else:
        yield from _shade_key(canvas, inks)


def _ruler(block: range) -> str:
    """Every fifth column's number, its last digit above the column."""
    line = ""
    for column in block:
        number = str(column + 1)
        fits = column - block.start + 1 - len(number) >= len(line) + bool(line)
        if fits and (column == block.start or (column + 1) % _TICK == 0):
            line = line.ljust(column - block.start + 1 - len(number)) + number
    return line


def _half_blocks(
    alignment: Alignment, block: range, sides: list[tuple[str, str]], inks: Inks
) -> Iterator[Line]:
    made: dict[tuple[int, int | None], Segment] = {}  # most pairs come again
    for upper in range(0, len(sides), 2):
        label, peak = sides[upper]
        line = [Segment(label), Segment(f" {peak} ", inks.faint)]
        lower = upper + 1 if upper + 1 < len(sides) else None
        for column in block:
            top = percent_of(alignment.weights[upper][column])
            bottom = None if lower is None else percent_of(alignment.weights[lower][column])
            if (top, bottom) not in made:
                below = None if bottom is None else inks.color(bottom)
                made[top, bottom] = Segment("▀", Style(color=inks.color(top), bgcolor=below))
            line.append(made[top, bottom])
        if lower is not None:
            label, peak = sides[lower]
            line += [Segment(f" {peak} ", inks.faint), Segment(label.strip(" "))]
        yield line


def _shades(
    alignment: Alignment, block: range, sides: list[tuple[str, str]], canvas: Canvas, inks: Inks
) -> Iterator[Line]:
    shades = canvas.glyph(_SHADES, _ASCII_SHADES)
    for row, (label, peak) in zip(alignment.weights, sides, strict=True):
        line = [Segment(label), Segment(f" {peak} ", inks.faint)]
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
    for line in wrap([_KEY, *entries], canvas.width, gap="  "):
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
