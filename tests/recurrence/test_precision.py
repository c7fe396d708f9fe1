"""Which precision is chosen, and what bfloat16 products cost in exactness."""

import pytest
import torch

from seqattn.config import PRECISIONS, SCORES, ModelConfig
from seqattn.models.decoder import Decoder
from seqattn.models.encoders.gru import GRUEncoder
from seqattn.recurrence import linear, precision
from seqattn.recurrence.precision import (
    choose_precision,
    processor_multiplies_bfloat16,
    set_precision,
)

CPU = torch.device("cpu")


@pytest.fixture
def cpuinfo(tmp_path, monkeypatch):
    monkeypatch.setattr(precision, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    return tmp_path / "cpuinfo"


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("fpu avx512f avx512_bf16 fsrm", True),
        ("fpu amx_bf16 amx_tile", True),
        ("fpu avx512f avx512_vnni", False),
        ("fpu not_avx512_bf16_at_all", False),
        ("", False),
    ],
)
def test_the_processors_flags_decide(cpuinfo, flags, expected):
    cpuinfo.write_text(f"model name\t: Some processor\nflags\t\t: {flags}\nbogomips\t: 5192\n")
    assert processor_multiplies_bfloat16() == expected
    assert choose_precision("auto", CPU) == (torch.bfloat16 if expected else torch.float32)


@pytest.mark.parametrize("expected", [True, False])
def test_without_a_list_of_flags_pytorch_is_asked(cpuinfo, monkeypatch, expected):
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: expected, raising=False)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False, raising=False)
    assert processor_multiplies_bfloat16() == expected


def test_a_pytorch_that_cannot_say_stays_with_float32(cpuinfo, monkeypatch):
    monkeypatch.delattr(torch.cpu, "_is_avx512_bf16_supported", raising=False)
    monkeypatch.delattr(torch.cpu, "_is_amx_tile_supported", raising=False)
    assert not processor_multiplies_bfloat16()


def test_a_pytorch_without_onednn_stays_with_float32(cpuinfo, monkeypatch):
    cpuinfo.write_text("flags\t\t: avx512_bf16\n")
    assert processor_multiplies_bfloat16()
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: False)
    assert not processor_multiplies_bfloat16()


def test_what_was_asked_for_is_taken_on_any_processor(cpuinfo):
    cpuinfo.write_text("flags\t\t: fpu\n")
    assert choose_precision("bfloat16", CPU) == torch.bfloat16
    assert choose_precision("float32", CPU) == torch.float32
    assert all(isinstance(choose_precision(name, CPU), torch.dtype) for name in PRECISIONS)
    with pytest.raises(ValueError, match="float16"):
        choose_precision("float16", CPU)


def test_the_precision_reaches_every_module_that_has_one():
    encoder = GRUEncoder(3, 4)
    decoder = Decoder(ModelConfig(embedding_size=3, decoder_size=8, attention_size=5), 8)
    model = torch.nn.Sequential(torch.nn.ModuleList([encoder, decoder]))
    set_precision(model, torch.bfloat16)
    assert encoder.precision == decoder.precision == torch.bfloat16
    assert GRUEncoder(3, 4).precision == torch.float32
    assert not hasattr(model, "precision")
    assert all(weight.dtype == torch.float32 for weight in model.parameters())


# Products of numbers with 8 significant bits: each rounding is 0.4 % at most, 0.1 % on average.
# Measured: up to 0.3 % in values and 0.6 % in gradients, as shares of a tensor's norm.
VALUES, GRADIENTS = 0.01, 0.02


def off(got, expected):
    """Distance as a share of the expected norm."""
    return ((got - expected).norm() / expected.norm()).item()


def both_precisions(module, run):
    exact = run()
    set_precision(module, torch.bfloat16)
    return exact, run()


def assert_close(exact, rounded):
    for (a, b), share in zip(zip(exact, rounded, strict=True), (VALUES, GRADIENTS), strict=True):
        for expected, got in zip(a, b, strict=True):
            assert got.dtype == torch.float32
            assert off(got, expected) < share or expected.norm() == 0
    assert off(rounded[0][0], exact[0][0]) > 1e-4  # or nothing was rounded at all


def values_and_gradients(outputs, wanted):
    torch.manual_seed(2)
    total = sum((y * torch.randn_like(y)).sum() for y in outputs)
    grads = torch.autograd.grad(total, wanted, allow_unused=True, materialize_grads=True)
    return outputs, grads


@pytest.mark.parametrize("layer_norm", [False, True])
def test_an_encoder_in_bfloat16_stays_within_tolerance(layer_norm):
    torch.manual_seed(0)
    encoder = GRUEncoder(24, 32, layer_norm=layer_norm)
    embedded = torch.randn(6, 9, 24, requires_grad=True)
    mask = torch.arange(9) < torch.tensor([9, 7, 1, 4, 8, 2]).unsqueeze(1)

    def run():
        encoded = encoder(embedded, mask)
        return values_and_gradients(
            [encoded.states, encoded.last], [embedded, *encoder.parameters()]
        )

    exact, rounded = both_precisions(encoder, run)
    assert_close(exact, rounded)
    assert (rounded[0][0][~mask] == 0).all()


@pytest.mark.parametrize(
    ("score", "inside"),
    [
        *((score, {}) for score in SCORES),
        ("additive", {"layer_norm": True}),
        ("additive", {"transition_depth": 3}),
    ],
)
def test_a_decoder_in_bfloat16_stays_within_tolerance(score, inside):
    torch.manual_seed(0)
    sizes = ModelConfig(
        score=score, embedding_size=24, decoder_size=32, attention_size=20, **inside
    )
    decoder = Decoder(sizes, memory_size=32)
    states, embedded = torch.randn(6, 9, 32).tanh(), torch.randn(6, 8, 24)
    states.requires_grad_(), embedded.requires_grad_()
    mask = torch.arange(9) < torch.tensor([9, 7, 1, 4, 8, 2]).unsqueeze(1)

    def run():
        decoded = decoder(decoder.remember(states, mask, states[:, 0]), embedded)
        return values_and_gradients(
            [decoded.readout, decoded.weights], [states, embedded, *decoder.parameters()]
        )

    assert_close(*both_precisions(decoder, run))


@pytest.mark.parametrize("bias", [True, False])
def test_a_layer_in_bfloat16_stays_within_tolerance(bias):
    torch.manual_seed(0)
    x, weight = torch.randn(3, 5, 24, requires_grad=True), torch.randn(7, 24, requires_grad=True)
    b = torch.randn(7, requires_grad=True) if bias else None
    wanted = [x, weight] if b is None else [x, weight, b]
    exact = values_and_gradients([linear(x, weight, b, torch.float32)], wanted)
    assert_close(exact, values_and_gradients([linear(x, weight, b, torch.bfloat16)], wanted))
