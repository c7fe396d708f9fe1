"""Which words belong together, read off attention: plain numbers, no torch.

A model looks at pieces and a linguist counts words: those of the line as it was given, parted by
white space, from 0. From a forced translation's `Alignment` to links:

    balance.py         the weights of a sentence made to suit each other
    words.py           a weight for each pair of words, from those of their pieces
    links.py           the pairs that belong together: each word's peak, or all above a threshold
    symmetrization.py  two directions made one: intersection, union, grow-diagonal, ...
    aligner.py         all of it, for many pairs of lines

A link is (source word, target word). Attention was not trained to align: on frequent words that
another language lacks (articles, particles) it looks where the next decision is easiest.
"""

from seqattn.word_alignment.aligner import HEURISTIC, WordAligner, WordedPair
from seqattn.word_alignment.balance import BALANCE, balanced
from seqattn.word_alignment.links import links
from seqattn.word_alignment.symmetrization import AGREEMENT, HEURISTICS, agreed, symmetrize
from seqattn.word_alignment.words import joined, word_weights

__all__ = [
    "AGREEMENT",
    "BALANCE",
    "HEURISTIC",
    "HEURISTICS",
    "WordAligner",
    "WordedPair",
    "agreed",
    "balanced",
    "joined",
    "links",
    "symmetrize",
    "word_weights",
]
