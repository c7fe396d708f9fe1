"""Pieces to words by characters, weights to links, two directions to one: against slow truth."""

import itertools
import random
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.metrics import alignment_error_rate as nltk_error_rate

from seqattn.alignment import Alignment, Label
from seqattn.errors import CorpusError, UsageError
from seqattn.evaluation import alignment_error_rate, parse_pharaoh
from seqattn.normalization import normalize
from seqattn.tokenizer import TokenizerSettings, learn_tokenizers
from seqattn.translation import WeightKind
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
from tests.conftest import PROJECT
from tests.tiny_translators import tiny_translator

END = Label("</s>", special="end")


def weighed(columns, rows, weights, source, target, shift=0):
    """`word_weights` of pieces, given as labels or texts; end marks are added."""
    labels = [
        (*(Label(piece) if isinstance(piece, str) else piece for piece in pieces), END)
        for pieces in (rows, columns)
    ]
    return word_weights(
        Alignment(*labels, weights),
        source.split(),
        target.split(),
        normalize=(normalize, normalize),
        shift=shift,
    )


def close(matrix):
    return [pytest.approx(row) for row in matrix]


# -- pieces to words


def test_columns_of_a_word_are_summed_and_its_rows_averaged():
    weights = [[0.1, 0.2, 0.3, 0.4], [0.3, 0.4, 0.1, 0.2], [0, 0, 0, 1]]
    found = weighed(["hou", "se", "x"], ["Ha", "us"], weights, "house x", "Haus")
    assert list(found) == close([[(0.3 + 0.7) / 2, (0.3 + 0.1) / 2]])


def test_a_piece_over_two_words_is_parted_by_its_characters():
    weights = [[0.6, 0.3, 0.1], [0.2, 0.6, 0.2], [0, 0, 1]]  # columns 好的朋 友, rows 他 们走
    found = weighed(["好的朋", "友"], ["他", "们走"], weights, "好 的 朋友", "他们 走")
    # 他们 is all of row 0 and half of row 1; 走 is the other half of row 1.
    first = [(0.2 + 0.5 * 0.2 / 3) / 1.5, (0.2 + 0.5 * 0.2 / 3) / 1.5]
    first.append((0.2 + 0.3 + 0.5 * (0.2 / 3 + 0.6)) / 1.5)
    assert list(found) == close([first, [0.2 / 3, 0.2 / 3, 0.2 / 3 + 0.6]])


def test_a_space_alone_begins_the_next_word_and_a_later_byte_ends_the_last_one():
    pieces = [
        Label("a"),
        Label("␣", surface=""),
        Label("☃ 1/3", starts_word=False, surface="☃"),
        Label("☃ 2/3", starts_word=False, surface=""),
        Label("☃ 3/3", starts_word=False, surface=""),
        Label("b"),
    ]
    weights = [[0.1, 0.2, 0.05, 0.1, 0.15, 0.3, 0.1], [0, 0, 0, 0, 0, 0, 1]]
    assert list(weighed(pieces, ["x"], weights, "a ☃ b", "x")) == close([[0.1, 0.5, 0.3]])


def test_a_later_row_can_be_read_and_none_behind_the_last():
    weights = [[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.4, 0.1, 0.5]]
    for shift, rows in ((1, [1, 2]), (2, [2, 2]), (9, [2, 2])):
        found = weighed(["a", "b"], ["x", "y"], weights, "a b", "x y", shift)
        assert list(found) == close([weights[row][:2] for row in rows])


@pytest.mark.parametrize(
    ("line", "pieces", "expected"),
    [
        ("ﬁne \u200b ５", ["fi", "ne", "5"], [0.5, 0.0, 0.3]),  # grows; no ink; folded
        ("e \u0301 x", ["é", "x"], [0.2, 0.0, 0.3]),  # joined, the accent belongs to its letter
    ],
)
def test_words_that_normalising_changes_still_own_their_pieces(line, pieces, expected):
    given = [[0.2, 0.3, 0.3, 0.2], [0, 0, 0, 1]] if len(pieces) == 3 else [[0.2, 0.3, 0.5]] * 2
    found = word_weights(
        Alignment((Label("x"), END), (*map(Label, pieces), END), given),
        line.split(" "),
        ["x"],
        normalize=(lambda text: normalize(text, form="nfkc"), normalize),
    )
    assert list(found) == close([expected])


