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
    greedy_ones = greedy_from(
        model, memory, mask, max_lengths, length_penalty, forbidden, looked_at
    )
    if size == 1:
        found: list[list[Hypothesis]] = [[] for _ in greedy_ones]
    else:
        limits = max_lengths.to(mask.device)
        lattice = fan_out(model, memory, limits, size, forbidden, looked_at)
        # One more than wanted: the greedy one may be among them, and is then left out. Coverage
        # may lift any finalist to the top, so all count: fewer than 2 K ended, K met the limit.
        wanted = n_best + 1 if coverage_penalty == 0 else 3 * size
        found = lattice.best(mask, wanted, length_penalty)
    answers = []
    for others, greedy_one in zip(found, greedy_ones, strict=True):
        distinct = [other for other in others if other.tokens != greedy_one.tokens]
        finalists = [covered(each, coverage_penalty) for each in (greedy_one, *distinct)]
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
) -> Lattice:
    """Run the beam to its end; K is `size`, n the sentences still in the batch."""
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
    while len(alive):
        log_probs, state, decoded = model.step(memory, state, tokens.flatten())
        log_probs = forbid(log_probs, forbidden).reshape(len(alive), K, -1)  # (n, K, V)
        fan = continued(totals.to(log_probs.dtype), log_probs)
        ended = ended + fan.ends.sum(dim=1)
        at_limit = max_lengths[alive] <= len(lattice) + 1
        done = at_limit | (ended >= K) | fan.totals[:, 0].isinf()
        lattice.add(alive, fan, at_limit, looks_of(decoded, keep_weights))
        kept = (~done).nonzero().squeeze(1)
        rows = kept.unsqueeze(1) * K + fan.parents[kept]  # (n, K), into the step just made
        state = state.select(rows.flatten())
        if len(kept) < len(alive):
            # Any of a sentence's K rows will do: its memory is the same for all prefixes.
            memory = memory.select(rows.flatten())
        alive, tokens, totals, ended = (
            alive[kept], fan.tokens[kept], fan.totals[kept], ended[kept],
        )  # fmt: skip
    return lattice


def continued(totals: Tensor, log_probs: Tensor) -> Fan:
    """Continue prefixes of log-probability `totals` (n, K) with tokens of (n, K, V)."""
    _, K, V = log_probs.shape
    joined = totals.unsqueeze(2) + log_probs  # (n, K, V)
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
