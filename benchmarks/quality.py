"""The default recipe on real text: trained run by run, scored, kept, put on a page.

    python -m benchmarks.quality multi30k-en-de --seeds 1,2,3 --data DIR --runs DIR
    python -m benchmarks.quality --list            what is there, what is missing, minutes
    python -m benchmarks.quality --quick           tiny runs on the shipped corpus: tries the form

Each run's scores go into results/quality.json as soon as it is finished, and docs/quality.md is
made anew. What is there is not trained again; a run that was broken off is gone on with. Test parts
are translated once, at the end, and decide nothing. `quality_plan.py` says which runs there are,
`quality_texts.py` what --data has to hold.
"""

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import CACHE, RESULTS, Row, cores, median, say, table
from benchmarks.quality_page import FILE, ordered, read_rows, write_page
from benchmarks.quality_plan import SETS, Planned, planned
from benchmarks.quality_runs import Trained, UnfitRunError, changed_since
from benchmarks.quality_splits import HELD
from benchmarks.quality_texts import MADE, QUICK_HELD, Sides, Text, make_quick_data, ready
from seqattn.files import write_atomic

SCORING = 2.0
"""Minutes of translating two parts twice, at most."""

COLUMNS = {
    "set": "", "label": "", "seed": "d", "state": "", "minutes": ",.0f", "left": ",.0f",
    "remark": "",
}  # fmt: skip
"""Of --list; `left` are the minutes that a run still needs, a guess."""

FAILED, INTERRUPTED = 1, 130

_NO_FILES = Sides(Path(), Path())
_NO_TEXT = Text(_NO_FILES, _NO_FILES, _NO_FILES)  # none is needed to see how far runs are


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


@dataclass(frozen=True)
class Bench:
    """Where runs, texts and rows lie, and how runs are trained.

    Attributes:
        file: of the rows.
        data: the folder of texts; None where nothing is trained.
        made: the folder of texts that are cut here.
        runs: the folder of run folders.
        threads: to compute with.
        held: pairs of dev and of test each, of texts that are cut here.
    """

    file: Path
    data: Path | None
    made: Path
    runs: Path
    threads: int
    held: int = HELD

    def train(
        self, plans: Sequence[Planned], *, minutes: float | None = None, fresh: bool = False
    ) -> int:
        """Train and score the runs that have no row.

        Args:
            plans: in this order.
            minutes: begin no run that would end after these; None: all.
            fresh: score again those that have a row; what lies in `runs` is not trained again.

        Returns:
            an exit code: 0, 1 where a run failed, 130 where it was interrupted.
        """
        begun, failed = time.monotonic(), 0
        for plan in plans:
            if not fresh and self.row_of(plan):
                say(f"{plan.name}: there already")
                continue
            needed = self.minutes_left(plan)
            rest = None if minutes is None else minutes - (time.monotonic() - begun) / 60
            if rest is not None and needed > rest:
                say(f"{plan.name}: not begun, it needs {needed:.0f} minutes of {rest:.0f}")
                continue
            say(f"{plan.name}: about {needed:.0f} minutes")
            try:
                keep(self._measured(plan), self.file)
            except KeyboardInterrupt:
                say(f"{plan.name}: interrupted; the same command goes on with it")
                return INTERRUPTED
            except (UnfitRunError, subprocess.CalledProcessError) as error:
                say(f"{plan.name}: {error}")
                failed += 1
        return FAILED if failed else 0

    def _measured(self, plan: Planned) -> Row:
        """Train a run to its end, if it is not there; its row."""
        assert self.data is not None
        text = ready(plan.text, self.data, self.made, pairs=plan.pairs, held=self.held)
        run = Trained(plan, text, self.data, self.runs, self.threads)
        run.train()
        command = (
            f"python -m benchmarks.quality {plan.set} --seeds {plan.seed} --only {plan.name} "
            f"--data DIR --runs RUNS --threads {self.threads}"
        )
        return {"command": command, **run.row()}

    def row_of(self, plan: Planned) -> Row | None:
        """The row of a run, if it is there."""
        rows = read_rows(self.file)
        return next((row for row in rows if _key(row) == plan.key), None)

    def minutes_left(self, plan: Planned) -> float:
        """What a run still needs, scoring included: a guess.

        By its own log if it has begun; else by runs that have been timed with as many threads: of
        its set and label, for ablations of its set; else as the plan has it.
        """
        minutes, share = self._run(plan).minutes_done()
        if share:
            return max(0.0, minutes / share - minutes) + SCORING
        rows = [row for row in read_rows(self.file) if row["threads"] == self.threads]
        of_set = [row for row in rows if row["set"] == plan.set]
        timed = [row["minutes"] for row in of_set if row["label"] == plan.label]
        if plan.set == "ablations":  # all have one text and one schedule
            timed = timed or [row["minutes"] for row in of_set]
        return (median(timed) if timed else plan.minutes) + SCORING

    def _run(self, plan: Planned) -> Trained:
        """A run, to see how far it is."""
        return Trained(plan, _NO_TEXT, Path(), self.runs, self.threads)

    def listed(self, plans: Sequence[Planned]) -> Iterator[Row]:
        """A line for each run, and one for their sum."""
        left = 0.0
        for plan in plans:
            line: Row = {"set": plan.set, "label": plan.label, "seed": plan.seed}
            if row := self.row_of(plan):
                line |= {"state": "there", "minutes": row["minutes"], "remark": _remark(row, plan)}
            else:
                minutes, share = self._run(plan).minutes_done()
                line |= {"state": f"{share:.0%} trained" if share else "missing"}
                line |= {"minutes": minutes or None, "left": self.minutes_left(plan)}
                left += line["left"]
            yield line
        yield {"set": "all", "left": left}


def keep(row: Row, file: Path) -> None:
    """Put a row among those of the file, and make the page anew.

    The file is read again first: another process may have put its own row there.
    """
    rows = ordered([*(old for old in read_rows(file) if _key(old) != _key(row)), row])
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(file, _as_json(rows, quick=".quick" in file.suffixes).encode())
    say(f"Written: {file}")
    if file == FILE:
        write_page(rows)


def _as_json(rows: Sequence[Row], *, quick: bool) -> str:
    """The file's content: a line for each fact of a row, so that changes are easy to see."""
    told = [
        ",\n".join(
            f'  "{name}": {json.dumps(fact, ensure_ascii=False)}' for name, fact in row.items()
        )
        for row in rows
    ]
    inner = ",\n".join(f" {{\n{facts}\n }}" for facts in told)
    head = f'{{"benchmark": "quality", "quick": {json.dumps(quick)}, "rows": ['
    return f"{head}\n{inner}\n]}}\n"


def _key(row: Row) -> tuple[str, str, int]:
    return (row["set"], row["label"], row["seed"])


def _remark(row: Row, plan: Planned) -> str:
    """Which settings of a row are not today's defaults."""
    changed = changed_since(row, dict(plan.settings))
    told = ", ".join(f"{name} {then} -> {now}" for name, (then, now) in changed.items())
    return f"defaults have changed: {told}" if told else ""


if __name__ == "__main__":
    main()
