"""What is missing of `benchmarks.quality` trained and kept, what is there listed."""

import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import Row, median, say
from benchmarks.quality.locks import alone
from benchmarks.quality.page import write_page
from benchmarks.quality.plan import Planned
from benchmarks.quality.rows import FILE, key, put, read_rows
from benchmarks.quality.runs import Trained, UnfitRunError, changed_since
from benchmarks.quality.splits import HELD
from benchmarks.quality.texts import Sides, Text, ready
from seqattn.errors import SeqattnError

SCORING = 2.0
"""Minutes of translating two parts twice, at most."""

FAILED, INTERRUPTED = 1, 130

UNUSABLE = (OSError, ValueError, SeqattnError)
"""Raised where one text or one run cannot be read; the other runs are trained all the same."""

_NO_FILES = Sides(Path(), Path())
_NO_TEXT = Text(_NO_FILES, _NO_FILES, _NO_FILES)  # none is needed to see how far runs are


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
                self._kept(plan, fresh=fresh)
            except BlockingIOError:
                say(f"{plan.name}: another process is at it")
            except KeyboardInterrupt:
                say(f"{plan.name}: interrupted; the same command goes on with it")
                return INTERRUPTED
            except (UnfitRunError, subprocess.CalledProcessError, *UNUSABLE) as error:
                say(f"{plan.name}: {error}")
                failed += 1
        return FAILED if failed else 0

    def _kept(self, plan: Planned, *, fresh: bool) -> None:
        """Train a run and keep its row.

        Raises:
            BlockingIOError: another process is at it.
        """
        self.runs.mkdir(parents=True, exist_ok=True)
        with alone(self.runs / f"{plan.name}.lock", wait=False):
            if fresh or not self.row_of(plan):  # another may have been ready meanwhile
                keep(self._measured(plan), self.file)

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
        return next((row for row in rows if key(row) == plan.key), None)

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
    """Put a row into the file, and make the page anew if it is the page's."""
    put(row, file, lambda rows: write_page(rows) if file == FILE else None)
    say(f"Written: {file}")


def _remark(row: Row, plan: Planned) -> str:
    """Which settings of a row are not today's defaults."""
    changed = changed_since(row, dict(plan.settings))
    told = ", ".join(f"{name} {then} -> {now}" for name, (then, now) in changed.items())
    return f"defaults have changed: {told}" if told else ""
