"""`seqattn train`: where things go, which setting wins, and how it goes on."""

import json
import os
import re
import shutil
import signal
from dataclasses import asdict
from pathlib import Path

import pytest
import torch

from seqattn import checkpoint, corpus
from seqattn.cli.train import _refuse_ended
from seqattn.config import Config
from seqattn.errors import RunError
from seqattn.sizes import size_defaults
from seqattn.training_state import Position
from tests.cli.command import TINY_OPTIONS, process, seqattn, told, write
from tests.tiny import copy_pairs, write_pairs


def settings(folder: Path) -> dict[str, object]:
    """The settings that a run was trained with."""
    return checkpoint.read_config(folder)[0].values()


def test_stdout_is_the_run_folder_and_stderr_says_what_happens(pairs, tmp_path):
    result = seqattn("train", pairs, *TINY_OPTIONS)
    assert result.exit_code == 0
    folder = tmp_path / result.stdout.removesuffix("\n")
    assert folder.parent == tmp_path / "runs"
    assert (folder / checkpoint.MODEL).exists()
    for said in (
        "Pairs: 54 used, 0 dropped", "Pieces: ", "expect memorised", "Model: gru encoder",
        "Sizes: those for fewer than 2,000 pairs, but for --vocab-size, ",
    ):  # fmt: skip
        assert said in result.stderr
    last = result.stderr.splitlines()[-3:]
    assert last[0].startswith("Done: all epochs")
    assert last[1].startswith("Best validation BLEU: ")
    assert last[2] == f'Next: seqattn translate --run {result.stdout.strip()} "A sentence."'


def test_quiet_leaves_stderr_empty(pairs):
    started = process("train", pairs, *TINY_OPTIONS, "--epochs", 1, "--quiet")
    out, err = started.communicate()
    assert (err, started.returncode) == (b"", 0)
    assert out.startswith(b"runs")


def test_a_log_file_gets_plain_lines_and_dropped_pairs_by_reason(tmp_path):
    lines = [*copy_pairs(30), ("a b", "  "), copy_pairs(1)[0]]
    result = seqattn("train", write_pairs(tmp_path, lines), *TINY_OPTIONS, FORCE_COLOR="1")
    assert "Pairs: 27 used, 2 dropped:" in result.stderr
    assert "the target is empty (line 31" in result.stderr
    assert "the same pair came before (line 32" in result.stderr
    assert not set("\r\x1b") & set(result.stderr)
    assert result.stderr.count("reference ") == 3  # a sample for each of 3 epochs


def test_a_folder_with_a_run_is_refused_and_left_alone(trained, pairs):
    before = {path.name: path.stat().st_mtime_ns for path in trained.iterdir()}
    result = seqattn("train", pairs, "--run", f"{trained}/", *TINY_OPTIONS)
    assert result.exit_code == 2
    assert "--resume" in told(result)[1]
    assert before == {path.name: path.stat().st_mtime_ns for path in trained.iterdir()}


def test_a_folder_that_the_environment_names_is_refused_by_the_name_of_the_variable(trained, pairs):
    [what, hint] = told(seqattn("train", pairs, SEQATTN_RUN=str(trained)))
    assert "already holds a run" in what
    assert "SEQATTN_RUN" in hint
    assert "SEQATTN_RUN" not in told(seqattn("train", pairs, "--run", trained))[1]


def test_the_option_wins_over_the_file_and_the_file_over_the_default(pairs, tmp_path):
    file = write(tmp_path / "settings.json", '{"epochs": 2, "training": {"seed": 7}}')
    options = [*TINY_OPTIONS, "--epochs", 1]
    seqattn("train", pairs, "--run", tmp_path / "run", "--config", file, *options)
    found = settings(tmp_path / "run")
    assert (found["epochs"], found["seed"], found["patience"]) == (1, 7, 8)


def test_a_runs_config_can_be_used_as_a_config_file(trained, pairs, tmp_path):
    config = trained / checkpoint.CONFIG
    shown = seqattn("train", pairs, "--config", config, "--show-config", "--json", "-q")
    assert json.loads(shown.stdout)["config"] == json.loads(config.read_text())["config"]
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"epoch": 2}', "epoch"),
        ('{"training": {"vocab": 2}}', "vocab"),
        ('{"epochs": "two"}', "--epochs"),
        ('{"epochs": 0}', "--epochs"),
        ('{"epochs": 2', "JSON"),
        ("[1]", "JSON object"),
    ],
)
def test_a_config_file_with_a_mistake_is_refused(content, said, pairs, tmp_path):
    file = write(tmp_path / "settings.json", content)
    result = seqattn("train", pairs, "--config", file)
    assert result.exit_code == 2
    assert said in "".join(told(result))


