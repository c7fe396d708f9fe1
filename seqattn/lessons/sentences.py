"""The words of a lesson: built in, or the user's own with numbers made up for them."""

from collections.abc import Sequence

import torch
from torch import Tensor

from seqattn.errors import UsageError
from seqattn.graphemes import clusters, is_unspaced
from seqattn.lessons.texts import Voice
from seqattn.text import is_blank

WORDS = ("Tom", "chase", "Jerry")
"""The textbook's sentence; 汤姆 追逐 杰瑞 in Chinese."""
TARGET_WORDS = ("汤姆", "追逐", "杰瑞")
MOST_WORDS = 12
"""Of a user's sentence: every number of it is shown."""


def words_of(text: str | None, say: Voice) -> tuple[str, ...]:
    """The words of a text, parted at its spaces; without any, Chinese gives its characters.

    Raises:
        UsageError: it has none, or more than a lesson can show.

    >>> words_of("汤姆 追逐 杰瑞", Voice("en")), words_of("红色fox", Voice("en"))
    (('汤姆', '追逐', '杰瑞'), ('红', '色', 'fox'))
    """
    if text is None:
        return WORDS
    words = text.split()
    if len(words) == 1:
        words = _characters(words[0])
    words = [word for word in words if not is_blank(word)]
    if not words:
        raise UsageError(say("error.blank"), hint=say("error.blank.hint"))
    if len(words) > MOST_WORDS:
        raise UsageError(
            say("error.long", count=len(words), most=MOST_WORDS), hint=say("error.long.hint")
        )
    return tuple(words)


def _characters(word: str) -> list[str]:
    """A word cut into the characters of scripts without spaces and the runs between them."""
    parts: list[str] = []
    for cluster in clusters(word):
        if parts and not is_unspaced(cluster) and not is_unspaced(parts[-1]):
            parts[-1] += cluster
        else:
            parts.append(cluster)
    return parts


def vectors_of(words: Sequence[str], given: Sequence[Sequence[float]]) -> Tensor:
    """A vector for each word: the given ones first, then made up; the same word has the same.

    Args:
        words: T of them.
        given: vectors of the first different words, all of one length D.

    Returns:
        (T, D) float64, whole numbers.
    """
    chance = torch.Generator().manual_seed(len(given))
    book: dict[str, list[float]] = {}
    for word in words:
        if word not in book:
            drawn = torch.randint(0, 3, (len(given[0]),), generator=chance).tolist()
            book[word] = list(map(float, given[len(book)] if len(book) < len(given) else drawn))
    return torch.tensor([book[word] for word in words], dtype=torch.float64)
