"""Which pairs of a corpus were kept, remembered by their lines: judged once, found again at once.

Training goes through its text several times. Judging each pair anew at each pass (lengths, and the
fingerprints of all pairs before it) would cost more than reading it.
"""

from array import array
from collections.abc import Iterable, Iterator

from seqattn.corpus.pairs import Corpus, Pair
from seqattn.errors import CorpusError


class Kept:
    """The lines of the pairs that passed by: 4 bytes a pair.

    >>> kept = Kept()
    >>> corpus = Corpus("a.tsv", lambda tally: [Pair("a", "b", 1), Pair("c", "d", 3)])
    >>> list(kept.through(pair for pair in corpus if pair.source == "c")) == list(kept.of(corpus))
    True
    """

    def __init__(self) -> None:
        self._lines = array("I")

    def __len__(self) -> int:
        return len(self._lines)

    def through(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Give the pairs unchanged, their lines ascending."""
        for pair in pairs:
            self._lines.append(pair.line)
            yield pair

    def of(self, corpus: Corpus) -> Iterator[Pair]:
        """The same pairs, from another pass over the corpus that they came from.

        Raises:
            CorpusError: it no longer has all of them.
        """
        lines = iter(self._lines)
        wanted = next(lines, None)
        for pair in corpus:
            if pair.line == wanted:
                yield pair
                wanted = next(lines, None)
        if wanted is not None:
            raise CorpusError(
                f"{corpus.name} changed while it was read.",
                hint="Start again when nothing writes to it any more.",
            )
