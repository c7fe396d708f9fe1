"""An alignment as a file: JSON, TSV and npz."""

import io
import json
import math
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqattn.alignment import Alignment, Label, Role
from tests.alignment.damage import damaged, with_value
from tests.alignment.made_up import END, alignment, alignments


@st.composite
def full(draw):
    """An alignment with every field, -inf among its scores and log-probabilities."""
    made = draw(alignments())
    number = st.floats(-1e300, 1e300) | st.just(-math.inf)
    height, width = made.shape
    surfaces = st.none() | st.text(max_size=2)
    return replace(
        made,
        rows=tuple(replace(label, surface=draw(surfaces)) for label in made.rows),
        row_text=draw(st.text()),
        column_text=draw(st.text()),
        row_role=draw(st.sampled_from(get_args(Role))),
        column_role=draw(st.sampled_from(get_args(Role))),
        scores=[draw(st.lists(number, min_size=width, max_size=width)) for _ in range(height)],
        log_probs=[min(0.0, draw(number)) for _ in range(height)],
        notes=draw(st.lists(st.text(), max_size=2)),
    )


@settings(max_examples=40)
@given(alignments() | full())
def test_json_comes_back_equal(made):
    assert Alignment.from_json(made.to_json()) == made


def test_a_piece_without_any_probability_is_null_and_comes_back():
    made = alignment(log_probs=(-0.5, -math.inf, 0.0))
    assert json.loads(made.to_json())["log_probs"] == [-0.5, None, 0.0]
    assert Alignment.from_json(made.to_json()) == made


@pytest.mark.parametrize("wrong", [math.nan, math.inf, 0.5])
def test_what_no_log_probability_can_be_is_refused_when_it_is_made(wrong):
    with pytest.raises(ValueError, match="log_probs must be at most 0"):
        alignment(log_probs=(-0.5, wrong, 0.0))


def test_json_keeps_masked_scores_and_notes_and_is_one_line():
    made = replace(alignment(), notes=("First.",))
    line = made.to_json()
    assert "\n" not in line
    assert json.loads(line)["scores"][1][1] is None
    assert json.loads(line)["format"] == "seqattn-alignment"
    assert Alignment.from_json(line) == made


def test_json_of_half_a_surrogate_pair_can_be_written_as_utf8():
    made = alignment(row_text="\ud83d")
    made.to_json().encode()
    assert Alignment.from_json(made.to_json()) == made


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "is no alignment"),
        ('{"format": "other"}', "is no alignment"),
        ('{"format": "seqattn-alignment", "version": 2}', "has version 2, expected 1"),
        ('{"format": "seqattn-alignment", "version": 1}', "damaged"),
        ("[" * 100_000, "too deep"),
        ("{", "Expecting"),
    ],
)
def test_json_of_something_else_is_refused(line, message):
    with pytest.raises(ValueError, match=message):
        Alignment.from_json(line)


def test_json_with_anything_of_another_kind_is_refused_as_damaged():
    made = alignment(columns=(Label("to", surface="x"), *alignment().columns[1:]))
    lines = list(damaged(made.to_json(), {"surface", "scores", "log_probs"}))
    assert len(lines) > 200
    for line, place in lines:
        named = place[0] in ("format", "version")
        with pytest.raises(ValueError, match=r"no alignment|version" if named else "is damaged"):
            Alignment.from_json(line)


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("rows", 1, "text"), 5, r"rows\[1\].text must be a text, got 5"),
        (("rows", 1, "text"), "", r"rows\[1\]: a label needs a text"),
        (("rows", 1, "special"), "ends", "special must be one of '', 'start', 'end', 'unknown'"),
        (("columns",), {}, "columns must be a list, got an object"),
        (("columns", 2), None, r"columns\[2\] must be an object, got null"),
        (("columns", 2, "starts_word"), 0, "starts_word must be true or false, got 0"),
        (("weights", 0), [True, 0, 0, 0], r"weights\[0\]\[0\] must be a number, got true"),
        (("weights", 0, 3), 10**400, r"weights\[0\]\[3\] must be a number"),
        (("weights", 0, 3), math.inf, r"weights\[0\]\[3\] must be a number, got Infinity"),
        (("weights", 0, 3), 0.9, "weights of row 0 sum to 1.5"),
        (("weights", 0), [], "weights must be 3 x 4"),
        (("scores", 1, 1), "-inf", r"scores\[1\]\[1\] must be a number, got \"-inf\""),
        (("log_probs",), [-1.0], "1 log_probs for 3 rows"),
        (("log_probs",), 5, "log_probs must be a list, got 5"),
        (("notes", 0), 5, r"notes\[0\] must be a text"),
        (("row_role",), "\x1b[31m" * 99, "row_role must be one of 'target', .*, got .*…$"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_json_that_is_damaged_says_where(place, value, said):
    data = json.loads(alignment(notes=("First.",)).to_json())
    with pytest.raises(ValueError, match=rf"damaged: .*{said}") as refused:
        Alignment.from_json(with_value(data, place, value))
    assert "\x1b" not in str(refused.value)


def test_a_version_is_a_whole_number():
    data = json.loads(alignment().to_json())
    with pytest.raises(ValueError, match="has version true, expected 1"):
        Alignment.from_json(with_value(data, ("version",), True))


def test_tsv_is_the_matrix_with_its_labels_and_a_tab_in_a_label_breaks_nothing():
    made = alignment(rows=(Label("a\tb"), Label("c\n", False), END))
    lines = made.to_tsv().splitlines()
    assert lines[0].split("\t") == ["target\\source", "to", "morr", "ow", "</s>"]
    assert lines[1].split("\t") == [r"a\tb", "0.100000", "0.200000", "0.300000", "0.400000"]
    assert [len(line.split("\t")) for line in lines] == [5] * 4


def test_npz_is_read_back_without_pickle(tmp_path):
    made = alignment()
    made.to_npz(tmp_path / "weights")  # the name is kept as it is
    stream = io.BytesIO()
    made.to_npz(stream)
    stream.seek(0)
    for file in (tmp_path / "weights", stream):
        with np.load(file, allow_pickle=False) as arrays:
            assert arrays["weights"].tolist() == [list(row) for row in made.weights]
            assert arrays["columns"].tolist() == ["to", "morr", "ow", "</s>"]
            assert arrays["scores"][1, 1] == -math.inf
            assert arrays["log_probs"].shape == (3,)
            assert str(arrays["row_text"]) == "until"
            assert int(arrays["version"]) == 1
