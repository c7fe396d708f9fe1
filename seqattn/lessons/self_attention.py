"""`explain self-attention`: from inputs to outputs in eight steps (Vaswani 2017, eq. 1).

The built-in numbers are whole and small enough to check by hand; with a run whose encoder is
`self-attention`, the same steps show that encoder's own numbers.
"""

import copy
import math
from dataclasses import dataclass

import torch
from torch import Tensor

from seqattn.attention.attend import attend
from seqattn.attention.scores import DotScore
from seqattn.attention.self_attention import SelfAttention
from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import factor, figure, product
from seqattn.lessons.lesson import ByHand, Lesson, Matrix, Step
from seqattn.lessons.numbers import everyone, float64, matrix
from seqattn.lessons.sentences import vectors_of, words_of
from seqattn.lessons.texts import Voice
from seqattn.lessons.trained import SHOWN, Source, encoder_source
from seqattn.models.encoders.self_attention import SelfAttentionEncoder
from seqattn.text import visible

INPUTS = ((1, 0, 1, 0), (0, 2, 0, 2), (1, 1, 1, 1))
W_KEY = ((0, 0, 1), (1, 1, 0), (0, 1, 0), (1, 1, 0))
W_QUERY = ((1, 0, 1), (1, 0, 0), (0, 0, 1), (0, 1, 1))
W_VALUE = ((0, 2, 0), (0, 3, 0), (1, 0, 3), (1, 1, 0))

MOST_TERMS = 4
"""Terms of a sum that are written out."""
SIZES = {"inputs": "E", "keys": "d_k", "queries": "d_k", "values": "d_v", "outputs": "d_v"}
"""What the size of each is called; here d_k = d_v."""


def lesson(request: Request) -> Lesson:
    """The lesson; with --plain two steps more at the start, with --scaled one more at the end."""
    numbers = _of_run(request) if request.run is not None else _built_in(request)
    steps = [*_plain(numbers)] if request.plain else []
    steps += [*_projections(numbers), *_first_scores(numbers)]
    steps += [*_first_output(numbers), _everyone(numbers)]
    if numbers.scaled:
        steps.append(_what_scaling_changed(numbers))
    say = request.say
    tips = [tip for tip in ("scaled", "plain") if not getattr(request, tip) and not request.run]
    closing = [say(f"self-attention.closing.{tip}") for tip in tips]
    return Lesson(
        "self-attention", say.language, say("self-attention.title"), tuple(steps), tuple(closing)
    )


@dataclass(frozen=True)
class _Numbers:
    """Inputs (T, E) in float64, the module that they go through, and how to speak of both."""

    say: Voice
    words: tuple[str, ...]
    inputs: Tensor
    module: SelfAttention
    source: Source | None = None

    @property
    def scaled(self) -> bool:
        return self.module.score.scaled

    @property
    def shown(self) -> int | None:
        return None if self.source is None else SHOWN

    @property
    def size(self) -> int:
        return self.module.key_layer.out_features

    def projected(self) -> tuple[Tensor, Tensor, Tensor]:
        """Keys, queries and values, (T, D) each."""
        module = self.module
        layers = (module.key_layer, module.query_layer, module.value_layer)
        keys, queries, values = (layer(self.inputs).detach() for layer in layers)
        return keys, queries, values

    def scores(self, *, scaled: bool) -> Tensor:
        """(T, T), whether the module divides them by sqrt(d_k) or not."""
        keys, queries, _ = self.projected()
        score = DotScore(scaled=scaled)
        return score(queries[None], score.prepare(keys[None]))[0]

    def attended(self, *, scaled: bool) -> tuple[Tensor, Tensor]:
        """Outputs (T, D) and weights (T, T)."""
        values = self.projected()[2][None]
        outputs, weights = attend(self.scores(scaled=scaled)[None], values, everyone(values))
        return outputs[0], weights[0]

    def over_words(self, name: str, about: str, numbers: Tensor, formula: str = "") -> Matrix:
        """A matrix with a row a word; (T, T) ones also have a column a word."""
        square = about.startswith(("scores", "weights"))
        return matrix(
            self.say,
            name,
            about,
            numbers,
            ("T", "T") if square else ("T", SIZES[about]),
            formula=formula,
            rows=self.words,
            columns=self.words if square else (),
            weights=about.startswith("weights"),
            shown=None if square else self.shown,
        )

    def over_columns(self, name: str, about: str, numbers: Tensor, formula: str) -> Matrix:
        """A vector with a number for each word."""
        return matrix(
            self.say,
            name,
            about,
            numbers,
            ("T",),
            formula=formula,
            columns=self.words,
            weights=about.startswith("weights"),
        )

    def step(self, key: str, *parts: Matrix | ByHand, **given: object) -> Step:
        say, full = self.say, f"self-attention.{key}"
        prose = say.paragraphs(f"{full}.prose", **given)
        return Step(key, say(f"{full}.title"), prose, parts)


