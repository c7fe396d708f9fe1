"""What each epoch reads: pieces, batches, and the plan of them all."""

from dataclasses import replace

import pytest

from seqattn.batches import EncodedCorpus
from seqattn.epochs import Epochs, heaviest
from tests.tiny import copy_pairs, prepare_tiny


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    return prepare_tiny(tmp_path_factory.mktemp("epochs"), copy_pairs(300))


def made(prepared, **changes):
    settings = replace(prepared.config.training, **{"epochs": 8, "batch_tokens": 30, **changes})
    return Epochs(prepared.train, prepared.tokenizers, settings)


def test_the_plan_counts_the_batches_of_every_epoch_and_finds_the_heaviest(prepared):
    epochs, corpus = made(prepared), prepared.train
    batches = [epochs.batches(epoch) for epoch in range(8)]
    assert epochs.plan.steps == tuple(map(len, batches))
    assert len(set(epochs.plan.steps)) > 1  # they do differ
    T_x, T_y = corpus.source_lengths, corpus.target_lengths
    shapes = {
        tuple(batch): (len(batch), T_x[batch].max(), T_y[batch].max())
        for epoch in batches
        for batch in epoch
    }
    found = [shapes[tuple(batch)] for batch in epochs.plan.heaviest]
    assert max(B * (x + y) for B, x, y in found) == max(B * (x + y) for B, x, y in shapes.values())
    assert max(B * x * y for B, x, y in found) == max(B * x * y for B, x, y in shapes.values())
    assert len(found) <= 2


def test_many_short_sentences_and_a_few_long_ones_are_both_heavy():
    pairs = [([5], [5])] * 30 + [([6] * 9, [6] * 9)] * 2
    corpus = EncodedCorpus.build(pairs)
    batches = [list(range(30)), [30], [30, 31], [0]]  # 120, 20, 40 and 4 padded tokens
    assert heaviest(corpus, batches) == [[30, 31], list(range(30))]
    assert heaviest(corpus, batches[1:]) == [[30, 31]]
    assert heaviest(corpus, []) == []


def test_with_sampled_pieces_each_epoch_is_cut_once_and_the_first_stands_for_all(
    prepared, monkeypatch
):
    from seqattn import epochs as room

    cut, sampled = [], room.sampled
    monkeypatch.setattr(room, "sampled", lambda *a, **k: cut.append(k["epoch"]) or sampled(*a, **k))
    epochs = made(prepared, subword_sampling=0.3)
    assert epochs.plan.steps == (len(epochs.batches(0)),) * 8
    assert cut == [0]
    assert sum(map(len, epochs.batches(1))) == len(prepared.train)
    assert cut == [0, 1]
