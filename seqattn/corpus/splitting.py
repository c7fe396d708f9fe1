"""The automatic development set: pairs held out so that no sentence stands on both sides.

A corpus repeats itself: one source with five translations, one translation of three sources. Were
such pairs dealt out one by one, the model would be tested on what it has read. So pairs that share
a source or a target, directly or over others, form a group, and a group moves as one.

Which groups: those with the smallest seeded hash. The choice depends on the sentences and the seed
alone, not on their order, and adding pairs to the corpus hardly changes it.
"""

import unicodedata
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqattn.corpus.fingerprints import Prints, fingerprint
from seqattn.corpus.pairs import Pair
from seqattn.errors import CorpusError

SHARE = 10  # a group larger than size / SHARE stays in training: "Yes." may hang together with much
SMALL_GROUP = 5  # pairs of a group that may always move, so that a small corpus can be split too


@dataclass(frozen=True)
class Split:
    """Which pairs of a corpus are held out, by their place in it.

    Attributes:
        is_dev: (pairs,) bool, True where a pair belongs to the development set.
    """

    is_dev: npt.NDArray[np.bool_]

    @property
    def dev_count(self) -> int:
        """Pairs held out; 0 if the corpus has too few groups."""
        return int(self.is_dev.sum())

    @property
    def train_count(self) -> int:
        """Pairs left for training."""
        return len(self.is_dev) - self.dev_count

    def dev(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Of the same pairs in the same order, those held out."""
        return self._select(pairs, True)

    def train(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Of the same pairs in the same order, those left for training."""
        return self._select(pairs, False)

    def _select(self, pairs: Iterable[Pair], wanted: bool) -> Iterator[Pair]:
        try:
            for pair, is_dev in zip(pairs, self.is_dev, strict=True):
                if is_dev == wanted:
                    yield pair
        except ValueError as error:  # zip: not as many as at the first pass
            raise CorpusError(
                "The corpus changed while it was read.",
                hint="Start again when nothing writes to it any more.",
            ) from error


def hold_out(pairs: Iterable[Pair], *, size: int, seed: int) -> Split:
    """Choose about `size` pairs to hold out, never more.

    Args:
        pairs: one pass over the corpus; it keeps 16 bytes a pair, and at the end 100 for a moment.
        size: pairs wanted, at least 0.
        seed: any integer; another one chooses other pairs.

    Returns:
        The split. Texts are compared without regard to case, Unicode form (NFKC) and spacing. It
        holds out fewer than `size` (even none) only if the corpus has too few groups that are small
        enough; at least one group is always left for training.

    >>> pairs = [Pair("Hi.", "Salut.", 1), Pair("hi.", "Coucou.", 2), Pair("No.", "Non.", 3)]
    >>> split = hold_out(pairs, size=2, seed=5)
    >>> bool(split.is_dev[0] == split.is_dev[1])
    True
    """
    if size < 0:
        raise ValueError(f"size must be at least 0, got {size}")
    sources, targets = array("Q"), array("Q")
    for source, target, _ in pairs:
        sources.append(fingerprint(comparable(source), seed))
        targets.append(fingerprint(comparable(target), seed))
    source_prints = np.frombuffer(sources, np.uint64) if sources else np.empty(0, np.uint64)
    target_prints = np.frombuffer(targets, np.uint64) if targets else np.empty(0, np.uint64)
    return Split(_choose(source_prints, target_prints, size))


def comparable(text: str) -> str:
    """What two texts have in common that differ only in case, Unicode form or spacing."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.casefold().split())


def _choose(sources: Prints, targets: Prints, size: int) -> npt.NDArray[np.bool_]:
    """(pairs,) bool: whole groups with the smallest hash, as many as fit into `size`."""
    if not len(sources) or not size:
        return np.zeros(len(sources), dtype=bool)
    group = _groups(sources, targets)  # (pairs,) numbers 0..groups-1
    sizes = np.bincount(group)  # (groups,)
    keys = np.full(len(sizes), np.iinfo(np.uint64).max, np.uint64)
    np.minimum.at(keys, group, sources)
    # The smallest of many hashes is small: mixed anew, so that large groups are not preferred.
    order = np.argsort(_mix(keys), kind="stable")
    order = order[sizes[order] <= max(SMALL_GROUP, size // SHARE)]
    chosen = order[np.cumsum(sizes[order]) <= size]
    if len(chosen) == len(sizes):
        chosen = chosen[:-1]
    is_chosen = np.zeros(len(sizes), dtype=bool)
    is_chosen[chosen] = True
    return is_chosen[group]


def _groups(sources: Prints, targets: Prints) -> npt.NDArray[np.int64]:
    """(pairs,) group numbers: the connected components when pairs join sources to targets.

    Every node points to a smaller one of its component, and paths are halved, until nothing moves
    (FastSV, Zhang, Azad & Hu 2020): O(log n) rounds, each of a few numpy passes.
    """
    _, left = np.unique(sources, return_inverse=True)
    _, right = np.unique(targets, return_inverse=True)
    right = right + left.max() + 1
    parent = np.arange(right.max() + 1)
    while True:
        before = parent.copy()
        grand = parent[parent]
        for here, there in ((left, right), (right, left)):
            np.minimum.at(parent, before[here], grand[there])  # hook the parent
            np.minimum.at(parent, here, grand[there])  # hook the node itself
        np.minimum(parent, grand, out=parent)
        if np.array_equal(parent, before):
            break
    _, group = np.unique(parent[left], return_inverse=True)
    return group


def _mix(values: Prints) -> Prints:
    """Stir 64-bit numbers, one to one (the finalizer of splitmix64, Steele et al. 2014)."""
    values = values ^ (values >> np.uint64(30))
    values = values * np.uint64(0xBF58476D1CE4E5B9)
    values = values ^ (values >> np.uint64(27))
    values = values * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
