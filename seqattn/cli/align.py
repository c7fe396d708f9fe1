"""`seqattn align`: which words of a bitext belong together, by attention."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from seqattn.cli.bitext_remarks import BitextRemarks
from seqattn.cli.gold_links import Links, matched, pharaoh, read_gold, score
from seqattn.cli.inputs import Input, check_count, first_source, open_files, with_corpus
from seqattn.cli.options import DebugOption, QuietOption, check_choice, say
from seqattn.cli.runs import RunOption, choose_run, complete_run, run_folder
from seqattn.errors import CorpusError, UsageError
from seqattn.text import json_line, visible

if TYPE_CHECKING:
    from seqattn.corpus import Corpus, Pair
    from seqattn.translation import WeightKind
    from seqattn.word_alignment import WordAligner, WordedPair

SIDES = ("source", "target", "both")
HEURISTICS = ("intersection", "union", "grow-diagonal", "grow-diagonal-final-and", "agreement")
BALANCE = 0.5
KINDS: "tuple[WeightKind, ...]" = ("attention", "erasure")
WEIGHTS = "erasure"

BackwardOption = Annotated[
    Path | None,
    typer.Option(
        "--reverse-run",
        parser=run_folder,
        autocompletion=complete_run,
        metavar="DIR",
        help="A run that translates the other way; links of both directions are joined.",
    ),
]
SymmetrizeOption = Annotated[
    str | None,
    typer.Option(
        "--symmetrize",
        metavar="NAME",
        help=f"How, with --reverse-run: {', '.join(HEURISTICS)}; default agreement.",
        autocompletion=lambda: list(HEURISTICS),
    ),
]
UnsegmentedOption = Annotated[
    str | None,
    typer.Option(
        "--unsegmented",
        metavar="SIDE",
        help="source, target or both: written without spaces, as Chinese is; the model reads the "
        "words joined.",
        autocompletion=lambda: list(SIDES),
    ),
]
AsWrittenOption = Annotated[
    list[str] | None,
    typer.Option(
        "--as-written",
        metavar="FILE",
        help="What the model reads instead: the same lines with other spaces. Once for a file with "
        "both sides, twice for two.",
        show_default=False,
    ),
]
WeightsOption = Annotated[
    str,
    typer.Option(
        "--weights",
        metavar="KIND",
        help="attention: where the model looked before it knew a piece; erasure: that, times what "
        "the piece, now known, loses of its probability without a look at a source piece.",
        autocompletion=lambda: list(KINDS),
    ),
]
BalanceOption = Annotated[
    float,
    typer.Option(
        "--balance",
        metavar="X",
        min=0.0,
        max=1.0,
        help="How strongly all source pieces of a sentence shall get the same share of its "
        "weights, in 0 to 1; 0: not at all.",
    ),
]
ThresholdOption = Annotated[
    float | None,
    typer.Option(
        "--threshold",
        metavar="T",
        min=0.0,
        max=1.0,
        help="Link all words with a weight of T or more, in 0 to 1. Without it each word of the "
        "target gets one link, to its largest weight, if that is --least; by agreement also where "
        "both directions have 0.45 or more.",
    ),
]
LeastOption = Annotated[
    float | None,
    typer.Option(
        "--least",
        metavar="W",
        min=0.0,
        max=1.0,
        help="Leave a word without a link if its largest weight is less, in 0 to 1; default 0.3, "
        "by agreement 0.22; 0: every word gets one.",
    ),
]
ShiftOption = Annotated[
    int,
    typer.Option("--shift", metavar="N", min=0, help="Read each piece's weights N rows later."),
]
GoldOption = Annotated[
    str | None,
    typer.Option(
        "--gold",
        metavar="FILE",
        help="Links by hand, a line a pair, i-j sure, ipj possible, from 0: score instead.",
    ),
]
LinksOption = Annotated[
    bool, typer.Option("--links", help="With --gold: write the links too, before the score.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Write JSON: a line a pair; with --gold one object.")
]
ReverseOption = Annotated[
    bool, typer.Option("--reverse", help="Swap the sides of the files, and of the gold links.")
]


@with_corpus
def align(
    *,
    unsegmented: UnsegmentedOption = None,
    as_written: AsWrittenOption = None,
    weights: WeightsOption = WEIGHTS,
    balance: BalanceOption = BALANCE,
    threshold: ThresholdOption = None,
    least: LeastOption = None,
    shift: ShiftOption = 0,
    reverse_run: BackwardOption = None,
    symmetrize: SymmetrizeOption = None,
    gold: GoldOption = None,
    with_links: LinksOption = False,
    as_json: JsonOption = False,
    reverse: ReverseOption = False,
    files: Input,
    run: RunOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Link the words of translated sentences, by attention.

    Writes a line for each line read: links i-j, source word i and target word j, from 0, words
    being what white space parts. The model reads both sides (forced decoding). Attention was not
    trained to align: give --gold to see how well it does on your text.
    """
    _check_names(unsegmented, symmetrize, weights)
    check_count("--as-written", as_written or ())
    _check_pairs(symmetrize, reverse_run, unsegmented, as_written, threshold, least)
    if with_links and gold is None:
        raise UsageError("--links is for --gold.", hint="Leave it out: links are written anyway.")
    if not files.paths:
        raise UsageError(
            "No text was given.", hint="Give PAIRS, or SOURCE TARGET; - is standard input."
        )
    corpus = files.open(reverse=reverse)
    gold_links = None if gold is None else list(read_gold(gold, reverse=reverse))
    chosen = choose_run(run, lambda: first_source(corpus), quiet=quiet)
    joins = (unsegmented in ("source", "both"), unsegmented in ("target", "both"))
    pairs: Iterable[WordedPair] = _worded(every_line(corpus), joins)
    if as_written:
        pairs = _respaced(pairs, every_line(open_files(files, as_written, reverse=reverse)))
    if gold_links is not None:  # before a model works for minutes
        pairs = matched(pairs, gold_links, str(gold))
    aligner = _open_aligner(
        chosen,
        reverse_run,
        symmetrize,
        weights=weights,
        balance=balance,
        threshold=threshold,
        least=least,
        shift=shift,
    )
    remarks = BitextRemarks.of(aligner, None if as_written else joins)
    say(*remarks.at_once(), quiet=quiet)
    proposed: Iterator[Links] = map(sorted, aligner.align_many(remarks.noted(pairs)))
    if gold_links is None:
        for line, found in enumerate(proposed, start=1):
            print(json_line({"line": line, "links": found}) if as_json else pharaoh(found))
    else:
        score(list(proposed), gold_links, with_links, as_json)
    say(*corpus.notices, *remarks.all(), quiet=quiet)