def _built_in(request: Request) -> _Numbers:
    words = words_of(request.text, request.say)
    module = SelfAttention(4, 3, scaled=request.scaled).double()
    layers = (module.key_layer, module.query_layer, module.value_layer)
    with torch.no_grad():
        for layer, given in zip(layers, (W_KEY, W_QUERY, W_VALUE), strict=True):
            layer.weight.copy_(float64(given).T)  # x W is what a Linear calls x A^T
    return _Numbers(request.say, words, vectors_of(words, INPUTS), module)


def _of_run(request: Request) -> _Numbers:
    source = encoder_source(request, SelfAttentionEncoder)
    assert isinstance(source.model.encoder, SelfAttentionEncoder)
    module = copy.deepcopy(source.model.encoder.attention).double()
    return _Numbers(request.say, source.labels, source.embedded[0].double(), module, source)


def _plain(n: _Numbers) -> list[Step]:
    """softmax(x_i . x_j): no parameters at all."""
    x = n.inputs[None]
    scores = DotScore(scaled=False)(x, x)
    outputs, weights = attend(scores, x, everyone(x))
    first = product(f"x_1 · x_{len(n.words)}", n.inputs[0].tolist(), n.inputs[-1].tolist())
    return [
        n.step(
            "plain-scores",
            n.over_words("X", "inputs", n.inputs),
            n.over_words("E_plain", "scores", scores[0], "E_plain = X Xᵀ"),
            ByHand((first,)),
        ),
        n.step(
            "plain-outputs",
            n.over_words("A_plain", "weights", weights[0], "A_plain = softmax(E_plain)"),
            matrix(
                n.say,
                "Z_plain",
                "outputs",
                outputs[0],
                ("T", "E"),
                formula="Z_plain = A_plain X",
                rows=n.words,
                shown=n.shown,
            ),
        ),
    ]


def _projections(n: _Numbers) -> list[Step]:
    """Steps 1 to 3: inputs, weights, keys, queries and values."""
    keys, queries, values = n.projected()
    count, size = n.inputs.shape
    module = n.module

    def weight(name: str, about: str, numbers: Tensor) -> Matrix:
        size = "d_v" if about == "w-value" else "d_k"
        return matrix(n.say, name, about, numbers.T, ("E", size), shown=n.shown)

    big = n.source is not None
    weights = [
        weight("W_key", "w-key", module.key_layer.weight),
        weight("W_query", "w-query", module.query_layer.weight),
        weight("W_value", "w-value", module.value_layer.weight),
    ]
    worked = product("K[1, 2] = x_1 · W_key[:, 2]", n.inputs[0].tolist(), _column(module, 1))
    return [
        n.step(
            "inputs-run" if big else "inputs",
            n.over_words("X", "inputs", n.inputs),
            count=count,
            size=size,
            shown=SHOWN,
        ),
        n.step(
            "weights-run" if big else "weights",
            *([] if big else weights),
            input_size=size,
            size=n.size,
        ),
        n.step(
            "projections",
            n.over_words("K", "keys", keys, "K = X W_key"),
            n.over_words("Q", "queries", queries, "Q = X W_query"),
            n.over_words("V", "values", values, "V = X W_value"),
            ByHand((worked,)),
            count=count,
            input_size=size,
            size=n.size,
        ),
    ]


def _column(module: SelfAttention, index: int) -> list[float]:
    """A column of W_key, as the lesson writes it."""
    column: list[float] = module.key_layer.weight[index].tolist()
    return column


def _first_scores(n: _Numbers) -> list[Step]:
    """Steps 4 and 5: scores and softmax, for the first word alone."""
    keys, queries, _ = n.projected()
    raw, scores = n.scores(scaled=False)[0], n.scores(scaled=n.scaled)[0]
    _, weights = n.attended(scaled=n.scaled)
    word, count = visible(n.words[0]), len(n.words)
    by_hand = tuple(
        product(f"e_1{j} = q_1 · k_{j}", queries[0].tolist(), key.tolist())
        for j, key in enumerate(keys[:3], start=1)
    )
    parts: list[Matrix | ByHand] = [n.over_columns("e_1", "scores-of-one", raw, "e_1 = q_1 Kᵀ")]
    parts.append(ByHand(by_hand))
    if n.scaled:
        formula = f"e_1 / √d_k = e_1 / {figure(math.sqrt(n.size))}"
        parts.append(n.over_columns("e_1 / √d_k", "scores-of-one", scores, formula))
    inside = "e_1 / √d_k" if n.scaled else "e_1"
    scored = "scores-scaled" if n.scaled else "scores"
    return [
        n.step(scored, *parts, word=word, count=count, size=n.size, root=figure(n.size**0.5)),
        n.step(
            "softmax",
            n.over_columns("a_1", "weights-of-one", weights[0], f"a_1 = softmax({inside})"),
            ByHand(softmax_by_hand(scores.tolist())),
            word=word,
        ),
    ]


