"""Speed and memory of training: target tokens a second, and the share of what the machine can do.

    python -m benchmarks.train_speed
    python -m benchmarks.train_speed --quick    tiny sizes: tries the form only

One thing is varied at a time: size of the model, length of the sentences, vocabulary, sentences of
a batch; each in float32 and in the precision that `auto` chooses here, with 1 and 2 threads. A step
is all of it: forward, backward, clipping, Adam, the running average. Each case has a process of its
own, whose peak memory it is; Python and torch are in it.

`share` is the operations a second that the model's formulas need (`operations.py`: 2 a
multiply-add, backward twice forward, real tokens only) over those of a 1024 x 1024 x 1024 matrix
product in float32, the median of 20, in the same process with the same threads. In bfloat16 the
product itself is faster: `share_bf16` is of that rate.
"""

import json
from typing import Any

from benchmarks import measuring
from benchmarks.measuring import Row

STEPS = 8
"""Batches of one repeat."""

CASES: dict[str, Row] = {
    "base": {},
    "size small": {"model": "small"},
    "size large": {"model": "large"},
    "length 8": {"length": 8},
    "length 40": {"length": 40},
    "vocabulary 1,000": {"vocabulary": 1000},
    "vocabulary 16,000": {"vocabulary": 16000},
    "vocabulary 32,000": {"vocabulary": 32000},
    "batch 16": {"batch": 16},
    "batch 128": {"batch": 128},
}
"""What differs from the base: medium size, sentences of 15 pieces, 4,000 pieces, batches of 64."""

BASE: Row = {"model": "medium", "length": 15, "vocabulary": 4000, "batch": 64}
QUICK: Row = {"model": "tiny", "length": 5, "vocabulary": 50, "batch": 4}
QUICK_CASES: dict[str, Row] = {"base": {}, "batch 2": {"batch": 2}}

COLUMNS = {
    "case": "", "threads": "d", "precision": "", "tokens_per_second": ",.0f", "spread": ".1%",
    "share": ".1%", "share_bf16": ".1%", "gflops": ",.1f", "product_gflops": ",.1f",
    "peak_mib": ",.0f",
}  # fmt: skip


def main() -> None:
    """Measure, print the table, write the JSON file."""
    parser = measuring.arguments(__doc__)
    parser.add_argument("--cases", nargs="+", choices=list(CASES), help="only these")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(**json.loads(options.one))))
        return
    base, cases = (QUICK, QUICK_CASES) if options.quick else (BASE, CASES)
    rows = []
    for threads in options.threads:
        for name in options.cases or cases:
            for precision in ("float32", "auto"):
                measuring.say(f"{name}, {precision}, {threads} threads")
                case = {**base, **cases[name], "precision": precision, "repeats": options.repeats}
                found = measuring.in_a_process("benchmarks.train_speed", case, threads)
                rows.append({"case": name, **found})
    measuring.publish(
        "train_speed",
        f"Training: medians of {options.repeats}; share of a float32 matrix product's rate",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
        base=base,
    )


def measure(
    model: str,
    length: float,
    vocabulary: int,
    batch: int,
    precision: str,
    threads: int,
    repeats: int,
) -> Row:
    """One case, in this process."""
    import torch

    from benchmarks import models, operations

    torch.set_num_threads(threads)
    sizes: dict[str, dict[str, Any]] = {
        "small": models.SMALL, "medium": {}, "large": models.LARGE,
        "tiny": dict.fromkeys(models.SMALL, 8),
    }  # fmt: skip
    corpus = models.random_corpus(batch * STEPS * 4, vocabulary, length)
    settings = {**sizes[model], "vocab_size": vocabulary, "precision": precision}
    training = models.training_of(settings)
    batches = models.batches_of(corpus, batch, STEPS)

    def steps() -> None:
        for one in batches:
            training.step(one)

    times = measuring.repeated(steps, repeats)
    peak = measuring.peak_memory()
    config = training.config.model
    needed = sum(operations.step_operations(config, vocabulary, one) for one in batches)
    tokens = sum(one.target_tokens for one in batches)
    rate = needed / measuring.median(times)
    chosen = training.precision
    product = measuring.product_rate()
    product_bf16 = measuring.product_rate("bfloat16") if chosen == "bfloat16" else None
    return {
        "model": model, "length": length, "vocabulary": vocabulary, "batch": batch,
        "threads": threads, "asked": precision, "precision": chosen,
        "parameters": sum(p.numel() for p in training.learner.parameters),
        "tokens": tokens, "seconds": times,
        "tokens_per_second": tokens / measuring.median(times), "spread": measuring.spread(times),
        "operations": needed, "gflops": rate / 1e9, "product_gflops": product / 1e9,
        "share": rate / product, "share_bf16": rate / product_bf16 if product_bf16 else None,
        "peak_mib": peak,
    }  # fmt: skip


if __name__ == "__main__":
    main()
