"""Train and score the runs that are missing, or list them.

    python -m benchmarks.quality multi30k-en-de --seeds 1,2,3 --data DIR --runs DIR
    python -m benchmarks.quality --list            what is there, what is missing, minutes
    python -m benchmarks.quality --quick           tiny runs on the shipped corpus: tries the form

Each run's scores go into results/quality.json as soon as it is finished, and docs/quality.md is
made anew. What is there is not trained again; a run that was broken off is gone on with. Test parts
are translated once, at the end, and decide nothing. `plan.py` says which runs there are, `texts.py`
what --data has to hold.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measuring import CACHE, RESULTS, cores, table
from benchmarks.quality.bench import Bench
from benchmarks.quality.plan import SETS, Planned, planned
from benchmarks.quality.rows import FILE
from benchmarks.quality.texts import MADE, QUICK_HELD, make_quick_data

COLUMNS = {
    "set": "", "label": "", "seed": "d", "state": "", "minutes": ",.0f", "left": ",.0f",
    "remark": "",
}  # fmt: skip
"""Of --list; `left` are the minutes that a run still needs, a guess."""


def main() -> None:
    """Train and score what is missing, or list it."""
    parser = _arguments()
    options = parser.parse_args()
    if unknown := sorted(set(options.sets) - set(SETS)):
        parser.error(f"no set is called {unknown[0]}; known are {', '.join(SETS)}")
    runs = planned(options.sets, options.seeds, quick=options.quick)
    plans = [plan for plan in runs if options.only in plan.name]
    path = options.results / ("quality.quick.json" if options.quick else FILE.name)
    bench = Bench(path, options.data, MADE, options.runs, options.threads)
    if options.list:
        print("\n".join(table(list(bench.listed(plans)), COLUMNS)))
        return
    if options.quick:
        raise SystemExit(_quick(plans, path, options.threads))
    if options.data is None:
        parser.error("--data DIR is needed: the folder that holds multi30k-en-de and so on")
    raise SystemExit(bench.train(plans, minutes=options.minutes, fresh=options.fresh))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("sets", nargs="*", default=SETS, help=f"(all) of {', '.join(SETS)}")
    parser.add_argument("--seeds", type=_numbers, default=(), help="such as 1,2,3 (each set's own)")
    parser.add_argument("--only", default="", help="of the runs, those whose name contains this")
    parser.add_argument("--data", type=Path, help="folder of the texts")
    parser.add_argument(
        "--runs", type=Path, default=CACHE / "runs", help="folder of the runs (.cache/runs)"
    )
    parser.add_argument("--threads", type=int, default=cores(), help="to compute with (all cores)")
    parser.add_argument("--minutes", type=float, help="begin no run that would end after these")
    parser.add_argument("--list", action="store_true", help="what is there and what is missing")
    parser.add_argument("--fresh", action="store_true", help="score again what is there already")
    parser.add_argument("--quick", action="store_true", help="tiny runs: tries the form only")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder for the JSON file")
    return parser


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers parted by commas.

    >>> _numbers("1,2")
    (1, 2)
    """
    return tuple(map(int, text.split(",")))


def _quick(plans: Sequence[Planned], path: Path, threads: int) -> int:
    """Train tiny runs on small files in a folder of their own; an exit code."""
    path.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="seqattn-quality-") as name:
        folder = Path(name)
        make_quick_data(folder / "data")
        bench = Bench(
            path, folder / "data", folder / "made", folder / "runs", threads, held=QUICK_HELD
        )
        return bench.train(plans)


if __name__ == "__main__":
    main()
