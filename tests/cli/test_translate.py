"""`seqattn translate`: one line out for each line in, at once, in UTF-8."""

import json
import math
import shutil

import pytest

import seqattn as package
from seqattn.cli import texts
from tests.cli.command import TINY_OPTIONS, options_of, process, seqattn, told, write
from tests.tiny import TINY, copy_pairs, write_pairs

LINES = "a b\n\nc d e\n   \nf\n"


@pytest.fixture(scope="module")
def expected(trained) -> str:
    """What Python says of LINES."""
    translator = package.load(trained)
    return "".join(translator.translate(line).text + "\n" for line in LINES.splitlines())


def test_a_text_a_file_stdin_and_a_dash_give_the_same(trained, expected, tmp_path):
    file = write(tmp_path / "lines.txt", LINES)
    for how in (["--file", file], ["--file", "-"], ["-"], []):
        result = seqattn("translate", *how, "--run", trained, "--quiet", stdin=LINES)
        assert (result.stdout, result.stderr) == (expected, "")
    alone = [seqattn("translate", line, "--run", trained).stdout for line in LINES.splitlines()]
    assert "".join(alone) == expected
    assert expected.count("\n") == 5


def test_the_run_can_come_from_the_environment(trained, expected):
    assert seqattn("translate", stdin=LINES, SEQATTN_RUN=str(trained)).stdout == expected


def test_the_run_trained_last_is_taken_and_named_unless_quiet(trained, elsewhere):
    (elsewhere / "runs").mkdir()
    (elsewhere / "runs" / "tiny").symlink_to(trained)
    result = seqattn("translate", "a b")
    assert result.stderr == "Run: runs/tiny\n"
    assert seqattn("translate", "a b", "--quiet").stderr == ""


def test_the_first_answer_comes_before_the_second_question(trained):
    started = process("translate", "--run", trained, "--quiet")
    assert started.stdin is not None
    assert started.stdout is not None
    answers = []
    for question in (b"a b c\n", b"\n", b"d\n"):
        started.stdin.write(question)
        started.stdin.flush()
        answers.append(started.stdout.readline())  # would wait forever for an answer held back
    out, err = started.communicate()
    assert (out, err, started.returncode) == (b"", b"", 0)
    assert answers[1] == b"\n"
    assert all(answer.endswith(b"\n") for answer in answers)


def test_answers_before_a_bad_line_are_written(trained):
    result = seqattn("translate", "--run", trained, stdin=b"a b\nc\n\xff\nd\n")
    assert result.exit_code == 2
    assert result.stdout.count("\n") == 2
    assert "line 3" in told(result)[0]


def test_nothing_in_gives_nothing_out(trained):
    result = seqattn("translate", "--run", trained, "--quiet", stdin="")
    assert (result.stdout, result.stderr, result.exit_code) == ("", "", 0)


@pytest.mark.parametrize("command", ["tokenize", "show-attention"])
def test_output_is_utf_8_in_an_ascii_locale(command, trained):
    ascii_only = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "LANG": "C"}
    arguments = [command, "--run", trained, "--quiet"]
    started = process(*arguments, "--", "ä 汤", env=ascii_only)
    out, err = started.communicate()
    assert (out.decode(), err) == (seqattn(*arguments, "ä 汤").stdout, b"")
    assert "汤" in out.decode()


def test_somebody_at_the_terminal_is_told_what_is_awaited(trained, monkeypatch):
    monkeypatch.setattr(texts, "is_terminal", lambda stream: True)
    asked = "Type a sentence and press Enter"
    assert asked in seqattn("translate", "--run", trained, stdin="a\n").stderr
    assert asked not in seqattn("translate", "a", "--run", trained).stderr
    assert asked not in seqattn("translate", "--run", trained, "-q", stdin="a\n").stderr


def test_translations_that_never_end_are_told_with_their_lines(trained, monkeypatch):
    def endless(self, texts, **_):
        for text in texts:
            yield package.Translation(text, "x", None, 0.0, 0.0, ended=text == "a")

    monkeypatch.setattr(package.Translator, "translate_many", endless)
    result = seqattn("translate", "--run", trained, stdin="b\na\n" + "c\n" * 6)
    assert "7 translations (lines 1, 3, 4, 5, 6, …)" in result.stderr
    assert seqattn("translate", "--run", trained, stdin="a\n").stderr == ""


def test_text_that_is_hardly_known_is_told_at_the_end_and_as_it_is_typed(trained, monkeypatch):
    for stdin, said in (("a\nA B\n", "Line 2: 2 of 2 pieces"), ("C\na\nC\n", "(lines 1, 3)")):
        assert said in seqattn("translate", "--run", trained, stdin=stdin).stderr
    assert seqattn("translate", "--run", trained, "-q", stdin="C\n").stderr == ""
    assert "Line 1: 1 of 1" in seqattn("translate", "Q", "--run", trained).stderr
    assert "Line 2: 1 of 1" in seqattn("show-attention", "--run", trained, stdin="a\nQ\n").stderr
    monkeypatch.setattr(texts, "is_terminal", lambda stream: True)
    typed = seqattn("translate", "--run", trained, stdin="C\na\nQ\n").stderr
    assert typed.count("1 of 1 piece is unknown") == 2
    assert "Over half" not in typed


def test_bytes_that_make_no_character_are_told_with_their_lines(trained, monkeypatch):
    def stray(self, texts, **_):
        for text in texts:
            odd = int(text == "b")
            yield package.Translation(text, "x", None, 0.0, 0.0, True, stray_bytes=odd)

    monkeypatch.setattr(package.Translator, "translate_many", stray)
    said = seqattn("translate", "--run", trained, stdin="a\nb\n").stderr
    assert said == "Bytes that make no character, written as U+FFFD: 1 translation (line 2).\n"


