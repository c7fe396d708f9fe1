"""A weight for each pair of words, from the weights of their pieces.

The tokenizer may have read the words with the spaces between them or without (`joined`), and has
made the text regular first, so pieces and words are matched by their characters, spaces left out:

    words    好      的  。         characters  0 1 2 3
    pieces   好的        。         of words    0 | 1 | 2
    piece 好的 spans characters 0-1: half of it belongs to 好, half to 的

Columns are summed and rows averaged, as in `Alignment.words`: a word's column is the weight on all
its characters, its row the mean of its pieces' rows.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from seqattn.alignment import Alignment, Label

Normalize = Callable[[str], str]

WordWeights = tuple[tuple[float, ...], ...]
"""(target words, source words), each in 0 to 1; what a row lacks to 1 lies on the end mark."""


def joined(words: Sequence[str], *, unsegmented: bool) -> str:
    """The line that the model is to read.

    Args:
        words: of the line as given.
        unsegmented: whether the language writes no spaces between them.

    >>> joined(["汤姆", "追逐", "杰瑞", "。"], unsegmented=True)
    '汤姆追逐杰瑞。'
    """
    return ("" if unsegmented else " ").join(words)


def word_weights(
    alignment: Alignment,
    source_words: Sequence[str],
    target_words: Sequence[str],
    *,
    normalize: tuple[Normalize, Normalize],
    shift: int = 0,
) -> WordWeights:
    """How much each target word looked at each source word.

    Args:
        alignment: of the forced target, its rows ended by the end mark; the texts that the model
            read hold the characters of the words in their order, spaces apart.
        source_words: S words, the columns' text.
        target_words: T words, the rows' text.
        normalize: how the source's and the target's tokenizer make text regular.
        shift: rows to go down from a piece's own, 0 or more, at most to the last. Attention based
            on content is computed before its token is known, so that some models look at a word
            one step later.

    Returns:
        (T, S) weights. A word without ink has a row or a column of zeros.
    """
    columns = _owners(alignment.columns, source_words, normalize[0])
    rows = _owners(alignment.rows, target_words, normalize[1])
    last = len(alignment.weights) - 1
    sums = [[0.0] * len(source_words) for _ in target_words]
    looks = [0.0] * len(target_words)
    for t, owners in enumerate(rows):
        if not owners:
            continue
        look = [0.0] * len(source_words)
        for weight, shares in zip(alignment.weights[min(t + shift, last)], columns, strict=True):
            for word, share in shares.items():
                look[word] += share * weight
        for word, share in owners.items():
            looks[word] += share
            sums[word] = [
                total + share * weight for total, weight in zip(sums[word], look, strict=True)
            ]
    return tuple(
        tuple(total / (number or 1.0) for total in row)
        for row, number in zip(sums, looks, strict=True)
    )


def _owners(
    labels: Sequence[Label], words: Sequence[str], normalize: Normalize
) -> list[dict[int, float]]:
    """For each label the words it is part of, and the share in (0, 1] of each; none for a mark."""
    inks = [0 if label.is_mark else len(_ink(label.slice)) for label in labels]
    sizes = _sizes(words, normalize, sum(inks))
    owner = [word for word, size in enumerate(sizes) for _ in range(size)]
    owners: list[dict[int, float]] = []
    position = 0
    for label, ink in zip(labels, inks, strict=True):
        here = owner[position : position + ink]
        if not ink and not label.is_mark:
            # A space on its own begins the next word; a character's second byte ends the last one.
            here = owner[position:][:1] if label.starts_word else owner[:position][-1:]
        shares: dict[int, float] = {}
        for word in here:
            shares[word] = shares.get(word, 0.0) + 1 / len(here)
        owners.append(shares)
        position += ink
    return owners


def _sizes(words: Sequence[str], normalize: Normalize, total: int) -> list[int]:
    """How many of the `total` characters of the regular text come from each word."""
    sizes = [len(_ink(normalize(word))) for word in words]
    if sum(sizes) != total:
        # Words that change each other, such as an accent cut off its letter: what each one adds.
        ends = [len(_ink(normalize(text))) for text in accumulate(words)]
        sizes = [end - start for start, end in pairwise([0, *accumulate(ends, max)])]
    return sizes


def _ink(text: str) -> str:
    return text.replace(" ", "")
