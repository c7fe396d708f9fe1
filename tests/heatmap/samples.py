"""Alignments to draw: made by a rule, so that a picture of them never changes by itself."""

import math
from dataclasses import replace

from seqattn.alignment import Alignment, Label

END = Label("</s>", special="end")

# Words of one sentence of thirty pieces; `|` cuts a word into pieces.
THIRTY_SOURCE = (
    "the old teacher who bought the red book that her friend trans|lat|ed in Ber|lin yester|day "
    "read|s it to the chil|dren in the gar|den|."
)
THIRTY_TARGET = (
    "die al|te Lehr|er|in , die das rote von ihr|er Freund|in gestern in Ber|lin über|setz|te Buch "
    "kauf|te , liest es den Kin|dern im Gar|ten vor|."
)

SCRIPTS = (
    Label("追逐"),
    Label("。", starts_word=False),
    Label("السلام"),
    Label("123"),
    Label("सूर्य"),
    Label("क्षि", starts_word=False),
    Label("ที่นี่", starts_word=False),
    Label("น้ำ", starts_word=False),
    Label("👨‍👩‍👧"),
    Label("🇩🇪"),
    Label("x\x1b[31m"),
    Label("\u202eevil"),
    Label("\u200b"),
    Label("\u0301"),
    Label("[b]"),
    Label(":smile:"),
    Label("한국어"),
    Label("Donaudampfschifffahrtsgesellschaft"),
    END,
)


def pieces(sentence: str) -> tuple[Label, ...]:
    """Labels of a sentence whose pieces are cut by `|`, and its end mark."""
    words = (word.split("|") for word in sentence.split(" "))
    labels = [Label(part, index == 0) for word in words for index, part in enumerate(word)]
    return (*labels, END)


def drawn(rows: tuple[Label, ...], columns: tuple[Label, ...], **texts: str) -> Alignment:
    """A blurred diagonal whose width changes from row to row; every level of weight occurs."""
    weights = []
    for i in range(len(rows)):
        middle = i * (len(columns) - 1) / max(1, len(rows) - 1)
        sharpness = 0.15 + (7 * i % 11) / 4
        raw = [
            math.exp(-sharpness * abs(j - middle) - (5 * j % 3) / 4) for j in range(len(columns))
        ]
        weights.append(tuple(value / math.fsum(raw) for value in raw))
    return Alignment(rows, columns, tuple(weights), **texts)  # type: ignore[arg-type]


def thirty() -> Alignment:
    """A sentence of thirty pieces and more."""
    return drawn(
        pieces(THIRTY_TARGET),
        pieces(THIRTY_SOURCE),
        row_text=THIRTY_TARGET.replace("|", ""),
        column_text=THIRTY_SOURCE.replace("|", ""),
    )


def scripts() -> Alignment:
    """Labels of many scripts, and some that would harm a terminal, on both sides."""
    text = "".join(" " * label.starts_word + label.text for label in SCRIPTS[:-1]).strip()
    return drawn(SCRIPTS, SCRIPTS[4:] + SCRIPTS[:3], row_text=text, column_text=text)


def textbook() -> Alignment:
    """Four words and an end mark."""
    rows = (Label("汤姆"), Label("追逐", False), Label("杰瑞", False), Label("。", False), END)
    return drawn(
        rows,
        pieces("Tom chases Jerry|."),
        row_text="汤姆追逐杰瑞。",
        column_text="Tom chases Jerry.",
    )


def wide(columns: int) -> Alignment:
    """Three rows over many columns."""
    return drawn(pieces("eins zwei"), tuple(Label(f"w{number}") for number in range(columns)))


def judged(made: Alignment) -> Alignment:
    """The same with a log-probability for each row, no two alike."""
    return replace(made, log_probs=tuple(-0.01 - 1.37 * row for row in range(len(made.rows))))


def own() -> Alignment:
    """A sentence that attends to itself."""
    labels = pieces("a b")
    return drawn(
        labels, labels, row_text="a b", column_text="a b", row_role="source", column_role="source"
    )


def blurred(made: Alignment) -> Alignment:
    """The same tokens, each row half its own and half the next one's."""
    rows = zip(made.weights, made.weights[1:] + made.weights[:1], strict=True)
    weights = tuple(tuple((a + b) / 2 for a, b in zip(*pair, strict=True)) for pair in rows)
    return replace(made, weights=weights)
