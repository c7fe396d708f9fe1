"""BLEU by source length as SVG: a line for each variant, as in Bahdanau 2015, figure 2.

Lines are the means over the seeds; the small dots to their right are the seeds. Colours are those
of Okabe and Ito (2008), which colour-blind people tell apart; dashes and marks tell the lines apart
without any colour, so the plot can be printed in black. Text stays text, in the viewer's own fonts.
"""

import math
from collections.abc import Iterator, Sequence

from seqattn.comparison.results import Comparison, LengthScore, Result
from seqattn.comparison.variants import common_heading, short_names
from seqattn.heatmap.markup import FONTS, escaped

# The palette's yellow is left out: too pale on white paper.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#000000", "#cc79a7", "#56b4e9", "#e69f00")
DASHES = ("", "8 4", "2 3", "12 3 2 3", "5 2 1 2 1 2")
MARKS = ("circle", "square", "triangle", "diamond", "ring", "cross", "frame")

# Pixels.
_SIZE, _SMALL, _CHARACTER = 14, 12, 8
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 56, 76
_SEED_SHIFT = 10  # so that the mark of the mean never covers a seed
_COLUMN, _HEIGHT, _LEGEND_LINE, _LEGEND_SAMPLE = 96, 300, 24, 70
_INK, _FAINT, _GRID = "#1c2024", "#667078", "#d8dde2"


def bleu_by_length(comparison: Comparison) -> str:
    """The plot as one SVG element; variants without a result are left out."""
    return _Plot(comparison).svg()


