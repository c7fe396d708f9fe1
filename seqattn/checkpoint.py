"""The run folder: the unit people copy.

    config.json                      settings, what it was trained on, tokenizer fingerprints
    tokenizer.model                  one joint vocabulary, or tokenizer.source.model and
                                     tokenizer.target.model
    model.safetensors                the best weights so far, which translating uses; float32, or
                                     float16 in a run that comes with seqattn
    log.jsonl                        one line a validation
    training-state.safetensors       weights, optimiser and position, only needed to resume

Every file is written whole or not at all (`seqattn.files`). Nothing is pickled: tensors are
safetensors, the rest is JSON, and opening a run executes nothing of it. No path is stored, so a
moved folder works.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import torch

from seqattn.config import FORMAT, Config
from seqattn.errors import RunError, SeqattnError
from seqattn.files import (
    read_object,
    remove_parts,
    require_place,
    write_atomic,
)
from seqattn.models.seq2seq import Seq2Seq
from seqattn.run_log import LOG
from seqattn.shipped import locate, refuse_writing
from seqattn.tensors import COPY_AGAIN, load_about, require_same, tensor_shapes
from seqattn.tensors import load_tensors as load_tensors
from seqattn.tensors import put_tensors as put_tensors
from seqattn.tensors import save_tensors as save_tensors
from seqattn.tensors import unique_tensors as unique_tensors
from seqattn.text import visible
from seqattn.tokenizer import TokenizerPair

CONFIG = "config.json"
MODEL = "model.safetensors"
STATE = "training-state.safetensors"
RUNS = Path("runs")

_KINDS = {
    "seqattn": str, "tokenize": str, "pieces": list, "corpus": dict,
    "name": str, "sha256": str, "pairs": int, "dev": str, "dev_pairs": int,
}  # fmt: skip
"""What config.json says besides the settings; the second line stands inside `corpus`."""


@dataclass(frozen=True)
class Run:
    """A trained run, ready to translate.

    Attributes:
        folder: where it was read from.
        config: its settings.
        tokenizers: source and target.
        model: in evaluation mode, on the CPU, float32.
        info: what config.json says besides the settings (corpus, versions, evaluation tokenizer).
    """

    folder: Path
    config: Config
    tokenizers: TokenizerPair
    model: Seq2Seq
    info: dict[str, Any] = field(default_factory=dict)


def require_fit(path: Path, config: Config, tokenizers: TokenizerPair, prefix: str = "") -> None:
    """Refuse a file whose tensors are not of these settings, before memory is asked for a model.

    Settings that come from elsewhere may name sizes of many gigabytes.

    Args:
        path: MODEL or STATE of a run.
        config: what the run's config.json says.
        tokenizers: source and target.
        prefix: in front of the names of the weights in that file.

    Raises:
        RunError: it is missing or damaged, or names or shapes differ.
    """
    with torch.device("meta"):
        sketch = unique_tensors(build_model(config, tokenizers))
    named = {n: tuple(tensor.shape) for n, tensor in sketch.items()}
    require_same(named, tensor_shapes(path, prefix), path)


def create_run(
    folder: Path,
    config: Config,
    tokenizers: TokenizerPair,
    info: Mapping[str, Any],
    *,
    save_state: Callable[[], None] = lambda: None,
) -> None:
    """Make the folder and write what a training starts from.

    Args:
        folder: the run folder; made here.
        config: settings, all of them decided.
        tokenizers: source and target.
        info: what config.json keeps besides the settings.
        save_state: writes the state of step 0. It is called before config.json makes the folder a
            run, so that a run, however early it was killed, has a state to go on from.

    Raises:
        RunError: the folder holds a run already, or cannot be written.
    """
    require_no_run(folder)
    make_folder(folder)
    tokenizers.save(folder)
    save_state()
    write_config(folder, config, tokenizers, info)


def require_no_run(folder: Path) -> None:
    """Refuse a folder in which a new run would write over something.

    What a training left that was killed before its folder was a run is no hindrance.

    Raises:
        RunError: it holds a run already, or another program's file by the name of one of ours.
            Or no folder can be made there.
        UsageError: it comes with seqattn.
    """
    refuse_writing(folder)
    require_place(folder)
    if (folder / CONFIG).exists():
        raise RunError(
            f"{visible(str(folder))} already holds a run.",
            hint="Go on with it by --resume, or choose another folder with --run.",
        )
    for name in (MODEL, LOG):
        if (folder / name).exists():
            raise RunError(
                f"{visible(str(folder / name))} is there already, and belongs to no run.",
                hint="Choose another folder with --run: training would write over it.",
            )


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a run folder for one training: a second one would mix its files with the first's.

    The system holds the lock, on the folder itself: it leaves no file and ends with the process.
    What a training that was killed left half written is deleted. Where there are no such locks
    (Windows, some network drives) nothing is locked and nothing deleted.

    Raises:
        RunError: another training is at work in the folder.
        UsageError: it comes with seqattn.
    """
    refuse_writing(folder)
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        raise RunError(
            f"Another training is at work in {visible(str(folder))}.",
            hint="Wait until it ends or stop it, or choose another folder with --run.",
        ) from error
    except OSError:
        pass  # a drive without locks
    else:
        remove_parts(folder)
    try:
        yield
    finally:
        os.close(handle)


def write_config(
    folder: Path, config: Config, tokenizers: TokenizerPair, info: Mapping[str, Any]
) -> None:
    """Write config.json; last of the files, since its presence makes a folder a run."""
    data = {
        "format": FORMAT,
        **info,
        "tokenizer_sha256": [tokenizers.source.fingerprint, tokenizers.target.fingerprint],
        "config": config.to_json(),
    }
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    write_atomic(folder / CONFIG, text.encode())


