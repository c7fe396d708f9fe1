"""An alignment as a picture.

    where              call                        needs
    a terminal         render(alignment)           rich; colour and digits
    a text file        to_text(alignment)          digits alone carry the value
    an image           to_svg(alignment)           text in the viewer's fonts
    a browser          to_html(alignments)         one page, no network, hover and arrow keys
    a notebook         to_fragment(alignment)      `Alignment._repr_html_` calls it

`Canvas` says what the place can show and finds it out from a rich console. No picture drops data:
what does not fit is laid out in blocks, what must be cut is listed in full. Labels and sentences
are the user's text and never markup. Making numbers is `seqattn.alignment`'s work.
"""

from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.html import to_fragment, to_html
from seqattn.heatmap.palette import DEFAULT_PALETTE, PALETTES
from seqattn.heatmap.reading import CAUTION
from seqattn.heatmap.svg import to_svg
from seqattn.heatmap.terminal import Picture, render, to_text

__all__ = [
    "CAUTION",
    "DEFAULT_PALETTE",
    "PALETTES",
    "Canvas",
    "Picture",
    "render",
    "to_fragment",
    "to_html",
    "to_svg",
    "to_text",
]
