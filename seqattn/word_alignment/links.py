"""From weights to links: each target word's peak, or all weights above a threshold."""

from collections.abc import Sequence

Link = tuple[int, int]
"""(source word, target word), from 0."""


def links(
    weights: Sequence[Sequence[float]], threshold: float | None = None, *, least: float = 0.0
) -> set[Link]:
    """The words that belong together by one model's weights.

    The end mark is no word and takes no part: where most of a row lies on it, the peak of the rest
    is the link.

    Args:
        weights: (T, S), as `word_weights` gives them.
        threshold: None links each target word to its largest weight, of equal ones the first, if
            that is `least` or more. A number in 0 to 1 links every pair with at least that weight,
            so that a word may get several links, or none; a pair without weight is never linked.
        least: what a peak must have, in 0 to 1.

    >>> sorted(links([[0.6, 0.3], [0.2, 0.1]]))
    [(0, 0), (0, 1)]
    >>> sorted(links([[0.6, 0.3], [0.2, 0.1]], least=0.3))
    [(0, 0)]
    >>> sorted(links([[0.6, 0.3], [0.2, 0.1]], threshold=0.3))
    [(0, 0), (1, 0)]
    """
    if threshold is not None:
        return {
            (source, target)
            for target, row in enumerate(weights)
            for source, weight in enumerate(row)
            if weight >= threshold and weight > 0
        }
    # A word without ink has a row of zeros, and so no peak.
    return {
        (row.index(max(row)), target)
        for target, row in enumerate(weights)
        if any(row) and max(row) >= least
    }
