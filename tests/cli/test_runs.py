"""Which run a command reads: the one named, else the last under runs/, else a shipped one."""

import shutil
from pathlib import Path

import pytest

from benchmarks.shipped_runs import ship
from seqattn import checkpoint, shipped
from seqattn.cli import texts
from tests.cli.command import TINY_OPTIONS, process, seqattn, told, write


@pytest.fixture
def comes_with(trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of shipped runs, both of them the tiny run."""
    folder = tmp_path / "installed"
    for name in ("en-zh", "zh-en"):
        ship(trained, folder / name)
    monkeypatch.setattr(shipped, "FOLDER", folder)
    return folder


@pytest.fixture
def a_run(trained: Path, tmp_path: Path) -> Path:
    """A run under runs/."""
    return shutil.copytree(trained, tmp_path / "runs" / "mine")


READERS = (["translate", "a b"], ["show-attention", "a b"], ["tokenize", "a b"], ["info"],
           ["explain", "step", "a b"])  # fmt: skip


@pytest.mark.parametrize("command", READERS)
def test_without_a_run_under_runs_a_shipped_one_is_read_and_named(command, comes_with, trained):
    result = seqattn(*command)
    assert result.exit_code == 0
    assert "Run: shipped:en-zh" in result.stderr
    assert "also shipped:zh-en." in result.stderr
    assert "seqattn train" in result.stderr
    quiet = seqattn(*command, "--quiet")
    assert (quiet.stdout, quiet.stderr) == (result.stdout, "")
    named = seqattn(*command, "--run", "shipped:en-zh")
    assert named.stdout == result.stdout
    assert "Run:" not in named.stderr


@pytest.mark.parametrize("command", READERS)
def test_a_run_under_runs_wins(command, comes_with, a_run):
    assert "Run: runs/mine\n" in seqattn(*command).stderr.replace("\\", "/")


@pytest.mark.parametrize("name", ["shipped:zh-en", "runs/mine"])
@pytest.mark.parametrize("command", READERS)
def test_the_environment_names_one_too(command, name, comes_with, a_run):
    result = seqattn(*command, SEQATTN_RUN=name)
    assert "Run:" not in result.stderr
    if command[0] == "info":
        assert result.stdout.split()[:2] == ["run", name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a b", "en-zh"),
        ("汤姆追逐杰瑞。", "zh-en"),
        ("Tom 追逐杰瑞。", "zh-en"),
        ("42", "en-zh"),
        ("トムが走る", "en-zh"),
    ],
)
@pytest.mark.parametrize("command", ["translate", "tokenize"])
def test_the_script_of_the_text_chooses_the_direction(command, text, name, comes_with):
    assert f"Run: shipped:{name}," in seqattn(command, text).stderr


@pytest.mark.parametrize("command", ["translate", "show-attention", "tokenize"])
def test_of_several_lines_the_first_that_is_not_blank_chooses(command, comes_with, tmp_path):
    lines = "\n \n汤姆\na b\n"
    piped = seqattn(command, stdin=lines)
    filed = seqattn(command, "--file", write(tmp_path / "lines.txt", lines))
    assert "Run: shipped:zh-en," in piped.stderr
    assert (filed.stdout, filed.stderr) == (piped.stdout, piped.stderr)
    whole = seqattn(command, "--run", "shipped:zh-en", stdin=lines)
    assert whole.stdout == piped.stdout


def test_lines_without_any_text_are_still_answered(comes_with):
    result = seqattn("translate", stdin="\n\n")
    assert result.stdout == "\n\n"
    assert "Run: shipped:en-zh," in result.stderr


def test_whoever_types_is_asked_before_the_direction_is_chosen(comes_with, monkeypatch):
    monkeypatch.setattr(texts, "is_terminal", lambda stream: True)
    said = seqattn("translate", stdin="汤姆\n").stderr
    assert said.index("Type a sentence") < said.index("Run: shipped:zh-en")
    assert "by the script of the first sentence" in said
    assert "by the script" not in seqattn("info").stderr


@pytest.mark.parametrize("command", ["evaluate", "align"])
def test_a_corpus_chooses_by_its_first_source(command, comes_with, tmp_path):
    pairs = write(tmp_path / "pairs.tsv", "汤姆\ta b\na b c\ta b c\n")
    for options, name in (([], "zh-en"), (["--reverse"], "en-zh")):
        result = seqattn(command, pairs, *options)
        assert result.exit_code == 0
        assert f"Run: shipped:{name}," in result.stderr


@pytest.mark.parametrize("command", [*READERS, ["train", "--init-from"]])
def test_an_unknown_shipped_run_names_those_that_there_are(command, comes_with):
    option = [] if command[0] == "train" else ["--run"]
    result = seqattn(*command, *option, "shipped:de-en")
    assert result.exit_code == 2
    assert "shipped:de-en" in told(result)[0]
    assert "shipped:en-zh, shipped:zh-en" in told(result)[1]


def test_info_says_that_it_is_only_read(comes_with):
    rows = dict(line.split(None, 1) for line in seqattn("info").stdout.splitlines())
    assert rows["run"] == "shipped:en-zh"
    assert "--init-from shipped:en-zh" in rows["state"]
    assert '"run": "shipped:en-zh"' in seqattn("info", "--json").stdout


@pytest.mark.parametrize("how", ["name", "path", "environment"])
@pytest.mark.parametrize("resume", [["--resume"], []])
def test_a_training_into_it_is_refused_and_nothing_written(how, resume, comes_with, pairs):
    before = {file: file.stat().st_mtime_ns for file in comes_with.rglob("*")}
    given = {"name": "shipped:en-zh", "path": str(comes_with / "en-zh")}
    options = [] if how == "environment" else ["--run", given[how]]
    env = {"SEQATTN_RUN": "shipped:en-zh"} if how == "environment" else {}
    result = seqattn("train", pairs, *resume, *options, **env)
    assert result.exit_code == 2
    assert "shipped:en-zh comes with seqattn" in told(result)[0]
    assert "--init-from shipped:en-zh" in told(result)[1]
    assert {file: file.stat().st_mtime_ns for file in comes_with.rglob("*")} == before
    assert not Path("shipped:en-zh").exists()


def test_resuming_without_a_run_does_not_take_it(comes_with):
    assert "no unfinished run" in told(seqattn("train", "--resume"))[0]


def test_a_training_begins_with_it(comes_with, pairs, tmp_path):
    options = [*TINY_OPTIONS, "--epochs", 1, "--run", tmp_path / "new"]
    result = seqattn("train", pairs, "--init-from", "shipped:en-zh", *options)
    assert result.exit_code == 0
    assert "Starting from shipped:en-zh" in result.stderr
    assert "begun with   shipped:en-zh" in seqattn("info", "--run", tmp_path / "new").stdout
    shown = seqattn("train", pairs, "--init-from", "shipped:en-zh", "--show-config").stdout
    assert "# run shipped:en-zh" in shown


def test_two_of_them_stand_side_by_side_by_their_names(comes_with):
    runs = ["--run", "shipped:en-zh", "--run", "shipped:zh-en"]
    shown = seqattn("show-attention", "a b", *runs).stdout
    assert "shipped:en-zh" in shown
    assert "shipped:zh-en" in shown


def test_an_installation_without_them_says_how_to_train_one(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    result = seqattn("translate", stdin="a\n")
    assert result.exit_code == 2
    assert "no trained run" in told(result)[0]
    assert "seqattn train" in told(result)[1]


def test_right_after_installing_it_translates_both_ways():
    for text, found in (
        ("Tom chases Jerry.", "汤姆追逐杰瑞。"),
        ("汤姆追逐杰瑞。", "Tom chases Jerry."),
    ):
        started = process("translate", text)
        out, err = started.communicate()
        assert (out.decode().strip(), started.returncode) == (found, 0)
        assert b"Run: shipped:" in err


def test_reading_a_shipped_run_writes_nothing_into_it(comes_with):
    before = {file: file.stat().st_mtime_ns for file in comes_with.rglob("*")}
    for command in READERS:
        assert seqattn(*command).exit_code == 0
    assert {file: file.stat().st_mtime_ns for file in comes_with.rglob("*")} == before
    assert checkpoint.STATE not in {file.name for file in before}
