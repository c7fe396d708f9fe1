"""A file is written whole or not at all."""

import os

import pytest

from seqattn.errors import RunError
from seqattn.files import read_object, write_atomic


def test_an_interrupted_write_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_atomic(path, b"old")

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match="No space left"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_where_nothing_can_even_be_removed_the_refusal_is_told_all_the_same(tmp_path):
    # On a read-only file system the half-written file can neither be made nor unlinked; below a
    # file it is the same.
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(RunError, match="Cannot write"):
        write_atomic(tmp_path / "file" / "inside", b"new")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "holds no run: it has no c.json"),
        ("{", "c.json cannot be read"),
        ("[" * 10**5, "c.json cannot be read"),
        ("[1]", "c.json is damaged"),
        ('{"format": 2}', "in format 2, and this seqattn reads format 1"),
        ("{}", "in format None"),
    ],
)
def test_a_folder_that_is_not_what_it_should_be_is_told(tmp_path, content, said):
    if content is not None:
        (tmp_path / "c.json").write_text(content)
    with pytest.raises(RunError, match=said):
        read_object(tmp_path, "c.json", 1, thing="run", command="seqattn train")
