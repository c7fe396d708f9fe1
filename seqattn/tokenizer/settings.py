"""What a tokenizer is learned with, and how that travels inside its model file.

A SentencePiece model is a protocol buffer: fields one behind the other, each with its number, its
length and its content. Readers pass over numbers that they do not know, and 200 and up are left
for others. Ours is one more field, at the end of the file, with JSON in it:

    SentencePiece's fields 1 .. 5   |   1000: {"model_type": "bpe", "side": "source", "sha256": ..}

So one file holds all that reading text takes. A checksum in it tells a damaged file.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

from seqattn.errors import RunError, UsageError
from seqattn.normalization import Form

Side = Literal["joint", "source", "target"]
"""What the text was that a tokenizer was learned from."""

_SETTINGS_FIELD = 1000
_LENGTH_DELIMITED = 2  # the wire type of every top-level field of SentencePiece's model


@dataclass(frozen=True)
class TokenizerSettings:
    """How a tokenizer is learned; stored in its model file.

    Attributes:
        vocab_size: pieces wanted, the special ones included; fewer if the text does not hold as
            many, more if it has more characters. None fits the size to the text.
        model_type: bpe or unigram, see the package.
        normalization: nfc, nfkc or identity, see `seqattn.normalization`.
        lowercase: give up upper case, at training and at use.
        byte_fallback: spell unknown characters in bytes (256 more pieces) instead of UNK.
        character_coverage: in 0.98 to 1, the share of the text's characters that get a piece.
        longest_piece: characters of the longest piece, 1 or more.
        character_pieces: in scripts written without spaces (Chinese, Japanese, Thai, ...) no piece
            joins two characters; words of other scripts among them are joined as everywhere.
        seed: of the sampling of lines.
        sample_lines: lines to learn from, at most; a larger text is sampled.
    """

    vocab_size: int | None = None
    model_type: Literal["unigram", "bpe"] = "bpe"
    normalization: Form = "nfc"
    lowercase: bool = False
    byte_fallback: bool = True
    character_coverage: float = 1.0
    longest_piece: int = 16
    character_pieces: bool = False
    seed: int = 1
    sample_lines: int = 200_000

    def __post_init__(self) -> None:
        for name, valid, range_ in (
            ("vocab_size", self.vocab_size is None or self.vocab_size >= 1, "1 or more"),
            ("model_type", self.model_type in ("unigram", "bpe"), "unigram or bpe"),
            (
                "normalization",
                self.normalization in ("nfc", "nfkc", "identity"),
                "nfc, nfkc or identity",
            ),
            ("character_coverage", 0.98 <= self.character_coverage <= 1.0, "in 0.98 to 1"),
            ("longest_piece", 1 <= self.longest_piece <= 512, "in 1 to 512"),
            ("sample_lines", self.sample_lines >= 1, "1 or more"),
        ):
            if not valid:
                raise UsageError(
                    f"The tokenizer's {name} cannot be {getattr(self, name)!r}.",
                    hint=f"It must be {range_}.",
                )


def with_settings(model: bytes, settings: TokenizerSettings, side: Side) -> bytes:
    """SentencePiece's model with our field behind it."""
    told = {"side": side, **asdict(settings)}
    payload = json.dumps({**told, "sha256": _digest(model, told)}, sort_keys=True).encode()
    key = _varint(_SETTINGS_FIELD << 3 | _LENGTH_DELIMITED)
    return model + key + _varint(len(payload)) + payload


def read_settings(model: bytes) -> tuple[Side, TokenizerSettings]:
    """The settings in a model; RunError where there are none, or any byte of it has changed."""
    try:
        start, content = _field(model, _SETTINGS_FIELD)
        told: dict[str, Any] = json.loads(content)
        if told.pop("sha256") != _digest(model[:start], told):
            raise ValueError("damaged")
        return told.pop("side"), TokenizerSettings(**told)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, UsageError) as error:
        raise foreign_model() from error


def _digest(model: bytes, told: dict[str, Any]) -> str:
    return hashlib.sha256(model + json.dumps(told, sort_keys=True).encode()).hexdigest()


def foreign_model() -> RunError:
    """The refusal of a file that is no tokenizer of this program."""
    return RunError(
        "This is no tokenizer that seqattn learned, or its file is damaged.",
        hint="Copy the tokenizer files of the run again; other SentencePiece models do not fit.",
    )


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the high bit says that more follow."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def _field(message: bytes, wanted: int) -> tuple[int, bytes]:
    """Where a top-level field of a protocol buffer begins, and its content; KeyError without it."""
    position = 0
    while position < len(message):
        start = position
        key, position = _read_varint(message, position)
        length, position = _read_varint(message, position)
        if key & 7 != _LENGTH_DELIMITED or position + length > len(message):
            break
        if key >> 3 == wanted:
            return start, message[position : position + length]
        position += length
    raise KeyError(wanted)


def _read_varint(message: bytes, position: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = message[position]
        position += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, position
