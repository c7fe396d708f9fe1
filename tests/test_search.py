import itertools
import math
from dataclasses import dataclass, field

import pytest
import torch
from torch import Tensor

from seqattn.batches import source_batch
from seqattn.config import Config
from seqattn.models.decoder import Decoded
from seqattn.models.seq2seq import Seq2Seq
from seqattn.search import Hypothesis, beam, force, greedy, length_limits
from seqattn.search.beam import fan_out
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
        keys = [
            (source[0], tuple(prefix[1:]))  # without BOS
            for source, prefix in zip(memory.rows.tolist(), state.rows.tolist(), strict=True)
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


# -- greedy ----------------------------------------------------------------------------------------


def test_greedy_takes_the_likeliest_allowed_token_at_each_step():
    table = Table(seed=3)
    source, mask = batch_of([4], [5, 4, 4], [6, 6])
    limits = [3, 9, 6]
    found = greedy(table, source, mask, torch.tensor(limits))
    for first, limit, hypothesis in zip((4, 5, 6), limits, found, strict=True):
        path: list[int] = []
        while len(path) < limit and path[-1:] != [EOS]:
            log_probs = table.log_probs(first, tuple(path)).tolist()
            allowed = [y for y in range(table.V) if y not in (PAD, UNK, BOS)]
            path.append(max(allowed, key=log_probs.__getitem__))
        assert hypothesis.tokens + [EOS] * hypothesis.ended == path


def test_forbidden_tokens_are_never_said_and_probabilities_stay_the_models_own():
    table = Table(probabilities={(): {PAD: 0.3, UNK: 0.3, BOS: 0.2, A: 0.15, EOS: 0.05}})
    [hypothesis] = greedy(table, *batch_of([4]), torch.tensor([1]))
    assert hypothesis.tokens == [A]
    assert hypothesis.log_probs == pytest.approx([math.log(0.15)])  # not 0.15 / 0.2
    [hypothesis] = greedy(table, *batch_of([4]), torch.tensor([1]), forbidden=())
    assert hypothesis.tokens == [PAD]  # the case that shows that something was forbidden


def test_a_model_that_never_ends_is_stopped_at_each_sentences_own_limit():
    loop = {(A,) * n: {A: 0.9, EOS: 0.1} for n in range(9)}
    table = Table(probabilities=loop)
    found = greedy(table, *batch_of([4], [5], [6]), torch.tensor([1, 5, 3]))
    assert [h.tokens for h in found] == [[A], [A] * 5, [A] * 3]
    assert not any(h.ended for h in found)
    assert [tuple(h.weights.shape) for h in found] == [(1, 2), (5, 2), (3, 2)]


def test_the_limit_of_every_search_grows_with_the_source():
    lengths = torch.tensor([1, 2, 50])
    assert (length_limits(lengths) >= lengths + 20).all()


def test_an_end_mark_at_once_is_an_empty_target_with_one_row_of_weights():
    table = Table(probabilities={(): {EOS: 1.0}})
    [hypothesis] = greedy(table, *batch_of([4, 5]), torch.tensor([5]))
    assert (hypothesis.tokens, hypothesis.ended) == ([], True)
    assert hypothesis.weights.shape == (1, 3)
    assert hypothesis.score == hypothesis.log_prob == pytest.approx(0.0)


def test_a_sentence_that_has_ended_leaves_the_batch():
    ends_early = {(): {A: 1.0}, (A,): {EOS: 1.0}}
    table = Table(probabilities=ends_early)
    table.probabilities[(A,)] = {EOS: 1.0}
    greedy(table, *batch_of([4], [5], [6]), torch.tensor([1, 9, 9]))
    assert table.batch_sizes == [3, 2]
    table.batch_sizes.clear()
    beam(table, *batch_of([4], [5]), torch.tensor([1, 2]), size=3)
    assert table.batch_sizes[-2:] == [6, 3]


def test_the_weights_of_a_row_are_those_that_predicted_its_token():
    # A copier by construction: at step t it looks at source token t only, and says it.
    class Copier(Table):
        def log_probs(self, first: int, prefix: tuple[int, ...]) -> Tensor:
            said = torch.full((self.V,), math.log(0.01))
            said[([4, 6, 5, 5, 4, EOS])[len(prefix)]] = math.log(0.94)
            return said

        def weights(self, first: int, prefix: tuple[int, ...], T_x: int) -> Tensor:
            return torch.eye(T_x)[len(prefix)]

    source, mask = batch_of([4, 6, 5, 5, 4])
    for [hypothesis] in (
        greedy(Copier(), source, mask, torch.tensor([20])),
        beam(Copier(), source, mask, torch.tensor([20]), size=3)[0],
        force(Copier(), source, mask, source),
    ):
        assert hypothesis.tokens == [4, 6, 5, 5, 4]
        assert torch.equal(hypothesis.weights, torch.eye(6))


# -- beam ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("penalty", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_beam_wide_enough_for_everything_finds_what_enumeration_finds(seed, penalty):
    table = Table(seed)
    limits = [4, 2, 3]
    source, mask = batch_of([4], [5], [6, 4])
    size = 3**4 + 3**3 + 3**2 + 3 + 1
    found = beam(
        table, source, mask, torch.tensor(limits), size=size, n_best=30, length_penalty=penalty
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
    found = beam(table, *batch_of([5]), torch.tensor([limit]), size=size, n_best=1)
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
        beam(model, source, mask, limits, size=1), greedy(model, source, mask, limits), strict=True
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
        lattice = fan_out(model, memory, limits, 1, (PAD, UNK, BOS), True)
        found = lattice.best(mask, 1, 1.0)
    for [one], other in zip(found, greedy(model, source, mask, limits), strict=True):
        assert one.tokens == other.tokens
        torch.testing.assert_close(one.weights, other.weights)


def test_a_beam_never_ranks_below_greedy_and_often_above():
    above = 0
    for seed in range(30):
        model = tiny_model(seed)
        source, mask, limits = random_batch(seed)
        best = beam(model, source, mask, limits, size=3)
        for [winner], other in zip(best, greedy(model, source, mask, limits), strict=True):
            assert winner.rank >= other.rank
            above += winner.rank > other.rank
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
    [[winner]] = beam(table, source, mask, limits, size=2, length_penalty=0.0)
    assert winner.tokens == [A, E]
    assert winner.score == pytest.approx(math.log(0.4 * 0.28))
    memory = table.encode(source, mask)
    lattice = fan_out(table, memory, limits, 2, (PAD, UNK, BOS), True)
    [[alone]] = lattice.best(mask, 1, 0.0)
    assert alone.score < winner.score - 0.05  # the case that shows that it was lost


def forced_again(model: Seq2Seq, source: Tensor, mask: Tensor, each: Hypothesis) -> Hypothesis:
    [again] = force(model, source, mask, as_target(each))
    return again


@pytest.mark.parametrize("settings", [{}, {"decoder_self_attention": True}, {"context": "fixed"}])
def test_what_a_hypothesis_carries_is_its_own_proved_by_a_forced_run(settings):
    other_than_best = 0
    for seed in range(6):
        model = tiny_model(seed, **settings)
        source, mask, limits = random_batch(seed)
        found = beam(model, source, mask, limits, size=4, n_best=4)
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
        for hypotheses in beam(model, source, mask, limits, size=5, n_best=4):
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
    [[by_sum]] = beam(table, *batch, limits, size=4, length_penalty=0.0)
    [[by_mean]] = beam(table, *batch, limits, size=4, length_penalty=1.0)
    assert (by_sum.tokens, by_mean.tokens) == ([], [A, B])
    assert by_sum.score == pytest.approx(math.log(0.3))
    assert by_mean.score == pytest.approx(math.log(0.7 * 0.6 * 0.6) / 3)


def test_a_loop_cut_at_the_limit_ranks_behind_a_target_that_ended():
    loop = {(A,) * n: {A: 0.97, EOS: 0.03} for n in range(9)}
    table = Table(probabilities=loop)
    batch, limits = batch_of([4]), torch.tensor([8])
    [cut] = greedy(table, *batch, limits)
    [[winner]] = beam(table, *batch, limits, size=4)
    assert winner.ended
    assert not cut.ended
    assert cut.score > winner.score  # by score alone the loop would have won


# -- force -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{}, {"decoder_self_attention": True}, {"context": "none"}])
def test_forcing_gives_what_teacher_forcing_gives(settings):
    model = tiny_model(1, **settings)
    source, mask = batch_of([4, 5, 6], [7], [8, 9, 10, 11])
    target_out = source_batch([[5, 6], [7, 8, 9], []])[0]
    target_in = torch.cat([torch.full((3, 1), BOS), target_out[:, :-1]], dim=1)
    found = force(model, source, mask, target_out)
    with torch.inference_mode():
        memory = model.encode(source, mask)
        decoded = model.decoder(memory, model.target_embedding(target_in))
        log_probs = model.output(decoded.readout).log_softmax(-1)
    for row, (hypothesis, T_y) in enumerate(zip(found, (3, 4, 1), strict=True)):
        T_x = int(mask[row].sum())
        expected = [log_probs[row, t, target_out[row, t]].item() for t in range(T_y)]
        assert hypothesis.log_probs == pytest.approx(expected, abs=1e-5)
        assert hypothesis.ended
        if decoded.weights is None:
            assert hypothesis.weights is None
        else:
            torch.testing.assert_close(hypothesis.weights, decoded.weights[row, :T_y, :T_x])
        if decoded.self_weights is not None:
            torch.testing.assert_close(
                hypothesis.self_weights, decoded.self_weights[row, :T_y, :T_y]
            )


# -- what holds for all ----------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{}, {"decoder_self_attention": True, "score": "dot"}])
def test_a_sentence_alone_and_in_any_batch_gives_the_same(settings):
    if settings.get("score") == "dot":
        settings = {**settings, "decoder_size": 10}
    for seed in range(20):
        model = tiny_model(seed % 4, **settings)
        source, mask, limits = random_batch(seed, sentences=5)
        together = {
            1: [[h] for h in greedy(model, source, mask, limits)],
            3: beam(model, source, mask, limits, size=3),
        }
        for row, size in itertools.product(range(5), (1, 3)):
            alone = source[row : row + 1, : mask[row].sum()]
            own = torch.ones_like(alone, dtype=torch.bool)
            [[single]] = beam(model, alone, own, limits[row : row + 1], size=size)
            [batched] = together[size][row]
            assert batched.tokens == single.tokens
            torch.testing.assert_close(batched.weights, single.weights, atol=1e-5, rtol=0)


def test_weights_have_exactly_the_sentences_own_columns_and_rows_sum_to_one():
    model = tiny_model(0)
    source, mask, limits = random_batch(7)
    for row, hypothesis in enumerate(greedy(model, source, mask, limits)):
        assert hypothesis.weights.shape == (len(hypothesis.log_probs), int(mask[row].sum()))
        torch.testing.assert_close(
            hypothesis.weights.sum(dim=1), torch.ones(len(hypothesis.log_probs))
        )


def test_weights_are_left_out_where_nobody_wants_them():
    model = tiny_model(0, decoder_self_attention=True)
    source, mask, limits = random_batch(7)
    for [hypothesis] in beam(model, source, mask, limits, size=2, keep_weights=False):
        assert hypothesis.weights is hypothesis.scores is hypothesis.self_weights is None


def test_dropout_left_on_is_refused():
    source, mask, limits = random_batch(0)
    model = tiny_model(0).train()
    for search in (
        lambda: greedy(model, source, mask, limits),
        lambda: beam(model, source, mask, limits, size=2),
        lambda: force(model, source, mask, source),
    ):
        with pytest.raises(ValueError, match="training mode"):
            search()


def test_shapes_and_numbers_that_cannot_be_meant_are_refused():
    source, mask, limits = random_batch(0)
    model = tiny_model(0)
    with pytest.raises(ValueError, match="shape"):
        greedy(model, source, mask[:, 1:], limits)
    with pytest.raises(ValueError, match="shape"):
        greedy(model, source, mask, limits[1:])
    with pytest.raises(ValueError, match="at least one step"):
        greedy(model, source, mask, limits * 0)
    with pytest.raises(ValueError, match="n_best"):
        beam(model, source, mask, limits, size=2, n_best=3)
