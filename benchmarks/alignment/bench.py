"""One aligner on one text: measured, scored against the gold links, kept as rows."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.alignment.aligners import Directions, Links, attention, diagonal, eflomal
from benchmarks.alignment.page import SYSTEMS, ways
from benchmarks.alignment.texts import NAMES, AlignedText
from benchmarks.measuring import Row, machine, median
from seqattn.evaluation import AlignmentErrorRate, GoldLinks, alignment_error_rate
from seqattn.files import write_atomic
from seqattn.word_alignment import HEURISTICS, symmetrize


@dataclass(frozen=True)
class Bench:
    """How aligners are run.

    Attributes:
        runs: the folder of attention's models.
        threads: to compute with.
        repeats: of an aligner that takes no seed, 1 or more.
        quick: tiny models and one repeat, to try the form.
    """

    runs: Path
    threads: int
    repeats: int
    quick: bool = False

    def measured(self, text: AlignedText, system: str) -> list[Row]:
        """The rows of one aligner on one text."""
        repeats = self._found(text, system)
        facts = machine()
        about: Row = {
            "text": text.name,
            "system": system,
            "pairs_read": len(text.read),
            "fingerprint": text.fingerprint,
            "command": self._command(text, system),
            **{name: facts[name] for name in ("commit", "date", "processor", "load")},
            "repeats": len(repeats),
        }
        if system == "attention":
            # It learns from what is written to files, or from the shipped training part.
            about["pairs_read"] = repeats[0].facts.pop("pairs")
        about |= repeats[0].facts
        return [{**about, **row} for row in scored(text, system, repeats)]

    def _found(self, text: AlignedText, system: str) -> list[Directions]:
        """What an aligner says of all gold pairs, once for each repeat."""
        pairs = [pair for gold in text.gold for pair in gold.pairs]
        if system == "diagonal":
            return [diagonal.align(pairs)]
        if system == "attention":
            models = attention.Models(text, self.runs, self.threads, quick=self.quick)
            return [attention.align(models, pairs)]
        place = {pair: line for line, pair in enumerate(text.read)}
        wanted = [place[" ".join(pair.source_words), " ".join(pair.target_words)] for pair in pairs]
        program = eflomal.executable()
        repeats = 1 if self.quick else self.repeats
        return [eflomal.align(program, text.read, wanted, self.threads) for _ in range(repeats)]

    def _command(self, text: AlignedText, system: str) -> str:
        """What to type for these rows, without the folders of this machine."""
        parts = ["python -m benchmarks.alignment", f"--texts {text.name}", f"--systems {system}"]
        if text.name == "gold-deen":
            parts.append("--multi30k DIR --gold-deen DIR")
        if system == "eflomal":
            parts.append(f"--repeats {self.repeats}")
        return " ".join(parts)


def read_rows(path: Path) -> list[Row]:
    """The rows of the file; none if it is not there."""
    if not path.exists():
        return []
    rows: list[Row] = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return rows


def is_current(row: Row, text: AlignedText) -> bool:
    """Whether a row belongs to another text, or to this one as it is now.

    A row of this text before it was changed says nothing of it.
    """
    return bool(row["text"] != text.name or row["fingerprint"] == text.fingerprint)


def scored(text: AlignedText, system: str, repeats: Sequence[Directions]) -> list[Row]:
    """A row for each part of the gold and each way: medians of the repeats."""
    rows = []
    for way in ways(system):
        links = [joined(found, way) for found in repeats]
        start = 0
        for gold in text.gold:
            here = [found[start : start + len(gold.links)] for found in links]
            start += len(gold.links)
            rows.append({"gold": gold.name, "way": way, **_scores(here, gold.links)})
    return rows


def joined(found: Directions, way: str) -> Links:
    """The links of one way, or of both joined."""
    if way not in HEURISTICS:
        links: Links = getattr(found, way)
        return links
    both = zip(found.forward, found.backward, strict=True)
    return [symmetrize(forward, backward, way) for forward, backward in both]


def _scores(repeats: Sequence[Links], gold: Sequence[GoldLinks]) -> Row:
    """Medians over the repeats; of the error rate all values."""
    sure, possible = [one.sure for one in gold], [one.possible for one in gold]
    rates = [alignment_error_rate(links, sure, possible) for links in repeats]
    middle = {
        name: round(median([getattr(rate, name) for rate in rates]), 5)
        for name in AlignmentErrorRate._fields
    }
    return {
        "pairs": len(gold),
        **middle,
        "aer_of_each": [round(rate.aer, 5) for rate in rates],
        "links": median([sum(map(len, links)) for links in repeats]),
    }


def _order(row: Row) -> tuple[int, ...]:
    return (
        NAMES.index(row["text"]),
        SYSTEMS.index(row["system"]),
        ("gold", "dev", "test").index(row["gold"]),
        ways(row["system"]).index(row["way"]),
    )


def put(path: Path, rows: Sequence[Row], *, quick: bool) -> list[Row]:
    """Write the file of the rows, and give them in its order."""
    rows = sorted(rows, key=_order)
    path.parent.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = {"benchmark": "alignment", "quick": quick, "rows": rows}
    write_atomic(path, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())
    return rows
