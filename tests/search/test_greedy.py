"""Greedy search: the likeliest token, the end mark, the limit."""

import math

import pytest
import torch
from torch import Tensor

from seqattn.search import Rules, beam, force, greedy, length_limits
from seqattn.tokenizer import BOS, EOS, PAD, UNK
from tests.search.table import A, Table, batch_of


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
    beam(table, *batch_of([4], [5]), torch.tensor([1, 2]), Rules(size=3))
    assert table.batch_sizes[:2] == [2, 3]  # one prefix each, then three of the one that is left


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
        beam(Copier(), source, mask, torch.tensor([20]), Rules(size=3))[0],
        force(Copier(), source, mask, source),
    ):
        assert hypothesis.tokens == [4, 6, 5, 5, 4]
        assert torch.equal(hypothesis.weights, torch.eye(6))
