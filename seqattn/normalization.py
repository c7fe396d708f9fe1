"""Text made regular before it is cut into pieces: the same at training and at use.

`normalize` is a pure function of the text and two settings, and doing it twice changes nothing
more. In this order:

    1. half of a UTF-16 pair (a lone surrogate), U+FDD0 and U+FDD1      -> U+FFFD
    2. zero-width space U+200B, word joiner U+2060, byte order mark U+FEFF   -> removed
    3. lower case, if asked; then the Unicode form: nfc, nfkc or identity (none)
    4. each run of white space and control characters (tab, newline, no-break
       space, NUL, ...)                                                 -> one space
    5. spaces at both ends                                              -> removed
    6. a text with nothing to be seen in it (joiners, direction marks)  -> ""

`nfc` only joins letters with their accents: typed on a Mac or taken from the web, `é` is the same.
`nfkc` also folds what looks alike: full-width `５` to `5`, the ligature `ﬁ` to `fi`.
The joiners U+200C and U+200D stay inside a text: Persian, Indic scripts and emoji need them.

Which scripts put no spaces between words is also said here, since tokenizer and scores need it.
"""

import re
import unicodedata
from typing import Literal

Form = Literal["nfc", "nfkc", "identity"]

_UNICODE_FORM: dict[str, Literal["NFC", "NFKC"]] = {"nfc": "NFC", "nfkc": "NFKC"}

# U+FDD0 and U+FDD1 are no characters: Unicode leaves them to programs, and the tokenizer uses them.
_REPLACED = re.compile("[\ud800-\udfff\ufdd0\ufdd1]")
_REMOVED = re.compile("[\u200b\u2060\ufeff]")
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
_SPACES = re.compile(f"{_SPACE.pattern}+")

HAN = re.compile(
    "[\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U000323af]"
)
_OTHERS_WITHOUT_SPACES = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u0f00-\u0fff"  # Tibetan
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u1950-\u19df\u1a20-\u1aaf"  # Tai Le, New Tai Lue, Tai Tham
    "\u1b00-\u1b7f\ua980-\ua9df"  # Balinese, Javanese
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f\U0001b000-\U0001b16f"  # kana
    "\u3100-\u312f\u31a0-\u31bf"  # Bopomofo
)
OTHERS_WITHOUT_SPACES = re.compile(f"[{_OTHERS_WITHOUT_SPACES}]")


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
    text = _SPACES.sub(" ", text).strip(" ")
    return "" if not text.isascii() and _is_invisible(text) else text


def is_space(character: str) -> bool:
    """Whether the character is white space or a control character, which become a space."""
    return bool(_SPACE.match(character))


def is_without_spaces(character: str) -> bool:
    """Whether the character belongs to a script written without spaces between words.

    >>> [is_without_spaces(character) for character in "猫ねคc。"]
    [True, True, True, False, False]
    """
    return bool(HAN.match(character) or OTHERS_WITHOUT_SPACES.match(character))


def _formed(text: str, form: Form) -> str:
    return text if form == "identity" else unicodedata.normalize(_UNICODE_FORM[form], text)


def _is_invisible(text: str) -> bool:
    return all(c == " " or unicodedata.category(c) == "Cf" for c in text)
