"""The output layer's loss in chunks, held equal to PyTorch's own over all logits at once."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from seqattn.models import output as output_module
from seqattn.models.output import OutputLayer

N, E, V = 7, 5, 11  # rows, readout, vocabulary


def build(dtype=torch.float64, scale=1.0):
    torch.manual_seed(0)
    output = OutputLayer(E, V).to(dtype)
    torch.nn.init.normal_(output.weight)
    torch.nn.init.normal_(output.bias)
    readout = (scale * torch.randn(N, E, dtype=dtype)).requires_grad_()
    return output, readout, torch.randint(V, (N,))


def value_and_gradients(output, readout, loss):
    return [loss, *torch.autograd.grad(loss, [readout, output.weight, output.bias])]


@pytest.mark.parametrize("label_smoothing", [0.0, 0.1, 0.9])
@pytest.mark.parametrize("chunk_logits", [1, V, 2 * V, 3 * V - 1, N * V, 100 * V])
def test_the_loss_in_chunks_is_the_loss_at_once(monkeypatch, chunk_logits, label_smoothing):
    monkeypatch.setattr(output_module, "CHUNK_LOGITS", chunk_logits)
    output, readout, targets = build()
    ours = output.loss(readout, targets, label_smoothing)
    theirs = cross_entropy(
        output(readout), targets, reduction="sum", label_smoothing=label_smoothing
    )
    for got, expected in zip(
        value_and_gradients(output, readout, ours),
        value_and_gradients(output, readout, theirs),
        strict=True,
    ):
        torch.testing.assert_close(got, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("chunk_logits", [1, 3 * V - 1, N * V])
def test_given_targets_have_the_probabilities_of_the_softmax(monkeypatch, chunk_logits):
    monkeypatch.setattr(output_module, "CHUNK_LOGITS", chunk_logits)
    output, readout, targets = build()
    expected = output(readout).log_softmax(dim=-1)[range(N), targets]
    torch.testing.assert_close(output.log_probs(readout, targets), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("label_smoothing", [0.0, 0.1])
def test_its_gradients_are_those_of_finite_differences(monkeypatch, label_smoothing):
    monkeypatch.setattr(output_module, "CHUNK_LOGITS", 3 * V)
    output, readout, targets = build()

    def loss(readout, weight, bias):
        class Changed:
            precision = output.precision

        Changed.weight, Changed.bias = weight, bias
        return OutputLayer.loss(Changed, readout, targets, label_smoothing)

    assert torch.autograd.gradcheck(loss, (readout, output.weight, output.bias))


def test_a_target_of_no_probability_has_a_finite_exact_loss():
    # exp(-1000) is 0 in every float: log p(y) taken from p would be -inf.
    output, readout, targets = build(torch.float32, scale=300.0)
    ours = output.loss(readout, targets, 0.0)
    theirs = cross_entropy(output(readout), targets, reduction="sum")
    assert theirs > 1000
    torch.testing.assert_close(ours, theirs)


def test_bfloat16_products_stay_within_three_percent():
    # 8 significant bits are 0.4 %; a logit of several terms adds a few such roundings.
    output, readout, targets = build(torch.float32)
    exact = value_and_gradients(output, readout, output.loss(readout, targets, 0.1))
    output.precision = torch.bfloat16
    rounded = value_and_gradients(output, readout, output.loss(readout, targets, 0.1))
    for got, expected in zip(rounded, exact, strict=True):
        assert got.dtype == torch.float32
        assert 0 < (got - expected).norm() < 0.03 * expected.norm()


@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_without_gradients_the_loss_is_the_same_and_none_are_made(monkeypatch, mode):
    made = []
    add = output_module._Gradients.add
    monkeypatch.setattr(
        output_module._Gradients, "add", lambda *args: (made.append(1), add(*args))[1]
    )
    output, readout, targets = build()
    with_gradients = output.loss(readout, targets, 0.1)
    assert made  # the case that shows that they would be noticed
    made.clear()
    with mode():
        assert output.loss(readout, targets, 0.1) == with_gradients
    assert not made
