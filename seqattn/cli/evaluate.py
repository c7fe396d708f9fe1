"""`seqattn evaluate`: BLEU and chrF of a run on a test set."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.inputs import SHIPPED, Input, first_source, with_corpus
from seqattn.cli.options import DebugOption, QuietOption, say
from seqattn.cli.remarks import Remarks, Unfamiliar
from seqattn.cli.runs import choose_runs
from seqattn.cli.search_options import (
    PRECISION,
    BeamOption,
    CoveragePenaltyOption,
    EnsembleOption,
    LengthPenaltyOption,
    PrecisionOption,
    check_precision,
    remark_on_penalties,
)
from seqattn.config import EVALUATION_TOKENIZERS
from seqattn.errors import UsageError
from seqattn.text import counted, visible
from seqattn.translation import LENGTH_PENALTY

if TYPE_CHECKING:
    from seqattn.corpus import Pair
    from seqattn.evaluation import LengthRow, Scores
    from seqattn.translator import Translator


TokenizeOption = Annotated[
    str | None,
    typer.Option(
        "--tokenize",
        metavar="NAME",
        help=f"How BLEU cuts text into words: {', '.join(EVALUATION_TOKENIZERS)}; without it as at "
        "the run's validations.",
        autocompletion=lambda: list(EVALUATION_TOKENIZERS),
    ),
]
ByLengthOption = Annotated[
    bool, typer.Option("--by-length", help="Also score short and long sources apart.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object.")]
ReverseOption = Annotated[bool, typer.Option("--reverse", help="Swap the sides of the files.")]


@dataclass(frozen=True)
class Table:
    """Scores of parts of a test set.

    Attributes:
        name: of the table in JSON.
        heading: what the parts are.
        rows: a label and the scores of each part.
    """

    name: str
    heading: str
    rows: "list[tuple[str, Scores]]"


@with_corpus
def evaluate(
    *,
    tokenize: TokenizeOption = None,
    by_length: ByLengthOption = False,
    beam: BeamOption = 1,
    length_penalty: LengthPenaltyOption = LENGTH_PENALTY,
    coverage_penalty: CoveragePenaltyOption = 0.0,
    precision: PrecisionOption = PRECISION,
    as_json: JsonOption = False,
    reverse: ReverseOption = False,
    files: Input,
    run: EnsembleOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Score translations of a test set: BLEU and chrF.

    Without files it takes the shipped test set, for a run that was trained on the shipped corpus.
    Each score is followed by sacrebleu's signature: compare only scores that have the same one.
    """
    from seqattn import checkpoint
    from seqattn.corpus import shipped_corpus
    from seqattn.evaluation import corpus_scores
    from seqattn.translator import load

    if tokenize is not None and tokenize not in EVALUATION_TOKENIZERS:
        raise UsageError(
            f"--tokenize is {visible(tokenize)!r}.",
            hint=f"Choose one of {', '.join(EVALUATION_TOKENIZERS)}.",
        )
    check_precision(precision)
    remark_on_penalties(beam, length_penalty, coverage_penalty, quiet=quiet)
    corpus = files.open(reverse=reverse) if files.paths else None
    folders = choose_runs(run or (), lambda: first_source(corpus) if corpus else "", quiet=quiet)
    folder = folders[0]
    config, info = checkpoint.read_config(folder)
    if corpus is None:
        _require_shipped(folder, info)
        corpus = shipped_corpus("test", reverse=config.data.reverse)
    translator = load(
        *folders,
        length_penalty=length_penalty,
        coverage_penalty=coverage_penalty,
        precision=precision,
    )
    pairs = list(corpus)
    say(*corpus.notices, quiet=quiet)
    references = [pair.target for pair in pairs]
    tokenize = _tokenization(tokenize or info.get("tokenize", "auto"), references)
    say(f"Translating {counted(len(pairs), 'sentence')}", quiet=quiet)
    outputs = _translated(translator, pairs, beam, quiet=quiet)
    tables = [] if files.paths else list(_by_patterns(pairs, outputs, tokenize))
    if by_length:
        tables.append(_by_length(translator, pairs, outputs, tokenize))
    _write(corpus_scores(outputs, references, tokenize=tokenize), tables, as_json=as_json)


