"""The whole model: every choice trains, the loss is the formula's, padding counts for nothing."""

import itertools
import math

import pytest
import torch

from seqattn.attention.self_attention import SelfAttention
from seqattn.batches import EncodedCorpus, make_batch
from seqattn.config import CONTEXTS, ENCODER_UPDATES, ENCODERS, SCORES, SUMMARIES, Config
from seqattn.errors import UsageError
from seqattn.models import output
from seqattn.models.seq2seq import Seq2Seq
from seqattn.search import force
from seqattn.tokenizer import PAD
from tests import reference
from tests.mechanisms import SHARES, float64, plain, shake

V_x, V_y = 11, 13
PAIRS = [([4, 5, 6, 7], [8, 4]), ([10], [9, 12, 5, 6, 7]), ([9, 4], [])]
SIZES = {"embedding_size": 6, "encoder_size": 4, "decoder_size": 8, "attention_size": 5}
NO_DROPOUT = {f"{part}_dropout": 0.0 for part in ("embedding", "context", "output", "word")}


def batch_of(*rows):
    return make_batch(EncodedCorpus.build(PAIRS), rows or range(len(PAIRS)))


def build(joint=False, **settings):
    """A model in training mode, in float64, as `_initialise` left it."""
    torch.manual_seed(18)
    config = Config().with_values({**SIZES, **NO_DROPOUT, **settings})
    return Seq2Seq(config, V_x, V_x if joint else V_y, joint=joint).double()


def parameters_without_gradient(model):
    """Names of those that a backward pass left without a finite gradient other than 0."""
    return [
        name
        for name, weight in model.named_parameters()
        if weight.grad is None or not weight.grad.isfinite().all() or not weight.grad.any()
    ]


def product_of(**choices):
    """Settings for every combination."""
    return [
        dict(zip(choices, values, strict=True)) for values in itertools.product(*choices.values())
    ]


CHOICES = [
    *product_of(encoder=ENCODERS, context=CONTEXTS, summary=SUMMARIES),
    *product_of(context=CONTEXTS[1:], decoder_self_attention=[True]),
    *product_of(score=SCORES, decoder_self_attention=[False, True]),
    *product_of(encoder=ENCODERS, lexical_shortcut=[False]),
    *product_of(encoder=ENCODERS[::3], context=CONTEXTS, layer_norm=[True]),
    *product_of(decoder_self_attention=[True], layer_norm=[True]),
    *product_of(encoder=ENCODERS[::3], encoder_layers=[2]),
    *product_of(context=CONTEXTS, layer_norm=[False, True], transition_depth=[3]),
    *product_of(
        encoder=["self-attentive-rnn"], encoder_score=SCORES, encoder_update=ENCODER_UPDATES
    ),
]
every_model = pytest.mark.parametrize(
    "choice", CHOICES, ids=lambda c: "-".join(map(str, c.values()))
)


@every_model
def test_every_choice_gives_a_loss_and_every_parameter_a_gradient(choice):
    model, batch = build(**choice), batch_of()
    loss = model.loss(batch) / batch.target_tokens
    # Untrained, it knows about as much as chance.
    assert loss.item() == pytest.approx(math.log(V_y), rel=0.4)
    loss.backward()
    assert parameters_without_gradient(model) == []


def test_a_parameter_that_is_not_used_is_found():
    model = build()
    model.decoder.idle = torch.nn.Linear(2, 3)
    model.loss(batch_of()).backward()
    assert parameters_without_gradient(model) == ["decoder.idle.weight", "decoder.idle.bias"]


