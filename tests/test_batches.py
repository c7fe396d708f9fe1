"""Batches: what the model is fed and must say, padded; and which sentences go together."""

import itertools

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from seqattn.batches import (
    Batch,
    EncodedCorpus,
    bucketed,
    in_length_order,
    make_batch,
    source_batch,
)
from seqattn.tokenizer import BOS, EOS, PAD

SENTENCE = st.lists(st.integers(4, 70_000), max_size=9)
PAIRS = st.lists(st.tuples(SENTENCE, SENTENCE), min_size=1, max_size=20)


@pytest.fixture(scope="module")
def corpus():
    """3,000 pairs, source and target lengths as those of related languages."""
    rng = np.random.default_rng(0)
    lengths = rng.integers(1, 40, 3000)
    other = np.maximum(1, lengths + rng.integers(-3, 4, 3000))
    return EncodedCorpus.build(
        (rng.integers(4, 900, n).tolist(), rng.integers(4, 900, m).tolist())
        for n, m in zip(lengths, other, strict=True)
    )


@given(pairs=PAIRS, data=st.data())
def test_a_batch_is_what_the_loop_written_from_its_description_gives(pairs, data):
    corpus = EncodedCorpus.build(iter(pairs))
    indices = data.draw(st.lists(st.integers(0, len(pairs) - 1), min_size=1, max_size=6))
    batch = make_batch(corpus, indices)
    T_x = max(len(pairs[i][0]) for i in indices) + 1
    T_y = max(len(pairs[i][1]) for i in indices) + 1
    for row, i in enumerate(indices):
        source, target = pairs[i]
        x_pad, y_pad = T_x - len(source) - 1, T_y - len(target) - 1
        assert batch.source[row].tolist() == [*source, EOS] + [PAD] * x_pad
        assert batch.target_in[row].tolist() == [BOS, *target] + [PAD] * y_pad
        assert batch.target_out[row].tolist() == [*target, EOS] + [PAD] * y_pad
        assert batch.source_mask[row].tolist() == [True] * (len(source) + 1) + [False] * x_pad
        assert batch.target_mask[row].tolist() == [True] * (len(target) + 1) + [False] * y_pad
    assert batch.source_lengths.tolist() == [len(pairs[i][0]) + 1 for i in indices]
    assert batch.target_tokens == sum(len(pairs[i][1]) + 1 for i in indices)
    assert batch.indices.tolist() == indices
    assert len(batch) == len(indices)
    assert batch.source.dtype == batch.target_in.dtype == batch.target_out.dtype == torch.int64


@given(PAIRS)
def test_the_corpus_gives_back_every_pair_in_the_smallest_integers(pairs):
    corpus = EncodedCorpus.build(iter(pairs))
    assert [corpus.pair(i) for i in range(len(corpus))] == pairs
    assert corpus.source_lengths.tolist() == [len(source) + 1 for source, _ in pairs]
    largest = max((i for source, _ in pairs for i in source), default=0)
    assert corpus.source.ids.itemsize == (2 if largest < 65_536 else 4)


def test_an_id_too_large_for_two_bytes_widens_what_was_read_before():
    corpus = EncodedCorpus.build([([5, 6], [7]), ([8, 65_535, 65_536], [9])])
    assert [corpus.pair(i) for i in range(2)] == [([5, 6], [7]), ([8, 65_535, 65_536], [9])]


def test_a_corpus_takes_a_few_bytes_a_token(corpus):
    tokens = int(corpus.source_lengths.sum() + corpus.target_lengths.sum())
    assert corpus.nbytes < 2 * tokens + 40 * len(corpus)


def test_a_corpus_without_pairs_has_no_batches():
    empty = EncodedCorpus.build([])
    assert len(empty) == 0
    assert in_length_order(empty, batch_tokens=9) == []
    assert bucketed(empty, batch_tokens=9, seed=1, epoch=0) == []


def test_source_batch_is_the_source_side_of_a_batch(corpus):
    indices = [3, 1, 4]
    batch = make_batch(corpus, indices)
    ids, mask, lengths = source_batch([corpus.pair(i)[0] for i in indices])
    for ours, theirs in (
        (ids, batch.source),
        (mask, batch.source_mask),
        (lengths, batch.source_lengths),
    ):
        torch.testing.assert_close(ours, theirs)


def test_a_sentence_without_a_real_token_is_refused(corpus):
    batch = make_batch(corpus, [0, 1])
    parts = {name: getattr(batch, name) for name in Batch.__dataclass_fields__}
    assert Batch(**parts).to("cpu").target_tokens == batch.target_tokens
    for side in ("source", "target"):
        emptied = parts[f"{side}_mask"].clone()
        emptied[1] = False
        with pytest.raises(ValueError, match=f"a {side} sentence of the batch has no real token"):
            Batch(**{**parts, f"{side}_mask": emptied})


