"""`seqattn check`: what it shows, what it writes, and when it says that a text cannot be used."""

import gzip
import json
import os
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqattn.cli.check import report_lines
from seqattn.config import DataConfig, all_settings
from seqattn.corpus import open_corpus
from seqattn.inspection import inspect
from tests.cli.command import process, seqattn, told, write
from tests.tiny import write_pairs


def two_files(folder: Path, count: int = 30) -> list[Path]:
    """Aligned files whose lines 3 and 5 do not survive."""
    left = [f"house number {n}" for n in range(count)]
    right = [f"Haus Nummer {n}" for n in range(count)]
    right[2] = ""
    left[4], right[4] = left[0], right[0]
    return [
        write(folder / "a.en", "\n".join(left) + "\n"),
        write(folder / "a.de", "\n".join(right) + "\n"),
    ]


def content(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def test_the_report_names_what_is_dropped_with_its_lines(tmp_path):
    result = seqattn("check", *two_files(tmp_path))
    assert result.exit_code == 0
    out = result.stdout
    assert "30 pairs read, 28 kept, 2 dropped" in out
    assert "without --dev, train uses 26 of these and holds 2 out for validation" in out
    assert "dropped 1 pair: the target is empty (line 3;" in out
    assert "dropped 1 pair: the same pair came before (line 5;" in out
    assert re.search(r"source +Latin 100 %", out)
    assert "house number 29" in out
    assert "expect memorised" in out
    assert result.stderr == f"Reading {tmp_path}/a.en + {tmp_path}/a.de\n"


def test_quiet_leaves_stderr_empty_and_stdout_alike(tmp_path):
    paths = two_files(tmp_path)
    quiet = seqattn("check", *paths, "--quiet")
    assert quiet.stderr == ""
    assert quiet.stdout == seqattn("check", *paths).stdout


def test_json_says_the_same_and_names_its_version(tmp_path):
    found = json.loads(seqattn("check", *two_files(tmp_path), "--json").stdout)
    assert (found["format"], found["version"]) == ("seqattn-check", 1)
    assert (found["read"], found["kept"], found["dropped"]) == (30, 28, 2)
    assert found["usable"] is True
    assert {n["reason"]: n["lines"] for n in found["notices"]} == {
        "empty-target": [3],
        "duplicate": [5],
    }
    assert sum(found["source"]["histogram"]) == 28
    assert len(found["length_bins"]) == len(found["source"]["histogram"])
    assert found["samples"][-1] == {
        "line": 30,
        "source": "house number 29",
        "target": "Haus Nummer 29",
    }


def test_the_bars_of_the_histogram_are_aligned_and_to_scale(tmp_path):
    pairs = [("x" * 15, f"{n} " + "汤" * 5) for n in range(48)] + [("y" * 25, "汤" * 12)] * 2
    corpus = open_corpus([write_pairs(tmp_path, pairs)])
    report = inspect(corpus, DataConfig(drop_duplicates=False))
    for block in "█#":
        rows = [line for line in report_lines(report, block=block) if block in line]
        assert [[len(bar) for bar in re.findall(f"{block}+", row)] for row in rows] == [
            [24],
            [24, 1],
            [1],
        ]
        assert len({row.index(block) for row in rows[1:]}) == 1
        assert rows[1].startswith("          10-19         48  " + block * 24)


def test_a_lost_line_is_named_where_it_was_lost(tmp_path):
    words = [2 + (7 * n * n + n) % 23 for n in range(1000)]
    left = [f"{n} " + "house " * count for n, count in enumerate(words)]
    right = [f"{n} " + "Häuser " * count for n, count in enumerate(words)]
    del left[399]
    source = write(tmp_path / "a.en", "\n".join([*left, "dummy"]) + "\n")
    target = write(tmp_path / "a.de", "\n".join(right) + "\n")
    result = seqattn("check", source, target)
    assert result.exit_code == 0
    found = re.search(
        r"from about line (\d+) to (\S+) the source fits the target (.*)", result.stdout
    )
    assert found
    assert abs(int(found[1]) - 400) <= 10
    assert found[3] == "1 line further down"
    trained = seqattn("train", source, target, "--show-config", "--vocab-size", 60)
    assert trained.exit_code == 0
    assert "Misaligned?" not in trained.stdout


def test_it_has_the_settings_of_the_data_and_no_other(tmp_path):
    shown = seqattn("check", "--help").stdout
    for setting in all_settings():
        assert (f"{setting.option}" in shown.split() or f"{setting.option}/" in shown) == (
            setting.section == "data"
        ), setting.option


def test_options_and_the_settings_file_reach_the_rules(tmp_path):
    paths = two_files(tmp_path)
    file = write(tmp_path / "s.toml", "epochs = 3\n[data]\ndrop_duplicates = false\n")
    kept = [
        json.loads(seqattn("check", *paths, "--json", *options).stdout)["kept"]
        for options in ([], ["--config", file], ["--config", file, "--drop-duplicates"])
    ]
    assert kept == [28, 29, 28]
    reverse = json.loads(seqattn("check", *paths, "--json", "--reverse").stdout)
    assert reverse["samples"][0]["source"] == "Haus Nummer 0"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_text_of_which_nothing_is_left_exits_2_after_saying_why(options, tmp_path):
    result = seqattn("check", *two_files(tmp_path), "--max-chars", 3, *options)
    assert result.exit_code == 2
    assert "0 of 30 pairs" in told(result)[0]
    if options:
        assert json.loads(result.stdout)["usable"] is False
    else:
        assert "a side is too long (lines 1, 2, 4, 5, 6, …; largest 15" in result.stdout


@pytest.mark.parametrize(
    ("name", "bytes_", "said"),
    [
        ("a.tsv", b"a\tb\nc d\n", "line 2"),
        ("a.txt", b"<!DOCTYPE html>\n<html>\ta</html>\n", "HTML"),
        ("a.tsv", "a\tü\n".encode("latin-1"), "not UTF-8"),
        ("a.tsv", b" \t \n", "No usable pairs"),
    ],
)
def test_a_text_that_cannot_be_read_exits_2(name, bytes_, said, tmp_path):
    result = seqattn("check", write(tmp_path / name, bytes_))
    assert result.exit_code == 2
    assert said in told(result)[0]
    assert result.stdout == ""


def test_without_a_file_it_checks_the_shipped_corpus(monkeypatch, tmp_path):
    file = write_pairs(tmp_path, [(f"cat {n}", f"猫{n}") for n in range(20)])
    monkeypatch.setattr("seqattn.corpus.shipped_corpus", lambda part, reverse: open_corpus([file]))
    assert seqattn("check").stdout.startswith("the shipped corpus\n")


def test_user_text_is_no_markup_and_no_escape(tmp_path):
    pairs = [("[bold]red[/bold] :smile:\x1b[31m", "\u202erot\u2066 [/x]")] * 2
    for command in (["check"], ["check", "--json"]):
        shown = seqattn(*command, write_pairs(tmp_path, pairs), FORCE_COLOR="1").stdout
        assert not set("\x1b\u202e\u2066") & set(shown)
        assert "[bold]red[/bold] :smile:" in shown


LINES = st.lists(st.tuples(st.text(max_size=9), st.text(max_size=9)), max_size=6)
CONTROLS = {chr(code) for code in (*range(32), *range(0x7F, 0xA0), 0x202E, 0x2028)} - {"\n"}


@settings(max_examples=60, deadline=None)
@given(
    content=LINES.map(
        lambda rows: "".join(f"{a}\t{b}\n" for a, b in rows).encode("utf-8", "surrogatepass")
    )
    | st.binary(max_size=60)
)
def test_any_bytes_give_a_report_or_a_mistake_and_lose_no_line(content, tmp_path_factory):
    file = write(tmp_path_factory.mktemp("any") / "a.tsv", content)
    result = seqattn("check", file, "--quiet")
    assert result.exit_code in (0, 2)
    assert not CONTROLS & set(result.output)
    if result.exit_code == 2:
        told(result)
        return
    found = json.loads(seqattn("check", file, "--quiet", "--json").stdout)
    skipped = [notice["count"] for notice in found["notices"] if notice["effect"] == "skipped"]
    lines = content.count(b"\n") + (not content.endswith(b"\n"))
    assert found["kept"] + found["dropped"] + sum(skipped) == lines


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, 0)],
)
def test_headings_are_bold_only_on_a_terminal_that_wants_it(environment, coloured, tmp_path):
    import os
    import pty

    main, terminal = pty.openpty()
    started = process("check", *two_files(tmp_path), "--quiet", stdout=terminal, env=environment)
    os.close(terminal)
    shown = b""
    try:
        while chunk := os.read(main, 4096):
            shown += chunk
    except OSError:  # Linux: the other end was closed
        pass
    os.close(main)
    assert started.communicate()[1] == b""
    assert b"Scripts" in shown
    assert (b"\x1b[1m" in shown) == bool(coloured)
    assert (b"\x1b" in shown) == bool(coloured)


