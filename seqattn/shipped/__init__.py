"""Runs that come with seqattn: a small model for each direction, so that it works once installed.

    shipped:en-zh    English to Chinese, for text in any script but Han
    shipped:zh-en    Chinese to English, for text in Han

Each is a run folder (`seqattn.checkpoint`) beside this file, its weights in float16, without the
state that training would go on from. `make shipped` made them of the shipped corpus
(benchmarks/shipped_runs.py); what they score stands in their scores.json. Nothing is ever written
into them. Here is only where they lie and what they are called; `checkpoint` opens them like any
run.
"""

import json
import os
from pathlib import Path
from typing import Any

from seqattn.errors import RunError, UsageError
from seqattn.text import visible

SCORES = "scores.json"
"""The file of such a run that holds its scores, and how they were measured."""

PREFIX = "shipped:"
"""What the name of such a run begins with. Only a `str` is a name: a folder called so is a `Path`,
on the command line ./shipped:NAME."""

FOLDER = Path(__file__).parent
"""Where they lie."""


def names() -> list[str]:
    """The names of those that this installation has, with the prefix."""
    return sorted(f"{PREFIX}{found.parent.name}" for found in FOLDER.glob("*/config.json"))


def locate(run: Path | str) -> Path:
    """The folder of a run: of `shipped:NAME` the one that comes with seqattn, else as it is given.

    Raises:
        RunError: none of that name comes with seqattn.

    >>> locate("runs/demo").name, locate(Path("./shipped:mine")).name
    ('demo', 'shipped:mine')
    """
    if isinstance(run, Path) or not run.startswith(PREFIX):
        return Path(run)
    known = names()
    if run not in known:
        raise RunError(
            f"No run called {visible(run)} comes with seqattn.",
            hint=f"Choose one of {', '.join(known)}." if known else "Install seqattn again.",
        )
    return FOLDER / run.removeprefix(PREFIX)


def name_of(folder: Path) -> str | None:
    """`shipped:NAME` of the folder of a run that comes with seqattn; None of any other.

    >>> name_of(Path("runs/demo"))
    """
    folder = Path(os.path.realpath(folder))  # unlike `resolve` it bears a link to itself
    return f"{PREFIX}{folder.name}" if folder.parent == FOLDER.resolve() else None


def scores(folder: Path) -> dict[str, Any]:
    """What a run that comes with seqattn scores on the dev and the test part of its corpus.

    Returns:
        its scores.json: for `dev` and `test` each `bleu`, `chrf` (0 to 100) and `sentences`, with
        sacrebleu's signatures; and its size, its training and the machine. {} of any other run.

    >>> scores(Path("runs/demo"))
    {}
    """
    if name_of(folder) is None or not (folder / SCORES).exists():
        return {}
    found: dict[str, Any] = json.loads((folder / SCORES).read_text(encoding="utf-8"))
    return found


def shown(folder: Path) -> str:
    """What to call the folder of a run to its user: its name in --run.

    >>> shown(FOLDER / "en-zh"), shown(Path("demo"))
    ('shipped:en-zh', 'demo')
    """
    return name_of(folder) or visible(str(folder))


def direction_for(text: str) -> str:
    """The name of the run that reads text of this script.

    >>> [direction_for(text) for text in ("汤姆追逐杰瑞。", "Tom chases Jerry.", "")]
    ['shipped:zh-en', 'shipped:en-zh', 'shipped:en-zh']
    """
    from seqattn.corpus.scripts import script_of

    return PREFIX + ("zh-en" if script_of(text) == "Han" else "en-zh")


def refuse_writing(run: Path | str) -> None:
    """Keep a training out of a run that comes with seqattn.

    Args:
        run: a folder, or a name as the user gave it.

    Raises:
        UsageError: it is such a run, or would be one by its name.
    """
    named = isinstance(run, str) and run.startswith(PREFIX)
    name = str(run) if named else name_of(Path(run))
    if name is not None:
        raise UsageError(
            f"{visible(name)} comes with seqattn: it is read, and never trained or written.",
            hint=f"Begin a new run with its weights: --init-from {visible(name)}.",
        )