@settings(deadline=None)  # the first call is slow on a busy machine
@given(st.data())
def test_no_weight_is_lost_however_words_and_pieces_are_cut(data):
    # Truth by characters: each piece's weight is spread over its characters, one by one.
    cuts = st.lists(st.integers(1, 3), min_size=1, max_size=6)
    words, pieces = data.draw(cuts), data.draw(cuts)
    short = sum(words) - sum(pieces)
    (pieces if short > 0 else words).append(abs(short)) if short else None
    text = "".join(map(chr, range(ord("一"), ord("一") + sum(words))))

    def cut(sizes):
        starts = [0, *itertools.accumulate(sizes)]
        return [text[a:b] for a, b in itertools.pairwise(starts)]

    numbers = [data.draw(st.integers(0, 9)) for _ in pieces]
    total = sum(numbers) + 1
    row = [*(number / total for number in numbers), 1 / total]
    found = weighed(cut(pieces), ["x"], [row, row], " ".join(cut(words)), "x")
    by_character = [
        weight / size for weight, size in zip(row, pieces, strict=False) for _ in range(size)
    ]
    expected, at = [], 0
    for size in words:
        expected.append(sum(by_character[at : at + size]))
        at += size
    assert list(found) == close([expected])


# -- weights to links


def test_the_peak_is_taken_wherever_the_end_mark_stands():
    assert links([[0.1, 0.2], [0.0, 0.0], [0.3, 0.3]]) == {(1, 0), (0, 2)}


def test_a_threshold_leaves_words_without_a_link_or_gives_them_several():
    assert links([[0.5, 0.5, 0.0], [0.1, 0.2, 0.3]], 0.5) == {(0, 0), (1, 0)}


# -- symmetrization


def grown_on_a_grid(forward, backward, S, T, final):
    """The pseudocode of Koehn's grow-diag(-final-and), letter by letter, on a table of cells."""
    table = {(e, f): (f, e) in forward & backward for e in range(T) for f in range(S)}
    union = forward | backward
    near = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]

    def row_is_free(e):
        return not any(table[e, f] for f in range(S))

    def column_is_free(f):
        return not any(table[e, f] for e in range(T))

    added = True
    while added:
        added = False
        for e in range(T):
            for f in range(S):
                if not table[e, f]:
                    continue
                for de, df in near:
                    e_new, f_new = e + de, f + df
                    if (e_new, f_new) not in table or (f_new, e_new) not in union:
                        continue
                    if row_is_free(e_new) or column_is_free(f_new):
                        table[e_new, f_new] = added = True
    for direction in (forward, backward) if final else ():
        for e in range(T):
            for f in range(S):
                if row_is_free(e) and column_is_free(f) and (f, e) in direction:
                    table[e, f] = True
    return {(f, e) for (e, f), is_set in table.items() if is_set}


def test_growing_equals_the_pseudocode_on_a_grid():
    draw = random.Random(3)
    all_differ = 0
    for density in (0.15, 0.25, 0.35, 0.6) * 150:
        S, T = draw.randint(1, 8), draw.randint(1, 7)
        cells = list(itertools.product(range(S), range(T)))
        one, other = ({c for c in cells if draw.random() < density} for _ in range(2))
        grown = symmetrize(one, other, "grow-diagonal")
        final = symmetrize(one, other, "grow-diagonal-final-and")
        assert grown == grown_on_a_grid(one, other, S, T, final=False)
        assert final == grown_on_a_grid(one, other, S, T, final=True)
        assert one & other <= grown <= final <= one | other
        assert symmetrize(one, other, "intersection") == one & other
        assert symmetrize(one, other, "union") == one | other
        all_differ += len({len(one & other), len(grown), len(final), len(one | other)}) == 4
    assert all_differ > 20  # so that mixing two of them up would be seen


def test_growth_by_hand():
    # In both: 0-0 and 2-2. Beside 0-0: 1-0 and 0-1 in the union, each with a free word. Then 1-1
    # is beside them, its words taken. 4-4 is beside nothing; 3-5 in the forward direction takes 3
    # and 5, so that 3-6 of the backward one comes too late.
    forward = {(0, 0), (2, 2), (1, 0), (1, 1), (3, 5)}
    backward = {(0, 0), (2, 2), (0, 1), (4, 4), (3, 6)}
    grown = {(0, 0), (2, 2), (1, 0), (0, 1)}
    assert symmetrize(forward, backward, "grow-diagonal") == grown
    assert symmetrize(forward, backward, "grow-diagonal-final-and") == grown | {(3, 5), (4, 4)}


def test_two_equal_directions_stay_as_they_are():
    one = {(0, 1), (3, 1), (2, 2)}
    assert all(symmetrize(one, one, name) == one for name in HEURISTICS)


def test_agreement_is_the_geometric_mean_of_each_pair_of_words():
    forward = ((0.9, 0.1, 0.0), (0.2, 0.3, 0.4))  # T = 2, S = 3
    backward = ((0.4, 0.5), (0.4, 0.3), (0.9, 0.1))
    by_hand = [[0.6, 0.2, 0.0], [0.1**0.5, 0.3, 0.2]]
    assert list(agreed(forward, backward)) == close(by_hand)
    # The first source word has most of both in target word 1 by one and in 0 by the other.
    assert links(agreed(forward, backward)) == {(0, 0), (0, 1)}


def test_an_unknown_heuristic_is_refused():
    with pytest.raises(ValueError, match="'grow'"):
        symmetrize(set(), set(), "grow")


