"""Beam search: the likeliest prefixes of every sentence, all in one batch."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from seqattn.search.greedy import greedy
from seqattn.search.hypotheses import Hypothesis, covered, looks_of
from seqattn.search.lattice import Fan, Lattice
from seqattn.search.stepper import FORBIDDEN, LENGTH_PENALTY, M, S, Stepper, check, forbid
from seqattn.tokenizer import BOS, EOS

BLOCK = 100
"""Numbers of a row whose maximum is asked for, see `largest`."""


@dataclass(frozen=True)
class Rules:
    """How a beam searches and what it hands on.

    Attributes:
        size: prefixes kept, 1 or more.
        n_best: hypotheses wanted of each sentence, in 1 to `size`.
        length_penalty: exponent of the length in the score, 0 or more.
        coverage_penalty: weight of the coverage in the score, 0 or more; above 0 it needs a model
            with attention, and finalists are ranked by it at the end.
        forbidden: ids that are never chosen.
        keep_weights: whether the hypotheses carry their weights.

    Raises:
        ValueError: `n_best` is out of its range.
    """

    size: int
    n_best: int = 1
    length_penalty: float = LENGTH_PENALTY
    coverage_penalty: float = 0.0
    forbidden: Sequence[int] = FORBIDDEN
    keep_weights: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.n_best <= self.size:
            raise ValueError(f"n_best is {self.n_best}, expected 1 to the beam's size, {self.size}")

    @property
    def looks(self) -> bool:
        """Whether the weights have to be kept until the finalists are ranked."""
        return self.keep_weights or self.coverage_penalty > 0

    @property
    def finalists(self) -> int:
        """How many hypotheses of a sentence may come to be among the best."""
        # Coverage may lift any finalist to the top: fewer than 2 K ended, K met the limit.
        return self.n_best if self.coverage_penalty == 0 else 3 * self.size


@dataclass(frozen=True)
class Found:
    """What a beam has found of one sentence.

    Attributes:
        hypotheses: best `rank` first, before coverage.
        greedy_is_lost: whether the greedy hypothesis is not among what the beam led to, so that it
            is still to be searched.
    """

    hypotheses: list[Hypothesis]
    greedy_is_lost: bool


@torch.inference_mode()
def beam(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    max_lengths: Tensor,
    rules: Rules,
) -> list[list[Hypothesis]]:
    """Keep the `size` likeliest prefixes of each sentence, all sentences in one batch.

    At each step every prefix is continued with every token. Of all these the `size` likeliest
    count: those with EOS have ended and leave, and the likeliest others fill the `size` places
    again. A sentence is done when `size` hypotheses have ended, or at its length limit. The greedy
    hypothesis always joins the finalists, so the answer never ranks below it; `size` 1 is greedy.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        max_lengths: (B,) int64, most steps of each sentence, 1 or more, the end mark included.
        rules: how to search.

    Returns:
        for each sentence its n_best distinct hypotheses, best `rank` first; fewer where the
        vocabulary allows no more.

    Raises:
        ValueError: coverage counts and there is no attention; and as `check`.
    """

    def walk(lost: list[int]) -> list[Hypothesis]:
        return greedy(
            model,
            source[lost],
            mask[lost],
            max_lengths[lost],
            length_penalty=rules.length_penalty,
            forbidden=rules.forbidden,
            keep_weights=rules.looks,
        )

    return ranked(find(model, source, mask, max_lengths, rules), walk, rules)


@torch.inference_mode()
def find(
    model: Stepper[M, S], source: Tensor, mask: Tensor, max_lengths: Tensor, rules: Rules
) -> list[Found]:
    """The first part of `beam`: all but the greedy hypotheses that it lost on its way.

    These are few, so whoever has many batches does well to search those of all of them together.
    """
    check(model, source, mask, max_lengths)
    if rules.size == 1:
        return [Found([], greedy_is_lost=True) for _ in mask]
    lattice, lost = fan_out(
        model,
        model.encode(source, mask),
        max_lengths.to(mask.device),
        rules.size,
        rules.forbidden,
        rules.looks,
    )
    found = lattice.best(mask, rules.finalists, rules.length_penalty)
    return [Found(*each) for each in zip(found, lost.tolist(), strict=True)]


def ranked(
    found: Sequence[Found], walk: Callable[[list[int]], list[Hypothesis]], rules: Rules
) -> list[list[Hypothesis]]:
    """The last part of `beam`: the greedy hypotheses join, and the best come first.

    Args:
        found: of each sentence.
        walk: searches greedily the sentences of these places in `found`, one or more.
        rules: of the search.
    """
    lost = [i for i, each in enumerate(found) if each.greedy_is_lost]
    greedy_ones = dict(zip(lost, walk(lost), strict=True)) if lost else {}
    answers = []
    for i, each in enumerate(found):
        finalists = list(each.hypotheses)
        if i in greedy_ones:
            # In another batch a near tie may fall the other way, onto a path that the beam has.
            there = [(other.tokens, other.ended) for other in finalists]
            if (greedy_ones[i].tokens, greedy_ones[i].ended) not in there:
                finalists.append(greedy_ones[i])
        finalists = [covered(one, rules.coverage_penalty) for one in finalists]
        finalists.sort(key=lambda one: one.rank, reverse=True)
        best = finalists[: rules.n_best]
        answers.append([one if rules.keep_weights else one.unseen() for one in best])
    return answers


def fan_out(
    model: Stepper[M, S],
    memory: M,
    max_lengths: Tensor,
    size: int,
    forbidden: Sequence[int],
    keep_weights: bool,
) -> tuple[Lattice, Tensor]:
    """Run the beam to its end; n is the sentences still in the batch, k the prefixes of each.

    k is 1 before the first token, and then `size`, or less in a vocabulary that allows no more.

    Returns:
        the steps, and of each sentence whether its greedy hypothesis is not among what they lead
        to, (B,) bool.
    """
    B = len(max_lengths)
    alive = torch.arange(B, device=max_lengths.device)
    state = model.begin(memory)
    tokens = torch.full((B, 1), BOS, device=alive.device)
    totals = torch.zeros(B, 1, device=alive.device)
    ended = torch.zeros_like(alive)
    lattice = Lattice(B)
    way = _GreedyWay(B, alive.device)
    while len(alive):
        k = tokens.shape[1]
        log_probs, state, decoded = model.step(memory, state, tokens.flatten())
        log_probs = log_probs.reshape(len(alive), k, -1)  # (n, k, V)
        fan = continued(totals.to(log_probs.dtype), log_probs, size, forbidden)
        way.follow(alive, fan, forbid(way.log_probs(log_probs), forbidden))
        ended = ended + fan.ends.sum(dim=1)
        at_limit = max_lengths[alive] <= len(lattice) + 1
        done = at_limit | (ended >= size) | fan.totals[:, 0].isinf()
        lattice.add(alive, fan, at_limit, looks_of(decoded, keep_weights))
        way.leave(alive, done, at_limit)
        kept = (~done).nonzero().squeeze(1)
        rows = kept.unsqueeze(1) * k + fan.parents[kept]  # into the step just made
        state = state.select(rows.flatten())
        if len(kept) < len(alive):
            memory = memory.select(kept)
        alive, tokens, totals, ended = (
            alive[kept], fan.tokens[kept], fan.totals[kept], ended[kept],
        )  # fmt: skip
    return lattice, way.lost


class _GreedyWay:
    """Where in the beam the greedy prefix of each sentence stands, as long as it stands there.

    Most stay to their end, and greedy search need not be run for them.

    Attributes:
        lost: (B,) bool, the sentences whose greedy prefix fell out of the beam, or had not ended
            when the beam was done.
    """

    def __init__(self, sentences: int, device: torch.device) -> None:
        self.lost = torch.zeros(sentences, dtype=torch.bool, device=device)
        # (n,) its place before a step; -1 where there is none, since it has ended or is lost.
        self._place = torch.zeros(sentences, dtype=torch.int64, device=device)

    def log_probs(self, log_probs: Tensor) -> Tensor:
        """Of (n, k, V) what follows the greedy prefix, (n, V)."""
        rows = torch.arange(len(log_probs), device=log_probs.device)
        return log_probs[rows, self._place.clamp(min=0)]

    def follow(self, alive: Tensor, fan: Fan, log_probs: Tensor) -> None:
        """One step of the sentences `alive` (n,), whose greedy token is the likeliest of (n, V)."""
        token = log_probs.argmax(dim=1)
        place = self._place.unsqueeze(1)  # (n, 1)
        going_on = (fan.parents == place) & (fan.tokens == token.unsqueeze(1))  # (n, K)
        ended = fan.ends.gather(1, place.clamp(min=0)).squeeze(1)
        is_end = token == EOS
        walks = self._place >= 0
        self.lost[alive] |= walks & ~torch.where(is_end, ended, going_on.any(dim=1))
        stays = walks & ~is_end & going_on.any(dim=1)
        self._place = torch.where(stays, going_on.byte().argmax(dim=1), -1)

    def leave(self, alive: Tensor, done: Tensor, at_limit: Tensor) -> None:
        """Of the sentences `alive` (n,) those that are `done` leave the beam."""
        self.lost[alive] |= done & ~at_limit & (self._place >= 0)
        self._place = self._place[~done]


def continued(totals: Tensor, log_probs: Tensor, size: int, forbidden: Sequence[int] = ()) -> Fan:
    """Continue prefixes of log-probability `totals` (n, k) with tokens of (n, k, V).

    Returns:
        the `size` likeliest that go on, or all k (V - 1) if these are fewer; and the ends.
    """
    _, k, V = log_probs.shape
    joined = totals.unsqueeze(2) + log_probs  # (n, k, V)
    joined[:, :, list(forbidden)] = float("-inf")
    # k of them are EOS, so of the likeliest `size` + k at least `size` are not.
    values, indices = largest(joined.flatten(1), size + k)
    end_totals = joined[:, :, EOS]
    last = min(size, values.shape[1]) - 1
    ends = (end_totals >= values[:, last : last + 1]) & end_totals.isfinite()
    is_end = indices % V == EOS
    going_on = min(size, k * (V - 1))
    places = is_end.byte().argsort(dim=1, stable=True)[:, :going_on]  # the first that are no ends
    indices = indices.gather(1, places)
    return Fan(
        parents=indices // V,
        tokens=indices % V,
        log_probs=log_probs.flatten(1).gather(1, indices),
        totals=values.gather(1, places),
        ends=ends,
        end_log_probs=log_probs[:, :, EOS],
        end_totals=end_totals,
    )


def largest(numbers: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The largest of each row and where they stand, as `topk` but faster on long rows.

    Each of them lies in one of the `count` blocks whose maxima are largest, and a row's maxima are
    found far faster than its order.

    Args:
        numbers: (n, N) float.
        count: how many, 1 or more; all N if there are fewer.

    Returns:
        values (n, count) float, the largest first, and their places (n, count) int64.
    """
    n, N = numbers.shape
    if count >= N // BLOCK:
        values, places = numbers.topk(min(count, N), dim=1)
        return values, places
    whole = N - N % BLOCK
    blocks = numbers[:, :whole].view(n, -1, BLOCK)
    chosen = blocks.amax(dim=2).topk(count, dim=1).indices  # (n, count)
    within = torch.arange(BLOCK, device=numbers.device)
    places = (chosen.unsqueeze(2) * BLOCK + within).flatten(1)
    rest = torch.arange(whole, N, device=numbers.device).expand(n, -1)
    places = torch.cat([places, rest], dim=1)  # the rest behind the last block is looked at, too
    values, best = numbers.gather(1, places).topk(count, dim=1)
    return values, places.gather(1, best)
