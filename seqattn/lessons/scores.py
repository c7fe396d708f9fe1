"""`explain scores`: the same states through all six scores, to softmax, to the context."""

import torch
from torch import Tensor

from seqattn.attention.attend import attend
from seqattn.attention.scores import (
    AdditiveScore,
    ConcatScore,
    GeneralScore,
    PoolingScore,
    Score,
    build_score,
)
from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import figure, product
from seqattn.lessons.lesson import ByHand, Lesson, Matrix, Part, Step
from seqattn.lessons.numbers import everyone, float64, matrix, set_weight
from seqattn.lessons.sentences import vectors_of, words_of
from seqattn.lessons.texts import Voice

QUERY = (1.0, 2.0)
"""s_{t-1}; as many numbers as a key has, or the dot scores could not be shown."""
STATES = ((2.0, 0.0), (0.0, 1.0), (1.0, 1.0))
GENERAL = ((1.0, 0.5), (0.0, 1.0))
ADDITIVE_W = ((1.0, 0.0), (0.0, 0.5), (0.5, 0.5))  # (D_a, D_q)
ADDITIVE_U = ((0.5, 0.0), (0.0, 1.0), (1.0, -1.0))  # (D_a, D_k)
ADDITIVE_V = (1.0, 2.0, -1.0)
POOLING = ((1.0, 0.0), (0.5, 1.0))
POOLING_BIAS = (0.0, -0.5)
ORDER = ("dot", "scaled-dot", "general", "additive", "concat", "pooling")


def lesson(request: Request) -> Lesson:
    """A step for what is given, one for each score, and one that compares them."""
    say = request.say
    words = words_of(request.text, say)
    states = vectors_of(words, STATES)
    given = (
        matrix(say, "s", "query", float64(QUERY), ("D_q",)),
        matrix(say, "H", "encoder-states", states, ("T_x", "D_k"), rows=words),
    )
    steps = [_step(say, "given", given, count=len(words))]
    attended = {name: _attended(name, states) for name in ORDER}
    for name in ORDER:
        steps.append(_score_step(say, words, states, name, attended[name]))
    steps.append(_comparison(say, words, attended))
    return Lesson("scores", say.language, say("scores.title"), tuple(steps), _closing(say))


_Attended = tuple[Tensor, Tensor, Tensor]
"""Scores (T_x,), weights (T_x,) and context (D_k,)."""


def _closing(say: Voice) -> tuple[str, ...]:
    return (say("scores.closing"),)


def _step(say: Voice, key: str, parts: tuple[Part, ...], **given: object) -> Step:
    full = f"scores.{key}"
    return Step(key, say(f"{full}.title"), say.paragraphs(f"{full}.prose", **given), parts)


def score_with_numbers(name: str) -> Score:
    """The project's score called `name` with this lesson's weights, in float64."""
    score = build_score(name, len(QUERY), len(STATES[0]), len(ADDITIVE_V))
    if isinstance(score, AdditiveScore):
        set_weight(score.query_layer, ADDITIVE_W)
        set_weight(score.key_layer, ADDITIVE_U)
        set_weight(score.score_layer, [ADDITIVE_V])
    elif isinstance(score, ConcatScore):
        both = zip(ADDITIVE_W, ADDITIVE_U, strict=True)
        set_weight(score.joint_layer, [[*w, *u] for w, u in both])
        set_weight(score.score_layer, [ADDITIVE_V])
    elif isinstance(score, GeneralScore):
        set_weight(score.key_layer, GENERAL)
    elif isinstance(score, PoolingScore):
        set_weight(score.key_layer, POOLING, POOLING_BIAS)
    return score


def _attended(name: str, states: Tensor) -> _Attended:
    score = score_with_numbers(name)
    keys = score.prepare(states[None])
    scores = score(float64(QUERY)[None, None], keys)
    context, weights = attend(scores, states[None], everyone(states[None]))
    return scores[0, 0], weights[0, 0], context[0, 0]


