"""Text made regular before it is cut into pieces: the same at training and at use.

`normalize` is a pure function of the text and two settings, and doing it twice changes nothing
more. In this order:

    1. half of a UTF-16 pair (a lone surrogate), U+FDD0 and U+FDD1      -> U+FFFD
    2. zero-width space U+200B, word joiner U+2060, byte order mark U+FEFF   -> removed
    3. lower case, if asked; then the Unicode form: nfc, nfkc or identity (none)
    4. each run of white space and control characters (tab, newline, no-break
       space, NUL, ...)                                                 -> one space
    5. spaces at both ends                                              -> removed
    6. a text without ink (only joiners, direction marks, fillers)      -> ""

`nfc` only joins letters with their accents: typed on a Mac or taken from the web, `é` is the same.
`nfkc` also folds what looks alike: full-width `５` to `5`, the ligature `ﬁ` to `fi`.
The joiners U+200C and U+200D stay inside a text: Persian, Indic scripts and emoji need them.
"""

import re
import unicodedata
from typing import Literal

from seqattn.text import is_blank

Form = Literal["nfc", "nfkc", "identity"]

_UNICODE_FORM: dict[str, Literal["NFC", "NFKC"]] = {"nfc": "NFC", "nfkc": "NFKC"}

# U+FDD0 and U+FDD1 are no characters: Unicode leaves them to programs, and the tokenizer uses them.
_REPLACED = re.compile("[\ud800-\udfff\ufdd0\ufdd1]")
_REMOVED = re.compile("[\u200b\u2060\ufeff]")
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
_SPACES = re.compile(f"{_SPACE.pattern}+")


def normalize(text: str, *, form: Form = "nfc", lowercase: bool = False) -> str:
    r"""Make `text` regular, as the module says.

    Args:
        text: any str, lone surrogates and control characters included.
        form: the Unicode normalisation form.
        lowercase: whether upper case is given up.

    Returns:
        text of visible characters and single spaces, encodable in UTF-8. May be empty.

    >>> normalize(" the\t\tred  house\n")
    'the red house'
    >>> normalize("５ Ｆｏｘ", form="nfkc", lowercase=True)
    '5 fox'
    """
    # Plain text is the common case, and both scans are far slower than asking for ASCII.
    if not text.isascii():
        text = _REMOVED.sub("", _REPLACED.sub("\ufffd", text))
    text = _formed(text, form)
    if lowercase:  # after, as nfkc may bring capitals (ℋ -> H); and once more, as İ comes apart
        text = _formed(text.lower(), form)
    # Of all white space only the plain space is printable: most text needs no search for others.
    text = " ".join((text if text.isprintable() else _SPACES.sub(" ", text)).split())
    return "" if is_blank(text) else text


def is_space(character: str) -> bool:
    """Whether the character is white space or a control character, which become a space."""
    return bool(_SPACE.match(character))


def _formed(text: str, form: Form) -> str:
    return text if form == "identity" else unicodedata.normalize(_UNICODE_FORM[form], text)
