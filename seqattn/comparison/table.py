"""A comparison as lines of plain text: one table, and what its numbers are.

A row a training; with several seeds each variant has a row of means above them. What a column needs
to be understood stands below the table, so that a table that was copied still says it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from seqattn.comparison.results import Comparison, LengthScore, means
from seqattn.comparison.variants import common_heading, short_names
from seqattn.text import counted, visible

GAP = "  "
MEGABYTE = 1_000_000


def table(comparison: Comparison) -> list[str]:
    """The lines, none with a trailing space."""
    rows = list(_rows(comparison))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, widths) for row in rows]
    return [*lines, "", *_remarks(comparison)]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    """The first cell to the left, numbers to the right."""
    cells = [row[0].ljust(widths[0])]
    cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return GAP.join(cells).rstrip()


def _rows(comparison: Comparison) -> Iterator[list[str]]:
    compared, results = comparison.plan.variants, list(comparison.results.values())
    bins: Sequence[LengthScore] = results[0].by_length if results else ()
    has_gpu = any(result.peak_gpu_memory is not None for result in results)
    heading = [common_heading(compared) or "variant", "seed", "parameters", "loss", "BLEU"]
    heading += [row.span for row in bins] + ["tokens/s", "MB"] + ["GPU MB"] * has_gpu
    yield [*heading, "epochs", "minutes"]
    count = [f"{row.sentences:,}" for row in bins]
    blank = [""] * (4 + has_gpu)
    yield ["sentences", "", "", "", f"{comparison.test['sentences']:,}", *count, *blank]
    for variant, name in zip(compared, short_names(compared), strict=True):
        found = comparison.results_of(variant)
        if len(found) > 1:
            yield [name, "mean", *_numbers(means(found), has_gpu)]
            name = ""
        for result in found:
            yield [name, str(result.seed), *_numbers(asdict(result), has_gpu)]
            name = ""


def _numbers(values: dict[str, Any], has_gpu: bool) -> list[str]:
    """The cells of one training, or of the means of several."""
    return [
        f"{values['parameters']:,}",
        f"{values['validation_loss']:.3f}",
        f"{values['bleu']:.1f}",
        *(f"{row['bleu']:.1f}" for row in values["by_length"]),
        f"{values['tokens_per_second']:,.0f}",
        _megabytes(values["peak_memory"]),
        *([_megabytes(values["peak_gpu_memory"])] if has_gpu else []),
        f"{values['epochs']:.3g}",
        f"{values['seconds'] / 60:.1f}",
    ]


def _megabytes(size: int | None) -> str:
    return "-" if size is None else f"{size / MEGABYTE:,.0f}"


def _remarks(comparison: Comparison) -> Iterator[str]:
    """What the columns mean."""
    test, corpus = comparison.test, comparison.info["corpus"]
    results = list(comparison.results.values())
    yield (
        f"Trained on {visible(corpus['name'])}: {counted(corpus['pairs'], 'pair')}, validated on "
        f"{corpus['dev_pairs']:,}."
    )
    yield (
        f"BLEU: greedy translations of {visible(test['name'])}, all and by {test['unit']} of the "
        "source."
    )
    yield from sorted({f"      {result.bleu_signature}" for result in results})
    yield "loss: of validation, nats a target token, of the model with the best validation BLEU."
    training = comparison.config.training
    minutes = training.max_minutes
    limit = f" or {minutes:g} minute{'' if minutes == 1 else 's'}" if minutes else ""
    yield (
        f"Budget: {counted(training.epochs, 'epoch')}{limit} each; early stop after "
        f"{counted(training.patience, 'validation')} without a better BLEU or loss."
    )
    yield "tokens/s: target tokens of training; minutes: training with its validations."
    first = [result.first_memory for result in results if result.first_memory is not None]
    if first:
        yield (
            "MB: most main memory that the training's own process held at once; "
            f"{_megabytes(max(first))} or less before its first step, for Python, torch and the "
            "corpus."
        )
