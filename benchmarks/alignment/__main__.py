"""Word alignments: attention beside eflomal and the diagonal, on the same lines.

    python -m benchmarks.alignment --multi30k DIR --gold-deen DIR

What is already in results/alignment.json is not measured again, unless the text or the links have
changed; --fresh does. Attention needs two models a text: runs that lie in --runs are used, others
are trained there with default settings (hours). When all is there, docs/alignment.md is written.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.alignment.bench import Bench, is_current, put, read_rows
from benchmarks.alignment.page import COLUMNS, PAGE, SYSTEMS, is_complete, page
from benchmarks.alignment.texts import NAMES, AlignedText, german_english, shipped
from benchmarks.measuring import CACHE, arguments, describe, machine, say, table
from seqattn.files import write_atomic

REPEATS = 3
"""Runs of an aligner that takes no seed."""


def main() -> None:
    """Measure what is missing, print the table, write the file and the page."""
    options = _arguments().parse_args()
    path = options.results / f"alignment{'.quick' if options.quick else ''}.json"
    bench = Bench(options.runs, options.threads[0], options.repeats, quick=options.quick)
    rows = [] if options.fresh else read_rows(path)
    for text in _texts(options):
        rows = [row for row in rows if is_current(row, text)]
        for system in options.systems:
            if any((row["text"], row["system"]) == (text.name, system) for row in rows):
                say(f"{text.name}, {system}: there already")
                continue
            say(f"{text.name}, {system}")
            rows = put(path, [*rows, *bench.measured(text, system)], quick=options.quick)
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


if __name__ == "__main__":
    main()
