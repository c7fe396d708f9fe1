"""`explain kinds`: attention and self-attention side by side on one sentence.

Both are `attend` over scores; they differ in who asks and who answers. The score is the dot
product in both, so that nothing else differs.
"""

from torch import Tensor

from seqattn.attention.attend import attend
from seqattn.attention.scores import DotScore
from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import product
from seqattn.lessons.lesson import ByHand, Lesson, Matrix, Step, Table
from seqattn.lessons.numbers import everyone, float64, matrix
from seqattn.lessons.sentences import TARGET_WORDS, vectors_of, words_of
from seqattn.lessons.texts import Voice
from seqattn.lessons.trained import END

STATES = ((2, 0, 1), (0, 2, 1), (1, 0, 2))
"""h_j of the built-in words; the same numbers serve as x_i of self-attention."""
DECODER_STATES = ((2, 0, 0), (0, 2, 0), (0, 0, 2), (0, 1, 1))
"""s_0 .. s_3: what the decoder asks with before each of its four outputs."""


def lesson(request: Request) -> Lesson:
    """Four steps: the states, attention, self-attention, and both in one table."""
    say = request.say
    words = words_of(request.text, say)
    states = vectors_of(words, STATES)
    built_in = request.text is None
    outputs = (*TARGET_WORDS, END) if built_in else ("y_1", "y_2", "y_3", "y_4")
    asked = DotScore(scaled=False)
    steps = (
        _states(say, words, states, outputs),
        _attention(say, words, states, outputs, asked),
        _self_attention(say, words, states, asked),
        _side_by_side(say, len(words), len(outputs)),
    )
    return Lesson("kinds", say.language, say("kinds.title"), steps, (say("kinds.closing"),))


def _step(say: Voice, key: str, *parts: Matrix | Table | ByHand, **given: object) -> Step:
    full = f"kinds.{key}"
    return Step(key, say(f"{full}.title"), say.paragraphs(f"{full}.prose", **given), parts)


def _askers(outputs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"s_{t} → {word}" for t, word in enumerate(outputs))


def _states(say: Voice, words: tuple[str, ...], states: Tensor, outputs: tuple[str, ...]) -> Step:
    return _step(
        say,
        "states",
        matrix(say, "H", "encoder-states", states, ("T_x", "D"), rows=words),
        matrix(
            say,
            "S",
            "decoder-states",
            float64(DECODER_STATES),
            ("T_y", "D"),
            rows=_askers(outputs),
        ),
        count=len(words),
        outputs=len(outputs),
    )


def _attention(
    say: Voice, words: tuple[str, ...], states: Tensor, outputs: tuple[str, ...], score: DotScore
) -> Step:
    """Decoder states ask, encoder states answer: T_y x T_x."""
    asking = float64(DECODER_STATES)
    scores = score(asking[None], score.prepare(states[None]))
    contexts, weights = attend(scores, states[None], everyone(states[None]))
    rows = _askers(outputs)
    return _step(
        say,
        "attention",
        matrix(
            say,
            "E",
            "scores",
            scores[0],
            ("T_y", "T_x"),
            formula="E = S Hᵀ, e_tj = s_{t-1} · h_j",
            rows=rows,
            columns=words,
        ),
        ByHand((product("e_11 = s_0 · h_1", asking[0].tolist(), states[0].tolist()),)),
        matrix(
            say,
            "A",
            "weights",
            weights[0],
            ("T_y", "T_x"),
            formula="A = softmax(E)",
            rows=rows,
            columns=words,
            weights=True,
        ),
        matrix(
            say,
            "C",
            "contexts",
            contexts[0],
            ("T_y", "D"),
            formula="C = A H, c_t = Σ_j a_tj h_j",
            rows=rows,
        ),
        count=len(words),
        outputs=len(outputs),
    )


def _self_attention(say: Voice, words: tuple[str, ...], inputs: Tensor, score: DotScore) -> Step:
    """The words ask and the words answer: T_x x T_x."""
    scores = score(inputs[None], score.prepare(inputs[None]))
    outputs, weights = attend(scores, inputs[None], everyone(inputs[None]))
    square = ("T_x", "T_x")
    return _step(
        say,
        "self-attention",
        matrix(
            say,
            "E_self",
            "scores",
            scores[0],
            square,
            formula="E_self = X Xᵀ, e_ij = x_i · x_j",
            rows=words,
            columns=words,
        ),
        matrix(
            say,
            "A_self",
            "weights",
            weights[0],
            square,
            formula="A_self = softmax(E_self)",
            rows=words,
            columns=words,
            weights=True,
        ),
        matrix(
            say,
            "Z",
            "outputs",
            outputs[0],
            ("T_x", "D"),
            formula="Z = A_self X, z_i = Σ_j a_ij x_j",
            rows=words,
        ),
        count=len(words),
    )


def _side_by_side(say: Voice, count: int, outputs: int) -> Step:
    rows = ("asks", "answers", "matrix", "when", "order", "often", "here")
    given = {"count": count, "outputs": outputs}
    table = Table(
        say("kinds.table"),
        ("", say("kinds.table.attention"), say("kinds.table.self")),
        tuple(
            tuple(say(f"kinds.table.{row}{column}", **given) for column in ("", ".a", ".s"))
            for row in rows
        ),
    )
    return _step(say, "side-by-side", table)
