"""What a row or a column of an alignment stands for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Role = Literal["target", "source", "encoder state", "summary"]
"""What the rows or the columns of an alignment are."""

Special = Literal["", "start", "end", "unknown"]
Segment = Literal["spaces", "characters"]
"""What ends a word: a space; or, in scripts without spaces, each character too."""

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Label:
    """What a row or a column stands for.

    Attributes:
        text: what to call it, never empty: mostly the slice of the surface text itself; "</s>" for
            an end mark, "<s>" start, "☃ 2/3" for the second of three bytes.
        starts_word: a new word begins here: a space or the sentence's start stands before it.
        special: "" for ordinary text; "start", "end" for the marks; "unknown" for text that the
            vocabulary cannot write.
        surface: the slice of the surface text, where that is not `text`; it may be empty, as that
            of a character's second byte is. None: the same as `text`.
    """

    text: str
    starts_word: bool = True
    special: Special = ""
    surface: str | None = None

    def __post_init__(self) -> None:
        if not self.text:
            raise ValueError("a label needs a text: an empty one could not be shown")

    @property
    def is_mark(self) -> bool:
        """Whether it marks a sentence's start or end and so belongs to no word."""
        return self.special in ("start", "end")

    @property
    def slice(self) -> str:
        """What it adds to the word it is part of; words are made of these."""
        return self.text if self.surface is None else self.surface


def count_ordinary(labels: Sequence[Label]) -> list[int | None]:
    """The number of each label among those that are no marks; None for a mark."""
    numbers: list[int | None] = []
    count = 0
    for label in labels:
        numbers.append(None if label.is_mark else count)
        count += not label.is_mark
    return numbers
