"""Pieces merged to words: columns summed, rows averaged, scripts without spaces cut apart."""

import math

import pytest
from hypothesis import given, settings

from seqattn.alignment import Alignment, Label
from seqattn.graphemes import clusters
from tests.alignment.made_up import END, alignment, alignments


def test_words_sum_columns_and_average_rows():
    words = alignment().words()
    assert [label.text for label in words.rows] == ["until", "</s>"]
    assert [label.text for label in words.columns] == ["to", "morrow", "</s>"]
    assert words.weights[0] == pytest.approx(
        ((0.1 + 0.5) / 2, (0.2 + 0.3 + 0.0 + 0.25) / 2, (0.4 + 0.25) / 2)
    )
    assert words.log_probs == pytest.approx((-0.75, -0.125))
    assert words.scores is None
    assert "columns summed, rows averaged" in words.notes[-1]


def words_by_loop(labels):
    """Which word each piece belongs to: the rule said once more, piece by piece."""
    owner = []
    for index, label in enumerate(labels):
        mark = label.special in ("start", "end")
        after_mark = index > 0 and labels[index - 1].special in ("start", "end")
        new = index == 0 or label.starts_word or mark or after_mark
        owner.append((owner[-1] if owner else -1) + new)
    return owner


@settings(max_examples=40)
@given(alignments())
def test_words_equal_a_slow_loop(made):
    words = made.words("spaces")
    row_owner, column_owner = words_by_loop(made.rows), words_by_loop(made.columns)
    assert words.shape == (max(row_owner) + 1, max(column_owner) + 1)
    for i in range(words.shape[0]):
        members = [r for r, owner in enumerate(row_owner) if owner == i]
        for j in range(words.shape[1]):
            total = 0.0
            for r in members:
                for c, owner in enumerate(column_owner):
                    if owner == j:
                        total += made.weights[r][c]
            assert words.weights[i][j] == pytest.approx(total / len(members))
    assert words.row_sums() == pytest.approx([1] * len(words.rows))


@settings(max_examples=40)
@given(alignments())
def test_characters_keep_every_column_row_sum_and_the_log_probability(made):
    words = made.words("characters")
    assert words.row_sums() == pytest.approx([1] * len(words.rows))
    assert "".join(label.text for label in words.rows) == "".join(x.text for x in made.rows)
    assert math.fsum(words.log_probs) == pytest.approx(math.fsum(made.log_probs), abs=1e-9)


def test_characters_cut_chinese_apart_and_leave_latin_words_and_korean_whole():
    columns = (
        *(
            Label("汤姆"),
            Label("追逐", False),
            Label("Mickey", False),
            Label("Mouse"),
            Label("s", False),
        ),
        *(Label("。", False), Label("한국"), Label("어", False), END),
    )
    made = Alignment((END,), columns, ((0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1),))
    words = made.words("characters")
    texts = [label.text for label in words.columns]
    assert texts == ["汤", "姆", "追", "逐", "Mickey", "Mouses", "。", "한국어", "</s>"]
    assert words.weights[0][:2] == pytest.approx((0.1, 0.1))  # 0.2 shared evenly
    assert words.weights[0][5] == pytest.approx(0.2)
    assert made.words() == words
    assert len(made.words("spaces").columns) == 4


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        # A cluster takes from each of its pieces what part of the piece it is made of.
        (["ก", "็น"], {"ก็": 0.2 + 0.4 / 3, "น": 0.4 * 2 / 3}),
        (["น้", "ำก"], {"น้ำ": 0.2 + 0.4 / 4, "ก": 0.4 * 3 / 4}),
        (["ນ", "ີນ"], {"ນີ": 0.2 + 0.4 / 3, "ນ": 0.4 * 2 / 3}),
        (["ម", "ុម"], {"មុ": 0.2 + 0.4 / 3, "ម": 0.4 * 2 / 3}),
        (["မ", "်", "မ"], {"မ်": 0.2 + 0.4, "မ": 0.1}),
        (["か", "\u3099か"], {"か\u3099": 0.2 + 0.4 / 3, "か": 0.4 * 2 / 3}),
        (["汤", "\U000e0100", "姆"], {"汤\U000e0100": 0.6, "姆": 0.1}),
        (["か👩", "\u200d👩か"], {"か": 0.15 + 0.24, "👩\u200d👩": 0.05 + 0.16}),
        (["か🇹", "🇭か"], {"か": 0.6 * 2 / 3, "🇹🇭": 0.6 / 3}),
    ],
)
def test_characters_are_whole_where_pieces_meet_inside_one(pieces, expected):
    labels = [Label(piece, not index) for index, piece in enumerate(pieces)]
    weights = [0.2, 0.4, 0.1][: len(labels)]
    rest = 1 - sum(weights)
    words = Alignment((END,), (*labels, END), ((*weights, rest),)).words("characters")
    found = list(zip([label.text for label in words.columns], words.weights[0], strict=True))
    for text, weight in expected.items():
        assert sum(w for t, w in found if t == text) == pytest.approx(weight)
    assert {text for text, _ in found} == {*expected, "</s>"}


