"""The styles of a terminal picture's parts, by what its canvas can show."""

from rich.color import Color
from rich.style import Style

from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.palette import ramp16, ramp256, ramp_rgb


class Inks:
    """The styles of a canvas: none at all where it has no colours."""

    def __init__(self, canvas: Canvas, palette: str) -> None:
        self.colored = canvas.depth != "none"
        self.faint = Style(dim=True) if self.colored else None
        self.strong = Style(bold=True) if self.colored else None
        self._pairs = _pairs(canvas, palette) if self.colored else []
        self._cells: dict[tuple[int, bool], Style] = {}

    def cell(self, percent: int, *, peak: bool = False) -> Style | None:
        """Background by weight, black or white text; a peak is bold as well as marked."""
        if not self.colored:
            return None
        key = (percent, peak)
        if key not in self._cells:
            cell, text = self._pairs[percent]
            self._cells[key] = Style(color=text, bgcolor=cell, bold=peak or None)
        return self._cells[key]

    def color(self, percent: int) -> Color:
        """The colour of a weight alone; only on a canvas with colours."""
        return self._pairs[percent][0]


def _pairs(canvas: Canvas, palette: str) -> list[tuple[Color, Color]]:
    if canvas.depth == "truecolor":
        rgb = ramp_rgb(palette, canvas.background)
        return [(Color.from_rgb(*cell), Color.from_rgb(*text)) for cell, text in rgb]
    numbers = ramp16(canvas.background)
    if canvas.depth == "256":
        numbers = ramp256(palette, canvas.background)
    return [(Color.from_ansi(cell), Color.from_ansi(text)) for cell, text in numbers]