# ---- writing what is kept ------------------------------------------------------------------------


def test_two_files_are_written_as_two_files_that_check_clean(tmp_path):
    paths = two_files(tmp_path)
    result = seqattn("check", *paths, "--write-clean", "new/clean")
    assert result.stderr.endswith("Wrote 28 pairs to new/clean.en and new/clean.de\n")
    left, right = content(Path("new/clean.en")), content(Path("new/clean.de"))
    kept = [n for n in range(30) if n not in (2, 4)]
    assert left == [f"house number {n}" for n in kept]
    assert right == [f"Haus Nummer {n}" for n in kept]
    again = json.loads(seqattn("check", "new/clean.en", "new/clean.de", "--json").stdout)
    assert (again["kept"], again["dropped"], again["notices"]) == (28, 0, [])
    assert sorted(path.name for path in Path("new").iterdir()) == ["clean.de", "clean.en"]


def test_one_file_is_written_as_tsv_whatever_it_was(tmp_path):
    lines = [json.dumps({"en": f"cat {n}", "de": f"Katze\t{n}\n!"}) for n in range(9)]
    source = write(tmp_path / "a.jsonl", "\n".join([*lines, lines[0]]) + "\n")
    seqattn("check", source, "--write-clean", tmp_path / "clean.tsv.gz")
    with gzip.open(tmp_path / "clean.tsv.gz", "rt", encoding="utf-8") as file:
        assert file.read() == "".join(f"cat {n}\tKatze {n} !\n" for n in range(9))


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--write-clean", "c.tsv"], ["c.tsv"]),
        (["--write-clean", "x", "--write-clean", "y"], ["x", "y"]),
        (["--write-clean", "c", "--reverse"], ["c.de", "c.en"]),
        (["--write-clean", "c.xz"], ["c.xz.de", "c.xz.en"]),
    ],
)
def test_the_names_that_are_written(options, names, tmp_path):
    paths = two_files(tmp_path)
    assert seqattn("check", *paths, *options).exit_code == 0
    new = sorted(path.name for path in tmp_path.iterdir() if path not in paths)
    assert new == names
    if len(names) == 1:
        assert content(Path("c.tsv"))[0] == "house number 0\tHaus Nummer 0"
    if "--reverse" in options:
        assert content(Path("c.de"))[0] == "Haus Nummer 0"


