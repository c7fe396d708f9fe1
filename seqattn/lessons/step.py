"""`explain step`: one decoding step of a trained run, from s_{t-1} to the next piece.

What the run computes is shown, in the run's own precision: the decoder is stepped as a search does,
and the context of the step is made by `attend` from the step's own scores.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from seqattn.attention.attend import attend
from seqattn.errors import UsageError
from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import figure
from seqattn.lessons.lesson import ByHand, Lesson, Matrix, Part, Step, Table
from seqattn.lessons.numbers import matrix
from seqattn.lessons.texts import Voice
from seqattn.lessons.trained import (
    SHOWN,
    START,
    Moment,
    Source,
    follow,
    given_tokens,
    own_tokens,
    shown_run,
    source_of,
    target_label,
    target_labels,
)
from seqattn.models.decoder import Memory
from seqattn.text import visible
from seqattn.tokenizer import BOS

LIKELIEST = 5
"""Pieces named at the end."""


def lesson(request: Request) -> Lesson:
    """Where the step is, s_{t-1}, who asks, scores, softmax, context, and the likeliest pieces.

    Raises:
        UsageError: the translation has no such step.
    """
    moment = _found(request)
    say = request.say
    steps = [_where(moment, request), _state(moment)]
    if moment.now.decoded.scores is not None:
        if moment.source.model.decoder.query_layer is not None:
            steps.append(_query(moment))
        steps += [_scores(moment), _softmax(moment), _context(moment)]
        if moment.source.model.shortcut is not None:
            steps.append(_shortcut(moment))
    else:
        steps.append(_no_attention(moment))
    if moment.now.decoded.self_weights is not None:
        steps.append(_looking_back(moment))
    steps.append(_next(moment))
    closing = () if moment.t == len(moment.tokens) else (say("step.closing", next=moment.t + 1),)
    title = say("step.title", t=moment.t)
    return Lesson("step", say.language, title, tuple(steps), closing)


@dataclass(frozen=True)
class _Here:
    """Step t of a translation."""

    say: Voice
    source: Source
    memory: Memory
    tokens: list[int]
    labels: tuple[str, ...]
    t: int
    now: Moment

    def step(self, key: str, *parts: Part, **given: object) -> Step:
        """A step with the texts of `key`, told t and what else is given."""
        say, full = self.say, f"step.{key}"
        prose = say.paragraphs(f"{full}.prose", t=self.t, before=self.t - 1, **given)
        return Step(key, say(f"{full}.title", t=self.t, before=self.t - 1), prose, parts)

    def over_source(self, name: str, about: str, numbers: Tensor, formula: str) -> Matrix:
        """(T_x, 1) or (T_x, several): a row for each source piece."""
        return matrix(
            self.say, name, about, numbers, ("T_x", "1"), formula=formula, rows=self.source.labels
        )

    def vector(self, name: str, about: str, numbers: Tensor, formula: str = "") -> Matrix:
        """(D,): its first numbers in a row."""
        return matrix(self.say, name, about, numbers, ("D",), formula=formula, shown=SHOWN)


def _found(request: Request) -> _Here:
    source = source_of(request)
    memory = source.encode()
    tokens = own_tokens(source) if request.target is None else given_tokens(source, request)
    t = 1 if request.step is None else request.step
    if not 1 <= t <= len(tokens):
        say = request.say
        raise UsageError(
            say("error.step", step=t, count=len(tokens)),
            hint=say("error.step.hint", count=len(tokens)),
        )
    moments = follow(source.model, memory, tokens[:t])
    labels = target_labels(source, tokens)
    return _Here(request.say, source, memory, tokens, labels, t, moments[-1])


def _where(here: _Here, request: Request) -> Step:
    """The sentence, the translation so far, and the piece that is about to come."""
    assert request.text is not None
    say, t = here.say, here.t
    so_far = " ".join((START, *here.labels[: t - 1]))
    table = Table(
        say("step.where.table"),
        ("", ""),
        (
            (say("step.where.source"), " ".join(here.source.labels)),
            (say("step.where.so-far"), so_far),
            (say("step.where.now"), here.labels[t - 1]),
            (say("step.where.whole"), " ".join(here.labels)),
        ),
    )
    kind = "own" if request.target is None else "given"
    return here.step(
        "where",
        table,
        run=shown_run(request),
        kind=say(f"step.where.{kind}"),
        count=len(here.source.labels),
        steps=len(here.tokens),
    )


def _fed(here: _Here) -> str:
    """The piece that this step is fed, y_{t-1}."""
    return visible(START if here.t == 1 else here.labels[here.t - 2])


def _state(here: _Here) -> Step:
    state = here.now.before[0]
    norm = figure(float(state.norm()))
    return here.step(
        "first-state" if here.t == 1 else "state",
        here.vector(f"s_{here.t - 1}", "decoder-state", state),
        ByHand((f"‖s_{here.t - 1}‖ = {norm}",)),
        fed=_fed(here),
        size=len(state),
    )


def _query(here: _Here) -> Step:
    """q_t = s_{t-1} + P e(y_{t-1}), of a run whose query is `state-and-input`."""
    model = here.source.model
    assert model.decoder.query_layer is not None
    token = BOS if here.t == 1 else here.tokens[here.t - 2]
    asked = model.decoder.query_layer(model.target_embedding(torch.tensor(token)))
    query = here.now.before[0] + asked
    letter, formula = f"q_{here.t}", f"s_{here.t - 1} + P e(y_{here.t - 1})"
    return here.step(
        "query",
        here.vector(letter, "decoder-query", query, f"{letter} = {formula}"),
        fed=_fed(here),
    )


def _shortcut(here: _Here) -> Step:
    """What the lexical shortcut adds to the readout."""
    shortcut, weights = here.source.model.shortcut, here.now.decoded.weights
    assert shortcut is not None
    assert weights is not None
    nothing = torch.zeros_like(here.now.decoded.readout)
    said = shortcut(nothing, weights, here.source.embedded)[0]
    letter = f"l_{here.t}"
    formula = f"{letter} = L tanh(Σ_j a_{here.t}j x_j)"
    return here.step("shortcut", here.vector(letter, "shortcut", said, formula))


def _scores(here: _Here) -> Step:
    scores = here.now.decoded.scores
    assert scores is not None
    name = here.source.translator.config.model.score
    letter = f"e_{here.t}"
    asks = f"s_{here.t - 1}" if here.source.model.decoder.query_layer is None else f"q_{here.t}"
    formula = f"{letter}j = {here.say(f'scores.{name}.short', asks=asks)}"
    return here.step(
        "scores",
        here.over_source(letter, "scores-of-pieces", scores[0][:, None], formula),
        asks=asks,
        score=name,
        count=len(here.source.labels),
    )


def _softmax(here: _Here) -> Step:
    """The scores, exp of their distance to the largest, and the weights, side by side."""
    scores, weights = here.now.decoded.scores, here.now.decoded.weights
    assert scores is not None
    assert weights is not None
    largest = scores[0].max()
    powers = (scores[0] - largest).exp()
    letter = f"a_{here.t}"
    total = figure(float(powers.sum()))
    peak = int(weights[0].argmax())
    three = matrix(
        here.say,
        "softmax",
        "softmax-columns",
        torch.stack([scores[0], scores[0] - largest, powers], dim=1),
        ("T_x", "3"),
        rows=here.source.labels,
        columns=(f"e_{here.t}j", "e − max", "exp(e − max)"),
    )
    shares = matrix(
        here.say,
        letter,
        "weights-of-pieces",
        weights[0][:, None],
        ("T_x", "1"),
        formula=f"{letter} = softmax({f'e_{here.t}'})",
        rows=here.source.labels,
        weights=True,
    )
    return here.step(
        "softmax",
        three,
        ByHand(
            (
                f"Σ exp(e − max) = {total}",
                f"{letter},{peak + 1} = 1 / {total} = {figure(float(weights[0, peak]))}",
            )
        ),
        shares,
        peak=visible(here.source.labels[peak]),
        share=figure(float(weights[0, peak])),
    )


def _context(here: _Here) -> Step:
    scores = here.now.decoded.scores
    assert scores is not None
    states = here.memory.states
    context, weights = attend(scores[:, None], states, here.memory.mask)
    c = context[0, 0]
    letter = f"c_{here.t}"
    norms = torch.stack([states[0].norm(dim=1), weights[0, 0] * states[0].norm(dim=1)], dim=1)
    return here.step(
        "context",
        matrix(
            here.say,
            "norms",
            "state-norms",
            norms,
            ("T_x", "2"),
            rows=here.source.labels,
            columns=("‖h_j‖", f"‖a_{here.t}j h_j‖"),
        ),
        here.vector(letter, "context", c, f"{letter} = Σ_j a_{here.t}j h_j"),
        ByHand((f"‖{letter}‖ = {figure(float(c.norm()))}",)),
        size=len(c),
        count=len(here.source.labels),
    )


def _no_attention(here: _Here) -> Step:
    """What stands in attention's place: the fixed C, or nothing."""
    C = here.memory.summary[0]
    if here.source.translator.config.model.context == "fixed":
        parts = (
            here.vector("C", "fixed-context", C),
            ByHand((f"‖C‖ = {figure(float(C.norm()))}",)),
        )
        return here.step("fixed", *parts)
    return here.step("none")


