"""Where two sides have slipped: stretches whose lines do not seem to translate each other.

One line too many on one side, and everything after it is paired with its neighbour's translation;
the line counts may still agree. Nobody can prove it from the text alone, but lengths tell: a long
sentence has a long translation. With x, y the logarithms of both sides' lengths, r their medians'
difference, and i a line,

    e_d(i) = min(|x_i - y_(i+d) - r|, 1)                 how badly line i fits the target d lines on

is small on average at the right d (Gale & Church 1993 align sentences by the same clue). Two tests:

    slipped     sum over a stretch of (e_0 - e_d) / b - 0.15 is over 30, for a d of -10 to 10, where
                b is the usual e of lines that fit: about the log-likelihood ratio under a Laplace
                distribution, less a toll a line. The best stretch is the maximal sum of a
                subarray (Bentley 1984).
    unrelated   over 200 lines the lengths of both sides vary, but not together: the correlation
                of their ranks is under 0.15.

The numbers come from six real corpora. Right ones never reached a sum of 14 nor fell under a
correlation of 0.41; 1,000 lines of them with one source line lost at line 400 reached 220 and more.
Text sorted by length has neighbours of one length, and nothing can be told of it. The same holds
for a slip of fewer than about 60 lines.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seqattn.corpus.pairs import Pair

REACH = 10  # lines that a side may have slipped, either way
TOLL = 0.15  # what a line must gain to count for a slip, in usual misfits
EVIDENCE = 30.0  # sum of gains from which a stretch is told
MOST = 50  # stretches looked for, a slip
WINDOW = 200  # lines whose lengths are compared at once
RELATED = 0.15  # correlation below which a window's sides look unrelated
SPREAD = (
    0.15  # half of what the middle 68 % of log lengths span, below which a window tells nothing
)
GRACE = 5  # bytes added to a length, so that "Yes." and "Oui, oui." are not worlds apart
FINEST = 0.05  # a usual misfit is never less, or copies would cry at each odd pair

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Stretch:
    """Lines whose sides do not seem to translate each other.

    Attributes:
        first: its first line, 1-based and about right: up to some 30 lines off.
        last: its last line.
        shift: the source of line i fits the target of line i + shift; None if it fits none near.
        unit: what is numbered: "line" or "unit".
    """

    first: int
    last: int
    shift: int | None
    unit: str = "line"

    def __str__(self) -> str:
        """Say it in a line.

        >>> print(Stretch(400, 1000, 1))
        from about line 400 to 1,000 the source fits the target 1 line further down
        """
        where = f"from about {self.unit} {self.first:,} to {self.last:,}"
        if self.shift is None:
            return f"{where} the two sides do not seem to belong together"
        plural = "" if abs(self.shift) == 1 else "s"
        way = "down" if self.shift > 0 else "up"
        distance = f"{abs(self.shift)} {self.unit}{plural} further {way}"
        return f"{where} the source fits the target {distance}"

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values, for JSON."""
        return asdict(self)


