"""A command run on generated input, in this process or as a real one, and what must hold of it."""

import gzip
import io
import lzma
import os
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import typer

from seqattn.cli import app
from tests.cli.command import process

CODES = (0, 1, 2, 130)
MISTAKE = re.compile(r"(?s)(.*\n)?Error: [^\n]+\nHint:  [^\n]+\n")
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066\u2067]")
"""Never written: C0 but for line feed and tab, DEL, C1, what ends a line, what overrides bidi."""
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Outcome:
    """How a command ended and what it wrote."""

    code: int
    out: bytes
    err: bytes

    @property
    def lines(self) -> list[str]:
        return self.out.decode().split("\n")[:-1]


@cache
def _command() -> Any:
    return typer.main.get_command(app)


@contextmanager
def _streams(stdin: bytes) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    # Names in an ASCII locale: what the program does not set to UTF-8 itself would fail.
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="ascii")
    sys.stdout = io.TextIOWrapper(out, encoding="ascii")
    sys.stderr = io.TextIOWrapper(err, encoding="ascii")
    try:
        yield out, err
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def in_process(arguments: Sequence[str], stdin: bytes = b"") -> Outcome:
    """Run a command here; an exception that is not told as a mistake comes through."""
    with _streams(stdin) as (out, err):
        try:
            _command().main(args=list(arguments), prog_name="seqattn")
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
        return Outcome(code, out.getvalue(), err.getvalue())


def as_process(arguments: Sequence[str], stdin: bytes = b"", **env: str) -> Outcome:
    """Run a command as a process."""
    with process(*arguments, env=env) as child:
        out, err = child.communicate(stdin, timeout=900)
    return Outcome(child.returncode, out, err)


def on_terminal(arguments: Sequence[str], stdin: bytes = b"", **env: str) -> Outcome:
    """Run a command as a process whose stdout is a terminal with colours."""
    import pty
    import termios

    master, slave = pty.openpty()
    settings = termios.tcgetattr(slave)
    settings[1] &= ~termios.OPOST  # no \r before each \n
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor", **env}
    with process(*arguments, stdout=slave, env=colours) as child:
        os.close(slave)
        assert child.stdin is not None
        assert child.stderr is not None
        try:
            child.stdin.write(stdin)
            child.stdin.close()
        except BrokenPipeError:
            pass  # it ended without reading to the end
        out = b""
        while chunk := _read(master):
            out += chunk
        err = child.stderr.read()
    os.close(master)
    return Outcome(child.returncode, out, err)


def _read(master: int) -> bytes:
    try:
        return os.read(master, 1 << 16)
    except OSError:  # how Linux says that the other side was closed
        return b""


def faults(outcome: Outcome, *, colours: bool = False, binary: bool = False) -> list[str]:
    """What must never be and is."""
    found = []
    if outcome.code not in CODES:
        found.append(f"exit code {outcome.code}")
    for name, content in (("stderr", outcome.err), ("stdout", b"" if binary else outcome.out)):
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            found.append(f"{name} is no UTF-8: {error}")
            continue
        if colours:
            text = COLOUR.sub("", text)
        found += [f"{name} has {raw!r}" for raw in sorted(set(RAW.findall(text)))]
        if any(line.count("\u2068") != line.count("\u2069") for line in text.split("\n")):
            found.append(f"{name} has an isolate without its end")
        if "Traceback (most recent call last)" in text:
            found.append(f"{name} has a traceback")
        if name == "stderr" and outcome.code in (1, 2) and not MISTAKE.fullmatch(text):
            found.append(f"a mistake told as {text[-300:]!r}")
    return found


def unpacked(content: bytes) -> bytes | None:
    """What is in a file that may be packed; None if it is damaged."""
    try:
        if content.startswith(b"\x1f\x8b"):
            return gzip.decompress(content)
        if content.startswith(b"\xfd7zXZ\0"):
            return lzma.decompress(content)
    except (OSError, EOFError, zlib.error, lzma.LZMAError):
        return None
    return content


def line_count(content: bytes) -> int:
    r"""Lines as `wc -l` counts them, and one more for an end without \n."""
    return content.count(b"\n") + (not content.endswith(b"\n") and content != b"")
