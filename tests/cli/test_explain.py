"""`seqattn explain` as its user meets it: lists, languages, pipes, JSON, help."""

import json
import os
import select
import sys

import pytest

from seqattn.graphemes import cell_width
from seqattn.lessons.catalogue import NAMES
from tests.cli.command import process, seqattn, told

PROMPT = b"q: end]"
BUILT_IN = [name for name in NAMES if name != "step"]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The locale of these tests, whatever that of the machine is."""
    monkeypatch.setenv("LC_ALL", "C")


def test_self_attention_writes_the_known_numbers_as_json():
    result = seqattn("explain", "self-attention", "--json")
    lesson = json.loads(result.stdout)
    assert (lesson["format"], lesson["version"]) == ("seqattn-lesson", 1)
    values = {
        matrix["name"]: matrix["values"] for step in lesson["steps"] for matrix in step["matrices"]
    }
    assert values["X"] == [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]
    assert values["W_key"] == [[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]]
    assert values["W_query"] == [[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]]
    assert values["W_value"] == [[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]]
    assert values["K"] == [[0, 1, 1], [4, 4, 0], [2, 3, 1]]
    assert values["Q"] == [[1, 0, 2], [2, 2, 2], [2, 1, 3]]
    assert values["V"] == [[1, 2, 3], [2, 8, 0], [2, 6, 3]]
    assert values["E"] == [[2, 4, 4], [4, 16, 12], [4, 12, 10]]
    assert [[f"{number:.4f}" for number in row] for row in values["Z"]] == [
        ["1.9366", "6.6831", "1.5951"],
        ["2.0000", "7.9640", "0.0540"],
        ["1.9997", "7.7599", "0.3584"],
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_lesson_in_a_pipe_is_plain_text_of_eighty_cells(name, language):
    result = seqattn("explain", name, "--lang", language, FORCE_COLOR="1")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert result.stderr == ""
    assert max(map(cell_width, result.stdout.splitlines())) <= 80


def test_without_a_lesson_all_are_listed_each_in_a_line():
    listed = seqattn("explain").stdout
    assert listed == seqattn("explain", "--list").stdout
    for name in NAMES:
        assert sum(line.startswith(f"  {name} ") for line in listed.splitlines()) == 1
    for language in ("en", "zh"):
        lines = seqattn("explain", "--lang", language).stdout.splitlines()
        assert max(map(cell_width, lines)) <= 80


def test_the_list_can_be_had_as_json():
    listed = json.loads(seqattn("explain", "--list", "--json").stdout)
    assert listed == json.loads(seqattn("explain", "--json").stdout)
    assert (listed["format"], listed["version"]) == ("seqattn-lessons", 1)
    assert [lesson["name"] for lesson in listed["lessons"]] == list(NAMES)
    assert listed["lessons"][-1] == {
        "name": "step",
        "about": "one decoding step of a trained run",
        "text": True,
        "run": "needed",
        "options": ["--step", "--target"],
    }
    chinese = json.loads(seqattn("explain", "--list", "--json", "--lang", "zh").stdout)
    assert chinese["lessons"][-1]["about"] == "训练好的模型如何完成一步解码"


def test_json_holds_no_raw_control_or_bidi_character():
    written = seqattn("explain", "kinds", "a\u202eb \x85c \x7f.", "--json").stdout
    assert not set("\u202e\x85\x7f") & set(written)
    assert "a\u202eb" in json.loads(written)["steps"][0]["matrices"][0]["rows"]


def test_the_locale_chooses_the_language_and_lang_has_the_last_word():
    chinese = seqattn("explain", "kinds", LC_ALL="zh_CN.UTF-8").stdout
    assert chinese == seqattn("explain", "kinds", "--lang", "zh").stdout
    english = seqattn("explain", "kinds", "--lang", "en", LC_ALL="zh_CN.UTF-8").stdout
    assert english == seqattn("explain", "kinds").stdout
    assert "注意力" in chinese
    assert "注意力" not in english


def test_help_speaks_both_languages_and_names_the_same_options():
    english = seqattn("explain", "--help").stdout
    chinese = seqattn("explain", "--lang", "zh", "--help").stdout
    assert chinese == seqattn("explain", "--help", "--lang=zh").stdout
    assert chinese == seqattn("explain", "--help", LC_ALL="zh_CN.UTF-8").stdout
    assert english == seqattn("explain", "--help").stdout, "the Chinese page left nothing behind"

    def options(page: str) -> list[str]:
        return [line.split()[0] for line in page.splitlines() if line.startswith("  -")]

    assert options(chinese) == options(english)
    assert "选项" in chinese
    assert max(map(cell_width, chinese.splitlines())) <= 80


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["kinds", "--scaled"],
        ["kinds", "--lang", "fr"],
        ["kinds", "--width", "3"],
        ["kinds", "--run", "x", "a b"],
        ["context", "a b"],
        ["step"],
        ["step", "a b", "--run", "nowhere"],
        ["teacher-forcing", "a b"],
        ["--target", ""],
        ["--step", "0"],
        ["--scaled", "--json"],
        ["scores", "a b\udcff"],
        ["scores", "a" * 70_000],
    ],
)
def test_wrong_use_is_told_in_two_lines(arguments):
    result = seqattn("explain", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    told(result)
    assert "--file" not in result.stderr


def test_a_step_of_a_run_is_shown_and_the_run_named_unless_quiet(trained, monkeypatch):
    monkeypatch.setenv("SEQATTN_RUN", str(trained))
    result = seqattn("explain", "step", "a b c", "--step", "2")
    assert "s_1" in result.stdout
    assert result.stdout == seqattn("explain", "step", "a b c", "--step", 2, "-q").stdout
    elsewhere = seqattn("explain", "step", "a b c", "--step", 2, "--run", trained, SEQATTN_RUN="x")
    assert elsewhere.stdout == result.stdout


def test_the_run_trained_last_is_taken_where_none_is_named(trained, elsewhere):
    (elsewhere / "runs").mkdir()
    (elsewhere / "runs" / "only").symlink_to(trained)
    result = seqattn("explain", "step", "a b c")
    assert "only" in result.stderr
    assert seqattn("explain", "step", "a b c", "--quiet").stderr == ""


def test_a_run_chosen_from_outside_changes_no_built_in_lesson(trained):
    mine = seqattn("explain", "self-attention", "a b", SEQATTN_RUN=str(trained))
    assert mine.exit_code == 0
    assert mine.stdout == seqattn("explain", "self-attention", "a b").stdout


def test_pause_waits_for_nobody_in_a_pipe():
    plain = seqattn("explain", "context").stdout
    assert seqattn("explain", "context", "--pause", stdin="").stdout == plain


def on_terminal(*arguments: str, keys: bytes = b"", **env: str) -> str:
    """What a command writes to a terminal of 80 columns; a key is pressed at each prompt."""
    import fcntl
    import pty
    import struct
    import termios

    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
    environ = {"TERM": "xterm-256color", "LC_ALL": "C", **env}
    started = process("explain", *arguments, stdin=child, stdout=child, stderr=child, env=environ)
    os.close(child)
    written = b""
    while True:
        prompts = written.count(PROMPT)
        if written.endswith(PROMPT) and not select.select([parent], [], [], 0.3)[0]:
            # Again and again: what is typed before the program listens is thrown away.
            os.write(parent, keys[prompts - 1 : prompts])
            continue
        try:
            chunk = os.read(parent, 1 << 16)
        except OSError:  # Linux tells of the end in this way
            break
        if not chunk:
            break
        written += chunk
    os.close(parent)
    assert started.wait() == 0
    return written.decode().replace("\r\n", "\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_colour_unless_no_color_is_set():
    colored = on_terminal("context")
    assert "\x1b[" in colored
    assert "\x1b[" not in on_terminal("context", NO_COLOR="1")
    assert "\x1b[" not in on_terminal("context", TERM="dumb")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_pause_shows_a_step_a_key_and_q_ends():
    whole = on_terminal("context", "--pause", keys=b"    ", NO_COLOR="1")
    ended = on_terminal("context", "--pause", keys=b" q", NO_COLOR="1")
    assert "Step 5 of 5" in whole
    assert "Step 2 of 5" in ended
    assert "Step 3 of 5" not in ended