def test_show_config_tells_the_settings_that_follow_the_corpus(pairs):
    shown = ("train", pairs, "--show-config", "--json", "-q")
    few = json.loads(seqattn(*shown).stdout)["config"]
    given = json.loads(seqattn(*shown, "--epochs", 9).stdout)["config"]
    usual = size_defaults(60)
    assert usual["epochs"] != Config().training.epochs != 9
    assert few["training"]["validate_every"] == usual["validate_every"]
    assert (few["training"]["epochs"], given["training"]["epochs"]) == (usual["epochs"], 9)


def test_reverse_swaps_the_sides_of_the_dev_text_too(tmp_path):
    train = write_pairs(tmp_path, [(f"a {n}", f"b {n}") for n in range(30)], "train.tsv")
    dev = write_pairs(tmp_path, [("a 1 2", "b 1 2")], "dev.tsv")
    result = seqattn("train", train, "--dev", dev, "--reverse", *TINY_OPTIONS)
    assert "source       b 1 2" in result.stderr
    assert "reference    a 1 2" in result.stderr


def test_two_aligned_files_and_two_dev_files_are_read_side_by_side(tmp_path):
    for name, word in (("train.en", "a"), ("train.de", "b"), ("dev.en", "a"), ("dev.de", "b")):
        count = 30 if name.startswith("train") else 2
        write(tmp_path / name, "".join(f"{word} {n}\n" for n in range(count)))
    result = seqattn(
        "train", "train.en", "train.de", "--dev", "dev.en", "--dev", "dev.de", *TINY_OPTIONS
    )
    assert result.exit_code == 0
    assert "30 pairs, validated on 2" in result.stderr
    assert result.stdout.startswith("runs/train-") or os.name == "nt"


def test_without_a_file_it_trains_on_the_shipped_corpus(monkeypatch, tmp_path):
    parts = {"train": copy_pairs(40), "dev": copy_pairs(5, seed=1), "test": copy_pairs(6, seed=2)}

    def shipped(part: str, *, reverse: bool = False) -> corpus.Corpus:
        file = write_pairs(tmp_path, parts[part], f"{part}.tsv")
        return corpus.open_corpus([file], reverse=reverse)

    monkeypatch.setattr(corpus, "shipped_corpus", shipped)
    result = seqattn("train", *TINY_OPTIONS)
    assert "40 pairs, validated on 5" in result.stderr
    assert result.stdout.startswith("runs")
    scored = seqattn("evaluate", "--run", result.stdout.strip(), "--json")
    assert json.loads(scored.stdout)["sentences"] == 6


# ---- going on ------------------------------------------------------------------------------------


def test_resume_says_that_there_is_nothing_left_to_do(pairs, tmp_path):
    seqattn("train", pairs, "--run", tmp_path / "run", *TINY_OPTIONS)
    result = seqattn("train", pairs, "--run", tmp_path / "run", "--resume")
    assert result.exit_code == 2
    assert "did all its epochs" in told(result)[0]
    assert "--epochs" in told(result)[1]
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    fewer = seqattn("train", pairs, "--run", tmp_path / "run", "--resume", "--epochs", 2)
    assert "has done 3 epochs already, and --epochs is 2." in told(fewer)[0]
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before


