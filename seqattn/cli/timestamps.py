"""--timestamps: every line that a command writes to stderr has the time in front.

For logs of machines that work unattended. Lines are whole and plain: where the time stands in front
of them there is no bar that is drawn anew, so the stream says that it is no terminal.
"""

import io
import re
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, TextIO

import typer


def local_time() -> str:
    """The time as in ISO 8601, to the second, with the distance from UTC."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Stamped(io.TextIOBase):
    r"""A text stream that writes the time in front of every line.

    Args:
        stream: where the lines go.
        clock: gives the time as text, asked when a line begins.

    >>> lines = io.StringIO()
    >>> stamped = Stamped(lines, clock=lambda: "12:00")
    >>> print("one", "line", file=stamped)
    >>> print("another\n  and its second half", file=stamped)
    >>> lines.getvalue().splitlines()
    ['12:00 one line', '12:00 another', '12:00   and its second half']
    """

    def __init__(self, stream: TextIO, clock: Callable[[], str] = local_time) -> None:
        self.stream, self.clock = stream, clock
        self.begun = False

    def write(self, text: str) -> int:
        """Write text, in pieces of lines or in whole ones."""
        for part in re.findall(r"[^\n]*\n|[^\n]+", text):
            self.stream.write(part if self.begun else f"{self.clock()} {part}")
            self.begun = not part.endswith("\n")
        return len(text)

    def flush(self) -> None:
        """Write out what the stream beneath holds back."""
        self.stream.flush()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Of the stream beneath."""
        return self.stream.encoding


def _stamp_stderr(context: typer.Context, wanted: bool) -> bool:
    """Put the time in front of all lines until the command ends."""
    if wanted and not context.resilient_parsing:
        before = sys.stderr
        sys.stderr = Stamped(before)
        context.call_on_close(lambda: setattr(sys, "stderr", before))
    return wanted


TimestampsOption = Annotated[
    bool,
    typer.Option(
        "--timestamps",
        callback=_stamp_stderr,
        help="Write the time in front of every line of stderr, and no bar: for log files.",
    ),
]
