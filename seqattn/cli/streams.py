"""UTF-8 out whatever the locale says, and who sits at the other end."""

import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console


def speak_utf8() -> None:
    """Write UTF-8 and plain line feeds, also where the locale or Windows would choose otherwise."""
    _open_closed_streams()
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


def _open_closed_streams() -> None:
    """Give a stream that was closed before we began (`>&-`) a place where nothing is kept.

    Otherwise the next file that is opened gets its number, and whatever a C library writes to
    stderr lands in that file.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def forget_unwritten() -> None:
    """Let what stdout and stderr still hold go nowhere, so that Python can end without a word."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(null, stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue  # a test's stream that has no file behind it


def is_terminal(stream: object) -> bool:
    """Whether somebody sits at this end of the stream."""
    isatty: Callable[[], bool] | None = getattr(stream, "isatty", None)
    return bool(isatty and isatty())


def can_redraw(stream: object) -> bool:
    """Whether a line can be drawn over: on a terminal that is not a dumb one."""
    return is_terminal(stream) and os.environ.get("TERM", "") != "dumb"


def stdout_console() -> "Console":
    """Stdout as rich sees it; a terminal only if it is one, whatever FORCE_COLOR says."""
    return _console(sys.stdout, force_terminal=is_terminal(sys.stdout))


def stderr_console() -> "Console":
    """Stderr as rich sees it."""
    return _console(sys.stderr, force_terminal=None)


def _console(file: TextIO, *, force_terminal: bool | None) -> "Console":
    """What is printed holds the user's text: nothing in it is markup, an emoji or worth colour."""
    from rich.console import Console

    environ = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "LINES") or _is_size(value)
    }
    return Console(
        file=file,
        force_terminal=force_terminal,
        markup=False,
        emoji=False,
        highlight=False,
        _environ=environ,
    )


def _is_size(value: str) -> bool:
    """Whether a terminal can have so many columns or lines; else the variable counts as unset.

    On a console of no width or height at all rich prints nothing, and some digits are no numbers.

    >>> [_is_size(value) for value in ("80", "080", "0", "²", "9" * 9)]
    [True, True, False, False, False]
    """
    return value.isdecimal() and len(value) < 6 and int(value) > 0