@pytest.mark.parametrize(
    ("position", "given", "what", "hint"),
    [
        (Position(epoch=3, finished="epochs"), {"epochs": 2},
         "has done 3 epochs already, and --epochs is 2.", "Raise --epochs above 3 "),
        (Position(epoch=3, finished="epochs"), {},
         "is finished: it did all its epochs.", "Raise --epochs above 3 "),
        (Position(epoch=3, finished="epochs"), {"patience": 99},
         "is finished: it did all its epochs.", "Raise --epochs above 3 "),
        (Position(epoch=1, batch=4), {"epochs": 1},
         "has done 1 epoch already, and --epochs is 1.", "Raise --epochs above 1 "),
        (Position(epoch=2, worse=5, finished="early-stop"), {"patience": 4},
         "is finished: it stopped early.", "Raise --patience above 5 "),
        (Position(epoch=2, worse=5, finished="early-stop"), {"epochs": 9},
         "is finished: it stopped early.", "Raise --patience above 5 "),
        (Position(epoch=2, worse=5, finished="early-stop"), {"epochs": 1},
         "is finished: it stopped early.", "Raise --patience above 5 "),
        (Position(epoch=3, finished="epochs"), {"epochs": 4}, None, None),
        (Position(epoch=2, worse=5, finished="early-stop"), {"patience": 6}, None, None),
        (Position(epoch=1, batch=4), {"epochs": 2}, None, None),
        (Position(epoch=3), {}, None, None),  # its time was over just then: it is closed
    ],
)  # fmt: skip
def test_resume_goes_on_only_with_what_leaves_something_to_do(
    position, given, what, hint, monkeypatch
):
    about = asdict(position)
    monkeypatch.setattr(checkpoint, "read_state_about", lambda folder: about)
    config = Config().with_values({"epochs": 3, "patience": 5, **given})
    if what is None:
        _refuse_ended(Path("run"), config, given)
        return
    with pytest.raises(RunError) as caught:
        _refuse_ended(Path("run"), config, given)
    assert caught.value.message == f"run {what}"
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    "option",
    [["--embedding-size", "5"], ["--seed", "9"], ["--subword-sampling", "0.2"], ["--reverse"]],
)
def test_resume_refuses_what_cannot_change(option, trained, pairs):
    result = seqattn("train", pairs, "--run", trained, "--resume", *option)
    assert result.exit_code == 2
    assert option[0] in told(result)[0]


def test_resume_without_a_run_folder_or_without_runs_is_told(tmp_path, pairs):
    assert "unfinished" in told(seqattn("train", pairs, "--resume"))[0]
    assert "holds no run" in told(seqattn("train", pairs, "--resume", "--run", tmp_path))[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_saves_and_exits_130_and_resume_goes_on(pairs, tmp_path):
    started = process("train", pairs, *TINY_OPTIONS, "--epochs", 100_000, "--patience", 1000)
    assert started.stderr is not None
    for line in started.stderr:
        if b"epoch 2 " in line:
            break
    started.send_signal(signal.SIGINT)
    out, err = started.communicate()
    assert started.returncode == 130
    assert b"Traceback" not in err
    assert b"Stopped: interrupted" in err
    step = checkpoint.read_state_about(tmp_path / out.decode().strip())["step"]

    resumed = seqattn("train", pairs, "--resume", "--max-minutes", 1e-6)
    assert resumed.exit_code == 0
    assert resumed.stdout.encode() == out
    assert f"Going on after step {step:,} of" in resumed.stderr
    assert "Changed: --max-minutes 1e-06" in resumed.stderr
    assert "Stopped: the time of --max-minutes is over" in resumed.stderr


def test_resume_wants_the_same_text_again(pairs, tmp_path):
    options = [*TINY_OPTIONS, "--max-minutes", "1e-6", "--run", tmp_path / "run"]
    seqattn("train", pairs, *options)
    nothing = seqattn("train", "--resume", "--run", tmp_path / "run")
    assert nothing.exit_code == 2
    assert "was trained on" in told(nothing)[0]
    other = write_pairs(tmp_path, copy_pairs(60, seed=3), "other.tsv")
    changed = seqattn("train", other, "--resume", "--run", tmp_path / "run")
    assert "The text is not the same as before" in changed.stderr


def test_a_learning_rate_given_on_resuming_wins_and_is_announced(pairs, tmp_path):
    options = [*TINY_OPTIONS, "--max-minutes", "1e-6", "--run", tmp_path / "run"]
    seqattn("train", pairs, *options)
    assert settings(tmp_path / "run")["learning_rate"] == 0.01
    anew = ["--max-minutes", 0, "--learning-rate", 0.0001]
    resumed = seqattn("train", pairs, "--resume", "--run", tmp_path / "run", *anew)
    assert "Changed: --learning-rate 0.0001" in resumed.stderr
    assert settings(tmp_path / "run")["learning_rate"] == 0.0001


def test_resume_refuses_a_tokenizer_the_run_was_not_trained_with(trained, pairs, tmp_path):
    run = shutil.copytree(trained, tmp_path / "run")
    other = write_pairs(tmp_path, [(f"z{a}", f"z{b}") for a, b in copy_pairs(60)])
    assert seqattn("train", other, "--run", "other", *TINY_OPTIONS, "--epochs", 1).exit_code == 0
    shutil.copy(Path("other/tokenizer.model"), run)
    result = seqattn("train", pairs, "--resume", "--run", run, "--epochs", 99, "--patience", 99)
    assert result.exit_code == 2
    assert "not the one this run was trained with" in told(result)[0]


def test_json_without_show_config_is_refused_before_anything_is_trained(pairs, tmp_path):
    result = seqattn("train", pairs, "--json", *TINY_OPTIONS)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told(result)[0] == "Error: --json is for --show-config."
    assert not (tmp_path / "runs").exists()


def test_one_of_a_thing_is_not_called_several(tmp_path):
    one = write_pairs(tmp_path, [("a b", "a b")], "one.tsv")
    options = [*TINY_OPTIONS, "--epochs", 1, "--patience", 1]
    said = seqattn("train", one, "--dev", one, "--run", "one", *options).stderr
    said += seqattn("info", "--run", "one").stdout
    said += seqattn("check", one).stdout
    said += seqattn("evaluate", one, "--run", "one").output
    assert "1 pair" in said
    assert "1 sentence;" in said
    assert re.findall(r"\b1 (?:pair|epoch|step|sentence|word|validation)s\b", said) == []


def test_a_run_trained_on_a_gpu_opens_and_goes_on_where_there_is_none(
    trained, pairs, monkeypatch, tmp_path
):
    shutil.copytree(trained, tmp_path / "gpu")
    config, info = checkpoint.read_config(trained)
    there = config.with_values({"device": "cuda", "precision": "bfloat16"})
    checkpoint.write_config(
        tmp_path / "gpu", there, checkpoint.load_tokenizers(trained, info), info
    )
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    for command in (["translate", "a b"], ["show-attention", "a b"], ["evaluate", pairs]):
        here = seqattn(*command, "--run", trained, "-q")
        assert seqattn(*command, "--run", "gpu", "-q").stdout == here.stdout
    assert seqattn("info", "--run", "gpu").exit_code == 0
    resume = ["train", pairs, "--run", "gpu", "--resume", "--epochs", 41, "--patience", 99]
    [what, hint] = told(seqattn(*resume))
    assert what == "Error: --device cuda: torch finds no such device on this machine."
    assert "--device auto" in hint
    assert seqattn(*resume, "--device", "cpu").exit_code == 0


# ---- settings beside each other ----------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        ["--score", "dot", "--encoder-size", 64, "--decoder-size", 64],
        ["--score", "scaled-dot", "--decoder-size", 100],
        ["--tied-embeddings", "all", "--vocabularies", "separate"],
        ["--device", "cuda"],
    ],
)
@pytest.mark.parametrize("command", [["train"], ["compare", "--vary", "encoder=gru,rnn"]])
def test_settings_that_fit_no_corpus_are_refused_before_one_is_read(
    command, options, tmp_path, monkeypatch
):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    missing = tmp_path / "missing.tsv"  # whoever looked for it would say that it is not there
    result = seqattn(*command, missing, *options)
    assert result.exit_code == 2
    assert options[0] in "".join(told(result))
    assert not (tmp_path / "runs").exists()
    assert "missing.tsv" in told(seqattn(*command, missing))[0]


