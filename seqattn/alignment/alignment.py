"""The matrix of attention weights with its labels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import IO, get_args

from seqattn.alignment import formats
from seqattn.alignment.labels import Label, Matrix, Role, Segment, count_ordinary
from seqattn.alignment.words import mean, merge, weighted_sum

ROW_SUM_TOLERANCE = 1e-3  # a float32 softmax over thousands of columns stays well inside


@dataclass(frozen=True)
class Alignment:
    """Attention weights between labelled rows and columns. Rows sum to 1.

    Attributes:
        rows: T_y labels.
        columns: T_x labels.
        weights: (T_y, T_x) floats in [0, 1].
        row_text: the sentence that the rows spell, such as the translation; may be empty.
        column_text: the sentence that the columns spell, such as the source; may be empty.
        row_role: what the rows are.
        column_role: what the columns are.
        scores: (T_y, T_x) raw scores before the softmax, -inf where masked; None if not kept.
        log_probs: T_y natural logarithms, the probability of each row's token, -inf where it has
            none; None if unknown.
        notes: what was done to the weights since, a sentence each.

    Raises:
        ValueError: a shape does not fit, a weight is negative, a number is nan, a score is inf, a
            log-probability is above 0, or a row does not sum to 1 within 1e-3.

    >>> rows, columns = (Label("a"), Label("</s>", special="end")), (Label("b"), Label("c"))
    >>> alignment = Alignment(rows, columns, weights=((0.9, 0.1), (0.25, 0.75)))
    >>> alignment.shape, alignment.peaks()
    ((2, 2), (0, 1))
    """

    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    weights: Matrix
    row_text: str = ""
    column_text: str = ""
    row_role: Role = "target"
    column_role: Role = "source"
    scores: Matrix | None = None
    log_probs: tuple[float, ...] | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _set(self, "rows", tuple(self.rows))
        _set(self, "columns", tuple(self.columns))
        _set(self, "weights", _plain(self.weights))
        _set(self, "notes", tuple(self.notes))
        self._check_roles()
        self._check_shape("weights", self.weights)
        self._check_weights()
        if self.scores is not None:
            _set(self, "scores", _plain(self.scores))
            self._check_shape("scores", self.scores)
            if any(math.isnan(score) or score == math.inf for row in self.scores for score in row):
                raise ValueError("scores must be finite, or -inf where masked")
        if self.log_probs is not None:
            _set(self, "log_probs", tuple(map(float, self.log_probs)))
            if len(self.log_probs) != len(self.rows):
                raise ValueError(f"{len(self.log_probs)} log_probs for {len(self.rows)} rows")
            wrong = [log_prob for log_prob in self.log_probs if not log_prob <= 1e-6]
            if wrong:
                raise ValueError(f"log_probs must be at most 0, got {wrong[0]}")

    def _check_roles(self) -> None:
        for role in (self.row_role, self.column_role):
            if role not in get_args(Role):
                raise ValueError(f"unknown role {role!r}, expected one of {get_args(Role)}")

    def _check_shape(self, name: str, matrix: Matrix) -> None:
        expected = self.shape
        got = (len(matrix), *sorted({len(row) for row in matrix}))
        if len(matrix) != expected[0] or any(len(row) != expected[1] for row in matrix):
            raise ValueError(
                f"{name} must be {expected[0]} x {expected[1]} as the labels, got {got}"
            )

    def _check_weights(self) -> None:
        for index, row in enumerate(self.weights):
            total = sum(row)
            if not math.isfinite(total) or min(row, default=0.0) < 0:
                raise ValueError(f"weights of row {index} must be finite and not negative")
            if abs(total - 1) > ROW_SUM_TOLERANCE:
                raise ValueError(f"weights of row {index} sum to {total:.6f}, expected 1")

    # -- measures ------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """(T_y, T_x): rows and columns, end marks included."""
        return len(self.rows), len(self.columns)

    def row_sums(self) -> tuple[float, ...]:
        """The sum of each row: 1, up to float rounding."""
        return tuple(math.fsum(row) for row in self.weights)

    def peaks(self) -> tuple[int, ...]:
        """The column of each row's largest weight; of equal ones the first."""
        return tuple(row.index(max(row)) for row in self.weights)

    def entropies(self) -> tuple[float, ...]:
        """How spread out each row is, in nats: 0 on one column, log(T_x) evenly over all.

        -sum_j a_tj log a_tj (Shannon 1948); its exponential is the number of columns that an even
        spread of this entropy would cover.
        """
        return tuple(
            max(0.0, -math.fsum(weight * math.log(weight) for weight in row if weight > 0))
            for row in self.weights
        )

    def end_mass(self) -> float:
        """The mean weight, in [0, 1], that a row puts on the columns that are end marks."""
        ends = [index for index, label in enumerate(self.columns) if label.special == "end"]
        masses = [math.fsum(row[index] for index in ends) for row in self.weights]
        return math.fsum(masses) / len(masses) if masses else 0.0

    # -- other views ---------------------------------------------------------------------------

    def words(self, segment: Segment = "characters") -> "Alignment":
        """Merge pieces into words: columns are summed, rows averaged, so rows still sum to 1.

        A word's column is the weight on all its pieces; a word's row is the mean of its pieces'
        rows, for each piece was a look of its own. Log-probabilities add up. Raw scores are
        dropped, since a softmax of merged scores would not give the merged weights.

        Args:
            segment: "spaces" ends a word where a space stood. "characters" also makes each
                character of a script without spaces (Chinese, Japanese, Thai, ...) a word of its
                own, as a reader counts them, see `seqattn.graphemes`; a piece of several shares
                its column's weight among them, evenly where it holds all of each, and a character
                that pieces meet in takes from all of them. "spaces" is for text of such a script
                whose words have spaces between them.
        """
        row_words = merge(self.rows, segment)
        column_words = merge(self.columns, segment)
        averaged = [mean([self.weights[piece] for piece in word.shares]) for word in row_words]
        log_probs = self.log_probs
        if log_probs is not None:
            log_probs = tuple(weighted_sum(log_probs, word.shares) for word in row_words)
        return replace(
            self,
            rows=tuple(word.label() for word in row_words),
            columns=tuple(word.label() for word in column_words),
            weights=tuple(
                tuple(weighted_sum(row, word.shares) for word in column_words) for row in averaged
            ),
            scores=None,
            log_probs=log_probs,
            notes=(*self.notes, "Pieces merged to words: columns summed, rows averaged."),
        )

    def without_end(self) -> "Alignment":
        """Leave out the end marks of both sides and scale each row back to a sum of 1.

        Where all weight of a row lay on the end mark, nothing is left to scale and the row is
        spread evenly. Where there is nothing but end marks, the alignment stays as it is.
        """
        kept_rows = [index for index, label in enumerate(self.rows) if label.special != "end"]
        kept = [index for index, label in enumerate(self.columns) if label.special != "end"]
        if not kept_rows or not kept or (len(kept_rows), len(kept)) == self.shape:
            return self
        ends = sorted(set(range(len(self.columns))).difference(kept))
        on_ends = (self.weights[row][column] for row in kept_rows for column in ends)
        share = math.fsum(on_ends) / len(kept_rows)

        def choose(matrix: Matrix) -> Matrix:
            return tuple(tuple(matrix[row][column] for column in kept) for row in kept_rows)

        note = f"End marks left out, rows scaled back to 1; {share:.0%} of the weight was on them."
        return replace(
            self,
            rows=tuple(self.rows[row] for row in kept_rows),
            columns=tuple(self.columns[column] for column in kept),
            weights=tuple(_normalised(row) for row in choose(self.weights)),
            scores=None if self.scores is None else choose(self.scores),
            log_probs=self.log_probs and tuple(self.log_probs[row] for row in kept_rows),
            notes=(*self.notes, note),
        )

    # -- links and files -----------------------------------------------------------------------

    def links(self, threshold: float | None = None) -> list[tuple[int, int]]:
        """Pairs (column, row) that belong together, counted from 0 without start and end marks.

        Args:
            threshold: None links each row to its peak, and to nothing where that is a mark. A
                number in [0, 1] links every cell with at least that weight.
        """
        column_numbers = count_ordinary(self.columns)
        found = []
        for row_number, row, peak in zip(
            count_ordinary(self.rows), self.weights, self.peaks(), strict=True
        ):
            for index, number in enumerate(column_numbers):
                chosen = index == peak if threshold is None else row[index] >= threshold
                if chosen and row_number is not None and number is not None:
                    found.append((number, row_number))
        return sorted(found)

    def to_pharaoh(self, threshold: float | None = None) -> str:
        """The `links` as one line of `source-target` pairs, such as "0-0 1-2"."""
        return " ".join(f"{column}-{row}" for column, row in self.links(threshold))

    def to_json(self) -> str:
        """One line of JSON that `from_json` reads back exactly; see `alignment.formats`."""
        return formats.to_json(self)

    @classmethod
    def from_json(cls, line: str) -> "Alignment":
        """Read what `to_json` wrote.

        Raises:
            ValueError: it is something else, damaged, or of another version.
        """
        return formats.FORM.read(line, cls)

    def to_tsv(self) -> str:
        """The matrix as tab-separated lines; see `alignment.formats`."""
        return formats.to_tsv(self)

    def to_npz(self, file: str | PathLike[str] | IO[bytes]) -> None:
        """Write numpy arrays, readable without pickle; see `alignment.formats`."""
        formats.to_npz(self, file)

    def _repr_html_(self) -> str:
        """The heatmap in a notebook."""
        from seqattn.heatmap import to_fragment  # stands below: a picture is drawn on request

        return to_fragment(self)


def _set(alignment: Alignment, name: str, value: object) -> None:
    object.__setattr__(alignment, name, value)  # the dataclass is frozen for everyone else


def _plain(matrix: Sequence[Sequence[float]]) -> Matrix:
    return tuple(tuple(map(float, row)) for row in matrix)


def _normalised(row: Sequence[float]) -> tuple[float, ...]:
    total = math.fsum(row)
    return tuple(value / total if total > 0 else 1 / len(row) for value in row)
