"""`seqattn compare`: several mechanisms on one budget, in one table."""

import json
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.compare_plan import (
    Asked,
    BinsOption,
    PresetOption,
    SeedsOption,
    VariantOption,
    VaryOption,
)
from seqattn.cli.compare_texts import Texts, read_test, validation_as_test
from seqattn.cli.help_pages import ARGUMENTS
from seqattn.cli.inputs import (
    SHIPPED,
    ConfigOption,
    DevOption,
    Input,
    about_corpus,
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
from seqattn.cli.remarks import idle_settings
from seqattn.cli.settings import read_settings, with_settings
from seqattn.cli.streams import can_redraw
from seqattn.compatibility import refuse_unfit
from seqattn.config import Config
from seqattn.errors import UsageError
from seqattn.setting import option_of
from seqattn.text import counted, visible

if TYPE_CHECKING:
    from seqattn.comparison.results import Comparison, TestSet
    from seqattn.preparation import Prepared

TestOption = Annotated[
    list[str] | None,
    typer.Option(
        "--test",
        metavar="FILE",
        help="Text to score on: once for one file with both sides, twice for two aligned ones. "
        "Without it the test part of the shipped corpus, or the validation text.",
        show_default=False,
    ),
]
FolderOption = Annotated[
    Path | None,
    typer.Option(
        "--run",
        parser=folder,
        metavar="DIR",
        help="Folder to write; without it runs/compare-NAME-DATE-TIME.",
    ),
]
ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Go on with the comparison of --run, or with the unfinished one that went on last. "
        "What is trained is not trained again; variants and seeds named are added to the others.",
    ),
]


@with_settings
@with_corpus
def compare(
    *,
    call: typer.Context,
    preset: PresetOption = None,
    vary: VaryOption = None,
    variant: VariantOption = None,
    seeds: SeedsOption = None,
    dev: DevOption = None,
    test: TestOption = None,
    length_bins: BinsOption = None,
    run: FolderOption = None,
    resume: ResumeOption = False,
    files: Input,
    config: ConfigOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
    quiet: QuietOption = False,
    debug: DebugOption = False,
    given: dict[str, Any],
) -> None:
    """Train several mechanisms on one budget; one table.

    Name what differs by --preset, --vary or --variant; all else is the same: text, split,
    tokenizers, sizes, seed, schedule. The text is prepared once; each training has a process and a
    run folder of its own, under the comparison's folder. Ctrl-C saves and stops; --resume goes on.

    The budget is --epochs or --max-minutes, for each training. With epochs all see the same data.
    With minutes a slow mechanism sees less of it, and is cut off before its learning rate has
    fallen, since that follows the steps of all epochs. --patience may stop a training early; the
    table shows the epochs done.

    Writes the table, or with --json all numbers; comparison.json and bleu-by-length.svg go into the
    folder.
    """
    filed = read_settings(config) if config else {}
    plan = Asked(preset or (), vary or (), variant or (), seeds, length_bins)
    begin = _resumed if resume else _new
    texts = Texts(files, dev or (), test or ())
    if not resume:
        _look_over(plan, given, filed, holds_out=bool(files.paths) and not dev, quiet=quiet)
    settings = {**filed, **given}
    folder, comparison, prepared, scored_on = begin(texts, plan, run, settings, quiet)
    if not comparison.is_finished:
        commands = (*comparison.commands, call.meta[ARGUMENTS])
        comparison = replace(comparison, commands=commands)
    finished = _run(comparison, prepared, scored_on, folder, quiet=quiet)
    if finished is None:
        say(f"To go on, the same command with: --resume --run {visible(str(folder))}", quiet=quiet)
        raise typer.Exit(INTERRUPTED)
    _print(finished, folder, as_json=as_json, quiet=quiet)


def _look_over(
    asked: Asked,
    given: Mapping[str, Any],
    filed: Mapping[str, Any],
    *,
    holds_out: bool,
    quiet: bool,
) -> None:
    """Find out before any text is read what cannot be trained, and tell what does nothing.

    Raises:
        UsageError: the settings of a variant do not fit each other; its message names it. Or this
            machine has no such device.
    """
    from seqattn.devices import resolve_device

    settings = {**filed, **given}
    common = Config().with_values(settings)
    plan = asked.new(common)
    resolve_device(common.training.device)
    configs = [variant.config(common, common.training.seed) for variant in plan.variants]
    for variant, config in zip(plan.variants, configs, strict=True):
        try:
            refuse_unfit(config, {**settings, **dict(variant.changes)})
        except UsageError as error:
            raise UsageError(f"{variant.name}: {error.message}", hint=error.hint) from error
    say(*idle_settings(configs, given, filed, holds_out=holds_out), quiet=quiet)


_Ready = tuple[Path, "Comparison", "Prepared", "TestSet"]


