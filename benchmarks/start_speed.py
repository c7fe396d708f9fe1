"""How long commands take to start, beside `python -c "import torch"`.

    python -m benchmarks.start_speed
    python -m benchmarks.start_speed --quick    tiny sizes: tries the form only

Whole commands by the clock, from start to exit, in turn, the median of the repeats after one that
does not count (it fills the caches). `ratio` is over importing torch in a process of its own, which
a translation cannot do without; help and errors can.
"""

import subprocess
import sys
import time
from pathlib import Path

from benchmarks import measuring
from benchmarks.measuring import Row

COLUMNS = {"command": "", "seconds": ".3f", "spread": ".1%", "ratio": ".2f", "exit": "d"}
TORCH = "import torch"


def main() -> None:
    """Measure, print the table, write the JSON file."""
    parser = measuring.arguments(__doc__)
    parser.add_argument("--run", type=Path, help="the run to translate with")
    parser.add_argument("--minutes", type=float, default=5, help="to train without --run (5)")
    options = parser.parse_args()
    from benchmarks.models import run_to_translate_with

    run = options.run or run_to_translate_with(options.minutes, quick=options.quick)
    repeats = 1 if options.quick else options.repeats
    rows = measure(commands(str(run)), repeats, options.threads[0])
    measuring.publish(
        "start_speed",
        f"Starting: medians of {repeats}, {options.threads[0]} thread; ratio over import torch",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
    )


def commands(run: str) -> dict[str, list[str]]:
    """What is started, by the name it has in the table."""
    seqattn = [sys.executable, "-m", "seqattn"]
    sentence = "Where is the station?"
    return {
        "python": [sys.executable, "-c", ""],
        TORCH: [sys.executable, "-c", TORCH],
        "seqattn --help": [*seqattn, "--help"],
        "seqattn train --help": [*seqattn, "train", "--help"],
        "seqattn translate --nonsense": [*seqattn, "translate", "--nonsense"],
        "seqattn info": [*seqattn, "info", "--run", run],
        "seqattn tokenize": [*seqattn, "tokenize", "--run", run, sentence],
        "seqattn translate": [*seqattn, "translate", "--quiet", "--run", run, sentence],
        "seqattn show-attention": [*seqattn, "show-attention", "--quiet", "--run", run, sentence],
    }


def measure(given: dict[str, list[str]], repeats: int, threads: int) -> list[Row]:
    """Every command so many times, in turn, after once that does not count."""
    times: dict[str, list[float]] = {name: [] for name in given}
    codes = {}
    environment = measuring.environment(threads)
    for repeat in range(repeats + 1):
        measuring.say(f"repeat {repeat} of {repeats}")
        for name, command in given.items():
            start = time.perf_counter()
            done = subprocess.run(
                command, env=environment, capture_output=True, check=False, cwd=measuring.PROJECT
            )
            if repeat:
                times[name].append(time.perf_counter() - start)
            codes[name] = done.returncode
    unit = measuring.median(times[TORCH])
    return [
        {
            "command": name, "seconds": measuring.median(taken),
            "spread": measuring.spread(taken), "ratio": measuring.median(taken) / unit,
            "exit": codes[name], "all": taken,
        }
        for name, taken in times.items()
    ]  # fmt: skip


if __name__ == "__main__":
    main()
