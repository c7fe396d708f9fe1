"""The difference of two alignments: B - A over the same tokens."""

import itertools
import math

import pytest

from seqattn.alignment import Alignment, Difference, Label, unlike
from tests.heatmap.samples import END, drawn, pieces, textbook

ROWS, COLUMNS = pieces("a b|c"), pieces("x y z")


def other() -> Alignment:
    """The same tokens as `drawn(ROWS, COLUMNS)`, other weights: rows turned round."""
    made = drawn(ROWS, COLUMNS)
    return Alignment(ROWS, COLUMNS, made.weights[::-1])


def test_each_cell_is_the_second_weight_less_the_first_and_rows_sum_to_zero():
    first, second = drawn(ROWS, COLUMNS), other()
    made = Difference(first, second)
    assert made.shape == (4, 4)
    for i, j in itertools.product(range(4), range(4)):
        assert made.values[i][j] == second.weights[i][j] - first.weights[i][j]
    assert [math.fsum(row) for row in made.values] == pytest.approx([0.0] * 4, abs=1e-12)


def test_the_largest_change_of_a_row_counts_up_or_down():
    labels = (Label("x"), Label("y"), Label("z"))
    before = Alignment((Label("a"), Label("b")), labels, ((0.25, 0.5, 0.25), (0.75, 0.125, 0.125)))
    after = Alignment((Label("a"), Label("b")), labels, ((0.5, 0.0, 0.5), (0.5, 0.125, 0.375)))
    made = Difference(before, after)
    assert made.peaks() == (1, 0)
    assert made.moved == (0.5 + 0.25) / 2  # 0.5 left column y, 0.25 left column x


def test_a_model_does_not_differ_from_itself():
    made = Difference(textbook(), textbook())
    assert made.moved == 0
    assert {value for row in made.values for value in row} == {0.0}


@pytest.mark.parametrize(
    ("rows", "columns", "side"),
    [
        (ROWS, COLUMNS, ""),
        (tuple(Label(label.text, special=label.special) for label in ROWS), COLUMNS, ""),
        (pieces("a bc"), COLUMNS, "rows"),
        (pieces("a bd|c"), COLUMNS, "rows"),
        (ROWS, pieces("x y|z w"), "columns"),
        ((*ROWS[:-1], Label("</s>")), COLUMNS, "rows"),  # a word that looks like the mark
        (pieces("a"), pieces("x"), "columns"),
    ],
)
def test_tokens_must_be_the_same_wherever_words_begin(rows, columns, side):
    first, second = drawn(ROWS, COLUMNS), drawn(rows, columns)
    assert unlike(first, second) == side
    if side:
        with pytest.raises(ValueError, match=side):
            Difference(first, second)


def test_what_rows_and_columns_are_must_be_the_same():
    first = drawn((END,), (END,))
    second = Alignment((END,), (END,), ((1.0,),), row_role="summary")
    assert unlike(first, second) == "rows"
