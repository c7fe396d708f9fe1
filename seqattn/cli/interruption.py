"""Ctrl-C while a training runs: the first one is a wish, the second one an end."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interruptible(quiet: bool) -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a wish to stop; the second one ends the program at once."""
    asked = False

    def note(signal_number: int, frame: object) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        if not quiet:  # not print: the signal may have come in the middle of one
            os.write(2, b"\nFinishing this step, then saving. Ctrl-C again quits at once.\n")

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)
