"""Balanced weights: rows stay shares, columns come nearer to each other, and how far is told."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqattn.word_alignment import balance, balanced


def rows_of_shares(seed, T_y, T_x, zeros=0.0):
    draw = random.Random(seed)
    rows = []
    for _ in range(T_y):
        row = [draw.random() ** 3 * (draw.random() >= zeros) for _ in range(T_x)]
        row[draw.randrange(T_x)] += 0.1
        rows.append([number / sum(row) for number in row])
    return rows


def scaled_by_hand(weights, strength, passes):
    """The three formulas, a number at a time."""
    T_y, T_x = len(weights), len(weights[0])
    v = [1.0] * T_x
    u = [1 / sum(weights[t][j] * v[j] for j in range(T_x)) for t in range(T_y)]
    for _ in range(passes):
        for j in range(T_x):
            v[j] = (1 / max(sum(u[t] * weights[t][j] for t in range(T_y)), 1e-12)) ** strength
        u = [1 / sum(weights[t][j] * v[j] for j in range(T_x)) for t in range(T_y)]
    return [[u[t] * weights[t][j] * v[j] for j in range(T_x)] for t in range(T_y)]


def sums(weights):
    return [sum(column) for column in zip(*weights, strict=True)]


@pytest.mark.parametrize("strength", [0.3, 0.9, 1.0])
def test_the_weights_are_those_of_the_formulas(strength):
    weights = rows_of_shares(1, 5, 7, zeros=0.4)
    by_hand = scaled_by_hand(weights, strength, balance.PASSES)
    assert list(balanced(weights, strength)) == [pytest.approx(row) for row in by_hand]


def test_more_passes_would_change_nothing_that_counts():
    for seed in range(20):
        weights = rows_of_shares(seed, 9, 6)
        later = scaled_by_hand(weights, balance.BALANCE, 200)
        for row, other in zip(balanced(weights), later, strict=True):
            assert row == pytest.approx(other, abs=0.01)


def test_with_full_strength_all_columns_end_with_the_same_sum():
    assert sums(balanced(rows_of_shares(2, 4, 4), 1.0)) == pytest.approx([1] * 4, abs=0.01)
    assert sums(balanced(rows_of_shares(2, 3, 6), 1.0)) == pytest.approx([0.5] * 6, abs=0.01)


def test_the_stronger_the_nearer_the_columns_and_with_none_nothing_moves():
    weights = rows_of_shares(4, 6, 5)
    spread = []
    for strength in (0.0, 0.3, 0.6, 0.9, 1.0):
        columns = sums(balanced(weights, strength))
        spread.append(max(columns) - min(columns))
    assert spread == sorted(spread, reverse=True)
    assert spread[0] > 2 * spread[-1]
    assert list(balanced(weights, 0.0)) == [pytest.approx(row) for row in weights]


@settings(deadline=None)
@given(
    st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 8), st.sampled_from([0.5, 0.9, 1.0])
)
def test_rows_stay_shares_and_zeros_stay_zeros(seed, T_y, T_x, strength):
    weights = rows_of_shares(seed, T_y, T_x, zeros=0.6)
    for given_row, row in zip(weights, balanced(weights, strength), strict=True):
        assert sum(row) == pytest.approx(1)
        assert all(0 <= number <= 1 + 1e-12 for number in row)
        assert all(not after for before, after in zip(given_row, row, strict=True) if not before)


def test_a_column_that_all_but_nobody_looks_at_breaks_nothing():
    weights = [[1.0, 0.0, 0.0], [1.0 - 1e-30, 1e-30, 0.0]]
    for row in balanced(weights, 1.0):
        assert sum(row) == pytest.approx(1)
