"""Lessons about a trained run show what that run computes, in its own words."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
import torch

from seqattn.errors import UsageError
from seqattn.graphemes import cell_width
from seqattn.lessons.catalogue import Request, build
from seqattn.lessons.texts import Voice
from seqattn.lessons.trained import source_of
from seqattn.training import train
from seqattn.translator import Translator, load
from tests.lessons.test_layout import drawn
from tests.tiny import copy_pairs, prepare_tiny

RUNS: dict[str, dict[str, Any]] = {
    "attention": {"decoder_self_attention": True, "summary": "attention-learned"},
    "asking": {"query": "state-and-input", "lexical_shortcut": True, "score": "general"},
    "fixed": {"context": "fixed", "encoder": "self-attentive-rnn", "summary": "attention-fixed"},
    "none": {"context": "none", "encoder": "self-attention"},
}
TEXT = "a b c d"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run of one epoch each, with other encoders, contexts and summaries."""
    folder = tmp_path_factory.mktemp("runs")
    for name, settings in RUNS.items():
        list(train(prepare_tiny(folder, copy_pairs(40), epochs=1, **settings), folder / name))
    return {name: folder / name for name in RUNS}


def steps(name: str, run: Path, text: str = TEXT, **asked: Any) -> dict[str, dict[str, Any]]:
    """The steps of a lesson by their keys, with the matrices by name."""
    lesson = json.loads(build(name, Request(Voice("en"), text, run, **asked)).to_json())
    found = {step["key"]: step for step in lesson["steps"]}
    for step in found.values():
        step["matrices"] = {matrix["name"]: matrix for matrix in step["matrices"]}
    return found


def column(matrix: dict[str, Any], index: int = 0) -> list[float]:
    return [row[index] for row in matrix["values"]]


def likeliest(translator: Translator, target: str) -> list[str]:
    """The whole greedy translation as labels, as the alignment has them."""
    alignment = translator.translate(target).alignment
    assert alignment is not None
    return [label.text for label in alignment.rows]


@pytest.mark.parametrize("t", [1, 2, 3])
def test_a_step_shows_the_scores_and_weights_of_that_row_of_the_alignment(runs, t):
    alignment = load(runs["attention"]).show_attention(TEXT, target="a b c d")
    assert alignment.scores is not None
    assert alignment.log_probs is not None
    found = steps("step", runs["attention"], target="a b c d", step=t)
    scores, weights = found["scores"]["matrices"][f"e_{t}"], found["softmax"]["matrices"][f"a_{t}"]
    assert scores["rows"] == [label.text for label in alignment.columns]
    assert column(scores) == pytest.approx(alignment.scores[t - 1], abs=1e-5)
    assert column(weights) == pytest.approx(alignment.weights[t - 1], abs=1e-5)
    assert math.fsum(column(weights)) == pytest.approx(1, abs=1e-6)
    self_weights = found["looking-back"]["matrices"]["a_self"]["values"]
    assert len(self_weights) == t
    chosen = math.exp(alignment.log_probs[t - 1])
    assert f"{chosen:.4f}" in " ".join(found["next"]["prose"])


def test_softmax_is_worked_out_column_by_column(runs):
    found = steps("step", runs["attention"], step=2)["softmax"]["matrices"]
    scores, moved, powers = (column(found["softmax"], i) for i in range(3))
    assert moved == pytest.approx([score - max(scores) for score in scores], abs=1e-6)
    assert powers == pytest.approx([math.exp(score) for score in moved], abs=1e-6)
    total = math.fsum(powers)
    assert column(found["a_2"]) == pytest.approx([power / total for power in powers], abs=1e-6)


def test_the_likeliest_pieces_are_five_in_order_and_the_greedy_one_is_first(runs):
    found = steps("step", runs["attention"])["next"]["matrices"]["p(y_1)"]
    chances = column(found)
    assert len(chances) == 5
    assert chances == sorted(chances, reverse=True)
    assert found["rows"][0] == likeliest(load(runs["attention"]), TEXT)[0]


def test_the_context_is_as_long_as_an_encoder_state_and_json_has_all_of_it(runs):
    step = steps("step", runs["attention"])["context"]
    vector = step["matrices"]["c_1"]
    assert vector["shape"] == [20]
    length = math.sqrt(math.fsum(number**2 for number in vector["values"]))
    assert step["by_hand"] == [f"‖c_1‖ = {length:.4f}"]


@pytest.mark.parametrize("t", [1, 3])
def test_who_asks_and_what_the_attended_words_say_are_those_of_the_model(runs, t):
    model = load(runs["asking"]).model
    found = steps("step", runs["asking"], target="a b c d", step=t)
    query = torch.tensor(found["query"]["matrices"][f"q_{t}"]["values"])
    assert found["scores"]["matrices"][f"e_{t}"]["formula"].endswith(f"= q_{t} · (W h_j)")
    source = source_of(Request(Voice("en"), TEXT, runs["asking"]))
    keys = source.encode().keys[0]  # (T_x, D)
    assert column(found["scores"]["matrices"][f"e_{t}"]) == pytest.approx(
        (keys @ query).tolist(), abs=1e-5
    )
    weights = torch.tensor(column(found["softmax"]["matrices"][f"a_{t}"]))
    words = model.source_embedding(source.ids)[0]
    said = model.shortcut.layer(torch.tanh(weights @ words))
    shown = found["shortcut"]["matrices"][f"l_{t}"]["values"]
    assert shown == pytest.approx(said.tolist(), abs=1e-5)


