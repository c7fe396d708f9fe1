"""`seqattn tokenize`: text to pieces or ids, and back."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.cli.options import (
    DebugOption,
    FileOption,
    QuietOption,
    TextArgument,
    say,
)
from seqattn.cli.runs import RunOption, choose_run
from seqattn.errors import UsageError
from seqattn.text import visible

if TYPE_CHECKING:
    from seqattn.tokenizer import Tokenizer

SIDES = ("source", "target")
LONGEST_ID = 10
"""Digits of a number that no id has; Python refuses to read one of thousands."""


def tokenize(
    text: TextArgument = None,
    file: FileOption = None,
    side: Annotated[
        str,
        typer.Option(
            "--side",
            metavar="NAME",
            help="Whose tokenizer: source or target.",
            autocompletion=lambda: list(SIDES),
        ),
    ] = "source",
    ids: Annotated[bool, typer.Option("--ids", help="Write ids instead of pieces.")] = False,
    decode: Annotated[
        bool, typer.Option("--decode", help="Read ids parted by spaces, write their text.")
    ] = False,
    run: RunOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Cut text into pieces or ids, and back.

    Cuts TEXT, or each line, as the run's model reads it. Pieces are parted by spaces; one that goes
    on with the word before it begins with ‿. --ids writes numbers, and --decode reads them.
    """
    from seqattn.cli.texts import text_windows
    from seqattn.corpus import Tally
    from seqattn.tokenizer import TokenizerPair

    if side not in SIDES:
        raise UsageError(f"--side is {visible(side)!r}.", hint="Choose source or target.")
    if ids and decode:
        raise UsageError("--ids and --decode exclude each other.", hint="Leave one of them out.")
    tally = Tally()
    number = 0
    with text_windows(text, file, tally, quiet=quiet) as windows:
        pair = TokenizerPair.load(choose_run(run, windows.first_sentence, quiet=quiet))
        tokenizer = pair.source if side == "source" else pair.target
        convert = _converter(tokenizer, ids=ids, decode=decode)
        for window in windows:
            for line in window:
                number += 1
                print(convert(line, number))
            sys.stdout.flush()
    say(*tally, quiet=quiet)


def _converter(tokenizer: "Tokenizer", *, ids: bool, decode: bool) -> Callable[[str, int], str]:
    """What turns a line (and its number) into the line to write."""
    if decode:
        return lambda line, number: tokenizer.decode(_read_ids(line, number, tokenizer.size))
    if ids:
        return lambda line, number: " ".join(map(str, tokenizer.encode(line)))
    return lambda line, number: _pieces(tokenizer, line)


def _pieces(tokenizer: "Tokenizer", line: str) -> str:
    from seqattn.alignment import Label
    from seqattn.heatmap.labels import shown_labels

    pieces = tokenizer.pieces(line)
    return " ".join(shown_labels([Label(piece.label, piece.starts_word) for piece in pieces]))


def _read_ids(line: str, number: int, size: int) -> list[int]:
    """The ids of a line.

    Raises:
        UsageError: something in it is no id of the vocabulary.
    """
    ids = []
    for word in line.split():
        is_number = word.isascii() and word.isdigit() and len(word) < LONGEST_ID
        if not (is_number and int(word) < size):
            raise UsageError(
                f"Line {number}: {visible(word, 40)!r} is no id of this vocabulary.",
                hint=f"Ids are whole numbers from 0 to {size - 1}, parted by spaces.",
            )
        ids.append(int(word))
    return ids
