"""What reading and cleaning dropped, mended or noted: counted by reason, with the first lines.

A `Tally` stays small whatever the corpus holds: per reason and file a count, the first few line
numbers and one example. Nothing is dropped anywhere in `seqattn.corpus` without a call of `add`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from seqattn.text import visible

LINES_KEPT = 5  # line numbers named in a notice, before "and more"
EXAMPLE_LENGTH = 60  # characters of an example


class Reason(Enum):
    """Why something was dropped, mended or noted: its name in JSON, its effect, its words."""

    EMPTY_SOURCE = ("empty-source", "dropped", "the source is empty")
    EMPTY_TARGET = ("empty-target", "dropped", "the target is empty")
    EMPTY_BOTH = ("empty-both", "dropped", "both sides are empty")
    LONG_LINE = ("long-line", "dropped", "longer than any sentence (1 MiB)")
    LANGUAGE_MISSING = ("language-missing", "dropped", "one of the two languages is missing")
    TOO_LONG = ("too-long", "dropped", "a side is too long")
    MANY_PIECES = ("many-pieces", "dropped", "a side has too many pieces")
    RATIO = ("ratio", "dropped", "one side is many times longer than the other")
    IDENTICAL = ("identical", "dropped", "both sides are the same")
    DUPLICATE = ("duplicate", "dropped", "the same pair came before")
    BLANK_LINE = ("blank-line", "skipped", "nothing stands on the line")
    BYTE_ORDER_MARK = ("byte-order-mark", "mended", "a byte-order mark was taken out")
    CONTROL = ("control", "mended", "a control or line-break character became a space")
    TAB = ("tab", "mended", "a tab inside a sentence became a space")
    SURROGATE = ("surrogate", "mended", "half a character became U+FFFD")
    LANGUAGE_TWICE = ("language-twice", "noted", "a language stands there twice, the first is used")
    SIDES = ("sides", "noted", "the languages were not named and are taken as found")

    def __init__(self, key: str, effect: str, words: str) -> None:
        self.key = key
        self.effect = effect
        self.words = words


@dataclass(frozen=True)
class Notice:
    """One reason and how often it was met.

    Attributes:
        reason: why.
        where: the file or corpus it was met in, ready to show; "" if not known.
        count: how many pairs or lines, at least 1.
        lines: the first few line numbers, 1-based (unit numbers for TMX), ascending as met.
        example: one text, shortened and safe to show; "" if there is none to see.
        unit: what is counted: "pair", "line" or "unit".
        largest: the largest measure met, or None: characters for TOO_LONG, pieces for MANY_PIECES,
            the ratio for RATIO.
    """

    reason: Reason
    where: str
    count: int
    lines: tuple[int, ...]
    example: str
    unit: str = "line"
    largest: float | None = None

    def __str__(self) -> str:
        """Say it in a line: `a.tsv: dropped 2 pairs: the source is empty (lines 3, 9)`."""
        what = self.unit if self.reason.effect != "dropped" else "pair"
        plural = "" if self.count == 1 else "s"
        number = f" {self.count:,} {what}{plural}" if self.lines else ""
        text = f"{self.reason.effect}{number}: {self.reason.words}"
        if self.where:
            text = f"{self.where}: {text}"
        numbers = ", ".join(map(str, self.lines)) + (", …" if self.count > len(self.lines) else "")
        details = [f"{self.unit}{plural} {numbers}"] if self.lines else []
        if self.largest is not None:
            exact = f"{self.largest:,}" if isinstance(self.largest, int) else f"{self.largest:.4g}"
            details.append(f"largest {exact}")
        if self.example:
            details.append(f"'{self.example}'")
        return f"{text} ({'; '.join(details)})" if details else text

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values, for JSON."""
        return {
            "reason": self.reason.key,
            "effect": self.reason.effect,
            "where": self.where,
            "count": self.count,
            "lines": list(self.lines),
            "example": self.example,
            "largest": self.largest,
        }


@dataclass
class _Entry:
    """The running count behind one notice."""

    unit: str
    count: int = 0
    lines: list[int] = field(default_factory=list)
    example: str = ""
    largest: float | None = None
    last: int | None = None  # the line counted last, which counts no second time


class Tally:
    r"""Counts by reason. Iterating gives the notices: dropped first, then mended, then noted.

    Args:
        where: the file or corpus that is counted, ready to show.
        unit: what a number counts in it: "line", or "unit" for TMX.

    >>> tally = Tally("a.tsv")
    >>> tally.add(Reason.EMPTY_SOURCE, 3)
    >>> tally.add(Reason.EMPTY_SOURCE, 9, "\tHaus")
    >>> print(*tally)
    a.tsv: dropped 2 pairs: the source is empty (lines 3, 9; '\tHaus')
    >>> tally.dropped
    2
    """

    def __init__(self, where: str = "", *, unit: str = "line") -> None:
        self.where = where
        self.unit = unit
        self._entries: dict[tuple[Reason, str], _Entry] = {}

    def add(
        self,
        reason: Reason,
        line: int | None = None,
        example: str = "",
        *,
        where: str | None = None,
        measure: float | None = None,
    ) -> None:
        """Count one more: `line` 1-based, `example` raw (it is escaped here), in file `where`.

        Lines are counted, not what is wrong in them: a line whose sides both had to be mended
        counts once. Its number tells it from the one before, so lines come one after the other.
        """
        place = self.where if where is None else where
        entry = self._entries.get((reason, place))
        if entry is None:
            entry = self._entries[reason, place] = _Entry(self.unit)
        if line is None or line != entry.last:
            entry.count, entry.last = entry.count + 1, line
            if line is not None and len(entry.lines) < LINES_KEPT:
                entry.lines.append(line)
        if measure is not None:
            entry.largest = measure if entry.largest is None else max(measure, entry.largest)
        if example and not entry.example:
            entry.example = visible(example, EXAMPLE_LENGTH)

    def merge(self, other: "Tally") -> None:
        """Add all of `other`'s counts to this one's."""
        for key, new in other._entries.items():
            entry = self._entries.setdefault(key, _Entry(new.unit))
            entry.count += new.count
            entry.lines = (entry.lines + new.lines)[:LINES_KEPT]
            entry.example = entry.example or new.example
            measures = [one.largest for one in (entry, new) if one.largest is not None]
            entry.largest = max(measures, default=None)

    def count(self, reason: Reason) -> int:
        """How often `reason` was met, in all files together."""
        return sum(notice.count for notice in self if notice.reason is reason)

    @property
    def dropped(self) -> int:
        """How many pairs were dropped, for all reasons together."""
        return sum(notice.count for notice in self if notice.reason.effect == "dropped")

    def __iter__(self) -> Iterator[Notice]:
        order = list(Reason)
        for reason, where in sorted(self._entries, key=lambda key: order.index(key[0])):
            entry = self._entries[reason, where]
            lines = tuple(entry.lines)
            yield Notice(
                reason, where, entry.count, lines, entry.example, entry.unit, entry.largest
            )

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Tally({', '.join(map(str, self))})"
