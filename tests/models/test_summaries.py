"""Sentence summaries: one vector a sentence, whatever stands beside it in the batch."""

from dataclasses import replace

import pytest
import torch

from seqattn.config import SUMMARIES, ModelConfig
from seqattn.models.summaries import build_summary
from tests.mechanisms import SHARES, float64, gradients_agree, plain, shake
from tests.reference import attention_pooling, weighted_sum

T_x, D, D_a, LENGTHS = 5, 3, 4, (5, 2)
MASK = torch.arange(T_x) < torch.tensor(LENGTHS).unsqueeze(1)
CONFIG = ModelConfig(attention_size=D_a, summary_query_seed=11)
every_summary = pytest.mark.parametrize("name", SUMMARIES)


def build(name):
    return shake(build_summary(replace(CONFIG, summary=name), D), seed=14)


def states_and_last():
    torch.manual_seed(15)
    return torch.randn(2, T_x, D).double(), torch.randn(2, D).double()


def by_hand(summary, name, states, last):
    """Vector and weights of one sentence without padding."""
    if name == "last":
        return last, None
    if name == "mean":
        return weighted_sum([1 / len(states)] * len(states), states), None
    layer = summary.pooling.score.key_layer
    e = plain(summary.pooling.query)[0]
    return attention_pooling(states, plain(layer.weight), plain(layer.bias), e)


@every_summary
def test_every_summary_equals_the_loop_written_from_its_formula(name):
    summary, (states, last) = build(name), states_and_last()
    vector, weights = summary(states, last, MASK)
    for b, real in enumerate(LENGTHS):
        hand, shares = by_hand(summary, name, plain(states[b, :real]), plain(last[b]))
        torch.testing.assert_close(vector[b], float64(hand), **SHARES)
        assert (shares is None) == (weights is None)
        if shares is not None:
            torch.testing.assert_close(weights[b, :real], float64(shares), **SHARES)


@every_summary
def test_every_summary_has_the_gradient_of_its_formula(name):
    summary = build(name)
    assert gradients_agree(summary, lambda h, end: summary(h, end, MASK)[0], states_and_last())


@every_summary
def test_padding_never_enters_a_summary(name):
    summary, (states, last) = build(name), states_and_last()
    before = summary(states, last, MASK).vector.clone()
    states[~MASK] = 100.0
    assert torch.equal(summary(states, last, MASK).vector, before)
    states[1, 1], last[1] = 100.0, 100.0  # real ones: the comparison above can fail
    assert not torch.equal(summary(states, last, MASK).vector, before)


def test_only_the_learned_query_is_a_parameter_and_both_are_saved():
    for name, count in (("attention-learned", 3), ("attention-fixed", 2)):
        summary = build(name)
        assert len(list(summary.parameters())) == count
        assert "pooling.query" in summary.state_dict()


def test_the_setting_chooses_the_fixed_query():
    def query(seed):
        config = replace(CONFIG, summary="attention-fixed", summary_query_seed=seed)
        return build_summary(config, D).pooling.query

    assert torch.equal(query(1), query(1))
    assert not torch.equal(query(1), query(2))
