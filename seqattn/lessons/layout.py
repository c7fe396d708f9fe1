"""A step as lines of text with the names of their inks; who prints them decides on colours.

    Step 3 of 8 · Keys, queries and values
      K = X W_key                              keys, T × D = 3 × 3
              Tom  0  1  1
            chase  4  4  0

Everything is as wide as asked or narrower: prose is wrapped, matrices of many columns are set in
blocks with their row labels repeated. Numbers of one matrix share one form and align at the right.
Labels are the user's words, so they are made visible, measured in cells, and cut where they are
very long; JSON has them in full.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from seqattn.graphemes import cell_width
from seqattn.heatmap.labels import cut, isolated, pad, shown_text
from seqattn.lessons.figures import figures
from seqattn.lessons.lesson import ByHand, Lesson, Matrix, Part, Step, Table
from seqattn.lessons.texts import Voice
from seqattn.lessons.wrapping import wrap_prose

PROSE_WIDTH = 96  # cells; longer lines are hard to follow
LABEL_WIDTH = 16  # cells of a label at most
INDENT = "  "
GAP = "  "


class Span(NamedTuple):
    """Text in one ink: title, label, number, faint, formula, hand, or a weight 0..100."""

    text: str
    ink: str = ""
    percent: int = -1


Line = list[Span]


def head_lines(lesson: Lesson, width: int) -> Iterator[Line]:
    """The lesson's title."""
    for text in wrap_prose(lesson.title, min(width, PROSE_WIDTH)):
        yield [Span(text, "title")]


def closing_lines(lesson: Lesson, width: int) -> Iterator[Line]:
    """What to try next."""
    for paragraph in lesson.closing:
        yield []
        for text in wrap_prose(paragraph, min(width, PROSE_WIDTH)):
            yield [Span(text, "faint")]


def step_lines(step: Step, number: int, count: int, say: Voice, width: int) -> Iterator[Line]:
    """One step, set off by two blank lines, with one before each of its parts."""
    yield []
    yield []
    head = say("show.step", number=number, count=count)
    for index, text in enumerate(wrap_prose(f"{head} {step.title}", width)):
        if index == 0 and text.startswith(head):
            yield [Span(head, "faint"), Span(text.removeprefix(head), "title")]
        else:
            yield [Span(text, "title")]
    for paragraph in step.prose:
        yield []
        for text in wrap_prose(paragraph, min(width, PROSE_WIDTH)):
            yield [Span(text)]
    for part in step.parts:
        yield []
        yield from _part(part, say, width)


def to_plain(lines: Iterator[Line]) -> str:
    """The lines as text without any escape, ended by a line feed each."""
    return "".join("".join(span.text for span in line).rstrip() + "\n" for line in lines)


def _part(part: Part, say: Voice, width: int) -> Iterator[Line]:
    if isinstance(part, Matrix):
        return _matrix(part, say, width)
    if isinstance(part, Table):
        return _table(part, width)
    return _by_hand(part, width)


def _by_hand(part: ByHand, width: int) -> Iterator[Line]:
    for line in part.lines:
        for index, text in enumerate(wrap_prose(line, width - 2 * len(INDENT))):
            yield [Span(INDENT * (1 if index == 0 else 2)), Span(text, "hand")]


# -- matrices --------------------------------------------------------------------------------------


