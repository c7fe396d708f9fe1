"""docs/performance.md, made of what the benchmarks of speed wrote under results/.

    python -m benchmarks.performance_page

Each table is that of its benchmark, and what is said of it is computed here from its rows: how
many times as fast, what share, how flat. A benchmark that has written nothing yet stands on the
page with its command.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from benchmarks import (
    measuring,
    scaling,
    show_speed,
    start_speed,
    thread_policy,
    train_speed,
    translate_speed,
)
from benchmarks.measuring import PROJECT, RESULTS, Row
from benchmarks.peers import train_speed as peers_train_speed
from benchmarks.peers import translate_speed as peers_translate_speed
from seqattn.text import counted

PAGE = PROJECT / "docs" / "performance.md"

HEAD = """# Speed and memory

The tables are made by `python -m benchmarks.performance_page` from `benchmarks/results/`, not by
hand; what was tried, at the end, was measured when it was tried, and is told.

The machine that counts is a laptop: two processor cores and no GPU. Figures of two machines cannot
be compared, nor those of one machine on two days; the ratios within a table can, since everything
in it ran in turn. Each figure is the median of the repeats, and `spread` how far these lie apart.
What training and translating compute is told in `seqattn/recurrence/`, and how memory grows with
the corpus in [memory.md](memory.md).
"""

TAIL = """## What was tried

