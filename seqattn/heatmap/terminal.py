"""An alignment as a picture for the terminal: digits carry the value, colour comes on top.

    source →  Tom chases Jerry.
    target ↓  汤姆追逐杰瑞。

             source →
    target ↓   Tom   chases Jerry    .     </s>
        汤姆   ▸97      2      ·      ·      ·
        追逐     9    ▸85      5      ·      ·

Every column has the same width: that of the longest label while all columns fit side by side; else
labels are folded over several lines, and where columns of three cells do not fit, they are laid
out in blocks with the row labels repeated. What had to be cut is listed in full by its number.

Print it with `Console.print(render(alignment), soft_wrap=True)`, or take the text from `to_text`.
"""

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from seqattn.alignment import Alignment
from seqattn.graphemes import cell_width
from seqattn.heatmap import reading
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import digits, log_prob_said, log_probs_of, percent_of
from seqattn.heatmap.inks import Inks
from seqattn.heatmap.labels import pad, wrap
from seqattn.heatmap.layout import LOG_PROB_WIDTH, plan
from seqattn.heatmap.palette import DEFAULT_PALETTE, find
from seqattn.heatmap.surroundings import (
    Line,
    header,
    legends,
    log_prob_entries,
    sentences,
    trimmed,
)
from seqattn.text import counted


