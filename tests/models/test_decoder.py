"""The decoder: the formula of each context, what it depends on, and what it must not see."""

import pytest
import torch

from seqattn.config import CONTEXTS, QUERIES, SCORES, ModelConfig
from seqattn.models.decoder import Decoder
from tests import reference
from tests.mechanisms import SHARES, align_of, deep_cell_of, float64, gradients_agree, plain, shake

B, T_y, T_x, E, D_k, D, D_a = 2, 3, 4, 5, 6, 7, 8
LENGTHS = (4, 2)
MASK = torch.arange(T_x) < torch.tensor(LENGTHS).unsqueeze(1)

# Every context, attention with every score and query; each alone and with self-attention; both
# paths. With other cells every context and one score of either form.
CHOICES = [
    (context, score, query, looks_back, fast, {})
    for context, score, query in [("none", "additive", "state"), ("fixed", "additive", "state")]
    + [("attention", score, query) for score in SCORES for query in QUERIES]
    for looks_back, fast in ((False, True), (False, False), (True, True))
]
INSIDE = (
    {"layer_norm": True},
    {"transition_depth": 3},
    {"transition_depth": 2, "layer_norm": True},
)
CHOICES += [
    (context, score, "state", looks_back, fast, inside)
    for inside in INSIDE
    for context, score in [*((c, "additive") for c in CONTEXTS), ("attention", "general")]
    for looks_back, fast in ((False, True), (False, False), (True, True))
]
every_decoder = pytest.mark.parametrize(
    "choice", CHOICES, ids=lambda c: "-".join(map(str, (*c[:5], *c[5].items())))
)


def build(
    context="attention",
    score="additive",
    query="state",
    looks_back=False,
    fast=True,
    inside=None,
    seed=16,
):
    config = ModelConfig(
        context=context,
        score=score,
        query=query,
        decoder_self_attention=looks_back,
        embedding_size=E,
        decoder_size=size_of(score),
        attention_size=D_a,
        **(inside or {}),
    )
    decoder = shake(Decoder(config, D_k), seed)
    decoder.fast = fast
    return decoder


def size_of(score):
    """D: a dot score needs the size of the states it asks."""
    return D_k if score in ("dot", "scaled-dot") else D


def draw():
    """States, summary and target embeddings of a batch."""
    torch.manual_seed(17)
    shapes = (B, T_x, D_k), (B, D_k), (B, T_y, E)
    return tuple(torch.randn(*shape, dtype=torch.float64) for shape in shapes)


def decode(decoder, states, summary, embedded, mask=MASK):
    return decoder(decoder.remember(states, mask, summary), embedded)


def by_hand(decoder, choice, states, summary, embedded):
    """Readouts, a_t and the decoder's own weights for one sentence without padding."""
    context, score, query, looks_back, *_ = choice
    W, b = plain(decoder.start_layer.weight), plain(decoder.start_layer.bias)
    start = reference.tanh(reference.add(reference.product(W, summary), b))
    rows, own_rows = [], []

    def see(past, y):
        seen = list(summary) if context == "fixed" else []
        if context == "attention":
            align = align_of(score, decoder.score)
            asks = past[-1]
            if query == "state-and-input":
                P = plain(decoder.query_layer.weight)
                asks = reference.add(asks, reference.product(P, y))
            seen, row = reference.attention(asks, states, align)
            rows.append(row)
        if looks_back:
            z, row = reference.attention(past[-1], past, align_of("general", decoder.self_score))
            own_rows.append(row)
            seen = seen + z
        return seen

    readout = plain(decoder.readout_layer.weight), plain(decoder.readout_layer.bias)
    _, readouts = reference.decoder(embedded, start, see, deep_cell_of(decoder), readout)
    return readouts, rows, own_rows


@every_decoder
def test_every_decoder_equals_the_loop_written_from_its_formula(choice):
    decoder, (states, summary, embedded) = build(*choice), draw()
    decoded = decode(decoder, states, summary, embedded)
    for b, real in enumerate(LENGTHS):
        inputs = plain(states[b, :real]), plain(summary[b]), plain(embedded[b])
        readouts, rows, own_rows = by_hand(decoder, choice, *inputs)
        torch.testing.assert_close(decoded.readout[b], float64(readouts), **SHARES)
        if rows:
            torch.testing.assert_close(decoded.weights[b, :, :real], float64(rows), **SHARES)
        for t, row in enumerate(own_rows):
            got = decoded.self_weights[b, t]
            torch.testing.assert_close(got[: t + 1], float64(row), **SHARES)
            assert (got[t + 1 :] == 0).all()
    assert (decoded.weights is None) == (choice[0] != "attention")
    assert (decoded.self_weights is None) == (not choice[3])


@every_decoder
def test_every_decoder_has_the_gradient_of_its_formula(choice):
    decoder = build(*choice)

    def outputs(states, summary, embedded):
        decoded = decode(decoder, states, summary, embedded)
        parts = (decoded.readout, decoded.weights, decoded.self_weights)
        return tuple(part for part in parts if part is not None)

    assert gradients_agree(decoder, outputs, draw(), fast=True)


@every_decoder
def test_step_by_step_equals_teacher_forcing_when_fed_the_reference(choice):
    decoder, (states, summary, embedded) = build(*choice), draw()
    memory = decoder.remember(states, MASK, summary)
    forced = decoder(memory, embedded)
    state = decoder.begin(memory)
    for t in range(T_y):
        state, decoded = decoder.step(memory, state, embedded[:, t])
        torch.testing.assert_close(decoded.readout, forced.readout[:, t], **SHARES)
        if forced.weights is not None:
            torch.testing.assert_close(decoded.weights, forced.weights[:, t], **SHARES)
        if forced.self_weights is not None:
            own = forced.self_weights[:, t, : t + 1]
            torch.testing.assert_close(decoded.self_weights, own, **SHARES)


