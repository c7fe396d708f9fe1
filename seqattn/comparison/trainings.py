"""The trainings of a comparison, one after another. It yields reports and prints nothing.

The text is prepared once: split and tokenizers come from the common settings and their seed. A
training's own seed decides its first weights, the order of its batches and its dropout, so with the
common seed it ends with the same bits as `seqattn train` with the same settings. Each training has
its run folder within the comparison's; what is done is not done again, and one that was interrupted
goes on exactly where it was.
"""

import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqattn import checkpoint, run_log
from seqattn.comparison.machine import machine
from seqattn.comparison.plot import bleu_by_length
from seqattn.comparison.process import Training, Translated, train_apart, train_here
from seqattn.comparison.results import FILE, PLOT, Comparison, LengthScore, Plan, Result, TestSet
from seqattn.comparison.results import read as read_comparison
from seqattn.comparison.variants import Variant
from seqattn.errors import RunError, TrainingError, UsageError
from seqattn.evaluation import by_length, corpus_scores, source_lengths
from seqattn.files import require_place, write_atomic
from seqattn.preparation import Prepared, without_folders
from seqattn.reports import Report, Started
from seqattn.text import visible
from seqattn.tokenizer import TokenizerPair

TRANSLATIONS = "test-translations.txt"
"""In each run folder: its translations of the test set, a line each."""


@dataclass(frozen=True)
class Began:
    """The next training begins or goes on; its own reports follow.

    Attributes:
        variant: what differs.
        seed: of the training.
        folder: its run folder.
        number: which training of all, from 1.
        count: all trainings.
    """

    variant: Variant
    seed: int
    folder: Path
    number: int
    count: int


@dataclass(frozen=True)
class Scored:
    """A training is done and scored.

    Attributes:
        result: what came out.
        is_new: False where it was done before this call.
    """

    result: Result
    is_new: bool


@dataclass(frozen=True)
class Compared:
    """The end.

    Attributes:
        comparison: with all results so far.
        interrupted: whether trainings are left because of a wish to stop.
    """

    comparison: Comparison
    interrupted: bool


ComparisonReport = Began | Report | Scored | Compared


def refuse_taken(folder: Path) -> None:
    """Refuse a folder for a new comparison that holds one already, or a run.

    Raises:
        RunError: it does, or no folder can be made there.
    """
    require_place(folder)
    for file, thing in ((FILE, "a comparison"), (checkpoint.CONFIG, "a run")):
        if (folder / file).exists():
            raise RunError(
                f"{visible(str(folder))} already holds {thing}.",
                hint="Go on with a comparison by --resume, or choose another folder with --run.",
            )


def begin(folder: Path, prepared: Prepared, test: TestSet, plan: Plan) -> Comparison:
    """Make the folder of a new comparison and write what all trainings share.

    Raises:
        RunError: the folder holds a comparison or a run already, or cannot be written.
        UsageError: the settings of a variant do not fit each other.
    """
    refuse_taken(folder)
    refuse_unfit(prepared, plan)
    checkpoint.make_folder(folder)
    prepared.tokenizers.save(folder)
    unit, _ = source_lengths(test.sources, prepared.tokenizers.source)
    about = {
        "name": without_folders(test.name),
        "sentences": len(test.sources),
        "sha256": test.fingerprint,
        "unit": unit,
    }
    where = machine(prepared.config.training.device)
    comparison = Comparison(plan, prepared.config, prepared.info, about, machine=where)
    write(folder, comparison)
    return comparison


def refuse_unfit(prepared: Prepared, plan: Plan) -> None:
    """Refuse a plan with a model that cannot be built, before the first one is trained for hours.

    Raises:
        UsageError: names the variant, and what does not fit.
    """
    for variant in plan.variants:
        config = variant.config(prepared.config, prepared.config.training.seed)
        try:
            checkpoint.build_model(config, prepared.tokenizers)
        except UsageError as error:
            raise UsageError(f"{variant.name}: {error.message}", hint=error.hint) from error


def check_same(folder: Path, comparison: Comparison, prepared: Prepared, test: TestSet) -> None:
    """Refuse to go on with another text than the one the comparison was begun with.

    Raises:
        RunError: the training, validation or test text is not the same.
    """
    before, now = comparison.info["corpus"], prepared.info["corpus"]
    same = {
        "training text": before["sha256"] == now["sha256"],
        "validation text": before["dev_pairs"] == now["dev_pairs"],
        "test set": comparison.test["sha256"] == test.fingerprint,
    }
    for text, is_same in same.items():
        if not is_same:
            raise RunError(
                f"The {text} is not the one that {visible(str(folder))} was begun with.",
                hint="Name the same files again, or begin a new comparison without --resume.",
            )


