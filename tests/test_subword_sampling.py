"""Subword sampling: other pieces each epoch, the same text, the same for the same seed."""

from itertools import pairwise

import pytest

from seqattn import subword_sampling
from seqattn.batches import EncodedCorpus
from seqattn.subword_sampling import sampled
from seqattn.tokenizer import TokenizerSettings, learn_tokenizers

SOURCES = [f"the {who} runs to the {what}" for who in ("fox", "dog") for what in ("house", "hill")]
TARGETS = [f"der {who} rennt zum {what}" for who in ("Fuchs", "Hund") for what in ("Haus", "Berg")]


@pytest.fixture(scope="module", params=[True, False], ids=["joint", "separate"])
def tokenizers(request):
    return learn_tokenizers(SOURCES, TARGETS, TokenizerSettings(), joint=request.param)


@pytest.fixture
def corpus(tokenizers):
    sides = tokenizers.source.encode_batch(SOURCES), tokenizers.target.encode_batch(TARGETS)
    return EncodedCorpus.build(zip(*sides, strict=True))


def pieces_of(corpus):
    return [corpus.pair(i) for i in range(len(corpus))]


def sample(corpus, tokenizers, *, strength=0.3, seed=1, epoch=0):
    return sampled(corpus, tokenizers, strength=strength, seed=seed, epoch=epoch)


def test_each_epoch_spells_the_same_sentences_in_other_pieces(corpus, tokenizers):
    epochs = [sample(corpus, tokenizers, epoch=epoch) for epoch in range(4)]
    for epoch in epochs:
        spelled = [
            (tokenizers.source.decode(source), tokenizers.target.decode(target))
            for source, target in pieces_of(epoch)
        ]
        assert spelled == list(zip(SOURCES, TARGETS, strict=True))
    assert all(pieces_of(a) != pieces_of(b) for a, b in pairwise([corpus, *epochs]))


def test_the_pieces_follow_the_seed_and_the_epoch_alone(corpus, tokenizers):
    first = pieces_of(sample(corpus, tokenizers, seed=5, epoch=2))
    sample(corpus, tokenizers, seed=9, epoch=0)
    assert pieces_of(sample(corpus, tokenizers, seed=5, epoch=2)) == first
    assert pieces_of(sample(corpus, tokenizers, seed=6, epoch=2)) != first
    assert pieces_of(sample(corpus, tokenizers, seed=2, epoch=5)) != first


def test_no_sentence_is_lost_between_the_chunks(monkeypatch, corpus, tokenizers):
    monkeypatch.setattr(subword_sampling, "CHUNK", 3)  # 4 pairs: one full chunk and a rest
    cut = pieces_of(sample(corpus, tokenizers))
    for (source, _), expected in zip(cut, SOURCES, strict=True):
        assert tokenizers.source.decode(source) == expected


def test_no_merge_left_out_gives_the_best_pieces_again(corpus, tokenizers):
    assert pieces_of(sample(corpus, tokenizers, strength=0.0)) == pieces_of(corpus)


def test_every_merge_left_out_gives_single_characters(corpus, tokenizers):
    source, _ = sample(corpus, tokenizers, strength=1.0).pair(0)
    assert len(source) >= len(SOURCES[0].replace(" ", ""))
