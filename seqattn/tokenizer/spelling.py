"""The special ids, and text as SentencePiece gets it: see the package's notes on `▁`."""

import re

from seqattn.graphemes import is_unspaced

PAD, UNK, BOS, EOS = 0, 1, 2, 3
MARK_NAMES = {PAD: "<pad>", BOS: "<s>", EOS: "</s>"}
UNKNOWN_MARK = "<unk>"
"""What decoding writes for UNK, an id without a text of its own."""

TO_OUTER = str.maketrans({"▁": " ", "\ufdd0": "▁", "\ufdd1": "▅"})
"""From SentencePiece's spelling back to the text's: `str.translate` takes it."""

_LETTER = re.compile(r"[^\W\d_]")


def inner(text: str) -> str:
    """Normalised text as SentencePiece gets it.

    >>> inner("red ▁"), inner("我")
    (' red \ufdd0', '我')
    """
    letter = _LETTER.search(text)
    opening = "" if not text or (letter and is_unspaced(letter.group())) else " "
    return opening + text.replace("▁", "\ufdd0").replace("▅", "\ufdd1")
