"""Links of many lines: forced decoding by one model or by two, as of each line alone."""

from dataclasses import replace
from typing import get_args

import pytest

from seqattn.errors import UsageError
from seqattn.models.ensemble import Ensemble
from seqattn.normalization import normalize
from seqattn.tokenizer import TokenizerSettings, learn_tokenizers
from seqattn.translation import WeightKind
from seqattn.translator import Translator
from seqattn.word_alignment import (
    AGREEMENT,
    HEURISTICS,
    WordAligner,
    WordedPair,
    agreed,
    balanced,
    links,
    symmetrize,
    word_weights,
)
from seqattn.word_alignment.aligner import LEAST, LEAST_AGREED, SURE
from tests.tiny_translators import tiny_translator


@pytest.fixture(scope="module")
def directions():
    """Models with random weights: English to German and back; German has few pieces."""
    english, german = ["the red fox eats", "a dog runs home"], ["der rote Fuchs isst", "ein Hund"]
    cut = TokenizerSettings()
    there = learn_tokenizers(english * 9, german * 9, cut, joint=False)
    back = learn_tokenizers(german * 9, english * 9, cut, joint=False)
    return tiny_translator(there, 1), tiny_translator(back, 2)


LINES = [("the red fox", "der Fuchs"), ("a dog eats a fox", "ein Hund"), ("runs", "der rote isst")]


@pytest.mark.parametrize("kind", get_args(WeightKind))
@pytest.mark.parametrize("balance", [0.0, 0.9])
def test_links_of_many_lines_are_those_of_each_alone(directions, kind, balance):
    forward, _ = directions
    pairs = [WordedPair.of(*line) for line in LINES]
    silent = WordedPair((), (), "", "")
    aligner = WordAligner(forward, weights=kind, balance=balance, shift=1)
    found = list(aligner.align_many([pairs[0], silent, *pairs[1:]]))
    assert found.pop(1) == set()
    sides = forward.tokenizers
    for pair, one in zip(pairs, found, strict=True):
        [forced] = forward.force_many([(pair.source_text, pair.target_text)], weights=kind)
        weights = word_weights(
            replace(forced.alignment, weights=balanced(forced.alignment.weights, balance)),
            pair.source_words,
            pair.target_words,
            normalize=(sides.source.normalize, sides.target.normalize),
            shift=1,
        )
        assert one == links(weights, least=LEAST)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_links_of_both_directions_are_joined_with_the_backward_ones_turned(directions, heuristic):
    pairs = [WordedPair.of(*line) for line in LINES]
    forward, backward = directions
    there = WordAligner(forward).align_many(pairs)
    back = WordAligner(backward).align_many([WordedPair.of(b, a) for a, b in LINES])
    both = WordAligner(forward, backward, heuristic=heuristic).align_many(pairs)
    for one, other, found in zip(there, back, both, strict=True):
        assert found == symmetrize(one, {(i, j) for j, i in other}, heuristic)


def test_links_of_agreement_are_read_off_the_weights_of_both_directions(directions):
    forward, backward = directions
    for threshold in (None, 0.2):
        found = WordAligner(forward, backward, heuristic=AGREEMENT, threshold=threshold)
        for (source, target), agreeing in zip(
            LINES, found.align_many(WordedPair.of(*line) for line in LINES), strict=True
        ):
            there, back = (
                word_weights(
                    replace(one, weights=balanced(one.weights), scores=None),
                    *(side.split() for side in texts),
                    normalize=(normalize, normalize),
                )
                for texts, one in (
                    ((source, target), erased(forward, source, target)),
                    ((target, source), erased(backward, target, source)),
                )
            )
            both = agreed(there, back)
            if threshold is None:
                assert agreeing == links(both, least=LEAST_AGREED) | links(both, SURE)
            else:
                assert agreeing == links(both, threshold)


def erased(translator, source, target):
    [forced] = translator.force_many([(source, target)], weights="erasure")
    return forced.alignment


def test_two_partners_of_which_both_directions_are_sure_are_both_linked(directions):
    aligner = WordAligner(*directions)
    there = ((0.36, 0.49, 0.04),)  # one target word, three of the source
    back = ((0.64,), (0.81,), (0.36,))
    assert aligner._joined(there, back) == {(0, 0), (1, 0)}  # 0.49, 0.64 and 0.16
    assert aligner._joined(there, ((0.49,), (0.81,), (0.36,))) == {(1, 0)}  # 0.42


def test_a_word_is_left_without_a_link_where_its_largest_weight_is_small(directions):
    pairs = [WordedPair.of(*line) for line in LINES]
    for way in (directions[:1], directions):
        every, some = (list(WordAligner(*way, least=x).align_many(pairs)) for x in (0.0, 0.9))
        for pair, links_of_all, left in zip(pairs, every, some, strict=True):
            assert {target for _, target in links_of_all} == set(range(len(pair.target_words)))
            assert left <= links_of_all
        assert sum(map(len, some)) < sum(map(len, every))


def test_a_pair_too_long_to_show_attention_of_is_left_without_links(directions, monkeypatch):
    monkeypatch.setattr("seqattn.translator.LONGEST_SHOWN", 12)
    forward, backward = directions
    pairs = [WordedPair.of(*line) for line in [*LINES, ("a", "ein " * 13), ("the " * 13, "ein")]]
    for back in (None, backward):
        aligner = WordAligner(forward, back)
        assert [aligner.is_too_long(pair) for pair in pairs] == [False] * 3 + [True] * 2
        found = list(aligner.align_many([pairs[3], *pairs]))
        assert [bool(links) for links in found] == [False, True, True, True, False, False]


def test_a_model_without_attention_is_refused(directions):
    forward, _ = directions
    silent = tiny_translator(forward.tokenizers, context="fixed")
    for both in ((silent,), (forward, silent)):
        with pytest.raises(UsageError, match="no attention in its decoder"):
            WordAligner(*both)
    half = Translator(
        Ensemble([forward.model, silent.model]), forward.tokenizers, forward.config
    )  # its settings are those of a model that has it
    with pytest.raises(UsageError, match="no attention in their decoder"):
        WordAligner(half)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"heuristic": "grow"}, "unknown heuristic 'grow'"),
        ({"weights": "erasures"}, "unknown weights 'erasures'"),
        ({"balance": 1.5}, "balance is in 0 to 1"),
        ({"threshold": -0.1}, "threshold is in 0 to 1"),
        ({"least": 2.0}, "least is in 0 to 1"),
        ({"shift": -1}, "shift is 0 or more"),
    ],
)
def test_what_would_give_silently_wrong_links_is_refused(directions, wrong, message):
    with pytest.raises(ValueError, match=message):
        WordAligner(directions[0], **wrong)
