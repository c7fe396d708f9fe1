"""results/quality.json: a row for each run that was scored.

Two runs, one a core, are two processes that write this file: each reads it again and puts its row
in while it alone may, so that none loses the row of another.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measuring import RESULTS, Row
from benchmarks.quality.locks import alone
from benchmarks.quality.plan import SETS, planned
from seqattn.files import write_atomic

FILE = RESULTS / "quality.json"


def read_rows(file: Path = FILE) -> list[Row]:
    """The rows of the file; none if it is not there."""
    if not file.exists():
        return []
    rows: list[Row] = json.loads(file.read_text(encoding="utf-8"))["rows"]
    return rows


def ordered(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of the page: that of the plan, others behind their set's."""
    plan = {(run.set, run.label): place for place, run in enumerate(planned())}

    def place(row: Row) -> tuple[int, int, str, int]:
        at = plan.get((row["set"], row["label"]), len(plan))
        return (SETS.index(row["set"]), at, row["label"], row["seed"])

    return sorted(rows, key=place)


def key(row: Row) -> tuple[str, str, int]:
    """What tells a row from all others; that of its plan."""
    return (row["set"], row["label"], row["seed"])


def put(row: Row, file: Path, then: Callable[[list[Row]], None]) -> None:
    """Put a row among those of the file, in the place of the one with its key.

    Args:
        row: as `Trained.row` makes it.
        file: read again, changed and written while no other process can; made if it is not there.
        then: called with all rows before another process may write.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with alone(file.parent):
        rows = ordered([*(old for old in read_rows(file) if key(old) != key(row)), row])
        write_atomic(file, _as_json(rows, quick=".quick" in file.suffixes).encode())
        then(rows)


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
