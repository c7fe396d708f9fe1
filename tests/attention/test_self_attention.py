"""Self-attention: a whole sentence at once, and the newest state looking back."""

import pytest
import torch

from seqattn.attention.scores import build_score
from seqattn.attention.self_attention import SelfAttention, look_back
from seqattn.config import SCORES
from tests.mechanisms import SHARES, align_of, float64, gradients_agree, plain, shake
from tests.reference import attention, self_attention

B, T_x, E, D, D_a = 2, 5, 3, 4, 6
LENGTHS = (5, 2)
MASK = torch.arange(T_x) < torch.tensor(LENGTHS).unsqueeze(1)


def _inputs():
    torch.manual_seed(8)
    return torch.randn(B, T_x, E, dtype=torch.float64)


@pytest.mark.parametrize("scaled", [True, False])
def test_self_attention_equals_the_loop_written_from_its_formula(scaled):
    layer, inputs = shake(SelfAttention(E, D, scaled=scaled), seed=9), _inputs()
    projections = [
        plain(part.weight) for part in (layer.query_layer, layer.key_layer, layer.value_layer)
    ]
    outputs, weights = layer(inputs, MASK)
    for b, real in enumerate(LENGTHS):
        z, rows = self_attention(plain(inputs[b, :real]), *projections, scaled=scaled)
        torch.testing.assert_close(outputs[b, :real], float64(z), **SHARES)
        torch.testing.assert_close(weights[b, :real, :real], float64(rows), **SHARES)


def test_all_that_concerns_padding_is_exactly_0():
    outputs, weights = shake(SelfAttention(E, D), seed=9)(_inputs(), MASK)
    assert (outputs[~MASK] == 0).all()
    assert (weights[~MASK] == 0).all()
    assert (weights.transpose(1, 2)[~MASK] == 0).all()
    torch.testing.assert_close(weights.sum(dim=-1), MASK.double(), **SHARES)


def test_the_known_worked_example_comes_out():
    # Three inputs of four numbers, worked through by hand in Karim 2019, "Illustrated:
    # Self-Attention", unscaled; its W act from the right, a layer's from the left.
    inputs = float64([[[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]])
    layer = SelfAttention(4, 3, scaled=False).double()
    with torch.no_grad():
        layer.key_layer.weight.copy_(float64([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]]).t())
        layer.query_layer.weight.copy_(float64([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]]).t())
        layer.value_layer.weight.copy_(float64([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]]).t())
    outputs, _ = layer(inputs, torch.ones(1, 3).bool())
    known = [[1.9366, 6.6831, 1.5951], [2.0000, 7.9640, 0.0540], [1.9997, 7.7599, 0.3584]]
    torch.testing.assert_close(outputs[0], float64(known), rtol=0, atol=5e-5)


def test_self_attention_has_the_gradient_of_its_formula():
    layer = shake(SelfAttention(E, D), seed=9)
    assert gradients_agree(layer, lambda x: layer(x, MASK), (_inputs(),))


@pytest.mark.parametrize("scaled", [True, False])
def test_a_token_begins_by_looking_chiefly_at_itself(scaled):
    torch.manual_seed(10)
    layer = SelfAttention(32, 32, scaled=scaled)
    inputs = torch.nn.functional.normalize(torch.randn(4, 7, 32), dim=-1)
    mask = torch.ones(4, 7).bool()

    def own_share():
        return layer(inputs, mask)[1].diagonal(dim1=1, dim2=2)

    assert own_share().max() < 0.5  # what small random matrices give
    layer.look_at_itself()
    assert own_share().min() > 0.5


@pytest.mark.parametrize("name", SCORES)
def test_the_newest_state_looks_back_as_the_loop_does(name):
    score = shake(build_score(name, D, D, D_a), seed=11)
    states = torch.randn(B, T_x, D, dtype=torch.float64)
    align = align_of(name, score)
    for t in range(T_x):
        so_far = states[:, : t + 1]
        context, weights = look_back(score, so_far, score.prepare(so_far))
        for b in range(B):
            c, a = attention(plain(states[b, t]), plain(so_far[b]), align)
            torch.testing.assert_close(context[b], float64(c), **SHARES)
            torch.testing.assert_close(weights[b], float64(a), **SHARES)


@pytest.mark.parametrize("name", SCORES)
def test_looking_back_has_the_gradient_of_its_formula(name):
    score = shake(build_score(name, D, D, D_a), seed=11)
    states = torch.randn(B, 3, D, dtype=torch.float64)
    assert gradients_agree(score, lambda h: look_back(score, h, score.prepare(h)), (states,))
