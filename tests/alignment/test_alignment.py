"""An alignment: what it refuses, what it tells of itself, its links, itself without end marks."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

from seqattn.alignment import Alignment, Label
from tests.alignment.made_up import END, alignment, alignments


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


def test_shape_peaks_sums_and_the_end_marks_share():
    made = alignment()
    assert made.shape == (3, 4)
    assert made.peaks() == (3, 0, 3)
    assert made.row_sums() == pytest.approx((1, 1, 1))
    assert made.end_mass() == pytest.approx((0.4 + 0.25 + 1.0) / 3)


def test_entropy_is_0_on_one_column_and_log_of_their_number_on_all():
    even = alignment(weights=((0.25,) * 4, (0.5, 0.0, 0.5, 0.0), (0.0, 0.0, 0.0, 1.0)))
    assert even.entropies() == pytest.approx((math.log(4), math.log(2), 0.0))


@settings(max_examples=40)
@given(alignments())
def test_entropy_lies_between_0_and_log_of_the_columns(made):
    for entropy in made.entropies():
        assert 0 <= entropy <= math.log(made.shape[1]) + 1e-9


def test_without_end_scales_rows_back_and_says_so():
    bare = alignment().without_end()
    assert bare.shape == (2, 3)
    assert bare.weights[0] == pytest.approx((0.1 / 0.6, 0.2 / 0.6, 0.3 / 0.6))
    assert bare.scores == ((1.0, 2.0, 3.0), (3.0, -math.inf, 2.0))
    assert bare.log_probs == (-0.5, -0.25)
    # Rows kept had 0.4 and 0.25 on it; the end row is not among them.
    assert bare.notes[-1].endswith("32% of the weight was on them.")


@settings(max_examples=40)
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


def test_links_follow_the_peaks_and_leave_marks_out():
    made = alignment(weights=((0.1, 0.2, 0.3, 0.4), (0.5, 0.0, 0.25, 0.25), (0.9, 0.1, 0.0, 0.0)))
    assert made.to_pharaoh() == "0-1"
    assert made.to_pharaoh(0.25) == "0-1 2-0 2-1"
    assert made.links(0.6) == []


def test_links_count_ordinary_labels_only():
    start = Label("<s>", special="start")
    made = Alignment((start, Label("a")), (start, Label("b")), ((1.0, 0.0), (0.0, 1.0)))
    assert made.to_pharaoh() == "0-0"


def test_a_notebook_shows_the_heatmap():
    shown = alignment()._repr_html_()
    assert "<table" in shown
    assert "morr" in shown