@pytest.mark.parametrize("command", [["train"], ["compare", "--vary", "encoder=gru,rnn"]])
@pytest.mark.parametrize("place", ["file", "file/run", "file/a/b", "locked/run"])
def test_a_folder_that_cannot_be_made_is_told_before_a_corpus_is_read(command, place, tmp_path):
    write(tmp_path / "file", "in the way")
    (tmp_path / "locked").mkdir(mode=0o500)
    if place == "locked/run" and os.access(tmp_path / "locked", os.W_OK):
        pytest.skip("this user may write everywhere")
    result = seqattn(*command, tmp_path / "missing.tsv", "--run", place)
    assert result.exit_code == 2
    assert told(result)[0].startswith(f"Error: Cannot make the folder {place}: ")
    assert (tmp_path / "file").read_text() == "in the way"


def test_settings_that_do_not_fit_this_corpus_are_refused_before_pieces_are_learned(tmp_path):
    few = write_pairs(tmp_path, copy_pairs(60))
    result = seqattn("train", few, "--score", "dot", "--decoder-size", 1024)
    assert result.exit_code == 2
    assert f"--decoder-size {2 * size_defaults(60)['encoder_size']} (twice" in told(result)[1]
    assert "Learning pieces" not in result.stderr
    assert not (tmp_path / "runs").exists()


