"""Encoders: the formula, what they say of padding, and what each can see."""

from dataclasses import replace

import pytest
import torch

from seqattn.config import ENCODER_UPDATES, ENCODERS, SCORES, ModelConfig
from seqattn.models.encoders import Encoded, build_encoder
from seqattn.models.encoders.gru import GRUEncoder
from seqattn.models.encoders.rnn import RNNEncoder
from seqattn.models.encoders.self_attention import SelfAttentionEncoder
from seqattn.models.encoders.self_attentive_rnn import SelfAttentiveRNNEncoder
from seqattn.models.encoders.stacked import StackedGRUEncoder
from tests import reference
from tests.mechanisms import (
    SHARES,
    align_of,
    float64,
    gradients_agree,
    gru_cell_of,
    plain,
    shake,
)

E, SIZE, D_a = 3, 2, 7
T_x, LENGTHS = 5, (5, 1, 3)
MASK = torch.arange(T_x) < torch.tensor(LENGTHS).unsqueeze(1)
CONFIG = ModelConfig(embedding_size=E, encoder_size=SIZE, attention_size=D_a)

# Every encoder, the self-attentive RNN with every score and both updates, the GRU on both paths.
CHOICES = [
    {"encoder": "gru"},
    {"encoder": "gru", "fast": False},
    {"encoder": "gru", "layer_norm": True},
    {"encoder": "gru", "layer_norm": True, "fast": False},
    {"encoder": "self-attention", "layer_norm": True},
    {"encoder": "gru", "encoder_layers": 3},
    {"encoder": "gru", "encoder_layers": 2, "layer_norm": True, "fast": False},
    {"encoder": "self-attention", "encoder_layers": 2},
    {"encoder": "rnn"},
    {"encoder": "self-attention"},
    *(
        {"encoder": "self-attentive-rnn", "encoder_score": score, "encoder_update": update}
        for score in SCORES
        for update in ENCODER_UPDATES
    ),
]
every_encoder = pytest.mark.parametrize(
    "choice", CHOICES, ids=lambda c: " ".join(map(str, c.values()))
)


def build(choice):
    settings = dict(choice)
    fast = settings.pop("fast", True)
    encoder = shake(build_encoder(replace(CONFIG, **settings)), seed=12)
    for module in encoder.modules():
        if isinstance(module, GRUEncoder):
            module.fast = fast
    return encoder


def embedded_sentences():
    torch.manual_seed(13)
    return torch.randn(len(LENGTHS), T_x, E, dtype=torch.float64)


def gains_of(encoder, direction):
    if not encoder.layer_norm:
        return None
    return encoder.gain_ih[direction], encoder.gain_hh[direction]


def by_hand(encoder, choice, sentence):
    """States, last state and attention rows of one sentence without padding."""
    if isinstance(encoder, GRUEncoder):
        ahead, back = (
            gru_cell_of(encoder.gru, end, gains_of(encoder, direction))
            for direction, end in enumerate(("_l0", "_l0_reverse"))
        )
        return (*reference.bidirectional(sentence, ahead, back, SIZE), None)
    if isinstance(encoder, StackedGRUEncoder):
        states, last, _ = by_hand(encoder.first, choice, sentence)
        for layer in encoder.above:
            added, end, _ = by_hand(layer, choice, states)
            states = [reference.add(*both) for both in zip(states, added, strict=True)]
            last = reference.add(last, end)
        return states, last, None
    if isinstance(encoder, SelfAttentionEncoder):
        layer = encoder.attention
        projections = (layer.query_layer, layer.key_layer, layer.value_layer)
        W = [plain(part.weight) for part in projections]
        gathered, rows = reference.self_attention(sentence, *W, scaled=True)
        states, last, _ = by_hand(encoder.recurrence, choice, gathered)
        return states, last, rows
    b = plain(encoder.input_layer.bias)
    if isinstance(encoder, RNNEncoder):
        A = torch.cat([encoder.hidden_layer.weight, encoder.input_layer.weight], dim=1)
        states = reference.simple_rnn(sentence, plain(A), b)
        return states, states[-1], None
    assert isinstance(encoder, SelfAttentiveRNNEncoder)
    parts = [encoder.input_layer.weight, encoder.context_layer.weight]
    if choice["encoder_update"] == "hxc":
        parts.insert(0, encoder.hidden_layer.weight)
    align = align_of(choice["encoder_score"], encoder.score)
    states, rows = reference.self_attentive_rnn(
        sentence, plain(torch.cat(parts, dim=1)), b, align, update=choice["encoder_update"]
    )
    return states, states[-1], rows


@every_encoder
def test_every_encoder_equals_the_loop_written_from_its_formula(choice):
    encoder, embedded = build(choice), embedded_sentences()
    encoded = encoder(embedded, MASK)
    for b, real in enumerate(LENGTHS):
        states, last, rows = by_hand(encoder, choice, plain(embedded[b, :real]))
        torch.testing.assert_close(encoded.states[b, :real], float64(states), **SHARES)
        torch.testing.assert_close(encoded.last[b], float64(last), **SHARES)
        for t, row in enumerate(rows or []):
            torch.testing.assert_close(encoded.weights[b, t, : len(row)], float64(row), **SHARES)
        assert (rows is None) == (encoded.weights is None)


@every_encoder
def test_every_encoder_has_the_gradient_of_its_formula(choice):
    encoder, embedded = build(choice), embedded_sentences()[1:, :3]

    def outputs(x):
        encoded = encoder(x, MASK[1:, :3])
        return tuple(y for y in (encoded.states, encoded.last, encoded.weights) if y is not None)

    assert gradients_agree(encoder, outputs, (embedded,))