# -- many lines


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
        assert one == links(weights)
        assert {target for _, target in one} == set(range(len(pair.target_words)))


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
                    ((source, target), posterior_of(forward, source, target)),
                    ((target, source), posterior_of(backward, target, source)),
                )
            )
            assert agreeing == links(agreed(there, back), threshold)


def posterior_of(translator, source, target):
    [forced] = translator.force_many([(source, target)], weights="posterior")
    return forced.alignment


def test_each_model_gives_its_posterior_if_it_has_one_and_none_is_made_up(directions):
    forward, backward = directions
    without = tiny_translator(backward.tokenizers, 2, lexical_shortcut=False)
    pairs = [WordedPair.of(*line) for line in LINES]
    turned = [WordedPair.of(b, a) for a, b in LINES]
    found = WordAligner(forward, without, heuristic="union", threshold=0.3).align_many(pairs)
    there = WordAligner(forward, weights="posterior", threshold=0.3).align_many(pairs)
    back = WordAligner(without, weights="attention", threshold=0.3).align_many(turned)
    for joint, one, other in zip(found, there, back, strict=True):
        assert joint == one | {(i, j) for j, i in other}
    with pytest.raises(UsageError, match="one run with a lexical shortcut"):
        WordAligner(forward, without, weights="posterior")


def test_a_model_without_attention_is_refused(directions):
    forward, _ = directions
    silent = tiny_translator(forward.tokenizers, context="fixed")
    for both in ((silent,), (forward, silent)):
        with pytest.raises(UsageError, match="no attention in its decoder"):
            WordAligner(*both)


# -- alignment error rate


def test_error_rate_by_hand_with_sure_possible_and_proposed_all_different():
    # Och and Ney 2003, eqs. 19-21, two pairs.        A               S          P
    # 1: A = 0-0 1-1 2-1 3-3; S = 0-0 1-2; P = S + 1-1.    4 links, 1 sure, 2 possible hit; 2 sure
    # 2: A = 0-1 1-0;         S = 0-1;     P = S + 2-2.    2 links, 1 sure, 1 possible hit; 1 sure
    proposed = [{(0, 0), (1, 1), (2, 1), (3, 3)}, {(0, 1), (1, 0)}]
    gold = [parse_pharaoh("0-0 1-2 1p1"), parse_pharaoh("0-1 2p2")]
    rate = alignment_error_rate(proposed, [g.sure for g in gold], [g.possible for g in gold])
    assert rate == pytest.approx((3 / 6, 2 / 3, 1 - (2 + 3) / (6 + 3)))


def test_error_rate_equals_nltks_on_random_links():
    draw = random.Random(5)
    seen = set()
    for _ in range(200):
        cells = list(itertools.product(range(draw.randint(1, 6)), range(draw.randint(1, 7))))
        pick = [{c for c in cells if draw.random() < share} for share in (0.3, 0.3, 0.2)]
        proposed, sure, possible = pick[0], pick[1], pick[1] | pick[2]
        if not proposed | sure:
            continue
        ours = alignment_error_rate([proposed], [sure], [possible]).aer
        assert ours == pytest.approx(nltk_error_rate(sure, proposed, possible), abs=1e-12)
        seen.add(round(ours, 3))
    assert len(seen) > 50


def test_the_rate_of_a_corpus_is_nltks_of_all_its_links_together():
    # Each pair's words get numbers of their own, so that nltk sees one long pair. The mean of the
    # pairs' rates would be another number.
    draw = random.Random(6)
    cells = list(itertools.product(range(5), range(7)))
    parts = [[{c for c in cells if draw.random() < p} for p in (0.3, 0.2, 0.1)] for _ in range(9)]
    proposed, sure, possible = ([part[n] for part in parts] for n in range(3))
    merged = [
        {(i + 5 * n, j + 7 * n) for n, links in enumerate(side) for i, j in links}
        for side in (sure, proposed, [s | p for s, p in zip(sure, possible, strict=True)])
    ]
    ours = alignment_error_rate(proposed, sure, possible).aer
    assert ours == pytest.approx(nltk_error_rate(*merged), abs=1e-12)
    alone = [
        alignment_error_rate(*([side] for side in (a, s, p)))
        for a, s, p in zip(proposed, sure, possible, strict=True)
    ]
    assert abs(ours - sum(rate.aer for rate in alone) / len(alone)) > 1e-3


def test_gold_against_itself_has_no_error_and_an_empty_proposal_nothing_else():
    lines = (PROJECT / "data" / "test.align").read_text(encoding="utf-8").splitlines()
    gold = [parse_pharaoh(line) for line in lines]
    sure, possible = [g.sure for g in gold], [g.possible for g in gold]
    assert alignment_error_rate(sure, sure, possible) == (1, 1, 0)
    assert alignment_error_rate([set() for _ in gold], sure, possible) == (0, 0, 1)
    with pytest.raises(CorpusError, match="sentence pairs to compare"):
        alignment_error_rate(sure[1:], sure, possible)
