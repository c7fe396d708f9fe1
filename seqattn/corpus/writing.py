"""Pairs written to files that `open_corpus` reads: two line-aligned files, or a TSV.

A file appears whole or not at all: it is written beside its place and renamed at the end, both
files of two together. A name that ends in .gz or .xz is packed.
"""

import gzip
import lzma
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from seqattn.corpus.pairs import Pair
from seqattn.errors import SeqattnError
from seqattn.text import visible


def write_pairs(pairs: Iterable[Pair], paths: Sequence[Path]) -> Iterator[Pair]:
    """Give the pairs on, and write them as they pass.

    Args:
        pairs: sides without line breaks and tabs, as a `Corpus` gives them.
        paths: one, for `source TAB target`, or two, for a side each. Folders are made.

    Raises:
        SeqattnError: a file cannot be written. Nothing of that name was changed.
    """
    with _replacing(paths) as files:
        for pair in pairs:
            if len(files) == 1:
                _write(files[0], paths[0], f"{pair.source}\t{pair.target}\n")
            else:
                _write(files[0], paths[0], pair.source + "\n")
                _write(files[1], paths[1], pair.target + "\n")
            yield pair


def _write(file: BinaryIO, path: Path, line: str) -> None:
    try:
        file.write(line.encode())
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def _replacing(paths: Sequence[Path]) -> Iterator[list[BinaryIO]]:
    """Files beside the paths; renamed when all went well, deleted if not."""
    paths = [Path(os.path.realpath(path)) for path in paths]  # or a link would become a file
    parts = [path.with_name(f".{path.name}.{os.getpid()}.part") for path in paths]
    try:
        with ExitStack() as stack:
            yield [
                stack.enter_context(_packed(part, path))
                for part, path in zip(parts, paths, strict=True)
            ]
        for part, path in zip(parts, paths, strict=True):
            try:
                part.replace(path)
            except OSError as error:
                raise _unwritable(path, error) from error
    finally:
        for part in parts:
            with suppress(OSError):  # not there, or no folder to be in
                part.unlink()


@contextmanager
def _packed(part: Path, path: Path) -> Iterator[BinaryIO]:
    """One file, packed as its final name says, on the disk when it is closed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as plain:
            if path.suffix == ".gz":
                with gzip.GzipFile("", "wb", 6, plain, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            elif path.suffix == ".xz":
                with lzma.LZMAFile(plain, "wb", preset=1) as packed_xz:
                    yield cast(BinaryIO, packed_xz)
            else:
                yield plain
            plain.flush()
            os.fsync(plain.fileno())
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> SeqattnError:
    return SeqattnError(
        f"{visible(str(path))} cannot be written: {error.strerror or 'unknown reason'}.",
        hint="Make room, or choose another place.",
    )
