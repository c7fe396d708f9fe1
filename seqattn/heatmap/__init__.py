"""An alignment as a picture.

    where              call                        needs
    a terminal         render(alignment)           rich; colour and digits
    a text file        to_text(alignment)          digits alone carry the value
    an image           to_svg(alignment)           text in the viewer's fonts
    a browser          to_html(alignments)         one page, no network, hover and arrow keys
    two models         Comparison(first, ...)      side by side, with the difference of the two
    a training's page  SeriesPage().to_html()      an alignment a validation, with a slider
    a notebook         to_fragment(alignment)      `Alignment._repr_html_` calls it

`Canvas` says what the place can show and finds it out from a rich console. No picture drops data:
what does not fit is laid out in blocks, what must be cut is listed in full. Labels and sentences
are the user's text and never markup. Making numbers is `seqattn.alignment`'s work.

A name is loaded on first use: a picture for the terminal shall not wait for those of a browser.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seqattn.heatmap.canvas import Canvas as Canvas
    from seqattn.heatmap.comparison import Comparison as Comparison
    from seqattn.heatmap.comparison import comparisons_to_html as comparisons_to_html
    from seqattn.heatmap.html import to_fragment as to_fragment
    from seqattn.heatmap.html import to_html as to_html
    from seqattn.heatmap.palette import DEFAULT_PALETTE as DEFAULT_PALETTE
    from seqattn.heatmap.palette import PALETTES as PALETTES
    from seqattn.heatmap.reading import CAUTION as CAUTION
    from seqattn.heatmap.series import Frame as Frame
    from seqattn.heatmap.series import SeriesPage as SeriesPage
    from seqattn.heatmap.svg import to_svg as to_svg
    from seqattn.heatmap.terminal import FittedPicture as FittedPicture
    from seqattn.heatmap.terminal import Picture as Picture
    from seqattn.heatmap.terminal import render as render
    from seqattn.heatmap.terminal import to_text as to_text

_HOME = {
    "CAUTION": "reading",
    "Canvas": "canvas",
    "Comparison": "comparison",
    "DEFAULT_PALETTE": "palette",
    "FittedPicture": "terminal",
    "Frame": "series",
    "PALETTES": "palette",
    "Picture": "terminal",
    "SeriesPage": "series",
    "comparisons_to_html": "comparison",
    "render": "terminal",
    "to_fragment": "html",
    "to_html": "html",
    "to_svg": "svg",
    "to_text": "terminal",
}

__all__ = [
    "CAUTION",
    "DEFAULT_PALETTE",
    "PALETTES",
    "Canvas",
    "Comparison",
    "FittedPicture",
    "Frame",
    "Picture",
    "SeriesPage",
    "comparisons_to_html",
    "render",
    "to_fragment",
    "to_html",
    "to_svg",
    "to_text",
]


def __getattr__(name: str) -> Any:
    """Import a name from its module when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module 'seqattn.heatmap' has no attribute {name!r}")
    return getattr(import_module(f"seqattn.heatmap.{_HOME[name]}"), name)