@every_model
def test_every_choice_says_what_it_attended_to_and_nothing_more(choice):
    model, chosen = build(**choice), Config().with_values(choice).model
    memory = model.encode(batch_of().source, batch_of().source_mask)
    decoded = model(batch_of())
    shapes = {
        "encoder": memory.encoder_weights,
        "summary": memory.summary_weights,
        "decoder": decoded.weights,
        "decoder-self": decoded.self_weights,
    }
    B, T_x, T_y = 3, 5, 6
    expected = {
        "encoder": {"self-attention": (B, T_x, T_x), "self-attentive-rnn": (B, T_x, T_x + 1)}.get(
            chosen.encoder
        ),
        "summary": (B, T_x) if chosen.summary.startswith("attention") else None,
        "decoder": (B, T_y, T_x) if chosen.context == "attention" else None,
        "decoder-self": (B, T_y, T_y) if chosen.decoder_self_attention else None,
    }
    assert {k: None if w is None else tuple(w.shape) for k, w in shapes.items()} == expected


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("summary", SUMMARIES)
def test_the_summary_starts_the_decoder_whatever_its_context(context, summary):
    model, batch = shake(build(context=context, summary=summary), seed=19), batch_of()
    memory = model.encode(batch.source, batch.source_mask)
    encoded = model.encoder(model.source_embedding(batch.source), batch.source_mask)
    expected = model.summary(encoded.states, encoded.last, batch.source_mask).vector
    torch.testing.assert_close(memory.summary, expected, **SHARES)
    start = torch.tanh(model.decoder.start_layer(expected))
    torch.testing.assert_close(model.begin(memory).hidden, start, **SHARES)
    assert (summary == "last") == torch.equal(expected, encoded.last)


@every_model
def test_a_sentence_costs_the_same_alone_and_in_a_batch(choice):
    model = shake(build(**choice), seed=19)
    together = model.loss(batch_of(), label_smoothing=0.1)
    alone = sum(model.loss(batch_of(row), label_smoothing=0.1) for row in range(len(PAIRS)))
    torch.testing.assert_close(together, alone, rtol=0, atol=1e-9)


@every_model
def test_decoding_step_by_step_gives_the_probabilities_of_training(choice):
    model, batch = shake(build(**choice), seed=19), batch_of()
    forced = model.output(model(batch).readout).log_softmax(dim=-1)
    memory = model.encode(batch.source, batch.source_mask)
    state = model.begin(memory)
    for t in range(batch.target_in.shape[1]):
        log_probabilities, state, _ = model.step(memory, state, batch.target_in[:, t])
        torch.testing.assert_close(log_probabilities, forced[:, t], **SHARES)


@every_model
def test_given_targets_have_the_probabilities_of_decoding_step_by_step(choice):
    model, batch = shake(build(**choice), seed=19).eval(), batch_of()
    given = model.log_probs(model.encode(batch.source, batch.source_mask), batch.target_out)
    forced = force(model, batch.source, batch.source_mask, batch.target_out)
    for row, hypothesis in zip(given.tolist(), forced, strict=True):
        padding = [0.0] * (len(row) - len(hypothesis.log_probs))
        assert row == pytest.approx(hypothesis.log_probs + padding, rel=0, abs=1e-9)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("chunk", [output.CHUNK_LOGITS, V_y, 1])
def test_the_loss_is_the_cross_entropy_of_the_real_tokens(monkeypatch, smoothing, chunk):
    monkeypatch.setattr(output, "CHUNK_LOGITS", chunk)
    model, batch = shake(build(), seed=19), batch_of()
    logits = model.output(model(batch).readout)
    by_hand = sum(
        reference.cross_entropy(plain(logits[b, t]), batch.target_out[b, t], smoothing=smoothing)
        for b, t in batch.target_mask.nonzero().tolist()
    )
    loss = model.loss(batch, label_smoothing=smoothing)
    torch.testing.assert_close(loss, float64(by_hand), **SHARES)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_has_the_gradient_of_its_formula(smoothing):
    model, batch = shake(build(tied_embeddings="none"), seed=19), batch_of()
    weights = list(model.parameters())
    with torch.no_grad():  # what finite differences may move without moving the loss
        model.source_embedding.weight[PAD] = model.target_embedding.weight[PAD] = 0
    loss = model.loss(batch, label_smoothing=smoothing)
    gradients = torch.autograd.grad(loss, weights)
    direction = [torch.randn_like(weight) for weight in weights]
    slope = sum((g * d).sum() for g, d in zip(gradients, direction, strict=True))
    ends = []
    for step in (1e-6, -2e-6):
        with torch.no_grad():
            for weight, d in zip(weights, direction, strict=True):
                weight.add_(d, alpha=step)
        ends.append(model.loss(batch, label_smoothing=smoothing).item())
    assert (ends[0] - ends[1]) / 2e-6 == pytest.approx(slope.item(), rel=1e-6)


