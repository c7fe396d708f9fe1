"""What all benchmarks share: the machine, the clock, one table, one JSON file.

A figure is a median of several repeats, the spread kept beside it. Whatever needs its own number of
threads or its own peak memory is measured in a process of its own, started by `in_a_process`.
Figures of two machines, or of two states of one machine, cannot be compared: ratios within one run
can. So every table says which processor, which of its instructions, how many threads.
"""

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
RESULTS = PROJECT / "benchmarks" / "results"
CACHE = PROJECT / "benchmarks" / ".cache"
"""What benchmarks make for themselves and may find again; git ignores it."""

FLAGS = ("avx2", "fma", "avx512f", "avx512_vnni", "avx512_bf16", "amx_bf16", "amx_int8", "asimd",
         "bf16")  # fmt: skip
"""Instructions that decide how fast a processor multiplies matrices, as Linux calls them."""

PRODUCT_SIZE = 1024
PRODUCT_REPEATS = 20

Row = dict[str, Any]


def arguments(description: str | None) -> argparse.ArgumentParser:
    """The options that every benchmark has; the docstring's first paragraph is the help."""
    parser = argparse.ArgumentParser(description=(description or "").split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="tiny sizes: tries the form only")
    parser.add_argument("--repeats", type=int, default=5, help="repeats of each figure (5)")
    parser.add_argument(
        "--threads", type=int, nargs="+", default=[1, 2], help="numbers of threads (1 2)"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder for the JSON file")
    parser.add_argument("--one", help=argparse.SUPPRESS)  # a case, in a process of its own
    return parser


def machine() -> Row:
    """The processor, its instructions, its cores, versions and the commit."""
    words, model = _cpuinfo()
    return {
        "processor": model or platform.processor() or platform.machine(),
        "flags": [flag for flag in FLAGS if flag in words],
        "cores": cores(),
        "load": round(os.getloadavg()[0], 2),
        "system": platform.system(),
        "python": platform.python_version(),
        "torch": metadata.version("torch"),
        "seqattn": metadata.version("seqattn"),
        "commit": _commit(),
        "date": time.strftime("%Y-%m-%d"),
    }


def cores() -> int:
    """Processor cores that this process may use, 1 or more."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cpuinfo() -> tuple[set[str], str]:
    """The words of Linux's /proc/cpuinfo and the processor's name; empty elsewhere."""
    path = Path("/proc/cpuinfo")
    if not path.exists():
        return set(), ""
    text = path.read_text(encoding="utf-8", errors="replace")
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return set(text.split()), names[0] if names else ""


def _commit() -> str:
    """The commit measured, with a + if files differ from it; empty outside a clone."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty=+"],
            cwd=PROJECT, capture_output=True, text=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()


def seconds(work: Callable[[], Any]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def repeated(work: Callable[[], Any], repeats: int) -> list[float]:
    """Seconds of each of `repeats` calls, after one that does not count."""
    work()
    return [seconds(work) for _ in range(repeats)]


def median(values: Sequence[float]) -> float:
    """The middle one."""
    return statistics.median(values)


def spread(values: Sequence[float]) -> float:
    """(largest - smallest) / median: how far to trust the median.

    >>> spread([9.0, 10.0, 11.0])
    0.2
    """
    return (max(values) - min(values)) / median(values)


def product_rate(precision: str = "float32") -> float:
    """Operations a second of a 1024 x 1024 x 1024 matrix product, the median of 20.

    A multiply-add counts as two operations, so one product is 2 * 1024^3 of them. Torch's current
    threads; `precision` is float32 or bfloat16.
    """
    import torch

    dtype = getattr(torch, precision)
    a, b = (torch.randn(PRODUCT_SIZE, PRODUCT_SIZE).to(dtype) for _ in range(2))
    out = torch.empty_like(a)
    times = repeated(lambda: torch.mm(a, b, out=out), PRODUCT_REPEATS)
    return 2 * PRODUCT_SIZE**3 / median(times)


def peak_memory() -> float:
    """The largest resident set of this process so far, in MiB; Python and torch are in it."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def in_a_process(module: str, case: Mapping[str, Any], threads: int) -> Row:
    """Run `python -m MODULE --one CASE` with so many threads; the JSON it prints last.

    Raises:
        subprocess.CalledProcessError: it failed; what it said on stderr stands there already.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, "--one", json.dumps({**case, "threads": threads})],
        cwd=PROJECT, env=environment(threads), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    answer: Row = json.loads(done.stdout.splitlines()[-1])
    return answer


def environment(threads: int) -> dict[str, str]:
    """The environment of a process that computes with so many threads."""
    count = str(threads)
    return {**os.environ, "OMP_NUM_THREADS": count, "MKL_NUM_THREADS": count}


def say(text: str) -> None:
    """Tell on stderr what is being measured."""
    print(text, file=sys.stderr, flush=True)


def publish(
    name: str,
    title: str,
    rows: Sequence[Row],
    *,
    folder: Path,
    quick: bool,
    columns: Mapping[str, str],
    **more: Any,
) -> Path:
    """Print the table on stdout and write FOLDER/NAME.json.

    Args:
        name: of the file.
        title: one line above the table.
        rows: a measurement each; the file keeps all their values.
        folder: made if it is not there.
        quick: the sizes were tiny; the file is NAME.quick.json, and its figures mean nothing.
        columns: what the table shows: key of a row -> format of its value, such as ",.0f".
        more: what else the file keeps.
    """
    facts = machine()
    print(f"{title}{' (quick: the figures mean nothing)' if quick else ''}")
    print(describe(facts))
    print("\n".join(table(rows, columns)))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{'.quick' if quick else ''}.json"
    data = {"benchmark": name, "quick": quick, "machine": facts, **more, "rows": list(rows)}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    say(f"Written: {path}")
    return path


def describe(facts: Row) -> str:
    """The machine in one line."""
    flags = " ".join(facts["flags"]) or "no flags known"
    return (
        f"{facts['processor']}, {facts['cores']} cores, {flags}; load {facts['load']}; "
        f"torch {facts['torch']}, Python {facts['python']}, commit {facts['commit'] or 'unknown'}"
    )


def table(rows: Sequence[Row], columns: Mapping[str, str]) -> list[str]:
    """Rows as lines of text, numbers to the right, words to the left; a missing value is blank.

    >>> table([{"a": "x", "n": 1234.5}], {"a": "", "n": ",.0f"})
    ['a      n', 'x  1,234']
    """
    cells = [list(columns)]
    for row in rows:
        values = [row.get(key) for key in columns]
        cells.append(
            [
                "" if v is None else format(v, f)
                for v, f in zip(values, columns.values(), strict=True)
            ]
        )
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [bool(form) for form in columns.values()]
    return [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in cells
    ]


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table for a page, whose columns but the first stand to the right.

    >>> markdown(("a", "n"), [("x", "1,234")])
    ['| a | n |', '| --- | ---: |', '| x | 1,234 |']
    """
    ruler = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(cells)} |" for cells in (head, ruler, *rows)]