def test_shapes_that_do_not_agree_are_refused_with_both_shapes(corpus):
    batch = make_batch(corpus, [0, 1])
    parts = {name: getattr(batch, name) for name in Batch.__dataclass_fields__}
    parts["source_lengths"] = torch.ones(5, dtype=torch.int64)
    with pytest.raises(ValueError, match=r"source_lengths has shape \(5,\), expected \(2,\)"):
        Batch(**parts)


# -- which sentences go together


def padded(corpus, indices):
    longest = corpus.source_lengths[indices].max() + corpus.target_lengths[indices].max()
    return len(indices) * longest


def test_an_epoch_has_each_pair_once_within_the_budget(corpus):
    batches = bucketed(corpus, batch_tokens=1200, seed=1, epoch=0)
    assert sorted(np.concatenate(batches)) == list(range(len(corpus)))
    assert max(padded(corpus, batch) for batch in batches) <= 1200


def test_padding_stays_under_five_percent(corpus):
    real = (corpus.source_lengths + corpus.target_lengths).sum()
    batches = bucketed(corpus, batch_tokens=1200, seed=1, epoch=0)
    assert 1 - real / sum(padded(corpus, batch) for batch in batches) < 0.05
    # Batches of neighbours in the corpus, unsorted, show that the bound says something.
    unsorted = np.array_split(np.arange(len(corpus)), len(batches))
    assert 1 - real / sum(padded(corpus, batch) for batch in unsorted) > 0.4


def test_seed_and_epoch_decide_the_batches(corpus):
    def made(seed, epoch):
        batches = bucketed(corpus, batch_tokens=1200, seed=seed, epoch=epoch)
        return [batch.tolist() for batch in batches]

    assert made(1, 0) == made(1, 0)
    assert made(1, 0) != made(1, 1)
    assert made(1, 0) != made(2, 0)
    # Not only the order of the batches: pairs meet others.
    first, second = ({frozenset(batch) for batch in made(1, epoch)} for epoch in (0, 1))
    assert len(first & second) < 0.05 * len(first)


def test_the_order_of_batches_is_not_by_length(corpus):
    batches = bucketed(corpus, batch_tokens=1200, seed=1, epoch=0)
    longest = [int(corpus.target_lengths[batch].max()) for batch in batches]
    rises = sum(a <= b for a, b in itertools.pairwise(longest))
    assert 0.3 < rises / len(longest) < 0.7


def cut_by_hand(pairs, limit):
    """Pairs in order of length, one by one into batches of at most `limit` padded tokens."""
    order = sorted(range(len(pairs)), key=lambda i: (len(pairs[i][1]), len(pairs[i][0])))
    batches = [[]]
    for i in order:
        both = [*batches[-1], i]
        width = sum(max(len(pairs[j][side]) for j in both) + 1 for side in (0, 1))
        if batches[-1] and len(both) * width > limit:
            batches.append([])
        batches[-1].append(i)
    return batches


@given(pairs=PAIRS, limit=st.integers(1, 120))
def test_batches_are_cut_where_a_slow_loop_cuts_them(pairs, limit):
    batches = in_length_order(EncodedCorpus.build(pairs), batch_tokens=limit)
    assert [batch.tolist() for batch in batches] == cut_by_hand(pairs, limit)


def test_a_pair_beyond_the_budget_is_alone():
    corpus = EncodedCorpus.build([([5], [5]), ([6] * 50, [6] * 50), ([7], [7])])
    batches = in_length_order(corpus, batch_tokens=12)
    assert [batch.tolist() for batch in batches] == [[0, 2], [1]]


def test_sentences_can_be_the_budget(corpus):
    batches = bucketed(corpus, batch_sentences=7, seed=1, epoch=3)
    assert sorted(map(len, batches))[2:] == [7] * (len(batches) - 2)  # the first, the last


def test_length_order_is_the_same_each_time_and_rises(corpus):
    batches = in_length_order(corpus, batch_tokens=1200)
    assert sorted(np.concatenate(batches)) == list(range(len(corpus)))
    assert max(padded(corpus, batch) for batch in batches) <= 1200
    longest = [int(corpus.target_lengths[batch].max()) for batch in batches]
    assert longest == sorted(longest)
    again = in_length_order(corpus, batch_tokens=1200)
    assert all((a == b).all() for a, b in zip(batches, again, strict=True))


@pytest.mark.parametrize("budget", [{}, {"batch_tokens": 0}, {"batch_sentences": 0}])
def test_a_budget_of_nothing_is_refused(corpus, budget):
    with pytest.raises(ValueError, match=r"batch_tokens"):
        in_length_order(corpus, **budget)


def test_a_copy_for_another_device_is_not_looked_at_again():
    # Values of `meta` tensors cannot be looked at at all, as those on a GPU only by waiting.
    batch = make_batch(EncodedCorpus.build([([5, 6], [7]), ([8], [9, 10, 11])]), [0, 1])
    there = batch.to("meta")
    assert {there.source.device.type, there.indices.device.type} == {"meta"}
    assert there.target_tokens == batch.target_tokens == 6
