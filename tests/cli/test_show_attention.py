"""`seqattn show-attention`: the picture and the numbers, each format on its own."""

import io
import json
import re

import numpy as np
import pytest

import seqattn as package
from seqattn.alignment import Alignment
from seqattn.heatmap import PALETTES
from tests.cli.command import TINY_OPTIONS, seqattn, told


def show(trained, *arguments, stdin=None, **env):
    """The result of the command, quiet."""
    return seqattn("show-attention", *arguments, "--run", trained, "-q", stdin=stdin, **env)


@pytest.fixture(scope="module")
def alignment(trained) -> Alignment:
    """What Python says of one sentence."""
    return package.load(trained).show_attention("a b c")


def test_the_picture_names_sentences_labels_and_sizes(trained, alignment):
    out = show(trained, "a b c").stdout
    assert out.startswith("source →  a b c\n")
    assert "target ↓" in out
    rows, columns = alignment.shape
    assert f"{rows} rows x {columns} columns" in out
    assert "its end mark </s>" in seqattn("show-attention", "-h").stdout
    assert "not why it chose a word" in " ".join(seqattn("show-attention", "-h").stdout.split())


def test_json_tsv_and_npz_hold_the_same_numbers_as_python(trained, alignment):
    found = Alignment.from_json(show(trained, "a b c", "--format", "json").stdout)
    assert found.rows == alignment.rows
    np.testing.assert_allclose(found.weights, alignment.weights, atol=1e-6)
    assert show(trained, "a b c", "--format", "tsv").stdout == found.to_tsv()
    with np.load(io.BytesIO(show(trained, "a b c", "--format", "npz").stdout_bytes)) as arrays:
        np.testing.assert_allclose(arrays["weights"], found.weights)


def test_one_line_formats_keep_lines_out_equal_to_lines_in(trained):
    for form, blank in (("json", "null"), ("pharaoh", "")):
        lines = show(trained, "--format", form, stdin="a b\n\nc\n").stdout.split("\n")
        assert lines[1] == blank
        assert len(lines) == 4


def test_a_blank_line_among_others_is_told_and_left_out(trained):
    result = seqattn("show-attention", "--run", trained, stdin="a\n \nb\n")
    assert "Line 2 is empty" in result.stderr
    assert result.stdout.count("source →  ") == 2
    assert result.exit_code == 0


def test_a_blank_text_is_refused_politely(trained):
    result = show(trained, "  ")
    assert result.exit_code == 2
    assert "empty" in told(result)[0]


@pytest.mark.parametrize("form", ["svg", "npz"])
def test_a_format_of_one_sentence_refuses_a_second(form, trained):
    assert show(trained, "--format", form, stdin="\na\n\n").exit_code == 0
    refused = show(trained, "--format", form, stdin="a\n\nb\n")
    assert "one sentence" in told(refused)[0]
    assert refused.stdout_bytes == b""
    assert show(trained, "--format", form, stdin=b"a\n\xff\n").stdout_bytes == b""


def test_a_text_of_too_many_pieces_is_told_and_left_out(trained, monkeypatch):
    monkeypatch.setattr("seqattn.translator.LONGEST_SHOWN", 6)
    lines = "a\n" + "b " * 40 + "\nc\n"
    result = seqattn("show-attention", "--format", "json", "--run", trained, stdin=lines)
    assert [line == "null" for line in result.stdout.splitlines()] == [False, True, False]
    assert "Line 2 has 40 pieces" in result.stderr
    assert "40 pieces" in told(show(trained, "b " * 40))[0]
    assert "target has 40 pieces" in told(show(trained, "b", "--target", "b " * 40))[0]
    result = seqattn("translate", "--json", "--run", trained, stdin=lines)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [each["alignment"] is None for each in found] == [False, True, False]
    assert found[1]["text"] == seqattn("translate", "b " * 40, "--run", trained).stdout.strip()
    assert "Too long to show attention: 1 translation (line 2)" in result.stderr


def test_a_page_holds_all_sentences(trained):
    page = show(trained, "--format", "html", stdin="a b\nc d\n").stdout
    assert page.count("<figure") == 2
    assert page.endswith("</html>\n")
    assert show(trained, "a", "--format", "svg").stdout.startswith("<svg")


def test_a_given_target_is_what_the_rows_show(trained):
    found = Alignment.from_json(
        show(trained, "a b", "--target", "b b a", "--format", "json").stdout
    )
    assert found.row_text == "b b a"
    picture = show(trained, "a b", "--target", "b b a").stdout
    for log_prob in found.log_probs:  # each at the end of its row
        assert re.search(rf" {log_prob:.2f}$", picture, re.M)
    assert " log p\n" not in show(trained, "a b").stdout
    refused = show(trained, "--target", "b", stdin="a\nb\n")
    assert "one sentence" in told(refused)[0]
    assert refused.stdout == ""


@pytest.mark.parametrize("form", [("--compact",), ("--format", "svg"), ("--format", "html")])
@pytest.mark.parametrize("count", [1, 2])
def test_a_given_target_shows_log_p_in_every_picture_of_one_run_and_of_two(trained, form, count):
    runs = ("--run", trained) * (count - 1)
    log_p = "log p is the natural logarithm"
    assert log_p in show(trained, "a b", "--target", "b b a", *form, *runs).stdout
    assert log_p not in show(trained, "a b", *form, *runs).stdout


def test_words_and_hidden_ends_keep_rows_at_one(trained):
    arguments = ("--words", "--hide-end", "--format", "json")
    found = Alignment.from_json(show(trained, "a b c", *arguments).stdout)
    assert all(label.special == "" for label in (*found.rows, *found.columns))
    np.testing.assert_allclose(found.row_sums(), 1.0, atol=1e-5)