def _score_step(
    say: Voice, words: tuple[str, ...], states: Tensor, name: str, attended: _Attended
) -> Step:
    scores, weights, context = attended
    formula = say(f"scores.{name}.formula")
    parts: list[Part] = list(_weights_of(say, name))
    parts += _on_the_way(say, words, states, name)
    parts += [
        matrix(say, "e", "scores-of-one", scores, ("T_x",), formula=formula, columns=words),
        ByHand(tuple(_by_hand(name, states[0], float(scores[0])))),
        matrix(
            say,
            "a",
            "weights-of-one",
            weights,
            ("T_x",),
            formula="a = softmax(e)",
            columns=words,
            weights=True,
        ),
        matrix(say, "c", "context", context, ("D_k",), formula="c = Σ_j a_j h_j"),
    ]
    return _step(say, name, tuple(parts))


def _weights_of(say: Voice, name: str) -> list[Matrix]:
    """The score's own parameters."""
    if name == "general":
        return [matrix(say, "W", "learned", float64(GENERAL), ("D_q", "D_k"))]
    if name == "additive":
        return [
            matrix(say, "W", "learned", float64(ADDITIVE_W), ("D_a", "D_q")),
            matrix(say, "U", "learned", float64(ADDITIVE_U), ("D_a", "D_k")),
            matrix(say, "v", "learned", float64(ADDITIVE_V), ("D_a",)),
        ]
    if name == "concat":
        score = score_with_numbers(name)
        assert isinstance(score, ConcatScore)
        joint = score.joint_layer.weight
        return [
            matrix(
                say, "W", "learned-joint", joint, ("D_a", "(D_q + D_k)"), formula="W = [W_1 W_2]"
            )
        ]
    if name == "pooling":
        return [
            matrix(say, "W", "learned", float64(POOLING), ("D_q", "D_k")),
            matrix(say, "b", "learned", float64(POOLING_BIAS), ("D_q",)),
        ]
    return []


def _on_the_way(say: Voice, words: tuple[str, ...], states: Tensor, name: str) -> list[Matrix]:
    """What stands between the states and the score."""
    if name in ("dot", "scaled-dot"):
        return []
    score = score_with_numbers(name)
    if name in ("general", "pooling"):
        prepared = score.prepare(states[None])[0]
        letter, formula = (
            ("W h_j", "W h_j") if name == "general" else ("u_j", "u_j = tanh(W h_j + b)")
        )
        return [
            matrix(say, letter, "prepared", prepared, ("T_x", "D_q"), formula=formula, rows=words)
        ]
    if isinstance(score, AdditiveScore):
        inside = torch.tanh(score.query_layer(float64(QUERY)) + score.key_layer(states))
        formula = "tanh(W s + U h_j)"
    else:
        assert isinstance(score, ConcatScore)
        query = float64(QUERY).expand(len(states), -1)
        inside = torch.tanh(score.joint_layer(torch.cat([query, states], dim=1)))
        formula = "tanh(W [s; h_j])"
    return [matrix(say, "inside", "inside", inside, ("T_x", "D_a"), formula=formula, rows=words)]


def _by_hand(name: str, state: Tensor, score: float) -> list[str]:
    """The first score worked out."""
    s, h = list(QUERY), state.tolist()
    if name == "dot":
        return [product("e_1 = s · h_1", s, h)]
    if name == "scaled-dot":
        dot = sum(a * b for a, b in zip(s, h, strict=True))
        return [f"e_1 = (s · h_1) / √2 = {figure(dot)} / 1.4142 = {figure(score)}"]
    module = score_with_numbers(name)
    if name in ("general", "pooling"):
        prepared = module.prepare(state[None, None])[0, 0].tolist()
        return [product("e_1 = s · W h_1" if name == "general" else "e_1 = s · u_1", s, prepared)]
    both = torch.cat([float64(QUERY), state])
    joint = score_with_numbers("concat")
    assert isinstance(joint, ConcatScore)
    inside = torch.tanh(joint.joint_layer(both)).tolist()
    return [product("e_1 = v · tanh(…)", list(ADDITIVE_V), inside)]


def _comparison(say: Voice, words: tuple[str, ...], attended: dict[str, _Attended]) -> Step:
    stacked = [torch.stack([attended[name][part] for name in ORDER]) for part in range(3)]
    parts = (
        matrix(say, "e", "scores-compared", stacked[0], ("6", "T_x"), rows=ORDER, columns=words),
        matrix(
            say,
            "a",
            "weights-compared",
            stacked[1],
            ("6", "T_x"),
            rows=ORDER,
            columns=words,
            weights=True,
        ),
        matrix(say, "c", "contexts-compared", stacked[2], ("6", "D_k"), rows=ORDER),
    )
    return _step(say, "comparison", parts)
