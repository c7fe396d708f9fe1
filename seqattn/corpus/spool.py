"""A copy of what can be read only once, such as stdin, to be read as often as asked.

It lies in a temporary file without a name (where the system has none such, in one that the system
deletes), so that nothing of it is left behind however the program ends. Without a name it cannot be
opened anew: all readings share one open file, each with a position of its own.
"""

import io
import os
import shutil
import tempfile
import weakref
from typing import Any, BinaryIO, cast

BLOCK = 1 << 18  # bytes copied at once


class Spool:
    """The copy of a stream, in the folder for temporary files.

    Args:
        stream: is read to its end.

    Attributes:
        size: bytes in it.

    Raises:
        OSError: there is no room for it, or the stream cannot be read.

    >>> spool = Spool(io.BytesIO(b"abcd"))
    >>> one, other = spool.open("rb"), spool.open("rb")
    >>> one.read(2), other.read(3), one.read()
    (b'ab', b'abc', b'cd')
    """

    def __init__(self, stream: BinaryIO) -> None:
        copy = cast(BinaryIO, tempfile.TemporaryFile(prefix="seqattn-"))  # noqa: SIM115
        weakref.finalize(self, copy.close)
        shutil.copyfileobj(stream, copy, BLOCK)
        copy.flush()
        self._copy, self.size = copy, copy.tell()

    def open(self, mode: str) -> BinaryIO:
        """A reading of it from its start, as `Path.open` gives one of a file; `mode` is "rb"."""
        assert mode == "rb", mode
        return cast(BinaryIO, io.BufferedReader(_Reading(self), BLOCK))

    def read_at(self, position: int, buffer: Any) -> int:
        """Fill a buffer with the bytes from a position on; how many there were, 0 at the end."""
        self._copy.seek(position)
        return int(self._copy.readinto(buffer))  # type: ignore[attr-defined]


class _Reading(io.RawIOBase):
    """One reading of a spool."""

    def __init__(self, spool: Spool) -> None:
        self._spool, self._position = spool, 0

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def seekable(self) -> bool:
        """As a zip must be, whose list of contents stands at its end."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to another place."""
        starts = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._spool.size}
        self._position = max(0, starts[whence] + offset)
        return self._position

    def readinto(self, buffer: Any) -> int:
        """Go on reading into the buffer; 0 at the end."""
        count = self._spool.read_at(self._position, buffer)
        self._position += count
        return count
