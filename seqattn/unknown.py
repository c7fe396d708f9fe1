"""What is written where a model says that it does not know a word.

Only a vocabulary without byte fallback has a use for UNK: its training text may hold characters
that it has no piece for, and the model then learns to say UNK where they stood.

    avoid    UNK is never chosen: the next likeliest piece is                      the default
    copy     the source's own text, from where that step of the decoder looked     Jean 2015
    mark     `<unk>`

Copying trusts the attention of one step. That of a weak model often looks at the end mark or beside
the word, so it is not the default; the end mark and pieces without ink are never copied.
"""

from collections.abc import Sequence
from typing import Literal

from seqattn.pieces import Piece
from seqattn.search import FORBIDDEN, Hypothesis
from seqattn.tokenizer import UNK

Unknown = Literal["avoid", "copy", "mark"]
UNKNOWN: tuple[Unknown, ...] = ("avoid", "copy", "mark")


def forbidden_ids(unknown: Unknown, *, byte_fallback: bool) -> tuple[int, ...]:
    """The ids that a search must not choose; with byte fallback UNK is never learned.

    >>> forbidden_ids("copy", byte_fallback=False), forbidden_ids("copy", byte_fallback=True)
    ((0, 2), (0, 1, 2))
    """
    if unknown == "avoid" or byte_fallback:
        return FORBIDDEN
    return tuple(i for i in FORBIDDEN if i != UNK)


def copied(hypothesis: Hypothesis, source: Sequence[Piece]) -> list[str]:
    """The text to be written in place of each UNK of a hypothesis.

    Args:
        hypothesis: with its weights, (T_y, T_x); column j is source piece j, the last the end mark.
        source: the T_x - 1 pieces of the source, at least one of them with ink.

    Returns:
        for each UNK, in order, the text of the piece with the largest weight in its row.
    """
    if UNK not in hypothesis.tokens:
        return []
    assert hypothesis.weights is not None  # who lets UNK be chosen in order to copy keeps them
    inked = [j for j, piece in enumerate(source) if piece.text]
    rows: list[list[float]] = hypothesis.weights.tolist()
    return [
        source[max(inked, key=row.__getitem__)].text
        for token, row in zip(hypothesis.tokens, rows, strict=False)  # the last row is the end's
        if token == UNK
    ]
