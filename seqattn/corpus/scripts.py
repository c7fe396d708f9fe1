"""Which script a text is written in, told by the names of its letters.

A script is a cheap clue to the language: a Cyrillic line among English ones is in the wrong place.
It tells nothing of two languages that share one.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

NONE = "none"
"""The script of a text without letters, such as a number."""

JAPANESE_SHARE = 10
"""Kana may be as few as one letter in so many, and the text is still Japanese, not Chinese."""

_LATIN = re.compile("[A-Za-z]")
_NAMES = {"CJK": "Han", "HIRAGANA": "Kana", "KATAKANA": "Kana", "KATAKANA-HIRAGANA": "Kana"}
_STYLES = {"FULLWIDTH", "HALFWIDTH", "MATHEMATICAL", "MODIFIER", "OLD"}


class _Scripts(dict[str, str]):
    """Character -> script, filled as characters are met; "" for what is no letter."""

    def __missing__(self, character: str) -> str:
        script = self[character] = _script_of_letter(character) if character.isalpha() else ""
        return script


def _script_of_letter(letter: str) -> str:
    words = unicodedata.name(letter, "UNKNOWN").split(" ")
    first = words[1] if words[0] in _STYLES and len(words) > 1 else words[0]
    return _NAMES.get(first, first.capitalize())


_SCRIPTS = _Scripts()


def script_of(text: str) -> str:
    """The script of most letters of a text, weighed by their UTF-8 bytes; `NONE` without letters.

    Bytes, because one Chinese character (3 bytes) says about as much as 3 Latin ones. Han with some
    kana is "Japanese"; other scripts have their Unicode names: "Latin", "Cyrillic", ...

    >>> [script_of(text) for text in ("Tom游泳。", "Tom says 好。", "東京に行く", "5!")]
    ['Han', 'Latin', 'Japanese', 'none']
    """
    if text.isascii():
        return "Latin" if _LATIN.search(text) else NONE
    letters: Counter[str] = Counter()
    for character, count in Counter(text).items():
        letters[_SCRIPTS[character]] += count * len(character.encode("utf-8", "replace"))
    del letters[""]
    if not letters:
        return NONE
    kana = letters.pop("Kana", 0)
    if kana * JAPANESE_SHARE >= kana + letters["Han"] and kana:
        letters["Japanese"] = kana + letters.pop("Han", 0)
    return max(letters, key=lambda script: (letters[script], script))


def main_script(counts: Mapping[str, int]) -> str:
    """The script of most texts; `NONE` only if no text has letters.

    >>> main_script({"none": 9, "Han": 2, "Latin": 1})
    'Han'
    """
    scripts = [script for script in counts if script != NONE and counts[script]]
    return max(scripts, key=lambda script: (counts[script], script), default=NONE)


def belongs(script: str, main: str) -> bool:
    """Whether a text of this script is at home among texts of the main one.

    >>> belongs("Han", "Japanese"), belongs("Japanese", "Han"), belongs("none", "Latin")
    (True, False, True)
    """
    return script in (main, NONE) or (script, main) in _AT_HOME


_AT_HOME = {("Han", "Japanese"), ("Han", "Hangul")}
