"""What is said beside a picture: how to read it, and what its numbers add up to."""

import math
from collections.abc import Sequence
from itertools import pairwise

from seqattn.alignment import Alignment, Difference, Label
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import Drawn, log_probs_of
from seqattn.heatmap.labels import ASCII_JOINT, JOINT, is_continuation

CAUTION = (
    "Attention shows where the model looked, not why it chose a word: "
    "a strong cell is no proof that two words translate each other."
)

# How to read a cell of a picture that is drawn and not written.
RINGED = (
    "Numbers are hundredths, 1. is 1, empty is under 0.005. "
    "Each row sums to 1; a ring marks its largest weight."
)

LOG_PROB = "log p"
"""What log-probabilities are called in every picture."""

_LOG_PROB_MEANING = f"{LOG_PROB} is the natural logarithm of each row's probability."

# Share of the largest possible entropy from which a row's peak is hardly more than its rest.
NEARLY_UNIFORM = 0.9
_HALF = 0.5


def sentences(drawn: Drawn, right: str = "→", down: str = "↓") -> list[tuple[str, str]]:
    """The texts that are there, each after its role and the direction in which it is read.

    One that attends to itself is there once.

    >>> one = Label("a")
    >>> sentences(Alignment((one,), (one,), ((1.0,),), row_text="b", column_text="a"))
    [('source →', 'a'), ('target ↓', 'b')]
    """
    found = [(drawn.column_role, right, drawn.column_text)]
    if (drawn.row_role, drawn.row_text) != (drawn.column_role, drawn.column_text):
        found.append((drawn.row_role, down, drawn.row_text))
    return [(f"{role} {arrow}", text) for role, arrow, text in found if text]


def cells(canvas: Canvas, *, compact: bool) -> str:
    """How to read a cell of a picture that is written."""
    if compact:
        return (
            "Weights are hundredths. Each row sums to 1; the number at its label is the column of "
            "its largest weight."
        )
    nothing, mark = canvas.glyph("·", "."), canvas.glyph("▸", ">")
    return (
        f"Numbers are hundredths: 42 is a weight of 0.42, {nothing} under 0.005, 1. is 1. "
        f"Each row sums to 1; its largest weight is marked {mark}."
    )


def changes(nothing: str) -> str:
    """How to read a cell of a difference, where `nothing` stands for no change."""
    return (
        "Numbers are hundredths of B's weight less A's: +42 is 0.42 more in B, "
        f"{nothing} under 0.005."
    )


def size(alignment: Drawn) -> str:
    """How many rows and columns, and what the end mark among them is.

    >>> size(Alignment((Label("a"),), (Label("b"), Label("</s>", special="end")), ((0.5, 0.5),)))
    '1 row x 2 columns, with the end mark </s>: the place where the sentence is over.'
    """
    (rows, columns) = alignment.shape
    text = f"{_count(rows, 'row')} x {_count(columns, 'column')}"
    marks = {label.text: None for label in _ends(alignment.rows) + _ends(alignment.columns)}
    if not marks:
        return text + "."
    return f"{text}, with the end mark {' and '.join(marks)}: the place where the sentence is over."


def measures(alignment: Drawn) -> str:
    """How far a row spreads, how much lands on the end mark, and what to think of it.

    Of a difference: how much of the weight lies elsewhere.
    """
    if isinstance(alignment, Difference):
        return f"On average {alignment.moved:.0%} of a row's weight lies elsewhere."
    columns = alignment.shape[1]
    entropies = alignment.entropies()
    if not entropies:
        return "There are no rows."
    entropy = math.fsum(entropies) / len(entropies)
    parts = [
        f"A row spreads over {math.exp(entropy):.1f} of {_count(columns, 'column')} on average"
        f" (entropy {entropy:.2f} nats)."
    ]
    if columns > 2 and entropy > NEARLY_UNIFORM * math.log(columns):
        cause = ": the model is undertrained" if alignment.row_role == "target" else ""
        parts.append(f"Nearly uniform{cause}.")
    if _ends(alignment.columns):
        mass = alignment.end_mass()
        parts.append(f"The {alignment.column_role}'s end mark gets {mass:.0%} of the weight")
        parts[-1] += ", where models rest when no word helps." if mass > _HALF else "."
    return " ".join(parts)


def drawn_remarks(drawn: Drawn, joint: str, *, log_probs: bool) -> list[str]:
    """All that is said under a picture that is drawn and not written."""
    is_known = log_probs_of(drawn, wanted=log_probs) is not None
    is_change = isinstance(drawn, Difference)
    remarks = [
        size(drawn),
        f"{changes('empty')} A ring marks each row's largest change." if is_change else RINGED,
        _LOG_PROB_MEANING if is_known else "",
        measures(drawn),
        joints(drawn, joint),
        *notes(drawn),
    ]
    return [remark for remark in remarks if remark]


def written_remarks(
    alignment: Alignment, canvas: Canvas, *, compact: bool, log_probs: bool
) -> list[str]:
    """All that is said under a picture that is written, with or without log-probabilities."""
    return [
        size(alignment),
        cells(canvas, compact=compact),
        *[_LOG_PROB_MEANING] * (log_probs_of(alignment, wanted=log_probs) is not None),
        measures(alignment),
        *filter(None, [joints(alignment, canvas.glyph(JOINT, ASCII_JOINT))]),
        *alignment.notes,
    ]


def shared_remarks(
    first: Alignment, second: Alignment, canvas: Canvas, *, compact: bool, log_probs: bool
) -> list[str]:
    """What is said once under two written pictures, A and B, beside the measures of each."""
    joint = canvas.glyph(JOINT, ASCII_JOINT)
    known = [log_probs_of(one, wanted=log_probs) is not None for one in (first, second)]
    return [
        *of_two([size(first)], [size(second)]),
        cells(canvas, compact=compact),
        *[_LOG_PROB_MEANING] * any(known),
        *filter(None, [joints(first, joint) or joints(second, joint)]),
        *of_two(first.notes, second.notes),
    ]


def of_two(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """What holds for A and B once, and of the rest for which of them it holds.

    >>> of_two(["Both.", "One."], ["Both.", "Other."])
    ['Both.', 'A: One.', 'B: Other.']
    """
    return [
        *(text if text in second else f"A: {text}" for text in first),
        *(f"B: {text}" for text in second if text not in first),
    ]


def notes(drawn: Drawn) -> tuple[str, ...]:
    """What was done to the weights; of a difference nothing, as its two pictures say it."""
    return () if isinstance(drawn, Difference) else drawn.notes


def joints(alignment: Drawn, joint: str) -> str:
    """The sentence that explains the joint; empty if no label shows one."""
    sides = (alignment.rows, alignment.columns)
    if any(is_continuation(*pair) for side in sides for pair in pairwise(side)):
        return f"A label with {joint} in front goes on with the word before it."
    return ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _ends(labels: Sequence[Label]) -> list[Label]:
    return [label for label in labels if label.special == "end"]
