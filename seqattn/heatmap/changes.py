"""The difference of two alignments for the terminal: signed digits, blue for less, orange for more.

    B - A    source →
             Tom  chases Jerry
      汤姆    ·     +4     -4
      追逐   -21   +17     +4

Laid out as `seqattn.heatmap.terminal` lays out weights. No cell is marked: the sign and the digits
say without colour what the colour says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from seqattn.alignment import Difference
from seqattn.heatmap import reading
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import levels_of, said
from seqattn.heatmap.inks import Inks
from seqattn.heatmap.labels import pad, wrap
from seqattn.heatmap.layout import plan
from seqattn.heatmap.palette import DEFAULT_PALETTE, change16, change256, change_rgb
from seqattn.heatmap.surroundings import Line, header, legends, trimmed

CELL = 4  # a gap, a sign and two digits


@dataclass(frozen=True)
class ChangePicture:
    """What `lines` draws; see the module."""

    difference: Difference

    def lines(self, canvas: Canvas) -> Iterator[Line]:
        """The picture line by line, without the sentences, which its two pictures name."""
        difference = self.difference
        inks, styles = Inks(canvas, DEFAULT_PALETTE), _styles(canvas)
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
        yield [Segment("")]
        remark = f"{reading.changes(nothing)} {reading.measures(difference)}"
        for text in wrap(remark.split(" "), canvas.width):
            yield [Segment(text, inks.faint)]


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
