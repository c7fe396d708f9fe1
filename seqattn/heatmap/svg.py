"""An alignment as an SVG picture: text stays text, in the viewer's own fonts.

Nothing is rasterised or measured against a font, so every script shows wherever it can be shown.
Without a chosen background the picture is light and turns dark with the reader's colour scheme.
"""

import math
from collections.abc import Iterator, Sequence

from seqattn.alignment import Difference
from seqattn.graphemes import cell_width
from seqattn.heatmap import reading
from seqattn.heatmap.cells import Drawn, levels_of, log_prob_said, log_probs_of, said
from seqattn.heatmap.labels import JOINT, shown_labels, wrap
from seqattn.heatmap.markup import (
    FONTS,
    cell_title,
    css_changes,
    css_name,
    css_ramp,
    escaped,
    escaped_labels,
    levels_in,
)
from seqattn.heatmap.palette import DEFAULT_PALETTE, Background
from seqattn.text import visible

# Pixels. A character is taken to be 8 wide at 14 px; the viewer's font may differ a little.
_CHARACTER, _SIZE, _LINE = 8, 14, 21
_CELL_WIDTH, _CELL_HEIGHT = 34, 26
_WIDEST_MATRIX = 800  # wider than this, labels are slanted over narrow columns instead
_MARGIN, _GAP = 20, 8
_NARROWEST = 460
_LOG_PROB_WIDTH = 8 * _CHARACTER  # a gap and the number
_HEADING = _MARGIN + _SIZE + _GAP  # over each of several pictures
_SLANT = math.sin(math.pi / 4)

_INKS = {"light": ("#ffffff", "#1c2024", "#667078"), "dark": ("#0e1116", "#e8ebee", "#98a2ab")}


def to_svg(
    alignment: Drawn,
    *,
    palette: str = DEFAULT_PALETTE,
    background: Background | None = None,
    log_probs: bool = False,
) -> str:
    """The heatmap as one SVG element.

    Args:
        alignment: what to draw; every cell carries its number as text and as a tooltip.
        palette: a name in `PALETTES`; ValueError otherwise.
        background: "light" or "dark"; None follows the reader's colour scheme.
        log_probs: show each row's log-probability at its end, where the alignment has them.
    """
    return _Drawing(alignment, palette, background, log_probs=log_probs).element()


def to_svg_beside(
    drawn: Sequence[Drawn],
    captions: Sequence[str],
    *,
    palette: str = DEFAULT_PALETTE,
    log_probs: bool = False,
) -> str:
    """Several heatmaps side by side as one SVG element, each under its caption.

    Args:
        drawn: what to draw, at least one.
        captions: plain text, one for each.
        palette: a name in `PALETTES`; ValueError otherwise.
        log_probs: show each row's log-probability at its end, where it is known.
    """
    pictures, left, bottom = [], 0, 0
    for one, caption in zip(drawn, captions, strict=True):
        drawing = _Drawing(one, palette, None, log_probs=log_probs)
        pictures.append(
            f'<text class="ink" x="{left + _MARGIN}" y="{_HEADING - _GAP}" font-weight="bold"'
            f' fill="{_INKS["light"][1]}">{escaped(caption)}</text>\n'
            + drawing.element(f'x="{left}" y="{_HEADING}" ')
        )
        left += drawing.width
        bottom = max(bottom, _HEADING + drawing.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left} {bottom}" width="{left}"'
        f' height="{bottom}" role="img" aria-label="{escaped(", ".join(captions))}"'
        f' font-family="{FONTS}" font-size="{_SIZE}">\n'
        f'<rect class="paper" width="100%" height="100%" fill="{_INKS["light"][0]}"/>\n'
        f"{''.join(pictures)}</svg>\n"
    )


