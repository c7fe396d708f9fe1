"""`explain context`: one fixed C for every target word, or a weighted sum of its own for each.

The weights are given and not learned: attention that reads them off their logarithms as scores
(softmax(log a) = a) does with them what a trained one does.
"""

import torch
from torch import Tensor

from seqattn.attention.attend import attend
from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import figure
from seqattn.lessons.lesson import ByHand, Lesson, Matrix, Step, Table
from seqattn.lessons.numbers import everyone, float64, matrix
from seqattn.lessons.sentences import TARGET_WORDS, WORDS
from seqattn.lessons.texts import Voice
from seqattn.models.summaries import MeanSummary

STATES = ((1, 0, 2, 0), (0, 3, 0, 3), (2, 0, 1, 0))
"""h_j; their mean is [1, 1, 1, 1], which looks like none of them."""
WEIGHTS = {"汤姆": (0.6, 0.2, 0.2), "追逐": (0.2, 0.7, 0.1), "杰瑞": (0.3, 0.2, 0.5)}


def lesson(request: Request) -> Lesson:
    """Five steps, on "Tom chase Jerry"."""
    say, states = request.say, float64(STATES)
    steps = (
        _step(
            say,
            "states",
            matrix(say, "H", "encoder-states", states, ("T_x", "D"), rows=WORDS),
        ),
        _fixed(say, states),
        _one(say, states, "杰瑞", 3),
        _one(say, states, "汤姆", 1),
        _all(say, states),
    )
    return Lesson("context", say.language, say("context.title"), steps, (say("context.closing"),))


def _step(say: Voice, key: str, *parts: Matrix | Table | ByHand, **given: object) -> Step:
    full = f"context.{key}"
    return Step(key, say(f"{full}.title"), say.paragraphs(f"{full}.prose", **given), parts)


def attended(states: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
    """Contexts (T_y, D) and weights (T_y, T_x) by `attend`, from weights that are given."""
    contexts, shares = attend(weights.log()[None], states[None], everyone(states[None]))
    return contexts[0], shares[0]


def _fixed(say: Voice, states: Tensor) -> Step:
    """The same C three times; each source word has a third of it, whatever is written."""
    C = MeanSummary()(states[None], states[None, -1], everyone(states[None])).vector[0]
    _, shares = attended(states, torch.full((len(TARGET_WORDS), len(states)), 1 / 3).double())
    rows = TARGET_WORDS
    return _step(
        say,
        "fixed",
        Table(
            say("context.fixed.table"),
            (say("context.word"), say("context.from")),
            (
                (rows[0], f"{rows[0]} = f(C)"),
                (rows[1], f"{rows[1]} = f(C, {rows[0]})"),
                (rows[2], f"{rows[2]} = f(C, {rows[0]}, {rows[1]})"),
            ),
        ),
        matrix(say, "C", "fixed-context", C, ("D",), formula="C = (h_1 + h_2 + h_3) / 3"),
        matrix(
            say,
            "A_fixed",
            "weights-fixed",
            shares,
            ("T_y", "T_x"),
            rows=rows,
            columns=WORDS,
            weights=True,
        ),
        matrix(
            say,
            "C_fixed",
            "contexts",
            C.expand(len(rows), -1),
            ("T_y", "D"),
            formula="c_t = C",
            rows=rows,
        ),
    )


def _one(say: Voice, states: Tensor, word: str, t: int) -> Step:
    """The weights of one target word and their weighted sum, number by number."""
    contexts, weights = attended(states, float64([WEIGHTS[word]]))
    shares = weights[0].tolist()
    by_hand = tuple(
        f"c_{t}[{d + 1}] = "
        + " + ".join(
            f"{figure(share)}·{figure(value)}" for share, value in zip(shares, column, strict=True)
        )
        + f" = {figure(float(contexts[0, d]))}"
        for d, column in enumerate(states.T.tolist())
    )
    key = "jerry" if word == "杰瑞" else "tom"
    return _step(
        say,
        key,
        matrix(
            say,
            f"a_{t}",
            "weights-of-one",
            weights[0],
            ("T_x",),
            columns=WORDS,
            weights=True,
        ),
        matrix(
            say,
            f"a_{t}j h_j",
            "weighted-states",
            weights[0][:, None] * states,
            ("T_x", "D"),
            rows=WORDS,
        ),
        ByHand(by_hand),
        matrix(say, f"c_{t}", "context", contexts[0], ("D",), formula=f"c_{t} = Σ_j a_{t}j h_j"),
        word=word,
    )


def _all(say: Voice, states: Tensor) -> Step:
    contexts, weights = attended(states, float64([WEIGHTS[word] for word in TARGET_WORDS]))
    rows = TARGET_WORDS
    return _step(
        say,
        "all",
        Table(
            say("context.all.table"),
            (say("context.word"), say("context.from")),
            (
                (rows[0], f"{rows[0]} = f(c_1)"),
                (rows[1], f"{rows[1]} = f(c_2, {rows[0]})"),
                (rows[2], f"{rows[2]} = f(c_3, {rows[0]}, {rows[1]})"),
            ),
        ),
        matrix(
            say, "A", "weights", weights, ("T_y", "T_x"), rows=rows, columns=WORDS, weights=True
        ),
        matrix(say, "C", "contexts", contexts, ("T_y", "D"), formula="C = A H", rows=rows),
    )
