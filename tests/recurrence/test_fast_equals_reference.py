"""The fast path against the models as their formulas read: values and every gradient."""

import contextlib

import pytest
import torch
from torch import Tensor, nn

from seqattn.config import CONTEXTS, QUERIES, SCORES, ModelConfig
from seqattn.models.decoder import Decoder
from seqattn.models.encoders.gru import GRUEncoder

LENGTHS = {
    "odd lengths": [7, 1, 3, 5, 6],
    "no padding": [4, 4, 4],
    "one sentence": [5],
    "one token": [1],
    "all of length one": [1, 1],
}
every_batch = pytest.mark.parametrize("lengths", LENGTHS.values(), ids=LENGTHS.keys())


def mask_of(lengths: list[int]) -> Tensor:
    return torch.arange(max(lengths)) < torch.tensor(lengths).unsqueeze(1)


def draw(*shape: int) -> Tensor:
    return torch.randn(*shape, dtype=torch.float64, requires_grad=True)


def values_and_gradients(
    module: nn.Module, inputs: list[Tensor], outputs: list[Tensor]
) -> list[Tensor]:
    """The outputs, and the gradient of one random weighting of them in all that made them."""
    generator = torch.Generator().manual_seed(5)
    total = sum(
        (y * torch.randn(y.shape, generator=generator, dtype=torch.float64)).sum() for y in outputs
    )
    wanted = [*inputs, *module.parameters()]
    grads = torch.autograd.grad(total, wanted, allow_unused=True, materialize_grads=True)
    return [*outputs, *grads]


def encode(encoder: GRUEncoder, lengths: list[int]) -> list[Tensor]:
    torch.manual_seed(3)
    embedded = draw(len(lengths), max(lengths), 3)
    encoded = encoder(embedded, mask_of(lengths))
    return values_and_gradients(encoder, [embedded], [encoded.states, encoded.last])


def decode(decoder: Decoder, lengths: list[int], target_length: int = 6) -> list[Tensor]:
    torch.manual_seed(3)
    B, T_x = len(lengths), max(lengths)
    memory_size = decoder.start_layer.in_features
    states, summary = draw(B, T_x, memory_size), draw(B, memory_size)
    embedded = draw(B, target_length, 3)
    memory = decoder.remember(states, mask_of(lengths), summary)
    decoded = decoder(memory, embedded)
    outputs = [y for y in (decoded.readout, decoded.weights, decoded.scores) if y is not None]
    return values_and_gradients(decoder, [states, summary, embedded], outputs)


def build_decoder(context: str, score: str, query: str = "state", **inside: object) -> Decoder:
    torch.manual_seed(1)
    sizes = ModelConfig(
        context=context,
        score=score,
        query=query,
        embedding_size=3,
        decoder_size=8,
        attention_size=5,
        **inside,
    )
    # The dot scores need states of one size; with the others every size is its own.
    return randomize_gains(Decoder(sizes, memory_size=8 if "dot" in score else 10))


def randomize_gains(module: nn.Module) -> nn.Module:
    """In float64, with gains that are not all 1: none may hide by being so."""
    module.double()
    for name, weight in module.named_parameters():
        if "gain" in name:
            nn.init.normal_(weight)
    return module


def assert_equal(fast: list[Tensor], reference: list[Tensor]) -> None:
    assert len(fast) == len(reference)
    for ours, theirs in zip(fast, reference, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-10)


@every_batch
@pytest.mark.parametrize("layer_norm", [False, True])
def test_the_fast_encoder_equals_the_reference(layer_norm, lengths):
    torch.manual_seed(1)
    encoder = randomize_gains(GRUEncoder(3, 4, layer_norm=layer_norm))
    fast = encode(encoder, lengths)
    encoder.fast = False
    assert_equal(fast, encode(encoder, lengths))


@every_batch
@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("score", SCORES)
def test_the_fast_decoder_equals_the_reference_with_every_score(score, query, lengths):
    decoder = build_decoder("attention", score, query)
    fast = decode(decoder, lengths)
    decoder.fast = False
    assert_equal(fast, decode(decoder, lengths))


@every_batch
@pytest.mark.parametrize("context", CONTEXTS)
def test_the_fast_decoder_equals_the_reference_in_every_context(context, lengths):
    decoder = build_decoder(context, "additive")
    fast = decode(decoder, lengths, target_length=1)
    decoder.fast = False
    assert_equal(fast, decode(decoder, lengths, target_length=1))


