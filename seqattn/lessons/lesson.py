"""A lesson as data: steps with prose and numbers, to be drawn or written as JSON. No torch here.

    Lesson          a title and steps
    Step            what is computed, from what and why, and then the parts that show it
    Matrix          a name, a formula, a shape and every number
    Table           words in rows and columns
    ByHand          a few of the numbers worked out as one does on paper

All texts are already in the lesson's language. Labels and tables may hold the user's own words as
they are; who shows them makes them safe.
"""

from dataclasses import dataclass
from typing import Any

from seqattn.text import json_line

FORMAT = "seqattn-lesson"
VERSION = 1


@dataclass(frozen=True)
class Matrix:
    """Numbers with a name.

    Attributes:
        name: as the formulas call it, `K`.
        about: what it is, in the lesson's language.
        formula: how it came about, `K = X W_key`; empty for what is given.
        axes: the letters of its axes, as many as it has.
        values: the rows; a vector has one.
        rows: a label for each row, or none at all.
        columns: a label for each column, or none at all.
        weights: it is attention: each number in [0, 1], each row sums to 1.
        shown: columns that a picture shows, where there are too many to look at; None: all.
    """

    name: str
    about: str
    formula: str
    axes: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    weights: bool = False
    shown: int | None = None

    def __post_init__(self) -> None:
        width = len(self.values[0])
        assert all(len(row) == width for row in self.values)
        assert len(self.rows) in (0, len(self.values)), (self.name, self.rows)
        assert len(self.columns) in (0, width), (self.name, self.columns)
        assert len(self.axes) == 2 or len(self.values) == 1

    @property
    def shape(self) -> tuple[int, ...]:
        """(rows, columns), or (length,) of a vector.

        >>> Matrix("z", "a vector", "", ("D",), ((1.0, 2.0, 3.0),)).shape
        (3,)
        """
        width = len(self.values[0])
        return (width,) if len(self.axes) == 1 else (len(self.values), width)

    def plain(self) -> dict[str, Any]:
        """All of it for JSON; a vector's values are one list, a matrix's a list of rows."""
        return {
            "name": self.name,
            "about": self.about,
            "formula": self.formula,
            "axes": list(self.axes),
            "shape": list(self.shape),
            "rows": list(self.rows),
            "columns": list(self.columns),
            "values": list(self.values[0]) if len(self.axes) == 1 else [*map(list, self.values)],
        }


@dataclass(frozen=True)
class Table:
    """Words in rows and columns; every row as long as `columns`."""

    about: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in self.rows)

    def plain(self) -> dict[str, Any]:
        """All of it for JSON."""
        return {
            "about": self.about,
            "columns": list(self.columns),
            "rows": [*map(list, self.rows)],
        }


@dataclass(frozen=True)
class ByHand:
    """Some of the numbers worked out, a calculation a line."""

    lines: tuple[str, ...]


Part = Matrix | Table | ByHand


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    Attributes:
        key: its name, the same in every language.
        title: a few words.
        prose: paragraphs: what is computed, from what, and why.
        parts: what shows it, in order.
    """

    key: str
    title: str
    prose: tuple[str, ...]
    parts: tuple[Part, ...] = ()

    def plain(self) -> dict[str, Any]:
        """All of it for JSON, the parts sorted by kind."""
        by_hand = [line for part in self.parts if isinstance(part, ByHand) for line in part.lines]
        return {
            "key": self.key,
            "title": self.title,
            "prose": list(self.prose),
            "matrices": [part.plain() for part in self.parts if isinstance(part, Matrix)],
            "tables": [part.plain() for part in self.parts if isinstance(part, Table)],
            "by_hand": by_hand,
        }


@dataclass(frozen=True)
class Lesson:
    """A worked example.

    Attributes:
        name: as on the command line.
        language: of its texts, `en` or `zh`.
        title: one line.
        steps: in order.
        closing: paragraphs for the end: what to try next.
    """

    name: str
    language: str
    title: str
    steps: tuple[Step, ...]
    closing: tuple[str, ...] = ()

    def to_json(self) -> str:
        """One line of JSON: every number in full, every text."""
        content = {
            "format": FORMAT,
            "version": VERSION,
            "lesson": self.name,
            "language": self.language,
            "title": self.title,
            "steps": [step.plain() for step in self.steps],
            "closing": list(self.closing),
        }
        return json_line(content)
