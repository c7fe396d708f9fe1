"""Training speed beside other toolkits: the same text, sizes, threads and batches, in turn.

    python -m benchmarks.peers.train_speed --multi30k DIR
    python -m benchmarks.peers.train_speed --multi30k DIR --quick    few small steps: the form only

In each repeat every tool trains for some steps on the same sentences in the same batches, each in a
process of its own, one after the other; what the machine does meanwhile then meets all of them. A
tool's figure is the median of its repeats. `ratio` is seqattn's figure over the tool's, both in
float32; `ratio_auto` the same with seqattn in the precision that `auto` chooses.
"""

from argparse import Namespace
from pathlib import Path
from typing import Any

from benchmarks import measuring
from benchmarks.measuring import CACHE, Row, median, spread
from benchmarks.peers.driving import TOOLS, drive
from benchmarks.peers.text import Files, write_text

COLUMNS = {
    "tool": "", "threads": "d", "batch": "d", "tokens_per_second": ",.0f", "spread": ".1%",
    "share": ".1%", "peak_mib": ",.0f", "ratio": ".2f", "ratio_auto": ".2f",
}  # fmt: skip


def main() -> None:
    """Measure, print the table, write the JSON file."""
    parser = measuring.arguments(__doc__)
    parser.add_argument("--multi30k", type=Path, required=True, help="folder of Multi30k's files")
    parser.add_argument("--tools", nargs="+", choices=TOOLS, default=list(TOOLS))
    parser.add_argument("--batches", type=int, nargs="+", default=[64, 128], help="(64 128)")
    parser.add_argument("--steps", type=int, default=20, help="timed in each repeat (20)")
    parser.add_argument("--warmup", type=int, default=5, help="steps before them (5)")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder of the environments")
    options = parser.parse_args()
    if options.quick:
        options.steps, options.warmup, options.batches = 2, 1, [8]
    text = text_of(options)
    rows = []
    for threads in options.threads:
        for batch in options.batches:
            rows += compare(options, text, batch, threads)
    measuring.publish(
        "peers_train_speed",
        f"Training beside other toolkits: medians of {options.repeats} x {options.steps} steps; "
        "ratio: seqattn over the tool, float32; ratio_auto: seqattn-auto over the tool",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
        steps=options.steps,
        warmup=options.warmup,
    )


def text_of(options: Namespace) -> Path:
    """The folder of the prepared text."""
    name = "text.quick" if options.quick else "text"
    smaller: dict[str, Any] = {"vocab_size": 500} if options.quick else {}
    files = Files.multi30k(options.multi30k)
    return write_text(files, options.cache / "peers" / name, options.batches, **smaller)


def compare(options: Namespace, text: Path, batch: int, threads: int) -> list[Row]:
    """All tools in turn, so many repeats; a row a tool, with the ratios."""
    answers: dict[str, list[Row]] = {tool: [] for tool in options.tools}
    for repeat in range(options.repeats):
        for tool in options.tools:
            measuring.say(f"batch {batch}, {threads} threads, repeat {repeat + 1}: {tool}")
            task = {
                "do": "steps", "text": str(text), "batch": batch, "steps": options.steps,
                "warmup": options.warmup, "work": str(options.cache / "peers" / "work" / tool),
            }  # fmt: skip
            answers[tool].append(drive(tool, task, threads, options.cache))
    rows = [row_of(tool, answers[tool], batch, threads) for tool in options.tools]
    return with_ratios(rows)


def row_of(tool: str, answers: list[Row], batch: int, threads: int) -> Row:
    """The medians of a tool's answers."""
    rates = [answer["tokens"] / answer["seconds"] for answer in answers]
    shares = [answer["share"] for answer in answers if "share" in answer]
    return {
        "tool": tool, "threads": threads, "batch": batch, "tokens_per_second": median(rates),
        "spread": spread(rates), "share": median(shares) if shares else None,
        "peak_mib": max(answer["peak_mib"] for answer in answers), "rates": rates,
        "tokens": answers[0]["tokens"], "precision": answers[0].get("precision", "float32"),
    }  # fmt: skip


def with_ratios(rows: list[Row], key: str = "tokens_per_second") -> list[Row]:
    """The rows, each with how many times as fast seqattn is.

    >>> rows = [{"tool": "seqattn", "s": 6.0}, {"tool": "plain", "s": 2.0}]
    >>> [row["ratio"] for row in with_ratios(rows, "s")]
    [1.0, 3.0]
    """
    own = {row["tool"]: row[key] for row in rows if str(row["tool"]).startswith("seqattn")}
    for row in rows:
        for tool, name in (("seqattn", "ratio"), ("seqattn-auto", "ratio_auto")):
            row[name] = own[tool] / row[key] if own.get(tool) and row[key] else None
    return rows


if __name__ == "__main__":
    main()
