"""Alignments as one HTML page, or one alignment as a piece of HTML for a notebook.

The page is one file that loads nothing: it works from disk and its own policy forbids it any
network. What a figure on it looks like and does is `seqattn.heatmap.figure`'s work.
"""

from collections.abc import Sequence

from seqattn.alignment import Alignment
from seqattn.heatmap import reading
from seqattn.heatmap.figure import EACH_LIVE, figure, style
from seqattn.heatmap.markup import FONTS, escaped
from seqattn.heatmap.palette import DEFAULT_PALETTE

_STYLE = """
body{margin:0 auto;padding:1.5em;background:#fff;color:#1c2024;font-family:%(fonts)s}
h1{font-size:1.3em;margin:0 .9em .8em}
@media (prefers-color-scheme:dark){body{background:#0e1116;color:#e8ebee}}
"""


def to_html(
    alignments: Sequence[Alignment],
    *,
    title: str = "Attention",
    palette: str = DEFAULT_PALETTE,
    captions: Sequence[str] = (),
    log_probs: bool = False,
) -> str:
    """One page with a heatmap for each alignment, light or dark as the reader's system is.

    Args:
        alignments: what to draw, in order.
        title: of the page.
        palette: a name in `PALETTES`; ValueError otherwise.
        captions: a heading for each alignment, if given; ValueError if their number differs.
        log_probs: show each row's log-probability at its end, where an alignment has them.
    """
    if captions and len(captions) != len(alignments):
        raise ValueError(f"{len(captions)} captions for {len(alignments)} alignments")
    figures = [
        figure(alignment, captions[index] if captions else "", log_probs=log_probs)
        for index, alignment in enumerate(alignments)
    ]
    return page(
        f"{''.join(figures)}<p>{reading.CAUTION}</p>\n",
        title=title,
        rules=style(alignments, palette, follows_reader=True),
        script=EACH_LIVE,
    )


def page(body: str, *, title: str, rules: str, script: str) -> str:
    """A whole page that loads nothing.

    Args:
        body: markup that follows the heading.
        title: of the page, and its heading; plain text.
        rules: CSS, after that of the page itself.
        script: runs once the body is there.
    """
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escaped(title)}</title>\n<style>{_STYLE % {'fonts': FONTS}}{rules}</style>\n"
        f"</head>\n<body>\n<h1>{escaped(title)}</h1>\n{body}<script>{script}</script>\n"
        "</body>\n</html>\n"
    )


def to_fragment(
    alignment: Alignment, *, palette: str = DEFAULT_PALETTE, log_probs: bool = False
) -> str:
    """The heatmap as HTML to be put into a page such as a notebook: no script, light paper."""
    rules = style([alignment], palette, follows_reader=False)
    return f"<style>{rules}</style>\n{figure(alignment, is_live=False, log_probs=log_probs)}"