class _Drawing:
    """The measures of one picture; all in pixels."""

    def __init__(
        self, alignment: Drawn, palette: str, background: Background | None, *, log_probs: bool
    ) -> None:
        self.alignment = alignment
        self.scheme: Background = background or "light"
        self.is_change = isinstance(alignment, Difference)
        self.levels, self.peaks = levels_of(alignment), alignment.peaks()
        self.ramp = self._ramp(palette, self.scheme)
        self.dark_ramp = self._ramp(palette, "dark") if background is None else None
        self.rows, self.columns = escaped_labels(alignment)
        longest = max(map(cell_width, shown_labels(alignment.columns)), default=0) * _CHARACTER
        wanted = max(_CELL_WIDTH, longest + 2 * _GAP)
        self.is_slanted = wanted > _CELL_WIDTH and wanted * len(self.columns) > _WIDEST_MATRIX
        self.cell = _CELL_WIDTH if self.is_slanted else wanted
        labels = max(map(cell_width, shown_labels(alignment.rows)), default=0) * _CHARACTER
        self.left = _MARGIN + max(labels, _CHARACTER * (len(alignment.row_role) + 2)) + _GAP
        overhang = math.ceil(longest * _SLANT) if self.is_slanted else 0
        self.log_probs = log_probs_of(alignment, wanted=log_probs)
        self.right = self.left + self.cell * len(self.columns)
        ends = 0 if self.log_probs is None else _LOG_PROB_WIDTH
        self.width = max(self.right + max(overhang, ends) + _MARGIN, _NARROWEST)
        self.sentences = self._sentences()
        head = overhang + 2 * _GAP if self.is_slanted else _LINE
        self.top = _MARGIN + _LINE * (len(self.sentences) + 1) + _GAP + head
        self.remarks = self._remarks()
        self.height = (
            self.top
            + _CELL_HEIGHT * len(self.rows)
            + (_LINE - 3) * len(self.remarks)
            + _MARGIN
            + _GAP
        )

    def _ramp(self, palette: str, background: Background) -> dict[int, tuple[str, str]]:
        return css_changes(background) if self.is_change else css_ramp(palette, background)

    def element(self, place: str = "") -> str:
        """The whole picture, with the attributes that give it a place in another."""
        body = "\n".join(self.parts())
        title = escaped(f"Attention of {self.alignment.row_role} to {self.alignment.column_role}")
        return (
            f'<svg {place}xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width}'
            f' {self.height}" width="{self.width}" height="{self.height}" role="img"'
            f' aria-label="{title}" font-family="{FONTS}" font-size="{_SIZE}">\n'
            f"{self.style()}{body}\n</svg>\n"
        )

    def style(self) -> str:
        """What changes in the dark; colours of the light picture stand at each element."""
        if self.dark_ramp is None:
            return ""
        paper, ink, faint = _INKS["dark"]
        rules = [f".paper{{fill:{paper}}}.ink{{fill:{ink}}}.faint{{fill:{faint}}}"]
        for level in levels_in(self.levels):
            cell, text = self.dark_ramp[level]
            name = css_name(level, is_change=self.is_change)
            rules.append(f".c{name}{{fill:{cell}}}.t{name}{{fill:{text}}}")
            rules.append(f".p{name}{{stroke:{text}}}")
        return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>\n"

    def parts(self) -> Iterator[str]:
        paper, _, _ = _INKS[self.scheme]
        yield f'<rect class="paper" width="100%" height="100%" fill="{paper}"/>'
        for number, (role, line) in enumerate(self.sentences):
            y = _MARGIN + _LINE * number + _SIZE
            yield self._text(_MARGIN, y, role, faint=True)
            yield self._text(self._indent(), y, line, bold=True)
        axis = f"{self.alignment.column_role} →"
        yield self._text(self.left, _MARGIN + _LINE * (len(self.sentences) + 1), axis, faint=True)
        yield self._text(
            self.left - _GAP, self.top - _GAP, f"{self.alignment.row_role} ↓", "end", faint=True
        )
        yield from self._column_labels()
        yield from self._log_probs()
        for row in range(len(self.rows)):
            yield from self._row(row)
        y = self.top + _CELL_HEIGHT * len(self.rows) + _GAP
        for number, line in enumerate(self.remarks, start=1):
            yield self._text(
                _MARGIN, y + (_LINE - 3) * number, escaped(line), faint=True, size=_SIZE - 2
            )

    def _column_labels(self) -> Iterator[str]:
        for column, label in enumerate(self.columns):
            x = self.left + self.cell * column + self.cell / 2
            if self.is_slanted:
                turn = f' transform="rotate(-45 {x:g} {self.top - _GAP})"'
                yield self._text(x, self.top - _GAP, label, extra=turn)
            else:
                yield self._text(x, self.top - _GAP, label, "middle")

    def _log_probs(self) -> Iterator[str]:
        """A column behind the matrix, whose numbers end under the end of its name."""
        if self.log_probs is None:
            return
        x = self.right + _LOG_PROB_WIDTH
        yield self._text(x, self.top - _GAP, reading.LOG_PROB, "end", faint=True)
        for row, log_prob in enumerate(self.log_probs):
            yield self._text(x, self._baseline(row), log_prob_said(log_prob), "end", faint=True)

    def _baseline(self, row: int) -> float:
        return self.top + _CELL_HEIGHT * (row + 0.5) + 5

    def _row(self, row: int) -> Iterator[str]:
        y = self.top + _CELL_HEIGHT * row
        baseline = self._baseline(row)
        yield self._text(self.left - _GAP, baseline, self.rows[row], "end")
        for column, level in enumerate(self.levels[row]):
            name = css_name(level, is_change=self.is_change)
            cell, ink = self.ramp[level]
            x = self.left + self.cell * column
            title = f"<title>{cell_title(self.alignment, row, column)}</title>"
            yield (
                f'<rect class="c{name}" x="{x}" y="{y}" width="{self.cell}"'
                f' height="{_CELL_HEIGHT}" fill="{cell}">{title}</rect>'
            )
            if column == self.peaks[row]:  # a ring: the peak is seen without colour too
                yield (
                    f'<rect class="p{name}" x="{x + 2}" y="{y + 2}" width="{self.cell - 4}"'
                    f' height="{_CELL_HEIGHT - 4}" rx="3" fill="none" stroke="{ink}"'
                    ' stroke-width="1.5"/>'
                )
            if level:
                weight_of_font = ' font-weight="bold"' if column == self.peaks[row] else ""
                yield (
                    f'<text class="t{name}" x="{x + self.cell / 2:g}" y="{baseline:g}"'
                    f' text-anchor="middle" font-size="{_SIZE - 1}" fill="{ink}"{weight_of_font}'
                    f' pointer-events="none">{said(level, is_change=self.is_change)}</text>'
                )

    def _text(
        self,
        x: float,
        y: float,
        content: str,
        anchor: str = "start",
        *,
        faint: bool = False,
        bold: bool = False,
        size: int = _SIZE,
        extra: str = "",
    ) -> str:
        _, ink, pale = _INKS[self.scheme]
        look = f'class="faint" fill="{pale}"' if faint else f'class="ink" fill="{ink}"'
        look += ' font-weight="bold"' if bold else ""
        look += f' font-size="{size}"' if size != _SIZE else ""
        return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {look}{extra}>{content}</text>'

    def _indent(self) -> int:
        roles = (self.alignment.row_role, self.alignment.column_role)
        return _MARGIN + _CHARACTER * (max(map(len, roles)) + 3)

    def _sentences(self) -> list[tuple[str, str]]:
        room = (self.width - self._indent() - _MARGIN) // _CHARACTER
        lines = []
        for head, text in reading.sentences(self.alignment):
            for number, line in enumerate(wrap(visible(text).split(" "), room)):
                lines.append(("" if number else head, escaped(line)))
        return lines

    def _remarks(self) -> list[str]:
        texts = reading.drawn_remarks(self.alignment, JOINT, log_probs=self.log_probs is not None)
        room = (self.width - 2 * _MARGIN) // (_CHARACTER - 1)
        return [line for text in texts for line in wrap(text.split(" "), room)]