def _require_shipped(folder: Path, info: dict[str, Any]) -> None:
    name = info.get("corpus", {}).get("name", "another corpus")
    if name != SHIPPED:
        raise UsageError(
            f"No test set was given, and {visible(str(folder))} was trained on {visible(name)}.",
            hint="Give one: seqattn evaluate SOURCE REFERENCE, or one file with both sides.",
        )


def _tokenization(name: str, references: Sequence[str]) -> str:
    from seqattn.evaluation import choose_tokenize

    return choose_tokenize(references) if name == "auto" else name


def _translated(
    translator: "Translator", pairs: "Sequence[Pair]", beam: int, *, quiet: bool
) -> list[str]:
    """A translation of each source; what is odd about them is said."""
    remarks, unfamiliar = Remarks(), Unfamiliar(translator.tokenizers.source)
    outputs = []
    sources = (pair.source for pair in pairs)
    found = translator.translate_many(sources, beam=beam, with_alignment=False)
    for pair, translation in zip(pairs, found, strict=True):
        outputs.append(translation.text)
        remarks.note(translation, pair.line)
        unfamiliar.note(pair.source, pair.line)
    say(*remarks.all(), *unfamiliar.remarks(), quiet=quiet)
    return outputs


def _by_patterns(
    pairs: "Sequence[Pair]", outputs: Sequence[str], tokenize: str
) -> "Iterator[Table]":
    """The shipped test set's sentences apart: patterns met together in training, and never met."""
    from seqattn.corpus.opening import shipped_file
    from seqattn.evaluation import corpus_scores

    file = shipped_file("test.patterns")
    if file is None:
        return
    kinds = [line.partition("\t")[0] for line in file.read_text(encoding="utf-8").split("\n")]
    rows = []
    for kind, label in (("seen", "met in training"), ("novel", "never met")):
        members = [i for i, pair in enumerate(pairs) if kinds[pair.line - 1] == kind]
        if members:
            found = [outputs[i] for i in members]
            rows.append(
                (label, corpus_scores(found, [pairs[i].target for i in members], tokenize=tokenize))
            )
    yield Table("by_patterns", "patterns together", rows)


def _by_length(
    translator: "Translator", pairs: "Sequence[Pair]", outputs: Sequence[str], tokenize: str
) -> Table:
    """Short and long sources apart; in pieces where the script has no spaces, else in words."""
    from seqattn import evaluation

    sources = [pair.source for pair in pairs]
    unit, lengths = evaluation.source_lengths(sources, translator.tokenizers.source)
    references = [pair.target for pair in pairs]
    rows = evaluation.by_length(lengths, outputs, references, tokenize=tokenize)
    return Table("by_length", f"source {unit}", [(_span(row), row.scores) for row in rows])


def _span(row: "LengthRow") -> str:
    return f"{row.shortest}-{row.longest}" if row.longest else f"{row.shortest} and more"


def _write(scores: "Scores", tables: Sequence[Table], *, as_json: bool) -> None:
    """Print the scores, as lines or as one JSON object."""
    if as_json:
        parts = {
            table.name: [{table.heading: label, **asdict(part)} for label, part in table.rows]
            for table in tables
        }
        print(json.dumps({**asdict(scores), **parts}))
        return
    print(f"BLEU {scores.bleu:.1f}  {scores.bleu_signature}")
    print(f"chrF {scores.chrf:.1f}  {scores.chrf_signature}")
    print(
        f"{counted(scores.sentences, 'sentence')}; {counted(scores.hypothesis_length, 'word')} for "
        f"{scores.reference_length:,} of the references, "
        f"brevity penalty {scores.brevity_penalty:.3f}"
    )
    for table in tables:
        print(f"\n{table.heading:>17}  sentences   BLEU   chrF")
        for label, part in table.rows:
            print(f"{label:>17}  {part.sentences:>9,}  {part.bleu:5.1f}  {part.chrf:5.1f}")
