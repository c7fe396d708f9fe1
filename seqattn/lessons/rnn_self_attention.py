"""`explain rnn-self-attention`: a SimpleRNN that attends to its earlier states (after Cheng 2016).

The states come from the project's encoders with this lesson's weights; with a run whose encoder is
`self-attentive-rnn`, from that encoder.
"""

import copy

import torch
from torch import Tensor

from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import figure, product
from seqattn.lessons.lesson import ByHand, Lesson, Part, Step
from seqattn.lessons.numbers import everyone, float64, matrix, set_weight
from seqattn.lessons.sentences import vectors_of, words_of
from seqattn.lessons.texts import Voice
from seqattn.lessons.trained import SHOWN, encoder_source
from seqattn.models.encoders.rnn import RNNEncoder
from seqattn.models.encoders.self_attentive_rnn import SelfAttentiveRNNEncoder

INPUTS = ((1, 0, 1), (0, 1, 1), (1, 1, 0))
A_X = ((1.0, 0.0, -0.5), (0.0, 1.0, 0.5))  # (D, E)
A_H = ((0.5, 0.0), (0.0, 0.5))  # (D, D)
A_C = ((0.0, 1.0), (1.0, 0.0))  # (D, D)
BIAS = (0.0, 0.0)


def lesson(request: Request) -> Lesson:
    """The plain SimpleRNN, two steps of looking back, then the whole of both update rules."""
    if request.run is not None:
        return _of_run(request)
    say = request.say
    words = words_of(request.text, say)
    inputs = vectors_of(words, INPUTS)
    xc, hxc = _Looked(_encoder("xc"), inputs, words), _Looked(_encoder("hxc"), inputs, words)
    steps = [_inputs(say, words, inputs), _plain(say, words, inputs), _first(say, xc)]
    if len(words) > 1:
        steps.append(_second(say, xc))
    steps += [_whole(say, xc, "xc"), _whole(say, hxc, "hxc")]
    title = say("rnn-self-attention.title")
    closing = (say("rnn-self-attention.closing"),)
    return Lesson("rnn-self-attention", say.language, title, tuple(steps), closing)


class _Looked:
    """What an encoder makes of a sentence: h_0 .. h_T, its weights and the contexts."""

    def __init__(
        self, encoder: SelfAttentiveRNNEncoder, inputs: Tensor, words: tuple[str, ...]
    ) -> None:
        encoded = encoder(inputs[None], everyone(inputs[None]))
        assert encoded.weights is not None
        self.encoder, self.words, self.inputs = encoder, words, inputs
        self.states = torch.cat(
            [encoded.states.new_zeros(1, encoder.state_size), encoded.states[0]]
        )
        self.weights = encoded.weights[0]  # (T, T + 1)
        self.contexts = self.weights @ self.states  # (T, D)
        self.columns = ("h_0", *(f"h_{t}" for t in range(1, len(words) + 1)))


def _of_run(request: Request) -> Lesson:
    say, source = request.say, encoder_source(request, SelfAttentiveRNNEncoder)
    assert isinstance(source.model.encoder, SelfAttentiveRNNEncoder)
    encoder = copy.deepcopy(source.model.encoder).double()
    looked = _Looked(encoder, source.embedded[0].double(), source.labels)
    update = source.translator.config.model.encoder_update
    step = _whole(say, looked, update)
    return Lesson("rnn-self-attention", say.language, say("rnn-self-attention.title"), (step,))


def _encoder(update: str) -> SelfAttentiveRNNEncoder:
    encoder = SelfAttentiveRNNEncoder(
        len(A_X[0]), len(A_X), score="dot", update=update, attention_size=1
    )
    set_weight(encoder.input_layer, A_X, BIAS)
    set_weight(encoder.context_layer, A_C)
    if encoder.hidden_layer is not None:
        set_weight(encoder.hidden_layer, A_H)
    return encoder


def _plain_encoder() -> RNNEncoder:
    encoder = RNNEncoder(len(A_X[0]), len(A_X))
    set_weight(encoder.input_layer, A_X, BIAS)
    set_weight(encoder.hidden_layer, A_H)
    return encoder


def _step(say: Voice, key: str, parts: tuple[Part, ...], **given: object) -> Step:
    full = f"rnn-self-attention.{key}"
    return Step(key, say(f"{full}.title"), say.paragraphs(f"{full}.prose", **given), parts)


