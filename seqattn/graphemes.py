"""What a reader sees as one character, and how many terminal cells it takes.

A label may only be cut between grapheme clusters: inside one, a vowel sign loses its consonant
and a family falls apart into its members. The rules are those of Unicode's annex 29 as far as
general categories tell, with the ranges that they do not; widths follow annex 11 and what
terminals do.

    clusters(text)      the text cut into clusters; joined they are the text again
    cell_width(text)    cells of a fixed-width terminal
    is_unspaced(text)   its script has no spaces between words (Chinese, Japanese, Thai, ...)

Terminals do not agree on everything. A spacing vowel sign (Hindi की) counts 1 here as in glibc,
xterm, VTE and tmux, and 0 in a few others; a family joined by U+200D counts 2, which old terminals
draw as its members.
"""

import unicodedata
from functools import lru_cache

_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"

# Lo, Lm or Cf by category, yet they belong to what stands before them (Extend, SpacingMark).
_EXTENDERS = frozenset("\u0e33\u0eb3\u200c\u200d\uff9e\uff9f")
# They belong to what comes after them: Arabic number signs and their like (Prepend).
_PREPENDERS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
# The virama of the scripts whose conjuncts annex 29 keeps together: क + ् + ष is one क्ष.
_VIRAMAS = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d")
_FLAGS = range(0x1F1E6, 0x1F200)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_EMOJI_TAGS = range(0xE0020, 0xE0080)
_PICTOGRAPHS = (
    range(0x1F000, 0x1FB00),
    range(0x2190, 0x2400),
    range(0x2460, 0x2500),
    range(0x25A0, 0x2C00),
)
_MORE_PICTOGRAPHS = frozenset("\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299")
_UNSPACED = (
    range(0x0E00, 0x0F00),  # Thai, Lao
    range(0x1000, 0x10A0),  # Myanmar
    range(0x1780, 0x1800),  # Khmer
    range(0x2E80, 0x3130),  # radicals, CJK punctuation, kana, bopomofo
    range(0x31A0, 0xA000),  # more kana, Han
    range(0xF900, 0xFB00),
    range(0xFE30, 0xFE50),
    range(0xFF01, 0xFFA0),  # full-width forms, half-width katakana
    range(0x1B000, 0x1B170),
    range(0x20000, 0x33480),
)


# Wide, whatever an older table of Unicode says: hexagrams; and those not yet assigned among
# pictographs and Han. All others that are not assigned count 1: the table has no width for them.
_HEXAGRAMS = range(0x4DC0, 0x4E00)
_WIDE_UNASSIGNED = (range(0x1F300, 0x1FB00), range(0x3400, 0xA000), range(0x20000, 0x3FFFE))
# Korean letters: vowels and finals are drawn into the block of their initial.
_INITIALS = (range(0x1100, 0x1160), range(0xA960, 0xA980))
_VOWELS = (range(0x1160, 0x11A8), range(0xD7B0, 0xD7CB))
_FINALS = (range(0x11A8, 0x1200), range(0xD7CB, 0xD800))
_SYLLABLES = range(0xAC00, 0xD7A4)


def clusters(text: str) -> list[str]:
    r"""Cut a text into grapheme clusters.

    >>> [len(cluster) for cluster in clusters("abก็क्षि")]
    [1, 1, 2, 4]
    """
    if text.isascii() and "\r" not in text:
        return list(text)
    found: list[str] = []
    for character in text:
        if found and _belongs(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


@lru_cache(maxsize=8192)
def cell_width(text: str) -> int:
    r"""How many terminal cells a text takes; control and zero-width characters take none.

    >>> cell_width("abc"), cell_width("日本"), cell_width("ก็"), cell_width("\u200b")
    (3, 4, 1, 0)
    """
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(_cluster_width(cluster) for cluster in clusters(text))


def is_unspaced(text: str) -> bool:
    """Whether the first character belongs to a script that puts no spaces between words.

    >>> is_unspaced("汤姆"), is_unspaced("ก็"), is_unspaced("한"), is_unspaced("Tom")
    (True, True, False, False)
    """
    point = ord(text[0])
    return point >= 0x0E00 and _within(point, _UNSPACED)


def _cluster_width(cluster: str) -> int:
    if ord(cluster[0]) in _FLAGS:
        return len(cluster)  # a pair makes one flag of two cells; alone it is a letter in a box
    if len(cluster) > 1 and _is_pictograph(cluster[0]):
        wide = _EMOJI_STYLE in cluster or _JOINER in cluster or _character_width(cluster[0]) == 2
        return 2 if wide else 1
    return sum(map(_character_width, cluster))


@lru_cache(maxsize=4096)
def _character_width(character: str) -> int:
    point = ord(character)
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc", "Cs", "Zl", "Zp"):
        return int(character == "\u00ad" or character in _PREPENDERS)
    if _within(point, _VOWELS) or _within(point, _FINALS):
        return 0
    if unicodedata.category(character) == "Cn":
        return 2 if _within(point, _WIDE_UNASSIGNED) else 1
    if point in _HEXAGRAMS:
        return 2
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _belongs(cluster: str, character: str) -> bool:
    """Whether a character goes on with the cluster before it (annex 29, rules GB3 to GB13)."""
    last, point = cluster[-1], ord(character)
    if last == "\r":
        return character == "\n"
    if unicodedata.category(last) in ("Cc", "Zl", "Zp"):
        return False
    if character in _EXTENDERS or point in _SKIN_TONES or point in _EMOJI_TAGS:
        return True
    if unicodedata.category(character) in ("Mn", "Me", "Mc") or last in _PREPENDERS:
        return True
    if last == _JOINER and _is_pictograph(cluster[0]):
        return _is_pictograph(character)
    if point in _FLAGS:
        return len(cluster) == 1 and ord(cluster) in _FLAGS
    return _makes_conjunct(cluster, character) or _makes_syllable(last, character)


def _makes_conjunct(cluster: str, character: str) -> bool:
    tail = cluster.rstrip("\u200d\u093c\u09bc\u0abc\u0b3c")
    if not tail or tail[-1] not in _VIRAMAS or unicodedata.category(character) != "Lo":
        return False
    return ord(character) >> 7 == ord(tail[-1]) >> 7  # the same script: its block has 128 places


def _makes_syllable(last: str, character: str) -> bool:
    """Korean letters that build one syllable: initial, vowel, final."""
    before, after = ord(last), ord(character)
    if after < 0x1100:
        return False
    if _within(before, _INITIALS):
        return after in _SYLLABLES or _within(after, _INITIALS) or _within(after, _VOWELS)
    is_open = before in _SYLLABLES and (before - _SYLLABLES.start) % 28 == 0
    if _within(before, _VOWELS) or is_open:
        return _within(after, _VOWELS) or _within(after, _FINALS)
    return (before in _SYLLABLES or _within(before, _FINALS)) and _within(after, _FINALS)


def _is_pictograph(character: str) -> bool:
    return _within(ord(character), _PICTOGRAPHS) or character in _MORE_PICTOGRAPHS


def _within(point: int, blocks: tuple[range, ...]) -> bool:
    return any(point in block for block in blocks)