def _looking_back(here: _Here) -> Step:
    weights = here.now.decoded.self_weights
    assert weights is not None
    columns = tuple(f"s_{k}" for k in range(here.t))
    return here.step(
        "looking-back",
        matrix(
            here.say,
            "a_self",
            "weights-self",
            weights[0],
            ("t",),
            columns=columns,
            weights=True,
        ),
    )


def _next(here: _Here) -> Step:
    """s_t, and the five likeliest pieces with their probabilities."""
    log_probs, state = here.now.log_probs, here.now.after[0]
    found = log_probs.topk(min(LIKELIEST, len(log_probs)))
    labels = [target_label(here.source, int(token)) for token in found.indices]
    token = here.tokens[here.t - 1]
    probability = figure(float(log_probs[token].exp()))
    letter = f"s_{here.t}"
    return here.step(
        "next",
        here.vector(letter, "decoder-state", state),
        ByHand((f"‖{letter}‖ = {figure(float(state.norm()))}",)),
        matrix(
            here.say,
            f"p(y_{here.t})",
            "likeliest",
            found.values.exp()[:, None],
            (str(len(labels)), "1"),
            rows=labels,
        ),
        chosen=visible(here.labels[here.t - 1]),
        probability=probability,
        vocabulary=len(log_probs),
    )
