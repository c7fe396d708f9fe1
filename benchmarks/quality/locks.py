"""What one process may do at a time, when several train and keep runs beside each other."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold a path against all other processes, and threads, that hold it by this function.

    The lock ends with the process, however it ends. Processes that are started while it is held,
    with `close_fds=False`, hold it as well until they end.

    Args:
        path: of a folder, or of a file, which is made if it is not there and stays there.
        wait: until it is free.

    Raises:
        BlockingIOError: it is held, and `wait` is off.
    """
    flags = os.O_RDONLY if path.is_dir() else os.O_RDWR | os.O_CREAT
    descriptor = os.open(path, flags, 0o644)
    try:
        os.set_inheritable(descriptor, True)
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(descriptor)