@pytest.mark.parametrize("summary", SUMMARIES)
def test_saved_weights_make_the_same_model_whatever_its_chance(summary):
    model = build(summary=summary, summary_query_seed=1)
    copy = shake(build(summary=summary, summary_query_seed=2), seed=20)
    assert copy.loss(batch_of()) != model.loss(batch_of())
    copy.load_state_dict(model.state_dict())
    assert copy.loss(batch_of()) == model.loss(batch_of())


def test_a_dot_score_names_both_sizes_and_the_options_whatever_the_encoder():
    for encoder, score in itertools.product(ENCODERS, ("dot", "scaled-dot")):
        with pytest.raises(UsageError) as error:
            build(encoder=encoder, score=score, decoder_size=9)
        assert "9 numbers" in error.value.message
        assert "have 8" in error.value.message
        assert "--decoder-size 8" in error.value.hint
        build(encoder=encoder, score=score, decoder_size=8)


def test_recurrences_start_orthogonal_and_self_attention_at_itself():
    for encoder in ENCODERS:
        model = build(encoder=encoder, encoder_update="hxc")
        recurrent = [w for n, w in model.named_parameters() if "_hh" in n or "hidden_layer" in n]
        assert len(recurrent) >= 2  # the encoder's and the decoder's
        for gate in (g for w in recurrent if w.dim() == 2 for g in w.split(w.shape[1])):
            torch.testing.assert_close(
                gate @ gate.t(), torch.eye(len(gate)).double(), atol=1e-5, rtol=0
            )
        for module in model.modules():
            if isinstance(module, SelfAttention):
                assert torch.equal(module.query_layer.weight, module.key_layer.weight)


def test_embeddings_are_shared_as_the_setting_says():
    shared = {
        ("auto", True): 1,
        ("all", True): 1,
        ("auto", False): 2,
        ("decoder", False): 2,
        ("none", False): 3,
    }
    for (tied, joint), count in shared.items():
        model = build(joint=joint, tied_embeddings=tied)
        weights = (
            model.source_embedding.weight,
            model.target_embedding.weight,
            model.output.weight,
        )
        assert len({id(weight) for weight in weights}) == count
    with pytest.raises(UsageError, match="one vocabulary"):
        build(joint=False, tied_embeddings="all")


def test_context_dropout_stands_between_the_layers_of_the_encoder():
    assert build(encoder_layers=2, context_dropout=0.4).encoder.dropout.p == 0.4


@pytest.mark.parametrize("part", ["embedding", "context", "output", "word"])
def test_each_dropout_acts_in_training_alone(part):
    model = build(**{f"{part}_dropout": 0.5})
    assert len({model.loss(batch_of()).item() for _ in range(4)}) > 1
    model.eval()
    assert len({model.loss(batch_of()).item() for _ in range(4)}) == 1


def test_a_few_steps_teach_every_encoder_and_cell_its_three_pairs():
    inside = {"layer_norm": True}, {"encoder_layers": 3}, {"transition_depth": 3}
    for choice in (*({"encoder": encoder} for encoder in ENCODERS), *inside):
        model, batch = build(**choice), batch_of()
        optimizer = torch.optim.Adam(model.parameters(), lr=0.04)
        for _ in range(40):
            optimizer.zero_grad()
            loss = model.loss(batch) / batch.target_tokens
            loss.backward()
            optimizer.step()
        assert loss.item() < 0.1, choice
