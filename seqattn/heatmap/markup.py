"""What SVG and HTML share: escaped text, colours as CSS, the words said about one cell."""

import html
import re
from functools import lru_cache

from seqattn.alignment import Alignment
from seqattn.heatmap.labels import shown_labels, shown_text
from seqattn.heatmap.palette import RGB, Background, ramp_rgb
from seqattn.text import visible

# The viewer's own fonts, so that every script shows; nothing is loaded.
FONTS = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Segoe UI', sans-serif"

# XML 1.0 allows these nowhere, and `visible` leaves them as they harm no terminal.
_NONCHARACTERS = re.compile("[\ufffe\uffff]")


def escaped(text: str) -> str:
    """User text for an element or a quoted attribute: visible, and never markup.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    safe = _NONCHARACTERS.sub(lambda match: f"U+{ord(match[0]):04X}", visible(text))
    return html.escape(safe)


def escaped_labels(alignment: Alignment) -> tuple[list[str], list[str]]:
    """Row and column labels as they are shown, ready for markup."""
    rows, columns = shown_labels(alignment.rows), shown_labels(alignment.columns)
    return [escaped(label) for label in rows], [escaped(label) for label in columns]


def cell_title(alignment: Alignment, row: int, column: int) -> str:
    """All that is known about one cell, ready for markup.

    >>> from seqattn.alignment import Label
    >>> cell_title(Alignment((Label("汤姆"),), (Label("Tom"),), ((1.0,),)), 0, 0)
    'target 汤姆, source Tom: weight 1.0000'
    """
    target, source = alignment.rows[row].text, alignment.columns[column].text
    title = (
        f"{alignment.row_role} {shown_text(target)}, {alignment.column_role} {shown_text(source)}: "
        f"weight {alignment.weights[row][column]:.4f}"
    )
    if alignment.scores is not None:
        title += f", score {alignment.scores[row][column]:.3f}"
    return escaped(title)


@lru_cache(maxsize=512)
def css(color: RGB) -> str:
    """The colour as CSS and SVG write it.

    >>> css((255, 0, 128))
    '#ff0080'
    """
    return "#{:02x}{:02x}{:02x}".format(*color)


def css_ramp(palette: str, background: Background) -> list[tuple[str, str]]:
    """(cell, text) colours for weights 0, 0.01, ... 1."""
    return [(css(cell), css(text)) for cell, text in ramp_rgb(palette, background)]
