"""A file as bytes: found, unpacked (.gz, .xz), spooled where it can be read only once.

    locate("a.tsv.gz")   -> Source, or a CorpusError that names what is wrong with the path
    Source.blocks()      -> its unpacked bytes, block by block, as often as asked

stdin and pipes are copied first (spool.py), because training reads its text several times.
What the bytes mean is not decided here.
"""

import difflib
import gzip
import io
import lzma
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from seqattn.corpus.spool import Spool
from seqattn.errors import CorpusError, SeqattnError
from seqattn.text import visible

STDIN = "-"
BLOCK = 1 << 18  # bytes read at once; larger ones were not faster
HEAD = 1 << 16  # bytes looked at to tell what a file is
NAME_LENGTH = 200  # characters of a file name shown

Place = Path | Spool
"""Where bytes lie: either opens as often as asked."""

Packing = Literal["gz", "xz"]
_MAGIC: dict[bytes, Packing] = {b"\x1f\x8b": "gz", b"\xfd7zXZ\x00": "xz"}
READ_ERRORS = (OSError, EOFError, zlib.error, lzma.LZMAError)


@dataclass(frozen=True)
class Source:
    """A readable file.

    Attributes:
        place: where its bytes lie: a file, or the copy of stdin or of a pipe.
        name: what to call it in messages, ready to show.
        ending: its lower-case ending without the packing's: ".tsv" for `a.TSV.gz`; "" if none.
        packing: how it is packed, told by its first bytes and not by its name.
    """

    place: Place
    name: str
    ending: str
    packing: Packing | None

    def blocks(self, size: int | None = None) -> Iterator[bytes]:
        """Its unpacked bytes in blocks of at most `size`, none of them empty.

        Raises:
            CorpusError: it cannot be read, or its packing is broken.
        """
        size = BLOCK if size is None else size
        try:
            with _unpacked(self.place, self.packing) as file:
                while block := file.read(size):
                    yield block
        except READ_ERRORS as error:
            raise unreadable(self.name, error) from error

    def head(self) -> bytes:
        """Its first unpacked bytes, at most HEAD; b"" for an empty file."""
        return next(self.blocks(HEAD), b"")


def unreadable(name: str, error: BaseException) -> CorpusError:
    """The error for one of READ_ERRORS, met while file `name` was read or unpacked."""
    if isinstance(error, OSError) and error.errno:
        return CorpusError(f"{name} cannot be read: {error.strerror}.", hint="Is it all there?")
    return CorpusError(
        f"{name} cannot be unpacked: its data is damaged or cut off.",
        hint="Download it or pack it again.",
    )


def _unpacked(place: Place, packing: Packing | None) -> BinaryIO:
    """Open a file for reading unpacked bytes."""
    if packing == "gz":
        # GzipFile closes what it opened itself; the reading of a copy needs no closing.
        if isinstance(place, Path):
            packed = gzip.GzipFile(place)
        else:
            packed = gzip.GzipFile(fileobj=place.open("rb"))
        return cast(BinaryIO, io.BufferedReader(packed, BLOCK))
    if packing == "xz":
        return cast(BinaryIO, io.BufferedReader(_Xz(place), BLOCK))
    return place.open("rb")


def shown_name(path: Path | str) -> str:
    """A path as it stands in messages: escaped, "standard input" for `-`."""
    return "standard input" if str(path) == STDIN else visible(str(path), NAME_LENGTH)


def locate(path: Path | str) -> Source:
    """Find a file, `-` for stdin, and see how it is packed.

    Raises:
        CorpusError: it is missing, a folder, a device, empty or not ours to read.
    """
    name = shown_name(path)
    if str(path) == STDIN:
        return _source(_spool(_stdin(), name), name, "")
    place = _place(path)
    mode = _mode(place, name)
    if stat.S_ISDIR(mode):
        raise CorpusError(f"{name} is a folder.", hint="Name a file in it.")
    ending = _ending(place)
    if stat.S_ISFIFO(mode):
        with _open(place, name) as pipe:
            return _source(_spool(pipe, name), name, ending)
    if not stat.S_ISREG(mode):
        raise CorpusError(f"{name} is a device, not a file.", hint="Give a file, or - for stdin.")
    return _source(place, name, ending)


def open_once(path: Path | str) -> tuple[BinaryIO, str]:
    """Open a file, a pipe or `-` to be read once, as it comes; and its name in messages.

    Raises:
        CorpusError: it is missing, a folder or not ours to read. An empty file is none of these.
    """
    name = shown_name(path)
    if str(path) == STDIN:
        return _stdin(), name
    place = _place(path)
    mode = _mode(place, name)
    if stat.S_ISDIR(mode):
        raise CorpusError(f"{name} is a folder.", hint="Name a file in it.")
    file = _open(place, name)
    if not stat.S_ISREG(mode):
        return file, name
    with file:
        try:
            packing = _packing(file.read(6))
        except OSError as error:
            raise unreadable(name, error) from error
    return _unpacked(place, packing), name


