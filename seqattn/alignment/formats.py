"""An alignment as a file: JSON, TSV and npz."""

import json
import math
from dataclasses import asdict
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

from seqattn.alignment.labels import Label
from seqattn.text import json_line, visible

if TYPE_CHECKING:
    from seqattn.alignment.alignment import Alignment

FORMAT = "seqattn-alignment"
VERSION = 1


def to_json(alignment: "Alignment") -> str:
    """One line of JSON that `from_json` reads back exactly; a masked score is null."""
    fields: dict[str, Any] = {"format": FORMAT, "version": VERSION, **asdict(alignment)}
    if alignment.scores is not None:
        fields["scores"] = [
            [None if score == -math.inf else score for score in row] for row in alignment.scores
        ]
    return json_line(fields)


def read_json(line: str) -> dict[str, Any]:
    """What `Alignment` takes, out of a line that `to_json` wrote.

    Raises:
        ValueError: it is something else, damaged, or of a later version.
    """
    try:
        fields = json.loads(line)
    except RecursionError as error:
        raise ValueError("this JSON is no alignment: its brackets are too deep") from error
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        raise ValueError(f'this JSON is no alignment: "format" must be "{FORMAT}"')
    version = fields.pop("version", None)
    if version != VERSION:
        raise ValueError(f"this alignment has version {version}, expected {VERSION}")
    try:
        for side in ("rows", "columns"):
            fields[side] = tuple(Label(**label) for label in fields[side])
        if fields.get("scores") is not None:
            fields["scores"] = [
                [-math.inf if score is None else score for score in row] for row in fields["scores"]
            ]
    except (KeyError, TypeError) as error:
        raise ValueError(f"this alignment's JSON is damaged: {error}") from error
    return fields


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
