"""Labels and sentences as they are shown: made visible, measured, cut, folded and kept apart.

All widths are in terminal cells. Nothing is cut or folded inside a grapheme cluster.

A piece that goes on with the word of the piece before it is shown with a joint in front, `‿ing`
(`-ing` in ASCII). Where a script has no spaces between words, as in Chinese, there is no joint to
show: every piece but the first would carry one and it would tell nothing.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from seqattn.alignment import Label
from seqattn.graphemes import cell_width, clusters, is_unspaced
from seqattn.text import visible

JOINT = "‿"
ASCII_JOINT = "-"
ELLIPSIS = "…"
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def shown_labels(labels: Sequence[Label], joint: str = JOINT) -> list[str]:
    r"""Each label as the reader sees it: visible, with a joint where a word goes on.

    >>> shown_labels([Label("learn"), Label("ing", starts_word=False), Label("\u200b")])
    ['learn', '‿ing', 'U+200B']
    """
    shown = []
    for index, label in enumerate(labels):
        goes_on = index > 0 and is_continuation(labels[index - 1], label)
        shown.append((joint if goes_on else "") + shown_text(label.text))
    return shown


def shown_text(text: str) -> str:
    """A label's text with everything visible: no control, no blank, nothing without width."""
    safe = visible(text)
    if not safe.strip():
        return "".join(f"U+{ord(character):04X}" for character in text)
    if cell_width(safe) == 0:  # marks without a letter: a dotted circle stands for the letter
        return "◌" + safe
    return safe


def is_continuation(before: Label, label: Label) -> bool:
    """Whether a word that began earlier goes on in this label: letters meet without a space."""
    if label.starts_word or label.is_mark or before.is_mark:
        return False
    left, right = clusters(before.text)[-1], clusters(label.text)[0]
    if is_unspaced(left) or is_unspaced(right):
        return False
    return _is_word_part(left) and _is_word_part(right)


def encodable(text: str, encoding: str) -> str:
    r"""The text with what an output encoding cannot carry escaped.

    >>> encodable("é今", "latin-1")
    'é\\u4eca'
    """
    return text.encode(encoding, "backslashreplace").decode(encoding)


def cut(text: str, width: int, ellipsis: str = ELLIPSIS) -> str:
    """The text if it fits, else as many clusters as fit before an ellipsis.

    >>> cut("translation", 7), cut("日本語", 4)
    ('transl…', '日…')
    """
    if cell_width(text) <= width:
        return text
    kept = ""
    room = width - cell_width(ellipsis)
    for cluster in clusters(text):
        room -= cell_width(cluster)
        if room < 0:
            break
        kept += cluster
    return kept + ellipsis


def fold(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, filled in reading order.

    >>> fold("today", 2), fold("日本", 2)
    (['to', 'da', 'y'], ['日', '本'])
    """
    lines = [""]
    for cluster in clusters(text):
        if lines[-1] and cell_width(lines[-1]) + cell_width(cluster) > width:
            lines.append("")
        lines[-1] += cluster
    return lines


def wrap(words: Iterable[str], width: int | None, gap: str = " ") -> list[str]:
    """Words set into lines of at most `width` cells; a longer word is folded; None: one line.

    >>> wrap(["Today", "is", "sunny."], 8)
    ['Today is', 'sunny.']
    """
    if width is None:
        return [gap.join(words)]
    lines: list[str] = []
    for word in words:
        for part in fold(word, width):
            whole = len(part) == len(word)
            joined = lines[-1] + gap + part if lines else part
            if lines and whole and cell_width(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(part)
    return lines or [""]


def pad(text: str, width: int, align: str = "left") -> str:
    """The text with spaces up to `width` cells on the right, the left or both sides.

    >>> pad("日", 4), pad("日", 4, "right"), pad("日", 5, "center")
    ('日  ', '  日', ' 日  ')
    """
    missing = max(0, width - cell_width(text))
    before = {"left": 0, "right": missing, "center": missing // 2}[align]
    return " " * before + text + " " * (missing - before)


def is_right_to_left(text: str) -> bool:
    """Whether any character is written from right to left (Hebrew, Arabic, ...)."""
    return not text.isascii() and any(
        unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text
    )


def isolated(text: str) -> str:
    """A right-to-left text shut off from its neighbours by U+2068 and U+2069; others unchanged.

    Without it a terminal that reorders would carry the cells beside a label along with it.
    """
    return _ISOLATE + text + _END_ISOLATE if is_right_to_left(text) else text


def _is_word_part(cluster: str) -> bool:
    return unicodedata.category(cluster[0])[0] in "LMN"
