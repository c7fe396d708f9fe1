"""What `seqattn compare` shall compare: the options that say it, and the plan they make."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.config import Config
from seqattn.errors import UsageError
from seqattn.text import visible

if TYPE_CHECKING:
    from seqattn.comparison.results import Plan

PresetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="Compare every choice of one mechanism: contexts, scores, encoders or summaries.",
        autocompletion=lambda: ["contexts", "scores", "encoders", "summaries"],
        show_default=False,
    ),
]
VaryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="NAME=A,B",
        help="Compare these values of a setting, each with all else alike: "
        "--vary context=none,attention. May be given several times.",
        show_default=False,
    ),
]
VariantOption = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        metavar="NAME=A,NAME=B",
        help="Compare one variant that changes several settings at once: --variant "
        "encoder=self-attentive-rnn,encoder-update=hxc. May be given several times.",
        show_default=False,
    ),
]
SeedsOption = Annotated[
    str | None,
    typer.Option(
        "--seeds",
        metavar="N,N",
        help="Train each variant once with each of these seeds, and show their mean. The split and "
        "the tokenizers follow --seed alone; without --seeds that is the only one.",
    ),
]
BinsOption = Annotated[
    str | None,
    typer.Option(
        "--length-bins",
        metavar="N,N",
        help="Longest source of each bin of BLEU by length, in words (pieces where the script has "
        "no spaces); one more bin takes the rest. Default 10,20,30,40,50.",
    ),
]


class Asked:
    """What the command line says of the plan; a comparison that is gone on with has the rest.

    Raises:
        UsageError: an option holds no variant, no seeds or no bins.
    """

    def __init__(
        self,
        preset: Sequence[str],
        vary: Sequence[str],
        variant: Sequence[str],
        seeds: str | None,
        bins: str | None,
    ) -> None:
        from seqattn.comparison.variants import variants

        self.variants = variants(preset, vary, variant)
        self.seeds = numbers(seeds, "--seeds", "1,2,3") if seeds is not None else None
        self.bins = numbers(bins, "--length-bins", "10,20,30") if bins is not None else None
        if self.bins and (0 in self.bins or list(self.bins) != sorted(self.bins)):
            raise UsageError(
                f"--length-bins is {visible(str(bins))!r}.",
                hint="Give numbers that rise from 1 or more, such as 10,20,30.",
            )

    def new(self, common: Config) -> "Plan":
        """The plan of a new comparison with these settings.

        Raises:
            UsageError: nothing is compared, or a variant makes no difference.
        """
        from seqattn.comparison.results import Plan
        from seqattn.comparison.variants import check_effect
        from seqattn.evaluation import LENGTH_BINS

        if not self.variants:
            raise UsageError(
                "Nothing was named to compare.",
                hint="Name it: --preset contexts, or --vary encoder=gru,rnn.",
            )
        check_effect(self.variants, common)
        return Plan(self.variants, self.seeds or (common.training.seed,), self.bins or LENGTH_BINS)

    def changed(self, plan: "Plan", common: Config) -> "Plan":
        """The plan of a comparison that is gone on with, and what was asked besides.

        Nothing planned is dropped: whoever names one more variant has not said to forget the
        others.

        Raises:
            UsageError: the bins are not the same, or a variant makes no difference.
        """
        from seqattn.comparison.results import Plan
        from seqattn.comparison.variants import check_effect

        if self.bins not in (None, plan.bins):
            raise UsageError(
                f"--length-bins differs from {','.join(map(str, plan.bins))}, with which the "
                "comparison was begun.",
                hint="Leave it out, or begin a new comparison without --resume.",
            )
        check_effect(self.variants, common)
        variants = dict.fromkeys([*plan.variants, *self.variants])
        seeds = dict.fromkeys([*plan.seeds, *(self.seeds or ())])
        return Plan(tuple(variants), tuple(seeds), plan.bins)


def numbers(text: str, option: str, example: str) -> tuple[int, ...]:
    """Distinct whole numbers parted by commas, 0 or more.

    Raises:
        UsageError: it is something else.

    >>> numbers("1,2,3", "--seeds", "1,2,3")
    (1, 2, 3)
    """
    parts = [part.strip() for part in text.split(",")]
    right = all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts)
    if not right or len({int(part) for part in parts}) < len(parts):
        raise UsageError(
            f"{option} is {visible(text)!r}.",
            hint=f"Give different whole numbers with commas between, such as {example}.",
        )
    return tuple(int(part) for part in parts)
