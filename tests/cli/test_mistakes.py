"""Every expected mistake is two lines and an exit code; a bug of ours keeps its traceback."""

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import typer
from typer.testing import CliRunner

from seqattn import errors, shipped
from seqattn.cli.mistakes import INTERRUPTED, MistakePrinter, describe
from seqattn.errors import SeqattnError
from seqattn.text import visible
from tests.cli.command import process, seqattn, told, write
from tests.conftest import PROJECT

READERS = ("translate", "show-attention", "tokenize")


def files(folder: Path) -> dict[str, Path]:
    """Texts that cannot be used, by what is wrong with them."""
    (folder / "folder").mkdir()
    return {
        "missing": folder / "missing.en",
        "folder": folder / "folder",
        "empty": write(folder / "empty.en", b""),
        "two lines": write(folder / "two.en", "a\nb\n"),
        "three lines": write(folder / "three.de", "a\nb\nc\n"),
        "latin-1": write(folder / "latin.de", "a\nü\n".encode("latin-1")),
        "utf-16": write(folder / "wide.tsv", "a\tb\n".encode("utf-16")),
        "picture": write(folder / "photo.tsv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe"),
        "blank": write(folder / "blank.tsv", "\n \n\t\n"),
        "one pair": write(folder / "one.tsv", "a\tb\n"),
        "NUL": write(folder / "nul.de", b"a\nb\0\n"),
        "no tab": write(folder / "no-tab.tsv", "a\tb\nc d\n"),
    }


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["missing", "two lines"], "missing.en does not exist"),
        (["folder", "two lines"], "folder is a folder"),
        (["empty", "two lines"], "empty.en is empty"),
        (["two lines", "three lines"], "2 lines"),
        (["two lines", "latin-1"], "latin.de line 2 is not UTF-8"),
        (["two lines", "NUL"], "nul.de line 2 holds a NUL"),
        (["no tab"], "line 2"),
        (["utf-16"], "UTF-16"),
        (["picture"], "a picture"),
        (["blank"], "0 pairs"),
    ],
)
@pytest.mark.parametrize("command", ["train", "evaluate", "compare"])
def test_a_corpus_that_cannot_be_used_is_told_in_two_lines(command, names, said, tmp_path, trained):
    found = files(tmp_path)
    run = ["--run", trained if command == "evaluate" else tmp_path / "new"]
    more = ["--vary", "context=none"] if command == "compare" else []
    result = seqattn(command, *(found[name] for name in names), *run, *more)
    assert result.exit_code == 2
    assert said in told(result)[0]
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("command", [["train"], ["compare", "--vary", "context=none"]])
def test_one_pair_is_too_few_to_hold_some_out(command, tmp_path):
    result = seqattn(*command, files(tmp_path)["one pair"])
    assert result.exit_code == 2
    assert told(result)[1] == "Hint:  Give validation text by --dev."


@pytest.mark.parametrize("option", ["--dev", "--test"])
@pytest.mark.parametrize("name", ["missing", "folder", "empty", "no tab", "utf-16", "blank"])
def test_a_second_text_that_cannot_be_used_is_told_before_pieces_are_learned(
    option, name, tmp_path, monkeypatch
):
    def learn(*_: object, **__: object) -> None:
        raise AssertionError("pieces are learned")

    found = files(tmp_path)
    monkeypatch.setattr("seqattn.preparation.learn_tokenizers", learn)
    training = [write(tmp_path / "a.tsv", "a\tb\nc\td\n"), option, found[name]]
    commands = [["compare", "--vary", "context=none"], ["train"]][: 1 + (option == "--dev")]
    for command in commands:
        result = seqattn(*command, *training)
        assert result.exit_code == 2
        assert visible(str(found[name])) in told(result)[0]
        assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("name", ["missing", "folder", "latin-1", "NUL"])
def test_a_text_that_cannot_be_read_is_told_in_two_lines(command, name, tmp_path, trained):
    result = seqattn(command, "--file", files(tmp_path)[name], "--run", trained)
    assert result.exit_code == 2
    told(result)


@pytest.mark.parametrize("command", [*READERS, "evaluate", "info"])
def test_a_folder_without_a_run_is_told_in_two_lines(command, tmp_path):
    result = seqattn(command, "--run", tmp_path, stdin="a\n")
    assert result.exit_code == 2
    told(result)


