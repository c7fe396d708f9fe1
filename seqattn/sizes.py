"""Settings that follow the size of the corpus: vocabulary, widths, dropout, batches, epochs.

Few pairs want many epochs of small batches, and more dropout; many pairs carry more pieces and a
wider model (docs/decisions.md, *Few pairs*). `config.Config.sized` puts them in, save those that
the user gave.
"""

from collections.abc import Collection
from typing import Any

from seqattn.setting import option_of


def size_defaults(pairs: int) -> dict[str, Any]:
    """The *by size* settings for a corpus of this many training pairs.

    >>> size_defaults(500)["vocab_size"] < size_defaults(500_000)["vocab_size"]
    True
    """
    for most, values in _SIZES:
        if pairs < most:
            return dict(zip(_SIZE_NAMES, values, strict=True))
    raise AssertionError("the last row of _SIZES has no limit")


_SIZE_NAMES = (
    "vocab_size", "character_pieces",
    "embedding_size", "encoder_size", "decoder_size", "attention_size",
    "epochs", "batch_tokens", "validate_every", "learning_rate",
    "embedding_dropout", "context_dropout", "output_dropout", "word_dropout",
)  # fmt: skip
# Validating once an epoch of a few steps would take longer than training, and stop it by chance.
_SIZES: tuple[tuple[float, tuple[float, ...]], ...] = (
    #  pairs  vocab  chars  emb  enc  dec  att  epochs batch valid. rate  dropout: emb ctx out word
    (2_000, (4000, True, 256, 256, 256, 256, 100, 1000, 100, 2e-3, 0.5, 0.5, 0.5, 0.1)),
    (10_000, (4000, True, 256, 256, 256, 256, 40, 1500, 200, 2e-3, 0.4, 0.4, 0.4, 0.1)),
    (100_000, (4000, True, 256, 256, 256, 256, 28, 2000, 0, 2e-3, 0.3, 0.3, 0.3, 0.1)),
    (200_000, (4000, True, 256, 256, 256, 256, 14, 2000, 0, 2e-3, 0.3, 0.3, 0.3, 0.1)),
    (2_000_000, (8000, False, 256, 512, 512, 512, 10, 6000, 0, 1e-3, 0.2, 0.2, 0.2, 0.0)),
    (float("inf"), (16000, False, 512, 512, 1024, 512, 4, 8000, 0, 7e-4, 0.1, 0.1, 0.1, 0.0)),
)

SMALLEST = (1, *(int(most) for most, _ in _SIZES[:-1]))
"""Pairs of the smallest corpus of each row: between two of them the sizes are the same."""


def chosen_by_size(pairs: int, given: Collection[str] = ()) -> str:
    """What was chosen and why, in a sentence.

    Args:
        pairs: training pairs.
        given: names of settings that the user chose.

    >>> chosen_by_size(500, {"epochs": 3, "seed": 1})
    'Sizes: those for fewer than 2,000 pairs, but for --epochs; --show-config lists them.'
    """
    chosen = [name for name in _SIZE_NAMES if name in given]
    but = ", but for " + ", ".join(map(option_of, chosen))
    return f"Sizes: those for {sized_like(pairs)}{but if chosen else ''}; --show-config lists them."


def sized_like(pairs: int) -> str:
    """Which corpora get the same sizes.

    >>> sized_like(28_997), sized_like(10**9)
    ('10,000 to 99,999 pairs', '2,000,000 pairs and more')
    """
    smallest = max(fewest for fewest in SMALLEST if fewest <= max(1, pairs))
    following = next((fewest for fewest in SMALLEST if fewest > smallest), None)
    if following is None:
        return f"{smallest:,} pairs and more"
    if smallest == 1:
        return f"fewer than {following:,} pairs"
    return f"{smallest:,} to {following - 1:,} pairs"
