"""How much memory and time a corpus takes from its file to the first step of a training.

    python -m benchmarks.memory            10 k to 5 M pairs; results/memory.json and docs/memory.md
    python -m benchmarks.memory --quick    tiny sizes: tries the form only

What is measured is `python -m seqattn train` itself, in a process of its own, with one thread. Each
stage begins with a line on its stderr; there its memory and its processor time are read off. A
validation after step 1 shows that the step is done, and Ctrl-C ends it. Processor time and not the
clock's, so that what else the machine does counts for nothing; nearly all of it is computing.

Also measured: `seqattn check`, and the TMX reader alone on files of 2, 20 and 200 MB.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import measuring
from benchmarks.measuring import Row

PAIRS = (10_000, 100_000, 1_000_000, 5_000_000)
CHECKED = 1_000_000
TMX_PAIRS = (12_000, 120_000, 1_200_000)
QUICK_PAIRS = (300,)
PAGE = measuring.PROJECT / "docs" / "memory.md"

STAGES = {"Reading ": "read", "Learning ": "learn", "Encoding ": "encode", "Pairs: ": "start"}
"""How the first line of each stage begins on the stderr of `seqattn train`."""

DONE = "epoch "
"""How the line of the validation after step 1 begins."""

TRAIN_OPTIONS = ("--validate-every", "1", "--held-out", "100")


def main() -> None:
    """Measure, print the tables, write the JSON file and the page."""
    parser = measuring.arguments(__doc__)
    parser.add_argument("--texts", type=Path, help="folder to find the texts in, or to keep them")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(read_only(Path(json.loads(options.one)["path"]))))
        return
    with tempfile.TemporaryDirectory(prefix="seqattn-memory-") as folder:
        rows = list(_rows(Path(folder), options.texts or Path(folder), quick=options.quick))
    path = measuring.publish(
        "memory",
        "Memory and time from the file to the first step; one thread, processor seconds",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
        command="python -m benchmarks.memory" + (" --quick" if options.quick else ""),
    )
    if not options.quick:
        PAGE.write_text(page(json.loads(path.read_text("utf-8"))), encoding="utf-8", newline="\n")


COLUMNS = {
    "what": "", "pairs": ",d", "file_mb": ",.1f", "read": ",.1f", "learn": ",.1f",
    "encode": ",.1f", "start": ",.1f", "held_mib": ",.0f", "peak_mib": ",.0f",
}  # fmt: skip


def _rows(folder: Path, texts: Path, *, quick: bool) -> Iterator[Row]:
    for pairs in QUICK_PAIRS if quick else PAIRS:
        file, size = _made(texts, f"{pairs}.tsv", pairs)
        measuring.say(f"train on {pairs:,} pairs")
        yield {"what": "train", "pairs": pairs, "file_mb": size, **trained(file, folder)}
        if pairs == (QUICK_PAIRS[-1] if quick else CHECKED):
            measuring.say(f"check {pairs:,} pairs")
            yield {"what": "check", "pairs": pairs, "file_mb": size, **checked(file)}
    for pairs in QUICK_PAIRS if quick else TMX_PAIRS:
        file, size = _made(texts, f"{pairs}.tmx", pairs)
        measuring.say(f"read {pairs:,} pairs of TMX")
        row = measuring.in_a_process("benchmarks.memory", {"path": str(file)}, threads=1)
        yield {"what": "TMX", "pairs": pairs, "file_mb": size, **row}


def _made(folder: Path, name: str, pairs: int) -> tuple[Path, float]:
    """A file of made-up pairs, and its size in MB.

    A process of its own makes it. The system counts what a parent holds when it starts a child as
    the child's, so this process has to stay small.
    """
    file = folder / name
    if not file.exists():
        command = [sys.executable, "-m", "benchmarks.made_corpus", str(pairs), str(file)]
        subprocess.run(command, cwd=measuring.PROJECT, check=True)
    return file, file.stat().st_size / 1e6


# ---- one measurement -----------------------------------------------------------------------------


def trained(file: Path, folder: Path) -> Row:
    """Processor seconds of each stage, memory held after it and its peak so far, all by its name.

    The memory of single stages is known on Linux alone.
    """
    command = ("train", str(file), "--run", str(folder / f"run-{file.stem}"), *TRAIN_OPTIONS)
    begun = time.perf_counter()
    process = _start(command)
    row: Row = {"stages": {}}
    before, stage = 0.0, "import"
    assert process.stderr is not None
    for line in process.stderr:
        new = next((name for head, name in STAGES.items() if line.startswith(head)), None)
        if stage == "start" and line.startswith(DONE):
            new = "end"
            process.send_signal(signal.SIGINT)
        if new is None:
            continue
        now = _status(process.pid)
        if stage != "import":
            row[stage] = now["seconds"] - before
            row["stages"][stage] = now
        before, stage = now["seconds"], new
    row |= _ended(process, command, expected=130)
    row["held_mib"] = row["stages"]["encode"]["held_mib"]
    row["clock_seconds"] = time.perf_counter() - begun
    return row


def checked(file: Path) -> Row:
    """Processor seconds and peak memory of `seqattn check`."""
    command = ("check", str(file), "--json", "--quiet")
    process = _start(command)
    assert process.stderr is not None
    process.stderr.read()
    ended = _ended(process, command, expected=0)
    return {"read": ended["seconds"], **ended}


def read_only(file: Path) -> Row:
    """Seconds that one pass over a file takes, and the peak memory of this process."""
    from seqattn.corpus import open_corpus

    start = time.process_time()
    for _ in open_corpus([file], source_lang="xa", target_lang="xb"):
        pass
    return {"read": time.process_time() - start, "peak_mib": measuring.peak_memory()}


def _start(command: tuple[str, ...]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "seqattn", *command], env=measuring.environment(1),
        cwd=measuring.PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def _status(pid: int) -> Row:
    """Processor seconds, memory held and its peak of a running process, as Linux tells them."""
    folder = Path("/proc") / str(pid)
    if not folder.exists():
        return {"seconds": time.perf_counter(), "held_mib": None, "peak_mib": None}
    fields = dict(line.split(":") for line in (folder / "status").read_text().splitlines())
    ticks = (folder / "stat").read_text().rpartition(")")[2].split()[11:13]
    return {
        "seconds": sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"),
        "held_mib": int(fields["VmRSS"].split()[0]) / 1024,
        "peak_mib": int(fields["VmHWM"].split()[0]) / 1024,
    }


def _ended(process: "subprocess.Popen[str]", command: tuple[str, ...], *, expected: int) -> Row:
    """What the system tells of a process when it has ended: processor seconds, peak memory."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != expected:
        raise RuntimeError(f"seqattn {' '.join(command)} ended with {process.returncode}")
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return {"seconds": usage.ru_utime + usage.ru_stime, "peak_mib": usage.ru_maxrss / scale}


