"""Scores: the formula, the gradient, and what the user is told when sizes do not fit."""

import itertools

import pytest
import torch

from seqattn.attention.scores import AdditiveScore, ConcatScore, build_score
from seqattn.config import SCORES
from seqattn.errors import UsageError
from tests.mechanisms import SHARES, align_of, float64, gradients_agree, plain, shake

B, T_y, T_x, D_q, D_k, D_a = 2, 3, 4, 5, 6, 7
ONE_SIZE = ("dot", "scaled-dot")


def _score_and_states(name):
    torch.manual_seed(1)
    query_size = D_k if name in ONE_SIZE else D_q
    score = shake(build_score(name, query_size, D_k, D_a), seed=2)
    query = torch.randn(B, T_y, query_size, dtype=torch.float64)
    return score, query, torch.randn(B, T_x, D_k, dtype=torch.float64)


@pytest.mark.parametrize("name", SCORES)
def test_every_score_equals_the_loop_written_from_its_formula(name):
    score, query, key = _score_and_states(name)
    align = align_of(name, score)
    by_hand = torch.empty(B, T_y, T_x, dtype=torch.float64)
    for b, i, j in itertools.product(range(B), range(T_y), range(T_x)):
        by_hand[b, i, j] = align(plain(query[b, i]), plain(key[b, j]))
    torch.testing.assert_close(score(query, score.prepare(key)), by_hand, **SHARES)


@pytest.mark.parametrize("name", SCORES)
def test_every_score_has_the_gradient_of_its_formula(name):
    score, query, key = _score_and_states(name)
    assert gradients_agree(score, lambda q, k: score(q, score.prepare(k)), (query, key))


@pytest.mark.parametrize("name", SCORES)
def test_a_key_is_prepared_without_knowing_the_other_keys(name):
    # The self-attentive RNN relies on it: it prepares each state once, when it is new.
    score, _, key = _score_and_states(name)
    alone = torch.cat([score.prepare(key[:, j : j + 1]) for j in range(T_x)], dim=1)
    torch.testing.assert_close(score.prepare(key), alone, **SHARES)


def test_concat_equals_additive_when_its_matrix_is_the_two_put_together():
    additive = shake(AdditiveScore(D_q, D_k, D_a), seed=3)
    concat = shake(ConcatScore(D_q, D_k, D_a), seed=4)
    _, query, key = _score_and_states("additive")
    assert not torch.allclose(
        concat(query, concat.prepare(key)), additive(query, additive.prepare(key))
    )
    with torch.no_grad():
        joint = torch.cat([additive.query_layer.weight, additive.key_layer.weight], dim=1)
        concat.joint_layer.weight.copy_(joint)
        concat.score_layer.weight.copy_(additive.score_layer.weight)
    torch.testing.assert_close(
        concat(query, concat.prepare(key)), additive(query, additive.prepare(key)), **SHARES
    )


@pytest.mark.parametrize("name", SCORES)
def test_dot_scores_refuse_states_of_two_sizes_and_the_others_take_them(name):
    if name not in ONE_SIZE:
        assert build_score(name, D_q, D_k, D_a) is not None
        return
    with pytest.raises(UsageError) as error:
        build_score(name, 300, 512, 128)
    assert name in error.value.message
    assert "300" in error.value.message
    assert "512" in error.value.message
    for option in ("--decoder-size 512", "--encoder-size", "--score general"):
        assert option in error.value.hint


def test_an_unknown_score_is_refused_with_the_names_there_are():
    with pytest.raises(ValueError, match="scaled-dot"):
        build_score("cosine", D_q, D_k, D_a)


def test_scaled_dot_is_dot_divided_by_the_root_of_the_size():
    key = float64([[[3.0, 0.0, 0.0, 4.0]]])
    dot, scaled = build_score("dot", 4, 4, 1), build_score("scaled-dot", 4, 4, 1)
    assert dot(key, dot.prepare(key)).item() == 25.0
    assert scaled(key, scaled.prepare(key)).item() == 12.5