def test_names_without_different_endings_say_which_side_they_are(tmp_path):
    left, right = two_files(tmp_path)
    paths = [left.rename(tmp_path / "l.txt"), right.rename(tmp_path / "r.txt")]
    seqattn("check", *paths, "--write-clean", "c")
    assert content(Path("c.source"))[0] == "house number 0"
    assert content(Path("c.target"))[0] == "Haus Nummer 0"


@pytest.mark.parametrize(
    "names", [["a"], ["a.en", "b"], ["folder", "b"], ["b", "b"], ["b", "c", "d"]]
)
def test_what_cannot_be_written_is_refused_before_anything_is_read(names, tmp_path):
    paths = two_files(tmp_path)
    before = [path.read_bytes() for path in paths]
    (tmp_path / "folder").mkdir()
    options = [word for name in names for word in ("--write-clean", name)]
    result = seqattn("check", *paths, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--write-clean" in told(result)[0]
    assert [path.read_bytes() for path in paths] == before


def test_a_file_that_fails_half_way_leaves_the_old_one(tmp_path, monkeypatch):
    old = write(tmp_path / "clean.tsv", "old\talt\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("seqattn.corpus.writing.os.fsync", full)
    result = seqattn("check", *two_files(tmp_path), "--write-clean", old)
    assert result.exit_code == 1
    assert "clean.tsv cannot be written: No space left" in told(result)[0]
    assert old.read_text() == "old\talt\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.de", "a.en", "clean.tsv"]


def test_nothing_is_written_when_nothing_is_left(tmp_path):
    result = seqattn("check", *two_files(tmp_path), "--max-chars", 3, "--write-clean", "c")
    assert result.exit_code == 2
    assert not list(tmp_path.glob("c*"))


def test_a_folder_that_is_a_file_is_told(tmp_path):
    write(tmp_path / "file", "x")
    result = seqattn("check", *two_files(tmp_path), "--write-clean", "file/clean")
    assert result.exit_code == 1
    assert "file/clean.en cannot be written" in told(result)[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_or_a_device_is_never_replaced_by_a_file(tmp_path):
    pipe = tmp_path / "pipe.tsv"
    os.mkfifo(pipe)
    result = seqattn("check", *two_files(tmp_path), "--write-clean", pipe)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pipe.tsv is a device or a pipe" in told(result)[0]
    assert pipe.is_fifo()


def test_a_link_stays_one_and_the_file_it_names_is_written(tmp_path):
    there = tmp_path / "there"
    there.mkdir()
    link = tmp_path / "link.tsv"
    link.symlink_to(there / "clean.tsv")
    assert seqattn("check", *two_files(tmp_path), "--write-clean", link).exit_code == 0
    assert link.is_symlink()
    assert [path.name for path in there.iterdir()] == ["clean.tsv"]
    assert link.read_text()


def test_a_name_without_a_letter_is_not_the_folder_one_is_in(tmp_path):
    result = seqattn("check", *two_files(tmp_path), "--write-clean", "")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "name of a file is empty" in told(result)[0]
