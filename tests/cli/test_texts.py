"""Sentences in: windows of lines as they come, and sentences as arguments."""

import gzip
import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.cli.texts import LARGEST_WINDOW, argument_text, text_windows, windows
from seqattn.corpus import Tally
from seqattn.errors import CorpusError, UsageError
from tests.cli.command import write


def read(*chunks: bytes) -> list[list[str]]:
    """The windows of a stream that arrives in these chunks."""
    waiting = [*chunks, b""]
    return list(windows(lambda: waiting.pop(0), "stdin", Tally()))


@given(st.text(st.characters(max_codepoint=0x3000, exclude_characters="\0")), st.integers(1, 7))
def test_as_many_lines_come_out_as_go_in_however_they_are_cut(text, size):
    data = b"." + text.encode()  # the dot: some texts would begin like a PDF or a table
    chunks = [data[i : i + size] for i in range(0, len(data), size)]
    lines = [line for window in read(*chunks) for line in window]
    assert len(lines) == data.count(b"\n") + (not data.endswith(b"\n"))
    assert not any(set("\n\r\x0b\x0c\x1c") & set(line) for line in lines)


def test_a_line_is_given_as_soon_as_its_end_has_arrived():
    asked = []

    def arrive() -> bytes:
        asked.append(True)
        return [b"a\n", b"b", b"\n", b""][len(asked) - 1]

    stream = windows(arrive, "stdin", Tally())
    assert (next(stream), len(asked)) == (["a"], 1)
    assert (next(stream), len(asked)) == (["b"], 3)


def test_windows_grow_while_lines_wait_up_to_the_largest():
    sizes = [len(window) for window in read(b"a\n" * 10_000)]
    assert sizes[:4] == [16, 32, 64, 128]
    assert max(sizes) == LARGEST_WINDOW
    assert sum(sizes) == 10_000


def test_lines_before_a_bad_one_are_given_first():
    stream = windows(iter([b"a\nb\n\xe4\nc\n", b""]).__next__, "stdin", Tally())
    assert next(stream) == ["a", "b"]
    with pytest.raises(CorpusError, match="stdin line 3 is not UTF-8"):
        next(stream)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"a\0b\n", "line 1 holds a NUL"),
        ("eins".encode("utf-16"), "is UTF-16 text"),
        (gzip.compress(b"a", mtime=0), "gzip data"),
    ],
)
def test_what_is_no_text_is_refused(data, what):
    with pytest.raises(CorpusError, match=what):
        read(data)


@pytest.mark.parametrize(
    "rest", [[b"x" * 60, b"x" * 60], [b"x" * 60, b"x" * 60 + b"\n"], [b"x" * 101]]
)
def test_a_line_too_long_is_refused_by_its_number_before_it_fills_the_memory(rest, monkeypatch):
    monkeypatch.setattr("seqattn.cli.texts.MAX_TEXT", 100)
    assert read(b"a\n", b"x" * 100) == [["a"], ["x" * 100]]
    with pytest.raises(CorpusError, match="line 3 is longer than"):
        read(b"a\nb\n", *rest)
    with pytest.raises(CorpusError, match="gzip data"):
        read(gzip.compress(bytes(range(256)) * 20, mtime=0).replace(b"\n", b""))
    with pytest.raises(UsageError, match="longer than"):
        argument_text("é" * 51)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_read_as_it_comes(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(["sh", "-c", f"printf 'a\\nb\\n' > {pipe}"]),
        text_windows(None, str(pipe), Tally()) as found,
    ):
        assert [line for window in found for line in window] == ["a", "b"]


def test_only_a_line_feed_ends_a_line_and_odd_characters_are_counted():
    tally = Tally()
    chunks = iter(["\ufeffa\u2028b\r\n\r\nc\u0085d\n".encode(), b""])
    assert list(windows(chunks.__next__, "stdin", tally)) == [["a b", "", "c d"]]
    assert len(tally) == 1


def test_packed_files_are_read_through(tmp_path):
    file = tmp_path / "a.txt.gz"
    file.write_bytes(gzip.compress(b"a\nb\n"))
    with text_windows(None, str(file), Tally()) as found:
        assert list(found) == [["a", "b"]]


def test_a_text_and_a_file_together_are_refused(tmp_path):
    file = write(tmp_path / "a.txt", "a\n")
    with pytest.raises(UsageError), text_windows("a", str(file), Tally()):
        pass


@pytest.mark.skipif(os.name == "nt", reason="arguments are no bytes on Windows")
def test_an_argument_is_utf_8_whatever_the_locale_made_of_it():
    assert argument_text(b"caf\xc3\xa9".decode("ascii", "surrogateescape")) == "café"
    with pytest.raises(UsageError, match="UTF-8"):
        argument_text(b"caf\xe9".decode("ascii", "surrogateescape"))


def test_advice_names_the_option_file_only_where_there_is_one(monkeypatch):
    monkeypatch.setattr("seqattn.cli.texts.MAX_TEXT", 10)
    for text in ("x" * 11, "\udcff"):
        with pytest.raises(UsageError) as told:
            argument_text(text)
        assert "--file" in told.value.hint
        with pytest.raises(UsageError) as told:
            argument_text(text, or_file=False)
        assert told.value.hint
        assert "--file" not in told.value.hint


def test_an_argument_is_one_line():
    assert argument_text("a\nb\tc\r\n") == "a b c  "
