"""UTF-8 out whatever the locale says, and who sits at the other end."""

import io
import sys
from collections.abc import Callable


def speak_utf8() -> None:
    """Write UTF-8 and plain line feeds, also where the locale or Windows would choose otherwise."""
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


def is_terminal(stream: object) -> bool:
    """Whether somebody sits at this end of the stream."""
    isatty: Callable[[], bool] | None = getattr(stream, "isatty", None)
    return bool(isatty and isatty())