# ---- the page ------------------------------------------------------------------------------------


def page(data: dict[str, Any]) -> str:
    """docs/memory.md, made of the JSON file's content."""
    rows = {what: [r for r in data["rows"] if r["what"] == what] for what in WHAT}
    lines = [HEAD.format(command=data["command"], machine=measuring.describe(data["machine"]))]
    lines += measuring.markdown(
        ("pairs", "file", "reading", "pieces", "encoding", "first step", "memory held", "peak"),
        [
            (f"{r['pairs']:,}", f"{r['file_mb']:,.0f} MB", *(_seconds(r[s]) for s in _NAMES),
             f"{r['held_mib']:,.0f} MiB", f"{r['peak_mib']:,.0f} MiB")
            for r in rows["train"]
        ],
    )  # fmt: skip
    lines += ["", STAGES_TOLD, _growth(rows["train"]), "", CHECK_TOLD, ""]
    lines += measuring.markdown(
        ("what", "pairs", "file", "time", "peak"),
        [
            (WHAT[r["what"]], f"{r['pairs']:,}", f"{r['file_mb']:,.0f} MB", _seconds(r["read"]),
             f"{r['peak_mib']:,.0f} MiB")
            for r in rows["check"] + rows["TMX"]
        ],
    )  # fmt: skip
    return "\n".join(lines) + "\n"


WHAT = {"train": "`seqattn train`", "check": "`seqattn check`", "TMX": "reading a TMX file"}
_NAMES = tuple(STAGES.values())
HEAD = """\
# Memory

Made by `{command}`; change the program, not this page.

How much memory and processor time a corpus takes from its file to the first step of a training, on
one core. The sentences are made up, 3 to 15 words each; all settings are the defaults, which follow
the size of the corpus.

Measured on: {machine}.
"""
STAGES_TOLD = """\
*Reading* cleans, looks for stretches that have slipped and holds out the validation text. *Pieces*
are learned from at most 200,000 lines a vocabulary, drawn by the seed. The *first step* counts the
batches of all epochs, tries the heaviest, takes a step and validates on 100 pairs. *Memory held* is
that after encoding, some 250 MiB of it Python and torch. What is on top of it at the *peak* is the
model, its optimiser, the heaviest batch and what is written of them: it follows the sizes of the
model, which are larger for larger corpora, and not the text.

What stays of a text is 2 bytes a token (4 beyond 65,536 pieces) and 32 bytes a pair. While it is
read and split, lines, lengths and fingerprints are held; nearly all of that is given back before it
is encoded.
"""
CHECK_TOLD = """\
`seqattn check` keeps some 60 bytes a pair, and up to 200 for a moment: lengths, scripts and
fingerprints. Reading alone keeps nothing: the peak is the same whatever the size of the file."""


def _growth(rows: list[Row]) -> str:
    """What a pair takes, measured between the two largest corpora; "" for one alone."""
    if len(rows) < 2:
        return ""
    few, many = rows[-2:]

    def a_pair(stage: str, what: str) -> float:
        more = many["stages"][stage][what] - few["stages"][stage][what]
        return float(more * 2**20 / (many["pairs"] - few["pairs"]))

    return (
        f"Between {few['pairs']:,} and {many['pairs']:,} pairs each one more took "
        f"{a_pair('read', 'peak_mib'):.0f} bytes while reading,\nand "
        f"{a_pair('encode', 'held_mib'):.0f} bytes of it stayed."
    )


def _seconds(value: float) -> str:
    return f"{value:,.1f} s" if value < 100 else f"{value:,.0f} s"


if __name__ == "__main__":
    main()
