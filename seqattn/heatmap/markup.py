"""What SVG and HTML share: escaped text, colours as CSS, the words said about one cell."""

import html
from functools import lru_cache

from seqattn.alignment import Difference
from seqattn.heatmap import reading
from seqattn.heatmap.cells import Drawn, Levels
from seqattn.heatmap.labels import shown_labels, shown_text
from seqattn.heatmap.palette import RGB, Background, change_rgb, ramp_rgb
from seqattn.text import visible

# The viewer's own fonts, so that every script shows; nothing is loaded.
FONTS = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Segoe UI', sans-serif"


def escaped(text: str) -> str:
    """User text for an element or a quoted attribute: visible, and never markup.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return html.escape(visible(text))


def escaped_labels(drawn: Drawn) -> tuple[list[str], list[str]]:
    """Row and column labels as they are shown, ready for markup."""
    rows, columns = shown_labels(drawn.rows), shown_labels(drawn.columns)
    return [escaped(label) for label in rows], [escaped(label) for label in columns]


def cell_title(drawn: Drawn, row: int, column: int) -> str:
    """All that is known about one cell, ready for markup.

    >>> from seqattn.alignment import Alignment, Label
    >>> cell_title(Alignment((Label("汤姆"),), (Label("Tom"),), ((1.0,),)), 0, 0)
    'target 汤姆, source Tom: weight 1.0000'
    """
    target, source = drawn.rows[row].text, drawn.columns[column].text
    title = f"{drawn.row_role} {shown_text(target)}, {drawn.column_role} {shown_text(source)}: "
    if isinstance(drawn, Difference):
        first, second = drawn.first.weights[row][column], drawn.second.weights[row][column]
        title += f"A {first:.4f}, B {second:.4f}, difference {second - first:+.4f}"
    else:
        title += f"weight {drawn.weights[row][column]:.4f}"
        if drawn.scores is not None:
            title += f", score {drawn.scores[row][column]:.3f}"
    return escaped(title)


def log_prob_title(drawn: Drawn, row: int, log_prob: float) -> str:
    """The exact log-probability of a row, ready for markup.

    >>> from seqattn.alignment import Alignment, Label
    >>> log_prob_title(Alignment((Label("汤姆"),), (Label("Tom"),), ((1.0,),)), 0, -0.25)
    'target 汤姆: log p -0.2500'
    """
    label = shown_text(drawn.rows[row].text)
    return escaped(f"{drawn.row_role} {label}: {reading.LOG_PROB} {log_prob:.4f}")


@lru_cache(maxsize=512)
def css(color: RGB) -> str:
    """The colour as CSS and SVG write it.

    >>> css((255, 0, 128))
    '#ff0080'
    """
    return "#{:02x}{:02x}{:02x}".format(*color)


def css_name(level: int, *, is_change: bool) -> str:
    """What the class of a level's cells ends in: m for less, p for more.

    >>> css_name(42, is_change=False), css_name(-42, is_change=True)
    ('42', 'm42')
    """
    return ("m" if level < 0 else "p") * is_change + str(abs(level))


def css_ramp(palette: str, background: Background) -> dict[int, tuple[str, str]]:
    """(cell, text) colours for the weights 0, 1, ... 100 hundredths."""
    return {
        percent: (css(cell), css(text))
        for percent, (cell, text) in enumerate(ramp_rgb(palette, background))
    }


def css_changes(background: Background) -> dict[int, tuple[str, str]]:
    """(cell, text) colours for changes of -100 to 100 hundredths."""
    return {level: (css(cell), css(text)) for level, (cell, text) in change_rgb(background).items()}


def levels_in(levels: Levels) -> list[int]:
    """The levels that occur, each once."""
    return sorted({level for row in levels for level in row})
