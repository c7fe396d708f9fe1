r"""The rules for lines of text, the same for every format that has lines.

- Only `\n` ends a line, with or without `\r` before it: the count equals that of `wc -l`, plus one
  for a last line without an end. Python's `splitlines` would also break at U+2028, U+0085 and more.
- Text is UTF-8. A byte-order mark at the start of the file is taken out; at the start of a later
  line or field (files joined together) too, with a notice.
- Control characters and U+2028, U+2029 become a space, with a notice: they are never part of a
  sentence, and a line break inside one would shift every line after it.
- A NUL or a byte that is no UTF-8 ends the reading with file, line and place.
- A line longer than MAX_LINE is no sentence: it is `None` here, and its pair is dropped.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from seqattn.corpus.sources import Source
from seqattn.corpus.tally import Reason, Tally
from seqattn.errors import CorpusError

MAX_LINE = 1 << 20  # bytes in a line, at least sources.BLOCK; about so much is held at once

_CONTROL = r"\x01-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
_CONTROLS = re.compile(rf"[{_CONTROL}]")
_MARKS = re.compile(r"(?:^|(?<=\t))\ufeff+")
_ODD = re.compile(rf"[{_CONTROL}\ufeff]")
_ODD_OR_TAB = re.compile(rf"[{_CONTROL}\ufeff\t]")
_IN_STRING = re.compile(rf"[{_CONTROL}\t\n]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")


def read_lines(source: Source, tally: Tally, *, tabs: bool) -> Iterator[str | None]:
    """The lines of a file, mended by the rules above; None for one that is too long.

    Args:
        source: the file.
        tally: counts what was mended.
        tabs: whether tabs stay (they part columns) or become spaces (they are inside a sentence).

    Raises:
        CorpusError: a NUL or bad UTF-8, with file, line and byte; the file cannot be read.
    """
    return chain.from_iterable(_mended_blocks(source, tally, tabs=tabs))


def count_lines(source: Source) -> int:
    """How many lines `read_lines` will give, from the bytes alone."""
    count, last = 0, b"\n"
    for block in source.blocks():
        count += block.count(b"\n")
        last = block[-1:]
    return count + (last != b"\n")


def _mended_blocks(source: Source, tally: Tally, *, tabs: bool) -> Iterator[Iterable[str | None]]:
    """The lines, by blocks. One without anything odd, as nearly all are, is not searched by line.

    A line is mended, and counted, when it is asked for and not before: what its reader finds in it
    is counted beside it, and `Tally` tells by that that both are one line.
    """
    odd = _ODD if tabs else _ODD_OR_TAB
    number = 0  # lines before this block
    for block in _whole_lines(source):
        if block is None:
            number += 1
            yield [None]
            continue
        text = decode(block.replace(b"\r\n", b"\n"), source.name, number + 1)
        if number == 0:
            text = text.removeprefix("\ufeff")
        lines: list[str | None] = [*text.split("\n")]
        if text.endswith("\n"):
            lines.pop()
        else:
            lines[-1] = text[text.rfind("\n") + 1 :].removesuffix("\r")
        first, number = number + 1, number + len(lines)
        if not odd.search(text):
            yield lines
            continue
        yield (
            mend_line(line, n, tally, source.name, tabs=tabs) if line and odd.search(line) else line
            for n, line in enumerate(lines, start=first)
        )


def _whole_lines(source: Source) -> Iterator[bytes | None]:
    """Blocks that end where a line ends; None in place of each line longer than MAX_LINE."""
    rest, skipping = b"", False
    for block in source.blocks():
        if skipping:
            end = block.find(b"\n") + 1
            if not end:
                continue
            block, skipping = block[end:], False
        cut = block.rfind(b"\n") + 1
        whole, rest = (rest + block[:cut], block[cut:]) if cut else (b"", rest + block)
        if whole.find(b"\n") > MAX_LINE:  # only a first line can be longer than a block
            yield None
            whole = whole[whole.find(b"\n") + 1 :]
        if whole:
            yield whole
        if len(rest) > MAX_LINE:
            yield None
            rest, skipping = b"", True
    if rest:
        yield rest


def decode(block: bytes, name: str, first_line: int) -> str:
    """Whole lines of UTF-8 as text; the first of them is line `first_line` of file `name`.

    Raises:
        CorpusError: a NUL or bad UTF-8, with file, line and byte.
    """
    nul = block.find(b"\0")
    if nul >= 0:
        raise CorpusError(
            f"{name} line {first_line + block.count(10, 0, nul)} holds a NUL byte.",
            hint="Is it a text file, in UTF-8? If it is, take the NUL out: tr -d '\\000'.",
        )
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        start = error.start
        line = first_line + block.count(10, 0, start)
        place = start - block.rfind(b"\n", 0, start)
        raise CorpusError(
            f"{name} line {line} is not UTF-8: byte {place} of the line is 0x{block[start]:02x}.",
            hint="Save the file as UTF-8, for example: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW.",
        ) from None


def mend_line(text: str, line: int, tally: Tally, where: str, *, tabs: bool) -> str:
    """Take byte-order marks out, make control characters (and tabs) spaces, and count it."""
    if _MARKS.search(text):
        tally.add(Reason.BYTE_ORDER_MARK, line, text, where=where)
        text = _MARKS.sub("", text)
    if not tabs and "\t" in text:
        tally.add(Reason.TAB, line, text, where=where)
        text = text.replace("\t", " ")
    if _CONTROLS.search(text):
        tally.add(Reason.CONTROL, line, text, where=where)
        text = _CONTROLS.sub(" ", text)
    return text


def mend_string(text: str, line: int, tally: Tally) -> str:
    """The same for a string that came out of JSON, where escapes can hide anything.

    Raises:
        CorpusError: a NUL.
    """
    if "\0" in text:
        raise CorpusError(
            f"{tally.where} {tally.unit} {line} holds a NUL character.",
            hint="Take it out: no sentence has one.",
        )
    if _SURROGATES.search(text):
        tally.add(Reason.SURROGATE, line, text)
        text = _SURROGATES.sub("\ufffd", text)
    if text.startswith("\ufeff"):
        tally.add(Reason.BYTE_ORDER_MARK, line, text)
        text = text.lstrip("\ufeff")
    if _IN_STRING.search(text):
        tally.add(Reason.CONTROL, line, text)
        text = _IN_STRING.sub(" ", text)
    return text
