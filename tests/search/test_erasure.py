"""What each source token does for a given target, against the formula with one token left out."""

import math

import pytest
import torch

from seqattn.batches import source_batch
from seqattn.models.ensemble import Ensemble
from seqattn.search import force
from seqattn.search.erasure import FLOOR, erasure
from seqattn.tokenizer import BOS, EOS
from tests.search.table import batch_of, tiny_model

PAIRS = [([4, 5, 6], [5, 6]), ([7], [7, 8, 9]), ([8, 9, 10, 11], [])]


def targets_of(pairs):
    return source_batch([target for _, target in pairs])[0]


def forced_and_erased(model, pairs):
    source, mask = batch_of(*(source for source, _ in pairs))
    forced = force(model, source, mask, targets_of(pairs))
    return forced, erasure(model, source, mask, targets_of(pairs), forced)


def without(model, source, target, j):
    """log p(y_t | ..) where no decoder may look at x_j, step by step."""
    ids, mask = batch_of(source)
    [memory] = [model.encode(ids, mask)]
    members = memory.members if isinstance(model, Ensemble) else [memory]
    for member in members:
        member.mask[0, j] = False  # they share one mask with nobody else
    state, said, fed = model.begin(memory), [], BOS
    for y in (*target, EOS):
        log_probs, state, _ = model.step(memory, state, torch.tensor([fed]))
        said.append(log_probs[0, y].item())
        fed = y
    return said


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
            parts = [a * math.sqrt(e + FLOOR) for a, e in zip(attention, lost, strict=True)]
            by_hand = [part / sum(parts) for part in parts]
            assert each.weights[t].tolist() == pytest.approx(by_hand, abs=1e-4)
            moved = max(moved, *(abs(w - a) for w, a in zip(by_hand, attention, strict=True)))
        assert each.scores is None  # they made the attention
        assert (each.tokens, each.log_probs) == (whole.tokens, whole.log_probs)
    assert moved > 0.05


def test_only_attention_forgets_a_token_and_only_in_its_sentence():
    model = tiny_model(1)
    source, mask = batch_of([4, 5, 6], [7])
    memory = model.encode(source, mask)
    left = memory.without(torch.tensor([1, 0]))
    assert left.mask.tolist() == [[True, False, True, True], [False, True, False, False]]
    assert memory.mask.tolist() == mask.tolist()
    for part in ("states", "keys", "summary", "start", "embedded"):
        assert getattr(left, part) is getattr(memory, part)


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