def _check_names(unsegmented: str | None, symmetrize: str | None, weights: str) -> None:
    """Refuse a name that an option does not know."""
    known: tuple[str, ...]
    for option, name, known in (
        ("--unsegmented", unsegmented, SIDES),
        ("--symmetrize", symmetrize, HEURISTICS),
        ("--weights", weights, KINDS),
    ):
        if name is not None:
            check_choice(option, name, known)


def _check_pairs(
    symmetrize: str | None,
    reverse_run: Path | None,
    unsegmented: str | None,
    as_written: Sequence[str] | None,
    threshold: float | None,
    least: float | None,
) -> None:
    """Refuse an option without the other that it needs, or beside one that it contradicts."""
    if symmetrize is not None and reverse_run is None:
        raise UsageError(
            "--symmetrize joins two directions, but there is one run.",
            hint="Name a run of the other direction: --reverse-run DIR.",
        )
    if unsegmented is not None and as_written:
        raise UsageError(
            "Both --unsegmented and --as-written say what the model reads.",
            hint="Leave one of them out.",
        )
    if threshold is not None and least is not None:
        raise UsageError(
            "--threshold links all weights from T on, --least the largest of each word.",
            hint="Leave one of them out.",
        )


def every_line(corpus: "Corpus") -> "Iterator[Pair | None]":
    """The pairs of a corpus with None in the place of each line that holds none.

    So that line i of what is written belongs to line i of what was read.
    """
    line = 0
    for pair in corpus:
        yield from repeat(None, pair.line - 1 - line)
        line = pair.line
        yield pair
    without = (n.count for n in corpus.notices if n.reason.effect in ("dropped", "skipped"))
    yield from repeat(None, (corpus.count or 0) + sum(without) - line)


def _worded(
    pairs: "Iterable[Pair | None]", unsegmented: tuple[bool, bool]
) -> "Iterator[WordedPair]":
    from seqattn.word_alignment import WordedPair

    for pair in pairs:
        if pair is None:
            yield WordedPair((), (), "", "")
        else:
            yield WordedPair.of(pair.source, pair.target, unsegmented=unsegmented)


def _respaced(
    pairs: "Iterable[WordedPair]", written: "Iterable[Pair | None]"
) -> "Iterator[WordedPair]":
    """The pairs as --as-written spells them.

    Raises:
        CorpusError: a line differs by more than its spaces, or one side ends first.
    """
    try:
        for line, (pair, other) in enumerate(zip(pairs, written, strict=True), start=1):
            source, target = ("", "") if other is None else (other.source, other.target)
            for text, words in ((source, pair.source_words), (target, pair.target_words)):
                if "".join(text.split()) != "".join(words):
                    raise CorpusError(
                        f"--as-written differs at line {line} by more than its spaces: "
                        f"'{visible(text, 60)}' for '{visible(' '.join(words), 60)}'.",
                        hint="Line i of one must hold the characters of line i of the other.",
                    )
            yield pair._replace(source_text=source, target_text=target)
    except ValueError as error:  # zip: one side ended first
        raise CorpusError(
            "--as-written has another number of lines than the text.",
            hint="Line i of one must hold the characters of line i of the other.",
        ) from error


def _open_aligner(
    run: Path,
    reverse_run: Path | None,
    symmetrize: str | None,
    *,
    weights: str,
    balance: float,
    threshold: float | None,
    least: float | None,
    shift: int,
) -> "WordAligner":
    from seqattn.translator import load
    from seqattn.word_alignment import HEURISTIC, WordAligner

    return WordAligner(
        load(run),
        None if reverse_run is None else load(reverse_run),
        heuristic=symmetrize or HEURISTIC,
        weights=cast("WeightKind", weights),  # `_check_names` saw it
        balance=balance,
        threshold=threshold,
        least=least,
        shift=shift,
    )
