"""A model that is a table, to search in; tiny real ones; all targets by enumeration."""

import itertools
import math
from dataclasses import dataclass, field

import torch
from torch import Tensor

from seqattn.batches import source_batch
from seqattn.config import Config
from seqattn.models.decoder import Decoded
from seqattn.models.seq2seq import Seq2Seq
from seqattn.search import Hypothesis, length_limits
from seqattn.tokenizer import BOS, EOS, PAD, UNK

A, B, C, D, E = 4, 5, 6, 7, 8  # tokens
NEVER = float("-inf")


@dataclass(frozen=True)
class Prefixes:
    """Memory and state of the table: a row of ids a sentence, or a row of tokens so far."""

    rows: Tensor

    def select(self, indices: Tensor) -> "Prefixes":
        return Prefixes(self.rows[indices])


@dataclass
class Table:
    """A model that is a table: what comes after a prefix depends on nothing but the two.

    `probabilities` maps a prefix to the probabilities of the next token; what is not in it is drawn
    from the seed, the prefix and the first source token. The weights are drawn the same way.
    """

    seed: int = 0
    V: int = 7
    probabilities: dict[tuple[int, ...], dict[int, float]] = field(default_factory=dict)
    batch_sizes: list[int] = field(default_factory=list)

    def drawn(self, key: tuple[int, ...], size: int) -> Tensor:
        number = hash((self.seed, size, *key)) % 2**31  # of ints only: the same in every process
        return torch.randn(
            size, generator=torch.Generator().manual_seed(number), dtype=torch.float64
        )

    def log_probs(self, first: int, prefix: tuple[int, ...]) -> Tensor:
        if prefix in self.probabilities:
            known = self.probabilities[prefix]
            assert math.isclose(sum(known.values()), 1)
            return torch.tensor([math.log(known.get(y, 1e-30)) for y in range(self.V)])
        return (2 * self.drawn((first, *prefix), self.V)).log_softmax(0).float()

    def weights(self, first: int, prefix: tuple[int, ...], T_x: int) -> Tensor:
        return self.drawn((first, *prefix), T_x).softmax(0).float()

    def encode(self, source: Tensor, mask: Tensor) -> Prefixes:
        return Prefixes(source)

    def begin(self, memory: Prefixes) -> Prefixes:
        return Prefixes(memory.rows.new_zeros(len(memory.rows), 0))

    def step(
        self, memory: Prefixes, state: Prefixes, tokens: Tensor
    ) -> tuple[Tensor, Prefixes, Decoded]:
        self.batch_sizes.append(len(tokens))
        state = Prefixes(torch.cat([state.rows, tokens.unsqueeze(1)], dim=1))
        each = len(tokens) // len(memory.rows)  # prefixes of a sentence
        keys = [
            (memory.rows[row // each, 0].item(), tuple(prefix[1:]))  # without BOS
            for row, prefix in enumerate(state.rows.tolist())
        ]
        T_x = memory.rows.shape[1]
        log_probs = torch.stack([self.log_probs(*key) for key in keys])
        weights = torch.stack([self.weights(*key, T_x) for key in keys])
        return log_probs, state, Decoded(readout=log_probs, weights=weights)


def batch_of(*sentences: list[int]) -> tuple[Tensor, Tensor]:
    source, mask, _ = source_batch(sentences)
    return source, mask


def every_target(table: Table, first: int, limit: int, penalty: float) -> list[Hypothesis]:
    """All targets there are, best first, by enumeration."""
    words = [y for y in range(table.V) if y not in (PAD, UNK, BOS, EOS)]
    found = []
    for length in range(limit + 1):
        for tokens in itertools.product(words, repeat=length):
            ended = length < limit
            path = [*tokens, EOS] if ended else list(tokens)
            log_probs = [
                table.log_probs(first, tuple(path[:t]))[y].item() for t, y in enumerate(path)
            ]
            score = sum(log_probs) / len(path) ** penalty
            found.append(Hypothesis(list(tokens), log_probs, ended, score))
    return sorted(found, key=lambda each: each.rank, reverse=True)


def tiny_model(seed: int = 0, **settings: object) -> Seq2Seq:
    torch.manual_seed(seed)
    sizes = {"embedding_size": 6, "encoder_size": 5, "decoder_size": 7, "attention_size": 4}
    model = Seq2Seq(Config().with_values({**sizes, **settings}), 13, 11, joint=False)
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(2.0)  # so that the distributions are not nearly uniform
        model.output.bias[EOS] += 2.0
    return model.eval()


def random_batch(seed: int, sentences: int = 4) -> tuple[Tensor, Tensor, Tensor]:
    draw = torch.Generator().manual_seed(seed)
    lengths = torch.randint(0, 9, (sentences,), generator=draw).tolist()
    source, mask, lengths_with_end = source_batch(
        [torch.randint(4, 13, (n,), generator=draw).tolist() for n in lengths]
    )
    return source, mask, length_limits(lengths_with_end)


def as_target(*hypotheses: Hypothesis) -> Tensor:
    """(B, T_y) ids for `force`; one that never ended has no EOS to be forced."""
    paths = [h.tokens + [EOS] * h.ended for h in hypotheses]
    width = max(map(len, paths))
    return torch.tensor([path + [PAD] * (width - len(path)) for path in paths])
