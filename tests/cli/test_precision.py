"""`--precision` of what reads a run: float32 unless told otherwise."""

import json

import pytest

import seqattn as package
from seqattn import recurrence
from tests.cli.command import seqattn, told

LINES = "a b\nc d e\nf\n"
COMMANDS = ("translate", "evaluate", "show-attention")


def scores(trained, *options):
    """What --json says of each line's score."""
    found = seqattn("translate", "--json", "--run", trained, *options, stdin=LINES).stdout
    return [json.loads(line)["score"] for line in found.splitlines()]


def by_python(trained, precision):
    translator = package.load(trained, precision=precision)
    return [translator.translate(line).score for line in LINES.splitlines()]


def test_scores_are_those_of_the_precision_asked_for(trained):
    whole, rough = scores(trained), scores(trained, "--precision", "bfloat16")
    assert whole == scores(trained, "--precision", "float32")
    assert whole == pytest.approx(by_python(trained, "float32"), abs=1e-5)
    assert rough == pytest.approx(by_python(trained, "bfloat16"), abs=0.02)
    assert whole == pytest.approx(rough, abs=0.2)
    assert whole != pytest.approx(rough, abs=1e-5)


@pytest.mark.parametrize("fast", [True, False])
def test_auto_is_decided_by_the_processor(trained, monkeypatch, fast):
    monkeypatch.setattr(recurrence.precision, "processor_multiplies_bfloat16", lambda: fast)
    name = "bfloat16" if fast else "float32"
    assert scores(trained, "--precision", "auto") == scores(trained, "--precision", name)


def test_the_picture_and_the_test_score_take_it_too(trained, tmp_path):
    numbers = [
        seqattn("show-attention", "a b", "--format", "json", "--run", trained, *options).stdout
        for options in ([], ["--precision", "bfloat16"])
    ]
    whole, rough = (json.loads(number)["weights"] for number in numbers)
    assert whole != rough
    for one, other in zip(whole, rough, strict=True):
        assert one == pytest.approx(other, abs=0.05)
    for side in "xy":
        (tmp_path / side).write_text(LINES)
    files = (tmp_path / "x", tmp_path / "y")
    found = seqattn("evaluate", *files, "--run", trained, "--precision", "bfloat16")
    assert found.exit_code == 0, found.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_is_none_is_refused(trained, command):
    refused = seqattn(command, "--precision", "int8", "--run", trained, stdin=LINES)
    assert refused.exit_code == 2
    assert told(refused)[0] == "Error: --precision is 'int8'."
