"""Tiny corpora and settings that train in seconds; what several tests share."""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from seqattn.config import Config
from seqattn.corpus import open_corpus
from seqattn.preparation import Prepared, prepare

TINY: dict[str, Any] = {
    "vocab_size": 40,
    "byte_fallback": False,
    "embedding_size": 12,
    "encoder_size": 10,
    "decoder_size": 14,
    "attention_size": 8,
    "batch_tokens": 120,
    "epochs": 3,
    "validate_every": 0,
    "warmup_steps": 4,
    "learning_rate": 0.01,
    "device": "cpu",
    "precision": "float32",
    "tokenize": "none",
}
"""Settings of a model that takes milliseconds a step; every size differs from every other."""


def write_pairs(folder: Path, pairs: Iterable[Sequence[str]], name: str = "pairs.tsv") -> Path:
    """A TSV file of the pairs."""
    path = folder / name
    path.write_bytes("".join("\t".join(pair) + "\n" for pair in pairs).encode())
    return path


def copy_pairs(count: int, *, words: str = "abcdefgh", seed: int = 0) -> list[tuple[str, str]]:
    """Distinct sentences of 2 to 6 one-letter words, each its own translation."""
    draw = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found[" ".join(draw.choice(words) for _ in range(draw.randint(2, 6)))] = None
    return [(text, text) for text in found]


def prepare_tiny(
    folder: Path,
    pairs: Iterable[Sequence[str]],
    dev: Iterable[Sequence[str]] | None = None,
    **given: Any,
) -> Prepared:
    """Prepare pairs with the tiny settings; `given` overrides them."""
    settings = {**TINY, **given}
    dev_corpus = None if dev is None else open_corpus([write_pairs(folder, dev, "dev.tsv")])
    corpus = open_corpus([write_pairs(folder, pairs)])
    return prepare(corpus, dev_corpus, Config().with_values(settings), settings)