def test_what_to_write_for_an_unknown_word_is_an_option(trained):
    for name in ("avoid", "copy", "mark"):
        assert seqattn("translate", "a ☃", "--unknown", name, "--run", trained).exit_code == 0
    refused = seqattn("translate", "a", "--unknown", "guess", "--run", trained)
    assert refused.exit_code == 2
    assert "avoid, copy, mark" in told(refused)[1]


def test_a_beam_of_one_is_greedy_and_a_wider_one_scores_no_worse(trained, expected):
    assert seqattn("translate", "--beam", "1", "--run", trained, stdin=LINES).stdout == expected
    scores = []
    for beam in ("1", "4"):
        lines = seqattn("translate", "--beam", beam, "--json", "--run", trained, stdin=LINES).stdout
        found = [json.loads(line) for line in lines.splitlines()]
        assert len(found) == 5
        scores.append([(line["ended"], line["score"]) for line in found])
    for (ended, score), (wide_ended, wide_score) in zip(*scores, strict=True):
        assert wide_ended >= ended
        # In a beam, the same target's log-probabilities come of larger products, rounded otherwise.
        assert wide_score >= score - 1e-5 or wide_ended > ended


def test_several_runs_translate_together_and_twice_the_same_one_is_that_one(
    trained, expected, tmp_path
):
    twin = shutil.copytree(trained, tmp_path / "twin")
    together = seqattn("translate", "--run", trained, "--run", twin, "--json", stdin="a b c\n")
    alone = seqattn("translate", "--run", trained, "--json", stdin="a b c\n")
    found, other = json.loads(together.stdout), json.loads(alone.stdout)
    assert found["text"] == other["text"]
    assert found["score"] == pytest.approx(other["score"], abs=1e-5)
    rows = found["alignment"]["weights"]
    assert [sum(row) for row in rows] == pytest.approx([1.0] * len(rows), abs=1e-4)


def test_runs_of_other_pieces_cannot_translate_together(trained, tmp_path):
    pairs = write_pairs(tmp_path, copy_pairs(40))
    options = options_of({**TINY, "vocab_size": 40, "epochs": 1})
    other = tmp_path / "other"
    assert seqattn("train", pairs, *options, "--run", other, "--quiet").exit_code == 0
    refused = seqattn("translate", "a", "--run", trained, "--run", other)
    assert refused.exit_code == 2
    assert "cannot translate together" in told(refused)[0]


def test_penalties_choose_among_the_finds_of_a_beam_and_a_remark_says_so_of_greedy(trained):
    lines = "a b c d e\nf g\na c e g a c e\na b c d e f g a b c d e f g\n"
    for penalty in (0, 0.5, 1):
        options = ["--beam", "4", "--length-penalty", penalty, "--json", "--run", trained]
        written = seqattn("translate", *options, stdin=lines).stdout.splitlines()
        for one in map(json.loads, written):
            pieces = len(one["alignment"]["rows"])  # the end mark too
            assert one["score"] == pytest.approx(one["log_prob"] / pieces**penalty)
    covered = seqattn("translate", "--beam", "4", "--coverage-penalty", "9", "--json", "--run",
                      trained, stdin=lines)  # fmt: skip
    paid = 0.0
    for one in map(json.loads, covered.stdout.splitlines()):
        *seen, _ = map(sum, zip(*one["alignment"]["weights"], strict=True))  # not of the end mark
        coverage = sum(math.log(min(max(share, 1e-3), 1)) for share in seen)
        mean = one["log_prob"] / len(one["alignment"]["rows"])
        assert one["score"] == pytest.approx(mean + 9 * coverage, abs=1e-2)
        paid -= coverage
    assert paid > 0.1  # or nothing was left unread
    assert covered.stderr == ""
    greedy = seqattn("translate", "a", "--length-penalty", "0.5", "--run", trained)
    assert "greedy search finds one" in greedy.stderr


def test_n_best_writes_numbered_lines_best_first(trained):
    result = seqattn(
        "translate", "--beam", "3", "--n-best", "3", "--run", trained, stdin="a b\nc\n"
    )
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == ["1"] * 3 + ["2"] * 3
    for number in ("1", "2"):
        found = [row for row in rows if row[0] == number]
        assert len({row[2] for row in found}) >= 2
    best = seqattn("translate", "--beam", "3", "--run", trained, stdin="a b\nc\n").stdout
    assert best.splitlines() == [rows[0][2], rows[3][2]]


def test_a_run_without_attention_is_not_asked_to_show_it(pairs, trained):
    plain = [*TINY_OPTIONS, "--epochs", 2, "--context", "fixed", "--run", "plain", "--quiet"]
    assert seqattn("train", pairs, *plain).exit_code == 0
    for runs in (["--run", "plain"], ["--run", "plain", "--run", trained]):
        refused = seqattn("translate", "a b", "--show-attention", *runs)
        assert refused.exit_code == 2
        assert not refused.stdout
        assert "no attention in" in told(refused)[0]


def test_show_attention_draws_under_each_translation(trained):
    result = seqattn("translate", "--show-attention", "--run", trained, stdin="a b\n\nc\n")
    assert result.stdout.count("source →  ") == 2  # a blank line has no picture
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize(
    "options",
    [
        ["--n-best", "2"],
        ["--beam", "0"],
        ["--show-attention", "--json"],
        ["--show-attention", "--beam", "2", "--n-best", "2"],
    ],
)
def test_options_of_search_that_contradict_each_other_are_refused(trained, options):
    result = seqattn("translate", "a", *options, "--run", trained)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
