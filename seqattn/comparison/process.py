"""One training in a process of its own, so that its peak memory is its own.

The peak of a process only ever rises: in one process for all, each training would show the largest
before it. A fresh process also starts each training from the same state of the libraries. What is
counted is the largest resident set: Python, torch and the encoded corpus are in it (some hundred
MB before the first step), memory of a GPU is not. Read where training ends, before the test set is
translated. A training that was interrupted is measured from where it went on.
"""

import multiprocessing
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import torch

from seqattn import checkpoint
from seqattn.batches import EncodedCorpus
from seqattn.config import Config
from seqattn.corpus import Tally
from seqattn.devices import resolve_device
from seqattn.errors import SeqattnError, TrainingError
from seqattn.preparation import Prepared
from seqattn.reports import Report, Stopped
from seqattn.tokenizer import TokenizerPair
from seqattn.training import train
from seqattn.translator import load
from seqattn.validation import DevSet

PATIENCE = 0.2
"""Seconds between two looks at whether to stop, while the other process has nothing to say."""


@dataclass(frozen=True)
class Training:
    """All that one training needs, ready to be sent to another process.

    Attributes:
        config: its settings, all decided.
        train: encoded training pairs.
        dev: encoded dev pairs and their texts.
        tokenize: sacrebleu's tokenization.
        info: what its config.json keeps besides the settings.
        sources: texts that its best model translates in the end.
        tokenizers: the folder that holds the common tokenizers.
        folder: its run folder; one that holds a run already is gone on with.
    """

    config: Config
    train: EncodedCorpus
    dev: DevSet
    tokenize: str
    info: dict[str, Any]
    sources: list[str]
    tokenizers: Path
    folder: Path


@dataclass(frozen=True)
class Translated:
    """The last report of a training that was not interrupted.

    Attributes:
        outputs: translations of its sources by the best model, greedy.
        peak_memory: bytes, see above; None where the system does not tell.
        first_memory: likewise, before the first step.
        peak_gpu_memory: bytes of tensors on the GPU; None without one.
    """

    outputs: list[str]
    peak_memory: int | None
    first_memory: int | None
    peak_gpu_memory: int | None


def train_here(
    training: Training, should_stop: Callable[[], bool], *, measured: bool = False
) -> Iterator[Report | Translated]:
    """Train in this process; the reports of `training.train`, then `Translated`.

    Args:
        training: what to do.
        should_stop: as for `training.train`; where it stops there is no `Translated`.
        measured: this process does nothing else, so its peak memory is the training's.
    """
    folder, config = training.folder, training.config
    resume = all((folder / file).exists() for file in (checkpoint.CONFIG, checkpoint.STATE))
    if resume:  # its own settings: what was `auto` has been decided there
        config, _ = checkpoint.read_config(folder)
    else:  # killed before it was whole: nothing of it is worth keeping
        (folder / checkpoint.CONFIG).unlink(missing_ok=True)
    prepared = Prepared(
        config,
        TokenizerPair.load(training.tokenizers),
        training.train,
        training.dev,
        training.tokenize,
        Tally(),
        info=training.info,
    )
    first = peak_memory() if measured else None
    for report in train(prepared, folder, resume=resume, should_stop=should_stop):
        yield report
        if isinstance(report, Stopped) and report.reason == "interrupted":
            return
    most = peak_memory() if measured else None
    on_gpu = resolve_device(config.training.device).type == "cuda"
    gpu = torch.cuda.max_memory_allocated() if measured and on_gpu else None
    translations = load(folder).translate_many(training.sources, with_alignment=False)
    yield Translated([translation.text for translation in translations], most, first, gpu)


def train_apart(
    training: Training, should_stop: Callable[[], bool]
) -> Iterator[Report | Translated]:
    """`train_here` in a new process, which ends with it; its reports come as they are made.

    Raises:
        SeqattnError: as there; TrainingError if the process was ended from outside.
    """
    context = multiprocessing.get_context("spawn")  # a fork would copy torch's threads half
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, training), daemon=True)
    process.start()
    theirs.close()
    try:
        yield from _received(ours, should_stop)
        process.join()
    except (EOFError, ConnectionError):  # it was ended, perhaps with our wish to stop unread
        process.join()
        raise TrainingError(
            f"The process that trained {training.folder.name} ended with exit code "
            f"{process.exitcode}.",
            hint="Was its memory used up? Try a smaller --batch-tokens; --resume goes on.",
        ) from None
    finally:
        if process.is_alive():  # whoever read the reports has stopped reading
            process.terminate()
        process.join()
        ours.close()


def _received(connection: Connection, should_stop: Callable[[], bool]) -> Iterator[Any]:
    """The reports of the other process until its last, asking it to stop when that is wished."""
    asked = False
    while True:
        if not asked and should_stop():
            asked = True
            connection.send("stop")
        if not connection.poll(PATIENCE):
            continue
        report = connection.recv()
        if report is None:
            return
        if isinstance(report, SeqattnError):
            raise report
        yield report


def _work(connection: Connection, training: Training) -> None:
    """The other process: train, and send what is reported."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both; the first one decides
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # as in `cli.main`

    def should_stop() -> bool:
        return connection.poll()  # a wish to stop, or nobody is left to read

    try:
        for report in train_here(training, should_stop, measured=True):
            connection.send(report)
        connection.send(None)
    except SeqattnError as error:
        connection.send(error)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the state is saved every other minute; there is nobody to tell


def peak_memory() -> int | None:
    """The most bytes of main memory that this process has held at once; None if not told.

    >>> peak_memory() is None or peak_memory() > 10_000_000
    True
    """
    status = Path("/proc/self/status")
    if status.exists():  # getrusage of a new process may show its parent's peak on Linux
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
