"""What each source token does for a given target, against the formula with one token left out."""

import math

import pytest
import torch

from seqattn.batches import source_batch
from seqattn.models.ensemble import Ensemble
from seqattn.search import force
from seqattn.search.erasure import FLOOR, erasure
from seqattn.tokenizer import PAD
from tests.search.table import batch_of, tiny_model

PAIRS = [([4, 5, 6], [5, 6]), ([7], [7, 8, 9]), ([8, 9, 10, 11], [])]


def targets_of(pairs):
    return source_batch([target for _, target in pairs])[0]


def forced_and_erased(model, pairs):
    source, mask = batch_of(*(source for source, _ in pairs))
    forced = force(model, source, mask, targets_of(pairs))
    return forced, erasure(model, source, mask, targets_of(pairs), forced)


def without(model, source, target, j):
    """log p(y_t | ..) where x_j is PAD, whose embedding is 0, but counts as a token."""
    ids, mask = batch_of(source)
    ids[0, j] = PAD
    return force(model, ids, mask, targets_of([(source, target)]))[0].log_probs


@pytest.mark.parametrize(
    "model",
    [
        tiny_model(1),
        tiny_model(2, query="state", lexical_shortcut=False, score="general"),
        tiny_model(3, encoder="self-attention", layer_norm=True),
        Ensemble([tiny_model(4), tiny_model(5)]).eval(),
    ],
    ids=["usual", "general", "self-attention", "ensemble"],
)
def test_the_weights_are_attention_times_the_share_lost(model):
    moved = 0.0
    forced, found = forced_and_erased(model, PAIRS)
    for (source, target), whole, each in zip(PAIRS, forced, found, strict=True):
        left = [without(model, source, target, j) for j in range(len(source))]
        for t, attention in enumerate(whole.weights.tolist()):
            p = math.exp(whole.log_probs[t])
            lost = [max(0.0, 1 - math.exp(one[t]) / p) for one in left] + [0.0]
            parts = [a * (e + FLOOR) for a, e in zip(attention, lost, strict=True)]
            by_hand = [part / sum(parts) for part in parts]
            assert each.weights[t].tolist() == pytest.approx(by_hand, abs=1e-4)
            moved = max(moved, *(abs(w - a) for w, a in zip(by_hand, attention, strict=True)))
        assert each.scores is None  # they made the attention
        assert (each.tokens, each.log_probs) == (whole.tokens, whole.log_probs)
    assert moved > 0.05


def test_a_token_erased_may_be_any_token():
    model = tiny_model(1)
    source, mask = batch_of([4, 5, 6], [7])
    erased = torch.zeros_like(mask)
    erased[0, 1] = True
    others = source.clone()
    others[0, 1] = 9
    one, same = (model.encode(ids, mask, erased) for ids in (source, others))
    read = model.encode(source, mask)
    assert torch.equal(one.states, same.states)
    assert not torch.equal(one.states[0], read.states[0])
    torch.testing.assert_close(one.states[1], read.states[1])


def test_a_sentence_alone_and_in_a_batch_gives_the_same():
    model = tiny_model(1)
    _, together = forced_and_erased(model, PAIRS)
    for pair, each in zip(PAIRS, together, strict=True):
        _, [alone] = forced_and_erased(model, [pair])
        torch.testing.assert_close(alone.weights, each.weights, rtol=0, atol=1e-5)


def test_where_there_is_nothing_to_erase_the_attention_stays():
    forced, found = forced_and_erased(tiny_model(1), [([], [5, 6]), ([], [7])])
    for whole, each in zip(forced, found, strict=True):
        torch.testing.assert_close(each.weights, whole.weights)


def test_how_many_rows_are_read_at_once_changes_nothing(monkeypatch):
    model = tiny_model(1)
    _, together = forced_and_erased(model, PAIRS)
    for tokens in (1, 11):  # a row at a time; two, of sentences that need not be the same
        monkeypatch.setattr("seqattn.search.erasure.BATCH_TOKENS", tokens)
        for one, other in zip(forced_and_erased(model, PAIRS)[1], together, strict=True):
            torch.testing.assert_close(one.weights, other.weights, rtol=0, atol=1e-5)


def test_without_attention_there_is_nothing_to_weigh():
    forced, found = forced_and_erased(tiny_model(1, context="none"), PAIRS)
    assert found == forced
