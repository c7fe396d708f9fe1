"""Options that several commands have, and what they mean, the same everywhere."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from seqattn import __version__
from seqattn.errors import UsageError
from seqattn.shipped import refuse_writing
from seqattn.text import visible


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"seqattn {__version__}")
        raise typer.Exit


def _remember_debug(context: typer.Context, wanted: bool) -> bool:
    """Tell the group, which prints the mistakes, before anything can go wrong."""
    group: Any = context.find_root().command
    group.debug = wanted
    return wanted


def folder(name: str) -> Path:
    """The path of an option that names a folder of the user's.

    An empty name would mean the folder one is in. It is the mark of a shell variable without a
    value, so it is refused; the environment variable SEQATTN_RUN without a value counts as unset.

    Raises:
        UsageError: the name is empty, or that of a run that comes with seqattn.

    >>> folder("runs/demo").name
    'demo'
    """
    if not name:
        raise UsageError(
            "The name of a folder is empty.",
            hint="Is a shell variable without a value? For the folder you are in, write a dot.",
        )
    refuse_writing(name)
    return Path(name)


def file_path(name: str) -> Path:
    """The path of an option that names a file.

    Raises:
        UsageError: the name is empty, which would mean the folder one is in.

    >>> file_path("settings.toml").suffix
    '.toml'
    """
    if not name:
        raise UsageError(
            "The name of a file is empty.", hint="Is a shell variable without a value?"
        )
    return Path(name)


def check_choice(option: str, name: str, choices: Sequence[str]) -> None:
    """Refuse a name that an option does not know, before a model is loaded.

    Raises:
        UsageError: it is none of the choices.
    """
    if name not in choices:
        raise UsageError(
            f"{option} is {visible(name)!r}.", hint=f"Choose one of {', '.join(choices)}."
        )


VersionOption = Annotated[
    bool,
    typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="Write nothing to stderr unless something fails.")
]
DebugOption = Annotated[
    bool,
    typer.Option(
        "--debug",
        callback=_remember_debug,
        is_eager=True,
        help="Show where in the program a mistake was found.",
    ),
]
TextArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="TEXT",
        help="One sentence. Without it, or with -, lines are read from stdin.",
        show_default=False,
    ),
]
FileOption = Annotated[
    str | None,
    typer.Option("--file", metavar="FILE", help="Read lines from FILE (.gz and .xz too)."),
]


def say(*lines: object, quiet: bool) -> None:
    """Write remarks to stderr, one a line."""
    if not quiet:
        for line in lines:
            print(line, file=sys.stderr)
