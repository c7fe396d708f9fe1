"""How translations are searched, as options: the runs that search together, beam and penalties."""

from pathlib import Path
from typing import Annotated

import typer

from seqattn.cli.options import say
from seqattn.cli.runs import RUNS_HELP, run_folder
from seqattn.translation import LENGTH_PENALTY

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
        metavar="DIR",
        help=f"{RUNS_HELP} Several times: the runs translate together, which needs the same "
        "pieces.",
        show_default=False,
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
