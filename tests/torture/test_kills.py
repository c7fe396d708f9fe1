"""A training killed at any moment goes on to the same bits as one that was never killed.

Real processes, killed from outside. Half of the kills come at a moment drawn by chance; the other
half wait, from such a moment on, until a file is being written, and kill there. That a kill fell
into a write is seen afterwards: the part file that was never renamed is still there.
"""

import contextlib
import os
import random
import shlex
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from seqattn import checkpoint, run_log
from seqattn.errors import RunError
from tests.cli.command import process
from tests.tiny import copy_pairs, write_pairs
from tests.torture.form import FIGURES, LONG, SEED, of

KILLS = of(short=2, long=50)
WRITES = of(short=1, long=10)
"""Kills that must fall into the writing of a file, at least."""

OPTIONS = shlex.split("""
    --vocab-size 60 --no-byte-fallback --tokenize none --device cpu --precision float32
    --embedding-size 48 --encoder-size 64 --decoder-size 96 --attention-size 32
    --batch-tokens 300 --learning-rate 0.01 --warmup-steps 4 --held-out 4
    --validate-every 3 --patience 1000 --quiet
""")
EPOCHS = 3
PATIENCE = 900  # seconds that a process may take before the test gives it up


@dataclass(frozen=True)
class Whole:
    """A training that nobody killed."""

    pairs: Path
    folder: Path
    validations: int
    pace: float  # seconds from one validation to the next


def start(pairs: Path, folder: Path, *more: str) -> "subprocess.Popen[bytes]":
    arguments = ["train", pairs, "--run", folder, *OPTIONS, "--epochs", EPOCHS, *more]
    return process(*arguments, stdout=subprocess.DEVNULL)


def wait_for(there: Callable[[], bool], child: "subprocess.Popen[bytes]") -> bool:
    """Look again and again; False if the process ended before."""
    end = time.monotonic() + PATIENCE
    while not there():
        if child.poll() is not None:
            return False
        assert time.monotonic() < end
        time.sleep(0.0005)
    return True


def is_run(folder: Path) -> bool:
    """Whether the first save is done: config.json is written behind it."""
    return (folder / checkpoint.CONFIG).exists()


def parts(folder: Path) -> list[str]:
    """Files that are being written, or were when their writer died."""
    return [name for name in os.listdir(folder) if name.endswith(".part")]


def validations(folder: Path) -> int:
    """How many there have been so far; a save follows each."""
    log = folder / run_log.LOG
    return log.read_bytes().count(b"\n") if log.exists() else 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    pairs = write_pairs(folder, copy_pairs(300))
    child = start(pairs, folder / "run")
    assert wait_for(lambda: is_run(folder / "run"), child)
    began = time.monotonic()
    assert child.communicate(timeout=PATIENCE)[1] == b""
    count = validations(folder / "run")
    return Whole(pairs, folder / "run", count, (time.monotonic() - began) / count)


def killed(whole: Whole, folder: Path, draw: random.Random, *, in_write: bool) -> bool:
    """Start a training and kill it; False if it came to its end, or its last save, before."""
    child = start(whole.pairs, folder)
    with child:
        assert wait_for(lambda: is_run(folder), child)
        done = draw.randrange(whole.validations - 1)
        wait_for(lambda: validations(folder) >= done, child)
        time.sleep(draw.uniform(0, whole.pace))
        if in_write:
            wait_for(lambda: bool(parts(folder)), child)
        child.kill()
    return child.returncode == -signal.SIGKILL and not checkpoint.is_finished(folder)


def survives(number: int, whole: Whole, folder: Path) -> str:
    """Kill a training, resume it; what it was killed in."""
    draw = random.Random(1000 * SEED + number)
    in_write = number % 2 == 0
    for attempt in range(10):  # a kill that came too late, or just behind a write, is none
        run = folder / f"{number}-{attempt}"
        if killed(whole, run, draw, in_write=in_write) and (parts(run) or not in_write):
            break
    else:
        pytest.fail("the training, or its write, always ended before the kill")
    left = parts(run)
    trained = (run / checkpoint.MODEL).exists()
    with contextlib.nullcontext() if trained else pytest.raises(RunError, match="no weights yet"):
        checkpoint.load_run(run)
    resumed = start(whole.pairs, run, "--resume")
    assert resumed.communicate(timeout=PATIENCE)[1] == b""
    assert resumed.returncode == 0
    assert same(run, whole.folder) == []
    assert parts(run) == []
    if left:
        return f"in the writing of {left[0][1:].split('.')[0]}.*"
    return "between two writes" if trained else "between two writes, before the first validation"


def same(run: Path, whole: Path) -> list[str]:
    """What differs between a run and the one that was never killed."""
    different = []
    if (run / checkpoint.MODEL).read_bytes() != (whole / checkpoint.MODEL).read_bytes():
        different.append(checkpoint.MODEL)
    states = [checkpoint.load_tensors(folder / checkpoint.STATE)[0] for folder in (run, whole)]
    bits = [{k: v.numpy().tobytes() for k, v in state.items()} for state in states]
    if bits[0] != bits[1]:
        different.append(checkpoint.STATE)
    logs = [[r["step"] for r in run_log.read_log(folder)] for folder in (run, whole)]
    if logs[0] != logs[1]:
        different.append(run_log.LOG)
    return different


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_training_killed_at_any_moment_goes_on_to_the_same_bits(whole, tmp_path):
    cores = len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(1 if LONG else min(2, cores)) as threads:
        found = list(threads.map(lambda n: survives(n, whole, tmp_path), range(KILLS)))
    in_writes = sum("writing" in moment for moment in found)
    FIGURES["kill -9 of a training, each resumed to bit-equal files"] = len(found)
    FIGURES["of these in the writing of a checkpoint"] = in_writes
    for moment in sorted(set(found)):
        FIGURES[f"    {moment}"] = found.count(moment)
    assert in_writes >= WRITES


def test_a_difference_of_one_bit_is_found(whole, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    for name in (checkpoint.MODEL, checkpoint.STATE, run_log.LOG):
        (other / name).write_bytes((whole.folder / name).read_bytes())
    assert same(other, whole.folder) == []
    content = bytearray((other / checkpoint.MODEL).read_bytes())
    content[-1] ^= 1
    (other / checkpoint.MODEL).write_bytes(content)
    assert same(other, whole.folder) == [checkpoint.MODEL]
