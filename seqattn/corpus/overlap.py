"""How much of a validation text is training text: BLEU of what was read by heart says nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator

from seqattn.corpus.pairs import Pair
from seqattn.corpus.splitting import comparable


class Overlap:
    """Counts which of some pairs occur among others that pass by; memory for the first alone.

    As for `hold_out`, pairs are the same that differ in case, Unicode form (NFKC) or spacing only.

    Args:
        pairs: those that are looked for.

    Attributes:
        total: how many there are.
        found: how many of them have passed by; one that is there several times counts so often.

    >>> overlap = Overlap([Pair("Hi.", "Salut.", 1), Pair("No.", "Non.", 2)])
    >>> list(overlap.through([Pair("hi.", "salut. ", 1)]))
    [Pair(source='hi.', target='salut. ', line=1)]
    >>> overlap.found, overlap.total
    (1, 2)
    """

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self._missing = Counter(map(_print, pairs))
        self.total = self._missing.total()
        self.found = 0

    def through(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Give the pairs unchanged."""
        for pair in pairs:
            if self._missing:
                self.found += self._missing.pop(_print(pair), 0)
            yield pair


def _print(pair: Pair) -> int:
    """64 bits that tell pairs apart, in this process."""
    return hash((comparable(pair.source), comparable(pair.target)))
