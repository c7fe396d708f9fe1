"""Forced targets, and what holds for every search."""

import itertools

import pytest
import torch

from seqattn.batches import EncodedCorpus, make_batch, source_batch
from seqattn.search import Rules, beam, force, greedy
from tests.search.table import batch_of, random_batch, tiny_model

PAIRS = [([4, 5, 6], [5, 6]), ([7], [7, 8, 9]), ([8, 9, 10, 11], [])]


@pytest.mark.parametrize("settings", [{}, {"decoder_self_attention": True}, {"context": "none"}])
def test_forcing_gives_what_teacher_forcing_gives(settings):
    model = tiny_model(1, **settings)
    source, mask = batch_of(*(source for source, _ in PAIRS))
    target_out = source_batch([target for _, target in PAIRS])[0]
    found = force(model, source, mask, target_out)
    with torch.inference_mode():
        decoded = model(make_batch(EncodedCorpus.build(PAIRS), range(3)))
        log_probs = model.output(decoded.readout).log_softmax(-1)
    for row, (hypothesis, T_y) in enumerate(zip(found, (3, 4, 1), strict=True)):
        T_x = int(mask[row].sum())
        expected = [log_probs[row, t, target_out[row, t]].item() for t in range(T_y)]
        assert hypothesis.log_probs == pytest.approx(expected, abs=1e-5)
        assert hypothesis.ended
        if decoded.weights is None:
            assert hypothesis.weights is None
        else:
            torch.testing.assert_close(hypothesis.weights, decoded.weights[row, :T_y, :T_x])
        if decoded.self_weights is not None:
            torch.testing.assert_close(
                hypothesis.self_weights, decoded.self_weights[row, :T_y, :T_y]
            )


@pytest.mark.parametrize("settings", [{}, {"decoder_self_attention": True, "score": "dot"}])
def test_a_sentence_alone_and_in_any_batch_gives_the_same(settings):
    if settings.get("score") == "dot":
        settings = {**settings, "decoder_size": 10}
    for seed in range(20):
        model = tiny_model(seed % 4, **settings)
        source, mask, limits = random_batch(seed, sentences=5)
        together = {
            1: [[h] for h in greedy(model, source, mask, limits)],
            3: beam(model, source, mask, limits, Rules(size=3)),
        }
        for row, size in itertools.product(range(5), (1, 3)):
            alone = source[row : row + 1, : mask[row].sum()]
            own = torch.ones_like(alone, dtype=torch.bool)
            [[single]] = beam(model, alone, own, limits[row : row + 1], Rules(size=size))
            [batched] = together[size][row]
            assert batched.tokens == single.tokens
            torch.testing.assert_close(batched.weights, single.weights, atol=1e-5, rtol=0)


def test_weights_have_exactly_the_sentences_own_columns_and_rows_sum_to_one():
    model = tiny_model(0)
    source, mask, limits = random_batch(7)
    for row, hypothesis in enumerate(greedy(model, source, mask, limits)):
        assert hypothesis.weights.shape == (len(hypothesis.log_probs), int(mask[row].sum()))
        torch.testing.assert_close(
            hypothesis.weights.sum(dim=1), torch.ones(len(hypothesis.log_probs))
        )


def test_weights_are_left_out_where_nobody_wants_them():
    model = tiny_model(0, decoder_self_attention=True)
    source, mask, limits = random_batch(7)
    for [hypothesis] in beam(model, source, mask, limits, Rules(size=2, keep_weights=False)):
        assert hypothesis.weights is hypothesis.scores is hypothesis.self_weights is None


def test_dropout_left_on_is_refused():
    source, mask, limits = random_batch(0)
    model = tiny_model(0).train()
    for search in (
        lambda: greedy(model, source, mask, limits),
        lambda: beam(model, source, mask, limits, Rules(size=2)),
        lambda: force(model, source, mask, source),
    ):
        with pytest.raises(ValueError, match="training mode"):
            search()


def test_shapes_and_numbers_that_cannot_be_meant_are_refused():
    source, mask, limits = random_batch(0)
    model = tiny_model(0)
    with pytest.raises(ValueError, match="shape"):
        greedy(model, source, mask[:, 1:], limits)
    with pytest.raises(ValueError, match="shape"):
        greedy(model, source, mask, limits[1:])
    with pytest.raises(ValueError, match="at least one step"):
        greedy(model, source, mask, limits * 0)
    with pytest.raises(ValueError, match="n_best"):
        beam(model, source, mask, limits, Rules(size=2, n_best=3))