@pytest.mark.parametrize("command", [*READERS, "evaluate", "info"])
def test_without_any_run_the_hint_says_how_to_train_one(command, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)  # as if none came with seqattn
    result = seqattn(command, stdin="a\n")
    assert result.exit_code == 2
    assert "seqattn train" in told(result)[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "--epoch"],
        ["train", "--epochs", "many"],
        ["train", "--epochs", "0"],
        ["train", "--score", "best"],
        ["train", "--columns", "1"],
        ["train", "a", "b", "c"],
        ["train", "--dev", "a", "--dev", "b", "--dev", "c"],
        ["translate", "a", "b"],
        ["translate", "a", "--file", "b"],
        ["translate", "-5 degrees"],
        ["tokenize", "a", "--side", "left"],
        ["tokenize", "a", "--ids", "--decode"],
        ["show-attention", "a", "--format", "png"],
        ["show-attention", "a", "--layer", "first"],
        ["show-attention", "a", "--palette", "none such"],
        ["show-attention", "a", "--width", "3"],
        ["evaluate", "--tokenize", "words"],
        ["nonsense"],
        ["--nonsense"],
    ],
)
def test_wrong_use_is_told_in_two_lines(arguments):
    result = seqattn(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(told(result)) == len(result.stderr.splitlines())


def test_a_text_that_begins_with_a_dash_gets_the_hint_that_helps():
    assert "after --" in told(seqattn("translate", "-5 degrees"))[1]
    assert "after --" not in told(seqattn("train", "--nonsense"))[1]


@pytest.mark.parametrize("name", ["a[/b][bold]\x1b[31m.tsv", "two\nlines.tsv", "\u202egnp.tsv"])
def test_file_names_cannot_write_to_the_terminal(name, tmp_path):
    result = seqattn("train", tmp_path / name)
    assert len(told(result)) == 2
    assert not set("\x1b\u202e") & set(result.output)
    assert "[/b][bold]" in result.stderr or "[/b]" not in name


def test_debug_shows_where_a_mistake_was_found(tmp_path):
    quiet = seqattn("train", tmp_path / "missing")
    loud = seqattn("train", tmp_path / "missing", "--debug")
    assert "Traceback" not in quiet.stderr
    assert "Traceback" in loud.stderr
    assert loud.exit_code == 2


def raising(exception: Exception) -> typer.Typer:
    """A command line whose only command fails."""
    app = typer.Typer(cls=MistakePrinter, pretty_exceptions_enable=False)

    @app.callback()
    def group() -> None: ...

    @app.command()
    def fail() -> None:
        raise exception

    return app


def test_a_bug_of_ours_keeps_its_traceback():
    result = CliRunner().invoke(raising(ZeroDivisionError("ours")), ["fail"])
    assert isinstance(result.exception, ZeroDivisionError)


@pytest.mark.parametrize(
    ("exception", "code", "first"),
    [
        (SeqattnError("It broke.", hint="Mend it."), 1, "Error: It broke."),
        (SeqattnError("It broke."), 1, "Error: It broke."),
        (PermissionError(13, "Permission denied", "a\x1b.en"), 1, "Error: a\\x1b.en: permission"),
        (
            OSError(28, "No space left on device"),
            1,
            "Error: The output cannot be written: no space",
        ),
        (MemoryError(), 1, "Error: The memory is used up."),
        (torch.OutOfMemoryError("CUDA out of memory."), 1, "Error: The memory is used up."),
    ],
)
def test_what_a_machine_refuses_is_told_without_a_traceback(exception, code, first):
    result = CliRunner().invoke(raising(exception), ["fail"])
    assert result.exit_code == code
    assert result.stderr.startswith(first)
    assert "Traceback" not in result.output


def test_memory_that_the_processor_has_not_got_is_told_without_a_traceback():
    with pytest.raises(RuntimeError) as caught:
        torch.empty(2**60, dtype=torch.uint8)  # an exbibyte
    message, hint, code = describe(caught.value)
    assert (message, code) == ("The memory is used up.", 1)
    assert "--batch-tokens" in hint


def test_a_reader_who_leaves_is_no_error_worth_a_word(trained, tmp_path):
    text = write(tmp_path / "many.txt", "a b c\n" * 50_000)
    started = process("tokenize", "--file", text, "--run", trained)
    assert started.stdout is not None
    assert started.stdout.readline() == b"a b c\n"
    started.stdout.close()
    assert started.stderr is not None
    assert started.stderr.read() == b""
    assert started.wait() == 1
    started.stderr.close()
    assert started.stdin is not None
    started.stdin.close()


def test_an_interrupted_command_says_nothing_and_exits_130(trained):
    started = process("tokenize", "--run", trained)
    assert started.stdin is not None
    assert started.stdout is not None
    started.stdin.write(b"a b\n")
    started.stdin.flush()
    assert started.stdout.readline() == b"a b\n"  # it is at work, not still starting
    started.send_signal(signal.SIGINT)
    out, err = started.communicate()
    assert (out, err, started.returncode) == (b"", b"", 130)


def test_the_exit_codes_of_the_documentation_are_those_there_are():
    page = (PROJECT / "docs" / "cli.md").read_text("utf-8")
    [told] = re.findall(r"Exit codes: (.*?)\.", page, re.S)
    mistakes = [getattr(errors, name) for name in dir(errors) if name.endswith("Error")]
    codes = {0, INTERRUPTED, *(mistake.exit_code for mistake in mistakes)}
    assert {int(code) for code in re.findall(r"\d+", told)} == codes


def in_a_shell(command: str, *arguments: object) -> "subprocess.CompletedProcess[bytes]":
    """Run `seqattn ARGUMENTS` with the shell's redirections in `command`."""
    words = [sys.executable, "-m", "seqattn", *map(str, arguments)]
    return subprocess.run(["sh", "-c", f'"$@" {command}', "sh", *words], capture_output=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_finds_no_room_is_told_in_two_lines(trained):
    found = in_a_shell(">/dev/full", "tokenize", "a b", "--run", trained)
    message, hint, *more = found.stderr.decode().splitlines()
    assert message == "Error: The output cannot be written: no space left on device."
    assert hint.startswith("Hint:  ")
    assert (more, found.returncode) == ([], 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_remarks_that_find_no_room_end_a_command_with_its_exit_code(tmp_path):
    assert in_a_shell("2>/dev/full", "tokenize", "--file", tmp_path / "none").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes the streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_mistake(closed, trained):
    found = in_a_shell(closed, "tokenize", "a b", "--run", trained)
    assert found.returncode == 0
    assert found.stderr == b""
    assert found.stdout == (b"" if ">&-" in closed.replace("2>&-", "") else b"a b\n")


@pytest.mark.parametrize("command", [["train", ""], *([name, "--file", ""] for name in READERS)])
def test_an_empty_file_name_is_not_taken_for_stdin_or_a_folder(command):
    result = seqattn(*command, stdin="a b\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert told(result)[0] == "Error: A file name is empty."


FOLDER_OPTIONS = [
    *(([name], "--run") for name in (*READERS, "evaluate", "info", "train", "compare", "align")),
    (["align"], "--reverse-run"),
    (["explain", "step", "a b"], "--run"),
]


@pytest.mark.parametrize(("command", "option"), FOLDER_OPTIONS)
def test_an_empty_folder_name_is_not_taken_for_the_folder_one_is_in(command, option, tmp_path):
    result = seqattn(*command, option, "", stdin="a b\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert told(result)[0] == "Error: The name of a folder is empty."
    assert not list(tmp_path.iterdir())


def test_the_environments_run_without_a_value_counts_as_not_given(trained):
    runs = Path("runs")
    runs.mkdir()
    shutil.copytree(trained, runs / "last")
    assert seqattn("info", SEQATTN_RUN="").stdout.split()[:2] == ["run", str(runs / "last")]


def test_a_run_folder_that_is_not_there_is_said_not_to_exist(tmp_path):
    result = seqattn("info", "--run", tmp_path / "none")
    assert told(result)[0] == f"Error: {tmp_path / 'none'} does not exist."


@pytest.mark.parametrize("command", READERS)
def test_a_sentence_without_quotes_is_told_of_quotes(command):
    result = seqattn(command, "Tom", "chases", "Jerry.")
    assert result.exit_code == 2
    assert "stands in quotes" in told(result)[1]


@pytest.mark.parametrize("command", ["train", "check", "evaluate", "align"])
def test_a_file_whose_name_begins_with_a_dash_is_told_how_to_be_written(command):
    result = seqattn(command, "-mine.tsv")
    assert result.exit_code == 2
    assert "A file whose name begins with - is written ./-" in result.stderr
    assert "./-" not in seqattn(command, "--mistyped").stderr


def test_a_folder_that_was_deleted_under_our_feet_is_told(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    result = seqattn("translate", "Tom chases Jerry.")
    assert result.exit_code == 2
    assert "The folder you are in was deleted." in result.stderr
