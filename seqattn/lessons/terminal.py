"""A lesson's lines in colour, for a terminal that has them. Digits carry everything; see `heatmap`.

Attention weights have the heatmap's colours; the rest is bold, faint or plain, so that it can be
read on a light background and a dark one.
"""

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from seqattn.heatmap import DEFAULT_PALETTE, Canvas
from seqattn.heatmap.inks import Inks
from seqattn.lessons.layout import Line, Span

_STYLES = {
    "title": Style(bold=True),
    "label": Style(color="cyan"),
    "faint": Style(dim=True),
    "formula": Style(bold=True, color="magenta"),
    "hand": Style(italic=True),
}


def colored(lines: Iterable[Line], canvas: Canvas) -> Text:
    """The lines as rich text; print it with `soft_wrap=True`, for the lines fit already."""
    inks = Inks(canvas, DEFAULT_PALETTE)
    text = Text()
    for line in lines:
        for span in line:
            text.append(span.text, _style(span, inks))
        text.append("\n")
    return text


def _style(span: Span, inks: Inks) -> Style | None:
    if span.ink == "weight":
        return inks.cell(span.percent)
    return _STYLES.get(span.ink)
