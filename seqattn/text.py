r"""User text made safe to show: what would fool the eye or the terminal becomes an escape.

Everything a user wrote (sentences, file names, options) goes through `visible` before it stands in
a message, a heatmap label or a notice. Terminals obey ESC sequences and bidi overrides, so raw text
could recolour the screen, move the cursor or reorder what stands beside it.

    shown as    characters
    \t \n \r    tab, newline, carriage return
    \x1b        the other control characters (C0, DEL, C1); an undecodable byte of a file name
    U+202E      bidi controls, line separators, zero-width and tag characters, lone surrogates,
                code points that will never be characters

The two joiners U+200C and U+200D are spelling in Persian, Hindi and family emoji: they stay where
they stand between two visible characters.

Also here: `counted`, for the numbers that stand beside such text.
"""

import json
import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

ELLIPSIS = "…"

# Characters without ink, as the body of a regex class. White space is not in it.
_CONTROL = r"\x00-\x1f\x7f-\x9f"
_FORMAT = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)
_JOINERS = r"\u200c\u200d"
_SURROGATES = r"\ud800-\udfff"
_NONCHARACTERS = r"\ufdd0-\ufdef" + "".join(
    f"\\U{plane << 16 | last:08x}" for plane in range(17) for last in (0xFFFE, 0xFFFF)
)

_UNSAFE = re.compile(
    rf"[{_CONTROL}{_FORMAT}{_SURROGATES}{_NONCHARACTERS}]"
    rf"|(?<![^\s{_CONTROL}{_FORMAT}{_JOINERS}])[{_JOINERS}]"
    rf"|[{_JOINERS}](?![^\s{_CONTROL}{_FORMAT}{_JOINERS}])"
)
_SMUGGLED = re.compile("[\udc80-\udcff]+")  # Python's stand-ins for the bytes of a file name
_INKED = re.compile(rf"[^\s{_CONTROL}{_FORMAT}{_JOINERS}\ufe00-\ufe0f\u2800]")
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def visible(text: str, limit: int | None = None) -> str:
    r"""Replace what could fool the eye or the terminal by escapes, and cut to `limit`.

    Args:
        text: anything a user wrote; lone surrogates are allowed.
        limit: largest length of the answer in characters, at least 1; None keeps all of it.
            A text that is cut ends with `…`, and no escape is cut in two.

    >>> print(visible("red\x1b[31m\tfox \u202e"))
    red\x1b[31m\tfox U+202E
    >>> print(visible("a very long sentence", limit=10))
    a very lo…
    """
    text = _SMUGGLED.sub(_read_bytes, text)
    if limit is None:
        return _UNSAFE.sub(_escape, text)
    start = text[: limit + 1]  # an escape is longer than its character, so no more can be shown
    shown = _UNSAFE.sub(_escape, start)
    if len(text) <= limit and len(shown) <= limit:
        return shown
    parts = [_UNSAFE.sub(_escape, character) for character in start]
    ends = accumulate(map(len, parts))
    return "".join(part for part, end in zip(parts, ends, strict=True) if end < limit) + ELLIPSIS


def json_line(data: Mapping[str, Any]) -> str:
    r"""One line of JSON in which every script stays readable.

    What `visible` would escape is written as JSON's own escapes, which stand for the same text.

    Raises:
        ValueError: a number is nan or infinite, which JSON has not got.

    >>> print(json_line({"a": "é\u202e"}), json_line({"a": "é\ud800"}))
    {"a": "é\u202e"} {"a": "é\ud800"}
    """
    line = json.dumps(data, ensure_ascii=False, allow_nan=False)
    return _UNSAFE.sub(lambda match: json.dumps(match[0])[1:-1], line)


def counted(count: int, noun: str) -> str:
    """A number and what it counts, for nouns that take an s.

    >>> counted(1, "pair"), counted(1500, "pair")
    ('1 pair', '1,500 pairs')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def is_blank(text: str) -> bool:
    r"""Whether nothing in `text` leaves ink: only white space, zero-width or control characters.

    >>> is_blank(" \u200b\xa0\x07"), is_blank("\u200b.")
    (True, False)
    """
    return _INKED.search(text) is None


def _read_bytes(match: re.Match[str]) -> str:
    """Bytes that Python could not read in its locale as the UTF-8 that they are, where they are."""
    return match[0].encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _escape(match: re.Match[str]) -> str:
    """One unsafe character as its escape."""
    character = match[0]
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    if code < 0x100 and character != "\u00ad":
        return f"\\x{code:02x}"
    if 0xDC80 <= code <= 0xDCFF:  # Python's stand-in for a byte that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return f"U+{code:04X}"
