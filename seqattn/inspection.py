"""What training would make of a corpus, found out before it starts: the report of `seqattn check`.

Two passes over the stream. The first cleans by the same rules as training and keeps some 50 bytes a
pair (lengths, scripts, fingerprints); the second fetches the texts to be shown, counts what would
be held out, and writes what is kept if that is asked for. No torch, no tokenizer: lengths are in
characters.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqattn import __version__
from seqattn.config import DataConfig, TrainingConfig
from seqattn.corpus import (
    Corpus,
    Kept,
    LengthWatch,
    Pair,
    Stretch,
    Tally,
    clean,
    hold_out,
    rules_of,
    write_pairs,
)
from seqattn.corpus.fingerprints import Prints, fingerprint
from seqattn.corpus.scripts import NONE, belongs, main_script, script_of
from seqattn.corpus.splitting import comparable
from seqattn.corpus.tally import EXAMPLE_LENGTH, LINES_KEPT
from seqattn.text import counted, visible

FORMAT = "seqattn-check"
VERSION = 1

BINS = (10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120)
"""First length of each bin of the histogram but the first, in characters."""

SAMPLE = 2
"""Pairs shown from the start, from the middle and from the end."""

Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Side:
    """One side of the pairs that are kept.

    Attributes:
        main_script: the script of most sentences.
        scripts: sentences by script, most first.
        median: length in characters.
        longest: length in characters.
        histogram: sentences by length, (len(BINS) + 1,); bin i begins at BINS[i - 1].
    """

    main_script: str
    scripts: dict[str, int]
    median: int
    longest: int
    histogram: tuple[int, ...]


@dataclass(frozen=True)
class Finding:
    """Something about kept pairs that is worth a look, and which pairs it is about.

    Attributes:
        key: its name in JSON.
        words: what it is.
        count: pairs it is about, at least 1.
        lines: the first few of their lines, ascending.
        example: one text, shortened and safe to show.
        unit: what the lines are: "line" or "unit".
    """

    key: str
    words: str
    count: int
    lines: tuple[int, ...]
    example: str = ""
    unit: str = "line"

    def __str__(self) -> str:
        """Say it in a line.

        >>> print(Finding("identical", "both sides are the same", 2, (3, 9), "OK"))
        2 pairs: both sides are the same (lines 3, 9; 'OK')
        """
        plural = "" if self.count == 1 else "s"
        numbers = ", ".join(map(str, self.lines)) + (", …" if self.count > len(self.lines) else "")
        shown = f"; '{self.example}'" if self.example else ""
        return f"{self.count:,} pair{plural}: {self.words} ({self.unit}{plural} {numbers}{shown})"


@dataclass(frozen=True)
class Report:
    """All that `seqattn check` says of a corpus.

    Attributes:
        name: the corpus, ready to show.
        unit: what is numbered in it: "line" or "unit".
        read: pairs used and dropped, those with an empty side too.
        kept: pairs that the rules leave.
        held_out: of these, about so many go to validation when no text is given for it.
        notices: what reading and cleaning dropped, mended or noted.
        source: lengths and scripts; None if nothing is kept.
        target: the same.
        findings: what is odd about kept pairs.
        stretches: where the sides do not seem to belong together.
        samples: kept pairs of the start, the middle and the end.
        remarks: what to expect of a training, a sentence each.
    """

    name: str
    unit: str
    read: int
    kept: int
    held_out: int
    notices: Tally
    source: Side | None
    target: Side | None
    findings: tuple[Finding, ...]
    stretches: tuple[Stretch, ...]
    samples: tuple[Pair, ...]
    remarks: tuple[str, ...]

    @property
    def usable(self) -> bool:
        """Whether a training has anything to start from."""
        return self.kept > 0

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; texts and names are escaped so that they are safe to show."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "seqattn": __version__,
            "corpus": self.name,
            "unit": self.unit,
            "usable": self.usable,
            "read": self.read,
            "kept": self.kept,
            "dropped": self.notices.dropped,
            "held_out": self.held_out,
            "notices": [notice.as_dict() for notice in self.notices],
            "length_bins": [0, *BINS],
            "source": asdict(self.source) if self.source else None,
            "target": asdict(self.target) if self.target else None,
            "findings": [asdict(finding) for finding in self.findings],
            "stretches": [stretch.as_dict() for stretch in self.stretches],
            "samples": [
                {"line": p.line, "source": visible(p.source), "target": visible(p.target)}
                for p in self.samples
            ],
            "remarks": list(self.remarks),
        }


def inspect(corpus: Corpus, data: DataConfig, *, write_to: Sequence[Path] = ()) -> Report:
    """Read a corpus as training would, and report.

    Args:
        corpus: the text.
        data: the rules that training would follow.
        write_to: where to write what is kept, as `write_pairs` takes it; () writes nothing.

    Raises:
        CorpusError: a line cannot be used, or no pair has text on both sides.
        SeqattnError: a file cannot be written.
    """
    tally = Tally(corpus.name, unit=corpus.unit)
    watch, survey, passed = LengthWatch(corpus.unit), _Survey(corpus.unit), Kept()
    for pair in passed.through(clean(watch.through(corpus), rules_of(data), tally)):
        survey.add(pair)
    tally.merge(corpus.notices)
    kept = len(passed)
    report = Report(
        name=corpus.name,
        unit=corpus.unit,
        read=kept + tally.dropped,
        kept=kept,
        held_out=0,
        notices=tally,
        source=survey.side(0) if kept else None,
        target=survey.side(1) if kept else None,
        findings=tuple(survey.findings(data)) if kept else (),
        stretches=tuple(watch.stretches()),
        samples=(),
        remarks=(),
    )
    return _with_texts(report, passed.of(corpus), data, write_to) if kept else report


def _with_texts(
    report: Report, pairs: Iterable[Pair], data: DataConfig, write_to: Sequence[Path]
) -> Report:
    """The second pass: what is to be shown is picked up while pairs are held out and written."""
    wanted = _Wanted(report)
    if write_to:
        pairs = write_pairs(pairs, write_to)
    size = max(1, min(data.held_out, report.kept // 10))
    split = hold_out(wanted.through(pairs), size=size, seed=TrainingConfig().seed)
    remarks = []
    if not split.dev_count:
        remarks.append("Too few different sentences to hold some out: give --dev to train.")
    if said := expectation(split.train_count):
        remarks.append(said)
    findings = tuple(replace(f, example=wanted.example(f)) for f in report.findings)
    samples = tuple(wanted.samples)
    return replace(
        report, findings=findings, samples=samples, held_out=split.dev_count, remarks=tuple(remarks)
    )


def expectation(pairs: int) -> str | None:
    """An honest word on what so many training pairs can teach; None if there are enough.

    >>> expectation(200)
    '200 pairs: expect memorised sentences, not general translations.'
    """
    if pairs < 2_000:
        return f"{counted(pairs, 'pair')}: expect memorised sentences, not general translations."
    if pairs < 20_000:
        return f"{counted(pairs, 'pair')}: expect good translations only of sentences like these."
    return None


class _Wanted:
    """Picks out of a pass the pairs that a report shows."""

    def __init__(self, report: Report) -> None:
        middle = max(0, (report.kept - SAMPLE) // 2)
        starts = (0, middle, report.kept - SAMPLE)
        self._places = {start + i for start in starts for i in range(SAMPLE)}
        self._lines = {finding.lines[0] for finding in report.findings}
        self._by_line: dict[int, Pair] = {}
        self.samples: list[Pair] = []

    def through(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Give the pairs unchanged."""
        for place, pair in enumerate(pairs):
            if place in self._places:
                self.samples.append(pair)
            if pair.line in self._lines:
                self._by_line[pair.line] = pair
            yield pair

    def example(self, finding: Finding) -> str:
        """The text that shows a finding best."""
        pair = self._by_line[finding.lines[0]]
        text = pair.target if finding.key in _ABOUT_TARGET else pair.source
        return visible(text, EXAMPLE_LENGTH)


