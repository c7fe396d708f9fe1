"""From scores to weights to a context: shares, padding, gradient."""

import itertools

import pytest
import torch
from torch import nn

from seqattn.attention.attend import attend, attention_weights
from tests.mechanisms import SHARES, float64, gradients_agree, plain
from tests.reference import softmax, weighted_sum

B, T_y, T_x, D = 2, 3, 5, 4
LENGTHS = (5, 2)
MASK = torch.arange(T_x) < torch.tensor(LENGTHS).unsqueeze(1)


def _scores_and_values():
    torch.manual_seed(5)
    scores = torch.randn(B, T_y, T_x, dtype=torch.float64) * 2
    return scores, torch.randn(B, T_x, D, dtype=torch.float64)


def test_attend_equals_softmax_and_sum_over_the_real_tokens_alone():
    scores, values = _scores_and_values()
    context, weights = attend(scores, values, MASK)
    for b, t in itertools.product(range(B), range(T_y)):
        real = LENGTHS[b]
        by_hand = softmax(plain(scores[b, t, :real]))
        torch.testing.assert_close(weights[b, t, :real], float64(by_hand), **SHARES)
        by_hand = weighted_sum(by_hand, plain(values[b, :real]))
        torch.testing.assert_close(context[b, t], float64(by_hand), **SHARES)


def test_rows_sum_to_1_and_padding_gets_exactly_0():
    weights = attention_weights(_scores_and_values()[0], MASK)
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones(B, T_y).double(), **SHARES)
    assert (weights[~MASK.unsqueeze(1).expand_as(weights)] == 0).all()


def test_padding_takes_no_part_whatever_stands_there():
    scores, values = _scores_and_values()
    expected = attend(scores, values, MASK)
    scores[1, :, 3], values[1, 3] = 1e30, 1e30
    for got, before in zip(attend(scores, values, MASK), expected, strict=True):
        assert torch.equal(got, before)
    scores[1, :, 1] = 7.0  # a real token: the comparison above can fail
    assert not torch.equal(attend(scores, values, MASK)[1], expected[1])


def test_padding_gets_no_gradient():
    scores, values = (x.requires_grad_() for x in _scores_and_values())
    attend(scores, values, MASK)[0].square().sum().backward()
    assert (values.grad[~MASK] == 0).all()
    assert (scores.grad[~MASK.unsqueeze(1).expand_as(scores)] == 0).all()
    assert (values.grad[MASK] != 0).all()


def test_scores_too_large_for_exp_still_give_shares():
    weights = attention_weights(torch.tensor([[[1000.0, 1000.0, -1000.0]]]), torch.ones(1, 3) > 0)
    assert weights.tolist() == [[[0.5, 0.5, 0.0]]]


def test_each_query_may_have_its_own_mask():
    scores, values = _scores_and_values()
    causal = torch.ones(T_y, T_x).tril().bool().expand(B, -1, -1)
    weights = attend(scores, values, causal)[1]
    assert weights.triu(diagonal=1).abs().max() == 0
    torch.testing.assert_close(weights[1, 2, :3], float64(softmax(plain(scores[1, 2, :3]))))


def test_attend_has_the_gradient_of_its_formula():
    assert gradients_agree(nn.Module(), lambda s, v: attend(s, v, MASK), _scores_and_values())


def test_a_query_that_may_look_nowhere_comes_out_nan_as_documented():
    nowhere = torch.zeros(1, 2, dtype=torch.bool)
    assert attention_weights(torch.zeros(1, 1, 2), nowhere).isnan().all()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_permuting_the_source_permutes_the_weights_and_keeps_the_context(order):
    scores, values = _scores_and_values()
    scores, values, mask = scores[:, :, :3], values[:, :3], torch.ones(B, 3).bool()
    context, weights = attend(scores, values, mask)
    moved_context, moved = attend(scores[:, :, order], values[:, order], mask)
    torch.testing.assert_close(moved, weights[:, :, order], **SHARES)
    torch.testing.assert_close(moved_context, context, **SHARES)
