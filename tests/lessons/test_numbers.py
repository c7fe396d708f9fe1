"""The lessons' numbers against hand computation and slow loops over plain numbers."""

import json
import math
from typing import Any

import pytest

from seqattn.errors import UsageError
from seqattn.lessons.catalogue import NAMES, Request, build
from seqattn.lessons.texts import Voice
from tests import reference

EN = Voice("en")


def parts(name: str, **asked: Any) -> dict[str, dict[str, Any]]:
    """Each step's matrices by name, as the JSON has them."""
    lesson = json.loads(build(name, Request(EN, **asked)).to_json())
    return {
        step["key"]: {matrix["name"]: matrix["values"] for matrix in step["matrices"]}
        for step in lesson["steps"]
    }


def close(found: Any, wanted: Any, tolerance: float = 1e-12) -> None:
    if isinstance(wanted, (int, float)):
        assert found == pytest.approx(wanted, abs=tolerance)
        return
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        close(one, other, tolerance)


def dot(a: list[float], b: list[float]) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def softmax(scores: list[float]) -> list[float]:
    powers = [math.exp(score) for score in scores]
    return [power / math.fsum(powers) for power in powers]


def weighted(weights: list[float], rows: list[list[float]]) -> list[float]:
    return [dot(weights, list(column)) for column in zip(*rows, strict=True)]


OUTPUTS = [[1.9366, 6.6831, 1.5951], [2.0000, 7.9640, 0.0540], [1.9997, 7.7599, 0.3584]]


def test_self_attention_has_the_known_keys_queries_values_scores_and_outputs():
    found = parts("self-attention")
    assert found["projections"] == {
        "K": [[0, 1, 1], [4, 4, 0], [2, 3, 1]],
        "Q": [[1, 0, 2], [2, 2, 2], [2, 1, 3]],
        "V": [[1, 2, 3], [2, 8, 0], [2, 6, 3]],
    }
    assert found["everyone"]["E"] == [[2, 4, 4], [4, 16, 12], [4, 12, 10]]
    close(found["everyone"]["Z"], OUTPUTS, 5e-5)
    close(found["sum"]["z_1"], OUTPUTS[0], 5e-5)
    assert found["scores"]["e_1"] == [2, 4, 4]


def test_self_attention_has_eight_steps_for_each_of_the_eight_things_it_does():
    assert list(parts("self-attention")) == [
        *("inputs", "weights", "projections", "scores"),
        *("softmax", "weighted", "sum", "everyone"),
    ]


def test_scaled_divides_by_the_root_of_three_and_keeps_the_unscaled_beside_it():
    found = parts("self-attention", scaled=True)
    scores = found["everyone"]["E"]
    assert scores == [[2, 4, 4], [4, 16, 12], [4, 12, 10]]
    scaled = [[score / math.sqrt(3) for score in row] for row in scores]
    close(found["everyone"]["E / √d_k"], scaled)
    close(found["everyone"]["A"], [softmax(row) for row in scaled])
    close(found["scaling"]["A_unscaled"], [softmax(row) for row in scores])
    assert found["scaling"]["A"] == found["everyone"]["A"]


def test_plain_weights_are_softmax_of_the_inputs_dot_products():
    found = parts("self-attention", plain=True)
    x = found["inputs"]["X"]
    scores = [[dot(one, other) for other in x] for one in x]
    weights = [softmax(row) for row in scores]
    assert found["plain-scores"]["E_plain"] == scores
    close(found["plain-outputs"]["A_plain"], weights)
    close(found["plain-outputs"]["Z_plain"], [weighted(row, x) for row in weights])


def test_a_sentence_of_ones_own_has_a_row_a_word_and_the_same_word_the_same_vector():
    x = parts("self-attention", text="one two one three four")["inputs"]["X"]
    assert len(x) == 5
    assert x[0] == x[2] != x[1]


def test_contexts_are_the_weighted_sums_worked_out_by_hand():
    found = parts("context")
    close(found["jerry"]["a_3"], [0.3, 0.2, 0.5])
    close(found["jerry"]["c_3"], [1.3, 0.6, 1.1, 0.6])
    close(found["tom"]["a_1"], [0.6, 0.2, 0.2])
    close(found["tom"]["c_1"], [1.0, 0.6, 1.4, 0.6])
    close(found["all"]["C"][0], found["tom"]["c_1"])
    close(found["all"]["C"][2], found["jerry"]["c_3"])


def test_the_fixed_context_is_one_for_all_words_and_the_mean_of_the_states():
    found = parts("context")
    assert found["fixed"]["C"] == [1, 1, 1, 1]
    assert found["fixed"]["C_fixed"] == [[1, 1, 1, 1]] * 3
    close(found["fixed"]["A_fixed"], [[1 / 3] * 3] * 3)


def test_attention_is_target_by_source_and_self_attention_is_square():
    found = parts("kinds", text="one two three four five")
    assert [len(row) for row in found["attention"]["A"]] == [5] * 4
    assert [len(row) for row in found["self-attention"]["A_self"]] == [5] * 5
    states, asking = found["states"]["H"], found["states"]["S"]
    weights = [softmax([dot(s, h) for h in states]) for s in asking]
    close(found["attention"]["A"], weights)
    close(found["attention"]["C"], [weighted(row, states) for row in weights])
    own = [softmax([dot(x, other) for other in states]) for x in states]
    close(found["self-attention"]["A_self"], own)


