"""Models and batches of chosen sizes, made of random numbers; and a run to translate with.

How fast a training step is does not depend on what the pieces mean: only on how many there are, how
long the sentences and how large the model. So models here have random weights, and sentences random
pieces; lengths are spread as in real text. Where lengths of *translations* count, the model must be
trained: `run_to_translate_with` trains one on the shipped corpus, once, and keeps it.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.measuring import CACHE, say
from seqattn.batches import Batch, EncodedCorpus, bucketed, make_batch
from seqattn.config import Config
from seqattn.learner import Learner
from seqattn.models.seq2seq import Seq2Seq
from seqattn.processes import Processes

BASE: dict[str, Any] = {
    "vocab_size": 4000, "embedding_size": 256, "encoder_size": 256, "decoder_size": 512,
    "attention_size": 256, "tied_embeddings": "all", "device": "cpu", "precision": "float32",
}  # fmt: skip
"""The model that others are compared with: the sizes of a corpus of 10,000 to 200,000 pairs."""

SMALL = {"embedding_size": 128, "encoder_size": 128, "decoder_size": 256, "attention_size": 128}
LARGE = {"embedding_size": 512, "encoder_size": 512, "decoder_size": 1024, "attention_size": 512}

LENGTH = 15
"""Pieces of a sentence, its end mark included: about what Multi30k has."""

SPREAD = 0.35
"""Standard deviation of the lengths, as a share of their mean."""

ENDLESS = 1_000_000
"""Steps of the schedule; no benchmark comes near its end."""

FIRST_PIECE = 4
"""Ids below are marks."""


@dataclass
class Training:
    """A model that is trained batch by batch; it writes nothing.

    Attributes:
        config: its settings.
        learner: the model with its optimiser.
        done: steps taken.
    """

    config: Config
    learner: Learner
    done: int = 0

    def step(self, batch: Batch) -> None:
        """All that one step of `seqattn train` does."""
        self.done += 1
        self.learner.step(self.done, batch, batch.target_tokens)

    @property
    def precision(self) -> str:
        """`float32` or `bfloat16`: what the setting came to."""
        return str(self.learner.model.output.precision).removeprefix("torch.")


def random_corpus(pairs: int, vocabulary: int, length: float, seed: int = 1) -> EncodedCorpus:
    """Pairs of random sentences, both sides of a pair about equally long.

    Args:
        pairs: how many.
        vocabulary: ids are below this.
        length: mean length of a side, its end mark included, 2 or more.
        seed: of the random numbers.
    """
    rng = np.random.default_rng(seed)
    common = rng.normal(length, SPREAD * length, pairs)
    sides = [np.rint(common * rng.uniform(0.9, 1.1, pairs)) - 1 for _ in range(2)]
    counts = np.maximum(1, sides).astype(int)

    def draw(count: int) -> list[int]:
        ids: list[int] = rng.integers(FIRST_PIECE, vocabulary, count).tolist()
        return ids

    return EncodedCorpus.build((draw(n), draw(m)) for n, m in counts.T.tolist())


def training_of(settings: dict[str, Any]) -> Training:
    """A training that stands before its first step.

    Args:
        settings: what differs from `BASE`; `vocab_size` is that of the only vocabulary.
    """
    config = Config().with_values({**BASE, **settings})
    torch.manual_seed(config.training.seed)
    size = config.tokenizer.vocab_size
    model = Seq2Seq(config, size, size, joint=True)
    return Training(config, Learner(model, config.training, ENDLESS, Processes()))


def batches_of(corpus: EncodedCorpus, sentences: int, count: int) -> list[Batch]:
    """The first batches of an epoch, each of so many sentences of like length."""
    full = [
        indices
        for indices in bucketed(corpus, batch_sentences=sentences, seed=1, epoch=0)
        if len(indices) == sentences
    ]
    return [make_batch(corpus, indices) for indices in full[:count]]


def run_to_translate_with(minutes: float, *, quick: bool = False) -> Path:
    """A run trained on the shipped corpus for so many minutes; made once, then found again."""
    from seqattn.corpus import shipped_corpus
    from seqattn.preparation import prepare
    from seqattn.training import train

    folder = CACHE / ("run.quick" if quick else f"run-{minutes:g}min")
    if (folder / "model.safetensors").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)  # of a training that was broken off
    say(f"Training {folder}")
    given: dict[str, Any] = {"max_minutes": minutes, "device": "cpu", "patience": 1000}
    if quick:
        given |= {**dict.fromkeys(SMALL, 16), "max_minutes": 0, "epochs": 1, "vocab_size": 400}
    corpus, dev = shipped_corpus("dev" if quick else "train"), shipped_corpus("dev")
    for _ in train(prepare(corpus, dev, Config().with_values(given), given), folder):
        pass
    return folder
