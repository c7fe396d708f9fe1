"""`explain pooling`: a sentence as one vector (Yang 2016, eq. 5 to 7), with two kinds of query.

Built in, or with a run whose summary is `attention-learned` or `attention-fixed`.
"""

import copy

import torch
from torch import Tensor

from seqattn.attention.pooling import AttentionPooling
from seqattn.errors import UsageError
from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import product
from seqattn.lessons.lesson import ByHand, Lesson, Matrix, Part, Step
from seqattn.lessons.numbers import everyone, float64, matrix, set_weight
from seqattn.lessons.sentences import vectors_of, words_of
from seqattn.lessons.texts import Voice
from seqattn.lessons.trained import SHOWN, source_of
from seqattn.models.summaries import MeanSummary, PooledSummary

STATES = ((2, 0, 1), (0, 2, 0), (1, 0, 2))
W = ((0.5, 0.0, 0.5), (0.0, 1.0, -0.5))
BIAS = (0.0, 0.5)
LEARNED_QUERY = (2.0, 1.0)
QUERY_SEED = 1
"""Of the fixed query; `seqattn train --summary-query-seed` has the same default."""


def lesson(request: Request) -> Lesson:
    """States, u_j, then a pooled vector for each query."""
    if request.run is not None:
        return _of_run(request)
    say = request.say
    words = words_of(request.text, say)
    states = vectors_of(words, STATES)
    learned, fixed = _pooling(None), _pooling(QUERY_SEED)
    steps = (
        _states(say, words, states, "states"),
        _keys(say, words, states, learned),
        _pooled(say, words, states, learned, "learned"),
        _pooled(say, words, states, fixed, "fixed", seed=QUERY_SEED),
        _comparison(say, words, states, learned, fixed),
    )
    return Lesson("pooling", say.language, say("pooling.title"), steps, (say("pooling.closing"),))


def _of_run(request: Request) -> Lesson:
    say, source = request.say, source_of(request)
    summary = source.model.summary
    if not isinstance(summary, PooledSummary):
        raise UsageError(
            say("error.summary", has=source.translator.config.model.summary),
            hint=say("error.summary.hint"),
        )
    pooling = copy.deepcopy(summary.pooling).double()
    states = source.encode().states[0].double()
    kind = source.translator.config.model.summary.removeprefix("attention-")
    seed = source.translator.config.model.summary_query_seed
    steps = (
        _states(say, source.labels, states, "states-run"),
        _keys(say, source.labels, states, pooling),
        _pooled(say, source.labels, states, pooling, kind, seed=seed),
    )
    return Lesson("pooling", say.language, say("pooling.title"), steps)


def _pooling(seed: int | None) -> AttentionPooling:
    """The project's own, with this lesson's W and b; a learned query as if it had been learned."""
    pooling = AttentionPooling(len(STATES[0]), len(W), query_seed=seed).double()
    set_weight(pooling.score.key_layer, W, BIAS)
    if seed is None:
        with torch.no_grad():
            pooling.query.copy_(float64([LEARNED_QUERY]))
    return pooling


def _step(say: Voice, key: str, parts: tuple[Part, ...], **given: object) -> Step:
    full = f"pooling.{key}"
    return Step(key, say(f"{full}.title"), say.paragraphs(f"{full}.prose", **given), parts)


def _states(say: Voice, words: tuple[str, ...], states: Tensor, key: str) -> Step:
    H = matrix(say, "H", "encoder-states", states, ("T_x", "D"), rows=words, shown=SHOWN)
    return _step(say, key, (H,), count=len(words), size=states.shape[1])


def _keys(say: Voice, words: tuple[str, ...], states: Tensor, pooling: AttentionPooling) -> Step:
    layer = pooling.score.key_layer
    u = pooling.score.prepare(states[None])[0]
    given: list[Matrix] = []
    if layer.in_features <= SHOWN:
        given = [
            matrix(say, "W", "learned", layer.weight, ("D_a", "D")),
            matrix(say, "b", "learned", layer.bias, ("D_a",)),
        ]
    keys = matrix(
        say,
        "U",
        "pooling-keys",
        u,
        ("T_x", "D_a"),
        formula="u_j = tanh(W h_j + b)",
        rows=words,
        shown=SHOWN,
    )
    return _step(say, "keys", (*given, keys), size=u.shape[1])


def _pooled(
    say: Voice,
    words: tuple[str, ...],
    states: Tensor,
    pooling: AttentionPooling,
    kind: str,
    **given: object,
) -> Step:
    """Query, scores, weights and the pooled vector."""
    query = pooling.query
    u = pooling.score.prepare(states[None])
    scores = pooling.score(query[None], u)[0, 0]
    vector, weights = pooling(states[None], everyone(states[None]))
    parts = (
        matrix(say, "e", f"query-{kind}", query[0], ("D_a",), shown=SHOWN),
        matrix(
            say,
            "u_j · e",
            "scores-of-one",
            scores,
            ("T_x",),
            formula="u_j · e",
            columns=words,
        ),
        ByHand((product("u_1 · e", u[0, 0].tolist(), query[0].tolist()),)),
        matrix(
            say,
            "a",
            "weights-of-one",
            weights[0],
            ("T_x",),
            formula="a = softmax_j(u_j · e)",
            columns=words,
            weights=True,
        ),
        matrix(
            say,
            "c",
            "pooled",
            vector[0],
            ("D",),
            formula="c = Σ_j a_j h_j",
            shown=SHOWN,
        ),
    )
    return _step(say, kind, parts, **given)


def _comparison(
    say: Voice,
    words: tuple[str, ...],
    states: Tensor,
    learned: AttentionPooling,
    fixed: AttentionPooling,
) -> Step:
    mask = everyone(states[None])
    vectors, weights = zip(*(each(states[None], mask) for each in (learned, fixed)), strict=True)
    mean = MeanSummary()(states[None], states[None, -1], mask).vector
    even = torch.full_like(weights[0], 1 / len(words))
    rows = (say("pooling.row.learned"), say("pooling.row.fixed"), say("pooling.row.mean"))
    parts = (
        matrix(
            say,
            "A",
            "weights-compared",
            torch.cat([*weights, even]),
            ("3", "T_x"),
            rows=rows,
            columns=words,
            weights=True,
        ),
        matrix(say, "C", "pooled-compared", torch.cat([*vectors, mean]), ("3", "D"), rows=rows),
    )
    return _step(say, "comparison", parts)
