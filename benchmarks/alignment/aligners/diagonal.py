"""The diagonal: a word's partner stands at the same place of the other sentence."""

from collections.abc import Sequence

from benchmarks.alignment.aligners import Directions
from seqattn.word_alignment import WordedPair


def align(pairs: Sequence[WordedPair]) -> Directions:
    """Link every word of one side by place alone."""
    sizes = [(len(pair.source_words), len(pair.target_words)) for pair in pairs]
    return Directions(
        forward=[{(nearest(j, T, S), j) for j in range(T)} for S, T in sizes],
        backward=[{(i, nearest(i, S, T)) for i in range(S)} for S, T in sizes],
    )


def nearest(place: int, length: int, other: int) -> int:
    """The word of `other` words that holds the middle of word `place` of `length`.

    >>> [nearest(place, 4, 2) for place in range(4)], [nearest(place, 2, 4) for place in range(2)]
    ([0, 0, 1, 1], [1, 3])
    """
    return (2 * place + 1) * other // (2 * length)
