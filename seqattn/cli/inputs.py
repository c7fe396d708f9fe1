"""The parallel texts that commands read: the options that name them, and what is said of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.option_groups import Command, gathered
from seqattn.cli.options import file_path
from seqattn.errors import UsageError
from seqattn.text import visible

if TYPE_CHECKING:
    from seqattn.corpus import Corpus
    from seqattn.preparation import Prepared
    from seqattn.tokenizer import TokenizerPair

SHIPPED = "the shipped corpus"
"""What a run says it was trained on when no file was given."""

CorpusArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PAIRS | SOURCE TARGET",
        help="One file with both sides, or two line-aligned files; .gz and .xz too.",
        show_default=False,
    ),
]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        "--columns", metavar="A,B", help="TSV columns of source and target, from 1; default 1,2."
    ),
]
InputFormatOption = Annotated[
    str,
    typer.Option(
        "--input-format",
        metavar="NAME",
        help="auto, lines (two files), tsv, jsonl or tmx.",
        autocompletion=lambda: ["auto", "lines", "tsv", "jsonl", "tmx"],
    ),
]
SourceLangOption = Annotated[
    str | None,
    typer.Option("--source-lang", metavar="NAME", help="JSON key or TMX language of the source."),
]
TargetLangOption = Annotated[
    str | None,
    typer.Option("--target-lang", metavar="NAME", help="JSON key or TMX language of the target."),
]
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
    typer.Option(
        "--config",
        parser=file_path,
        metavar="FILE",
        help="Settings as TOML or JSON; options win over it.",
    ),
]


@dataclass(frozen=True)
class Input:
    """The files given, and how they are to be read.

    Attributes:
        paths: one or two; none is the shipped corpus.
        columns: of TSV, from 1.
        input_format: as on the command line.
        languages: JSON keys or TMX codes of the source and the target side.
    """

    paths: Sequence[str]
    columns: tuple[int, int] | None
    input_format: str
    languages: tuple[str | None, str | None]

    def open(self, *, reverse: bool) -> "Corpus":
        """The corpus in them.

        Raises:
            UsageError: options do not fit the files.
            CorpusError: a file cannot be used.
        """
        return open_files(self, self.paths, reverse=reverse)


_OPTIONS = tuple(
    Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
    for name, annotation, default in (
        ("paths", CorpusArgument, None),
        ("columns", ColumnsOption, None),
        ("input_format", InputFormatOption, "auto"),
        ("source_lang", SourceLangOption, None),
        ("target_lang", TargetLangOption, None),
    )
)


def with_corpus(command: Command) -> Command:
    """Add the argument PAIRS | SOURCE TARGET and the options that say how to read it to a command.

    The command gets them as its argument `files`, an `Input`.
    """

    def files(values: dict[str, Any]) -> Input:
        return Input(
            values["paths"] or (),
            parse_columns(values["columns"]),
            values["input_format"],
            (values["source_lang"], values["target_lang"]),
        )

    return gathered(command, "files", _OPTIONS, files)


def parse_columns(columns: str | None) -> tuple[int, int] | None:
    """The two numbers of --columns.

    Raises:
        UsageError: it is not two whole numbers with a comma between.

    >>> parse_columns("2,1")
    (2, 1)
    """
    if columns is None:
        return None
    try:
        source, target = map(int, columns.split(","))
    except ValueError:
        raise UsageError(
            f"--columns is {visible(columns)!r}.", hint="Give two column numbers, such as 1,2."
        ) from None
    return source, target


def open_texts(
    files: Input, dev: Sequence[str] = (), *, reverse: bool
) -> "tuple[Corpus, Corpus | None]":
    """The training text and the validation text, if there is one of its own.

    Args:
        files: with the training text.
        dev: the files of --dev, if any.
        reverse: whether to swap the sides.

    Raises:
        UsageError: --dev was given too often, or options do not fit the files.
        CorpusError: a file cannot be used.
    """
    from seqattn.corpus import shipped_corpus

    check_count("--dev", dev)
    dev_corpus = open_files(files, dev, reverse=reverse) if dev else None
    if files.paths:
        return files.open(reverse=reverse), dev_corpus
    corpus = shipped_corpus("train", reverse=reverse)
    corpus.name = SHIPPED
    if dev_corpus is None:
        dev_corpus = shipped_corpus("dev", reverse=reverse)
        dev_corpus.name = f"the dev part of {SHIPPED}"
    return corpus, dev_corpus


def check_count(option: str, paths: Sequence[str]) -> None:
    """Refuse an option that names more than the two sides of a text.

    Raises:
        UsageError: it does.
    """
    if len(paths) > 2:
        raise UsageError(
            f"{option} was given {len(paths)} times.",
            hint="Once for one file with both sides, twice for two aligned ones.",
        )


def open_files(files: Input, paths: Sequence[str], *, reverse: bool) -> "Corpus":
    """One or two files; --columns and --input-format do not hold for a text of another kind."""
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


def first_source(corpus: "Corpus") -> str:
    """The source of the first pair that can be used.

    Raises:
        CorpusError: a line before it, or all of the text, cannot be used.
    """
    return next(pair.source for pair in corpus)


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
