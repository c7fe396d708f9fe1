"""How translations are searched, as options: runs together, beam, precision, what is unknown."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.cli.options import check_choice, say
from seqattn.cli.runs import RUNS_HELP, complete_run, run_folder
from seqattn.config import PRECISIONS
from seqattn.translation import LENGTH_PENALTY

if TYPE_CHECKING:
    from seqattn.translator import Translator

BeamOption = Annotated[
    int,
    typer.Option(
        "--beam", metavar="N", min=1, max=1000, help="Prefixes kept at each step; 1 is greedy."
    ),
]
LengthPenaltyOption = Annotated[
    float,
    typer.Option(
        "--length-penalty",
        metavar="X",
        min=0,
        max=10,
        help="Of --beam: exponent of the length that the log-probability is divided by; 0 prefers "
        "short translations, 1 the best mean.",
    ),
]
CoveragePenaltyOption = Annotated[
    float,
    typer.Option(
        "--coverage-penalty",
        metavar="X",
        min=0,
        max=100,
        help="Of --beam: what the score loses for source pieces that the attention left out; 0: "
        "nothing.",
    ),
]
EnsembleOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--run",
        parser=run_folder,
        autocompletion=complete_run,
        metavar="DIR",
        help=f"{RUNS_HELP} Several times: the runs translate together, which needs the same "
        "pieces.",
        show_default=False,
    ),
]
PRECISION = "float32"
PrecisionOption = Annotated[
    str,
    typer.Option(
        "--precision",
        metavar="NAME",
        help="Of matrix products: float32; bfloat16, with which a sentence may come out otherwise "
        "than in another batch; auto: bfloat16 where the processor multiplies it fast.",
        autocompletion=lambda: list(PRECISIONS),
    ),
]
UNKNOWN = ("avoid", "copy", "mark")
UnknownOption = Annotated[
    str,
    typer.Option(
        "--unknown",
        metavar="NAME",
        help="Where a run without byte fallback does not know a word: avoid (the next likeliest "
        "piece), copy (the source's own text from where it looked), mark (<unk>).",
        autocompletion=lambda: list(UNKNOWN),
    ),
]


def remark_on_penalties(
    beam: int, length_penalty: float, coverage_penalty: float, *, quiet: bool
) -> None:
    """Say that penalties rank nothing where there is one hypothesis."""
    if beam == 1 and (length_penalty, coverage_penalty) != (LENGTH_PENALTY, 0.0):
        say(
            "--length-penalty and --coverage-penalty choose among the translations that a --beam "
            "of 2 or more finds: greedy search finds one, whose score alone they change.",
            quiet=quiet,
        )


def check_unknown(unknown: str) -> None:
    """Refuse an unknown name of --unknown before the model is loaded."""
    check_choice("--unknown", unknown, UNKNOWN)


def check_precision(precision: str) -> None:
    """Refuse an unknown name of --precision before the model is loaded."""
    check_choice("--precision", precision, PRECISIONS)


def remark_on_unknown(
    unknown: str, translators: "Iterable[Translator]", *, is_given: bool = False, quiet: bool
) -> None:
    """Say that --unknown changes nothing where no run can say that it does not know a word.

    Args:
        unknown: what the option says.
        translators: of the runs.
        is_given: whether --target gives the translation, so that no run says anything.
        quiet: say nothing.
    """
    fallbacks = [one.tokenizers.target.settings.byte_fallback for one in translators]
    if unknown == "avoid" or not (is_given or all(fallbacks)):
        return
    if is_given:
        why = "--target gives the translation"
    elif len(fallbacks) == 1:
        why = "This run spells what it has no piece for in bytes"
    else:
        why = "These runs spell what they have no piece for in bytes"
    say(f"{why}: --unknown {unknown} changes nothing.", quiet=quiet)
