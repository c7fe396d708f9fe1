"""What the numbers of a comparison say, in sentences that are computed and never written by hand.

An order that is expected and does not hold is said to not hold, with the score of every seed. What
is expected of the contexts: attention over fixed over none in mean BLEU, and attention 20 BLEU or
more over none in every bin of sources of 20 words and more.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from seqattn.comparison.results import Comparison, Result, means
from seqattn.comparison.variants import Variant, short_names

EXPECTED = ("attention", "fixed", "none")
"""Contexts from the best mean BLEU to the worst."""

LEAD, LONG = 20.0, 20
"""BLEU that attention is expected to lead `none` by, from so many source tokens on."""


def claims(comparison: Comparison, others: Sequence[Comparison]) -> Iterator[str]:
    """What a comparison shows, a sentence or a few each.

    Args:
        comparison: whose results are put into words.
        others: of the same commit, that may have trained the same with another seed.
    """
    plan = comparison.plan
    planned = len(list(plan.trainings()))
    done = sum(len(comparison.results_of(variant)) for variant in plan.variants)
    if done < planned:
        yield f"Not finished: {done} of {planned} trainings are done."
    found = {
        name: comparison.results_of(variant)
        for name, variant in zip(short_names(plan.variants), plan.variants, strict=True)
        if comparison.results_of(variant)
    }
    if found.keys() >= set(EXPECTED):
        for better, worse in pairwise(EXPECTED):
            yield _order(better, found[better], worse, found[worse])
        yield from _leads(found["attention"], found["none"], comparison.test["unit"])
    elif len(found) > 1:
        yield _ranking(found)
    yield from _noise(comparison, others)


def _order(better: str, over: list[Result], worse: str, under: list[Result]) -> str:
    """Whether one mean BLEU is above another, as it was expected."""
    holds = _bleu(over) > _bleu(under)
    says = "holds" if holds else "does not hold"
    apart = all(high.bleu > low.bleu for high in over for low in under)
    seeds = "every seed of the one is above every seed of the other" if apart else "the seeds mix"
    more = f"; {seeds}" if holds and len(over) + len(under) > 2 else ""
    return f"Mean BLEU {better} > {worse} {says}: {_shown(over)} against {_shown(under)}{more}."


def _leads(attention: list[Result], none: list[Result], unit: str) -> Iterator[str]:
    """By how much attention leads `none` in each bin of long sources."""
    pairs = zip(means(attention)["by_length"], means(none)["by_length"], strict=True)
    long = [(ours, theirs) for ours, theirs in pairs if ours["shortest"] >= LONG]
    if not long:
        yield f"No bin begins at {LONG} {unit} or more, so nothing is said of long sources."
    for ours, theirs in long:
        number = attention[0].by_length.index(
            next(row for row in attention[0].by_length if row.shortest == ours["shortest"])
        )
        lead = ours["bleu"] - theirs["bleu"]
        holds = "holds" if lead >= LEAD else "does not hold"
        yield (
            f"A lead of {LEAD:g} BLEU or more of attention over none on sources of "
            f"{attention[0].by_length[number].span} {unit} {holds}: {lead:.1f}, in a bin of "
            f"{ours['sentences']:,} sentence{'' if ours['sentences'] == 1 else 's'} "
            f"({_shown_bin(attention, number)} against {_shown_bin(none, number)})."
        )


def _ranking(found: dict[str, list[Result]]) -> str:
    """All variants from the best mean BLEU to the worst."""
    order = sorted(found, key=lambda name: -_bleu(found[name]))
    return (
        "Mean BLEU from best to worst: " + ", ".join(f"{n} {_shown(found[n])}" for n in order) + "."
    )


def _noise(comparison: Comparison, others: Sequence[Comparison]) -> Iterator[str]:
    """How far seeds alone move the BLEU of one and the same mechanism."""
    widest: tuple[float, str] | None = None
    for name, variant in zip(
        short_names(comparison.plan.variants), comparison.plan.variants, strict=True
    ):
        what = _trained(comparison, variant)
        scores = {result.seed: result.bleu for result in comparison.results_of(variant)}
        for other in others:
            for its in other.plan.variants:
                if scores and _trained(other, its) == what:
                    scores = {**{r.seed: r.bleu for r in other.results_of(its)}, **scores}
        if len(scores) > 1:
            spread = max(scores.values()) - min(scores.values())
            each = ", ".join(f"{scores[seed]:.1f} with seed {seed}" for seed in sorted(scores))
            said = f"{name} has {each}"
            widest = max(widest or (-1.0, ""), (spread, said))
    if widest is None:
        yield "One seed each: how far chance moves these scores is not known."
    else:
        yield (
            f"Seeds alone moved BLEU by up to {widest[0]:.1f} ({widest[1]}): a difference between "
            "two mechanisms that is no larger may be chance."
        )


def _trained(comparison: Comparison, variant: Variant) -> dict[str, Any]:
    """All that decides a training but its seed, and what it is scored on."""
    settings = variant.config(comparison.config, seed=0).to_json()
    texts = (comparison.info["corpus"].get("sha256"), comparison.test["sha256"])
    return {"settings": settings, "texts": texts}


def _bleu(results: list[Result]) -> float:
    return sum(result.bleu for result in results) / len(results)


def _shown(results: list[Result]) -> str:
    """The mean, and the seeds it is of where there are several: `31.0 (30.5, 31.5)`."""
    return _mean_and_each([result.bleu for result in results])


def _shown_bin(results: list[Result], number: int) -> str:
    return _mean_and_each([result.by_length[number].bleu for result in results])


def _mean_and_each(scores: list[float]) -> str:
    mean = f"{sum(scores) / len(scores):.1f}"
    return mean if len(scores) == 1 else f"{mean} ({', '.join(f'{s:.1f}' for s in scores)})"
