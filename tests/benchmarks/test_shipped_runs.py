"""How the runs that come with seqattn are made: halved, without the training's state, scored."""

import doctest
import json
import shutil
import subprocess
import sys

import pytest
import torch

from benchmarks import shipped_runs
from seqattn import checkpoint, corpus
from seqattn.config import Config
from seqattn.corpus import Pair
from seqattn.training import train
from tests.tiny import copy_pairs, prepare_tiny


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of two epochs."""
    folder = tmp_path_factory.mktemp("made")
    list(train(prepare_tiny(folder, copy_pairs(60), epochs=2), folder / "en-zh"))
    return folder / "en-zh"


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(shipped_runs).failed == 0


def test_all_its_settings_are_settings():
    config = Config().with_values(shipped_runs.SETTINGS)
    assert config.model.query == "state-and-input"


def test_a_shipped_run_computes_in_float32_with_weights_rounded_to_float16(run, tmp_path):
    shipped_runs.ship(run, tmp_path / "en-zh")
    stored, about = checkpoint.load_tensors(tmp_path / "en-zh" / checkpoint.MODEL)
    assert {tensor.dtype for tensor in stored.values()} == {torch.float16}
    assert about == checkpoint.load_tensors(run / checkpoint.MODEL)[1]
    before = checkpoint.unique_tensors(checkpoint.load_run(run).model)
    after = checkpoint.unique_tensors(checkpoint.load_run(tmp_path / "en-zh").model)
    assert before.keys() == after.keys()
    for name, tensor in before.items():
        assert after[name].dtype == torch.float32
        assert torch.equal(after[name], tensor.half().float())
        assert name.endswith("bias") or not torch.equal(after[name], tensor)


def test_what_training_would_go_on_from_is_left_out_and_the_log_is_kept(run, tmp_path):
    shipped_runs.ship(run, tmp_path / "en-zh")
    left = {file.name for file in run.iterdir()} - {checkpoint.STATE}
    assert {file.name for file in (tmp_path / "en-zh").iterdir()} == left
    assert "log.jsonl" in left


def test_its_settings_are_all_written_out(run, tmp_path):
    old = shutil.copytree(run, tmp_path / "old")
    data = json.loads((old / checkpoint.CONFIG).read_text("utf-8"))
    del data["config"]["model"]["query"]  # as if it had been trained before there was a choice
    (old / checkpoint.CONFIG).write_text(json.dumps(data), "utf-8")
    shipped_runs.ship(old, tmp_path / "en-zh")
    data["config"]["model"]["query"] = "state"
    assert json.loads((tmp_path / "en-zh" / checkpoint.CONFIG).read_text("utf-8")) == data


def test_a_weight_beyond_float16_is_refused_and_the_earlier_run_stays(run, tmp_path):
    shipped_runs.ship(run, tmp_path / "en-zh")
    tensors, about = checkpoint.load_tensors(run / checkpoint.MODEL)
    tensors["output.bias"] = tensors["output.bias"] + 1e5
    large = tmp_path / "large"
    large.mkdir()
    checkpoint.save_tensors(large / checkpoint.MODEL, tensors, about)
    with pytest.raises(ValueError, match="65,504"):
        shipped_runs.ship(large, tmp_path / "en-zh")
    assert (tmp_path / "en-zh" / checkpoint.CONFIG).exists()


def test_both_directions_are_trained_by_the_command_line_and_what_is_finished_not_again(
    run, tmp_path, monkeypatch, capsys
):
    commands = []

    def trained(command):
        commands.append(command)
        shutil.copytree(run, command[command.index("--run") + 1], dirs_exist_ok=True)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(shipped_runs.subprocess, "run", trained)
    monkeypatch.setattr(shipped_runs, "machine", dict)
    monkeypatch.setattr(shipped_runs, "scored", lambda folder, part: {"bleu": 12.34})
    monkeypatch.setattr(
        sys, "argv", ["", "--work", str(tmp_path / "work"), "--into", str(tmp_path / "shipped")]
    )
    begun = tmp_path / "work" / "zh-en"
    begun.mkdir(parents=True)
    (begun / checkpoint.CONFIG).write_text("{}")  # a training that was broken off
    shipped_runs.main()
    assert [command[3:4] for command in commands] == [["train"], ["train"]]
    assert [("--reverse" in c, "--resume" in c) for c in commands] == [(False,) * 2, (True,) * 2]
    assert "zh-en: " in capsys.readouterr().out
    scores = json.loads((tmp_path / "shipped" / "zh-en" / "scores.json").read_text("utf-8"))
    assert scores["test"] == {"bleu": 12.34}
    shipped_runs.main()
    assert len(commands) == 2


def test_a_training_that_is_broken_off_ends_the_program_with_its_exit_code(tmp_path, monkeypatch):
    monkeypatch.setattr(
        shipped_runs.subprocess, "run", lambda command: subprocess.CompletedProcess(command, 130)
    )
    with pytest.raises(SystemExit) as ended:
        shipped_runs.train("en-zh", tmp_path, {})
    assert ended.value.code == 130


def test_a_part_is_scored_in_the_direction_of_the_run(run, monkeypatch):
    pairs = [Pair("a b", "a b", 1), Pair("c d e", "c d e", 2)]
    asked = []
    monkeypatch.setattr(
        corpus, "shipped_corpus", lambda part, *, reverse: asked.append((part, reverse)) or pairs
    )
    assert shipped_runs.scored(run, "dev")["sentences"] == 2
    assert asked == [("dev", False)]
