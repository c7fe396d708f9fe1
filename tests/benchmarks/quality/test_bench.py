"""Training, scoring and keeping the runs of `benchmarks.quality`; its quick form."""

import doctest
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from benchmarks.quality import __main__ as program
from benchmarks.quality import bench as benches
from benchmarks.quality import plan as plans
from benchmarks.quality import runs
from benchmarks.quality.bench import Bench
from benchmarks.quality.locks import alone
from benchmarks.quality.plan import ABLATIONS, FULL, RECIPE, SETS, TINY, Planned, planned
from benchmarks.quality.rows import read_rows
from benchmarks.quality.runs import Trained, UnfitRunError, changed_since
from benchmarks.quality.texts import QUICK_HELD, lines, make_quick_data, ready
from seqattn.checkpoint import load_run
from seqattn.config import Config
from seqattn.corpus import open_corpus
from seqattn.epochs import Epochs
from seqattn.evaluation import corpus_scores
from seqattn.learner import Learner
from seqattn.preparation import prepare
from seqattn.run_log import read_log
from seqattn.sizes import size_defaults
from seqattn.translator import load
from tests.cli.command import seqattn


@pytest.mark.parametrize("module", [plans, program, runs])
def test_the_examples_in_the_docstrings_hold(module):
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


# -- what is planned


def test_the_recipe_is_trained_with_nothing_but_files_and_a_seed():
    for run in planned():
        if run.set in plans.TEST_SETS:
            assert (run.settings, run.pairs, run.parts) == ({}, 0, ("dev", "test"))


def test_only_test_sets_are_scored_on_test_parts():
    assert {run.set for run in planned() if "test" in run.parts} == {*plans.TEST_SETS}


def test_each_run_has_a_name_and_a_key_of_its_own():
    runs = list(planned())
    assert {run.set for run in runs} == {*SETS}
    assert len({run.name for run in runs}) == len({run.key for run in runs}) == len(runs)


def test_half_of_the_learning_curve_has_the_settings_of_the_full_text_but_its_time():
    curve = list(planned(["learning-curve"]))
    assert [run.pairs for run in curve] == [500] * 6 + [2000] * 6 + [8000] * 6
    full = size_defaults(FULL)
    for run in curve:
        if "fixed" in run.label:
            usual = size_defaults(run.pairs)
            assert run.settings.keys() == {*full}
            changed = {name for name, value in full.items() if run.settings[name] != value}
            assert changed <= {"epochs", "validate_every"}
            assert run.settings["validate_every"] == usual["validate_every"]
        else:
            assert run.settings == {}


@pytest.mark.parametrize("pairs", plans.CURVE)
def test_both_halves_of_the_learning_curve_have_as_many_steps(shared_data, tmp_path, pairs):
    text = ready("multi30k-en-de", shared_data, tmp_path, pairs=pairs)
    steps = {}
    for name, settings in (("defaults", {}), ("fixed", plans.fixed_settings(pairs))):
        train, dev = (open_corpus([str(path) for path in part]) for part in (text.train, text.dev))
        prepared = prepare(train, dev, Config().with_values(settings), settings)
        steps[name] = sum(
            Epochs(prepared.train, prepared.tokenizers, prepared.config.training).plan.steps
        )
    assert steps["fixed"] == pytest.approx(steps["defaults"], rel=0.02)


def test_an_ablation_changes_one_setting_of_the_recipe_and_the_length_of_the_schedule():
    usual = Config().sized(FULL, {})
    first, *others = planned(["ablations"])
    assert (first.label, set(first.settings)) == (RECIPE, {"epochs"})
    for run in others:
        assert set(run.settings) == {"epochs", *dict(ABLATIONS)[run.label]}
        changed = usual.with_values({**run.settings, "epochs": usual.training.epochs})
        assert changed != usual


# -- training and scoring


@pytest.fixture
def commands(monkeypatch):
    """`seqattn` runs in this process; gives the list of what was called."""
    called = []

    def here(words, threads):
        called.append(list(words))
        result = seqattn(*words)
        if result.exit_code == 130:
            raise KeyboardInterrupt
        if result.exit_code:
            raise subprocess.CalledProcessError(result.exit_code, words)
        return result.stdout

    monkeypatch.setattr(runs, "seqattn", here)
    return called


@pytest.fixture
def bench(tmp_path):
    make_quick_data(tmp_path / "data")
    return Bench(
        tmp_path / "quality.json", tmp_path / "data", tmp_path / "made", tmp_path / "runs",
        threads=1, held=QUICK_HELD,
    )  # fmt: skip


