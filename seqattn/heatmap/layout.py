"""Where everything of a terminal picture goes: label widths, cell width, blocks of columns."""

import math
from dataclasses import dataclass

from seqattn.alignment import Label
from seqattn.graphemes import cell_width, clusters
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import Drawn
from seqattn.heatmap.labels import (
    ASCII_JOINT,
    ELLIPSIS,
    JOINT,
    cut,
    encodable,
    fold,
    is_right_to_left,
    shown_labels,
)

SMALLEST_CELL = 3  # a gap or the peak's mark, and two digits
WIDEST_CELL = 13  # wider than this only without a limit of width
WIDEST_LABEL = 24  # of a row, with a limit of width
TALLEST_HEAD = 6  # lines a column's label may be folded into
LOG_PROB_WIDTH = 8
_FEWEST = 3  # columns that log-probabilities at the rows' ends must leave room for


@dataclass(frozen=True)
class Layout:
    """The measures of one picture, all in terminal cells.

    Attributes:
        rows: a label for each row, cut to `label_width`; isolated if right-to-left.
        heads: each column's label, folded into lines of `cell - 1` cells.
        label_width: of the row labels.
        cell: of each column, the same for all.
        blocks: the columns that stand side by side, block after block.
        row_legend, column_legend: full labels with their numbers, where something was cut.
        has_log_probs: whether each row ends with its log-probability.
    """

    rows: tuple[str, ...]
    heads: tuple[tuple[str, ...], ...]
    label_width: int
    cell: int
    blocks: tuple[range, ...]
    row_legend: tuple[str, ...]
    column_legend: tuple[str, ...]
    has_log_probs: bool

    @property
    def is_numbered(self) -> bool:
        """Whether columns carry numbers: they are referred to, or not all in sight."""
        return bool(self.column_legend) or len(self.blocks) > 1


def plan(
    alignment: Drawn,
    canvas: Canvas,
    *,
    with_log_probs: bool = False,
    smallest: int = SMALLEST_CELL,
) -> Layout:
    """Fit a matrix into a canvas: as few blocks as possible, then cells as wide as fit.

    Args:
        alignment: or a difference.
        canvas: where it goes.
        with_log_probs: leave room for them at the end of each row, where it is wide enough.
        smallest: cells that a number needs, with its gap.
    """
    row_labels = written_labels(alignment.rows, canvas)
    column_labels = written_labels(alignment.columns, canvas)
    ellipsis = canvas.glyph(ELLIPSIS, "~")
    corner = len(alignment.row_role) + 2
    rows, row_legend = fit_rows(row_labels, canvas)
    label_width = max(map(cell_width, rows), default=0)
    if canvas.width is None or corner <= row_limit(canvas.width):
        label_width = max(label_width, corner)
    smallest = _smallest_cell(column_labels, smallest)
    longest = max(smallest, max(map(cell_width, column_labels), default=0) + 1)
    count = len(column_labels)
    cell, per_block = longest, max(count, 1)
    if canvas.width is not None:
        room = canvas.width - label_width - 1
        needed = LOG_PROB_WIDTH + smallest * min(count, _FEWEST)
        with_log_probs = with_log_probs and room >= needed
        room -= LOG_PROB_WIDTH if with_log_probs else 0
        cell, per_block = _fit_columns(count, room, smallest, longest)
    heads = [_head(label, cell - 1, ellipsis) for label in column_labels]
    unreadable = any(
        "".join(head) != label or (len(head) > 1 and is_right_to_left(label))
        for label, head in zip(column_labels, heads, strict=True)
    )
    return Layout(
        rows=rows,
        heads=tuple(heads),
        label_width=label_width,
        cell=cell,
        blocks=tuple(
            range(start, min(start + per_block, count)) for start in range(0, count, per_block)
        ),
        row_legend=row_legend,
        column_legend=numbered(column_labels, canvas) if unreadable else (),
        has_log_probs=with_log_probs,
    )


def _fit_columns(count: int, room: int, smallest: int, longest: int) -> tuple[int, int]:
    """The width of a column and how many a block holds: few blocks, evenly filled."""
    per_block = max(1, room // smallest)
    per_block = max(1, math.ceil(count / max(1, math.ceil(count / per_block))))
    return max(smallest, min(room // per_block, longest, WIDEST_CELL)), per_block


def written_labels(labels: tuple[Label, ...], canvas: Canvas) -> list[str]:
    """The labels as they are shown, in characters that the canvas can write."""
    joint = canvas.glyph(JOINT, ASCII_JOINT)
    return [encodable(label, canvas.encoding) for label in shown_labels(labels, joint)]


def numbered(labels: list[str], canvas: Canvas) -> tuple[str, ...]:
    """Each label with its number, counted from 1."""
    return tuple(
        f"{number} {canvas.isolated(label)}" for number, label in enumerate(labels, start=1)
    )


def row_limit(width: int) -> int:
    """The widest row label on a canvas of a width."""
    return max(8, min(WIDEST_LABEL, width // 4))


def fit_rows(labels: list[str], canvas: Canvas) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Row labels within the limit and, if one had to be cut, all of them in full, numbered."""
    limit = None if canvas.width is None else row_limit(canvas.width)
    if limit is None or all(cell_width(label) <= limit for label in labels):
        return tuple(map(canvas.isolated, labels)), ()
    room = limit - len(str(len(labels))) - 1
    ellipsis = canvas.glyph(ELLIPSIS, "~")
    return numbered([cut(label, room, ellipsis) for label in labels], canvas), numbered(
        labels, canvas
    )


def _smallest_cell(labels: list[str], least: int) -> int:
    """The least cells, or what the widest cluster or the longest number needs beside its gap."""
    parts = (cell_width(part) for label in labels for part in clusters(label))
    return max(least, 1 + len(str(len(labels))), 1 + min(max(parts, default=1), 6))


def _head(label: str, width: int, ellipsis: str) -> tuple[str, ...]:
    """A label in as few lines as fit, evenly filled, the lines past the tallest cut off."""
    parts = fold(label, width)
    narrowest = next(n for n in range(1, width + 1) if len(fold(label, n)) == len(parts))
    lines = [line if cell_width(line) <= width else ellipsis for line in fold(label, narrowest)]
    if len(lines) > TALLEST_HEAD:
        rest = "".join(parts[TALLEST_HEAD - 1 :])
        lines = [*parts[: TALLEST_HEAD - 1], cut(rest, width, ellipsis)]
        lines = [line if cell_width(line) <= width else ellipsis for line in lines]
    return tuple(lines)
