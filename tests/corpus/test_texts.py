"""One text a line, in order, none lost and none read ahead."""

import gzip
import io
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.corpus import Reason, Tally, read_texts
from seqattn.errors import CorpusError


def feed(monkeypatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\0"))))
def test_as_many_texts_come_out_as_lines_went_in(texts):
    data = "".join(f"{text}\n" for text in texts).encode()
    with pytest.MonkeyPatch.context() as patch:
        feed(patch, data)
        if data.startswith((b"PK\x03\x04", b"BZh", b"%PDF")):  # a binary file's first bytes
            return
        out = list(read_texts("-"))
    assert len(out) == len(texts)
    assert not any(set(text) & set("\n\r\t\x1b\x85\u2028") for text in out)


def test_blank_lines_stay(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa\r\n\n \nb")
    assert list(read_texts(tmp_path / "a")) == ["a", "", " ", "b"]


def test_an_empty_file_has_no_texts(tmp_path):
    (tmp_path / "a").write_bytes(b"")
    assert list(read_texts(tmp_path / "a")) == []


def test_packed_files_are_unpacked(tmp_path):
    (tmp_path / "a").write_bytes(gzip.compress(b"a\nb\n"))
    assert list(read_texts(tmp_path / "a")) == ["a", "b"]


def test_what_is_mended_is_counted(tmp_path):
    (tmp_path / "a").write_bytes(b"a\tb\nc\x1b[31m\n")
    tally = Tally()
    assert list(read_texts(tmp_path / "a", tally)) == ["a b", "c [31m"]
    assert (tally.count(Reason.TAB), tally.count(Reason.CONTROL)) == (1, 1)


def test_lines_before_a_bad_one_still_come(tmp_path):
    (tmp_path / "a").write_bytes(b"a\nb\n\xff\nc\n")
    texts = read_texts(tmp_path / "a")
    assert [next(texts), next(texts)] == ["a", "b"]
    with pytest.raises(CorpusError, match="line 3 is not UTF-8: byte 1"):
        next(texts)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"a\0b\n", "line 1 holds a NUL"),
        ("eins".encode("utf-16"), "is UTF-16 text"),
        (gzip.compress(b"a"), "gzip data"),
    ],
)
def test_what_is_no_text_is_refused_from_stdin(monkeypatch, data, what):
    feed(monkeypatch, data)
    with pytest.raises(CorpusError, match=what):
        list(read_texts("-"))


def test_a_line_without_end_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("seqattn.corpus.texts.MAX_TEXT", 100)
    feed(monkeypatch, b"a\n" + b"x" * 101)
    with pytest.raises(CorpusError, match="line 2 is longer than"):
        list(read_texts("-"))


def test_a_missing_file_is_told_at_once(tmp_path):
    with pytest.raises(CorpusError, match="does not exist"):
        read_texts(tmp_path / "none")


def test_a_pipe_is_answered_before_the_next_line_is_written():
    code = (
        "from seqattn.corpus import read_texts\n"
        "for text in read_texts('-'): print(text.upper(), flush=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for word in (b"one\n", b"two\n"):
            process.stdin.write(word)
            process.stdin.flush()
            assert process.stdout.readline() == word.upper()  # hangs if it reads ahead
        process.stdin.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_read_as_it_comes(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"printf 'a\\nb\\n' > {pipe}"]):
        assert list(read_texts(pipe)) == ["a", "b"]