PLAN = Planned("multi30k-raw-en-de", RECIPE, 3, "multi30k-raw-en-de", {**TINY, "epochs": 2})


def test_a_run_is_trained_scored_and_kept_and_not_trained_again(bench, commands):
    assert bench.train([PLAN]) == 0
    folder = bench.runs / PLAN.name
    text = ready(PLAN.text, bench.data, bench.made)
    train, *translations = commands
    assert train[:3] == ["train", *map(str, text.train)]
    assert [(words[2], words[6]) for words in translations] == [
        (str(part.source), beam) for part in (text.dev, text.test) for beam in ("1", "5")
    ]
    [row] = read_rows(bench.file)
    log, run = read_log(folder), load_run(folder)
    assert run.config.training.seed == row["seed"] == 3
    assert row["minutes"] == round(log[-1]["seconds"] / 60, 2)
    assert (row["epochs"], row["stopped"], row["pairs"]) == (2, "epochs", 96)
    assert row["validation_loss"] == round(
        min(log, key=lambda e: (-e["bleu"], e["loss"]))["loss"], 4
    )
    assert row["parameters"] == sum(weight.numel() for weight in run.model.parameters())
    translator = load(folder)
    found = [translator.translate(line, beam=5).text for line in lines(text.test.source)]
    scores = corpus_scores(found, lines(text.test.target), tokenize="13a")
    assert row["scores"]["test"]["beam"] == {
        "bleu": round(scores.bleu, 2),
        "chrf": round(scores.chrf, 2),
        "length_ratio": round(scores.hypothesis_length / scores.reference_length, 4),
    }
    assert row["scores"]["test"]["bleu_signature"] == scores.bleu_signature
    assert {"commit", "threads", "starts", "command", "train_command"} <= row.keys()
    assert {"processor", "load", "load_at_end", "threads", "commit"} <= row["starts"][0].keys()
    assert str(bench.data.parent) not in bench.file.read_text()
    done = len(commands)
    assert bench.train([PLAN]) == 0
    assert len(commands) == done
    assert bench.train([PLAN], fresh=True) == 0  # scored again, by the run that is there
    assert [words[0] for words in commands[done:]] == ["translate"] * 4
    assert read_rows(bench.file) == [row]


def test_a_run_without_bytes_is_translated_with_each_way_of_writing_what_is_unknown(
    bench, commands
):
    settings = {**TINY, "byte_fallback": False}
    plan = Planned("unknown-words", "no bytes", 1, PLAN.text, settings, parts=("dev",))
    assert bench.train([plan]) == 0
    [row] = read_rows(bench.file)
    ways = [words[words.index("--unknown") + 1] for words in commands if "--unknown" in words]
    assert ways == [*row["unknown"]["bleu"]] == ["avoid", "copy", "mark"]
    assert row["unknown"]["bleu"]["avoid"] == row["scores"]["dev"]["greedy"]["bleu"]


