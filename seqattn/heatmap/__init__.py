"""An alignment as a picture.

    where              call                        needs
    a terminal         render(alignment)           rich; colour and digits
    a text file        to_text(alignment)          nothing; digits alone carry the value

`Canvas` says what the place can show and finds it out from a rich console. No picture drops data:
what does not fit is laid out in blocks, what must be cut is listed in full. Labels and sentences
are the user's text and never markup. Making numbers is `seqattn.alignment`'s work.
"""

from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.palette import DEFAULT_PALETTE, PALETTES
from seqattn.heatmap.reading import CAUTION
from seqattn.heatmap.terminal import render, to_text

__all__ = ["CAUTION", "DEFAULT_PALETTE", "PALETTES", "Canvas", "render", "to_text"]
