"""The texts that training commands read, and what is said of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.errors import UsageError

if TYPE_CHECKING:
    from seqattn.corpus import Corpus
    from seqattn.preparation import Prepared
    from seqattn.tokenizer import TokenizerPair

SHIPPED = "the shipped corpus"
"""What a run says it was trained on when no file was given."""

DevOption = Annotated[
    list[str] | None,
    typer.Option(
        "--dev",
        metavar="FILE",
        help="Validation text: once for one file with both sides, twice for two aligned ones. "
        "Without it a part of the corpus is held out.",
        show_default=False,
    ),
]
ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings as TOML or JSON; options win over it."),
]


@dataclass(frozen=True)
class Input:
    """How the files given are to be read.

    Attributes:
        paths: one or two; none is the shipped corpus.
        dev: one or two, or none.
        columns: of TSV, from 1.
        input_format: as on the command line.
        languages: JSON keys or TMX codes of the source and the target side.
    """

    paths: Sequence[str]
    dev: Sequence[str]
    columns: tuple[int, int] | None
    input_format: str
    languages: tuple[str | None, str | None]


def open_texts(files: Input, *, reverse: bool) -> "tuple[Corpus, Corpus | None]":
    """The training text and the validation text, if there is one of its own.

    Raises:
        UsageError: --dev was given too often, or options do not fit the files.
        CorpusError: a file cannot be used.
    """
    from seqattn.corpus import shipped_corpus

    if len(files.dev) > 2:
        raise UsageError(
            f"--dev was given {len(files.dev)} times.",
            hint="Once for one file with both sides, twice for two aligned ones.",
        )
    dev = open_files(files, files.dev, reverse=reverse) if files.dev else None
    if files.paths:
        return open_files(files, files.paths, reverse=reverse), dev
    corpus = shipped_corpus("train", reverse=reverse)
    corpus.name = SHIPPED
    if dev is None:
        dev = shipped_corpus("dev", reverse=reverse)
        dev.name = f"the dev part of {SHIPPED}"
    return corpus, dev


def open_files(files: Input, paths: Sequence[str], *, reverse: bool) -> "Corpus":
    """One or two files; --columns and --input-format do not hold for a dev text of another kind."""
    from seqattn.corpus import open_corpus

    same_kind = len(paths) == len(files.paths)
    return open_corpus(
        paths,
        input_format=files.input_format if same_kind else "auto",
        columns=files.columns if same_kind else None,
        reverse=reverse,
        source_lang=files.languages[0],
        target_lang=files.languages[1],
    )


def about_corpus(prepared: "Prepared") -> Iterator[str]:
    """What the training text is: pairs used and dropped by reason, pieces, what to expect."""
    dropped = prepared.tally.dropped
    yield f"Pairs: {len(prepared.train):,} used, {dropped:,} dropped" + (":" if dropped else "")
    for notice in prepared.tally:
        yield f"    {notice}"
    yield f"Pieces: {_pieces(prepared.tokenizers)}"
    yield from prepared.remarks


def _pieces(tokenizers: "TokenizerPair") -> str:
    if tokenizers.joint:
        return f"{tokenizers.source.size:,}, one vocabulary for both sides"
    return f"{tokenizers.source.size:,} for the source, {tokenizers.target.size:,} for the target"
