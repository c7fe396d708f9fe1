"""UTF-8 out whatever the locale says, and who sits at the other end."""

import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

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
    """Stdout as rich sees it; a terminal only if it is one, whatever FORCE_COLOR says.

    What is printed holds the user's text: nothing in it is markup, an emoji name or worth a colour.
    """
    from rich.console import Console

    terminal = is_terminal(sys.stdout)
    # On a console of no width or height at all rich prints nothing; so 0 counts as unset.
    sizes = ("COLUMNS", "LINES")
    environ = {
        name: value for name, value in os.environ.items() if name not in sizes or value.strip("0")
    }
    return Console(
        file=sys.stdout,
        force_terminal=terminal,
        markup=False,
        emoji=False,
        highlight=False,
        _environ=environ,
    )
