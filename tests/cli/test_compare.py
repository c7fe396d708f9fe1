"""`seqattn compare`: what it writes where, what it refuses, and how it goes on."""

import json
import os
import signal
from pathlib import Path

import pytest

from seqattn import checkpoint, corpus
from seqattn.comparison import trainings
from seqattn.comparison.process import train_here
from seqattn.comparison.results import FILE, PLOT, read
from tests.cli.command import TINY_OPTIONS, process, seqattn, told, write
from tests.tiny import copy_pairs, write_pairs


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trainings in this process, which saves the start of another for each."""
    monkeypatch.setattr(trainings, "train_apart", train_here)


@pytest.mark.usefixtures("here")
def test_stdout_is_the_table_and_stderr_says_what_happens(pairs, tmp_path):
    result = seqattn(
        "compare", pairs, "--preset", "contexts", "--seeds", "1,2", *TINY_OPTIONS,
        "--length-bins", "3,4",
    )  # fmt: skip
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split()[:5] == ["context", "seed", "parameters", "loss", "BLEU"]
    names = [line.split()[0] for line in lines[2:11:3]]
    assert names == ["attention", "fixed", "none"]
    assert "validation text" in result.stdout
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("compare-pairs-")
    assert {path.name for path in folder.iterdir() if path.is_dir()} == {
        f"context-{name}-seed-{seed}" for name in names for seed in (1, 2)
    }
    for said in (
        "Pairs: 54 used",
        f"[1/6] context=attention, seed 1: {Path('runs') / folder.name / 'context-attention'}",
        "    BLEU ",
        f"Written: {Path('runs') / folder.name / PLOT}",
    ):
        assert said in result.stderr
    assert seqattn("translate", "a b", "--run", folder / "context-none-seed-2").exit_code == 0


@pytest.mark.usefixtures("here")
def test_a_variant_equals_what_train_and_evaluate_give(pairs, tmp_path):
    test = write_pairs(tmp_path, copy_pairs(20, seed=8), "test.tsv")
    result = seqattn(
        "compare", pairs, "--vary", "encoder=rnn,gru", *TINY_OPTIONS, "--seed", 4, "--test", test,
        "--run", "c", "--json", "-q",
    )  # fmt: skip
    assert result.stderr == ""
    data = json.loads(result.stdout)
    assert data == json.loads(Path("c", FILE).read_text("utf-8"))
    [command] = data["commands"]
    assert command[:4] == ["compare", str(pairs), "--vary", "encoder=rnn,gru"]
    assert command[-4:] == ["--run", "c", "--json", "-q"]
    assert data["test"]["name"] == "test.tsv"
    assert data["machine"]["threads"] > 0
    seqattn("train", pairs, *TINY_OPTIONS, "--encoder", "rnn", "--seed", 4, "--run", "alone")
    models = [
        checkpoint.load_tensors(Path(folder, checkpoint.MODEL))[0]
        for folder in ("alone", "c/encoder-rnn-seed-4")
    ]
    assert models[0].keys() == models[1].keys()
    assert all(models[0][name].equal(models[1][name]) for name in models[0])
    scored = seqattn("evaluate", test, "--run", "alone", "--json", "--by-length", "-q")
    alone, (compared, _) = json.loads(scored.stdout), data["results"]
    assert (compared["bleu"], compared["chrf"]) == (alone["bleu"], alone["chrf"])
    assert [row["bleu"] for row in compared["by_length"]] == [
        row["bleu"] for row in alone["by_length"]
    ]


@pytest.mark.usefixtures("here")
def test_it_goes_on_with_what_is_left_and_takes_more_seeds(pairs, tmp_path):
    options = ["compare", pairs, "--run", tmp_path / "c"]
    begun = seqattn(*options, "--vary", "context=none", *TINY_OPTIONS)
    model = tmp_path / "c" / "context-none-seed-1" / checkpoint.MODEL
    before = model.stat().st_mtime_ns
    more = seqattn(*options, "--resume", "--seeds", "2", "--epochs", 3)
    assert more.exit_code == 0
    assert model.stat().st_mtime_ns == before
    assert "context=none, seed 1 was done before" in more.stderr
    assert "[2/2] context=none, seed 2" in more.stderr
    assert begun.stdout.splitlines()[2].split()[1] == "1"
    assert more.stdout.splitlines()[2].split()[1] == "mean"
    again = seqattn(*options, "--resume", "-q")
    assert (again.stdout, again.stderr) == (more.stdout, "")
    added = seqattn(*options, "--resume", "--vary", "context=fixed", "-q")
    assert [v.name for v in read(tmp_path / "c").plan.variants] == ["context=none", "context=fixed"]
    data = json.loads((tmp_path / "c" / FILE).read_text("utf-8"))
    resumed = ["--resume" in command for command in data["commands"]]
    assert resumed == [False, True, True], "one that found nothing left to do is no part of it"
    assert len(added.stdout.splitlines()) == len(more.stdout.splitlines()) + 3


@pytest.mark.usefixtures("here")
def test_going_on_refuses_what_cannot_change(pairs, tmp_path):
    options = ["compare", pairs, "--run", tmp_path / "c"]
    seqattn(*options, "--vary", "context=none", *TINY_OPTIONS)
    for option, value in (("--epochs", 9), ("--seed", 2), ("--length-bins", "1,2")):
        refused = seqattn(*options, "--resume", option, value)
        assert refused.exit_code == 2
        assert option in told(refused)[0]
    other = write_pairs(tmp_path, copy_pairs(60, seed=3), "other.tsv")
    assert "not the one" in told(seqattn("compare", other, *options[2:], "--resume"))[0]
    assert "was trained on" in told(seqattn("compare", *options[2:], "--resume"))[0]
    taken = seqattn(*options, "--vary", "context=none", *TINY_OPTIONS)
    assert "already holds a comparison" in told(taken)[0]


@pytest.mark.usefixtures("here")
def test_without_a_file_it_takes_the_shipped_corpus_and_its_test_part(monkeypatch, tmp_path):
    parts = {"train": copy_pairs(40), "dev": copy_pairs(5, seed=1), "test": copy_pairs(6, seed=2)}

    def shipped(part: str, *, reverse: bool = False) -> corpus.Corpus:
        file = write_pairs(tmp_path, parts[part], f"{part}.tsv")
        return corpus.open_corpus([file], reverse=reverse)

    monkeypatch.setattr(corpus, "shipped_corpus", shipped)
    result = seqattn("compare", "--vary", "context=none", *TINY_OPTIONS)
    assert "40 pairs, validated on 5" in result.stdout
    assert "the test part of the shipped corpus" in result.stdout
    assert result.stdout.splitlines()[1].split()[1] == "6"
    assert "[1/1]" in result.stderr
    (folder,) = (tmp_path / "runs").iterdir()
    assert seqattn("compare", "--resume", "--run", folder).stdout == result.stdout


def test_a_setting_that_is_of_use_to_no_variant_is_remarked_on(pairs, tmp_path):
    missing = tmp_path / "missing.tsv"
    options = ["compare", missing, "--encoder-score", "dot", "--vary"]
    idle = "--encoder-score makes no difference"
    assert idle in seqattn(*options, "encoder=gru,rnn").stderr
    assert idle not in seqattn(*options, "encoder=gru,self-attentive-rnn").stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "Nothing was named"),
        (["--preset", "everything"], "--preset"),
        (["--vary", "context=everything"], "--context"),
        (["--variant", "encoder:rnn"], "--variant"),
        (["--vary", "epochs=1,2"], "--epochs"),
        (["--preset", "scores", "--seeds", "one"], "--seeds"),
        (["--preset", "scores", "--seeds", "1,1"], "--seeds"),
        (["--preset", "scores", "--seeds", ""], "--seeds"),
        (["--preset", "scores", "--length-bins", "9,3"], "--length-bins"),
        (["--preset", "scores", "--length-bins", "0,3"], "--length-bins"),
        (["--preset", "scores", "--test", "a", "--test", "b", "--test", "c"], "--test"),
        (["--preset", "scores", "--test", "missing.tsv"], "missing.tsv"),
        (["--preset", "scores", "--epochs", "0"], "--epochs"),
        (["--preset", "scores", "--context", "none"], "--score makes no difference"),
        (["--preset", "scores", "--decoder-size", "9"], "score=dot: The dot score"),
        (["--resume"], "unfinished"),
        (["--resume", "--run", "nowhere"], "does not exist"),
    ],
)
def test_wrong_use_is_told_in_two_lines_before_any_work(pairs, tmp_path, options, said):
    result = seqattn("compare", pairs, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in told(result)[0]
    assert not (tmp_path / "runs").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_saves_and_exits_130_and_says_how_to_go_on(pairs, tmp_path):
    settings = write(tmp_path / "long.json", '{"epochs": 100000, "patience": 1000}')
    options = ["compare", pairs, "--vary", "context=none,fixed"]
    words = [*TINY_OPTIONS, "--config", settings]
    at = words.index("--epochs")
    del words[at : at + 2]
    started = process(*options, *words, start_new_session=True)
    assert started.stderr is not None
    for line in started.stderr:
        if b"parameters" in line:  # the first training is at work
            break
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does: to both processes
    out, err = started.communicate()
    assert (out, started.returncode) == (b"", 130)
    assert b"Traceback" not in err
    folder = trainings.find_unfinished()
    assert f"--resume --run {folder}" in err.decode().splitlines()[-1]
    assert not read(folder).results
    run = folder / "context-none-seed-1"
    assert "step" in checkpoint.read_state_about(run)  # 0 where the wish came before the first
    assert not (folder / "context-fixed-seed-1").exists()
    assert not checkpoint.is_finished(run)
