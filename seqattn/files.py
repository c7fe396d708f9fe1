"""A file is written whole or not at all.

It is written beside its place and renamed, so that a reader, or a machine that dies at any moment,
finds the old file or the new one.
"""

import contextlib
import os
from pathlib import Path

from seqattn.errors import RunError
from seqattn.text import visible

PART = ".part"
"""What the name of a file ends in while it is written."""


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file so that whoever looks sees the old content or the new, never a part.

    Raises:
        RunError: the folder cannot be written, or the disk is full; the old file is untouched.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):  # a read-only file system refuses this as well
            beside.unlink(missing_ok=True)
        raise RunError(
            f"Cannot write {visible(str(path))}: {error.strerror}.",
            hint="The earlier file is untouched. Make room or choose another folder with --run.",
        ) from error


def remove_parts(folder: Path) -> None:
    """Delete what writers that died left half written; for whoever has the folder to himself."""
    for part in folder.glob(f".*{PART}"):
        with contextlib.suppress(OSError):  # it is in nobody's way
            part.unlink()