What training does faster than autograd over the loop: all weight gradients of the loops are one
large product behind them; hidden and input products of a step are joined; both directions of the
encoder are one batched product, the backward one reading each sentence from its own end; tanh of
the additive score is computed again in the backward pass instead of kept; the loss over the
vocabulary comes in chunks that leave no logits behind; buffers are used again; products are in
bfloat16 where the processor has instructions for it, with states, softmax, loss and optimiser in
float32. Translating sorts sentences by length, lets those that have ended leave the batch, projects
the keys once, and rounds the weights once with `--precision bfloat16`. The prefixes of a beam look
at one copy of their sentence, begin as one, and are ranked without sorting what is behind the best.
Beam search follows the greedy prefix in its own beam, so that greedy search runs only where the
beam loses it (in three of ten sentences of Multi30k's validation part with a beam of 5), and then
for the lost ones of all batches together.

What is not there, and why; the figures to hold it against are those of the sections named, where
these have been measured:

- **A thread or process that builds batches ahead.** It would take its time from the thread that
  multiplies, and cutting and padding batches is meant to be a small part of an epoch (compare
  `epoch_s_per_million` with `tokens_per_second` under *Growing*).
- **int8 weights for translating.** Each product alone runs about four times as fast as in float32,
  on a processor with AVX512-VNNI, where bfloat16 runs about twice as fast. But there products are
  less than half of the time that is left: with int8 a whole translation was 1.06 (beam 5) to 1.14
  (greedy) times as fast as with `--precision bfloat16`, for 0.1 BLEU less (Multi30k validation, one
  run, one thread). PyTorch has called its quantised tensors deprecated, so it is not worth them.
- **Other ways of waiting** between two threads (`OMP_WAIT_POLICY` and its kin): see *Threads*.
- **A number of threads of our own choosing.** Two threads train faster than one on an idle machine
  and may be slower beside other work; torch's choice stands, and `OMP_NUM_THREADS` changes it.
"""


@dataclass(frozen=True)
class Section:
    """A benchmark's place on the page.

    Attributes:
        name: of its file under results/.
        heading: on the page.
        module: what made it; its docstring's first paragraphs introduce the table.
        claims: what its rows say, a sentence each.
        command: what is typed to measure it again.
    """

    name: str
    heading: str
    module: ModuleType
    claims: Callable[[Sequence[Row]], Iterator[str]]
    command: str


def page(folder: Path = RESULTS) -> str:
    """The whole page, of what lies in `folder`."""
    parts = [HEAD]
    for section in SECTIONS:
        parts += [*_part(section, folder / f"{section.name}.json"), ""]
    return "\n".join([*parts, TAIL])


def _part(section: Section, path: Path) -> Iterator[str]:
    yield f"## {section.heading}\n"
    yield f"```sh\n{section.command}\n```\n"
    yield _about(section.module) + "\n"
    if not path.exists():
        yield "Not measured yet."
        return
    data = json.loads(path.read_text(encoding="utf-8"))
    yield measuring.describe(data["machine"]) + f"; {data['machine']['date']}.\n"
    yield "\n".join(["```text", *measuring.table(data["rows"], section.module.COLUMNS), "```\n"])
    yield from (f"- {claim}" for claim in section.claims(data["rows"]))


def _about(module: ModuleType) -> str:
    """The docstring's paragraphs without its title and its commands."""
    _, *paragraphs = (module.__doc__ or "").strip().split("\n\n")
    return "\n\n".join(each for each in paragraphs if not each.startswith("    python"))


def _ratios(rows: Sequence[Row], beam: int | None = None) -> Iterator[str]:
    """How many times as fast as each tool, at least and at most."""
    what = {None: "", 1: "Greedy: ", 5: "Beam 5: "}[beam]
    chosen = [row for row in rows if beam is None or row["beam"] == beam]
    for tool in dict.fromkeys(row["tool"] for row in chosen):
        if tool.startswith("seqattn"):
            continue
        for key, precision in (("ratio", "float32"), ("ratio_auto", "precision auto")):
            found = [row[key] for row in chosen if row["tool"] == tool and row.get(key)]
            if found:
                yield f"{what}{min(found):.2f} to {max(found):.2f} times {tool}, {precision}."


def _training_beside(rows: Sequence[Row]) -> Iterator[str]:
    yield from _ratios(rows)


def _translating_beside(rows: Sequence[Row]) -> Iterator[str]:
    for beam in (1, 5):
        yield from _ratios(rows, beam)
    unlike = {row["tool"] for row in rows if row["ratio"] is None}
    if unlike:
        yield f"No ratio where the outputs are of another length: {', '.join(sorted(unlike))}."


def _training(rows: Sequence[Row]) -> Iterator[str]:
    for threads in dict.fromkeys(row["threads"] for row in rows):
        for precision in dict.fromkeys(row["precision"] for row in rows):
            shares = [
                row["share"]
                for row in rows
                if (row["threads"], row["precision"]) == (threads, precision)
            ]
            yield (
                f"{counted(threads, 'thread')}, {precision}: {min(shares):.0%} to "
                f"{max(shares):.0%} of the float32 product's rate."
            )


def _translating(rows: Sequence[Row]) -> Iterator[str]:
    for beam in dict.fromkeys(row["beam"] for row in rows):
        best = max(
            (row for row in rows if row["beam"] == beam),
            key=lambda row: row["sentences_per_second"],
        )
        yield (
            f"Beam {beam}: {best['sentences_per_second']:,.0f} sentences a second at best "
            f"({best['precision']}, {counted(best['threads'], 'thread')}, batch {best['batch']})."
        )


def _starting(rows: Sequence[Row]) -> Iterator[str]:
    taken = {row["command"]: row for row in rows}
    yield f"`seqattn --help`: {taken['seqattn --help']['seconds']:.2f} s."
    for command in ("seqattn translate", "seqattn show-attention"):
        yield f"`{command}` of one sentence: {taken[command]['ratio']:.2f} times `import torch`."


def _growing(rows: Sequence[Row]) -> Iterator[str]:
    rates = [row["tokens_per_second"] for row in rows if row.get("pairs", 0) >= 10_000]
    if rates:
        yield (f"From 10,000 pairs on, training speed lies within {measuring.spread(rates):.1%}.")
    padded = [row["padding"] for row in rows if row.get("pairs")]
    if padded:
        yield f"Padding is at most {max(padded):.1%} of a batch."


def _showing(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.get("limit") is not None:
            kept = "within" if row["held"] == "yes" else "over"
            yield f"{row['what']}: {kept} its limit."


def _waiting(rows: Sequence[Row]) -> Iterator[str]:
    rates = {(row["threads"], row["policy"], row["beside"]): row["ratio"] for row in rows}
    for (threads, policy, beside), ratio in rates.items():
        if threads == 2 and policy == "default":
            neighbour = "beside other work" if beside else "with nothing else to do"
            yield f"2 threads {neighbour}: {ratio:.2f} times one thread alone."


SECTIONS = (
    Section(
        "peers_train_speed", "Training beside other toolkits", peers_train_speed, _training_beside,
        "python -m benchmarks.peers.train_speed --multi30k DIR",
    ),
    Section(
        "peers_translate_speed", "Translating beside other toolkits", peers_translate_speed,
        _translating_beside, "python -m benchmarks.peers.translate_speed --multi30k DIR",
    ),
    Section(
        "train_speed", "Training", train_speed, _training, "python -m benchmarks.train_speed"
    ),
    Section(
        "translate_speed", "Translating", translate_speed, _translating,
        "python -m benchmarks.translate_speed",
    ),
    Section("start_speed", "Starting", start_speed, _starting, "python -m benchmarks.start_speed"),
    Section("show_speed", "Showing", show_speed, _showing, "python -m benchmarks.show_speed"),
    Section("scaling", "Growing", scaling, _growing, "python -m benchmarks.scaling"),
    Section(
        "thread_policy", "Threads", thread_policy, _waiting, "python -m benchmarks.thread_policy"
    ),
)  # fmt: skip


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    print(PAGE)


if __name__ == "__main__":
    main()
