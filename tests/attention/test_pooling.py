"""Attention pooling: the formula, the learned query and the one that never changes."""

import torch

from seqattn.attention.pooling import AttentionPooling
from tests.mechanisms import SHARES, float64, gradients_agree, plain, shake
from tests.reference import attention_pooling

B, T_x, D, D_a = 2, 5, 3, 4
LENGTHS = (5, 2)
MASK = torch.arange(T_x) < torch.tensor(LENGTHS).unsqueeze(1)


def _states():
    torch.manual_seed(6)
    return torch.randn(B, T_x, D, dtype=torch.float64)


def test_pooling_equals_the_loop_written_from_its_formula():
    for seed in (None, 11):
        pooling, states = shake(AttentionPooling(D, D_a, query_seed=seed), seed=7), _states()
        W, b = plain(pooling.score.key_layer.weight), plain(pooling.score.key_layer.bias)
        summary, weights = pooling(states, MASK)
        for i, real in enumerate(LENGTHS):
            vector, shares = attention_pooling(
                plain(states[i, :real]), W, b, plain(pooling.query)[0]
            )
            torch.testing.assert_close(summary[i], float64(vector), **SHARES)
            torch.testing.assert_close(weights[i, :real], float64(shares), **SHARES)
        assert (weights[~MASK] == 0).all()


def test_pooling_has_the_gradient_of_its_formula():
    pooling = shake(AttentionPooling(D, D_a), seed=7)
    assert gradients_agree(pooling, lambda h: pooling(h, MASK), (_states(),))


def test_padding_takes_no_part_in_pooling():
    pooling, states = shake(AttentionPooling(D, D_a), seed=7), _states()
    summary, _ = pooling(states, MASK)
    states[1, 3] = 1e9
    assert torch.equal(pooling(states, MASK)[0], summary)
    states[1, 1] = 1e9  # a real one: the comparison above can fail
    assert not torch.equal(pooling(states, MASK)[0], summary)


def test_a_learned_query_is_trained_and_a_fixed_one_is_not():
    for seed, moves in ((None, True), (11, False)):
        pooling = AttentionPooling(D, D_a, query_seed=seed).double()
        before = pooling.query.detach().clone()
        optimizer = torch.optim.SGD(pooling.parameters(), lr=1.0)
        pooling(_states(), MASK)[0].square().sum().backward()
        optimizer.step()
        assert torch.equal(pooling.query, before) != moves


def test_a_fixed_query_travels_with_the_weights():
    one, other = AttentionPooling(D, D_a, query_seed=1), AttentionPooling(D, D_a, query_seed=2)
    assert not torch.equal(one.query, other.query)
    other.load_state_dict(one.state_dict())
    assert torch.equal(one.query, other.query)


def test_a_fixed_query_depends_on_its_own_seed_alone():
    torch.manual_seed(1)
    first = AttentionPooling(D, D_a, query_seed=11).query
    torch.manual_seed(2)
    assert torch.equal(AttentionPooling(D, D_a, query_seed=11).query, first)
    assert not torch.equal(AttentionPooling(D, D_a, query_seed=12).query, first)


def test_drawing_a_fixed_query_moves_no_other_chance():
    def drawn_after(query):
        torch.manual_seed(1)
        torch.nn.Linear(D, D_a)  # what the layers of the pooling itself draw
        query()
        return torch.rand(1)

    def pooled():
        torch.manual_seed(1)
        AttentionPooling(D, D_a, query_seed=11)

    assert drawn_after(pooled) == drawn_after(lambda: None)
    assert drawn_after(lambda: torch.randn(1, D_a)) != drawn_after(lambda: None)
