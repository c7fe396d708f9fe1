"""Two directions made one (Och and Ney 2003, section 4; Koehn, Och and Marcu 2003, section 3.1).

One model links each target word, the other each source word; where they agree, links are sure.

    intersection             links of both: few and right
    union                    links of either: many
    grow-diagonal            the intersection; then, from link to link, neighbours (diagonal ones
                             too) that are in the union and of which one word has no link yet
    grow-diagonal-final-and  then links of the forward direction, then of the backward one, of
                             which neither word has a link yet (Koehn and others 2005)

    agreement                a mean of both directions' weights that the smaller one draws down (the
                             idea of Liang 2006, whose models learn to agree too); links are read
                             off the mean

Which neighbours come first matters, since each takes words away from later ones. Links are gone
through by target word, then source word, over and over until nothing is added; a link added behind
the place reached counts in the same pass.
"""

import heapq
from collections.abc import Iterable
from math import sqrt

from seqattn.word_alignment.links import Link
from seqattn.word_alignment.words import WordWeights

HEURISTICS = ("intersection", "union", "grow-diagonal", "grow-diagonal-final-and")
"""Those that join links."""

AGREEMENT = "agreement"
"""The one that joins weights."""

_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Steps (target, source): straight ones first."""


def agreed(forward: WordWeights, backward: WordWeights) -> WordWeights:
    """The weights of two directions made one: large where both are large.

    Args:
        forward: (T, S), of the model that reads the source.
        backward: (S, T), of the model that reads the target.

    Returns:
        (T, S) squares of the mean square root: half way between the arithmetic mean, in which one
        direction alone can be loud, and the geometric one, in which one alone can forbid. Two equal
        weights stay what they are.

    >>> agreed(((0.64, 0.25),), ((0.04,), (0.25,)))
    ((0.25, 0.25),)
    """
    turned = zip(*backward, strict=True)
    return tuple(
        tuple(((sqrt(one) + sqrt(other)) / 2) ** 2 for one, other in zip(row, column, strict=True))
        for row, column in zip(forward, turned, strict=True)
    )


def symmetrize(forward: Iterable[Link], backward: Iterable[Link], heuristic: str) -> set[Link]:
    """Join the links of two directions.

    Args:
        forward: (source, target) links of the model that reads the source.
        backward: (source, target) links, in this order too, of the model that reads the target.
        heuristic: one of `HEURISTICS`.

    Raises:
        ValueError: an unknown heuristic.

    The first two links are in both; 1-0 is beside 0-0, yet both its words are taken:

    >>> sorted(symmetrize({(0, 0), (1, 1), (1, 0)}, {(0, 0), (1, 1), (2, 1)}, "grow-diagonal"))
    [(0, 0), (1, 1), (2, 1)]
    """
    if heuristic not in HEURISTICS:
        raise ValueError(f"unknown heuristic {heuristic!r}, expected one of {HEURISTICS}")
    one, other = set(forward), set(backward)
    if heuristic == "union":
        return one | other
    if heuristic == "intersection":
        return one & other
    growth = _Growth(one & other)
    growth.along_neighbours(one | other)
    if heuristic == "grow-diagonal-final-and":
        growth.where_both_are_free(one)
        growth.where_both_are_free(other)
    return growth.links


class _Growth:
    """A set of links that grows, and the words that have one."""

    def __init__(self, links: Iterable[Link]) -> None:
        self.links: set[Link] = set()
        self.sources: set[int] = set()
        self.targets: set[int] = set()
        for link in links:
            self._add(link)

    def _add(self, link: Link) -> None:
        self.links.add(link)
        self.sources.add(link[0])
        self.targets.add(link[1])

    def along_neighbours(self, allowed: set[Link]) -> None:
        """GROW-DIAG: add allowed neighbours of links until a whole pass adds none."""
        size = -1
        while size != len(self.links):
            size = len(self.links)
            ahead = [(target, source) for source, target in self.links]
            heapq.heapify(ahead)
            while ahead:
                here = target, source = heapq.heappop(ahead)
                for down, right in _NEIGHBOURS:
                    link = (source + right, target + down)
                    if link not in allowed or link in self.links:
                        continue
                    if link[0] in self.sources and link[1] in self.targets:
                        continue
                    self._add(link)
                    if (link[1], link[0]) > here:
                        heapq.heappush(ahead, (link[1], link[0]))

    def where_both_are_free(self, candidates: Iterable[Link]) -> None:
        """FINAL-AND: add links of which neither word has one, the first ones first."""
        for link in sorted(candidates):  # by target word first would give the same
            if link[0] not in self.sources and link[1] not in self.targets:
                self._add(link)
