"""Lines of text, one by one: what translate, tokenize and evaluate read.

As many texts come out as the file has lines, in order, blank ones too. Each is given before the
next is read, so that a pipe is answered line by line.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from seqattn.corpus.lines import decode, mend_line
from seqattn.corpus.signatures import refuse_binary
from seqattn.corpus.sources import READ_ERRORS, STDIN, open_once, unreadable
from seqattn.corpus.tally import Tally
from seqattn.errors import CorpusError

MAX_TEXT = 1 << 24  # bytes in a line; more is refused, since a line cannot be dropped here


def read_texts(path: Path | str, tally: Tally | None = None) -> Iterator[str]:
    r"""The lines of a file or, for `-`, of stdin, without their ends.

    Args:
        path: a UTF-8 text file, `.gz` and `.xz` too, a pipe, or `-`.
        tally: counts what is mended, by the rules of `seqattn.corpus.lines`; tabs become spaces.

    Returns:
        An iterator whose items hold no line break and no control character. An empty file has none.

    Raises:
        CorpusError: at once if the file cannot be opened; on its line for a NUL, for bytes that are
            no UTF-8, and for a line longer than 16 MiB.
    """
    stream, name = open_once(path)
    return _texts(
        stream, name, Tally(name) if tally is None else tally, keep_open=str(path) == STDIN
    )


def _texts(stream: BinaryIO, name: str, tally: Tally, *, keep_open: bool) -> Iterator[str]:
    """One line at a time; `readline` takes from a pipe only what is there."""
    number = 0
    try:
        while raw := _next_line(stream, name, number + 1):
            number += 1
            if number == 1:
                refuse_binary(raw, name)
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            text = decode(raw.removesuffix(b"\n").removesuffix(b"\r"), name, number)
            yield mend_line(text, number, tally, name, tabs=False)
    finally:
        if not keep_open:
            stream.close()


def _next_line(stream: BinaryIO, name: str, number: int) -> bytes:
    """The next line with its end, b"" after the last."""
    try:
        raw = stream.readline(MAX_TEXT + 1)
    except READ_ERRORS as error:
        raise unreadable(name, error) from error
    if len(raw) > MAX_TEXT:
        raise CorpusError(
            f"{name} line {number} is longer than {MAX_TEXT >> 20} MiB.",
            hint="Put each sentence on a line of its own.",
        )
    return raw