def _place(path: Path | str) -> Path:
    """The path; an empty one, which `Path` takes for the folder we are in, is refused."""
    if not str(path):
        raise CorpusError("A file name is empty.", hint="Is a variable of the shell not set?")
    return Path(path)


def _mode(place: Path, name: str) -> int:
    """What kind of thing lies at `place`, as `stat` tells it."""
    try:
        return place.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise CorpusError(f"{name} does not exist.", hint=_nearest(place)) from None
    except ValueError:  # a NUL in the name
        raise CorpusError(f"{name} is no file name.", hint="Check the path.") from None
    except OSError as error:
        raise CorpusError(f"{name} cannot be opened: {error.strerror}.") from error


def _nearest(place: Path) -> str:
    """A hint towards a missing file: a name like it in the same folder, if there is one."""
    try:
        names = [entry.name for entry in os.scandir(place.parent)]
    except OSError:
        return f"The folder {visible(str(place.parent), NAME_LENGTH)} does not exist either."
    close = difflib.get_close_matches(place.name, names[:10_000], n=1)
    if close:
        return f"Did you mean {visible(str(place.with_name(close[0])), NAME_LENGTH)}?"
    return "Check the path; a relative one starts from the folder you are in."


def _ending(place: Path) -> str:
    """`.tsv` of `a.tsv.gz`."""
    suffixes = [suffix.lower() for suffix in place.suffixes]
    if suffixes and suffixes[-1] in {".gz", ".xz"}:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _open(place: Place, name: str) -> BinaryIO:
    """Open, with our own words for what may go wrong."""
    try:
        return place.open("rb")
    except PermissionError:
        raise CorpusError(
            f"{name} may not be read (permission denied).", hint="Check who may read it."
        ) from None
    except OSError as error:
        raise CorpusError(f"{name} cannot be opened: {error.strerror}.") from error


def _packing(start: bytes) -> Packing | None:
    """Told by a file's first 6 bytes."""
    return next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), None)


def _source(place: Place, name: str, ending: str) -> Source:
    """Look at the first bytes. Raises CorpusError for an empty file."""
    with _open(place, name) as file:
        try:
            start = file.read(6)
        except OSError as error:
            raise unreadable(name, error) from error
    if not start:
        hint = "Was it saved, or did the download fail?"
        if isinstance(place, Spool):
            hint = "Was anything written to it? What is piped can be read for one file only."
        raise CorpusError(f"{name} is empty.", hint=hint)
    return Source(place, name, ending, _packing(start))


def _stdin() -> BinaryIO:
    """Standard input as bytes."""
    if sys.stdin is None:
        raise CorpusError("There is no standard input.", hint="Name a file instead of -.")
    return sys.stdin.buffer


def _spool(stream: BinaryIO, name: str) -> Spool:
    """Copy what can be read only once."""
    try:
        return Spool(stream)
    except OSError as error:
        raise SeqattnError(
            f"{name} cannot be copied to {visible(tempfile.gettempdir())}: {error.strerror}.",
            hint="Free some space there, or set TMPDIR to another folder.",
        ) from error


class _Xz(io.RawIOBase):
    """The unpacked bytes of one or several xz streams, with or without zeros between them.

    `lzma.LZMAFile` takes whatever is no stream behind the first one for its end, so that the rest
    of a file whose second part is damaged would be lost without a word; here it is an LZMAError, as
    it is with gzip.
    """

    def __init__(self, place: Place) -> None:
        self._file = place.open("rb")
        self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def close(self) -> None:
        """Close the packed file, too."""
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer as far as one piece goes; 0 at the end. Raises those of READ_ERRORS."""
        data = b""
        while not data:
            packed = b""
            if self._stream.eof:
                packed = self._behind()
                if not packed:
                    return 0
                self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
            elif self._stream.needs_input:
                packed = self._file.read(BLOCK)
                if not packed:
                    raise EOFError("an xz stream is cut off")
            data = self._stream.decompress(packed, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _behind(self) -> bytes:
        """What follows a stream that has ended, without the zeros before it; empty at the end."""
        packed = self._stream.unused_data.lstrip(b"\0")
        while not packed:
            block = self._file.read(BLOCK)
            if not block:
                break
            packed = block.lstrip(b"\0")
        return packed