def test_a_run_without_query_layer_or_shortcut_shows_no_such_step(runs):
    assert {"query", "shortcut"} & steps("step", runs["fixed"]).keys() == set()


@pytest.mark.parametrize("context", ["fixed", "none"])
def test_a_run_without_attention_says_so_in_words(runs, context):
    found = steps("step", runs[context])
    assert "scores" not in found
    assert f"--context {context}" in " ".join(found[context]["prose"])
    assert ("C" in found[context]["matrices"]) == (context == "fixed")


@pytest.mark.parametrize("step", [0, 99])
def test_a_step_that_is_not_there_is_refused(runs, step):
    with pytest.raises(UsageError, match="pieces"):
        steps("step", runs["attention"], step=step)


@pytest.mark.parametrize("name", ["step", "teacher-forcing"])
@pytest.mark.parametrize("target", ["", " \u3000", "\u200b"])
def test_an_empty_translation_is_refused(runs, name, target):
    with pytest.raises(UsageError, match="translation is empty"):
        steps(name, runs["attention"], target=target)


def test_more_pieces_than_attention_is_shown_of_are_refused(runs, monkeypatch):
    monkeypatch.setattr("seqattn.lessons.trained.LONGEST_SHOWN", 4)
    assert steps("step", runs["attention"], target=TEXT)
    with pytest.raises(UsageError, match="text has 5 pieces"):
        steps("step", runs["attention"], TEXT + " a")
    for name in ("step", "teacher-forcing"):
        with pytest.raises(UsageError, match="translation has 5 pieces"):
            steps(name, runs["attention"], target=TEXT + " a")


def test_the_encoders_of_runs_are_shown_as_show_attention_shows_them(runs):
    own = steps("self-attention", runs["none"])["everyone"]["matrices"]["A"]
    shown = load(runs["none"]).show_attention(TEXT, layer="encoder")
    back = steps("rnn-self-attention", runs["fixed"])["xc"]["matrices"]["A_xc"]
    looked = load(runs["fixed"]).show_attention(TEXT, layer="encoder")
    for matrix, alignment in ((own, shown), (back, looked)):
        assert matrix["shape"] == list(alignment.shape)
        for row, other in zip(matrix["values"], alignment.weights, strict=True):
            assert row == pytest.approx(other, abs=1e-5)


@pytest.mark.parametrize(("run", "kind"), [("attention", "learned"), ("fixed", "fixed")])
def test_the_summary_of_a_run_is_shown_as_show_attention_shows_it(runs, run, kind):
    pooled = steps("pooling", runs[run])[kind]["matrices"]["a"]["values"]
    shown = load(runs[run]).show_attention(TEXT, layer="summary")
    assert pooled == pytest.approx(shown.weights[0], abs=1e-5)


def test_teacher_forcing_of_a_run_has_its_own_probabilities_and_output(runs):
    found = steps("teacher-forcing", runs["attention"], target="d c b a")
    forced = load(runs["attention"]).show_attention(TEXT, target="d c b a")
    assert forced.log_probs is not None
    chances = found["training"]["matrices"]["p"]["values"]
    assert chances == pytest.approx([math.exp(p) for p in forced.log_probs], abs=1e-6)
    written = [row[2] for row in found["inference"]["tables"][0]["rows"]]
    assert written == likeliest(load(runs["attention"]), TEXT)


@pytest.mark.parametrize(
    ("name", "run", "needs"),
    [
        ("self-attention", "attention", "self-attention"),
        ("rnn-self-attention", "none", "self-attentive-rnn"),
        ("pooling", "none", "summary"),
    ],
)
def test_a_run_that_lacks_the_mechanism_is_refused_with_how_to_train_one(runs, name, run, needs):
    with pytest.raises(UsageError) as refusal:
        steps(name, runs[run])
    assert refusal.value.hint is not None
    assert f"--{needs}" in refusal.value.hint or needs in refusal.value.hint


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("step", "attention"),
        ("step", "asking"),
        ("step", "fixed"),
        ("self-attention", "none"),
        ("rnn-self-attention", "fixed"),
        ("pooling", "attention"),
        ("teacher-forcing", "attention"),
    ],
)
def test_no_line_about_a_run_is_wider_than_the_terminal(runs, name, run, language):
    target = "h g f" if name == "teacher-forcing" else None
    text = "a b c d e f g h a b c d e f g h\u202e"
    lesson = build(name, Request(Voice(language), text, runs[run], target=target))
    lines = drawn(lesson, 80)
    assert max(map(cell_width, lines)) <= 80
    assert "\u202e" not in "".join(lines)
