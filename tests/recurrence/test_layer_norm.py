"""Layer normalisation of a GRU's products, outside a loop and step by step."""

import pytest
import torch

from seqattn.models.cells import normalize_gates
from seqattn.recurrence import centred, linear, normalize
from seqattn.recurrence.layer_norm import LayerNorm
from tests import reference
from tests.mechanisms import SHARES, float64, plain

N, T, B, H, K = 2, 4, 3, 5, 7


def draw(*shape):
    return torch.randn(*shape, dtype=torch.float64)


def drawn(*groups):
    """Products with mean 0, gain and bias."""
    torch.manual_seed(0)
    weight = centred(draw(*groups, 3 * H, K))
    products = linear(draw(*groups, T, B, K), weight, None, torch.float32)
    return products, draw(*groups, 3 * H), draw(*groups, 3 * H)


def test_it_is_what_the_formula_says():
    products, gain, bias = drawn()
    expected = [
        [reference.layer_norm_of_gates(y, plain(gain), plain(bias)) for y in rows]
        for rows in plain(products)
    ]
    torch.testing.assert_close(normalize(products, gain, bias), float64(expected), **SHARES)
    torch.testing.assert_close(normalize_gates(products, gain, bias), float64(expected), **SHARES)


def test_a_centred_weight_takes_the_mean_from_every_product_and_nothing_else():
    torch.manual_seed(0)
    weight, x = draw(N, 3 * H, K), draw(N, T, B, K)
    y = linear(x, weight, None, torch.float32)
    two, one = y[..., : 2 * H], y[..., 2 * H :]
    expected = torch.cat([part - part.mean(dim=-1, keepdim=True) for part in (two, one)], dim=-1)
    got = linear(x, centred(weight), None, torch.float32)
    torch.testing.assert_close(got, expected, **SHARES)
    assert not torch.allclose(y, expected, atol=0.1)  # or there was no mean


@pytest.mark.parametrize("groups", [(), (N,)])
def test_its_gradients_are_those_of_finite_differences(groups):
    # Whatever the mean of the products is.
    arguments = [draw(*groups, T, B, 3 * H), draw(*groups, 3 * H), draw(*groups, 3 * H)]
    assert torch.autograd.gradcheck(normalize, [x.requires_grad_() for x in arguments])


@pytest.mark.parametrize("groups", [(), (N,)])
def test_step_by_step_it_is_what_it_is_for_all_steps_at_once(groups):
    products, gain, bias = (x.requires_grad_() for x in drawn(*groups))
    whole = normalize(products, gain, bias)
    weights = draw(*whole.shape)
    grads = torch.autograd.grad((whole * weights).sum(), (products, gain, bias))
    with torch.no_grad():
        norm, steps = LayerNorm(gain, bias, shape=tuple(products.shape)), products.clone()
        for t in range(T):
            norm.advance(t, steps[..., t, :, :])
        torch.testing.assert_close(steps, whole, **SHARES)
        norm.expect_gradients().copy_(weights)
        products_grad = torch.empty_like(products)
        for t in reversed(range(T)):
            norm.retreat(t, out=products_grad[..., t, :, :])
    for got, expected in zip((products_grad, *norm.gradients()), grads, strict=True):
        torch.testing.assert_close(got, expected, **SHARES)


def test_products_of_a_state_of_zeros_are_the_bias():
    _, gain, bias = drawn()
    zeros = torch.zeros(T, B, 3 * H, dtype=torch.float64)
    assert torch.equal(normalize(zeros, gain, bias), bias.expand(T, B, -1))


def test_the_size_of_the_weight_changes_nothing():
    # What layer normalisation is for (Ba 2016, section 5.1), up to the 1e-5 below the root.
    products, gain, bias = drawn()
    larger = normalize(products * 1e4, gain, bias)
    torch.testing.assert_close(normalize(products * 1e3, gain, bias), larger, rtol=0, atol=1e-7)