@dataclass(frozen=True)
class Picture:
    """A rich renderable; see `render`."""

    alignment: Alignment
    canvas: Canvas | None
    palette: str
    compact: bool
    log_probs: bool
    brief: bool

    def lines(self, canvas: Canvas) -> Iterator[Line]:
        """The picture line by line."""
        inks = Inks(canvas, self.palette)
        yield from sentences(self.alignment, canvas, inks)
        if self.compact:
            from seqattn.heatmap.compact import compact_lines

            yield from compact_lines(self.alignment, canvas, inks, with_log_probs=self.log_probs)
        else:
            yield from _matrix(self.alignment, canvas, inks, with_log_probs=self.log_probs)
        yield [Segment("")]
        for text in self._remarks(canvas):
            for line in wrap(text.split(" "), canvas.width):
                yield [Segment(line, inks.faint)]

    def _remarks(self, canvas: Canvas) -> list[str]:
        if self.brief:
            return [reading.measures(self.alignment)]
        return reading.written_remarks(
            self.alignment, canvas, compact=self.compact, log_probs=self.log_probs
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Lines(self.lines(self._canvas(console, options)))

    def _canvas(self, console: Console, options: ConsoleOptions) -> Canvas:
        return self.canvas or canvas_for(console, options)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        canvas = self._canvas(console, options)
        widths = [sum(cell_width(part.text) for part in line) for line in self.lines(canvas)]
        return Measurement(max(widths), max(widths))


@dataclass(frozen=True)
class FittedPicture:
    """A renderable no higher than the console: brief, then compact, then cut, which it says.

    What is cut goes without its sentences too: they would take the place of the matrix, whose
    labels spell them.

    Attributes:
        alignment: what to draw.
        lines_left: lines of the console for others.
    """

    alignment: Alignment
    lines_left: int = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = max(console.height - self.lines_left, 2)
        canvas = canvas_for(console, options)
        lines: list[Line] = []
        for compact in (False, True):
            picture = render(self.alignment, compact=compact, brief=True)
            lines = list(picture.lines(canvas))
            if len(lines) <= room:
                break
        if len(lines) > room:
            above = sentences(self.alignment, canvas, Inks(canvas, DEFAULT_PALETTE))
            lines = lines[sum(1 for _ in above) :]
        hidden = len(lines) - room
        if hidden > 0:
            said = f"{counted(hidden + 1, 'more line')}: the terminal is too low"
            lines = [*lines[: room - 1], [Segment(said, Style(dim=True))]]
        yield Lines(lines)


def render(
    alignment: Alignment,
    canvas: Canvas | None = None,
    *,
    palette: str = DEFAULT_PALETTE,
    compact: bool = False,
    log_probs: bool = False,
    brief: bool = False,
) -> Picture:
    """The heatmap, to be printed with `Console.print(render(...), soft_wrap=True)`.

    Args:
        alignment: what to draw.
        canvas: width, colours and glyphs to use; None asks the console that prints it.
        palette: a name in `PALETTES`; ValueError otherwise.
        compact: half a character for each weight instead of three: for long sentences.
        log_probs: show each row's log-probability, where the alignment has them: at the row's
            end (compact: beside its label), or under the matrix where there is no room for it.
        brief: under the picture only what its numbers add up to.
    """
    find(palette)
    return Picture(alignment, canvas, palette, compact, log_probs, brief)


def to_text(
    alignment: Alignment,
    canvas: Canvas | None = None,
    *,
    palette: str = DEFAULT_PALETTE,
    compact: bool = False,
    log_probs: bool = False,
    brief: bool = False,
) -> str:
    r"""The heatmap as a string, by default for a file: no escapes, nothing cut.

    >>> from seqattn.alignment import Label
    >>> columns = (Label("Tom"), Label("runs"))
    >>> picture = to_text(Alignment((Label("汤姆"),), columns, ((0.9, 0.1),)))
    >>> print("\n".join(picture.splitlines()[:3]))
             source →
    target ↓  Tom  runs
        汤姆  ▸90   10
    """
    canvas = canvas or Canvas()
    picture = render(
        alignment, canvas, palette=palette, compact=compact, log_probs=log_probs, brief=brief
    )
    return text_of(picture, canvas)


def canvas_for(console: Console, options: ConsoleOptions) -> Canvas:
    """What a console can show, in the room that it gives."""
    canvas = Canvas.of(console)
    if canvas.width is None:
        return canvas
    return replace(canvas, width=min(canvas.width, options.max_width))


class Drawing(Protocol):
    """Something that is drawn line by line."""

    def lines(self, canvas: Canvas) -> Iterable[Line]:
        """Its lines on a canvas."""
        ...


@dataclass(frozen=True)
class Lines:
    """A renderable of lines that are there."""

    lines: Iterable[Line]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines:
            yield from line
            yield Segment.line()


def text_of(picture: Drawing, canvas: Canvas) -> str:
    """A picture as a string, with the escapes of the canvas's colours."""
    systems = {"16": "standard", "256": "256", "truecolor": "truecolor"}
    console = Console(
        file=io.StringIO(),
        force_terminal=canvas.depth != "none",
        color_system=systems.get(canvas.depth),  # type: ignore[arg-type]
        no_color=False,
        legacy_windows=False,
        _environ={},
    )
    with console.capture() as capture:
        console.print(Lines(picture.lines(canvas)), soft_wrap=True)
    return capture.get()


def _matrix(
    alignment: Alignment, canvas: Canvas, inks: Inks, *, with_log_probs: bool
) -> Iterator[Line]:
    log_probs = log_probs_of(alignment, wanted=with_log_probs)
    layout = plan(alignment, canvas, with_log_probs=log_probs is not None)
    listed: tuple[str, ...] = ()
    if log_probs is not None and not layout.has_log_probs:
        listed, log_probs = log_prob_entries(layout.rows, log_probs), None
    peaks = alignment.peaks()
    for number, block in enumerate(layout.blocks):
        if number:
            yield [Segment("")]
        yield from header(alignment, layout, block, canvas, inks)
        for index, label in enumerate(layout.rows):
            line = [Segment(pad(label, layout.label_width, "right") + " ")]
            line += _cells(alignment.weights[index], block, peaks[index], layout.cell, canvas, inks)
            if log_probs is not None:
                text = log_prob_said(log_probs[index]).rjust(LOG_PROB_WIDTH)
                line.append(Segment(text, inks.faint))
            yield trimmed(line)
    yield from legends(layout.row_legend, layout.column_legend, canvas, inks, log_probs=listed)


def _cells(
    row: tuple[float, ...], block: range, peak: int, cell: int, canvas: Canvas, inks: Inks
) -> Line:
    left = (cell - 3) // 2
    before, after = " " * left, " " * (cell - 3 - left)
    nothing, mark = canvas.glyph("·", "."), canvas.glyph("▸", ">")
    made: dict[int, Segment] = {}  # most cells of a long row are alike
    cells = []
    for column in block:
        percent = percent_of(row[column])
        if column == peak:
            text = before + mark + digits(row[column], nothing) + after
            cells.append(Segment(text, inks.cell(percent, peak=True)))
            continue
        if percent not in made:
            text = before + " " + digits(row[column], nothing) + after
            made[percent] = Segment(text, inks.cell(percent))
        cells.append(made[percent])
    return cells
