"""What changes from one matrix of attention weights to another over the same tokens."""

from dataclasses import dataclass

from seqattn.alignment.alignment import Alignment
from seqattn.alignment.labels import Label, Matrix, Role


@dataclass(frozen=True)
class Difference:
    """The weights of `second` minus those of `first`: what one model looks at more, or less.

    Both have the same tokens, so each cell says what two models make of the same question. Rows sum
    to 0: what a row looks at more it takes from elsewhere.

    Attributes:
        first: what is taken away.
        second: what it is taken from.

    Raises:
        ValueError: the tokens of the two differ.

    >>> sharp = Alignment((Label("a"),), (Label("b"), Label("c")), ((0.75, 0.25),))
    >>> blurred = Alignment((Label("a"),), (Label("b"), Label("c")), ((0.5, 0.5),))
    >>> Difference(blurred, sharp).values
    ((0.25, -0.25),)
    """

    first: Alignment
    second: Alignment

    def __post_init__(self) -> None:
        if side := unlike(self.first, self.second):
            raise ValueError(f"the {side} of the two alignments differ")

    @property
    def values(self) -> Matrix:
        """(T_y, T_x) floats in [-1, 1]; each row sums to 0."""
        pairs = zip(self.first.weights, self.second.weights, strict=True)
        return tuple(tuple(new - old for old, new in zip(*rows, strict=True)) for rows in pairs)

    def peaks(self) -> tuple[int, ...]:
        """The column of each row's largest change, up or down; of equal ones the first."""
        sizes = [[abs(value) for value in row] for row in self.values]
        return tuple(row.index(max(row)) for row in sizes)

    @property
    def moved(self) -> float:
        """The share of a row, in [0, 1], that lies elsewhere; the mean of all rows.

        Half the sum of absolute differences: the total variation distance.
        """
        rows = [sum(map(abs, row)) / 2 for row in self.values]
        return sum(rows) / len(rows) if rows else 0.0

    @property
    def rows(self) -> tuple[Label, ...]:
        """T_y labels, the same of both."""
        return self.second.rows

    @property
    def columns(self) -> tuple[Label, ...]:
        """T_x labels, the same of both."""
        return self.second.columns

    @property
    def shape(self) -> tuple[int, int]:
        """(T_y, T_x)."""
        return self.second.shape

    @property
    def row_text(self) -> str:
        """The sentence that the rows spell."""
        return self.second.row_text

    @property
    def column_text(self) -> str:
        """The sentence that the columns spell."""
        return self.second.column_text

    @property
    def row_role(self) -> Role:
        """What the rows are."""
        return self.second.row_role

    @property
    def column_role(self) -> Role:
        """What the columns are."""
        return self.second.column_role


def unlike(first: Alignment, second: Alignment) -> str:
    """On which side the tokens of two alignments differ: "rows", "columns" or, equal, "".

    >>> one = Alignment((Label("a"),), (Label("b"),), ((1.0,),))
    >>> unlike(one, one), unlike(one, Alignment((Label("c"),), (Label("b"),), ((1.0,),)))
    ('', 'rows')
    """
    if first.column_role != second.column_role or _tokens(first.columns) != _tokens(second.columns):
        return "columns"
    if first.row_role != second.row_role or _tokens(first.rows) != _tokens(second.rows):
        return "rows"
    return ""


def _tokens(labels: tuple[Label, ...]) -> list[tuple[str, str]]:
    return [(label.text, label.special) for label in labels]