def slow_scores(found: dict[str, dict[str, Any]]) -> dict[str, list[float]]:
    """The six scores by the loops of `tests.reference`, from the weights that the steps show."""
    s, states = found["given"]["s"], found["given"]["H"]
    general, additive, pooling = found["general"], found["additive"], found["pooling"]
    joint = found["concat"]["W"]
    v = additive["v"]
    return {
        "dot": [reference.dot_score(s, h) for h in states],
        "scaled-dot": [reference.scaled_dot_score(s, h) for h in states],
        "general": [reference.general_score(s, h, W=general["W"]) for h in states],
        "additive": [
            reference.additive_score(s, h, W=additive["W"], U=additive["U"], v=v) for h in states
        ],
        "concat": [reference.concat_score(s, h, W=joint, v=v) for h in states],
        "pooling": [reference.pooling_score(s, h, W=pooling["W"], b=pooling["b"]) for h in states],
    }


def test_each_score_equals_its_slow_loop_to_softmax_and_context():
    found = parts("scores")
    states = found["given"]["H"]
    for name, scores in slow_scores(found).items():
        close(found[name]["e"], scores)
        close(found[name]["a"], softmax(scores))
        close(found[name]["c"], weighted(softmax(scores), states))


def test_concat_gives_the_numbers_of_additive():
    found = parts("scores")
    for matrix in ("inside", "e", "a", "c"):
        close(found["concat"][matrix], found["additive"][matrix])


@pytest.mark.parametrize("update", ["xc", "hxc"])
def test_the_rnn_that_looks_back_equals_a_loop_over_its_formula(update):
    found = parts("rnn-self-attention", text="one two three four five")
    given = found["inputs"]
    h = context = [0.0, 0.0]
    states, rows = [h], []
    for x in given["X"]:
        inside = [
            dot(row, x) + dot(c, context) for row, c in zip(given["A_x"], given["A_c"], strict=True)
        ]
        if update == "hxc":
            inside = [value + dot(a, h) for value, a in zip(inside, given["A_h"], strict=True)]
        h = [math.tanh(value) for value in inside]
        states.append(h)
        weights = softmax([dot(h, other) for other in states])
        context = weighted(weights, states)
        rows.append(weights + [0.0] * (6 - len(weights)))
    close(found[update][f"H_{update}"], states[1:])
    close(found[update][f"A_{update}"], rows)
    for t, row in enumerate(found[update][f"A_{update}"], start=1):
        assert row[t + 1 :] == [0.0] * (5 - t)


def test_the_first_steps_of_the_rnn_are_those_of_the_whole():
    found = parts("rnn-self-attention")
    close(found["first"]["a_1"], found["xc"]["A_xc"][0][:2])
    close(found["second"]["a_2"], found["xc"]["A_xc"][1][:3])
    close(found["second"]["c_2"], found["xc"]["C_xc"][1])
    assert found["xc"]["H_xc"][0] == found["hxc"]["H_hxc"][0]
    assert found["xc"]["H_xc"][1] != found["hxc"]["H_hxc"][1]


def test_pooling_equals_a_loop_for_the_learned_and_the_fixed_query():
    found = parts("pooling")
    states, W, b = found["states"]["H"], found["keys"]["W"], found["keys"]["b"]
    u = [[math.tanh(dot(row, h) + shift) for row, shift in zip(W, b, strict=True)] for h in states]
    close(found["keys"]["U"], u)
    for kind in ("learned", "fixed"):
        weights = softmax([dot(each, found[kind]["e"]) for each in u])
        close(found[kind]["a"], weights)
        close(found[kind]["c"], weighted(weights, states))
    assert found["learned"]["e"] != found["fixed"]["e"]


def test_teacher_forcing_feeds_the_reference_moved_on_by_one():
    lesson = json.loads(build("teacher-forcing", Request(EN)).to_json())
    by_key = {step["key"]: step for step in lesson["steps"]}
    rows = by_key["pair"]["tables"][0]["rows"]
    assert [row[1] for row in rows] == ["<s>", *[row[2] for row in rows[:-1]]]
    assert rows[-1][2] == "</s>"
    both = by_key["both"]["tables"][0]["rows"]
    assert [row[3] for row in both] == ["<s>", *[row[4] for row in both[:-1]]]
    probs, losses = (matrix["values"] for matrix in by_key["training"]["matrices"])
    close(losses, [-math.log(p) for p in probs])


@pytest.mark.parametrize("name", [name for name in NAMES if name != "step"])
def test_every_row_of_weights_sums_to_one(name):
    lesson = build(name, Request(EN))
    matrices = [part for step in lesson.steps for part in step.parts if hasattr(part, "weights")]
    found = [row for matrix in matrices if matrix.weights for row in matrix.values]
    assert found or name == "teacher-forcing"
    for row in found:
        assert math.fsum(row) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("nonsense", {}),
        ("kinds", {"scaled": True}),
        ("scores", {"step": 1}),
        ("context", {"text": "a b"}),
        ("kinds", {"text": " \t"}),
        ("kinds", {"text": "word " * 13}),
        ("step", {}),
        ("teacher-forcing", {"text": "a b"}),
        ("teacher-forcing", {"text": "a b", "target": "b a"}),
    ],
)
def test_what_a_lesson_cannot_be_asked_is_refused_in_either_language(name, asked):
    for language in ("en", "zh"):
        with pytest.raises(UsageError) as refusal:
            build(name, Request(Voice(language), **asked))
        assert refusal.value.hint