def runs_by_loop(labels):
    """The pieces between which no space and no mark stands."""
    runs = []
    for index, label in enumerate(labels):
        if index == 0 or label.starts_word or label.is_mark or labels[index - 1].is_mark:
            runs.append([])
        runs[-1].append(label)
    return runs


@settings(max_examples=60)
@given(alignments())
def test_no_word_begins_inside_a_character_unless_its_run_does(made):
    for labels, words in (
        (made.rows, made.words("characters").rows),
        (made.columns, made.words("characters").columns),
    ):
        written = iter(words)
        for run in runs_by_loop(labels):
            text = "".join(label.text for label in run)
            if run[0].is_mark:
                assert next(written).text == text
                continue
            cut = []
            while "".join(cut) != text:
                cut.append(next(written).text)
            assert [cluster for word in cut for cluster in clusters(word)] == clusters(text)
        assert next(written, None) is None


def test_an_unknown_segment_is_refused():
    with pytest.raises(ValueError, match="unknown segment 'syllables'"):
        alignment().words("syllables")


def test_words_are_made_of_surfaces_not_of_the_names_of_bytes():
    # `a ☃!`: the space before the snowman is a piece of its own, the snowman three bytes.
    columns = (
        Label("a"),
        Label("␣", True, surface=""),
        Label("☃ 1/3", False, surface="☃"),
        Label("☃ 2/3", False, surface=""),
        Label("☃ 3/3", False, surface=""),
        Label("!", False),
        Label("</s>", special="end"),
    )
    weights = ((0.1, 0.2, 0.05, 0.15, 0.2, 0.1, 0.2),)
    alignment = Alignment((Label("x"),), columns, weights)
    for segment in ("spaces", "characters"):
        words = alignment.words(segment)
        assert [label.text for label in words.columns] == ["a", "☃!", "</s>"]
        assert words.weights[0] == pytest.approx((0.1, 0.7, 0.2))
    assert Alignment.from_json(alignment.to_json()) == alignment


def test_a_character_in_bytes_is_a_word_of_its_own_in_a_script_without_spaces():
    columns = (
        Label("我"),
        Label("汤 1/2", False, surface="汤"),
        Label("汤 2/2", False, surface=""),
        Label("姆", False),
    )
    alignment = Alignment((Label("x"),), columns, ((0.1, 0.2, 0.3, 0.4),))
    words = alignment.words("characters")
    assert [label.text for label in words.columns] == ["我", "汤", "姆"]
    assert words.weights[0] == pytest.approx((0.1, 0.5, 0.4))


def test_a_word_of_nothing_but_a_space_keeps_a_name():
    alignment = Alignment((Label("x"),), (Label("␣", surface=""),), ((1.0,),))
    assert alignment.words().columns[0].text == "␣"
