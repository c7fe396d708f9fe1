"""An alignment as a file: JSON, TSV and npz, as docs/formats.md describes them."""

import math
from dataclasses import asdict
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, get_args

from seqattn.alignment.checked_json import (
    Form,
    choice,
    listed,
    number,
    or_null,
    record,
    text,
    truth,
)
from seqattn.alignment.labels import Label, Role, Special
from seqattn.text import json_line, visible

if TYPE_CHECKING:
    from seqattn.alignment.alignment import Alignment

FORMAT = "seqattn-alignment"
VERSION = 1

_LABELS = listed(
    record(
        Label,
        {
            "text": text,
            "starts_word": truth,
            "special": choice(get_args(Special)),
            "surface": or_null(text),
        },
    )
)
FORM = Form(
    "alignment",
    FORMAT,
    VERSION,
    {
        "rows": _LABELS,
        "columns": _LABELS,
        "weights": listed(listed(number)),
        "row_text": text,
        "column_text": text,
        "row_role": choice(get_args(Role)),
        "column_role": choice(get_args(Role)),
        "scores": or_null(listed(listed(or_null(number, -math.inf)))),
        "log_probs": or_null(listed(or_null(number, -math.inf))),
        "notes": listed(text),
    },
)
"""What a line of `to_json` holds."""


def to_json(alignment: "Alignment") -> str:
    """One line of JSON that `from_json` reads back exactly.

    JSON has no infinity: a score or a log-probability of -inf is null. (The two halves of a
    surrogate pair, side by side in a text, come back as the one character that they are in JSON.)
    """
    fields: dict[str, Any] = {"format": FORMAT, "version": VERSION, **asdict(alignment)}
    if alignment.scores is not None:
        fields["scores"] = [_finite_or_null(row) for row in alignment.scores]
    if alignment.log_probs is not None:
        fields["log_probs"] = _finite_or_null(alignment.log_probs)
    return json_line(fields)


def _finite_or_null(numbers: tuple[float, ...]) -> list[float | None]:
    return [None if value == -math.inf else value for value in numbers]


def to_tsv(alignment: "Alignment") -> str:
    """The matrix as tab-separated lines: a head of column labels, then a label and its row.

    Weights have six decimals. Tabs and other control characters in labels are escaped.
    """
    head = [f"{alignment.row_role}\\{alignment.column_role}"]
    lines = [head + [visible(label.text) for label in alignment.columns]]
    for label, row in zip(alignment.rows, alignment.weights, strict=True):
        lines.append([visible(label.text)] + [f"{weight:.6f}" for weight in row])
    return "".join("\t".join(line) + "\n" for line in lines)


def to_npz(alignment: "Alignment", file: str | PathLike[str] | IO[bytes]) -> None:
    """Write numpy arrays, readable without pickle.

    weights (T_y, T_x) float64; scores and log_probs if known; rows and columns (T_y,) and
    (T_x,) str; row_text, column_text, row_role, column_role, format str; version int.
    """
    import numpy as np

    arrays: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "weights": np.array(alignment.weights, dtype=np.float64).reshape(alignment.shape),
        "rows": np.array([label.text for label in alignment.rows], dtype=np.str_),
        "columns": np.array([label.text for label in alignment.columns], dtype=np.str_),
        "row_text": alignment.row_text,
        "column_text": alignment.column_text,
        "row_role": alignment.row_role,
        "column_role": alignment.column_role,
    }
    if alignment.scores is not None:
        arrays["scores"] = np.array(alignment.scores, dtype=np.float64).reshape(alignment.shape)
    if alignment.log_probs is not None:
        arrays["log_probs"] = np.array(alignment.log_probs, dtype=np.float64)
    if isinstance(file, (str, PathLike)):
        with open(file, "wb") as opened:  # savez would add .npz to a name that lacks it
            np.savez_compressed(opened, **arrays)
    else:
        np.savez_compressed(file, **arrays)