def make_folder(folder: Path) -> None:
    """Create a folder and prove that it can be written, before any long work.

    Raises:
        RunError: it cannot be created or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(
            f"Cannot make the folder {visible(str(folder))}: {error.strerror}.",
            hint="Choose another with --run.",
        ) from error
    probe = folder / ".writable"
    write_atomic(probe, b"")
    probe.unlink(missing_ok=True)


def read_config(folder: Path) -> tuple[Config, dict[str, Any]]:
    """A run's settings and the rest of its config.json.

    Raises:
        RunError: the folder holds no run, or one of a newer version, or a damaged file.
    """
    path = folder / CONFIG
    data = read_object(folder, CONFIG, FORMAT, thing="run", command="seqattn train")
    if not isinstance(data.get("config"), dict):
        raise RunError(f"{visible(str(path))} is no run's config.json.", hint=COPY_AGAIN)
    if (odd := _unlike_ours(data)) is not None:
        raise RunError(
            f"{visible(str(path))} is damaged: {odd!r} is not what seqattn writes.",
            hint=COPY_AGAIN,
        )
    try:
        return Config.from_json(data.pop("config")), data
    except SeqattnError as error:
        raise RunError(
            f"{visible(str(path))} is damaged: {visible(error.message, limit=200)}", hint=COPY_AGAIN
        ) from error


def _unlike_ours(info: Mapping[str, Any]) -> str | None:
    """The name of something in config.json, besides the settings, that is of the wrong kind."""
    corpus = info.get("corpus")
    inner = corpus.items() if isinstance(corpus, dict) else ()
    for name, value in (*info.items(), *inner):
        if name in _KINDS and not isinstance(value, _KINDS[name]):
            return str(name)
    return None if all(isinstance(n, int) for n in info.get("pieces", ())) else "pieces"


def load_tokenizers(folder: Path, info: Mapping[str, Any]) -> TokenizerPair:
    """The tokenizers of a run whose config.json says `info`.

    Raises:
        RunError: a file is missing or damaged, or they are not those it was trained with.
    """
    tokenizers = TokenizerPair.load(folder)
    found = [tokenizers.source.fingerprint, tokenizers.target.fingerprint]
    if found != info.get("tokenizer_sha256"):
        raise RunError(
            f"The tokenizer in {visible(str(folder))} is not the one this run was trained with.",
            hint=COPY_AGAIN,
        )
    return tokenizers


def load_run(folder: Path | str) -> Run:
    """Open a run to translate with: best weights, on the CPU, evaluation mode, float32.

    Args:
        folder: the run folder, or `shipped:NAME` for a run that comes with seqattn.

    Raises:
        RunError: a file is missing, damaged, of a newer version or of another run.
    """
    folder = locate(folder)
    config, info = read_config(folder)
    tokenizers = load_tokenizers(folder, info)
    if not (folder / MODEL).exists():
        raise RunError(
            f"{visible(str(folder))} has no weights yet: its training has not reached the first "
            "validation.",
            hint="Go on with it: `seqattn train --resume --run " + visible(str(folder)) + "`.",
        )
    require_fit(folder / MODEL, config, tokenizers)
    tensors, _ = load_tensors(folder / MODEL)
    model = build_model(config, tokenizers)
    put_tensors(model, tensors, folder / MODEL)
    return Run(folder, config, tokenizers, model.eval(), info)


def build_model(config: Config, tokenizers: TokenizerPair) -> Seq2Seq:
    """A new model of the run's sizes, its weights drawn from torch's current seed."""
    return Seq2Seq(config, tokenizers.source.size, tokenizers.target.size, joint=tokenizers.joint)


def new_run_folder(name: str, now: datetime | None = None) -> Path:
    """A folder not yet there, runs/<name>-<date-time>.

    >>> new_run_folder("my corpus.en", datetime(2026, 5, 4, 3, 2, 1)).as_posix()
    'runs/my-corpus-20260504-030201'
    """
    stem = re.sub(r"\W+", "-", Path(name).name.split(".")[0]).strip("-") or "run"
    stamp = (now or datetime.now()).strftime("%Y%m%d-%H%M%S")
    folder = RUNS / f"{stem}-{stamp}"
    count = 1
    while folder.exists():
        count += 1
        folder = RUNS / f"{stem}-{stamp}-{count}"
    return folder


def find_run() -> Path | None:
    """The run most recently trained under runs/; None if there is none."""
    return max(_runs(MODEL), key=lambda run: (run / MODEL).stat().st_mtime, default=None)


def find_unfinished_run() -> Path:
    """The run under runs/ whose training went on last and has not come to its end.

    Raises:
        RunError: there is none.
    """
    unfinished = [run for run in _runs(STATE) if not is_finished(run)]
    if not unfinished:
        raise RunError(
            f"There is no unfinished run under {RUNS}/ here.",
            hint="Name the run with --run, or start a new one without --resume.",
        )
    return max(unfinished, key=lambda run: (run / STATE).stat().st_mtime)


def is_finished(folder: Path) -> bool:
    """Whether a run trained to its end, by epochs or early stop."""
    return bool(read_state_about(folder).get("finished"))


def read_state_about(folder: Path) -> dict[str, Any]:
    """Where a run's training stands, without reading its tensors."""
    try:
        about = load_about(folder / STATE)
        return about if isinstance(about.get("finished", ""), str) else {}
    except RunError:  # whoever goes on with the run is told
        return {}


def _runs(file: str) -> Iterator[Path]:
    """The runs under runs/ that hold this file."""
    if RUNS.is_dir():
        for folder in sorted(RUNS.iterdir()):
            if (folder / CONFIG).exists() and (folder / file).exists():
                yield folder
