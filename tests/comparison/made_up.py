"""Comparisons with made-up results, for what only shows them."""

from collections.abc import Sequence

from seqattn.comparison.results import Comparison, LengthScore, Plan, Result
from seqattn.comparison.variants import Variant, variants
from seqattn.config import Config

BINS = ((0, 9, 420), (10, 19, 310), (20, None, 27))


def result(variant: Variant, seed: int, scores: Sequence[float] = (50.0, 30.0, 10.0)) -> Result:
    """A training with these BLEU scores for the bins."""
    rows = zip(BINS, scores, strict=True)
    return Result(
        variant=variant.name,
        seed=seed,
        folder=variant.folder(seed),
        parameters=2_345_678,
        reason="epochs",
        steps=4000,
        epochs=20.0,
        seconds=90.0,
        validation_loss=2.25,
        validation_bleu=31.0,
        bleu=sum(scores) / len(scores),
        chrf=40.0,
        bleu_signature="nrefs:1|tok:13a",
        by_length=tuple(LengthScore(*ends, bleu) for ends, bleu in rows),
        tokens_per_second=9876.5,
        peak_memory=612_000_000,
        first_memory=412_000_000,
    )


def comparison(vary: str = "context=none,fixed,attention", seeds: Sequence[int] = (1, 2)):
    """All trainings of the plan done; each variant 10 BLEU over the one before, each seed 1."""
    compared = variants(vary=[vary])
    plan = Plan(compared, tuple(seeds), (9, 19))
    results = [
        result(v, seed, [50.0 + 10 * i + seed, 30.0 + 10 * i + seed, 10.0 + 10 * i + seed])
        for i, v in enumerate(compared)
        for seed in seeds
    ]
    return Comparison(
        plan=plan,
        config=Config(),
        info={"corpus": {"name": "a.tsv", "pairs": 20_000, "dev_pairs": 757}},
        test={"name": "test.tsv", "sentences": 757, "sha256": "0", "unit": "words"},
        results={r.folder: r for r in results},
    )