def test_what_stands_for_an_unknown_word_is_an_option_and_reaches_the_model(trained, monkeypatch):
    told_to = []
    load = package.translator.load
    monkeypatch.setattr(
        "seqattn.translator.load",
        lambda *runs, unknown, **more: (
            told_to.append(unknown) or load(*runs, unknown=unknown, **more)
        ),
    )
    for name in ("avoid", "copy", "mark"):
        assert show(trained, "a ☃", "--unknown", name).exit_code == 0
    assert told_to == ["avoid", "copy", "mark"]
    assert "avoid, copy, mark" in told(show(trained, "a", "--unknown", "guess"))[1]


def test_a_run_that_spells_in_bytes_says_that_unknown_changes_nothing(trained):
    quiet = seqattn("show-attention", "a", "--unknown", "copy", "--run", trained).stderr
    assert "changes nothing" not in quiet
    said = seqattn("show-attention", "a", "--unknown", "copy", "--run", "shipped:en-zh").stderr
    assert "in bytes: --unknown copy changes nothing." in said


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        (["--segment", "spaces", "--format", "json"], ["--segment"]),
        (["--segment", "spaces", "--words", "--format", "json"], []),
        (["--format", "tsv", "--compact", "--width", 40, "--palette", "sea"],
         ["--width", "--compact", "--palette"]),
        (["--format", "svg", "--palette", "sea"], []),
        (["--compact", "--width", 40, "--palette", "sea"], []),
    ],
)  # fmt: skip
def test_an_option_that_changes_nothing_beside_the_others_is_told(options, idle):
    given = ["show-attention", "Tom runs.", "--run", "shipped:en-zh", *options]
    said = seqattn(*given).stderr.splitlines()
    assert [line.split()[0] for line in said] == idle
    assert all("changes nothing." in line for line in said)
    assert seqattn(*given, "--quiet").stderr == ""


def test_a_given_target_says_that_unknown_changes_nothing(trained):
    options = ("--target", "b", "--unknown", "copy", "--run", trained)
    said = seqattn("show-attention", "a", *options).stderr
    assert said == "--target gives the translation: --unknown copy changes nothing.\n"
    assert show(trained, "a", *options[:-2]).stderr == ""


@pytest.mark.parametrize("form", ["svg", "html", "npz"])
@pytest.mark.parametrize("lines", ["", "\n \n", "a " * 1001 + "\n"])
def test_a_file_that_would_hold_no_picture_is_refused(trained, form, lines):
    refused = show(trained, "--format", form, stdin=lines)
    assert refused.exit_code == 2
    assert not refused.stdout
    assert "There was no sentence to show" in refused.stderr


@pytest.mark.parametrize("command", ["show-attention", "translate", "tokenize"])
def test_without_a_line_it_is_said_that_there_was_none(trained, command):
    found = seqattn(command, "--run", trained, stdin="")
    assert (found.exit_code, found.stdout) == (0, "")
    assert found.stderr.endswith("There is no line in standard input: nothing to do.\n")


def test_a_given_target_is_read_as_a_given_text_is(trained):
    broken = show(trained, "a b", "--target", "b\udcffa")
    assert broken.exit_code == 2
    assert "--target is not valid UTF-8" in broken.stderr
    for given in (["a\x1bb"], ["a b", "--target", "a\x1bb"]):
        shown = seqattn("show-attention", *given, "--run", trained)
        assert "mended 1 line: a control or line-break character became a space" in shown.stderr
        assert "a b" in shown.stdout


def test_a_pipe_gets_no_escape_even_where_colour_is_forced(trained):
    out = show(trained, "a b c", FORCE_COLOR="1", COLORTERM="truecolor").stdout
    assert "\x1b" not in out


@pytest.mark.parametrize("size", ["0", "00", "-1", "1", "x", "²", "9" * 5000])
def test_whatever_columns_and_lines_say_a_pipe_gets_the_whole_picture(trained, size):
    assert show(trained, "a b c", COLUMNS=size, LINES=size).stdout == show(trained, "a b c").stdout


def test_a_narrow_width_lays_out_blocks_and_drops_nothing(trained):
    text = " ".join("abcdefgh" * 3)
    narrow, wide = (show(trained, text, *width).stdout for width in (["--width", 40], []))
    assert "columns 1" in narrow
    assert "columns 1" not in wide
    assert max(map(len, wide.splitlines())) > 80


def test_json_is_one_object_a_line(trained):
    lines = show(trained, "--format", "json", stdin="a\nb c\n").stdout.splitlines()
    assert [json.loads(line)["column_text"] for line in lines] == ["a", "b c"]


def test_the_help_names_every_palette():
    [row] = re.findall(r"--palette.*?\n  --", seqattn("show-attention", "--help").stdout, re.DOTALL)
    assert set(PALETTES) <= set(re.findall(r"\w+", row))


def test_a_run_of_lower_case_says_that_it_shows_lower_case(pairs):
    seqattn("train", pairs, "--run", "low", *TINY_OPTIONS, "--epochs", 1, "--lowercase", "-q")
    result = seqattn("show-attention", "A b", "--run", "low")
    assert "source →  a b" in result.stdout
    assert "--lowercase: line 1 is shown as the model reads it" in result.stderr
    assert seqattn("show-attention", "a b", "--run", "low").stderr == ""
    assert seqattn("show-attention", "A b", "--run", "low", "--quiet").stderr == ""
