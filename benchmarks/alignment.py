"""Word alignments: attention beside eflomal and the diagonal, on the same lines.

    python -m benchmarks.alignment --multi30k DIR --gold-deen DIR

What is already in results/alignment.json is not measured again, unless the text or the links have
changed; --fresh does. Attention needs two models a text: runs that lie in --runs are used, others
are trained there with default settings (hours). When all is there, docs/alignment.md is written.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.aligners import Directions, Links, attention, diagonal, eflomal
from benchmarks.alignment_page import COLUMNS, PAGE, is_complete, page, ways
from benchmarks.alignment_texts import NAMES, AlignedText, german_english, shipped
from benchmarks.measuring import CACHE, Row, arguments, describe, machine, median, say, table
from seqattn.evaluation import AlignmentErrorRate, GoldLinks, alignment_error_rate
from seqattn.files import write_atomic
from seqattn.word_alignment import HEURISTICS, symmetrize

SYSTEMS = ("attention", "eflomal", "diagonal")
REPEATS = 3
"""Runs of an aligner that takes no seed."""


def main() -> None:
    """Measure what is missing, print the table, write the file and the page."""
    options = _arguments().parse_args()
    path = options.results / f"alignment{'.quick' if options.quick else ''}.json"
    rows = [] if options.fresh else read_rows(path)
    for text in _texts(options):
        rows = [row for row in rows if is_current(row, text)]
        for system in options.systems:
            if any((row["text"], row["system"]) == (text.name, system) for row in rows):
                say(f"{text.name}, {system}: there already")
                continue
            say(f"{text.name}, {system}")
            made = _measured(text, system, options)
            rows = sorted([*rows, *made], key=_order)
            _write(path, rows, quick=options.quick)
    print(describe(machine()))
    print("\n".join(table(rows, COLUMNS)))
    if is_complete(rows) and not options.quick:
        write_atomic(PAGE, page(rows).encode())
        say(f"Written: {PAGE}")


def _arguments() -> argparse.ArgumentParser:
    parser = arguments(__doc__)
    parser.set_defaults(repeats=REPEATS, threads=[1])
    parser.add_argument("--multi30k", type=Path, help="folder with train.lc.norm.tok.de, ...")
    parser.add_argument("--gold-deen", type=Path, help="folder with src.txt, tgt.txt, align.txt")
    parser.add_argument("--texts", nargs="+", choices=NAMES, default=NAMES, help="(both)")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=SYSTEMS, help="(all)")
    parser.add_argument(
        "--runs", type=Path, default=CACHE / "runs", help="folder of the models (.cache/runs)"
    )
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    return parser


def _texts(options: argparse.Namespace) -> Iterator[AlignedText]:
    """The texts asked for, as far as their files are named."""
    if "gold-deen" in options.texts:
        if options.multi30k and options.gold_deen:
            yield german_english(options.multi30k, options.gold_deen, quick=options.quick)
        else:
            say("gold-deen: left out, since --multi30k or --gold-deen does not name its files")
    if "shipped" in options.texts:
        yield shipped(quick=options.quick)


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


def _measured(text: AlignedText, system: str, options: argparse.Namespace) -> list[Row]:
    """The rows of one aligner on one text."""
    repeats = _found(text, system, options)
    facts = machine()
    about: Row = {
        "text": text.name,
        "system": system,
        "pairs_read": len(text.read),
        "fingerprint": text.fingerprint,
        "command": _command(text, system, options),
        **{name: facts[name] for name in ("commit", "date", "processor", "load")},
        "repeats": len(repeats),
    }
    if system == "attention":
        # It learns from what is written to files, or from the shipped training part.
        about["pairs_read"] = repeats[0].facts.pop("pairs")
    about |= repeats[0].facts
    return [{**about, **row} for row in scored(text, system, repeats)]


def _found(text: AlignedText, system: str, options: argparse.Namespace) -> list[Directions]:
    """What an aligner says of all gold pairs, once for each repeat."""
    pairs = [pair for gold in text.gold for pair in gold.pairs]
    if system == "diagonal":
        return [diagonal.align(pairs)]
    threads = options.threads[0]
    if system == "attention":
        models = attention.Models(text, options.runs, threads, quick=options.quick)
        return [attention.align(models, pairs)]
    place = {pair: line for line, pair in enumerate(text.read)}
    wanted = [place[" ".join(pair.source_words), " ".join(pair.target_words)] for pair in pairs]
    program = eflomal.executable()
    repeats = 1 if options.quick else options.repeats
    return [eflomal.align(program, text.read, wanted, threads) for _ in range(repeats)]


def _command(text: AlignedText, system: str, options: argparse.Namespace) -> str:
    """What to type for these rows, without the folders of this machine."""
    parts = ["python -m benchmarks.alignment", f"--texts {text.name}", f"--systems {system}"]
    if text.name == "gold-deen":
        parts.append("--multi30k DIR --gold-deen DIR")
    if system == "eflomal":
        parts.append(f"--repeats {options.repeats}")
    return " ".join(parts)


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


def _write(path: Path, rows: Sequence[Row], *, quick: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = {"benchmark": "alignment", "quick": quick, "rows": list(rows)}
    write_atomic(path, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    main()
