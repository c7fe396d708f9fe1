r"""The texts that a command is to work on, in windows of lines as they come.

A window is the lines that are translated together. `read1` gives what has arrived and waits only if
nothing has, so a window is one line where somebody types, and the first answer comes before the
second question; where lines arrive fast it grows, so that a big file is quick.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from seqattn.cli.options import say
from seqattn.cli.streams import is_terminal
from seqattn.corpus.lines import decode, mend_line
from seqattn.corpus.signatures import refuse_binary
from seqattn.corpus.sources import READ_ERRORS, STDIN, open_once, unreadable
from seqattn.corpus.tally import Tally
from seqattn.errors import CorpusError, UsageError
from seqattn.text import is_blank

FIRST_WINDOW = 16
LARGEST_WINDOW = 1024
"""Lines of a window at most: doubled from the first to the largest while lines wait."""

MAX_TEXT = 1 << 16
"""Bytes in a line, some 20 pages; more is refused, since a line cannot be dropped here.

The work and the memory for a sentence grow with the square of its length.
"""
_CHUNK = 1 << 16  # bytes; what a pipe holds on Linux


def argument_text(
    text: str, *, name: str = "The text given", or_file: bool = True, tally: Tally | None = None
) -> str:
    r"""A sentence from the command line as proper text, line breaks and tabs as spaces.

    Python decodes arguments by the locale and keeps what it cannot decode as lone surrogates.

    Args:
        text: the argument.
        name: what to call it in messages.
        or_file: whether the command has an option --file that the hint of a refusal can name.
        tally: counts what was mended.

    Raises:
        UsageError: the bytes are not UTF-8, or more than `MAX_TEXT`.

    >>> argument_text("caf\udcc3\udca9\nau lait")
    'café au lait'
    """
    if any("\ud800" <= character <= "\udfff" for character in text):
        try:
            text = os.fsencode(text).decode("utf-8")
        except UnicodeError:
            raise UsageError(
                f"{name} is not valid UTF-8.",
                hint="Write it to a file in UTF-8: --file." if or_file else "Type it in UTF-8.",
            ) from None
    if len(text.encode()) > MAX_TEXT:
        raise UsageError(
            f"{name} is longer than {MAX_TEXT >> 10} KiB.",
            hint="Put each sentence on a line of its own, in a file: --file."
            if or_file
            else "Give one sentence.",
        )
    counted = Tally() if tally is None else tally
    return mend_line(text.replace("\n", " "), 1, counted, name, tabs=False)


class Windows:
    """Windows of lines, whose first sentence can be found before they are worked on.

    >>> read = Windows(iter([["", " "], ["a", "b"], ["c"]]))
    >>> read.first_sentence(), list(read)
    ('a', [['', ' '], ['a', 'b'], ['c']])
    """

    def __init__(self, windows: Iterator[list[str]]) -> None:
        self._seen: list[list[str]] = []
        self._rest = windows

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        return self._seen.pop(0) if self._seen else next(self._rest)

    def first_sentence(self) -> str:
        """The first line with ink, waited for; "" if there is none. It stays among the others."""
        for window in self._rest:
            self._seen.append(window)
            found = next((line for line in window if not is_blank(line)), "")
            if found:
                return found
        return ""


@contextmanager
def text_windows(
    text: str | None, file: str | None, tally: Tally, *, quiet: bool = True
) -> Iterator[Windows]:
    """The texts that a command is to work on, in windows: TEXT, else --file, else stdin.

    Args:
        text: TEXT of the command line; `-` is stdin.
        file: --file of the command line; `-` is stdin.
        tally: counts what was mended in the lines.
        quiet: do not ask who sits at the terminal for sentences.

    Raises:
        UsageError: both were given.
        CorpusError: the file cannot be opened; later, a line cannot be used.
    """
    if text is not None and file is not None:
        raise UsageError("Both a TEXT and --file were given.", hint="Leave one of them out.")
    if text is not None and text != STDIN:
        yield Windows(iter([[argument_text(text, tally=tally)]]))
        return
    stream, name = open_once(STDIN if file is None else file)
    read1: Callable[[int], bytes] = stream.read1  # type: ignore[attr-defined]
    found = windows(lambda: read1(_CHUNK), name, tally)
    try:
        asks = is_typed(text, file)
        yield Windows((_asked_for if asks else partial(_not_empty, name))(found, quiet=quiet))
    finally:
        if file not in (None, STDIN):
            stream.close()


def is_typed(text: str | None, file: str | None) -> bool:
    """Whether the lines come from somebody at the terminal, who gave neither TEXT nor --file."""
    return text in (None, STDIN) and file in (None, STDIN) and is_terminal(sys.stdin)


def _asked_for(windows: Iterator[list[str]], *, quiet: bool) -> Iterator[list[str]]:
    """The windows; what is awaited is said when the first of them is."""
    end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
    say(f"Type a sentence and press Enter; {end} ends.", quiet=quiet)
    yield from windows


def _not_empty(name: str, windows: Iterator[list[str]], *, quiet: bool) -> Iterator[list[str]]:
    """The windows; that there is none is said."""
    first = next(windows, None)
    if first is None:
        say(f"There is no line in {name}: nothing to do.", quiet=quiet)
    else:
        yield first
        yield from windows


def windows(read: Callable[[], bytes], name: str, tally: Tally) -> Iterator[list[str]]:
    r"""The lines of a stream, in windows of those that are there; rules as in `corpus.lines`.

    Args:
        read: gives the bytes that have arrived; waits for at least one unless the stream has ended.
        name: what to call the stream in messages, ready to show.
        tally: counts what was mended.

    Yields:
        1 to `LARGEST_WINDOW` lines without their ends.

    Raises:
        CorpusError: a line cannot be used; all before it have been given.

    >>> chunks = iter([b"a\nb\r\nc", b"d\n\xe4\xba", b"\xba", b""])
    >>> list(windows(lambda: next(chunks), "stdin", Tally()))
    [['a', 'b'], ['cd'], ['人']]
    """
    limit, number = FIRST_WINDOW, 0
    for ready in _arrivals(read, name):
        while ready:
            texts: list[str] = []
            try:
                for line in ready[:limit]:
                    number += 1
                    texts.append(_text(line, name, number, tally))
            except CorpusError:
                if texts:
                    yield texts
                raise
            yield texts
            ready = ready[limit:]
            if ready:
                limit = min(2 * limit, LARGEST_WINDOW)


def _arrivals(read: Callable[[], bytes], name: str) -> Iterator[list[bytes]]:
    """The whole lines that each read brought; a begun line waits for its end."""
    begun: list[bytes] = []
    size = 0
    number = 1  # of the line that is begun
    try:
        while chunk := read():
            *lines, last = chunk.split(b"\n")
            if lines:
                lines[0] = b"".join([*begun, lines[0]])
                number += len(lines)
                yield lines
                begun, size = [], 0
            begun.append(last)
            size += len(last)
            if size > MAX_TEXT:  # say it now: the end of the line may never come
                raise _too_long(b"".join(begun), name, number)
    except READ_ERRORS as error:
        raise unreadable(name, error) from error
    if last_line := b"".join(begun):
        yield [last_line]


def _too_long(line: bytes, name: str, number: int) -> CorpusError:
    """The error for a line over `MAX_TEXT`, or a better one for what is no text at all."""
    if number == 1:
        refuse_binary(line, name)
    return CorpusError(
        f"{name} line {number} is longer than {MAX_TEXT >> 10} KiB.",
        hint="Put each sentence on a line of its own.",
    )


def _text(line: bytes, name: str, number: int, tally: Tally) -> str:
    if len(line) > MAX_TEXT:
        raise _too_long(line, name, number)
    if number == 1:
        refuse_binary(line, name)
        line = line.removeprefix(b"\xef\xbb\xbf")
    text = decode(line.removesuffix(b"\r"), name, number)
    return mend_line(text, number, tally, name, tabs=False)
