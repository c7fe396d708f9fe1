"""What a picture may use: the width, colours and glyphs of the place it will be shown in."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqattn.heatmap.labels import isolated
from seqattn.heatmap.palette import Background, Depth

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST = 20  # cells; below this a label and one column no longer fit beside each other
_GLYPHS = "▸·░▒▓█▀‿…→↓–"
_DEPTHS: dict[str | None, Depth] = {
    None: "none",
    "standard": "16",
    "windows": "16",
    "256": "256",
    "truecolor": "truecolor",
}


@dataclass(frozen=True)
class Canvas:
    """Where a picture goes. The default is a pipe or a file: no colours, nothing cut.

    Attributes:
        width: cells; None: as many as it takes, on one line each.
        depth: how many colours; "none" writes no escape at all, so that digits say everything.
        unicode: whether marks, shades and blocks may be used; else ASCII stands for them.
        background: the terminal's, so that weight 0 lies close to it.
        encoding: what the labels must be written in; characters that it lacks are escaped.

    >>> Canvas(width=80, depth="256").glyph("▸", ">")
    '▸'
    """

    width: int | None = None
    depth: Depth = "none"
    unicode: bool = True
    background: Background = "dark"
    encoding: str = "utf-8"

    @classmethod
    def of(
        cls,
        console: "Console",
        *,
        width: int | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> "Canvas":
        """What a rich console can show.

        NO_COLOR (set to anything but nothing), TERM=dumb and a pipe or file mean no colour;
        a pipe or file also has no width, so nothing is cut. COLORFGBG tells the background where
        the terminal sets it.

        Args:
            console: the console that will print the picture.
            width: cells to use, whatever the console says.
            environ: the environment variables.
        """
        plain = (
            not console.is_terminal
            or console.no_color
            or bool(environ.get("NO_COLOR"))
            or environ.get("TERM", "").lower() in ("dumb", "unknown")
        )
        if width is None and console.is_terminal:
            width = console.width
        encoding = console.encoding
        return cls(
            width=None if width is None else max(width, NARROWEST),
            depth="none" if plain else _DEPTHS.get(console.color_system, "none"),
            unicode=not console.legacy_windows and _carries(encoding, _GLYPHS),
            background=_background(environ.get("COLORFGBG", "")),
            encoding=encoding if _carries(encoding, "a") else "ascii",
        )

    def glyph(self, pretty: str, plain: str) -> str:
        """The pretty form where the canvas shows it, else the ASCII form."""
        return pretty if self.unicode else plain

    def isolated(self, text: str) -> str:
        """A right-to-left text shut off from its neighbours, where the canvas has the means."""
        return isolated(text) if self.unicode else text


def _carries(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _background(colorfgbg: str) -> Background:
    """Read "15;0" or "0;default;15": the last number is the background's ANSI colour."""
    return "light" if colorfgbg.rpartition(";")[2] in ("7", "15") else "dark"
