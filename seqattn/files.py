"""A file is written whole or not at all; and the JSON that says what a folder is, is read again.

It is written beside its place and renamed, so that a reader, or a machine that dies at any moment,
finds the old file or the new one.
"""

import contextlib
import json
import os
import stat
from pathlib import Path
from typing import Any

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


def require_plain(path: Path) -> None:
    """Refuse what is no plain file, in a folder that may come from elsewhere.

    A named pipe keeps whoever opens it waiting, and a device never comes to its end. What is not
    there, or cannot be looked at, is left to whoever opens it.

    Raises:
        RunError: it is a folder, a named pipe or a device.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    if not stat.S_ISREG(mode):
        raise RunError(
            f"{visible(str(path))} cannot be read: it is no plain file.",
            hint="Copy the run folder again from where it was trained.",
        )


def require_place(folder: Path) -> None:
    """Refuse a place where no folder can be made, before the work that it is to hold is begun.

    Nothing is made yet: only making it can prove that it can be made.

    Raises:
        RunError: a file is in the way, or the folder that it would be in may not be written.
    """
    there = Path(os.path.abspath(folder))
    try:
        there.exists()
    except OSError as error:  # a name that is too long
        raise RunError(
            f"Cannot make the folder {visible(str(folder), limit=80)}: {error.strerror}.",
            hint="Choose another with --run.",
        ) from error
    while not os.path.lexists(there):
        there = there.parent
    problem = ""
    if not there.is_dir():
        problem = f"{visible(str(there))} is no folder"
    elif not os.access(there, os.W_OK | os.X_OK):
        problem = f"{visible(str(there))} may not be written"
    if problem:
        raise RunError(
            f"Cannot make the folder {visible(str(folder))}: {problem}.",
            hint="Choose another with --run.",
        )


def remove_parts(folder: Path) -> None:
    """Delete what writers that died left half written; for whoever has the folder to himself."""
    for part in folder.glob(f".*{PART}"):
        with contextlib.suppress(OSError):  # it is in nobody's way
            part.unlink()


def read_object(
    folder: Path, name: str, version: int, *, thing: str, command: str
) -> dict[str, Any]:
    """The JSON object that makes a folder what it is.

    Args:
        folder: that a command wrote.
        name: of the file in it.
        version: what the object must give as its `format`.
        thing: what the folder holds, such as `run`.
        command: that writes such folders.

    Raises:
        RunError: the file is missing or damaged, or of another version.
    """
    path = folder / name
    hint = "Copy the folder again from where it was trained."
    try:
        require_plain(path)
        data = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        what = f"holds no {thing}: it has no {name}" if folder.exists() else "does not exist"
        raise RunError(
            f"{visible(str(folder))} {what}.", hint=f"Give the folder that `{command}` wrote."
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise RunError(f"{visible(str(path))} cannot be read: it is damaged.", hint=hint) from error
    if not isinstance(data, dict):
        raise RunError(f"{visible(str(path))} is damaged: it is no {thing}'s.", hint=hint)
    if data.get("format") != version:
        raise RunError(
            f"{visible(str(folder))} was written in format {visible(str(data.get('format')))}, "
            f"and this seqattn reads format {version}.",
            hint="Update seqattn: `pip install --upgrade seqattn`.",
        )
    return data
