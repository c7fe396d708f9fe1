"""The run folder: what it holds, what it refuses, and that nothing in it is ever half written."""

import json
import os
import pickle
import shutil
import struct
import time
from dataclasses import asdict
from pathlib import Path

import pytest
import torch

from seqattn import checkpoint, run_log
from seqattn.checkpoint import load_run
from seqattn.errors import RunError
from seqattn.training import train
from seqattn.training_state import Position
from tests.tiny import copy_pairs, prepare_tiny


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one epoch with two vocabularies; tests copy it before they touch it."""
    folder = tmp_path_factory.mktemp("trained")
    pairs = [(text, text.upper()) for text, _ in copy_pairs(60)]
    prepared = prepare_tiny(folder, pairs, epochs=1, vocabularies="separate")
    list(train(prepared, folder / "run"))
    return folder / "run"


@pytest.fixture
def run(trained: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(trained, tmp_path / "moved"))


def test_a_run_folder_holds_what_the_design_says_and_no_path(trained, run):
    assert {path.name for path in run.iterdir()} == {
        "config.json", "tokenizer.source.model", "tokenizer.target.model", "model.safetensors",
        "log.jsonl", "training-state.safetensors",
    }  # fmt: skip
    for path in run.iterdir():
        assert str(trained.parent).encode() not in path.read_bytes()
    assert b"pairs.tsv" in (run / checkpoint.CONFIG).read_bytes()  # the name is there, no folder


def test_a_moved_run_loads_with_the_same_weights_and_settings(trained, run):
    first, second = load_run(trained), load_run(run)
    assert first.config == second.config
    assert not second.model.training
    for name, tensor in checkpoint.unique_tensors(first.model).items():
        assert torch.equal(tensor, checkpoint.unique_tensors(second.model)[name])


def test_translating_does_not_need_the_training_state(run):
    (run / checkpoint.STATE).unlink()
    (run / run_log.LOG).unlink()
    load_run(run)


def test_a_tied_weight_is_stored_once(run):
    tensors, _ = checkpoint.load_tensors(run / checkpoint.MODEL)
    model = load_run(run).model
    assert model.output.weight is model.target_embedding.weight
    assert ("output.weight" in tensors) != ("target_embedding.weight" in tensors)


class Bomb:
    """What a hostile pickle would run."""

    def __reduce__(self):
        return (os.mkdir, (os.environ["SEQATTN_BOMB"],))


def test_a_training_state_that_is_a_pickle_is_refused_and_never_run(run, tmp_path, monkeypatch):
    monkeypatch.setenv("SEQATTN_BOMB", str(tmp_path / "exploded"))
    (run / checkpoint.STATE).write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(RunError, match=checkpoint.STATE):
        checkpoint.load_tensors(run / checkpoint.STATE)
    assert checkpoint.read_state_about(run) == {}
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize("name", [checkpoint.MODEL, "tokenizer.source.model", checkpoint.CONFIG])
def test_a_hostile_pickle_is_refused_and_never_run(run, tmp_path, monkeypatch, name):
    monkeypatch.setenv("SEQATTN_BOMB", str(tmp_path / "exploded"))
    (run / name).write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(RunError):
        load_run(run)
    assert not (tmp_path / "exploded").exists()
    pickle.loads((run / name).read_bytes())  # it would have, had anyone unpickled it
    assert (tmp_path / "exploded").exists()


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.target.model", "config.json"])
@pytest.mark.parametrize("keep", [0, 7, 200])
def test_a_truncated_file_is_named(run, name, keep):
    content = (run / name).read_bytes()
    (run / name).write_bytes(content[:keep])
    with pytest.raises(RunError) as caught:
        load_run(run)
    assert name in caught.value.message or "tokenizer" in caught.value.message
    assert caught.value.hint


def test_swapped_and_foreign_tokenizers_are_refused(run, tmp_path):
    source, target = run / "tokenizer.source.model", run / "tokenizer.target.model"
    source_bytes, target_bytes = source.read_bytes(), target.read_bytes()
    source.write_bytes(target_bytes)
    target.write_bytes(source_bytes)
    with pytest.raises(RunError, match="swapped"):
        load_run(run)
    source.write_bytes(source_bytes)
    other = prepare_tiny(tmp_path, copy_pairs(50, words="xyzuvw"), vocabularies="separate")
    target.write_bytes(other.tokenizers.target.to_bytes())
    with pytest.raises(RunError, match="not the one this run was trained with"):
        load_run(run)


def test_weights_of_other_settings_are_refused_by_name(run):
    data = json.loads((run / checkpoint.CONFIG).read_text())
    data["config"]["model"]["decoder_size"] = 15
    (run / checkpoint.CONFIG).write_text(json.dumps(data))
    with pytest.raises(RunError, match=r"does not fit this run's settings: \w+"):
        load_run(run)


@pytest.mark.parametrize("change", [{"format": 2}, {"format": "x"}, {"config": []}])
def test_a_run_of_a_newer_version_is_refused_in_words(run, change):
    data = json.loads((run / checkpoint.CONFIG).read_text())
    (run / checkpoint.CONFIG).write_text(json.dumps({**data, **change}))
    with pytest.raises(RunError):
        load_run(run)


def test_a_setting_out_of_range_is_refused_before_memory_is_asked_for(run):
    data = json.loads((run / checkpoint.CONFIG).read_text())
    data["config"]["model"]["decoder_size"] = 10**12
    (run / checkpoint.CONFIG).write_text(json.dumps(data))
    with pytest.raises(RunError, match="decoder-size"):
        load_run(run)


def test_a_folder_that_cannot_be_made_is_an_error_before_training(tmp_path):
    (tmp_path / "file").write_text("in the way")
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    with pytest.raises(RunError, match="Cannot make the folder"):
        next(train(prepared, tmp_path / "file" / "run"))


def test_the_latest_run_is_found_and_the_latest_unfinished_one(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert checkpoint.find_run() is None
    for number, name in enumerate(["b", "a", "c"]):
        copy = shutil.copytree(run, tmp_path / "runs" / name)
        stamp = time.time() + number
        os.utime(copy / checkpoint.MODEL, (stamp, stamp))
    assert checkpoint.find_run() == Path("runs/c")
    with pytest.raises(RunError, match="no unfinished run"):
        checkpoint.find_unfinished_run()
    state = tmp_path / "runs" / "a" / checkpoint.STATE
    tensors, about = checkpoint.load_tensors(state)
    checkpoint.save_tensors(state, tensors, {**about, "finished": ""})
    assert checkpoint.find_unfinished_run() == Path("runs/a")


def test_a_run_copied_without_its_training_state_is_found(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    copy = shutil.copytree(run, tmp_path / "runs" / "given")
    (copy / checkpoint.STATE).unlink()
    assert checkpoint.find_run() == Path("runs/given")
    with pytest.raises(RunError, match="no unfinished run"):
        checkpoint.find_unfinished_run()


def test_a_folder_without_a_run_says_so(tmp_path):
    for folder, said in ((tmp_path, "holds no run"), (tmp_path / "absent", "does not exist")):
        with pytest.raises(RunError, match=said):
            load_run(folder)


@pytest.mark.parametrize("name", ["model.safetensors", "log.jsonl", "tokenizer.model"])
def test_a_new_run_writes_over_nothing_of_another_program(name, tmp_path):
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / name).write_bytes(b"theirs")
    prepared = prepare_tiny(tmp_path, copy_pairs(30), epochs=1)
    with pytest.raises(RunError, match=f"{name} is there already"):
        list(train(prepared, folder))
    assert (folder / name).read_bytes() == b"theirs"


def test_a_folder_takes_one_training_at_a_time(tmp_path):
    pytest.importorskip("fcntl")
    prepared = prepare_tiny(tmp_path, copy_pairs(30), epochs=1)
    first = train(prepared, tmp_path / "run")
    next(first)
    with pytest.raises(RunError, match="Another training is at work"):
        list(train(prepared, tmp_path / "run", resume=True))
    first.close()
    list(train(prepared, tmp_path / "run", resume=True))


def test_what_a_killed_training_left_half_written_goes_with_the_next_one(tmp_path):
    pytest.importorskip("fcntl")
    half = tmp_path / f".{checkpoint.STATE}.4711.part"
    half.write_bytes(b"half of it")
    (tmp_path / "notes.part").write_bytes(b"the user's own")
    with checkpoint.locked(tmp_path):
        assert not half.exists()
    assert (tmp_path / "notes.part").exists()


@pytest.mark.parametrize("value", [None, 5, "x", [], {"pairs": "many"}, {"name": 3}])
def test_a_config_that_says_something_odd_of_the_corpus_is_refused(value, run):
    data = json.loads((run / checkpoint.CONFIG).read_text())
    (run / checkpoint.CONFIG).write_text(json.dumps({**data, "corpus": value}))
    with pytest.raises(RunError, match="is not what seqattn writes"):
        checkpoint.read_config(run)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.parametrize(
    "name",
    ["config.json", "tokenizer.source.model", "model.safetensors", "training-state.safetensors"],
)
def test_what_is_no_plain_file_is_refused_and_never_waited_for(name, kind, run):
    (run / name).unlink()
    make = {"pipe": os.mkfifo, "folder": os.mkdir, "device": lambda at: at.symlink_to("/dev/zero")}
    make[kind](run / name)
    read = checkpoint.load_tensors if "state" in name else lambda path: load_run(path.parent)
    with pytest.raises(RunError, match=rf"{name} cannot be read: it is no plain file"):
        read(run / name)


def test_a_state_that_is_a_pipe_is_not_waited_for_when_the_unfinished_runs_are_looked_for(run):
    (run / checkpoint.STATE).unlink()
    os.mkfifo(run / checkpoint.STATE)
    assert checkpoint.read_state_about(run) == {}


def rewrite_header(path: Path, change) -> None:
    """Change the header of a safetensors file and leave its numbers as they are."""
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    change(header)
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + raw[8 + length :])


@pytest.mark.parametrize("about", ["[" * 200_000, "[1]", "5", "{"])
def test_what_a_header_says_of_its_tensors_may_be_anything(about, run):
    rewrite_header(run / checkpoint.MODEL, lambda head: head["__metadata__"].update(about=about))
    with pytest.raises(RunError, match=r"model\.safetensors cannot be read: it is damaged"):
        load_run(run)


def test_whole_numbers_in_the_place_of_weights_are_refused(run):
    def change(header):
        for name in header.keys() - {"__metadata__"}:
            header[name]["dtype"] = "I32"

    rewrite_header(run / checkpoint.MODEL, change)
    with pytest.raises(RunError, match="does not fit this run's settings"):
        load_run(run)


def test_weights_that_are_no_numbers_are_refused_by_name(run):
    tensors, about = checkpoint.load_tensors(run / checkpoint.MODEL)
    name = max(tensors)
    tensors[name].view(-1)[0] = float("nan")
    checkpoint.save_tensors(run / checkpoint.MODEL, tensors, about)
    with pytest.raises(RunError, match=f"is damaged: {name} holds what is no number"):
        load_run(run)


def test_weights_that_do_not_fit_are_told_before_memory_is_asked_for_their_settings(
    run, monkeypatch
):
    config = json.loads((run / checkpoint.CONFIG).read_bytes())
    config["config"]["model"]["encoder_size"] = 8192
    (run / checkpoint.CONFIG).write_text(json.dumps(config))
    asked = []
    monkeypatch.setattr(checkpoint, "put_tensors", lambda *given: asked.append(given))
    with pytest.raises(RunError, match="does not fit this run's settings"):
        load_run(run)
    assert not asked


def test_a_damaged_config_is_told_in_short_with_what_to_do(run):
    config = json.loads((run / checkpoint.CONFIG).read_bytes())
    config["config"]["model"]["encoder_size"] = 10**400
    (run / checkpoint.CONFIG).write_text(json.dumps(config))
    with pytest.raises(RunError, match="encoder-size is 1000") as refusal:
        load_run(run)
    assert len(refusal.value.message) < 600
    assert refusal.value.hint == "Copy the run folder again from where it was trained."


def test_a_link_to_itself_is_no_run_and_no_place_for_one(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(RunError, match="loop"):
        load_run(loop)
    with pytest.raises(RunError, match="loop is no folder"):
        checkpoint.require_no_run(loop)


def test_a_name_too_long_for_a_folder_is_refused_in_words(tmp_path):
    with pytest.raises(RunError, match="Cannot make the folder"):
        checkpoint.require_no_run(tmp_path / ("a" * 5000))


@pytest.mark.parametrize(
    "odd",
    [
        {"step": -1}, {"step": "5"}, {"step": True}, {"epoch": 10**30}, {"batch": 1.5},
        {"seconds": float("nan")}, {"best_bleu": "x"}, {"best_loss": None}, {"worse": None},
        {"lowest_loss": "0"}, {"finished": [1]}, {"finished": "never"}, {"of_another_version": 1},
    ],
)  # fmt: skip
def test_a_position_that_no_training_comes_to_is_refused(odd):
    about = asdict(Position(step=3, best_loss=float("inf"), finished="epochs"))
    assert Position.from_json(about).step == 3
    with pytest.raises((TypeError, ValueError)):
        Position.from_json({**about, **odd})


def test_a_state_that_says_it_is_finished_in_no_words_is_taken_as_none(run):
    rewrite_header(
        run / checkpoint.STATE,
        lambda header: header["__metadata__"].update(about='{"finished": [1]}'),
    )
    assert checkpoint.read_state_about(run) == {}
