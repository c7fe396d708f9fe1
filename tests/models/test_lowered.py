"""Search in bfloat16: each product against factors rounded by hand, the whole against float32."""

import pytest
import torch
from torch import nn

from seqattn.models.lowered import LoweredGRUCell, LoweredLinear, LoweredOutput, lowered
from seqattn.models.output import OutputLayer
from seqattn.search import force, greedy
from tests.search.table import as_target, random_batch, tiny_model

B, K, N = 3, 5, 7
ROUNDED = {"rtol": 2**-8, "atol": 2**-8}
"""Of a result that is rounded to 8 significant bits."""


def rounded(x):
    return x.detach().to(torch.bfloat16).double()


def draw(*shape, seed=3):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("bias", [None, draw(N, seed=5)])
def test_a_product_is_that_of_rounded_factors_and_the_bias_is_whole(bias):
    x, weight = draw(B, K), draw(N, K, seed=4)
    by_hand = rounded(x) @ rounded(weight).T
    found = LoweredLinear(weight, bias)(x)
    assert found.dtype == torch.float32
    if bias is None:
        torch.testing.assert_close(found.double(), by_hand, **ROUNDED)
    else:
        large = 1000 * bias  # would be off by 2 if it were rounded
        found = LoweredLinear(weight, large)(x).double() - large.double()
        torch.testing.assert_close(found, by_hand, rtol=2**-8, atol=2e-3 + 2**-8)


def test_a_cell_is_pytorchs_but_for_its_products():
    torch.manual_seed(2)
    cell = nn.GRUCell(K, N)
    x, state = draw(B, K), draw(B, N, seed=4)
    with torch.no_grad():
        found = LoweredGRUCell(cell)(x, state)
        torch.testing.assert_close(found, cell(x, state), rtol=0, atol=0.03)
        assert not torch.equal(found, cell(x, state))
        kept = torch.full((B, N), 1.001)  # which bfloat16 has not: it would come out as 1
        shut = LoweredGRUCell(cell)
        shut.recurrent.bias[N : 2 * N] += 1e4  # z = 1
        torch.testing.assert_close(shut(x, kept), kept, rtol=0, atol=1e-6)


def test_logits_are_rounded_and_the_loss_is_not():
    torch.manual_seed(2)
    output = OutputLayer(K, N)
    nn.init.normal_(output.weight)
    low, readout, targets = LoweredOutput(output), draw(B, K), torch.tensor([1, 0, 6])
    with torch.no_grad():
        torch.testing.assert_close(
            low(readout).double(), rounded(readout) @ rounded(output.weight).T, **ROUNDED
        )
        assert not torch.equal(low(readout), output(readout))
        assert torch.equal(low.loss(readout, targets, 0.1), output.loss(readout, targets, 0.1))


CHOICES = [
    {},
    {"query": "state", "lexical_shortcut": False, "context": "fixed"},
    {"layer_norm": True, "transition_depth": 2},
    {"decoder_self_attention": True, "score": "general"},
    {"encoder": "self-attention"},
]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: "-".join(choice) or "usual")
def test_a_lowered_model_says_nearly_what_the_model_says_and_leaves_it_alone(choice):
    model = tiny_model(1, **choice)
    source, mask, limits = random_batch(7, 9)
    before = {name: part.clone() for name, part in model.state_dict().items()}
    said = greedy(model, source, mask, limits)
    low = lowered(model)
    target_out = as_target(*said)
    whole, rough = (force(each, source, mask, target_out) for each in (model, low))
    differences = []
    for one, other in zip(whole, rough, strict=True):
        pairs = zip(one.log_probs, other.log_probs, strict=True)
        differences += [abs(a - b) for a, b in pairs]
        if one.weights is not None:
            torch.testing.assert_close(one.weights, other.weights, rtol=0, atol=0.05)
    assert 0 < max(differences) < 0.2
    with torch.inference_mode():
        given = low.log_probs(low.encode(source, mask), target_out)
    for row, hypothesis in zip(given.tolist(), rough, strict=True):
        # Other products are rounded: all steps at once, and the transitions' too.
        assert row[: len(hypothesis.log_probs)] == pytest.approx(hypothesis.log_probs, abs=0.2)
    assert all(torch.equal(part, before[name]) for name, part in model.state_dict().items())
    again = greedy(model, source, mask, limits)
    assert [each.log_probs for each in again] == [each.log_probs for each in said]
