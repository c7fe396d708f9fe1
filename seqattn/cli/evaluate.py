"""`seqattn evaluate`: BLEU and chrF of a run on a test set."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.options import (
    ColumnsOption,
    CorpusArgument,
    DebugOption,
    InputFormatOption,
    QuietOption,
    RunOption,
    SourceLangOption,
    TargetLangOption,
    choose_run,
    parse_columns,
    say,
)
from seqattn.cli.train import SHIPPED
from seqattn.config import EVALUATION_TOKENIZERS
from seqattn.errors import UsageError
from seqattn.text import visible

if TYPE_CHECKING:
    from seqattn.corpus import Corpus
    from seqattn.evaluation import LengthRow, Scores
    from seqattn.translator import Translator


def evaluate(
    paths: CorpusArgument = None,
    tokenize: Annotated[
        str | None,
        typer.Option(
            "--tokenize",
            metavar="NAME",
            help=f"How BLEU cuts text into words: {', '.join(EVALUATION_TOKENIZERS)}; without it "
            "as at the run's validations.",
            autocompletion=lambda: list(EVALUATION_TOKENIZERS),
        ),
    ] = None,
    by_length: Annotated[
        bool, typer.Option("--by-length", help="Also score short and long sources apart.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
    reverse: Annotated[
        bool, typer.Option("--reverse", help="Swap the sides of the files.")
    ] = False,
    columns: ColumnsOption = None,
    input_format: InputFormatOption = "auto",
    source_lang: SourceLangOption = None,
    target_lang: TargetLangOption = None,
    run: RunOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Score translations of a test set: BLEU and chrF.

    Without files it takes the shipped test set, for a run that was trained on the shipped corpus.
    Each score is followed by sacrebleu's signature: compare only scores that have the same one.
    """
    from seqattn import checkpoint
    from seqattn.corpus import open_corpus, shipped_corpus
    from seqattn.translator import load

    if tokenize is not None and tokenize not in EVALUATION_TOKENIZERS:
        raise UsageError(
            f"--tokenize is {visible(tokenize)!r}.",
            hint=f"Choose one of {', '.join(EVALUATION_TOKENIZERS)}.",
        )
    folder = choose_run(run, quiet=quiet)
    config, info = checkpoint.read_config(folder)
    if paths:
        corpus = open_corpus(
            paths,
            input_format=input_format,
            columns=parse_columns(columns),
            reverse=reverse,
            source_lang=source_lang,
            target_lang=target_lang,
        )
    else:
        _require_shipped(folder, info)
        corpus = shipped_corpus("test", reverse=config.data.reverse)
    translator = load(folder)
    sources, references = _both_sides(corpus, quiet=quiet)
    tokenize = _tokenization(tokenize or info.get("tokenize", "auto"), references)
    say(f"Translating {len(sources):,} sentences", quiet=quiet)
    outputs = [t.text for t in translator.translate_many(sources, with_alignment=False)]
    report(translator, sources, outputs, references, tokenize, by_length, as_json)


def _require_shipped(folder: Path, info: dict[str, Any]) -> None:
    name = info.get("corpus", {}).get("name", "another corpus")
    if name != SHIPPED:
        raise UsageError(
            f"No test set was given, and {visible(str(folder))} was trained on {visible(name)}.",
            hint="Give one: seqattn evaluate SOURCE REFERENCE, or one file with both sides.",
        )


def _both_sides(corpus: "Corpus", *, quiet: bool) -> tuple[list[str], list[str]]:
    """All sources and all references; what was dropped is said."""
    pairs = list(corpus)
    say(*corpus.notices, quiet=quiet)
    return [pair.source for pair in pairs], [pair.target for pair in pairs]


def _tokenization(name: str, references: Sequence[str]) -> str:
    from seqattn.evaluation import choose_tokenize

    return choose_tokenize(references) if name == "auto" else name


def report(
    translator: "Translator",
    sources: Sequence[str],
    outputs: Sequence[str],
    references: Sequence[str],
    tokenize: str,
    by_length: bool,
    as_json: bool,
) -> None:
    """Score and print, as lines or as one JSON object."""
    from seqattn import evaluation

    scores = evaluation.corpus_scores(outputs, references, tokenize=tokenize)
    unit, rows = "", []
    if by_length:
        unit, lengths = _lengths(translator, sources)
        rows = evaluation.by_length(lengths, outputs, references, tokenize=tokenize)
    if as_json:
        parts = [
            {"shortest": row.shortest, "longest": row.longest, **asdict(row.scores)} for row in rows
        ]
        lengths_part = {"length_unit": unit, "by_length": parts} if by_length else {}
        print(json.dumps({**asdict(scores), **lengths_part}))
        return
    _print_scores(scores)
    if by_length:
        _print_rows(rows, unit)
    sys.stdout.flush()


def _print_scores(scores: "Scores") -> None:
    print(f"BLEU {scores.bleu:.1f}  {scores.bleu_signature}")
    print(f"chrF {scores.chrf:.1f}  {scores.chrf_signature}")
    print(
        f"{scores.sentences:,} sentences; {scores.hypothesis_length:,} words for "
        f"{scores.reference_length:,}, brevity penalty {scores.brevity_penalty:.3f}"
    )


def _print_rows(rows: "Sequence[LengthRow]", unit: str) -> None:
    print()
    print(f"{'source ' + unit:>14}  sentences   BLEU   chrF")
    for row in rows:
        span = f"{row.shortest}-{row.longest}" if row.longest else f"{row.shortest} and more"
        scores = row.scores
        print(f"{span:>14}  {scores.sentences:>9,}  {scores.bleu:5.1f}  {scores.chrf:5.1f}")


def _lengths(translator: "Translator", sources: Sequence[str]) -> tuple[str, list[int]]:
    """Lengths in words, or in pieces where the script has no spaces."""
    from seqattn.evaluation import choose_tokenize

    if choose_tokenize(sources) == "13a":
        return "words", [len(source.split()) for source in sources]
    encoded = translator.tokenizers.source.encode_batch(sources)
    return "pieces", [len(ids) for ids in encoded]