def _inputs(say: Voice, words: tuple[str, ...], inputs: Tensor) -> Step:
    parts = (
        matrix(say, "X", "inputs", inputs, ("T", "E"), rows=words),
        matrix(say, "A_x", "learned", float64(A_X), ("D", "E")),
        matrix(say, "A_h", "learned", float64(A_H), ("D", "D")),
        matrix(say, "A_c", "learned", float64(A_C), ("D", "D")),
    )
    return _step(say, "inputs", parts, count=len(words))


def _plain(say: Voice, words: tuple[str, ...], inputs: Tensor) -> Step:
    encoder = _plain_encoder()
    states = encoder(inputs[None], everyone(inputs[None])).states[0]
    inside = encoder.input_layer(inputs[0]).tolist()
    by_hand = f"h_1 = tanh(A_x x_1 + A_h · 0) = tanh({_vector(inside)}) = {_vector(states[0])}"
    H = matrix(
        say,
        "H_plain",
        "states",
        states,
        ("T", "D"),
        formula="h_{t+1} = tanh(A_h h_t + A_x x_{t+1})",
        rows=words,
    )
    return _step(say, "plain", (H, ByHand((by_hand,))))


def _first(say: Voice, looked: _Looked) -> Step:
    """h_1 from x_1 alone, then its look back at h_0 and itself."""
    h = looked.states
    inside = looked.encoder.input_layer(looked.inputs[0])
    by_hand = (
        f"h_1 = tanh(A_x x_1 + A_c c_0) = tanh({_vector(inside)}) = {_vector(h[1])}",
        product("e_10 = h_1 · h_0", h[1].tolist(), h[0].tolist()),
        product("e_11 = h_1 · h_1", h[1].tolist(), h[1].tolist()),
    )
    return _step(say, "first", (ByHand(by_hand), *_look(say, looked, 1)))


def _second(say: Voice, looked: _Looked) -> Step:
    """h_2 from x_2 and c_1, then its look back at h_0, h_1 and itself."""
    h, encoder = looked.states, looked.encoder
    inside = encoder.input_layer(looked.inputs[1]) + encoder.context_layer(looked.contexts[0])
    scores = [product(f"e_2{i} = h_2 · h_{i}", h[2].tolist(), h[i].tolist()) for i in range(3)]
    first = f"h_2 = tanh(A_x x_2 + A_c c_1) = tanh({_vector(inside)}) = {_vector(h[2])}"
    return _step(say, "second", (ByHand((first, *scores)), *_look(say, looked, 2)))


def _look(say: Voice, looked: _Looked, t: int) -> tuple[Part, ...]:
    weights, columns = looked.weights[t - 1, : t + 1], looked.columns[: t + 1]
    return (
        matrix(
            say,
            f"a_{t}",
            "weights-of-one",
            weights,
            ("t + 1",),
            formula=f"a_{t} = softmax(e_{t})",
            columns=columns,
            weights=True,
        ),
        matrix(
            say,
            f"c_{t}",
            "context",
            looked.contexts[t - 1],
            ("D",),
            formula=f"c_{t} = Σ_i a_{t}i h_i",
        ),
    )


def _whole(say: Voice, looked: _Looked, update: str) -> Step:
    """All states, weights and contexts under one update rule."""
    rule = {
        "xc": "h_{t+1} = tanh(A_x x_{t+1} + A_c c_t + b)",
        "hxc": "h_{t+1} = tanh(A_h h_t + A_x x_{t+1} + A_c c_t + b)",
    }[update]
    rows = tuple(f"h_{t} {word}" for t, word in enumerate(looked.words, start=1))
    parts = (
        matrix(
            say,
            f"H_{update}",
            "states",
            looked.states[1:],
            ("T", "D"),
            formula=rule,
            rows=rows,
            shown=SHOWN,
        ),
        matrix(
            say,
            f"A_{update}",
            "weights-back",
            looked.weights,
            ("T", "(T + 1)"),
            formula="a_t = softmax_i(score(h_t, h_i))",
            rows=rows,
            columns=looked.columns,
            weights=True,
        ),
        matrix(
            say,
            f"C_{update}",
            "contexts",
            looked.contexts,
            ("T", "D"),
            formula="c_t = Σ_i a_ti h_i",
            rows=rows,
            shown=SHOWN,
        ),
    )
    return _step(say, update, parts, count=len(looked.words))


def _vector(numbers: Tensor | list[float]) -> str:
    plain = numbers.tolist() if isinstance(numbers, Tensor) else numbers
    return "[" + ", ".join(figure(round(number, 12)) for number in plain) + "]"