def _new(
    texts: Texts, asked: Asked, run: Path | None, given: Mapping[str, Any], quiet: bool
) -> "_Ready":
    """Choose the folder, read the texts, learn the tokenizers."""
    from seqattn import checkpoint
    from seqattn.comparison.trainings import begin, refuse_taken
    from seqattn.comparison.variants import with_common_sizes
    from seqattn.preparation import prepare

    config = Config().with_values(given)
    plan = asked.new(config)
    folder = run or checkpoint.new_run_folder(f"compare-{texts.short_name}")
    refuse_taken(folder)
    corpus, dev, test = texts.open(reverse=config.data.reverse)
    say(f"Reading {corpus.name}", quiet=quiet)
    own_test = read_test(test, quiet=quiet)
    prepared = prepare(corpus, dev, config, given)
    sized = with_common_sizes(plan.variants, prepared.config, given)
    prepared = replace(prepared, config=sized)
    say(*about_corpus(prepared), quiet=quiet)
    scored_on = own_test or validation_as_test(prepared)
    return folder, begin(folder, prepared, scored_on, plan), prepared, scored_on


def _resumed(
    texts: Texts, asked: Asked, run: Path | None, given: Mapping[str, Any], quiet: bool
) -> "_Ready":
    """Take up a comparison: its settings and tokenizers, and the same texts again."""
    from seqattn.comparison import results, trainings
    from seqattn.preparation import prepare
    from seqattn.tokenizer import TokenizerPair

    folder = run or trainings.find_unfinished()
    comparison = results.read(folder)
    comparison = replace(comparison, plan=asked.changed(comparison.plan, comparison.config))
    config = comparison.config
    for name, value in given.items():
        if value not in ("auto", config.value(name)):  # what was `auto` may have been decided
            option = option_of(name)
            raise UsageError(
                f"{option} is {visible(str(value))}, but the comparison was begun with "
                f"{config.value(name)}.",
                hint=f"Leave {option} out, or begin a new comparison without --resume.",
            )
    trained_on = comparison.info["corpus"]["name"]
    if not texts.files.paths and trained_on != SHIPPED:
        raise UsageError(
            f"{visible(str(folder))} was trained on {visible(trained_on)}.",
            hint="Name the same text again: seqattn compare SOURCE TARGET --resume",
        )
    corpus, dev, test = texts.open(reverse=config.data.reverse)
    say(f"Going on with {visible(str(folder))}; reading {corpus.name}", quiet=quiet)
    own_test = read_test(test, quiet=quiet)
    tokenizers = TokenizerPair.load(folder)
    prepared = prepare(corpus, dev, config, given, tokenizers=tokenizers)
    scored_on = own_test or validation_as_test(prepared)
    trainings.check_same(folder, comparison, prepared, scored_on)
    return folder, comparison, prepared, scored_on


def _run(
    comparison: "Comparison", prepared: "Prepared", test: "TestSet", folder: Path, *, quiet: bool
) -> "Comparison | None":
    """Train and show it; the comparison with all results, or None where it was interrupted."""
    from seqattn.cli.training_display import display_for
    from seqattn.comparison.trainings import Began, Compared, Scored, compare
    from seqattn.reports import Progress, Started

    terminal = can_redraw(sys.stderr)
    with interruptible(quiet) as should_stop, ExitStack() as shown:
        display = None
        for report in compare(comparison, prepared, test, folder, should_stop=should_stop):
            if isinstance(report, Progress):
                display = display or shown.enter_context(
                    display_for(quiet=quiet, terminal=terminal)
                )
                display.show(report)
                continue
            if isinstance(report, Scored | Compared):
                shown.close()  # the bar makes way
                display = None
            if isinstance(report, Began | Started | Scored):
                say(_line_of(report), quiet=quiet)
            if isinstance(report, Compared):
                return None if report.interrupted else report.comparison
    raise AssertionError("`compare` ends with `Compared`")


def _line_of(report: Any) -> str:
    """What is said of the begin and the end of a training."""
    from seqattn.comparison.trainings import Began, Scored

    if isinstance(report, Began):
        return (
            f"[{report.number}/{report.count}] {report.variant.name}, seed {report.seed}: "
            f"{visible(str(report.folder))}"
        )
    if isinstance(report, Scored):
        result = report.result
        done = "" if report.is_new else f"{result.variant}, seed {result.seed} was done before: "
        epochs = f"{result.epochs:.3g} epoch{'' if result.epochs == 1 else 's'}"
        return f"    {done}BLEU {result.bleu:.1f} after {epochs}"
    resumed = f", going on after step {report.resumed_at:,}" if report.resumed_at else ""
    return (
        f"    {counted(report.parameters, 'parameter')}, {report.precision} on "
        f"{report.device}, {counted(report.total_steps, 'step')} at most{resumed}"
    )


def _print(comparison: "Comparison", folder: Path, *, as_json: bool, quiet: bool) -> None:
    from seqattn.comparison.results import FILE, PLOT
    from seqattn.comparison.table import table

    if as_json:
        print(json.dumps(comparison.to_json(), ensure_ascii=False))
    else:
        print("\n".join(table(comparison)))
    sys.stdout.flush()
    say(*(f"Written: {visible(str(folder / name))}" for name in (FILE, PLOT)), quiet=quiet)