def compare(
    comparison: Comparison,
    prepared: Prepared,
    test: TestSet,
    folder: Path,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    apart: bool = True,
) -> Iterator[ComparisonReport]:
    """Train and score all that is left of a comparison's plan.

    Args:
        comparison: made by `begin`, or read from the folder to go on.
        prepared: the common text and settings.
        test: what every best model translates.
        folder: of the comparison.
        should_stop: asked all the time; True saves the running training and ends.
        apart: each training in a process of its own, which gives its peak memory.

    Raises:
        TrainingError: a training cannot go on; its message names it.
        RunError: a folder cannot be written.
    """
    write(folder, comparison)
    left = list(comparison.plan.trainings())
    for number, (variant, seed) in enumerate(left, start=1):
        name = variant.folder(seed)
        is_new = name not in comparison.results
        if is_new:
            yield Began(variant, seed, folder / name, number, len(left))
            training = _training(comparison, prepared, test, folder, variant, seed)
            reports = (train_apart if apart else train_here)(training, should_stop)
            result = yield from _one(comparison, test, training, variant, seed, reports)
            if result is None:
                yield Compared(comparison, interrupted=True)
                return
            comparison.results[name] = result
            write(folder, comparison)
        yield Scored(comparison.results[name], is_new)
    write_atomic(folder / PLOT, bleu_by_length(comparison).encode())
    yield Compared(comparison, interrupted=False)


def write(folder: Path, comparison: Comparison) -> None:
    """Write comparison.json."""
    text = json.dumps(comparison.to_json(), ensure_ascii=False, indent=2) + "\n"
    write_atomic(folder / FILE, text.encode())


def find_unfinished() -> Path:
    """The comparison under runs/ that went on last and is not finished; damaged ones are left out.

    Raises:
        RunError: there is none.
    """
    unfinished, damaged = [], []
    for path in sorted(checkpoint.RUNS.glob(f"*/{FILE}")):
        try:
            if not read_comparison(path.parent).is_finished:
                unfinished.append(path)
        except RunError:
            damaged.append(path)
    if not unfinished:
        unread = f" {visible(damaged[0].as_posix())} is damaged." if damaged else ""
        raise RunError(
            f"There is no unfinished comparison under {checkpoint.RUNS}/ here.",
            hint=f"Name its folder with --run, or begin a new one without --resume.{unread}",
        )
    return max(unfinished, key=lambda path: path.stat().st_mtime).parent


def _training(
    comparison: Comparison,
    prepared: Prepared,
    test: TestSet,
    folder: Path,
    variant: Variant,
    seed: int,
) -> Training:
    return Training(
        config=variant.config(comparison.config, seed),
        train=prepared.train,
        dev=prepared.dev,
        tokenize=prepared.tokenize,
        info=dict(prepared.info),
        sources=test.sources,
        tokenizers=folder,
        folder=folder / variant.folder(seed),
    )


def _one(
    comparison: Comparison,
    test: TestSet,
    training: Training,
    variant: Variant,
    seed: int,
    reports: Iterator[Report | Translated],
) -> Generator[Report, None, Result | None]:
    """Pass on the reports of a training; its result, or None where it was interrupted."""
    translated, parameters = None, 0
    try:
        for report in reports:
            if isinstance(report, Translated):
                translated = report
                continue
            if isinstance(report, Started):
                parameters = report.parameters
            yield report
    except TrainingError as error:
        message = f"{variant.name}, seed {seed}: {error.message}"
        raise TrainingError(message, hint=error.hint) from error
    if translated is None:
        return None
    return _result(comparison, test, training, variant, seed, translated, parameters)


def _result(
    comparison: Comparison,
    test: TestSet,
    training: Training,
    variant: Variant,
    seed: int,
    translated: Translated,
    parameters: int,
) -> Result:
    """Score the translations, and gather what the run folder says of the training."""
    folder, outputs, tokenize = training.folder, translated.outputs, training.tokenize
    text = "".join(output + "\n" for output in outputs)
    write_atomic(folder / TRANSLATIONS, text.encode())
    scores = corpus_scores(outputs, test.references, tokenize=tokenize)
    _, lengths = source_lengths(test.sources, TokenizerPair.load(training.tokenizers).source)
    rows = by_length(lengths, outputs, test.references, comparison.plan.bins, tokenize=tokenize)
    return Result(
        variant=variant.name,
        seed=seed,
        folder=folder.name,
        parameters=parameters,
        bleu=scores.bleu,
        chrf=scores.chrf,
        bleu_signature=scores.bleu_signature,
        by_length=tuple(
            LengthScore(row.shortest, row.longest, row.scores.sentences, row.scores.bleu)
            for row in rows
        ),
        peak_memory=translated.peak_memory,
        first_memory=translated.first_memory,
        peak_gpu_memory=translated.peak_gpu_memory,
        **_course(folder),
    )


def _course(folder: Path) -> dict[str, Any]:
    """How a training went, from its log and its state."""
    state = checkpoint.read_state_about(folder)
    log = run_log.read_log(folder)
    best = next(record for record in log if record["step"] == state["best_step"])
    # Stretches between validations are equally long but for the last, so their mean speed is the
    # harmonic one: all tokens over all time.
    slowness = [1 / speed for record in log if (speed := record["tokens_per_second"])]
    return {
        "reason": state["finished"] or "max-minutes",
        "steps": state["step"],
        "epochs": log[-1]["epoch"],
        "seconds": state["seconds"],
        "validation_loss": best["loss"],
        "validation_bleu": best["bleu"],
        "tokens_per_second": len(slowness) / sum(slowness) if slowness else 0.0,
    }
