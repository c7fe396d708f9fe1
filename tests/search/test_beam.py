"""Beam search, held to enumeration and to a slow beam."""

import math

import pytest
import torch
from torch import Tensor

from seqattn.models.seq2seq import Seq2Seq
from seqattn.search import Hypothesis, Rules, beam, force, greedy
from seqattn.search.beam import BLOCK, fan_out, largest
from seqattn.tokenizer import BOS, EOS, PAD, UNK
from tests.search.table import (
    A,
    B,
    C,
    E,
    Table,
    as_target,
    batch_of,
    every_target,
    random_batch,
    tiny_model,
)


@pytest.mark.parametrize("penalty", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_beam_wide_enough_for_everything_finds_what_enumeration_finds(seed, penalty):
    table = Table(seed)
    limits = [4, 2, 3]
    source, mask = batch_of([4], [5], [6, 4])
    size = 3**4 + 3**3 + 3**2 + 3 + 1
    found = beam(
        table,
        source,
        mask,
        torch.tensor(limits),
        Rules(size=size, n_best=30, length_penalty=penalty),
    )
    for first, limit, hypotheses in zip((4, 5, 6), limits, found, strict=True):
        truth = every_target(table, first, limit, penalty)
        assert [h.tokens for h in hypotheses] == [h.tokens for h in truth[:30]]
        for hypothesis, true in zip(hypotheses, truth, strict=False):
            assert hypothesis.ended == true.ended
            assert hypothesis.log_probs == pytest.approx(true.log_probs, abs=1e-5)
            assert hypothesis.score == pytest.approx(true.score, abs=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_a_narrow_beam_keeps_what_a_slow_beam_keeps(seed):
    table, size, limit = Table(seed, V=8), 3, 6
    found = beam(table, *batch_of([5]), torch.tensor([limit]), Rules(size=size, n_best=1))
    live: list[tuple[float, list[int]]] = [(0.0, [])]
    ended: list[tuple[float, list[int]]] = []
    for t in range(limit):
        joined = []
        for total, prefix in live:
            log_probs = table.log_probs(5, tuple(prefix)).tolist()
            joined += [(total + log_probs[y], [*prefix, y]) for y in range(EOS, table.V)]
        joined.sort(reverse=True)
        ended += [(total / (t + 1), path) for total, path in joined[:size] if path[-1] == EOS]
        live = [(total, path) for total, path in joined if path[-1] != EOS][:size]
        if len(ended) >= size:
            break
    [greedy_one] = greedy(table, *batch_of([5]), torch.tensor([limit]))
    best_score, best = max(ended)
    if greedy_one.ended and greedy_one.score > best_score:
        best_score, best = greedy_one.score, [*greedy_one.tokens, EOS]
    assert found[0][0].tokens == best[:-1]
    assert found[0][0].score == pytest.approx(best_score, abs=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_a_beam_of_one_is_greedy_exactly(seed):
    model = tiny_model(seed)
    source, mask, limits = random_batch(seed)
    for [one], other in zip(
        beam(model, source, mask, limits, Rules(size=1)),
        greedy(model, source, mask, limits),
        strict=True,
    ):
        assert (one.tokens, one.log_probs, one.score) == (
            other.tokens,
            other.log_probs,
            other.score,
        )
        assert torch.equal(one.weights, other.weights)


@pytest.mark.parametrize("seed", range(5))
def test_the_beam_itself_with_one_place_walks_the_greedy_way(seed):
    # `beam` takes a short cut for 1; the lattice must agree without it.
    model = tiny_model(seed)
    source, mask, limits = random_batch(seed)
    with torch.inference_mode():
        memory = model.encode(source, mask)
        lattice, _ = fan_out(model, memory, limits, 1, (PAD, UNK, BOS), True)
        found = lattice.best(mask, 1, 1.0)
    for [one], other in zip(found, greedy(model, source, mask, limits), strict=True):
        assert one.tokens == other.tokens
        torch.testing.assert_close(one.weights, other.weights)


def test_a_beam_never_ranks_below_greedy_and_often_above():
    above = 0
    for seed in range(30):
        model = tiny_model(seed)
        source, mask, limits = random_batch(seed)
        best = beam(model, source, mask, limits, Rules(size=3))
        for [winner], other in zip(best, greedy(model, source, mask, limits), strict=True):
            if winner.tokens == other.tokens:  # found in the beam, in another batch
                assert winner.score == pytest.approx(other.score, abs=1e-5)
            else:
                assert winner.rank > other.rank
                above += 1
    assert above > 10


# The greedy prefix A is pushed out at the second step by the two continuations of B; but what
# comes after A, E is certain, and what comes after B is scattered.
LOST = {
    (): {A: 0.4, B: 0.35, C: 0.25},
    (A,): {E: 0.28, A: 0.24, B: 0.24, C: 0.24},
    (B,): {A: 0.5, B: 0.5},
    (A, E): {EOS: 1.0},
    **{(B, y): {A: 0.3, B: 0.3, C: 0.3, EOS: 0.1} for y in (A, B)},
    **{(B, y, z): {EOS: 1.0} for y in (A, B) for z in (A, B, C)},
}  # fmt: skip


def test_the_greedy_hypothesis_is_a_finalist_where_the_beam_has_lost_it():
    table = Table(V=9, probabilities=LOST)
    source, mask = batch_of([4])
    limits = torch.tensor([4])
    [[winner]] = beam(table, source, mask, limits, Rules(size=2, length_penalty=0.0))
    assert winner.tokens == [A, E]
    assert winner.score == pytest.approx(math.log(0.4 * 0.28))
    memory = table.encode(source, mask)
    lattice, lost = fan_out(table, memory, limits, 2, (PAD, UNK, BOS), True)
    [[alone]] = lattice.best(mask, 1, 0.0)
    assert alone.score < winner.score - 0.05  # the case that shows that it was lost
    assert lost.tolist() == [True]


@pytest.mark.parametrize("size", [2, 3])
def test_greedy_search_is_run_for_those_sentences_whose_greedy_hypothesis_the_beam_lost(size):
    counts = {True: 0, False: 0}
    for seed in range(25):
        model = tiny_model(seed)
        source, mask, limits = random_batch(seed, 6)
        greedy_ones = greedy(model, source, mask, limits)
        with torch.inference_mode():
            memory = model.encode(source, mask)
            lattice, lost = fan_out(model, memory, limits, size, (PAD, UNK, BOS), False)
            finalists = lattice.best(mask, 10**6, 1.0)
        for sentence, (own, there) in enumerate(zip(greedy_ones, finalists, strict=True)):
            is_there = (own.tokens, own.ended) in [(each.tokens, each.ended) for each in there]
            assert is_there == (not lost[sentence])
            counts[is_there] += 1
    assert min(counts.values()) > 5


@pytest.mark.parametrize("N", [1, 7, BLOCK, 11 * BLOCK, 12 * BLOCK + 37])
@pytest.mark.parametrize("count", [1, 3, 10, 2000])
def test_the_largest_of_a_row_are_those_of_topk(N, count):
    numbers = torch.randn(5, N, generator=torch.Generator().manual_seed(N + count))
    numbers[1] = numbers[1].sort().values  # the largest behind the last whole block
    numbers[2, : N // 2] = float("-inf")
    numbers[3] = numbers[3].round()  # many are alike
    values, places = largest(numbers, count)
    assert torch.equal(values, numbers.topk(min(count, N), dim=1).values)
    assert torch.equal(numbers.gather(1, places), values)
    assert all(len(set(row)) == len(row) for row in places.tolist())


def forced_again(model: Seq2Seq, source: Tensor, mask: Tensor, each: Hypothesis) -> Hypothesis:
    [again] = force(model, source, mask, as_target(each))
    return again


@pytest.mark.parametrize("settings", [{}, {"decoder_self_attention": True}, {"context": "fixed"}])
def test_what_a_hypothesis_carries_is_its_own_proved_by_a_forced_run(settings):
    other_than_best = 0
    for seed in range(6):
        model = tiny_model(seed, **settings)
        source, mask, limits = random_batch(seed)
        found = beam(model, source, mask, limits, Rules(size=4, n_best=4))
        for row, hypotheses in enumerate(found):
            alone = source[row : row + 1, : mask[row].sum()]
            for each in hypotheses:
                again = forced_again(model, alone, torch.ones_like(alone, dtype=torch.bool), each)
                assert again.tokens == each.tokens
                assert again.log_probs == pytest.approx(each.log_probs, abs=1e-4)
                assert again.score == pytest.approx(each.score, abs=1e-4)
                for name in ("weights", "scores", "self_weights"):
                    got, expected = getattr(each, name), getattr(again, name)
                    assert (got is None) == (expected is None)
                    if got is not None:
                        torch.testing.assert_close(got, expected, atol=1e-5, rtol=1e-4)
            first, last = hypotheses[0].weights, hypotheses[-1].weights
            if first is not None and last is not None:
                other_than_best += first.shape != last.shape or not torch.allclose(first, last)
    # The case that shows that the weights of another hypothesis would have been noticed.
    assert other_than_best > 3 or settings == {"context": "fixed"}


def test_the_n_best_are_distinct_and_sorted():
    for seed in range(10):
        model = tiny_model(seed)
        source, mask, limits = random_batch(seed)
        for hypotheses in beam(model, source, mask, limits, Rules(size=5, n_best=4)):
            assert len({tuple(h.tokens) for h in hypotheses}) == len(hypotheses) == 4
            ranks = [h.rank for h in hypotheses]
            assert ranks == sorted(ranks, reverse=True)


def test_the_length_penalty_changes_which_length_wins():
    table = Table(
        probabilities={
            (): {EOS: 0.3, A: 0.7},
            (A,): {B: 0.6, C: 0.4},
            (A, B): {EOS: 0.6, B: 0.4},
        }
    )
    batch, limits = batch_of([4]), torch.tensor([3])
    [[by_sum]] = beam(table, *batch, limits, Rules(size=4, length_penalty=0.0))
    [[by_mean]] = beam(table, *batch, limits, Rules(size=4, length_penalty=1.0))
    assert (by_sum.tokens, by_mean.tokens) == ([], [A, B])
    assert by_sum.score == pytest.approx(math.log(0.3))
    assert by_mean.score == pytest.approx(math.log(0.7 * 0.6 * 0.6) / 3)


def test_a_loop_cut_at_the_limit_ranks_behind_a_target_that_ended():
    loop = {(A,) * n: {A: 0.97, EOS: 0.03} for n in range(9)}
    table = Table(probabilities=loop)
    batch, limits = batch_of([4]), torch.tensor([8])
    [cut] = greedy(table, *batch, limits)
    [[winner]] = beam(table, *batch, limits, Rules(size=4))
    assert winner.ended
    assert not cut.ended
    assert cut.score > winner.score  # by score alone the loop would have won


def coverage_by_loops(each: Hypothesis, beta: float) -> float:
    """Wu 2016, eq. 14, off the formula; the end mark's column does not count."""
    T_y, T_x = each.weights.shape
    total = 0.0
    for j in range(T_x - 1):
        seen = sum(each.weights[t, j].item() for t in range(T_y))
        total += math.log(min(max(seen, 1e-3), 1.0))
    return beta * total


@pytest.mark.parametrize("size", [1, 3])
def test_coverage_is_added_to_the_score_and_decides_the_order(size):
    moved = 0
    for seed in range(12):
        model = tiny_model(seed)
        source, mask, limits = random_batch(seed)
        plain = beam(model, source, mask, limits, Rules(size=size))
        paid = beam(
            model, source, mask, limits, Rules(size=size, n_best=size, coverage_penalty=0.7)
        )
        for [before], hypotheses in zip(plain, paid, strict=True):
            for each in hypotheses:
                mean = each.log_prob / len(each.log_probs)
                assert each.score == pytest.approx(mean + coverage_by_loops(each, 0.7), abs=1e-4)
            assert [h.rank for h in hypotheses] == sorted(
                (h.rank for h in hypotheses), reverse=True
            )
            moved += hypotheses[0].tokens != before.tokens
    assert (moved > 0) == (size > 1)


def test_coverage_prefers_the_target_that_reads_all_of_the_source():
    table = Reader(probabilities={(): {A: 0.6, B: 0.4}, (A,): {EOS: 1.0}, (B,): {EOS: 1.0}})
    batch, limits = batch_of([4, 5]), torch.tensor([3])
    [[likelier]] = beam(table, *batch, limits, Rules(size=3))
    [[fuller]] = beam(table, *batch, limits, Rules(size=3, coverage_penalty=0.5))
    assert (likelier.tokens, fuller.tokens) == ([A], [B])
    assert fuller.score == pytest.approx(math.log(0.4) / 2)  # nothing to pay
    [[unseen]] = beam(
        table, *batch, limits, Rules(size=3, coverage_penalty=0.5, keep_weights=False)
    )
    assert unseen.tokens == [B]
    assert unseen.weights is None


class Reader(Table):
    """A table that, having said B, has read both source words, and having said A only the first."""

    def weights(self, first: int, prefix: tuple[int, ...], T_x: int) -> Tensor:
        column = 1 if prefix[:1] == (B,) else 0
        return torch.nn.functional.one_hot(torch.tensor(column), T_x).float()


def test_coverage_without_attention_is_refused():
    source, mask, limits = random_batch(1)
    with pytest.raises(ValueError, match="weights"):
        beam(
            tiny_model(1, context="none"), source, mask, limits, Rules(size=2, coverage_penalty=0.1)
        )
