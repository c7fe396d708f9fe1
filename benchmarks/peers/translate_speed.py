"""Translating speed beside other toolkits: each with a model of its own, trained on the same text.

    python -m benchmarks.peers.translate_speed --multi30k DIR [--minutes 60]
    python -m benchmarks.peers.translate_speed --multi30k DIR --quick    the form only

Every tool first trains for `--minutes` on the same text with the same sizes; models are kept and
found again. Then, in turn, each translates test_2016_flickr greedily and with a beam of 5, in
batches of 16, 64 and 128; its best batch counts. Time is that of translating alone, without
starting and loading. A token is a piece of the output. Speed says little of outputs of different
lengths: BLEU (sacrebleu, no tokenisation, of the tokenised text) and the mean length stand beside
it, and a ratio is given only within 5 % of seqattn's length.
"""

from argparse import Namespace
from pathlib import Path

from benchmarks import measuring
from benchmarks.measuring import CACHE, Row, median, spread
from benchmarks.peers.driving import TOOLS, drive
from benchmarks.peers.text import read_ids
from benchmarks.peers.train_speed import text_of, with_ratios

BATCHES = (16, 64, 128)
TRAINING_BATCH = 64
QUICK_SETTINGS = {
    "embedding_size": 16, "encoder_size": 16, "decoder_size": 32, "attention_size": 16,
    "epochs": 1, "max_minutes": 0,
}  # fmt: skip
"""Of seqattn and plain PyTorch; the peers keep their sizes."""
ALIKE = 0.05
"""Share by which mean lengths may differ for a ratio."""

COLUMNS = {
    "tool": "", "threads": "d", "beam": "d", "batch": "d", "tokens_per_second": ",.0f",
    "sentences_per_second": ",.1f", "spread": ".1%", "bleu": ".1f", "mean_length": ".2f",
    "ratio": ".2f", "ratio_auto": ".2f",
}  # fmt: skip


def main() -> None:
    """Train, measure, print the table, write the JSON file."""
    parser = measuring.arguments(__doc__)
    parser.add_argument("--multi30k", type=Path, required=True, help="folder of Multi30k's files")
    parser.add_argument("--tools", nargs="+", choices=TOOLS, default=list(TOOLS))
    parser.add_argument("--batches", type=int, nargs="+", default=list(BATCHES))
    parser.add_argument("--beams", type=int, nargs="+", default=[1, 5], help="(1 5)")
    parser.add_argument("--minutes", type=float, default=60, help="of each tool's training (60)")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder of the environments")
    options = parser.parse_args()
    if options.quick:
        options.batches, options.minutes = [8], 0.05
    text = text_of(options)
    for tool in options.tools:
        learn(options, text, tool)
    rows = []
    for threads in options.threads:
        for beam in options.beams:
            rows += compare(options, text, beam, threads)
    measuring.publish(
        "peers_translate_speed",
        f"Translating beside other toolkits: medians of {options.repeats}, best batch of each; "
        f"models trained {options.minutes:g} min",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
        minutes=options.minutes,
    )


def work_of(options: Namespace, tool: str) -> Path:
    """Where a tool's model lies; one of another training time is another model."""
    return options.cache / "peers" / f"model-{options.minutes:g}min" / tool  # type: ignore[no-any-return]


def learn(options: Namespace, text: Path, tool: str) -> None:
    """Train a tool's model, unless it has been."""
    work = work_of(options, tool)
    if (work / "learned").exists():
        return
    measuring.say(f"{tool} trains for {options.minutes:g} min")
    task = {
        "do": "learn", "text": str(text), "batch": TRAINING_BATCH, "minutes": options.minutes,
        "work": str(work), "validate": 4 if options.quick else 450,
        "settings": QUICK_SETTINGS if options.quick else {},
    }  # fmt: skip
    drive(tool, task, max(options.threads), options.cache)
    (work / "learned").touch()


def compare(options: Namespace, text: Path, beam: int, threads: int) -> list[Row]:
    """All tools in turn; a row a tool, of its best batch."""
    seconds: dict[tuple[str, int], list[float]] = {}
    for repeat in range(options.repeats):
        for batch in options.batches:
            for tool in options.tools:
                measuring.say(
                    f"beam {beam}, batch {batch}, {threads} threads, repeat {repeat + 1}: {tool}"
                )
                work = work_of(options, tool)
                task = {
                    "do": "translate", "text": str(text), "batch": batch, "beam": beam,
                    "work": str(work), "out": str(work / f"beam{beam}.txt"),
                    "settings": QUICK_SETTINGS if options.quick else {},
                }  # fmt: skip
                taken = drive(tool, task, threads, options.cache)["seconds"]
                if taken is not None:
                    seconds.setdefault((tool, batch), []).append(taken)
    rows = []
    for tool in options.tools:
        found = {batch: times for (name, batch), times in seconds.items() if name == tool}
        if found:
            best = min(found, key=lambda batch: median(found[batch]))
            output = work_of(options, tool) / f"beam{beam}.txt"
            row = {"tool": tool, "threads": threads, "beam": beam, "batch": best}
            rows.append({**row, **row_of(found[best], read_ids(output), text)})
            rows[-1]["seconds_by_batch"] = found
    return with_ratios_of_like_length(rows)


def row_of(times: list[float], output: list[list[int]], text: Path) -> Row:
    """Rates, BLEU and mean length of a translation of the test set."""
    tokens = sum(map(len, output))
    return {
        "tokens_per_second": tokens / median(times),
        "sentences_per_second": len(output) / median(times),
        "spread": spread(times), "seconds": times, "bleu": bleu_of(output, text),
        "mean_length": tokens / len(output),
    }  # fmt: skip


def bleu_of(output: list[list[int]], text: Path) -> float:
    """BLEU of numbers of pieces against the references, by sacrebleu without tokenisation."""
    from seqattn.evaluation import corpus_scores
    from seqattn.tokenizer import TokenizerPair

    tokenizer = TokenizerPair.load(text).target
    references = (text / "test.txt").read_text("utf-8").splitlines()
    return corpus_scores(
        [tokenizer.decode(ids) for ids in output], references, tokenize="none"
    ).bleu


def with_ratios_of_like_length(rows: list[Row]) -> list[Row]:
    """Ratios, but none to a tool whose outputs are of another length.

    >>> rows = [{"tool": "seqattn", "tokens_per_second": 8.0, "mean_length": 10.0},
    ...         {"tool": "plain", "tokens_per_second": 4.0, "mean_length": 9.8},
    ...         {"tool": "joeynmt", "tokens_per_second": 2.0, "mean_length": 12.0}]
    >>> [row["ratio"] for row in with_ratios_of_like_length(rows)]
    [1.0, 2.0, None]
    """
    lengths = {row["tool"]: row["mean_length"] for row in rows}
    for row in with_ratios(rows):
        for tool, name in (("seqattn", "ratio"), ("seqattn-auto", "ratio_auto")):
            own = lengths.get(tool)
            if not own or abs(row["mean_length"] / own - 1) > ALIKE:
                row[name] = None
    return rows


if __name__ == "__main__":
    main()
