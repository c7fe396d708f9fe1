"""The word-for-word baseline.

Each English word becomes its most frequent gold partner, in English order.
"""

from __future__ import annotations

from .pieces import Pair


def dictionary(pairs: list[Pair]) -> dict[str, str]:
    """English word -> the Chinese words it links to most often (joined), "" for none.

    Ties go to the translation that sorts first, so the dictionary does not depend on any hash
    order.
    """
    counts: dict[str, dict[str, int]] = {}
    for pair in pairs:
        partners: dict[int, list[int]] = {}
        for i, j in pair.links:
            partners.setdefault(i, []).append(j)
        for i, word in enumerate(pair.en_words):
            text = "".join(pair.zh_words[j] for j in sorted(partners.get(i, [])))
            row = counts.setdefault(word.lower(), {})
            row[text] = row.get(text, 0) + 1
    return {word: min(row, key=lambda text: (-row[text], text)) for word, row in counts.items()}


def word_for_word(lexicon: dict[str, str], pair: Pair) -> str:
    """The baseline's translation of a pair's English side."""
    return "".join(lexicon.get(word.lower(), "") for word in pair.en_words)
