"""A weight for each pair of words: pieces meet words by their characters, against slow truth."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqattn.alignment import Alignment, Label
from seqattn.normalization import normalize
from seqattn.word_alignment import word_weights

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
