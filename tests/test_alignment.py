"""An alignment: what it refuses, what it tells of itself, its other views, its files."""

import io
import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqattn.alignment import Alignment, Label

END = Label("</s>", special="end")


def alignment(**changes):
    """Three rows, four columns: two words of two pieces, then the end mark on each side."""
    fields = {
        "rows": (Label("un"), Label("til", False), END),
        "columns": (Label("to"), Label("morr", True), Label("ow", False), END),
        "weights": ((0.1, 0.2, 0.3, 0.4), (0.5, 0.0, 0.25, 0.25), (0.0, 0.0, 0.0, 1.0)),
        "row_text": "until",
        "column_text": "to morrow",
        "scores": ((1.0, 2.0, 3.0, 4.0), (3.0, -math.inf, 2.0, 2.0), (0.0, 0.0, 0.0, 50.0)),
        "log_probs": (-0.5, -0.25, -0.125),
    }
    return Alignment(**{**fields, **changes})


@st.composite
def alignments(draw):
    def labels():
        label = st.builds(
            Label,
            st.text(st.sampled_from("abc汤姆น้ำ한é."), min_size=1, max_size=4),
            st.booleans(),
            st.sampled_from(["", "", "", "unknown", "end", "start"]),
        )
        return tuple(draw(st.lists(label, min_size=1, max_size=7)))

    rows, columns = labels(), labels()
    number = st.floats(0, 1) | st.just(0.0)
    raw = [[draw(number) for _ in columns] for _ in rows]
    weights = [[x + 1e-9 for x in row] for row in raw]
    weights = [[x / math.fsum(row) for x in row] for row in weights]
    log_probs = [draw(st.floats(-50, 0)) for _ in rows]
    return Alignment(rows, columns, weights, log_probs=log_probs)


# -- made once, checked once ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"weights": ((0.1, 0.2, 0.3, 0.4),)}, r"weights must be 3 x 4 .* got \(1, 4\)"),
        ({"weights": ((1.0,), (1.0,), (1.0,))}, r"must be 3 x 4 .* got \(3, 1\)"),
        ({"weights": ((0.1, 0.2, 0.3, 0.4),) * 2 + ((0.5, 0.2, 0.3, 0.4),)}, "row 2 sum to 1.4"),
        ({"weights": ((1.1, -0.1, 0.0, 0.0),) * 3}, "not negative"),
        ({"weights": ((math.nan, 0.2, 0.3, 0.4),) * 3}, "finite"),
        ({"weights": ((math.inf, 0.2, 0.3, 0.4),) * 3}, "finite"),
        ({"weights": ((0.0,) * 4,) * 3}, "row 0 sum to 0.000000"),
        ({"scores": ((0.0,) * 3,) * 3}, "scores must be 3 x 4"),
        ({"scores": ((math.nan,) * 4,) * 3}, "scores must be finite"),
        ({"log_probs": (-1.0,)}, "1 log_probs for 3 rows"),
        ({"log_probs": (-1.0, 0.5, -1.0)}, "at most 0"),
        ({"log_probs": (-1.0, math.nan, -1.0)}, "at most 0"),
        ({"row_role": "translation"}, "unknown role 'translation'"),
    ],
)
def test_what_is_no_attention_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        alignment(**changes)


def test_a_label_without_text_is_refused():
    with pytest.raises(ValueError, match="needs a text"):
        Label("")


def test_rounding_of_float32_is_accepted_and_more_is_not():
    third = float(np.float32(1) / np.float32(3))
    columns = (Label("a"), Label("b"), Label("c"))
    Alignment((END,), columns, ((third,) * 3,))
    with pytest.raises(ValueError, match="sum to"):
        Alignment((END,), columns, ((third, third, third + 2e-3),))


def test_numbers_become_plain_floats_in_tuples():
    made = alignment(weights=np.full((3, 4), 0.25, dtype=np.float32))
    assert made.weights == ((0.25,) * 4,) * 3
    assert {type(weight) for row in made.weights for weight in row} == {float}


# -- measures ---------------------------------------------------------------------------------


def test_shape_peaks_sums_and_the_end_marks_share():
    made = alignment()
    assert made.shape == (3, 4)
    assert made.peaks() == (3, 0, 3)
    assert made.row_sums() == pytest.approx((1, 1, 1))
    assert made.end_mass() == pytest.approx((0.4 + 0.25 + 1.0) / 3)


def test_entropy_is_0_on_one_column_and_log_of_their_number_on_all():
    even = alignment(weights=((0.25,) * 4, (0.5, 0.0, 0.5, 0.0), (0.0, 0.0, 0.0, 1.0)))
    assert even.entropies() == pytest.approx((math.log(4), math.log(2), 0.0))


@settings(max_examples=40, deadline=None)
@given(alignments())
def test_entropy_lies_between_0_and_log_of_the_columns(made):
    for entropy in made.entropies():
        assert 0 <= entropy <= math.log(made.shape[1]) + 1e-9


