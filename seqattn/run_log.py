"""The log of a run: a line of JSON a validation; it survives a machine that dies while it writes.

A line that was cut off, or that is none of ours, is left out when the log is read.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqattn.errors import RunError
from seqattn.files import require_plain, write_atomic
from seqattn.text import visible

LOG = "log.jsonl"


def append_log(folder: Path, record: Mapping[str, Any]) -> None:
    """Add one line to log.jsonl.

    Raises:
        RunError: it cannot be written.
    """
    try:
        with (folder / LOG).open("ab") as file:
            file.write(_line(record))
    except OSError as error:
        raise RunError(
            f"Cannot write {visible(str(folder / LOG))}: {error.strerror}.",
            hint="Make room, then go on with --resume.",
        ) from error


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The lines of log.jsonl; one that was cut off by a dying machine is left out.

    Raises:
        RunError: it is no plain file.
    """
    path = folder / LOG
    require_plain(path)
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
    numbers = [record.get(name) for name in ("step", "epoch", "seconds", "bleu", "loss")]
    try:
        finite = [isinstance(n, int | float) and math.isfinite(n) for n in numbers]
    except OverflowError:  # more digits than any of our numbers has
        return False
    return all(finite[:-1]) and isinstance(numbers[-1], int | float)  # the loss may be infinite


def _line(record: Mapping[str, Any]) -> bytes:
    """A record as a line of UTF-8; half a surrogate pair, which UTF-8 lacks, as its escape."""
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def cut_log(folder: Path, step: int) -> None:
    """Drop what the log says of steps after `step`, which a resumed training will do again."""
    kept = [record for record in read_log(folder) if record["step"] <= step]
    write_atomic(folder / LOG, b"".join(map(_line, kept)))
