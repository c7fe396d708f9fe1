"""Subword regularization: in each epoch the corpus is cut into other pieces.

A model that always sees `walk ing` never learns that `w alk ing` says the same. Leaving merges out
by chance (Provilkov 2020), or drawing one of a unigram model's ways (Kudo 2018), shows it many
spellings of each sentence: that helps where text is scarce. What is translated later is cut in the
one best way.
"""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from seqattn.batches import EncodedCorpus
from seqattn.tokenizer import TokenizerPair

CHUNK = 4096
"""Pairs cut at a time: SentencePiece is faster on many, and memory stays flat."""


def sampled(
    corpus: EncodedCorpus, tokenizers: TokenizerPair, *, strength: float, seed: int, epoch: int
) -> EncodedCorpus:
    """The same sentences in other pieces, a function of the corpus, the seed and the epoch alone.

    Args:
        corpus: N pairs in their best pieces.
        tokenizers: those that cut them.
        strength: how far pieces stray, as in `Tokenizer.sample`.
        seed: of the run, 0 or more.
        epoch: 0 or more; each is cut anew.

    Returns:
        N pairs. They have more pieces, and may be longer than `--max-length` let in.
    """

    def pairs() -> Iterator[tuple[list[int], list[int]]]:
        indices = iter(range(len(corpus)))
        for first in range(0, len(corpus), CHUNK):
            chunk = [corpus.pair(i) for i in islice(indices, CHUNK)]
            seeds = np.random.SeedSequence([seed, epoch, first]).generate_state(2)
            sides = zip(
                (tokenizers.source, tokenizers.target), zip(*chunk, strict=True), seeds, strict=True
            )
            cut = [one.sample(ids, strength=strength, seed=int(s)) for one, ids, s in sides]
            yield from zip(*cut, strict=True)

    return EncodedCorpus.build(pairs())