class LengthWatch:
    """Remembers how long the sides of the pairs are that pass by: 8 bytes a pair.

    Args:
        unit: what `Pair.line` counts.

    >>> watch = LengthWatch()
    >>> pairs = [Pair("a b" * n, "c d" * n, n) for n in range(1, 9)]
    >>> list(watch.through(pairs)) == pairs, watch.stretches()
    (True, [])
    """

    def __init__(self, unit: str = "line") -> None:
        self.unit = unit
        self._lines, self._sources, self._targets = array("I"), array("H"), array("H")

    def through(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Give the pairs unchanged."""
        for pair in pairs:
            self._lines.append(pair.line)
            self._sources.append(_length(pair.source))
            self._targets.append(_length(pair.target))
            yield pair

    def stretches(self) -> list[Stretch]:
        """What looks misaligned, in order of lines; [] if nothing does."""
        if not self._lines:
            return []
        lines = np.frombuffer(self._lines, np.uint32).astype(np.int64)
        # A long gap between lines tells as little as one just beyond reach.
        places = np.concatenate([[0], np.minimum(np.diff(lines), REACH + 1)]).cumsum()
        sides = [np.full(places[-1] + 1, np.nan, np.float32) for _ in range(2)]
        for side, lengths in zip(sides, (self._sources, self._targets), strict=True):
            side[places] = np.log(np.frombuffer(lengths, np.uint16).astype(np.float32) + GRACE)
        found = _slipped(*sides)
        for first, end, _ in found:
            sides[0][first:end] = np.nan
        found += [(first, end, None) for first, end in _unrelated(*sides)]
        ends = [(*np.searchsorted(places, (first, end)), shift) for first, end, shift in found]
        told = [(int(lines[first]), int(lines[end - 1]), shift) for first, end, shift in ends]
        return [Stretch(*one, self.unit) for one in sorted(told, key=lambda one: one[0])]


def _length(text: str) -> int:
    """UTF-8 bytes of a text, as far as 16 bits can tell."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    return min(size, 0xFFFF)


def _misfit(source: Floats, target: Floats, shift: int) -> Floats:
    """e_d of the module's formula, (lines,), nan where a side has no line."""
    misfit = np.full(len(source), np.nan, np.float32)
    first, end = max(0, -shift), len(source) - max(0, shift)
    if first < end:
        difference = source[first:end] - target[first + shift : end + shift]
        misfit[first:end] = np.minimum(np.abs(difference), 1)
    return misfit


def _slipped(source: Floats, target: Floats) -> list[tuple[int, int, int | None]]:
    """Stretches (first, end, shift) that fit better at another shift; they do not overlap."""
    target = target + np.float32(np.nanmedian(source) - np.nanmedian(target))
    shifts = [shift for shift in range(-REACH, REACH + 1) if shift]
    here = _misfit(source, target, 0)
    usual = _usual_misfit(source, target, [0, *shifts])
    candidates: list[tuple[float, int, int, int]] = []
    for shift in shifts:
        gain = (here - _misfit(source, target, shift)) / usual
        gains = np.nan_to_num(gain, nan=0.0).astype(np.float64) - TOLL
        candidates += [(*stretch, shift) for stretch in _best_stretches(gains)]
    taken = np.zeros(len(source), dtype=bool)
    found: list[tuple[int, int, int | None]] = []
    for _, first, end, shift in sorted(candidates, reverse=True):
        free = np.flatnonzero(~taken[first:end])
        if 2 * len(free) > end - first:  # two slips may meet, and share a few lines
            first, end = first + int(free[0]), first + int(free[-1]) + 1
            taken[first:end] = True
            # Of shifts that are all wrong, one may still be the least so: that is no slip by it.
            fits = _correlation(source[first:end], _shifted(target, first, end, shift)) > RELATED
            found.append((first, end, shift if fits else None))
    return found


def _shifted(target: Floats, first: int, end: int, shift: int) -> Floats:
    """The targets that stand `shift` lines on from first..end, nan beyond both ends."""
    places = np.arange(first, end) + shift
    inside = (places >= 0) & (places < len(target))
    return np.where(inside, target[np.where(inside, places, 0)], np.float32(np.nan))


def _usual_misfit(source: Floats, target: Floats, shifts: list[int]) -> float:
    """What lines that fit have: the median, over blocks, of the mean at the block's best shift."""
    size = min(50, len(source))
    blocks = len(source) // size
    best = np.full(blocks, np.inf)
    for shift in shifts:
        misfit = _misfit(source, target, shift)[: blocks * size].reshape(blocks, size)
        known = ~np.isnan(misfit)
        sums, counts = np.where(known, misfit, 0).sum(1), known.sum(1)
        best = np.where(counts > size // 2, np.minimum(best, sums / np.maximum(counts, 1)), best)
    best = best[np.isfinite(best)]
    return max(FINEST, float(np.median(best))) if len(best) else 1.0


def _best_stretches(gains: npt.NDArray[np.float64]) -> Iterator[tuple[float, int, int]]:
    """Disjoint (sum, first, end) with a sum of gains over EVIDENCE, the largest first found."""
    ranges = [(0, len(gains))]
    for _ in range(2 * MOST):
        if not ranges:
            return
        start, stop = ranges.pop()
        sums = np.concatenate([[0.0], np.cumsum(gains[start:stop])])
        over = sums - np.minimum.accumulate(sums)
        end = int(over.argmax())
        if over[end] > EVIDENCE:
            first = int(sums[: end + 1].argmin())
            yield float(over[end]), start + first, start + end
            ranges += [(start, start + first), (start + end, stop)]


def _unrelated(source: Floats, target: Floats) -> Iterator[tuple[int, int]]:
    """Stretches (first, end) of whole windows in which lengths vary, but not together."""
    begun: int | None = None
    end = 0
    for first in range(0, len(source) - WINDOW + 1, WINDOW):
        end = first + WINDOW
        if _looks_unrelated(source[first:end], target[first:end]):
            begun = first if begun is None else begun
        elif begun is not None:
            yield begun, first
            begun = None
    if begun is not None:
        yield begun, end


def _looks_unrelated(source: Floats, target: Floats) -> bool:
    if 2 * int((~np.isnan(source + target)).sum()) < len(source):
        return False
    return _correlation(source, target) < RELATED


def _correlation(x: Floats, y: Floats) -> float:
    """Of the places that both have; nan where one of them hardly varies, so nothing is told.

    Of ranks (Spearman 1904), and with a spread that far values do not move: one pair of a thousand
    letters beside a word must not make its neighbours look unrelated.
    """
    known = ~np.isnan(x + y)
    x, y = x[known], y[known]
    if len(x) < 2 or min(_spread(x), _spread(y)) < SPREAD:
        return float("nan")
    return float(np.corrcoef(_ranks(x), _ranks(y))[0, 1])


def _spread(values: Floats) -> float:
    """Half of what the middle 68 % span: the standard deviation, where values are normal."""
    low, high = np.percentile(values, (16, 84))
    return float(high - low) / 2


def _ranks(values: Floats) -> npt.NDArray[np.float64]:
    """The place of each value in ascending order, from 1; equal values share the mean of theirs.

    >>> _ranks(np.array([3, 1, 3, 2], np.float32)).tolist()
    [3.5, 1.0, 3.5, 2.0]
    """
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[which])