# -- words ------------------------------------------------------------------------------------


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


@settings(max_examples=40, deadline=None)
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


@settings(max_examples=40, deadline=None)
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


def test_an_unknown_segment_is_refused():
    with pytest.raises(ValueError, match="unknown segment 'syllables'"):
        alignment().words("syllables")


# -- without the end mark ---------------------------------------------------------------------


def test_without_end_scales_rows_back_and_says_so():
    bare = alignment().without_end()
    assert bare.shape == (2, 3)
    assert bare.weights[0] == pytest.approx((0.1 / 0.6, 0.2 / 0.6, 0.3 / 0.6))
    assert bare.scores == ((1.0, 2.0, 3.0), (3.0, -math.inf, 2.0))
    assert bare.log_probs == (-0.5, -0.25)
    # Rows kept had 0.4 and 0.25 on it; the end row is not among them.
    assert bare.notes[-1].endswith("32% of the weight was on them.")


@settings(max_examples=40, deadline=None)
@given(alignments())
def test_without_end_rows_sum_to_1_and_no_end_mark_is_left(made):
    bare = made.without_end()
    assert bare.row_sums() == pytest.approx([1] * len(bare.rows))
    if bare is not made:
        assert all(label.special != "end" for label in bare.rows + bare.columns)


def test_a_row_all_on_the_end_mark_is_spread_evenly():
    made = Alignment((Label("a"),), (Label("b"), Label("c"), END), ((0.0, 0.0, 1.0),))
    assert made.without_end().weights == ((0.5, 0.5),)


def test_where_there_is_nothing_but_end_marks_nothing_is_left_out():
    made = Alignment((END,), (END,), ((1.0,),))
    assert made.without_end() is made


# -- files ------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(alignments())
def test_json_comes_back_equal(made):
    assert Alignment.from_json(made.to_json()) == made


def test_json_keeps_masked_scores_and_notes_and_is_one_line():
    made = replace(alignment(), notes=("First.",))
    line = made.to_json()
    assert "\n" not in line
    assert json.loads(line)["scores"][1][1] is None
    assert json.loads(line)["format"] == "seqattn-alignment"
    assert Alignment.from_json(line) == made


def test_json_of_half_a_surrogate_pair_can_be_written_as_utf8():
    made = alignment(row_text="\ud83d")
    made.to_json().encode()
    assert Alignment.from_json(made.to_json()) == made


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "is no alignment"),
        ('{"format": "other"}', "is no alignment"),
        ('{"format": "seqattn-alignment", "version": 2}', "has version 2, expected 1"),
        ('{"format": "seqattn-alignment", "version": 1}', "damaged"),
        ("[" * 100_000, "too deep"),
        ("{", "Expecting"),
    ],
)
def test_json_of_something_else_is_refused(line, message):
    with pytest.raises(ValueError, match=message):
        Alignment.from_json(line)


def test_tsv_is_the_matrix_with_its_labels_and_a_tab_in_a_label_breaks_nothing():
    made = alignment(rows=(Label("a\tb"), Label("c\n", False), END))
    lines = made.to_tsv().splitlines()
    assert lines[0].split("\t") == ["target\\source", "to", "morr", "ow", "</s>"]
    assert lines[1].split("\t") == [r"a\tb", "0.100000", "0.200000", "0.300000", "0.400000"]
    assert [len(line.split("\t")) for line in lines] == [5] * 4


def test_links_follow_the_peaks_and_leave_marks_out():
    made = alignment(weights=((0.1, 0.2, 0.3, 0.4), (0.5, 0.0, 0.25, 0.25), (0.9, 0.1, 0.0, 0.0)))
    assert made.to_pharaoh() == "0-1"
    assert made.to_pharaoh(0.25) == "0-1 2-0 2-1"
    assert made.links(0.6) == []


def test_links_count_ordinary_labels_only():
    start = Label("<s>", special="start")
    made = Alignment((start, Label("a")), (start, Label("b")), ((1.0, 0.0), (0.0, 1.0)))
    assert made.to_pharaoh() == "0-0"


def test_npz_is_read_back_without_pickle(tmp_path):
    made = alignment()
    made.to_npz(tmp_path / "weights")  # the name is kept as it is
    stream = io.BytesIO()
    made.to_npz(stream)
    stream.seek(0)
    for file in (tmp_path / "weights", stream):
        with np.load(file, allow_pickle=False) as arrays:
            assert arrays["weights"].tolist() == [list(row) for row in made.weights]
            assert arrays["columns"].tolist() == ["to", "morr", "ow", "</s>"]
            assert arrays["scores"][1, 1] == -math.inf
            assert arrays["log_probs"].shape == (3,)
            assert str(arrays["row_text"]) == "until"
            assert int(arrays["version"]) == 1


def test_a_notebook_shows_the_heatmap():
    shown = alignment()._repr_html_()
    assert "<table" in shown
    assert "morr" in shown


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
