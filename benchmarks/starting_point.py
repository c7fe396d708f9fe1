"""Starting from a run against starting from nothing, on a little text of another kind.

    python -m benchmarks.starting_point CMN.TXT BASE      e.g. Tatoeba's cmn.txt and runs/demo

Of the text's pairs (English, a tab, Chinese), one of each English sentence, 1,000 drawn by the seed
validate and 2,000 train: once with `--init-from BASE` and once with the settings that 2,000 pairs
get by themselves. Validation BLEU of the best step, and the minutes, go into a table and into
results/starting_point.json.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measuring import RESULTS, Row, publish, say

DEV, TRAIN = 1000, 2000
COLUMNS = {"start": "", "bleu": ".1f", "loss": ".3f", "step": ",", "minutes": ".1f"}


def pairs_of(text: Path) -> list[tuple[str, str]]:
    """English and Chinese, the first pair of each English sentence, in the file's order."""
    found: dict[str, str] = {}
    for line in text.read_text(encoding="utf-8-sig").splitlines():
        english, _, rest = line.partition("\t")
        if rest:
            found.setdefault(english, rest.partition("\t")[0])
    return list(found.items())


def split(
    pairs: Sequence[tuple[str, str]], seed: int, dev: int = DEV, train: int = TRAIN
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Validation and training pairs, drawn without repeats.

    >>> dev, train = split([(str(i), str(i)) for i in range(9)], seed=1, dev=2, train=3)
    >>> len(set(dev) | set(train))
    5
    """
    drawn = random.Random(seed).sample(list(pairs), dev + train)
    return drawn[:dev], drawn[dev:]


def trained(folder: Path, start: str, options: Sequence[str]) -> Row:
    """Train one run of the texts in `folder`; what its best validation said."""
    run = folder / start
    command = [sys.executable, "-m", "seqattn", "train", str(folder / "train.tsv")]
    command += ["--dev", str(folder / "dev.tsv"), "--run", str(run), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    log = [json.loads(line) for line in (run / "log.jsonl").read_text("utf-8").splitlines()]
    best = max(log, key=lambda entry: (entry["bleu"], -entry["loss"]))
    return {
        "start": start,
        "bleu": round(best["bleu"], 1),
        "loss": round(best["loss"], 3),
        "step": best["step"],
        "minutes": round(log[-1]["seconds"] / 60, 1),
        "options": [Path(option).name for option in options],
    }


def main() -> None:
    """Split the text, train twice, publish."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("text", type=Path, help="English TAB Chinese, a pair a line")
    parser.add_argument("base", help="a run that translates English into Chinese")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the split and of both trainings (1)"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder for the JSON file")
    given, more = parser.parse_known_args()  # the rest goes to `seqattn train`
    parts = split(pairs_of(given.text), given.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part, pairs in zip(("dev", "train"), parts, strict=True):
            text = "".join(f"{english}\t{chinese}\n" for english, chinese in pairs)
            (folder / f"{part}.tsv").write_text(text, encoding="utf-8", newline="\n")
        options = ["--seed", str(given.seed), *more]
        rows = []
        for start, extra in (("run", ["--init-from", given.base]), ("nothing", [])):
            say(f"Starting from {start}")
            rows.append(trained(folder, start, [*options, *extra]))
    publish(
        "starting_point",
        f"{TRAIN:,} pairs of {given.text.name}, validated on {DEV:,}",
        rows,
        folder=given.results,
        quick=False,
        columns=COLUMNS,
        base=Path(given.base).name,
        seed=given.seed,
    )


if __name__ == "__main__":
    main()