class _Plot:
    """The measures of one plot; all in pixels."""

    def __init__(self, comparison: Comparison) -> None:
        compared = comparison.plan.variants
        names = short_names(compared)
        found = [(name, comparison.results_of(v)) for name, v in zip(names, compared, strict=True)]
        self.lines = [(name, results) for name, results in found if results]
        self.bins: Sequence[LengthScore] = self.lines[0][1][0].by_length if self.lines else ()
        self.test, self.heading = comparison.test, common_heading(compared) or "variant"
        scores = [row.bleu for _, results in self.lines for r in results for row in r.by_length]
        self.step = next(s for s in (0.5, 1, 2, 5, 10, 20) if max(scores, default=0) <= 6 * s)
        self.highest = self.step * max(1, math.ceil(max(scores, default=0) / self.step))
        longest = max((len(name) for name, _ in self.lines), default=0)
        self.plot_width = _COLUMN * max(2, len(self.bins))
        self.legend = _LEFT + self.plot_width + _RIGHT
        self.width = self.legend + _LEGEND_SAMPLE + _CHARACTER * max(longest, 14) + _RIGHT
        rows = max(_HEIGHT, _LEGEND_LINE * (len(self.lines) + 1))
        self.height = _TOP + rows + _BOTTOM

    def svg(self) -> str:
        title = escaped(f"BLEU by source length, for each {self.heading}")
        lines = [part for number in range(len(self.lines)) for part in self._line(number)]
        body = "\n".join([*self._axes(), *self._labels(), *lines])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}"'
            f' width="{self.width}" height="{self.height}" role="img" aria-label="{title}"'
            f' font-family="{FONTS}" font-size="{_SIZE}">\n'
            f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
        )

    def _x(self, column: int) -> float:
        return _LEFT + self.plot_width * (column + 0.5) / max(1, len(self.bins))

    def _y(self, bleu: float) -> float:
        return _TOP + _HEIGHT * (1 - bleu / self.highest)

    def _axes(self) -> Iterator[str]:
        right = _LEFT + self.plot_width
        for number in range(round(self.highest / self.step) + 1):
            bleu = number * self.step
            y, color = self._y(bleu), _INK if number == 0 else _GRID
            yield f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="{color}" fill="none"/>'
            yield _text(_LEFT - 8, y + 5, f"{bleu:g}", "end", faint=True)
        for column, row in enumerate(self.bins):
            x, y = self._x(column), self._y(0)
            yield f'<path d="M{x:.1f} {y:.1f}v5" stroke="{_INK}" fill="none"/>'
            yield _text(x, y + 22, row.span, "middle")
            counted = f"{row.sentences:,} sentence{'s' if row.sentences != 1 else ''}"
            yield _text(x, y + 38, counted, "middle", faint=True, size=_SMALL)

    def _labels(self) -> Iterator[str]:
        middle = _LEFT + self.plot_width / 2
        yield _text(_LEFT, 24, escaped(f"BLEU by source length: {self.test['name']}"), bold=True)
        yield _text(_LEFT - 8, _TOP - 14, "BLEU", "end", faint=True)
        unit = escaped(f"{self.test['unit']} in the source")
        yield _text(middle, self._y(0) + 60, unit, "middle", faint=True)
        yield _text(self.legend, _TOP + 5, escaped(self.heading), faint=True)
        if any(len(results) > 1 for _, results in self.lines):
            note = "lines: means; small dots: the seeds"
            yield _text(_LEFT, _TOP - 14, note, faint=True, size=_SMALL)

    def _line(self, number: int) -> Iterator[str]:
        """One variant: its line with marks, the dots of its seeds, its row of the legend."""
        name, results = self.lines[number]
        color, dash = COLORS[number % len(COLORS)], DASHES[number % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        look = f'fill="none" stroke="{color}" stroke-width="2"{dashed}'
        points = [(self._x(c), self._y(bleu)) for c, bleu in enumerate(_means(results))]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path class="line" d="M{path}" {look}/>'
        for result in results if len(results) > 1 else ():
            for column, row in enumerate(result.by_length):
                x, y = self._x(column) + _SEED_SHIFT, self._y(row.bleu)
                yield f'<circle class="seed" cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{color}"/>'
        for (x, y), bleu in zip(points, _means(results), strict=True):
            title = f"<title>{escaped(name)}: BLEU {bleu:.1f}</title>"
            yield f"<g>{title}{_mark(number, x, y, color)}</g>"
        y = _TOP + _LEGEND_LINE * (number + 1)
        yield f'<path d="M{self.legend} {y}h{_LEGEND_SAMPLE - 10}" {look}/>'
        yield _mark(number, self.legend + (_LEGEND_SAMPLE - 10) / 2, y, color)
        yield _text(self.legend + _LEGEND_SAMPLE, y + 5, escaped(name))


def _means(results: Sequence[Result]) -> list[float]:
    """Mean BLEU over the seeds, for each bin."""
    columns = zip(*([row.bleu for row in result.by_length] for result in results), strict=True)
    return [sum(column) / len(column) for column in columns]


def _mark(number: int, x: float, y: float, color: str) -> str:
    """The mark of a line, about 9 pixels wide, its middle at (x, y)."""
    kind = MARKS[number % len(MARKS)]
    solid, hollow = f'fill="{color}"', f'fill="#ffffff" stroke="{color}" stroke-width="2"'
    if kind in ("circle", "ring"):
        look = solid if kind == "circle" else hollow
        return f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="4.5" {look}/>'
    shapes = {
        "square": "m-4 -4h8v8h-8z",
        "frame": "m-4 -4h8v8h-8z",
        "triangle": "m0 -5.5l5.5 9.5h-11z",
        "diamond": "m0 -6l5 6l-5 6l-5 -6z",
        "cross": "m-4 -4l8 8m-8 0l8 -8",
    }
    look = solid if kind in ("square", "triangle", "diamond") else hollow
    return f'<path class="mark" d="M{x:.1f} {y:.1f}{shapes[kind]}" {look}/>'


def _text(
    x: float,
    y: float,
    content: str,
    anchor: str = "start",
    *,
    faint: bool = False,
    bold: bool = False,
    size: int = _SIZE,
) -> str:
    look = f'fill="{_FAINT if faint else _INK}"' + (' font-weight="bold"' if bold else "")
    look += f' font-size="{size}"' if size != _SIZE else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {look}>{content}</text>'
