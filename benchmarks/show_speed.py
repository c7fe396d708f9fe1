"""What the picture costs: drawing a large matrix, and `show-attention` beside `translate`.

    draw           a matrix of 120 x 120 to text, in every depth of colour, and as SVG and HTML
    show / translate
                   the two commands on one sentence, each a process of its own, taken in turns:
                   their ratio says what the picture adds, its imports included

The commands need a run, such as that of `make demo`; without it only the drawing is measured. Times
are of the processor, not of the clock, so that other work on the machine disturbs them little; its
caches still do, so the ratio of turns can be trusted further than a time. The smaller the model,
the larger the ratio, since what a picture costs does not depend on it.
"""

import argparse
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measuring import (
    PROJECT,
    Row,
    arguments,
    environment,
    median,
    publish,
    say,
    spread,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from seqattn.alignment import Alignment
    from seqattn.heatmap.palette import Depth

SENTENCE = "The teacher who has read the book gives it to the children in the garden ."
LARGE, SMALL = 120, 12
DRAW_LIMIT, RATIO_LIMIT = 50.0, 1.10
COLUMNS = {"what": "", "ms": ",.1f", "spread": ".2f", "ratio": ".3f", "limit": ",.2f", "held": ""}


def drawing_rows(size: int, repeats: int) -> list[Row]:
    """Milliseconds of drawing a `size` x `size` matrix in each form."""
    from seqattn.heatmap import Canvas, to_html, to_svg, to_text

    matrix = _matrix(size)
    depths: tuple[Depth, ...] = ("none", "16", "256", "truecolor")
    works: dict[str, Callable[[], str]] = {
        f"text, {depth}": partial(to_text, matrix, Canvas(width=200, depth=depth))
        for depth in depths
    }
    works["text, compact"] = partial(
        to_text, matrix, Canvas(width=200, depth="truecolor"), compact=True
    )
    works |= {"SVG": partial(to_svg, matrix), "HTML": partial(to_html, [matrix])}
    rows: list[Row] = []
    for name, work in works.items():
        work()
        times = [_processor_seconds(work) for _ in range(repeats)]
        row: Row = {"what": f"draw {size} x {size}, {name}", "ms": 1000 * median(times)}
        row["spread"] = spread(times)
        if name.startswith("text"):
            row["limit"], row["held"] = DRAW_LIMIT, _yes(row["ms"] < DRAW_LIMIT)
        rows.append(row)
    return rows


def _matrix(size: int) -> "Alignment":
    """A blurred diagonal in which every level of weight occurs."""
    from seqattn.alignment import Alignment, Label

    weights = []
    for i in range(size):
        raw = [1 / (1 + (0.1 + i % 7) * abs(i - j)) for j in range(size)]
        weights.append(tuple(value / sum(raw) for value in raw))
    labels = tuple(Label(f"word{n}") for n in range(size))
    return Alignment(labels, labels, tuple(weights), "rows", "columns")


def command_rows(run: Path, repeats: int, threads: int) -> list[Row]:
    """The two commands on one sentence, in turns, and the median of their ratios."""
    times: dict[str, list[float]] = {"translate": [], "show-attention": []}
    for turn in range(repeats + 1):
        for command, taken in times.items():
            before = _children_seconds()
            subprocess.run(
                [sys.executable, "-m", "seqattn", command, "--run", str(run), "-q", SENTENCE],
                env=environment(threads), stdout=subprocess.DEVNULL, check=True,
            )  # fmt: skip
            if turn:  # the first one finds cold files
                taken.append(_children_seconds() - before)
    rows: list[Row] = [
        {"what": name, "ms": 1000 * median(taken), "spread": spread(taken)}
        for name, taken in times.items()
    ]
    ratios = [
        shown / plain
        for shown, plain in zip(times["show-attention"], times["translate"], strict=True)
    ]
    ratio = median(ratios)
    rows[1] |= {"ratio": ratio, "limit": RATIO_LIMIT, "held": _yes(ratio <= RATIO_LIMIT)}
    rows[1]["ratios"] = ratios
    return rows


def _processor_seconds(work: "Callable[[], str]") -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _children_seconds() -> float:
    """Processor time of all processes started here that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _yes(held: bool) -> str:
    return "yes" if held else "no"


def main() -> None:
    """Measure, print the table, write the file."""
    options = _arguments().parse_args()
    size = SMALL if options.quick else LARGE
    repeats = 1 if options.quick else options.repeats
    say("Drawing")
    rows = drawing_rows(size, repeats)
    if options.run.exists():
        say("The commands, in turns")
        rows += command_rows(options.run, repeats, options.threads[0])
    else:
        say(f"There is no run {options.run}: the commands are not measured (make demo, or --run).")
    publish(
        "show_speed",
        f"What a picture costs in processor time; medians of {repeats}, the commands in turns",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
    )


def _arguments() -> argparse.ArgumentParser:
    parser = arguments(__doc__)
    parser.add_argument(
        "--run",
        type=Path,
        default=PROJECT / "runs" / "demo",
        help="a run that translates English (runs/demo)",
    )
    return parser


if __name__ == "__main__":
    main()
