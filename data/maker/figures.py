"""What can be counted about the parts.

Lengths, words, patterns, and which combinations training has seen.
"""

from __future__ import annotations

from itertools import combinations

from .pieces import Pair

Combination = tuple[str, str]


def combinations_of(pair: Pair) -> set[Combination]:
    """The pairs of patterns that stand together in a sentence."""
    return set(combinations(sorted(set(pair.patterns)), 2))


def seen_combinations(train: list[Pair]) -> set[Combination]:
    """Every pair of patterns that stands together in some training sentence."""
    seen: set[Combination] = set()
    for patterns in sorted({pair.patterns for pair in train}):
        seen.update(combinations(sorted(set(patterns)), 2))
    return seen


def novel_combinations(pair: Pair, seen: set[Combination]) -> list[Combination]:
    """The combinations of a sentence that no training sentence shows, sorted."""
    return sorted(combinations_of(pair) - seen)


def pattern_counts(pairs: list[Pair]) -> dict[str, int]:
    """How many sentences use each pattern, by name."""
    counts: dict[str, int] = {}
    for pair in pairs:
        for pattern in pair.patterns:
            counts[pattern] = counts.get(pattern, 0) + 1
    return dict(sorted(counts.items()))


def vocabulary(pairs: list[Pair], side: str) -> dict[str, int]:
    """How often each word occurs; English in lower case, punctuation left out.

    `side` is "en" or "zh".
    """
    counts: dict[str, int] = {}
    for pair in pairs:
        for word in pair.en_words if side == "en" else pair.zh_words:
            key = word.lower()
            if any(letter.isalpha() for letter in key):
                counts[key] = counts.get(key, 0) + 1
    return counts


def share(pairs: list[Pair], low: int, high: int) -> float:
    """The share of sentences with `low` to `high` English words, in [0, 1]."""
    return sum(low <= pair.length <= high for pair in pairs) / len(pairs)
