"""Pairs of sentences, and the corpus that gives them again and again."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from seqattn.corpus.tally import Reason, Tally
from seqattn.errors import CorpusError
from seqattn.text import is_blank

Reader = Callable[[Tally], Iterable["Pair"]]


class Pair(NamedTuple):
    """A sentence and its translation.

    A named tuple, since a corpus makes millions of them: it costs half of a frozen dataclass.
    """

    source: str
    target: str
    line: int
    """1-based line of the file, or the number of the unit in a TMX file."""


class Corpus:
    """Parallel text as a stream of pairs that can be gone through any number of times.

    Each pass reads the file anew, so memory stays constant. Both sides of every pair have ink; no
    side holds a line break, a tab or a control character.

    Args:
        name: what to call it in messages, ready to show.
        read: makes one pass, adding to the tally what it drops and mends.
        unit: what `Pair.line` counts: "line" or "unit".
        languages: names of the source and target side if the file tells them (JSON keys, TMX
            codes). Give them on to the dev file, so that both have the same direction.

    Attributes:
        notices: what the last complete pass dropped or mended; empty before the first.
        count: pairs of the last complete pass; None before the first.
    """

    def __init__(
        self,
        name: str,
        read: Reader,
        *,
        unit: str = "line",
        languages: tuple[str, str] | None = None,
    ) -> None:
        self.name = name
        self.unit = unit
        self.languages = languages
        self.notices = Tally(name, unit=unit)
        self.count: int | None = None
        self._read = read

    def __iter__(self) -> Iterator[Pair]:
        """Give the pairs in file order.

        Raises:
            CorpusError: a line cannot be used, or not one pair is left at the end.
        """
        tally = Tally(self.name, unit=self.unit)
        count = 0
        for pair in self._read(tally):
            count += 1
            yield pair
        self.notices, self.count = tally, count
        if not count:
            raise no_pairs(self.name, tally)


def no_pairs(name: str, tally: Tally) -> CorpusError:
    """The error for a corpus of which nothing is left: it says where everything went."""
    reasons = "; ".join(
        f"{notice.count:,} x {notice.reason.words}"
        + (f": '{notice.example}'" if notice.example else "")
        for notice in tally
    )
    return CorpusError(
        f"No usable pairs in {name}: 0 pairs left" + (f" ({reasons})." if reasons else "."),
        hint="Name two languages it has: --source-lang CODE --target-lang CODE."
        if tally.count(Reason.LANGUAGE_MISSING)
        else "A pair needs text on both sides.",
    )


def has_both_sides(source: str, target: str, line: int, tally: Tally) -> bool:
    """Whether both sides have ink; if not, the drop is counted."""
    no_source, no_target = is_blank(source), is_blank(target)
    if not (no_source or no_target):
        return True
    if no_source and no_target:
        tally.add(Reason.EMPTY_BOTH, line)
    elif no_source:
        tally.add(Reason.EMPTY_SOURCE, line, target)
    else:
        tally.add(Reason.EMPTY_TARGET, line, source)
    return False
