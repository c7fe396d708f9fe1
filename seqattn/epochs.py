"""What each epoch of a training reads: its pieces, its batches; and how many steps they all make.

Everything here is a function of the corpus, the settings and the epoch, so that a training that was
killed finds its place again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seqattn.batches import EncodedCorpus, Ints, bucketed
from seqattn.config import TrainingConfig
from seqattn.subword_sampling import sampled
from seqattn.tokenizer import TokenizerPair


@dataclass(frozen=True)
class Plan:
    """What all epochs of a training will do.

    Attributes:
        steps: batches of each epoch; they differ by a few.
        heaviest: of all batches those that take the most memory, one or two.
    """

    steps: tuple[int, ...]
    heaviest: tuple[Ints, ...]


class Epochs:
    """The epochs of one training.

    Args:
        pairs: the corpus in its best pieces.
        tokenizers: those that cut it.
        settings: seed, epochs, batch size, subword sampling.

    Attributes:
        plan: the steps of all epochs and the heaviest batches. With subword sampling each epoch has
            a corpus of its own; cutting all of them in advance would cost too much, so the first
            one stands for all, and its steps are about those of the others.
    """

    def __init__(
        self, pairs: EncodedCorpus, tokenizers: TokenizerPair, settings: TrainingConfig
    ) -> None:
        self._pairs, self._tokenizers, self._settings = pairs, tokenizers, settings
        self._cut: tuple[int, EncodedCorpus] | None = None  # an epoch and its corpus
        self.plan = self._planned()

    def corpus(self, epoch: int) -> EncodedCorpus:
        """The training pairs in the pieces of epoch 0 or more."""
        settings = self._settings
        if not settings.subword_sampling:
            return self._pairs
        if self._cut is None or self._cut[0] != epoch:  # cutting takes as long as encoding did
            self._cut = None  # its memory, before another is made
            corpus = sampled(
                self._pairs,
                self._tokenizers,
                strength=settings.subword_sampling,
                seed=settings.seed,
                epoch=epoch,
            )
            self._cut = (epoch, corpus)
        return self._cut[1]

    def batches(self, epoch: int) -> list[Ints]:
        """The batches of an epoch in their order: indices into `corpus(epoch)`."""
        settings = self._settings
        return bucketed(
            self.corpus(epoch),
            batch_tokens=settings.batch_tokens,
            seed=settings.seed,
            epoch=epoch,
        )

    def _planned(self) -> Plan:
        every = 1 if self._settings.subword_sampling else self._settings.epochs
        steps: list[int] = []
        found: list[Ints] = []
        for epoch in range(every):
            batches = self.batches(epoch)
            steps.append(len(batches))
            found = heaviest(self.corpus(epoch), [*found, *batches])
        return Plan(tuple(steps) * (self._settings.epochs // every), tuple(found))


def heaviest(corpus: EncodedCorpus, batches: Sequence[Ints]) -> list[Ints]:
    """Of some batches those that take the most memory.

    States take B * (T_x + T_y) rows, which a budget of tokens keeps alike for all; scores of
    attention take B * T_x * T_y, which grow with the sentences. So the batch with the most of
    either, one batch if it has the most of both; none of none.
    """
    if not batches:
        return []
    order = np.concatenate(batches)
    B = np.array([len(batch) for batch in batches])
    starts = np.cumsum(B) - B
    T_x = np.maximum.reduceat(corpus.source_lengths[order], starts)
    T_y = np.maximum.reduceat(corpus.target_lengths[order], starts)
    first, second = int((B * (T_x + T_y)).argmax()), int((B * T_x * T_y).argmax())
    return [batches[i] for i in dict.fromkeys((second, first))]
