"""The difference of two alignments for the terminal: signed digits, blue for less, orange for more.

    B - A    source →
             Tom  chases Jerry
      汤姆    ·     +4     -4
      追逐   -21   +17     +4

Laid out as `seqattn.heatmap.terminal` lays out weights. No cell is marked: the sign and the digits
say without colour what the colour says. The compact form has one character for each change, a sign
that is the heavier the larger it is, and a key.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from seqattn.alignment import Difference
from seqattn.graphemes import cell_width
from seqattn.heatmap import reading
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import levels_of, said
from seqattn.heatmap.compact import ruler
from seqattn.heatmap.inks import Inks
from seqattn.heatmap.labels import pad, wrap
from seqattn.heatmap.layout import fit_rows, numbered, plan, written_labels
from seqattn.heatmap.palette import DEFAULT_PALETTE, change16, change256, change_rgb
from seqattn.heatmap.surroundings import Line, axis_lines, header, legends, trimmed

CELL = 4  # a gap, a sign and two digits

_STEPS = (10, 40)
"""Hundredths from which a compact sign is heavier."""
_MORE, _ASCII_MORE = "·+╋", ".+#"
_LESS, _ASCII_LESS = "╌─━", "~-="


@dataclass(frozen=True)
class ChangePicture:
    """What `lines` draws; see the module."""

    difference: Difference
    compact: bool = False

    def lines(self, canvas: Canvas) -> Iterator[Line]:
        """The picture line by line, without the sentences, which its two pictures name."""
        inks, styles = Inks(canvas, DEFAULT_PALETTE), _styles(canvas)
        draw = _compact_matrix if self.compact else _matrix
        yield from draw(self.difference, canvas, inks, styles)
        yield [Segment("")]
        remarks = [] if self.compact else [reading.changes(canvas.glyph("·", "."))]
        remark = " ".join([*remarks, reading.measures(self.difference)])
        for text in wrap(remark.split(" "), canvas.width):
            yield [Segment(text, inks.faint)]


def _matrix(
    difference: Difference, canvas: Canvas, inks: Inks, styles: dict[int, Style | None]
) -> Iterator[Line]:
    """A sign and two digits for each change."""
    layout = plan(difference, canvas, smallest=CELL)
    levels = levels_of(difference)
    nothing = canvas.glyph("·", ".")
    left = (layout.cell - CELL) // 2
    before, after = " " * left, " " * (layout.cell - CELL - left)
    for number, block in enumerate(layout.blocks):
        if number:
            yield [Segment("")]
        yield from header(difference, layout, block, canvas, inks)
        for label, row in zip(layout.rows, levels, strict=True):
            line = [Segment(pad(label, layout.label_width, "right") + " ")]
            for column in block:
                text = said(row[column], is_change=True) or nothing
                line.append(Segment(before + text.rjust(CELL) + after, styles[row[column]]))
            yield trimmed(line)
    yield from legends(layout.row_legend, layout.column_legend, canvas, inks)


def _compact_matrix(
    difference: Difference, canvas: Canvas, inks: Inks, styles: dict[int, Style | None]
) -> Iterator[Line]:
    """One character for each change, the columns' labels by number, and the key."""
    labels, row_legend = fit_rows(written_labels(difference.rows, canvas), canvas)
    margin = max(map(cell_width, labels), default=0) + 1
    count = difference.shape[1]
    room = count if canvas.width is None else max(1, canvas.width - margin)
    levels = levels_of(difference)
    for start in range(0, count, room):
        block = range(start, min(start + room, count))
        if start:
            yield [Segment("")]
        yield from axis_lines(difference, block, margin, canvas, inks)
        yield [Segment(" " * margin + ruler(block), inks.faint)]
        for label, row in zip(labels, levels, strict=True):
            line = [Segment(pad(label, margin - 1, "right") + " ")]
            line += [Segment(change_glyph(row[j], canvas), styles[row[j]]) for j in block]
            yield trimmed(line)
    columns = numbered(written_labels(difference.columns, canvas), canvas)
    yield from legends(row_legend, columns, canvas, inks)
    dash = canvas.glyph("–", "-")
    spans = [f"{low}{dash}{high - 1}" for low, high in pairwise((1, *_STEPS, 101))]
    entries = ["blank 0"]
    for sign, name in ((1, "more in B"), (-1, "less in B")):
        glyphs = [change_glyph(sign * low, canvas) for low in (1, *_STEPS)]
        entries += [f"{glyph} {span}" for glyph, span in zip(glyphs, spans, strict=True)]
        entries[-1] += f" {name}"
    for text in wrap(["hundredths:", *entries], canvas.width, gap="  "):
        yield [Segment(text, inks.faint)]


def change_glyph(level: int, canvas: Canvas) -> str:
    """One character for a change in hundredths, -100 to 100: its sign, the heavier the larger.

    >>> "".join(change_glyph(level, Canvas()) for level in (-100, -25, -1, 0, 1, 25, 100))
    '━─╌ ·+╋'
    """
    glyphs = canvas.glyph(_MORE, _ASCII_MORE) if level > 0 else canvas.glyph(_LESS, _ASCII_LESS)
    return glyphs[bisect_right(_STEPS, abs(level))] if level else " "


def _styles(canvas: Canvas) -> dict[int, Style | None]:
    """The colours of each level; no style at all where the canvas has no colours."""
    if canvas.depth == "none":
        return dict.fromkeys(range(-100, 101))
    if canvas.depth == "truecolor":
        rgb = change_rgb(canvas.background)
        return {
            level: Style(color=Color.from_rgb(*text), bgcolor=Color.from_rgb(*cell))
            for level, (cell, text) in rgb.items()
        }
    numbers = (change256 if canvas.depth == "256" else change16)(canvas.background)
    return {
        level: Style(color=Color.from_ansi(text), bgcolor=Color.from_ansi(cell))
        for level, (cell, text) in numbers.items()
    }
