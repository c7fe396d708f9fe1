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
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


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
    return Console(
        file=sys.stdout, force_terminal=terminal, markup=False, emoji=False, highlight=False
    )
