"""The log of a run: a line of JSON a validation; it survives a machine that dies while it writes.

A line that was cut off, or that is none of ours, is left out when the log is read.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqattn.errors import RunError
from seqattn.files import write_atomic
from seqattn.text import visible

LOG = "log.jsonl"


def append_log(folder: Path, record: Mapping[str, Any]) -> None:
    """Add one line to log.jsonl.

    Raises:
        RunError: it cannot be written.
    """
    line = json.dumps(record, ensure_ascii=False) + "\n"
    try:
        with (folder / LOG).open("a", encoding="utf-8", newline="\n") as file:
            file.write(line)
    except OSError as error:
        raise RunError(
            f"Cannot write {visible(str(folder / LOG))}: {error.strerror}.",
            hint="Make room, then go on with --resume.",
        ) from error


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The lines of log.jsonl; one that was cut off by a dying machine is left out."""
    path = folder / LOG
    records = []
    for line in path.read_bytes().split(b"\n") if path.exists() else []:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if _is_validation(record):
            records.append(record)
    return records


def _is_validation(record: object) -> bool:
    """Whether a line of the log has the numbers that are read from it."""
    if not isinstance(record, dict):
        return False
    numbers = [record.get(name) for name in ("step", "epoch", "seconds", "bleu")]
    finite = all(isinstance(n, int | float) and math.isfinite(n) for n in numbers)
    return finite and isinstance(record.get("loss"), int | float)  # which may be infinite


def cut_log(folder: Path, step: int) -> None:
    """Drop what the log says of steps after `step`, which a resumed training will do again."""
    kept = [record for record in read_log(folder) if record["step"] <= step]
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in kept)
    write_atomic(folder / LOG, text.encode())