@every_encoder
def test_a_sentence_gives_the_same_alone_and_in_a_batch(choice):
    encoder, embedded = build(choice), embedded_sentences()
    batched = encoder(embedded, MASK)
    for b, real in enumerate(LENGTHS):
        alone = encoder(embedded[b : b + 1, :real], MASK[b : b + 1, :real])
        torch.testing.assert_close(batched.states[b, :real], alone.states[0], **SHARES)
        torch.testing.assert_close(batched.last[b], alone.last[0], **SHARES)
        if alone.weights is not None:
            T_k = alone.weights.shape[2]
            torch.testing.assert_close(batched.weights[b, :real, :T_k], alone.weights[0], **SHARES)
            assert (batched.weights[b, :, T_k:] == 0).all()


@every_encoder
def test_padding_never_enters_a_state_and_leaves_with_0(choice):
    encoder, embedded = build(choice), embedded_sentences()
    before = encoder(embedded, MASK)
    assert (before.states[~MASK] == 0).all()
    embedded[~MASK] = 100.0
    after = encoder(embedded, MASK)
    assert torch.equal(before.states, after.states)
    assert torch.equal(before.last, after.last)
    if before.weights is not None:
        assert torch.equal(before.weights, after.weights)
        assert (before.weights[~MASK] == 0).all()
    embedded[2, 1] = 100.0  # a real token: the comparison above can fail
    assert not torch.equal(before.last, encoder(embedded, MASK).last)


@every_encoder
def test_padding_gets_no_gradient(choice):
    encoder, embedded = build(choice), embedded_sentences().requires_grad_()
    encoded = encoder(embedded, MASK)
    (encoded.states.square().sum() + encoded.last.square().sum()).backward()
    assert (embedded.grad[~MASK] == 0).all()
    assert (embedded.grad[MASK] != 0).all()


@pytest.mark.parametrize("update", ENCODER_UPDATES)
def test_the_self_attentive_rnn_looks_at_the_start_and_all_states_so_far(update):
    encoder = build(
        {"encoder": "self-attentive-rnn", "encoder_score": "general", "encoder_update": update}
    )
    weights = encoder(embedded_sentences(), MASK).weights
    assert weights.shape == (len(LENGTHS), T_x, T_x + 1)
    torch.testing.assert_close(weights.sum(dim=2), MASK.double(), **SHARES)
    # Row t = 1 .. T_x has the columns h_0 .. h_t: t + 1 of them.
    assert (weights.triu(diagonal=2) == 0).all()
    assert (weights[0][torch.ones(T_x, T_x + 1).tril(diagonal=1).bool()] > 0).all()


@every_encoder
def test_only_encoders_of_one_direction_cannot_see_what_comes(choice):
    encoder, embedded = build(choice), embedded_sentences()
    before = encoder(embedded, MASK).states[0, :3]
    embedded[0, 3] += 1.0
    after = encoder(embedded, MASK).states[0, :3]
    assert torch.equal(before, after) == (choice["encoder"] in ("rnn", "self-attentive-rnn"))


def test_every_encoder_hands_on_states_of_one_size():
    for name in ENCODERS:
        encoder = build_encoder(replace(CONFIG, encoder=name)).double()
        assert encoder.state_size == 2 * SIZE
        encoded = encoder(embedded_sentences(), MASK)
        assert encoded.states.shape == (len(LENGTHS), T_x, 2 * SIZE)
        assert encoded.last.shape == (len(LENGTHS), 2 * SIZE)


def test_hxc_and_xc_differ_by_the_state_alone():
    both = [
        build({"encoder": "self-attentive-rnn", "encoder_score": "dot", "encoder_update": update})
        for update in ("hxc", "xc")
    ]
    both[1].load_state_dict({k: v for k, v in both[0].state_dict().items() if "hidden" not in k})
    states = [encoder(embedded_sentences(), MASK).states for encoder in both]
    assert torch.equal(states[0][:, 0], states[1][:, 0])  # h_1: h_0 = c_0 = 0
    assert not torch.allclose(states[0][0, 1], states[1][0, 1])
    with torch.no_grad():
        both[0].hidden_layer.weight.zero_()
    torch.testing.assert_close(both[0](embedded_sentences(), MASK).states, states[1], **SHARES)


def test_between_layers_dropout_hides_from_the_next_layer_and_not_from_the_sum():
    encoder, embedded = StackedGRUEncoder(E, SIZE, 2, dropout=0.5).double(), embedded_sentences()
    whole = encoder.eval()(embedded, MASK).states
    below = encoder.first(embedded, MASK).states
    drawn = [encoder.train()(embedded, MASK).states for _ in range(3)]
    assert len({states.sum().item() for states in [*drawn, whole]}) == 4
    encoder.above[0].forward = lambda states, mask: Encoded(0 * states, 0 * states[:, 0])
    torch.testing.assert_close(encoder(embedded, MASK).states, below, **SHARES)


def test_an_encoder_that_has_no_gru_is_not_changed_by_layers():
    for name in ("rnn", "self-attentive-rnn"):
        encoder = build_encoder(replace(CONFIG, encoder=name, encoder_layers=3, layer_norm=True))
        assert [*encoder.state_dict()] == [
            *build_encoder(replace(CONFIG, encoder=name)).state_dict()
        ]
