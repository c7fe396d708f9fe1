"""Beam search: the likeliest prefixes of every sentence, all in one batch."""

from collections.abc import Sequence

import torch
from torch import Tensor

from seqattn.search.greedy import greedy_from
from seqattn.search.hypotheses import Hypothesis, covered, looks_of
from seqattn.search.lattice import Fan, Lattice
from seqattn.search.stepper import FORBIDDEN, LENGTH_PENALTY, M, S, Stepper, check, forbid
from seqattn.tokenizer import BOS, EOS


@torch.inference_mode()
def beam(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    max_lengths: Tensor,
    *,
    size: int,
    n_best: int = 1,
    length_penalty: float = LENGTH_PENALTY,
    coverage_penalty: float = 0.0,
    forbidden: Sequence[int] = FORBIDDEN,
    keep_weights: bool = True,
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
        size: prefixes kept, 1 or more.
        n_best: hypotheses wanted of each sentence, in 1 to `size`.
        length_penalty: exponent of the length in the score, 0 or more.
        coverage_penalty: weight of the coverage in the score, 0 or more; above 0 it needs a model
            with attention, and finalists are ranked by it at the end.
        forbidden: ids that are never chosen.
        keep_weights: whether the hypotheses carry their weights.

    Returns:
        for each sentence its n_best distinct hypotheses, best `rank` first; fewer where the
        vocabulary allows no more.

    Raises:
        ValueError: `n_best` is out of its range, or coverage counts and there is no attention; and
            as `check`.
    """
    check(model, source, mask, max_lengths)
    if not 1 <= n_best <= size:
        raise ValueError(f"n_best is {n_best}, expected 1 to the beam's size, {size}")
    looked_at = keep_weights or coverage_penalty > 0
    memory = model.encode(source, mask)
    limits = max_lengths.to(mask.device)
    lost = torch.arange(len(mask), device=mask.device)  # whose greedy hypothesis is to be searched
    found: list[list[Hypothesis]] = [[] for _ in mask]
    if size > 1:
        lattice, lost = fan_out(model, memory, limits, size, forbidden, looked_at)
        # Coverage may lift any finalist to the top: fewer than 2 K ended, K met the limit.
        wanted = n_best if coverage_penalty == 0 else 3 * size
        found = lattice.best(mask, wanted, length_penalty)
    greedy_ones = greedy_from(
        model, memory.select(lost), mask[lost], limits[lost], length_penalty, forbidden, looked_at
    )
    for sentence, greedy_one in zip(lost.tolist(), greedy_ones, strict=True):
        # In a smaller batch a near tie may fall the other way, onto a path that the beam has.
        there = [(each.tokens, each.ended) for each in found[sentence]]
        if (greedy_one.tokens, greedy_one.ended) not in there:
            found[sentence].append(greedy_one)
    answers = []
    for hypotheses in found:
        finalists = [covered(each, coverage_penalty) for each in hypotheses]
        finalists.sort(key=lambda each: each.rank, reverse=True)
        answers.append([each if keep_weights else each.unseen() for each in finalists[:n_best]])
    return answers


def fan_out(
    model: Stepper[M, S],
    memory: M,
    max_lengths: Tensor,
    size: int,
    forbidden: Sequence[int],
    keep_weights: bool,
) -> tuple[Lattice, Tensor]:
    """Run the beam to its end; K is `size`, n the sentences still in the batch.

    Returns:
        the steps, and the sentences (int64, in order) whose greedy hypothesis is not among what
        they lead to.
    """
    B, K = len(max_lengths), size
    alive = torch.arange(B, device=max_lengths.device)
    memory = memory.select(alive.repeat_interleave(K))
    state = model.begin(memory)
    tokens = torch.full((B, K), BOS, device=alive.device)
    # All K prefixes are still the same one: only the first counts.
    totals = torch.full((B, K), float("-inf"), device=alive.device)
    totals[:, 0] = 0.0
    ended = torch.zeros_like(alive)
    lattice = Lattice(B, K)
    way = _GreedyWay(B, alive.device)
    while len(alive):
        log_probs, state, decoded = model.step(memory, state, tokens.flatten())
        log_probs = log_probs.reshape(len(alive), K, -1)  # (n, K, V)
        fan = continued(totals.to(log_probs.dtype), log_probs, forbidden)
        way.follow(alive, fan, forbid(way.log_probs(log_probs), forbidden))
        ended = ended + fan.ends.sum(dim=1)
        at_limit = max_lengths[alive] <= len(lattice) + 1
        done = at_limit | (ended >= K) | fan.totals[:, 0].isinf()
        lattice.add(alive, fan, at_limit, looks_of(decoded, keep_weights))
        way.leave(alive, done, at_limit)
        kept = (~done).nonzero().squeeze(1)
        rows = kept.unsqueeze(1) * K + fan.parents[kept]  # (n, K), into the step just made
        state = state.select(rows.flatten())
        if len(kept) < len(alive):
            # Any of a sentence's K rows will do: its memory is the same for all prefixes.
            memory = memory.select(rows.flatten())
        alive, tokens, totals, ended = (
            alive[kept], fan.tokens[kept], fan.totals[kept], ended[kept],
        )  # fmt: skip
    return lattice, way.lost.nonzero().squeeze(1)


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
        """Of (n, K, V) what follows the greedy prefix, (n, V)."""
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


def continued(totals: Tensor, log_probs: Tensor, forbidden: Sequence[int] = ()) -> Fan:
    """Continue prefixes of log-probability `totals` (n, K) with tokens of (n, K, V)."""
    _, K, V = log_probs.shape
    joined = totals.unsqueeze(2) + log_probs  # (n, K, V)
    joined[:, :, list(forbidden)] = float("-inf")
    # At most K of the best 2 K can be EOS, so K others are always among them.
    best = joined.flatten(1).topk(min(2 * K, K * V), dim=1)
    end_totals = joined[:, :, EOS]
    ends = (end_totals >= best.values[:, K - 1 : K]) & end_totals.isfinite()
    is_end = best.indices % V == EOS
    places = is_end.byte().argsort(dim=1, stable=True)[:, :K]  # the first K that are no ends
    indices = best.indices.gather(1, places)
    return Fan(
        parents=indices // V,
        tokens=indices % V,
        log_probs=log_probs.flatten(1).gather(1, indices),
        totals=best.values.gather(1, places),
        ends=ends,
        end_log_probs=log_probs[:, :, EOS],
        end_totals=end_totals,
    )
