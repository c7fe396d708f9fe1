"""Many sentences at once: batches that memory can hold, answers in the order of the sentences."""

import random

import pytest

from seqattn.models.ensemble import Ensemble
from seqattn.search import Searcher, searcher
from tests.search.table import tiny_model

MOST_TOKENS = 24


def drawn_sentences():
    draw = random.Random(3)
    return [[draw.choice((4, 5, 6)) for _ in range(draw.randint(0, 9))] for _ in range(17)]


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("several", [False, True])
def test_batches_keep_to_the_budget_and_answers_to_the_order(monkeypatch, several, size):
    model = Ensemble([tiny_model(1), tiny_model(2)]) if several else tiny_model(1)
    shapes, encode = [], model.encode

    def note(source, mask):
        shapes.append(tuple(source.shape))
        return encode(source, mask)

    monkeypatch.setattr(model, "encode", note)
    monkeypatch.setattr(searcher, "BATCH_TOKENS", MOST_TOKENS)
    sentences = drawn_sentences()
    together = Searcher(model).best(sentences, size=size, n_best=size, batch_size=5)
    each_once = next(n for n in range(1, 18) if sum(rows for rows, _ in shapes[:n]) == 17)
    for n, (rows, width) in enumerate(shapes):
        prefixes = size if n < each_once else 1  # then those whose greedy hypothesis was lost
        assert rows <= 5
        assert rows * width * prefixes <= MOST_TOKENS or rows == 1
    assert (len(shapes) > each_once) == (size > 1)
    assert max(rows for rows, _ in shapes[:each_once]) > 1  # or there were no batches
    for sentence, found in zip(sentences, together, strict=True):
        [alone] = Searcher(model).best([sentence], size=size, n_best=size)
        assert [each.tokens for each in found] == [each.tokens for each in alone]
        assert [each.score for each in found] == pytest.approx([each.score for each in alone])
        assert found[0].weights.shape[1] == len(sentence) + 1  # none on padding


def test_each_sentence_is_forced_to_its_own_target():
    model, sentences = Searcher(tiny_model(1)), drawn_sentences()
    targets = sentences[::-1]
    together = model.force(sentences, targets, batch_size=4)
    for sentence, target, found in zip(sentences, targets, together, strict=True):
        [alone] = model.force([sentence], [target])
        assert found.tokens == target
        assert found.log_probs == pytest.approx(alone.log_probs, abs=1e-5)
        assert found.weights.shape == (len(target) + 1, len(sentence) + 1)


def test_coverage_ranks_what_a_searcher_finds():
    sentences = drawn_sentences()
    plain = Searcher(tiny_model(1)).best(sentences, size=3)
    paid = Searcher(tiny_model(1), coverage_penalty=0.7).best(sentences, size=3)
    assert all(one.score >= other.score for [one], [other] in zip(plain, paid, strict=True))
    assert any(one.score > other.score for [one], [other] in zip(plain, paid, strict=True))
