"""Pieces of a text: what each token id stands for, where it lies, and what to call it.

Pure text, no SentencePiece. The tokenizer spells each id as a `Part`; `lay_out` puts the parts one
behind the other, tidies the spaces, and says for each id which characters of the text are its own.
There is always one piece for one id, in order, so that a heatmap has a column for each of them.

    parts     " the" " red" " " "☃" "" "" "."
    text      "the red ☃."
    pieces    the  red  ␣  ☃ 1/3  ☃ 2/3  ☃ 3/3  .

A space on its own begins the word that follows it: `␣` and the three bytes are one word.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from seqattn.normalization import is_space

SPACE_LABEL = "␣"
"""The label of a piece that is a space and nothing else."""

_NO_CHARACTER = "\ufffd"


@dataclass(frozen=True)
class Piece:
    """One id and the part of the text it stands for.

    Attributes:
        id: in 0 .. size - 1 of the tokenizer.
        text: text[start:end], without the space before it. Empty for a space alone, for the second
            and later bytes of a character, and for PAD, BOS, EOS.
        label: what to call it in a picture, never empty: the text; `␣` for a space; `☃ 2/3` for
            the second of three bytes, `␣ 2/3` where they are a space's; `byte E2` for a byte that
            makes no character; the name of a mark.
        starts_word: a new word begins here: a space or the text's start stands before it.
        unknown: it is UNK: the vocabulary cannot write this part of the text.
        is_byte: it is one byte of a character that the vocabulary lacks.
        start: position of its first character in the text.
        end: one past its last character.
    """

    id: int
    text: str
    label: str
    starts_word: bool
    unknown: bool
    is_byte: bool
    start: int
    end: int


class Part(NamedTuple):
    """What one id adds to the text: `raw` with its spaces, and a label unless `raw` will do."""

    id: int
    raw: str
    label: str | None = None
    unknown: bool = False
    is_byte: bool = False


def lay_out(parts: Iterable[Part]) -> tuple[str, list[Piece]]:
    """Join the parts to a text with single spaces, none at its ends, and say what is whose.

    White space and control characters count as spaces. A space between two parts belongs to
    neither, so that each piece's text is exactly its slice of the text.

    >>> text, pieces = lay_out([Part(7, " red"), Part(8, " "), Part(9, "fox")])
    >>> text, [(p.text, p.label, p.starts_word, p.start, p.end) for p in pieces]
    ('red fox', [('red', 'red', True, 0, 3), ('', '␣', True, 4, 4), ('fox', 'fox', False, 4, 7)])
    """
    out: list[str] = []
    spans: list[tuple[Part, int, int, bool]] = []
    space_due = False  # a space was read; it is written before the next visible character, if any
    claimed = False  # the word that comes next has been begun by a space on its own
    for part in parts:
        start, starts_word = -1, False
        for character in part.raw:
            if is_space(character):
                space_due = True
                continue
            starts = (space_due or not out) and not claimed
            if space_due and out:
                out.append(" ")
            if start < 0:
                start, starts_word = len(out), starts
            space_due = claimed = False
            out.append(character)
        end = len(out)
        if start < 0:  # nothing to be seen
            start = end = len(out) + (space_due and bool(out))
            starts_word = bool(part.raw) and not claimed
            claimed = claimed or starts_word
        spans.append((part, start, end, starts_word))
    text = "".join(out)
    return text, [_piece(text, part, start, end, starts) for part, start, end, starts in spans]


def _piece(text: str, part: Part, start: int, end: int, starts_word: bool) -> Piece:
    start, end = min(start, len(text)), min(end, len(text))  # spaces at the end are not written
    shown = text[start:end]
    label = part.label or shown or SPACE_LABEL
    return Piece(part.id, shown, label, starts_word, part.unknown, part.is_byte, start, end)


def spell_bytes(
    ids: Sequence[int], values: Sequence[int], meant: Mapping[int, str] | None = None
) -> list[Part]:
    """The parts of byte pieces that stand side by side.

    The first byte of a character brings the character, the others nothing; a byte that belongs to
    no whole character brings U+FFFD.

    Args:
        ids: of the pieces.
        values: the byte of each, 0 to 255.
        meant: what characters stand for, as `str.translate` takes it; None: for themselves.

    >>> [(part.raw, part.label) for part in spell_bytes([11, 12, 13], [0xC3, 0xA9, 0xC3])]
    [('é', 'é 1/2'), ('', 'é 2/2'), ('�', 'byte C3')]
    """
    parts: list[Part] = []
    while (at := len(parts)) < len(ids):
        character, width = _leading_character(bytes(values[at : at + 4]))
        character = character.translate(meant or {})
        if width == 1 and (is_space(character) or character == _NO_CHARACTER):
            labels = [f"byte {values[at]:02X}"]
        elif width == 1:
            labels = [character]
        else:
            name = SPACE_LABEL if is_space(character) else character
            labels = [f"{name} {k}/{width}" for k in range(1, width + 1)]
        for k, label in enumerate(labels):
            parts.append(Part(ids[at + k], character if k == 0 else "", label, is_byte=True))
    return parts


def _leading_character(data: bytes) -> tuple[str, int]:
    """The character that UTF-8 bytes begin with and how many of them it takes."""
    for width in range(1, len(data) + 1):
        try:
            return data[:width].decode("utf-8"), width
        except UnicodeDecodeError:
            continue  # not yet whole, or no character at all
    return _NO_CHARACTER, 1
