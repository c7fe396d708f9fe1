"""Alignments to try things on: one by hand, and any."""

import math
from typing import Any

from hypothesis import strategies as st

from seqattn.alignment import Alignment, Label

END = Label("</s>", special="end")

LETTERS = "abc汤姆น้ำก็ນີមុ်မ한é.\u0301\ufe0f\u200d🏽👩🇹🇭\u3099か"
"""Of several scripts; among them what goes on with the character before it, or with the next."""


def alignment(**changes: Any) -> Alignment:
    """Three rows, four columns: two words of two pieces, then the end mark on each side."""
    fields: dict[str, Any] = {
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
def alignments(draw: st.DrawFn) -> Alignment:
    """1 to 7 rows and columns of several scripts, marks among them, whose rows sum to 1."""

    def labels() -> tuple[Label, ...]:
        label = st.builds(
            Label,
            st.text(st.sampled_from(LETTERS), min_size=1, max_size=4),
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
