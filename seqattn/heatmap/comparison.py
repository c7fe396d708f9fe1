"""Two models on one sentence: two pictures side by side and, under them, their difference.

Side by side where both fit whole into halves of the terminal, else one over the other; so too in a
pipe, which has no width. There is a difference where both have the same tokens.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment

from seqattn.alignment import Alignment, Difference, unlike
from seqattn.graphemes import cell_width
from seqattn.heatmap import reading
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import Drawn, log_probs_of
from seqattn.heatmap.changes import ChangePicture
from seqattn.heatmap.figure import EACH_LIVE, figure, style
from seqattn.heatmap.html import page
from seqattn.heatmap.inks import Inks
from seqattn.heatmap.labels import cut, encodable, wrap
from seqattn.heatmap.layout import plan
from seqattn.heatmap.markup import escaped
from seqattn.heatmap.palette import DEFAULT_PALETTE, find
from seqattn.heatmap.surroundings import Line
from seqattn.heatmap.svg import to_svg_beside
from seqattn.heatmap.terminal import Lines, canvas_for, render, text_of
from seqattn.text import visible

GAP = 4
NARROWEST_HALF = 38  # cells; narrower, the lines under a picture would be mostly breaks


@dataclass(frozen=True)
class Comparison:
    """Two alignments of one sentence, by two models.

    Attributes:
        first, second: A and B.
        names: what to call them, such as their run folders.
        why_none: what to say where they have no difference; may be empty.
        palette: a name in `PALETTES`; ValueError otherwise.
        compact: half a character for each weight.
        log_probs: show each row's log-probability, of A and of B, where they are known.
        canvas: width, colours and glyphs to use; None asks the console that prints it.
    """

    first: Alignment
    second: Alignment
    names: tuple[str, str]
    why_none: str = ""
    palette: str = DEFAULT_PALETTE
    compact: bool = False
    log_probs: bool = False
    canvas: Canvas | None = None

    def __post_init__(self) -> None:
        find(self.palette)

    @property
    def difference(self) -> Difference | None:
        """B - A, where both have the same tokens."""
        return None if unlike(self.first, self.second) else Difference(self.first, self.second)

    @property
    def captions(self) -> tuple[str, str, str]:
        """What stands over A, over B and over their difference."""
        return f"A  {self.names[0]}", f"B  {self.names[1]}", "B - A"

    def lines(self, canvas: Canvas) -> Iterator[Line]:
        """The pictures line by line."""
        inks = Inks(canvas, self.palette)
        half = self._half(canvas)
        parts = [
            list(self._part(alignment, caption, replace(canvas, width=half or canvas.width), inks))
            for alignment, caption in zip((self.first, self.second), self.captions, strict=False)
        ]
        yield from _beside(parts, half) if half else _stacked(parts)
        yield [Segment("")]
        texts = reading.shared_remarks(
            self.first, self.second, canvas, compact=self.compact, log_probs=self.log_probs
        )
        difference = self.difference
        if difference is None:
            texts.append(self.why_none)
        for text in filter(None, texts):
            for line in wrap(text.split(" "), canvas.width):
                yield [Segment(line, inks.faint)]
        if difference is not None:
            yield [Segment("")]
            yield [Segment(self.captions[2], inks.strong)]
            yield from ChangePicture(difference, self.compact).lines(canvas)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Lines(self.lines(self.canvas or canvas_for(console, options)))

    def to_text(self, canvas: Canvas | None = None) -> str:
        """The pictures as a string, by default for a file."""
        return text_of(self, canvas or Canvas())

    def to_svg(self) -> str:
        """The pictures side by side as one SVG element."""
        drawn = self.drawn
        captions = self.captions[: len(drawn)]
        return to_svg_beside(drawn, captions, palette=self.palette, log_probs=self.log_probs)

    def to_html(self) -> str:
        """A page with the pictures; see `comparisons_to_html`."""
        return comparisons_to_html([self])

    @property
    def drawn(self) -> list[Drawn]:
        """A, B and, where there is one, their difference."""
        difference = self.difference
        return [self.first, self.second, *([] if difference is None else [difference])]

    def _part(self, alignment: Alignment, caption: str, canvas: Canvas, inks: Inks) -> list[Line]:
        title = encodable(visible(caption), canvas.encoding)
        if canvas.width is not None:
            title = cut(title, canvas.width, canvas.glyph("…", "~"))
        picture = render(
            alignment,
            palette=self.palette,
            compact=self.compact,
            log_probs=self.log_probs,
            brief=True,
        )
        return [[Segment(canvas.isolated(title), inks.strong)], *picture.lines(canvas)]

    def _half(self, canvas: Canvas) -> int | None:
        """The width of each picture where they can stand side by side."""
        if canvas.width is None:
            return None
        half = (canvas.width - GAP) // 2
        if half < NARROWEST_HALF:
            return None
        narrow = replace(canvas, width=half)
        if self.compact:
            return half
        for alignment in (self.first, self.second):
            is_known = log_probs_of(alignment, wanted=self.log_probs) is not None
            if len(plan(alignment, narrow, with_log_probs=is_known).blocks) > 1:
                return None
        return half


def comparisons_to_html(comparisons: Sequence[Comparison]) -> str:
    """One page with the pictures of each sentence, side by side where the window is wide enough.

    Raises:
        ValueError: there is none, or their palettes differ.
    """
    [palette] = {comparison.palette for comparison in comparisons}
    rows = [comparison.drawn for comparison in comparisons]
    body = ""
    for comparison, row in zip(comparisons, rows, strict=True):
        figures = (
            figure(*pair, log_probs=comparison.log_probs)
            for pair in zip(row, comparison.captions, strict=False)
        )
        body += f'<div class="beside">\n{"".join(figures)}</div>\n'
        if len(row) == 2 and comparison.why_none:
            body += f'<p class="why">{escaped(comparison.why_none)}</p>\n'
    return page(
        f"{body}<p>{reading.CAUTION}</p>\n",
        title="Attention of two models",
        rules=style(chain.from_iterable(rows), palette, follows_reader=True) + _STYLE,
        script=EACH_LIVE,
    )


_STYLE = """
.beside{display:flex;flex-wrap:wrap;align-items:flex-start}
.beside .sa{flex:0 1 auto;min-width:min(24em,100%);max-width:100%;box-sizing:border-box}
.beside h2{font-size:1.1em}
.beside figcaption,.beside output{max-width:30em}
.why{margin:-1.5em 1.2em 2.5em}
"""


def _stacked(parts: Sequence[Sequence[Line]]) -> Iterator[Line]:
    for number, part in enumerate(parts):
        if number:
            yield [Segment("")]
        yield from part


def _beside(parts: Sequence[Sequence[Line]], width: int) -> Iterator[Line]:
    """Two pictures side by side, the left one's lines filled up to `width` cells."""
    left, right = parts
    for number in range(max(len(left), len(right))):
        line = list(left[number]) if number < len(left) else []
        if number < len(right) and any(segment.text for segment in right[number]):
            filled = sum(cell_width(segment.text) for segment in line)
            line.append(Segment(" " * (width + GAP - filled)))
            line += right[number]
        yield line or [Segment("")]
