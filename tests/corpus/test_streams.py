"""What is read only once, stdin or a named pipe, can be gone through as often as asked."""

import gzip
import io
import lzma
import os
import signal
import subprocess
import sys
import tempfile
import zipfile
from itertools import islice

import pytest

from seqattn.corpus import Pair, open_corpus
from seqattn.errors import CorpusError


def test_stdin_can_be_gone_through_twice(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(b"a\tb\n"))))
    corpus = open_corpus(["-"])
    assert corpus.name == "standard input"
    assert list(corpus) == list(corpus) == [Pair("a", "b", 1)]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_stdin_can_be_gone_through_by_two_at_once(monkeypatch, pack):
    lines = [f"{'word ' * (number % 50)}{number}" for number in range(20_000)]
    text = pack("".join(f"{line}\t{line}\n" for line in lines).encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    corpus = open_corpus(["-"])
    ahead = iter(corpus)
    skipped = [pair.source for pair in islice(ahead, 10_000)]
    assert [pair.source for pair in corpus] == skipped + [pair.source for pair in ahead] == lines


def test_stdin_given_for_two_files_is_told_to_be_read_once(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\tb\n")))
    assert list(open_corpus(["-"])) == [Pair("a", "b", 1)]
    with pytest.raises(CorpusError, match="standard input is empty") as caught:
        open_corpus(["-"])
    assert "one file only" in caught.value.hint


def test_a_spreadsheet_from_stdin_is_told_from_another_zip(monkeypatch):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", "")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(packed.getvalue())))
    with pytest.raises(CorpusError, match="standard input is a spreadsheet"):
        open_corpus(["-"])


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="needs a list of open files")
def test_a_copy_of_stdin_is_gone_when_nobody_reads_it_any_more(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\tb\n" * 2)))
    before = open_files()
    corpus = open_corpus(["-"])
    reading = iter(corpus)
    assert open_files() != before  # the check can fail
    del corpus
    assert len(list(reading)) == 2  # a reading keeps what it reads
    del reading
    assert open_files() == before
    assert list(tmp_path.iterdir()) == []


def open_files() -> set[str]:
    """The handles of this process's open files."""
    return set(os.listdir("/dev/fd"))


@pytest.mark.skipif(os.name != "posix", reason="only there does the signal end it unasked")
def test_a_copy_of_stdin_is_left_behind_by_no_signal(tmp_path):
    program = "from seqattn.corpus import open_corpus; open_corpus(['-'])"
    reader = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    # More than a pipe holds: when all is written, some of it has been copied.
    reader.stdin.write(b"a\tb\n" * (1 << 19))
    reader.stdin.flush()
    reader.terminate()
    assert reader.wait() == -signal.SIGTERM
    reader.stdin.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_can_be_gone_through_twice(tmp_path):
    os.mkfifo(tmp_path / "pipe.tsv")
    with subprocess.Popen(["sh", "-c", f"printf 'a\\tb\\n' > {tmp_path}/pipe.tsv"]):
        corpus = open_corpus([tmp_path / "pipe.tsv"])
    assert list(corpus) == list(corpus) == [Pair("a", "b", 1)]