def _first_output(n: _Numbers) -> list[Step]:
    """Steps 6 and 7: weighted values and their sum, for the first word alone."""
    values = n.projected()[2]
    outputs, weights = n.attended(scaled=n.scaled)
    return [
        n.step(
            "weighted",
            matrix(
                n.say,
                "a_1j v_j",
                "weighted-values",
                weights[0][:, None] * values,
                ("T", "d_v"),
                formula="a_1j v_j",
                rows=n.words,
                shown=n.shown,
            ),
            ByHand((_weighted_by_hand(weights, values),)),
        ),
        n.step(
            "sum",
            matrix(
                n.say,
                "z_1",
                "output-of-one",
                outputs[0],
                ("d_v",),
                formula="z_1 = Σ_j a_1j v_j",
                shown=n.shown,
            ),
            ByHand((_sum_by_hand(weights[0] * values[:, 0]),)),
            word=visible(n.words[0]),
            size=n.size,
        ),
    ]


def softmax_by_hand(scores: list[float]) -> tuple[str, ...]:
    """exp of each score, their sum, and the first weight.

    >>> softmax_by_hand([0.0, 1.0])
    ('exp(0) + exp(1) = 1 + 2.7183 = 3.7183', 'a_11 = 1 / 3.7183 = 0.2689')
    """
    powers = [math.exp(score) for score in scores]
    more = ["…"] if len(powers) > MOST_TERMS else []
    asked = [f"exp({figure(score)})" for score in scores[:MOST_TERMS]] + more
    shown = [figure(power) for power in powers[:MOST_TERMS]] + more
    total = figure(sum(powers))
    return (
        f"{' + '.join(asked)} = {' + '.join(shown)} = {total}",
        f"a_11 = {shown[0]} / {total} = {figure(powers[0] / sum(powers))}",
    )


def _weighted_by_hand(weights: Tensor, values: Tensor) -> str:
    """One number of a_1j v_j, of the second word if there is one."""
    j = min(1, len(values) - 1)
    share, value = float(weights[0, j]), float(values[j, 1])
    name = f"a_1{j + 1} · V[{j + 1}, 2]"
    return f"{name} = {figure(share)} · {figure(value)} = {figure(share * value)}"


def _sum_by_hand(column: Tensor) -> str:
    """The first number of z_1 as a sum."""
    terms = column.tolist()
    shown = [factor(term) for term in terms[:MOST_TERMS]] + ["…"] * (len(terms) > MOST_TERMS)
    return f"z_1[1] = {' + '.join(shown)} = {figure(sum(terms))}"


def _everyone(n: _Numbers) -> Step:
    """Step 8: the same for every input at once."""
    outputs, weights = n.attended(scaled=n.scaled)
    parts = [n.over_words("E", "scores", n.scores(scaled=False), "E = Q Kᵀ")]
    inside = "E / √d_k" if n.scaled else "E"
    if n.scaled:
        parts.append(n.over_words("E / √d_k", "scores", n.scores(scaled=True), "E / √d_k"))
    parts += [
        n.over_words("A", "weights", weights, f"A = softmax({inside})"),
        n.over_words("Z", "outputs", outputs, "Z = A V"),
    ]
    return n.step("everyone", *parts, count=len(n.words), size=n.size)


def _what_scaling_changed(n: _Numbers) -> Step:
    """The weights with and without the division, side by side."""
    before, after = n.attended(scaled=False)[1], n.attended(scaled=True)[1]
    row = int((before.amax(dim=1) - after.amax(dim=1)).argmax())
    return n.step(
        "scaling",
        n.over_words("A_unscaled", "weights", before, "A_unscaled = softmax(E)"),
        n.over_words("A", "weights", after, "A = softmax(E / √d_k)"),
        size=n.size,
        root=figure(math.sqrt(n.size)),
        word=visible(n.words[row]),
        before=figure(float(before[row].max())),
        after=figure(float(after[row].max())),
    )