INSIDE: list[dict[str, object]] = [
    {"layer_norm": True},
    {"transition_depth": 2},
    {"transition_depth": 4, "layer_norm": True},
]
"""What the cell may have inside, beside the plain one of the tests above."""


@every_batch
@pytest.mark.parametrize("target_length", [1, 6])
@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("inside", INSIDE, ids=lambda chosen: " ".join(map(str, chosen.items())))
def test_the_fast_decoder_equals_the_reference_with_any_cell(
    inside, context, target_length, lengths
):
    for score in ("additive", "general")[: 2 if context == "attention" else 1]:
        decoder = build_decoder(context, score, **inside)
        fast = decode(decoder, lengths, target_length)
        decoder.fast = False
        assert_equal(fast, decode(decoder, lengths, target_length))


def test_the_comparison_sees_a_single_wrong_gradient():
    # Proves that the tests above can fail.
    decoder = build_decoder("attention", "additive")
    right = decode(decoder, [4, 2])
    wrong = [*right[:-1], right[-1] + 1e-9]
    with pytest.raises(AssertionError):
        assert_equal(wrong, right)


def test_the_reference_is_not_the_fast_path(monkeypatch):
    # Proves that `fast = False` compares with other code.
    def refuse(*_, **__):
        raise AssertionError("the fast path was taken")

    monkeypatch.setattr("seqattn.models.decoder.attention_gru", refuse)
    monkeypatch.setattr("seqattn.models.encoders.gru.bidirectional_gru", refuse)
    monkeypatch.setattr("seqattn.models.decoder.gru", refuse)
    modules = [(build_decoder("attention", "dot"), decode)]
    modules += [(build_decoder(c, "general", **i), decode) for c in CONTEXTS for i in INSIDE]
    modules += [(GRUEncoder(3, 4, layer_norm=norm).double(), encode) for norm in (False, True)]
    for module, run in modules:
        with pytest.raises(AssertionError, match="the fast path was taken"):
            run(module, [2, 1])
        module.fast = False
        run(module, [2, 1])


@pytest.mark.parametrize(("device", "is_fast"), [("cpu", True), ("meta", False)])
def test_a_device_that_the_fast_path_was_not_made_for_gets_the_reference(
    monkeypatch, device, is_fast
):
    # Apple's GPU is such a device; `meta`, which computes nothing, is one on every machine.
    taken = []

    def note(*_, **__):
        taken.append(device)
        raise InterruptedError

    monkeypatch.setattr("seqattn.models.decoder.attention_gru", note)
    monkeypatch.setattr("seqattn.models.decoder.additive_scores", note)
    decoder = build_decoder("attention", "additive").to(device)
    states, summary, embedded = (
        draw(*shape).to(device) for shape in ((2, 5, 10), (2, 10), (2, 4, 3))
    )
    mask = mask_of([3, 5]).to(device)
    memory = decoder.remember(states, mask, summary)
    with contextlib.suppress(InterruptedError):
        decoder(memory, embedded)
    with contextlib.suppress(InterruptedError), torch.no_grad():
        decoder.step(memory, decoder.begin(memory), embedded[:, 0])
    assert taken == [device] * 2 * is_fast


def test_a_layer_normalised_encoder_elsewhere_never_takes_the_fast_path(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("the fast path was taken")

    monkeypatch.setattr("seqattn.models.encoders.gru.bidirectional_gru", refuse)
    encoder = GRUEncoder(3, 4, layer_norm=True).double()
    with pytest.raises(AssertionError, match="the fast path was taken"):
        encoder(draw(2, 5, 3), mask_of([3, 5]))
    elsewhere = encoder.to("meta")(draw(2, 5, 3).to("meta"), mask_of([3, 5]).to("meta"))
    assert elsewhere.states.shape == (2, 5, 8)


@pytest.mark.parametrize("gradients", [True, False])
@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("score", SCORES)
def test_decoding_step_by_step_gives_what_the_whole_target_gives(score, query, gradients):
    decoder = build_decoder("attention", score, query)
    mask = mask_of([3, 5])
    memory_size = decoder.start_layer.in_features
    states, summary, embedded = draw(2, 5, memory_size), draw(2, memory_size), draw(2, 4, 3)
    memory = decoder.remember(states, mask, summary)
    whole, state = decoder(memory, embedded), decoder.begin(memory)
    with torch.set_grad_enabled(gradients):
        for t in range(4):
            state, step = decoder.step(memory, state, embedded[:, t])
            for name in ("readout", "weights", "scores"):
                got, expected = getattr(step, name), getattr(whole, name)[:, t]
                torch.testing.assert_close(got, expected, rtol=0, atol=1e-10)