@every_decoder
def test_several_rows_of_a_sentence_say_what_each_would_say_alone(choice):
    decoder, (states, summary, embedded) = build(*choice), draw()
    memory = decoder.remember(states, MASK, summary)
    rows = torch.arange(len(MASK)).repeat_interleave(T_y)  # every target token a row of its own
    fed = embedded.flatten(0, 1)
    with torch.no_grad():
        together, alone = (
            decoder.step(seen, decoder.begin(memory).select(rows), fed)
            for seen in (memory, memory.select(rows))
        )
    torch.testing.assert_close(together[0].hidden, alone[0].hidden, **SHARES)
    for part in ("readout", "weights", "scores", "self_weights"):
        one, other = getattr(together[1], part), getattr(alone[1], part)
        assert (one is None) == (other is None)
        if one is not None:
            torch.testing.assert_close(one, other, **SHARES)


@every_decoder
def test_a_target_token_changes_nothing_before_it(choice):
    decoder, (states, summary, embedded) = build(*choice), draw()
    before = decode(decoder, states, summary, embedded).readout
    embedded[:, 1] += 1.0
    after = decode(decoder, states, summary, embedded).readout
    assert torch.equal(before[:, :1], after[:, :1])
    assert (before[:, 1:] != after[:, 1:]).any(dim=2).all()  # and all from it on: it can fail


@every_decoder
def test_a_sentence_decodes_the_same_alone_and_in_a_batch(choice):
    decoder, (states, summary, embedded) = build(*choice), draw()
    batched = decode(decoder, states, summary, embedded)
    alone = decode(decoder, states[1:, :2], summary[1:], embedded[1:], MASK[1:, :2])
    torch.testing.assert_close(batched.readout[1:], alone.readout, **SHARES)
    if alone.weights is not None:
        torch.testing.assert_close(batched.weights[1:, :, :2], alone.weights, **SHARES)
        assert (batched.weights[1:, :, 2:] == 0).all()
    states[1, 2:] = 100.0  # padding
    assert torch.equal(decode(decoder, states, summary, embedded).readout, batched.readout)


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("fast", [True, False])
def test_permuting_the_source_states_permutes_the_weights(score, fast):
    # Weights computed without looking at the encoder's states would stay where they are.
    decoder, (states, summary, embedded) = build(score=score, fast=fast), draw()
    everything = torch.ones(B, T_x).bool()
    before = decode(decoder, states, summary, embedded, everything)
    for order in ([3, 0, 2, 1], [1, 0, 2, 3]):
        after = decode(decoder, states[:, order], summary, embedded, everything)
        torch.testing.assert_close(after.weights, before.weights[:, :, order], **SHARES)
        torch.testing.assert_close(after.readout, before.readout, **SHARES)
        assert not torch.allclose(after.weights, before.weights, atol=1e-3)


@pytest.mark.parametrize("score", SCORES)
def test_scores_depend_on_the_decoder_state_and_on_each_encoder_state(score):
    decoder, states = build(score=score), draw()[0]
    states.requires_grad_()
    hidden = torch.randn(B, 1, size_of(score)).double().requires_grad_()
    scores = decoder.score(hidden, decoder.score.prepare(states))  # (B, 1, T_x)
    for j in range(T_x):
        by_state, by_hidden = torch.autograd.grad(
            scores[:, 0, j].sum(), (states, hidden), retain_graph=True
        )
        assert (by_hidden != 0).all()
        assert (by_state[:, j] != 0).all()
        assert (by_state[:, [i for i in range(T_x) if i != j]] == 0).all()


def test_without_attention_the_decoder_sees_the_summary_alone():
    for context, sees in (("none", False), ("fixed", False), ("attention", True)):
        decoder, (states, summary, embedded) = build(context), draw()
        before = decode(decoder, states, summary, embedded).readout
        other = decode(decoder, states + 1.0, summary, embedded).readout
        assert torch.equal(before, other) != sees
        other = decode(decoder, states, summary + 1.0, embedded).readout
        assert not torch.equal(before, other)


def test_a_fixed_context_is_fed_at_every_step_and_none_at_the_start_alone():
    # With s_{t-1} held still, C can reach a step only by being fed to it.
    for context, fed in (("none", False), ("fixed", True)):
        decoder, (states, summary, embedded) = build(context), draw()
        memory, other = (decoder.remember(states, MASK, c) for c in (summary, summary + 1.0))
        state = decoder.begin(memory)
        one, two = (decoder.step(m, state, embedded[:, 0])[1].readout for m in (memory, other))
        assert torch.equal(one, two) != fed


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("looks_back", [False, True])
def test_selected_rows_go_on_as_they_would_have_alone(context, looks_back):
    decoder, (states, summary, embedded) = build(context, looks_back=looks_back), draw()
    memory = decoder.remember(states, MASK, summary)
    state, _ = decoder.step(memory, decoder.begin(memory), embedded[:, 0])
    expected = decoder.step(memory, state, embedded[:, 1])[1]
    rows = torch.tensor([1, 1, 0])
    got = decoder.step(memory.select(rows), state.select(rows), embedded[rows, 1])[1]
    torch.testing.assert_close(got.readout, expected.readout[rows], **SHARES)
    if expected.weights is not None:
        torch.testing.assert_close(got.weights, expected.weights[rows], **SHARES)
