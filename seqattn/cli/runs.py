"""Which run a command reads: the one that is named, else the last, else one that is shipped.

    --run DIR            a folder, or `shipped:NAME` for a run that comes with seqattn
    SEQATTN_RUN          the same, where --run is not given
    runs/                the run most recently trained there
    shipped              where there is none: the one for the script of the first sentence

A command that reads text hands over how its first sentence is found, which is looked at only in the
last case: whoever types is asked for it then before the model is loaded.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from seqattn.cli.options import folder, say
from seqattn.errors import RunError


def run_folder(name: str) -> Path:
    """The folder of a run that is only read, of an option such as --run.

    Raises:
        UsageError: the name is empty.
        RunError: it is `shipped:` with a name that there is not.

    >>> run_folder("runs/demo").name
    'demo'
    """
    from seqattn import shipped

    return shipped.locate(name) if name.startswith(shipped.PREFIX) else folder(name)


def complete_run(begun: str) -> list[str]:
    """What a shell offers for an option that names a run: those trained here, those shipped.

    For a path that begins with none of them it offers files, as it does of itself.

    Args:
        begun: what is typed of the name.

    >>> complete_run("shipped:e")
    ['shipped:en-zh']
    """
    from seqattn import shipped

    trained = sorted(found.parent.as_posix() for found in Path("runs").glob("*/config.json"))
    return [name for name in (*trained, *shipped.names()) if name.startswith(begun)]


RUNS_HELP = (
    "Folder that `seqattn train` wrote; without it that of SEQATTN_RUN, else the run trained last "
    "under runs/, or where there is none one that comes with seqattn: shipped:en-zh, shipped:zh-en."
)
"""Help of an option --run that may be repeated; what several runs do is the command's to say."""

RunOption = Annotated[
    Path | None,
    typer.Option(
        "--run",
        parser=run_folder,
        autocompletion=complete_run,
        envvar="SEQATTN_RUN",
        metavar="DIR",
        help="Folder that `seqattn train` wrote; without it the run trained last under runs/, or "
        "where there is none one that comes with seqattn: shipped:en-zh, shipped:zh-en.",
    ),
]


def choose_run(
    run: Path | None, first_sentence: Callable[[], str] = lambda: "", *, quiet: bool
) -> Path:
    """The folder of --run, else of the run trained last, else of a shipped one; said on stderr.

    Args:
        run: what --run or SEQATTN_RUN gave.
        first_sentence: finds the first sentence that the run is to read, "" if there is none.
            Its script chooses between the shipped runs; nobody else asks for it.
        quiet: say nothing of the choice.

    Raises:
        RunError: none was given, and this installation has no shipped ones.
    """
    if run is not None:
        return run
    from seqattn import shipped
    from seqattn.checkpoint import find_run  # torch: not needed to look where we are told to

    found = find_run()
    if found is None:
        return _shipped(first_sentence, quiet=quiet)
    say(f"Run: {shipped.shown(found)}", quiet=quiet)
    return found


def choose_runs(
    runs: Sequence[Path], first_sentence: Callable[[], str] = lambda: "", *, quiet: bool
) -> list[Path]:
    """The folders of an option --run that may be repeated; without any, `choose_run`'s.

    SEQATTN_RUN is read here: of a repeated option its value would be split at the spaces.

    Raises:
        RunError: as `choose_run`.
    """
    if runs:
        return list(runs)
    named = os.environ.get("SEQATTN_RUN")
    return [choose_run(run_folder(named) if named else None, first_sentence, quiet=quiet)]


def _shipped(first_sentence: Callable[[], str], *, quiet: bool) -> Path:
    """The shipped run for a sentence, which is not looked for where there are no such runs."""
    from seqattn import shipped

    known = shipped.names()
    if not known:
        raise RunError(
            "There is no trained run under runs/ here.",
            hint="Train one: `seqattn train SOURCE TARGET`, or name its folder with --run.",
        )
    sentence = first_sentence()
    name = shipped.direction_for(sentence)
    why = ", by the script of the first sentence" if sentence else ""
    others = "".join(f"; there is also {other}" for other in known if other != name)
    say(
        f"Run: {name}, a small one that comes with seqattn{why}{others}.",
        "There is none trained under runs/: `seqattn train SOURCE TARGET` makes your own.",
        quiet=quiet,
    )
    return shipped.locate(name)
