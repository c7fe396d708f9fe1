"""`seqattn train`: from parallel text to a run folder."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.inputs import (
    SHIPPED,
    ConfigOption,
    DevOption,
    Input,
    about_corpus,
    open_texts,
    with_corpus,
)
from seqattn.cli.interruption import interruptible
from seqattn.cli.mistakes import INTERRUPTED
from seqattn.cli.options import (
    DebugOption,
    QuietOption,
    folder,
    say,
)
from seqattn.cli.origins import Origins
from seqattn.cli.remarks import idle_settings
from seqattn.cli.runs import complete_run, run_folder
from seqattn.cli.settings import read_settings, with_settings
from seqattn.cli.streams import can_redraw
from seqattn.cli.timestamps import TimestampsOption
from seqattn.cli.watching import WatchHtmlOption, Watching, WatchOption
from seqattn.compatibility import refuse_unfit
from seqattn.config import Config, section_of
from seqattn.errors import RunError, UsageError
from seqattn.processes import is_first
from seqattn.setting import option_of
from seqattn.text import counted, visible

if TYPE_CHECKING:
    from seqattn.preparation import Prepared
    from seqattn.starting_point import StartingPoint
    from seqattn.training_state import Position

FIXED_IN_TRAINING = ("batch_tokens", "seed", "subword_sampling")
"""Settings of training that --resume cannot change: they decide which batch comes next."""


NewRunOption = Annotated[
    Path | None,
    typer.Option(
        "--run",
        parser=folder,
        envvar="SEQATTN_RUN",
        metavar="DIR",
        help="Folder to write; without it a new one, runs/NAME-DATE-TIME.",
    ),
]
ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Go on with the run of --run, or with the unfinished run trained last; name the same "
        "text again.",
    ),
]
InitFromOption = Annotated[
    Path | None,
    typer.Option(
        "--init-from",
        parser=run_folder,
        autocompletion=complete_run,
        metavar="DIR",
        help="Begin with the weights, pieces and sizes of this run, or of one that comes with "
        "seqattn (shipped:en-zh, shipped:zh-en); its folder stays as it is.",
    ),
]
ShowConfigOption = Annotated[
    bool,
    typer.Option(
        "--show-config",
        help="Print each setting, as TOML, with where its value comes from; do not train.",
    ),
]
AsJsonOption = Annotated[
    bool, typer.Option("--json", help="With --show-config: print one JSON object.")
]


@with_settings
@with_corpus
def train(
    *,
    dev: DevOption = None,
    run: NewRunOption = None,
    resume: ResumeOption = False,
    init_from: InitFromOption = None,
    files: Input,
    watch: WatchOption = None,
    watch_html: WatchHtmlOption = None,
    config: ConfigOption = None,
    show_config: ShowConfigOption = False,
    as_json: AsJsonOption = False,
    timestamps: TimestampsOption = False,
    quiet: QuietOption = False,
    debug: DebugOption = False,
    given: dict[str, Any],
) -> None:
    """Train on parallel text; write a run folder.

    PAIRS is one file that holds both sides, SOURCE TARGET are two whose lines belong together;
    without a file it trains on the shipped English-Chinese corpus.

    Prints the run folder. Ctrl-C saves and stops; --resume goes on.
    """
    if as_json and not show_config:
        raise UsageError(
            "--json is for --show-config.",
            hint="`seqattn info --json` tells all of a run once it is trained.",
        )
    if not is_first():  # of several processes one shows and writes
        quiet, watch, watch_html = True, None, None
    filed = read_settings(config) if config else {}
    settings = {**filed, **given}
    watching = Watching.of(watch, watch_html)
    watching.require_attention(Config().with_values(settings))
    start = _starting_point(init_from, resume=resume)
    if not resume:
        asked = _fitting(start.settings(settings) if start else settings)
        if not show_config:
            _require_device(asked)
        holds_out = bool(files.paths) and not dev
        say(*idle_settings([asked], given, filed, holds_out=holds_out), quiet=quiet)
    if not show_config:
        watching.open_folder(resume=resume)
    folder, prepared = _prepare(files, dev or (), run, resume, start, settings, quiet=quiet)
    if show_config:
        from_run = folder if resume else init_from
        origins = Origins(
            given, filed, config, from_run, prepared.config, begun=init_from is not None
        )
        print(origins.to_json() if as_json else origins.to_toml())
        return
    watching.require_attention(prepared.config)
    odd = watching.require_pieces(prepared.tokenizers.source)
    say(*about_corpus(prepared), *odd, quiet=quiet)
    reason = _run(prepared, folder, watching, start, resume=resume, quiet=quiet)
    say(*watching.where(), quiet=quiet)
    if is_first():
        print(visible(str(folder)))
    if reason == "interrupted":
        raise typer.Exit(INTERRUPTED)


def _starting_point(init_from: Path | None, *, resume: bool) -> "StartingPoint | None":
    """The run of --init-from.

    Raises:
        UsageError: --resume, which has weights of its own, was given too.
        RunError: the folder holds no trained run.
    """
    if init_from is None:
        return None
    if resume:
        raise UsageError(
            "--resume goes on with the weights of a run, --init-from begins a new one with them.",
            hint="Leave --init-from out: a run that began with it goes on without.",
        )
    from seqattn.starting_point import StartingPoint

    return StartingPoint.load(init_from)


def _fitting(settings: Mapping[str, Any]) -> Config:
    """The settings, refused before anything is read if no model can be made of them.

    Raises:
        UsageError: they do not fit each other.
    """
    config = Config().with_values(settings)
    refuse_unfit(config, settings)
    return config


def _require_device(config: Config) -> None:
    """Refuse a device that is not there before anything is read.

    Raises:
        UsageError: this machine has no such device.
    """
    from seqattn.devices import resolve_device

    resolve_device(config.training.device)


def _prepare(
    files: Input,
    dev: Sequence[str],
    run: Path | None,
    resume: bool,
    start: "StartingPoint | None",
    given: Mapping[str, Any],
    *,
    quiet: bool,
) -> "tuple[Path, Prepared]":
    """Choose the folder, read the text, learn or load the tokenizers."""
    from seqattn import checkpoint
    from seqattn.preparation import prepare

    if resume:
        return _prepare_resumed(files, dev, run, given, quiet=quiet)
    folder = run or checkpoint.new_run_folder(files.paths[0] if files.paths else "shipped")
    _require_no_run(folder)
    config = Config().with_values(start.settings(given) if start else given)
    corpus, dev_corpus = open_texts(files, dev, reverse=config.data.reverse)
    say(f"Reading {corpus.name}", quiet=quiet)
    tell = partial(say, quiet=quiet)
    if start:
        return folder, start.prepare(corpus, dev_corpus, given, tell=tell)
    return folder, prepare(corpus, dev_corpus, config, given, tell=tell)


def _require_no_run(folder: Path) -> None:
    """Refuse a folder that holds something; say so where the environment chose it.

    Raises:
        RunError: as `checkpoint.require_no_run`.
    """
    from seqattn import checkpoint

    try:
        checkpoint.require_no_run(folder)
    except RunError as error:
        if str(folder) != str(Path(os.environ.get("SEQATTN_RUN", ""))):
            raise
        raise RunError(error.message, hint=f"SEQATTN_RUN names it. {error.hint}") from error


def _prepare_resumed(
    files: Input, dev: Sequence[str], run: Path | None, given: Mapping[str, Any], *, quiet: bool
) -> "tuple[Path, Prepared]":
    """Take up a run: its settings, save those of training that were given anew; its tokenizers."""
    from seqattn import checkpoint
    from seqattn.preparation import prepare

    folder = run or checkpoint.find_unfinished_run()
    config, info = checkpoint.read_config(folder)
    changed = changes(config, given)
    config = config.with_values(changed)
    _refuse_ended(folder, config, changed)
    name = info.get("corpus", {}).get("name", "")
    if not files.paths and name != SHIPPED:
        raise UsageError(
            f"{visible(str(folder))} was trained on {visible(name)}.",
            hint="Name the same text again: seqattn train SOURCE TARGET --resume",
        )
    for setting, value in changed.items():
        say(f"Changed: {option_of(setting)} {value}", quiet=quiet)
    tokenizers = checkpoint.load_tokenizers(folder, info)
    checkpoint.require_fit(folder / checkpoint.STATE, config, tokenizers, prefix="model/")
    corpus, dev_corpus = open_texts(files, dev, reverse=config.data.reverse)
    say(f"Reading {corpus.name}", quiet=quiet)
    tell = partial(say, quiet=quiet)
    prepared = prepare(corpus, dev_corpus, config, given, tokenizers=tokenizers, tell=tell)
    if "init_from" in info:
        prepared.info["init_from"] = info["init_from"]
    if prepared.info["corpus"]["sha256"] != info.get("corpus", {}).get("sha256"):
        say(
            "The text is not the same as before: the run goes on with its old tokenizers, and its "
            "result is not that of a run on one text.",
            quiet=quiet,
        )
    return folder, prepared


def changes(config: Config, given: Mapping[str, Any]) -> dict[str, Any]:
    """What of the given settings differs from a run's.

    Raises:
        UsageError: one of them is fixed once a run has begun.

    >>> changes(Config(), {"epochs": 5, "seed": 1})
    {'epochs': 5}
    """
    changed = {name: value for name, value in given.items() if value != config.value(name)}
    for name, value in changed.items():
        if section_of(name) != "training" or name in FIXED_IN_TRAINING:
            option = option_of(name)
            raise UsageError(
                f"{option} is {visible(str(value))}, but the run was begun with "
                f"{config.value(name)}.",
                hint=f"Leave {option} out, or start a new run without --resume.",
            )
    return changed


def _refuse_ended(folder: Path, config: Config, changed: Mapping[str, Any]) -> None:
    """Say that there is nothing left to do, rather than do nothing.

    Args:
        folder: the run's.
        config: its settings, as they are now.
        changed: those of them that were given anew.

    Raises:
        RunError: by these settings the training is at its end.
    """
    position = _position(folder)
    ended = position.ended_by(config.training)
    option = f"--epochs above {position.epoch}"
    if ended == "early-stop":
        what, option = "is finished: it stopped early", f"--patience above {position.worse}"
    elif "epochs" in changed and position.epoch >= config.training.epochs:
        done = counted(position.epoch, "epoch")
        what = f"has done {done} already, and --epochs is {config.training.epochs:,}"
    elif ended:
        what = "is finished: it did all its epochs"
    else:
        return
    raise RunError(
        f"{visible(str(folder))} {what}.",
        hint=f"Raise {option} to go on, or start a new run without --resume.",
    )


def _position(folder: Path) -> "Position":
    """Where a run's training stands; at its beginning where that cannot be read."""
    from seqattn import checkpoint
    from seqattn.training_state import Position

    try:
        return Position.from_json(checkpoint.read_state_about(folder))
    except (TypeError, ValueError):  # told when the state is taken up
        return Position()


def _run(
    prepared: "Prepared",
    folder: Path,
    watching: Watching,
    start: "StartingPoint | None",
    *,
    resume: bool,
    quiet: bool,
) -> str:
    """Train and show it; gives the reason why it stopped."""
    from seqattn.cli.training_display import display_for
    from seqattn.reports import Stopped
    from seqattn.training import train as reports_of_training

    terminal = can_redraw(sys.stderr)
    reason = ""
    with interruptible(quiet) as should_stop, display_for(quiet=quiet, terminal=terminal) as shown:
        for report in reports_of_training(
            prepared,
            folder,
            resume=resume,
            should_stop=should_stop,
            watch=watching.text,
            weights=start.weights if start else None,
        ):
            shown.show(report)
            watching.keep(report)
            if isinstance(report, Stopped):
                reason = report.reason
    return reason