_ABOUT_TARGET = ("target-script", "several-sources")


class _Survey:
    """What the first pass remembers of each kept pair: 30 bytes."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._lines = array("I")
        self._lengths = (array("I"), array("I"))
        self._scripts = (array("B"), array("B"))
        self._prints = (array("Q"), array("Q"))
        self._identical = array("I")
        self._names: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, pair: Pair) -> None:
        """Remember one more."""
        self._lines.append(pair.line)
        for text, lengths, scripts, prints in zip(
            (pair.source, pair.target), self._lengths, self._scripts, self._prints, strict=True
        ):
            lengths.append(len(text))
            # Unicode has fewer than 256 scripts; should it grow, the last ones share a number.
            scripts.append(min(255, self._names.setdefault(script_of(text), len(self._names))))
            prints.append(fingerprint(comparable(text)))
        if pair.source.strip() == pair.target.strip():
            self._identical.append(pair.line)

    def side(self, which: int) -> Side:
        """The summary of the source (0) or the target (1)."""
        lengths = np.frombuffer(self._lengths[which], np.uint32)
        counts = self._script_counts(which)
        bins = np.bincount(np.searchsorted(BINS, lengths, side="right"), minlength=len(BINS) + 1)
        return Side(
            main_script=main_script(counts),
            scripts=dict(counts.most_common()),
            median=int(np.median(lengths)),
            longest=int(lengths.max()),
            histogram=tuple(bins.tolist()),
        )

    def findings(self, data: DataConfig) -> Iterator[Finding]:
        """What is odd, in the order of how much it matters; examples come later."""
        swapped, odd_source, odd_target = self._script_masks()
        masks = (
            ("swapped", "the sides look swapped, by their scripts", swapped),
            ("source-script", f"the source is not {self._main(0)}, as most are", odd_source),
            ("target-script", f"the target is not {self._main(1)}, as most are", odd_target),
        )
        for key, words, mask in masks:
            yield from self._finding(key, words, np.flatnonzero(mask))
        if self._identical:
            lines = tuple(self._identical[:LINES_KEPT])
            count = len(self._identical)
            yield Finding("identical", "both sides are the same", count, lines, unit=self._unit)
        yield from self._repeats()
        lengths = [np.frombuffer(side, np.uint32) for side in self._lengths]
        long = np.flatnonzero(np.maximum(*lengths) > data.max_length)
        limit = counted(data.max_length, "character")
        words = f"over {limit}, may be over as many pieces (--max-length)"
        yield from self._finding("long", words, long)

    def _finding(self, key: str, words: str, places: Places) -> Iterator[Finding]:
        """One finding about the pairs at these places, none if there are none."""
        if len(places):
            lines = tuple(self._lines[place] for place in places[:LINES_KEPT])
            yield Finding(key, words, len(places), lines, unit=self._unit)

    def _script_counts(self, which: int) -> Counter[str]:
        numbers = np.bincount(np.frombuffer(self._scripts[which], np.uint8), minlength=256)
        counts = {name: int(numbers[i]) for name, i in self._names.items() if i < 256}
        return Counter({name: count for name, count in counts.items() if count})

    def _main(self, which: int) -> str:
        return main_script(self._script_counts(which))

    def _script_masks(self) -> tuple[npt.NDArray[np.bool_], ...]:
        """(pairs,) bool each: sides swapped; a source of another script; a target of another."""
        mains = (self._main(0), self._main(1))
        sides = [np.frombuffer(side, np.uint8) for side in self._scripts]

        def at_home(which: int, main: str, *, strictly: bool = False) -> npt.NDArray[np.bool_]:
            """Where a side's script belongs to `main`; strictly: where it has letters, too."""
            table = np.zeros(256, dtype=bool)
            for name, number in self._names.items():
                table[min(255, number)] = belongs(name, main) and not (strictly and name == NONE)
            return table[sides[which]]

        odd_source, odd_target = ~at_home(0, mains[0]), ~at_home(1, mains[1])
        swapped = odd_source & at_home(0, mains[1], strictly=True)
        swapped &= odd_target & at_home(1, mains[0], strictly=True)
        return swapped, odd_source & ~swapped, odd_target & ~swapped

    def _repeats(self) -> Iterator[Finding]:
        """Pairs, sources and targets that occur again, but for case, Unicode form and spacing."""
        source, target = (np.frombuffer(side, np.uint64) for side in self._prints)
        order = np.lexsort((target, source))  # stable: the first of equal pairs comes first
        again = (np.diff(source[order]) == 0) & (np.diff(target[order]) == 0)
        words = "the same as an earlier pair but for case or spacing"
        yield from self._finding("repeated", words, np.sort(order[1:][again]))
        for key, one, many, (here, there) in (
            ("several-targets", "source", "targets", (source, target)),
            ("several-sources", "target", "sources", (target, source)),
        ):
            texts, most, pairs, places = _partners(here, there)
            if texts:
                plural = f"{texts:,} {one}s have" if texts > 1 else f"one {one} has"
                words = f"{plural} several {many}, up to {most:,}"
                lines = tuple(self._lines[place] for place in places[:LINES_KEPT])
                yield Finding(key, words, pairs, lines, unit=self._unit)


def _partners(here: Prints, there: Prints) -> tuple[int, int, int, Places]:
    """Texts with several partners: how many; the most partners; their pairs; the pairs of that one.

    Args:
        here: (pairs,) fingerprints of the side that is asked about.
        there: (pairs,) fingerprints of the other.
    """
    order = np.lexsort((there, here))
    here, there = here[order], there[order]
    new_text = np.concatenate([[True], here[1:] != here[:-1]])
    new_pair = new_text | np.concatenate([[True], there[1:] != there[:-1]])
    starts = np.flatnonzero(new_text)
    partners = np.add.reduceat(new_pair.astype(np.int64), starts)
    sizes = np.diff(np.concatenate([starts, [len(here)]]))
    several = partners > 1
    top = int(partners.argmax())
    places = np.sort(order[starts[top] : starts[top] + sizes[top]])
    return int(several.sum()), int(partners[top]), int(sizes[several].sum()), places
