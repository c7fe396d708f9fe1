"""Weights of a whole sentence balanced: each source piece is worth about as much as the next.

A row asks where one target piece came from and does not know what the other rows answer. So a few
source pieces are the answer to many rows, and others, articles and particles, to none. Here rows
and columns are scaled in turn (Sinkhorn 1967), the rows to sums of 1, the columns towards equal
sums, as far as `strength` lets them:

    w_tj = u_t k_tj v_j             k: the weights given
    u_t = 1 / sum_j k_tj v_j
    v_j = (1 / sum_t u_t k_tj) ** strength

With strength 1 the columns end up equal, where zeros allow it; below, unequal sums cost something
but are allowed, which is unbalanced optimal transport (Chizat 2018) and right for translations: a
word may have two partners, or none. With 0 nothing changes.
"""

from collections.abc import Sequence

import numpy as np

BALANCE = 0.5
"""The strength unless another is given; chosen on dev links, see docs/decisions.md."""

PASSES = 10
"""With more, hardly a weight moves by 0.01."""

LEAST = 1e-12
"""What counts as the sum of a column that has less, so that nothing is divided by 0."""


def balanced(
    weights: Sequence[Sequence[float]], strength: float = BALANCE
) -> tuple[tuple[float, ...], ...]:
    """The weights with columns of more equal sums.

    Args:
        weights: (T_y, T_x), each in 0 to 1, rows that sum to 1.
        strength: in 0 to 1, as above.

    Returns:
        (T_y, T_x) weights in 0 to 1, rows that sum to 1; what is 0 stays 0.

    Both rows look at the first column most; the second row, which is less sure, gives way:

    >>> [[round(w, 2) for w in row] for row in balanced([[0.9, 0.1], [0.6, 0.4]], strength=1.0)]
    [[0.71, 0.29], [0.29, 0.71]]
    """
    given = np.asarray(weights, dtype=np.float64)
    columns = np.ones(given.shape[1])  # v
    rows = 1 / (given @ columns)  # u
    for _ in range(PASSES if strength else 0):
        columns = np.maximum(rows @ given, LEAST) ** -strength
        rows = 1 / (given @ columns)
    scaled = rows[:, None] * given * columns
    return tuple(map(tuple, scaled.tolist()))
