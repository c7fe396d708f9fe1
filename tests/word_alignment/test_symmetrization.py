"""Two directions made one: on links the pseudocode on a grid, on weights the mean by hand."""

import itertools
import random

import pytest

from seqattn.word_alignment import HEURISTICS, agreed, links, symmetrize


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


def test_agreement_is_the_squared_mean_of_the_square_roots_of_each_pair_of_words():
    forward = ((0.81, 0.01, 0.0), (0.16, 0.36, 0.25))  # T = 2, S = 3
    backward = ((0.49, 0.64), (0.09, 0.36), (0.64, 0.01))
    by_hand = [[0.8**2, 0.2**2, 0.4**2], [0.6**2, 0.6**2, 0.3**2]]
    assert list(agreed(forward, backward)) == [pytest.approx(row) for row in by_hand]
    # Target word 1 looks at the second source word most, but the first one looks at it alone.
    assert links(agreed(forward, backward), least=0.4) == {(0, 0)}


def test_an_unknown_heuristic_is_refused():
    with pytest.raises(ValueError, match="'grow'"):
        symmetrize(set(), set(), "grow")