def test_a_run_that_was_broken_off_is_gone_on_with(bench, commands, monkeypatch, capsys):
    take = Learner.step

    def interrupted(self, *arguments):
        signal.raise_signal(signal.SIGINT)
        return take(self, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(Learner, "step", interrupted)
        assert bench.train([PLAN]) == benches.INTERRUPTED
    assert read_rows(bench.file) == []
    assert "the same command goes on with it" in capsys.readouterr().err
    assert bench.train([PLAN]) == 0
    assert commands[1] == [*commands[0], "--resume"]
    [row] = read_rows(bench.file)
    assert [start["load_at_end"] is None for start in row["starts"]] == [True, False]
    assert row["minutes"] == round(read_log(bench.runs / PLAN.name)[-1]["seconds"] / 60, 2)
    assert row["epochs"] == 2


def test_runs_that_were_made_in_another_way_are_refused(bench, commands, capsys):
    assert bench.train([PLAN]) == 0
    text = ready(PLAN.text, bench.data, bench.made)
    run = Trained(PLAN, text, bench.data, bench.runs, 1)
    longer = replace(run, plan=replace(PLAN, settings={**TINY, "epochs": 3}))
    with pytest.raises(UnfitRunError, match="another command"):
        longer.train()
    about = {**text.about, "fingerprint": "0"}
    with pytest.raises(UnfitRunError, match="another fingerprint"):
        replace(run, text=replace(text, about=about)).train()
    run.note.unlink()
    bench.file.unlink()
    other = replace(PLAN, seed=4, parts=("dev",))
    assert bench.train([PLAN, other]) == benches.FAILED
    assert "was not begun by this script" in capsys.readouterr().err
    assert [row["seed"] for row in read_rows(bench.file)] == [4]  # the next one all the same


def test_a_text_that_is_not_there_fails_and_the_next_one_is_trained_all_the_same(bench, capsys):
    (bench.data / "tatoeba-en-zh" / "cmn.txt").unlink(missing_ok=True)
    absent = replace(PLAN, set="tatoeba-en-zh", text="tatoeba-en-zh")
    assert bench.train([absent, replace(PLAN, parts=("dev",))]) == benches.FAILED
    assert "cmn.txt" in capsys.readouterr().err
    assert [row["set"] for row in read_rows(bench.file)] == [PLAN.set]


def test_a_run_that_stopped_before_its_last_epoch_needs_no_more_minutes(bench):
    settings = {**TINY, "epochs": 90, "patience": 1, "learning_rate": 100.0}  # it gets worse
    early = replace(PLAN, settings=settings, parts=("dev",))
    assert bench.train([early]) == 0
    [row] = read_rows(bench.file)
    assert row["epochs"] < row["epochs_planned"]
    bench.file.unlink()
    assert bench.minutes_left(early) == benches.SCORING


def test_the_row_of_another_process_is_kept_and_rows_stand_in_the_plans_order(bench):
    base = {"label": RECIPE, "scores": {}}
    for name, seed in (("tatoeba-zh-en", 1), ("multi30k-en-de", 2), ("multi30k-en-de", 1)):
        benches.keep({"set": name, "seed": seed, **base}, bench.file)
    benches.keep({"set": "multi30k-en-de", "seed": 2, **base, "new": True}, bench.file)
    rows = [(row["set"], row["seed"], "new" in row) for row in read_rows(bench.file)]
    assert rows == [
        ("multi30k-en-de", 1, False), ("multi30k-en-de", 2, True), ("tatoeba-zh-en", 1, False),
    ]  # fmt: skip


WRITER = """
import sys
import time
from pathlib import Path
from benchmarks.quality import rows
if sys.argv[2] == "unlocked":
    from contextlib import nullcontext
    rows.alone = nullcontext
written, write = Path(sys.argv[1]), rows.write_atomic
def slowly(path, content):  # the other process comes between reading and writing
    (written.parent / f"{sys.argv[3]}.read").touch()
    end = time.monotonic() + float(sys.argv[4])
    other = written.parent / f"{3 - int(sys.argv[3])}.read"
    while not other.exists() and time.monotonic() < end:
        time.sleep(0.01)
    write(path, content)
rows.write_atomic = slowly
row = {"set": "ablations", "label": "default", "seed": int(sys.argv[3])}
rows.put(row, written, lambda rows: None)
"""


@pytest.mark.parametrize(
    ("lock", "patience", "kept"), [("locked", 0.5, {1, 2}), ("unlocked", 60, 1)]
)
def test_of_two_processes_that_write_at_once_both_rows_are_kept(tmp_path, lock, patience, kept):
    file = tmp_path / "quality.json"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, file, lock, str(seed), str(patience)])
        for seed in (1, 2)
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    seeds = {row["seed"] for row in read_rows(file)}
    assert seeds == kept if lock == "locked" else len(seeds) == kept  # so the test can fail


def test_a_run_that_another_process_is_at_is_left_to_it(bench, commands, capsys):
    bench.runs.mkdir()
    with alone(bench.runs / f"{PLAN.name}.lock"):
        assert bench.train([PLAN]) == 0
    assert commands == []
    assert "another process is at it" in capsys.readouterr().err
    assert bench.train([PLAN]) == 0
    assert len(read_rows(bench.file)) == 1


def test_a_lock_is_held_until_the_programs_that_were_started_have_ended(tmp_path):
    with alone(tmp_path / "lock"):
        sleeps = [sys.executable, "-c", "input()"]
        process = subprocess.Popen(sleeps, stdin=subprocess.PIPE, close_fds=False)
    with pytest.raises(BlockingIOError), alone(tmp_path / "lock", wait=False):
        pass
    process.communicate(b"\n")
    with alone(tmp_path / "lock", wait=False):
        pass


# -- what is left to do


def timed(minutes, **changes):
    row = {"set": "ablations", "label": RECIPE, "seed": 1, "threads": 1, "minutes": minutes}
    return {**row, **changes}