def test_a_setting_that_makes_no_difference_is_remarked_on(pairs, tmp_path):
    idle = "--encoder-score makes no difference with --encoder gru"
    shown = ["train", pairs, "--show-config"]
    assert idle in seqattn(*shown, "--encoder-score", "dot").stderr
    assert "no difference" not in seqattn(*shown, "--score", "general").stderr
    used = ["--encoder", "self-attentive-rnn", "--encoder-score", "dot"]
    assert "no difference" not in seqattn(*shown, *used).stderr
    assert "no difference" not in seqattn(*shown, "--encoder-score", "dot", "-q").stderr
    held_out = [*shown, "--held-out", 5]
    assert "no difference" not in seqattn(*held_out).stderr
    assert "--held-out makes no difference" in seqattn(*held_out, "--dev", pairs).stderr
    file = write(tmp_path / "a.toml", 'encoder_score = "dot"\nencoder_update = "xc"\n')
    assert seqattn(*shown, "--config", file).stderr.count("no difference") == 1


# ---- starting from a run -------------------------------------------------------------------------


def test_a_run_starts_from_another_says_so_and_leaves_it_alone(trained, tmp_path):
    before = {path.name: path.stat().st_mtime_ns for path in trained.iterdir()}
    new = write_pairs(tmp_path, copy_pairs(40, words="abcdefxy", seed=5), "new.tsv")
    options = ["--epochs", 2, "--batch-tokens", 120, "--tokenize", "none", "--device", "cpu"]
    result = seqattn("train", new, "--init-from", trained, "--run", "begun", *options)
    assert result.exit_code == 0
    assert f"Starting from {trained.name}, trained on pairs.tsv. Pieces unknown" in result.stderr
    assert before == {path.name: path.stat().st_mtime_ns for path in trained.iterdir()}
    old, found = settings(trained), settings(Path("begun"))
    same = [name for name, value in found.items() if value == old[name]]
    assert {"vocab_size", "decoder_size", "byte_fallback"} <= set(same)
    by_size = size_defaults(40)["learning_rate"]
    assert (found["epochs"], found["learning_rate"]) == (2, by_size) != (2, old["learning_rate"])
    shown = seqattn("info", "--run", "begun").stdout
    assert re.search(rf"^begun with +{trained.name}, trained on pairs.tsv \(step ", shown, re.M)
    assert str(trained.parent) not in Path("begun/config.json").read_text("utf-8")


def test_a_begun_run_that_was_stopped_still_says_where_it_came_from(trained, pairs):
    options = ["--epochs", 3, "--max-minutes", 1e-6, "--run", "begun", "--tokenize", "none"]
    assert seqattn("train", pairs, "--init-from", trained, *options).exit_code == 0
    came_from = checkpoint.read_config(Path("begun"))[1]["init_from"]
    resumed = seqattn("train", pairs, "--resume", "--run", "begun", "--max-minutes", 0)
    assert resumed.exit_code == 0
    assert checkpoint.read_config(Path("begun"))[1]["init_from"] == came_from
    assert "Starting from" not in resumed.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--embedding-size", "5"], "--embedding-size is 5, but the weights of --init-from tiny"),
        (["--encoder", "rnn"], "were trained with gru"),
        (["--vocab-size", "99"], "were trained with 40"),
        (["--resume"], "--init-from begins a new one"),
    ],
)
def test_what_contradicts_the_run_started_from_is_refused(options, said, trained, pairs, tmp_path):
    result = seqattn("train", pairs, "--init-from", trained, *options)
    assert result.exit_code == 2
    assert said in told(result)[0]
    assert not (tmp_path / "runs").exists()


def test_a_folder_without_a_run_is_nothing_to_start_from(pairs, tmp_path):
    result = seqattn("train", pairs, "--init-from", tmp_path)
    assert result.exit_code == 2
    assert "holds no run" in told(result)[0]


def test_show_config_tells_what_is_kept_of_the_run_started_from(trained, pairs):
    shown = seqattn("train", pairs, "--init-from", trained, "--show-config", "--json", "-q").stdout
    origins = json.loads(shown)["from"]
    assert (origins["decoder_size"], origins["max_length"]) == ("run", "run")
    assert (origins["epochs"], origins["patience"]) == ("size", "default")


def test_timestamps_stand_in_front_of_every_line_of_the_log(pairs):
    options = [*TINY_OPTIONS, "--epochs", 1, "--run", "run"]
    result = seqattn("train", pairs, *options, "--timestamps")
    lines = result.stderr.splitlines()
    assert len(lines) > 8
    stamp = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d ")
    assert [line for line in lines if not stamp.match(line)] == []
    assert result.stdout == "run\n"
    plain = seqattn("train", pairs, *options, "--resume", "--epochs", 2).stderr
    assert not any(stamp.match(line) for line in plain.splitlines())
