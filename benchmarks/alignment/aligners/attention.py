"""seqattn's own links: two models with default settings, one for each way.

A run that lies in the folder of runs is used if it was trained on exactly this text; its encoded
text has the fingerprint that the run kept. Where it stands beside other settings than the default
ones for its size, the row says which.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.alignment.aligners import Directions
from benchmarks.alignment.texts import AlignedText
from benchmarks.measuring import environment, machine, say
from seqattn.config import Config
from seqattn.corpus import Corpus, open_corpus, shipped_corpus
from seqattn.word_alignment import WordedPair

WAYS = ("forward", "backward")

FREE = ("reverse", "device", "precision", "tokenize")
"""Settings that are the machine's or the way's, or follow the text."""

TINY = (
    "--epochs", "1", "--vocab-size", "500", "--embedding-size", "16", "--encoder-size", "16",
    "--decoder-size", "16", "--attention-size", "16", "--max-minutes", "0.1",
)  # fmt: skip
"""What --quick trains with."""


class UnfitRunError(Exception):
    """A run that was found is not finished, or was trained on another text."""


@dataclass(frozen=True)
class Models:
    """Where the models of both ways are, and how they are made.

    Attributes:
        text: what they are trained on.
        runs: the folder that holds, or will hold, the run folders.
        threads: to train with.
        quick: they are tiny.
    """

    text: AlignedText
    runs: Path
    threads: int
    quick: bool = False

    def folder(self, way: str) -> Path:
        """The run of a way, such as gold-deen.de-en."""
        source, target = self.text.languages if way == "forward" else self.text.languages[::-1]
        return self.runs / f"{self.text.name}.{source}-{target}{'.quick' if self.quick else ''}"

    def command(self, way: str) -> list[str]:
        """`seqattn train ...`, without the program."""
        dev = [part for path in self.text.dev_files for part in ("--dev", str(path))]
        reverse = ["--reverse"] if way == "backward" else []
        tiny = TINY if self.quick else ()
        files = map(str, self.text.train_files)
        return ["train", *files, *dev, *reverse, *tiny, "--run", str(self.folder(way))]

    def ready(self, way: str) -> Path:
        """The run of a way, trained if it is not there.

        Raises:
            UnfitRunError: it was broken off, or trained on another text.
            subprocess.CalledProcessError: the training failed.
        """
        from seqattn.checkpoint import CONFIG

        folder = self.folder(way)
        if not (folder / CONFIG).exists():
            say(f"Training {folder}")
            command = [sys.executable, "-m", "seqattn", *self.command(way), "--quiet"]
            subprocess.run(
                command, env=environment(self.threads), stdout=subprocess.DEVNULL, check=True
            )
            told = {name: machine()[name] for name in ("commit", "processor", "date")}
            self.note(way).write_text(json.dumps(told) + "\n", encoding="utf-8")
        self.require_finished(way)
        self.require_same_text(way)
        return folder

    def require_finished(self, way: str) -> None:
        """Raise `UnfitRunError` if a run was broken off; one that the clock ended tells so itself.

        Who copies a run may leave its state out, which only --resume needs.
        """
        from seqattn.checkpoint import STATE, is_finished, read_config

        folder = self.folder(way)
        timed = read_config(folder)[0].training.max_minutes > 0
        if (folder / STATE).exists() and not is_finished(folder) and not timed:
            command = " ".join(["seqattn", *self.command(way), "--resume"])
            raise UnfitRunError(f"{folder} is not finished; go on with it by: {command}")

    def note(self, way: str) -> Path:
        """What a run cannot know: the commit and the processor it was trained with here."""
        folder = self.folder(way)
        return folder.with_name(f"{folder.name}.about.json")

    def trained(self, way: str) -> dict[str, Any]:
        """The note of a run; empty for one that was trained elsewhere."""
        note = self.note(way)
        told: dict[str, Any] = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
        return told

    def require_same_text(self, way: str) -> None:
        """Raise `UnfitRunError` if the run's text, encoded again, is not what it was trained on."""
        from seqattn.checkpoint import load_run
        from seqattn.preparation import prepare

        run = load_run(self.folder(way))
        corpus, dev = self._corpora(reverse=way == "backward")
        now = prepare(corpus, dev, run.config, {}, tokenizers=run.tokenizers).info["corpus"]
        then = run.info["corpus"]
        if (now["sha256"], now["dev_pairs"]) != (then["sha256"], then["dev_pairs"]):
            raise UnfitRunError(f"{run.folder} was trained on another text; remove it")

    def _corpora(self, *, reverse: bool) -> tuple[Corpus, Corpus]:
        if not self.text.train_files:
            return (
                shipped_corpus("train", reverse=reverse),
                shipped_corpus("dev", reverse=reverse),
            )
        return (
            open_corpus(list(self.text.train_files), reverse=reverse),
            open_corpus(list(self.text.dev_files), reverse=reverse),
        )


def align(models: Models, pairs: Sequence[WordedPair]) -> Directions:
    """Each word's peak: by the model of each way, and by both."""
    from seqattn.translator import load
    from seqattn.word_alignment import AGREEMENT, WordAligner

    ahead, back = (load(models.ready(way)) for way in WAYS)
    swapped = [WordedPair(b, a, d, c) for a, b, c, d in pairs]
    backward = WordAligner(back).align_many(swapped)
    return Directions(
        forward=list(WordAligner(ahead).align_many(pairs)),
        backward=[{(i, j) for j, i in links} for links in backward],
        facts=facts(models),
        agreement=list(WordAligner(ahead, back, heuristic=AGREEMENT).align_many(pairs)),
    )


def facts(models: Models) -> dict[str, Any]:
    """Version, seeds, minutes of training (both models), settings that are not the default ones."""
    from seqattn.checkpoint import load_run
    from seqattn.run_log import read_log

    runs = [load_run(models.folder(way)) for way in WAYS]
    seconds = [read_log(run.folder)[-1]["seconds"] for run in runs]
    return {
        "version": runs[0].info["seqattn"],
        "pairs": runs[0].info["corpus"]["pairs"],
        "seed": runs[0].config.training.seed,
        "minutes": round(sum(seconds) / 60, 2),
        "threads": models.threads,
        "bleu": [round(max(line["bleu"] for line in read_log(run.folder)), 2) for run in runs],
        "trained": [models.trained(way) for way in WAYS],
        "settings": [unusual(run.config, run.info["corpus"]["pairs"]) for run in runs],
    }


def unusual(config: Config, pairs: int) -> dict[str, Any]:
    """Settings that differ from the default ones for so many pairs.

    >>> unusual(Config().sized(500, {}).with_values({"epochs": 7, "device": "cpu"}), 500)
    {'epochs': 7}
    """
    usual = Config().sized(pairs, {}).values()
    different = {name: value for name, value in config.values().items() if value != usual[name]}
    if usual["vocabularies"] == "auto":  # decided by the scripts of both sides
        different.pop("vocabularies", None)
    return {name: value for name, value in different.items() if name not in FREE}