def test_minutes_are_guessed_from_runs_of_the_same_kind_and_threads(bench):
    first, second, *_ = planned(["ablations"])
    other = next(planned(["tatoeba-en-zh"]))
    assert bench.minutes_left(second) == second.minutes + benches.SCORING
    benches.keep(timed(7.0), bench.file)
    benches.keep(timed(99.0, label="no averaging", threads=2), bench.file)
    assert bench.minutes_left(first) == bench.minutes_left(second) == 7 + benches.SCORING
    assert bench.minutes_left(other) == other.minutes + benches.SCORING


def test_no_run_begins_that_would_not_end_in_time(bench, commands, capsys):
    assert bench.train([PLAN], minutes=PLAN.minutes) == 0
    assert commands == []
    assert "not begun" in capsys.readouterr().err


def test_the_list_says_what_is_there_what_is_missing_and_what_is_of_other_defaults(bench):
    first, second, *_ = planned(["ablations"])
    usual = runs.recipe(Config().sized(FULL, first.settings))
    assert changed_since({"pairs": FULL, "settings": usual}, first.settings) == {}
    row = timed(7.0, pairs=FULL, settings={**usual, "clip_norm": 9.0, "vocabularies": "joint"})
    benches.keep(row, bench.file)
    there, missing, total = bench.listed([first, second])
    assert there["remark"] == "defaults have changed: clip_norm 9.0 -> 1.0"
    assert (missing["state"], missing["left"]) == ("missing", 7 + benches.SCORING)
    assert total["left"] == missing["left"]


# -- the command, as it is called


def run_main(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["quality", *arguments])
    with pytest.raises(SystemExit) as ended:
        program.main()
    return ended.value.code


def test_the_quick_form_has_a_row_for_each_run(monkeypatch, tmp_path, commands):
    few = ["--quick", "--only", RECIPE, "--results", str(tmp_path), "--threads", "1"]
    assert run_main(monkeypatch, "tanaka-en-ja", "ablations", *few) == 0
    data = json.loads((tmp_path / "quality.quick.json").read_text())
    assert data["quick"]
    names = [(row["set"], row["label"]) for row in data["rows"]]
    assert names == [("tanaka-en-ja", RECIPE), ("ablations", RECIPE)]
    assert data["rows"][0]["text"]["split_seed"] == 1
    assert set(data["rows"][1]["scores"]) == {"dev"}


def test_wrong_use_is_told(monkeypatch, capsys, tmp_path):
    assert run_main(monkeypatch, "multi30k", "--list") == 2
    assert "no set is called multi30k; known are multi30k-en-de," in capsys.readouterr().err
    assert run_main(monkeypatch, "ablations", "--results", str(tmp_path)) == 2
    assert "--data DIR is needed" in capsys.readouterr().err


def test_commands_are_processes_with_the_threads_that_were_asked_for(monkeypatch, tmp_path):
    assert runs.seqattn(["--version"], 1).startswith("seqattn ")
    with pytest.raises(subprocess.CalledProcessError):
        runs.seqattn(["translate", "--no-such-option"], 1)
    prints = "import os; print(os.environ['OMP_NUM_THREADS'])"
    monkeypatch.setattr(sys, "executable", python_is(tmp_path, prints))
    assert runs.seqattn([], 3) == "3\n"


STOPPED_BY_CTRL_C = """
import os, signal, time
def stop(*_):
    with open({asked!r}, "a") as file:
        file.write("x")
    time.sleep(0.2)
    os._exit(130)
signal.signal(signal.SIGINT, stop)
os.kill({parent}, signal.SIGTERM)
time.sleep(60)
"""


def test_a_signal_to_end_is_passed_on_once_and_the_end_awaited(monkeypatch, tmp_path):
    asked = tmp_path / "asked"
    script = STOPPED_BY_CTRL_C.format(asked=str(asked), parent=os.getpid())
    monkeypatch.setattr(sys, "executable", python_is(tmp_path, script))
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        runs.seqattn([], 1)
    assert asked.read_text() == "x"
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_while_a_process_is_started_waits_until_there_is_one_to_tell():
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012, SIM117
        with runs._raising_once_armed() as arm:
            signal.raise_signal(signal.SIGTERM)
            begun = True  # nothing was raised yet
            arm()
    assert begun


def python_is(folder, script):
    """A program that takes Python's place."""
    path = folder / "program"
    path.write_text(f"#!{sys.executable}\n{script}\n")
    path.chmod(0o755)
    return str(path)