def _matrix(matrix: Matrix, say: Voice, width: int) -> Iterator[Line]:
    """Its formula, what it is and its shape, then its numbers."""
    yield from _matrix_head(matrix, say, width)
    shown = len(matrix.values[0]) if matrix.shown is None else matrix.shown
    values = [row[:shown] for row in matrix.values]
    columns = [_label(text) for text in matrix.columns[:shown]]
    rows = [_label(text) for text in matrix.rows]
    cells = _on_the_point(figures([value for row in values for value in row]))
    per_row = len(values[0])
    grid = [cells[start : start + per_row] for start in range(0, len(cells), per_row)]
    margin = max(map(cell_width, rows), default=0)
    cell = max(map(cell_width, [*cells, *columns]))
    room = width - len(INDENT) * 2 - margin
    per_block = max(1, room // (cell + len(GAP)))
    for start in range(0, per_row, per_block):
        block = slice(start, min(start + per_block, per_row))
        if per_block < per_row:
            text = say("show.columns", first=start + 1, last=block.stop, count=matrix.shape[-1])
            yield [Span(INDENT * 2), Span(text, "faint")]
        if columns:
            yield [Span(INDENT * 2 + " " * margin), *_cells(columns[block], cell, "label")]
        for index, line in enumerate(grid):
            label = pad(isolated(rows[index]), margin, "right") if rows else ""
            percents = _percents(values[index][block]) if matrix.weights else None
            numbers = _cells(line[block], cell, "number", percents)
            yield [Span(INDENT * 2), Span(label, "label"), *numbers]
    hidden = len(matrix.values[0]) - per_row
    if hidden > 0:
        yield [Span(INDENT * 2), Span(say("show.hidden", count=hidden), "faint")]


def _matrix_head(matrix: Matrix, say: Voice, width: int) -> Iterator[Line]:
    left = matrix.formula or matrix.name
    axes, sizes = " × ".join(matrix.axes), " × ".join(map(str, matrix.shape))
    shape = sizes if axes == sizes else f"{axes} = {sizes}"
    right = say("show.shape", about=matrix.about, shape=shape)
    if cell_width(left) + cell_width(right) + 3 * len(INDENT) <= width:
        yield [Span(INDENT), Span(left, "formula"), Span(INDENT * 2 + right, "faint")]
        return
    for text in wrap_prose(left, width - len(INDENT)):
        yield [Span(INDENT), Span(text, "formula")]
    for text in wrap_prose(right, width - 2 * len(INDENT)):
        yield [Span(INDENT * 2), Span(text, "faint")]


def _on_the_point(cells: list[str]) -> list[str]:
    """A plain 0 among numbers with decimals, moved to where their units stand."""
    decimals = max(len(cell) - cell.find(".") if "." in cell else 0 for cell in cells)
    return [cell + " " * decimals if cell == "0" else cell for cell in cells]


def _percents(weights: Sequence[float]) -> list[int]:
    return [min(100, max(0, int(weight * 100 + 0.5))) for weight in weights]


def _cells(
    texts: Sequence[str], cell: int, ink: str, percents: Sequence[int] | None = None
) -> Iterator[Span]:
    """Texts aligned at the right; the colour of a weight reaches one cell beyond it each side."""
    for index, text in enumerate(texts):
        padded = pad(isolated(text), cell, "right")
        if percents is None:
            yield Span(GAP + padded, ink)
        else:
            yield Span(GAP[1:])
            yield Span(GAP[:1] + padded, "weight", percents[index])


# -- tables ----------------------------------------------------------------------------------------


def _table(table: Table, width: int) -> Iterator[Line]:
    """Columns side by side, each as wide as its longest cell, wrapped where they do not fit."""
    for text in wrap_prose(table.about, width - len(INDENT)):
        yield [Span(INDENT), Span(text, "formula")]
    lines = [[shown_text(cell) if cell else "" for cell in row] for row in table.rows]
    widths = _table_widths([list(table.columns), *lines], width - len(INDENT) * 2)
    if any(table.columns):
        yield from _table_row(table.columns, widths, "label", "label")
    for line in lines:
        yield from _table_row(line, widths, "label", "number")


def _table_widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """The widest column gives way until all fit."""
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    room -= len(GAP) * (len(widths) - 1)
    while sum(widths) > room and max(widths) > 2:
        widths[widths.index(max(widths))] -= 1
    return widths


def _table_row(cells: Sequence[str], widths: list[int], first: str, ink: str) -> Iterator[Line]:
    folded = [wrap_prose(text, size) for text, size in zip(cells, widths, strict=True)]
    for index in range(max(map(len, folded))):
        line = [Span(INDENT * 2)]
        for column, (lines, size) in enumerate(zip(folded, widths, strict=True)):
            text = lines[index] if index < len(lines) else ""
            gap = GAP if column else ""
            line.append(Span(gap + pad(isolated(text), size), ink if column else first))
        yield line


def _label(text: str) -> str:
    return cut(shown_text(text), LABEL_WIDTH)
