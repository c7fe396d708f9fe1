"""One run of `benchmarks.quality`: trained by `seqattn train`, translated by `seqattn translate`.

Both are processes of their own, called as a user would call them. Beside a run folder stands a
note, NAME.about.json, with what the run cannot know: the command, the text's fingerprint, and of
each start the commit, the processor, its load and the threads. A run without a fitting note is
refused: it was made in another way, and its row would tell a lie.
"""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measuring import Row, environment, machine, say
from benchmarks.quality.plan import BEAM, Planned, options_of
from benchmarks.quality.texts import TEXTS, Text, lines, shown
from benchmarks.quality.unknown_words import unknown_facts
from seqattn.config import Config
from seqattn.errors import UsageError
from seqattn.files import write_atomic

OWN = ("seed", "max_minutes", "device", "precision", "tokenize", "reverse")
"""Settings that are no part of a recipe: the run's, the machine's or the text's."""

STARTED = ("commit", "date", "processor", "flags", "load", "torch", "python")
"""What is noted of the machine at each start; `load` is the average of the last minute: processes
that computed before the training began. `load_at_end`, noted beside it, has the training's own
threads in it, and is None where a start was broken off."""


class UnfitRunError(Exception):
    """A run folder that holds something else than what is wanted there."""


@dataclass(frozen=True)
class Trained:
    """A planned run and its place.

    Attributes:
        plan: what it is.
        text: the files.
        data: the folder of texts.
        runs: the folder that holds, or will hold, the run folder.
        threads: to compute with.
    """

    plan: Planned
    text: Text
    data: Path
    runs: Path
    threads: int

    @property
    def folder(self) -> Path:
        """The run folder."""
        return self.runs / self.plan.name

    @property
    def note(self) -> Path:
        """What the run cannot know."""
        return self.runs / f"{self.plan.name}.about.json"

    @property
    def command(self) -> list[str]:
        """`seqattn train ...`, without the program."""
        dev = [word for path in self.text.dev for word in ("--dev", str(path))]
        seed = ["--seed", str(self.plan.seed), "--run", str(self.folder)]
        return ["train", *map(str, self.text.train), *dev, *options_of(self.plan.settings), *seed]

    @property
    def shown_command(self) -> str:
        """What to type, without the folders of this machine."""
        paths = {str(path): shown(path, self.data) for path in (*self.text.train, *self.text.dev)}
        paths[str(self.folder)] = f"RUNS/{self.plan.name}"
        return " ".join(["seqattn", *(paths.get(word, word) for word in self.command)])

    def train(self) -> None:
        """Train it, or go on with it; nothing if it is finished.

        Raises:
            UnfitRunError: the folder holds another run.
            subprocess.CalledProcessError: the training failed.
            KeyboardInterrupt: it was asked to stop; it has saved.
        """
        from seqattn.checkpoint import CONFIG, is_finished

        begun = (self.folder / CONFIG).exists()
        starts = self._starts() if begun else []
        if begun and is_finished(self.folder):
            return
        facts = {name: value for name, value in machine().items() if name in STARTED}
        start = {**facts, "threads": self.threads, "load_at_end": None}
        self.runs.mkdir(parents=True, exist_ok=True)
        self._write_note([*starts, start])
        seqattn([*self.command, *(["--resume"] if begun else [])], self.threads)
        self._write_note([*starts, {**start, "load_at_end": machine()["load"]}])

    def _starts(self) -> list[Row]:
        """When and where the run was begun and gone on with.

        Raises:
            UnfitRunError: there is no note, or it tells of another command or text.
        """
        if not self.note.exists():
            raise UnfitRunError(
                f"{self.folder} was not begun by this script; choose another --runs"
            )
        note = json.loads(self.note.read_text(encoding="utf-8"))
        for name, value in self._identity().items():
            if note[name] != value:
                raise UnfitRunError(
                    f"{self.folder} has another {name}: {note[name]}, not {value}; "
                    "remove it, or choose another --runs"
                )
        starts: list[Row] = note["starts"]
        return starts

    def _identity(self) -> dict[str, str]:
        return {"command": self.shown_command, "fingerprint": self.text.about["fingerprint"]}

    def _write_note(self, starts: Sequence[Row]) -> None:
        note = {**self._identity(), "starts": starts}
        write_atomic(self.note, (json.dumps(note, indent=1) + "\n").encode())

    def row(self) -> Row:
        """All that is known of the finished run, its translations scored."""
        starts = self._starts()
        return {
            "set": self.plan.set,
            "label": self.plan.label,
            "seed": self.plan.seed,
            "options": options_of(self.plan.settings),
            "train_command": self.shown_command,
            "commit": starts[0]["commit"],
            "date": starts[0]["date"],
            "threads": starts[-1]["threads"],
            "starts": starts,
            "text": self.text.about,
            **facts_of(self.folder),
            "beam": BEAM,
            "scores": {part: self._scores(part) for part in self.plan.parts},
            **self._unknown(),
        }

    def _unknown(self) -> Row:
        """What the validation text has that a run without byte fallback does not know."""
        if self.plan.settings.get("byte_fallback", True):
            return {}
        from seqattn.checkpoint import load_run

        def translated(way: str) -> list[Row]:
            say(f"{self.plan.name}: translating with --unknown {way}")
            command = ["translate", "--file", str(self.text.dev.source), "--run", str(self.folder)]
            told = seqattn([*command, "--unknown", way, "--json", "--quiet"], self.threads)
            return [json.loads(line) for line in told.splitlines()]

        tokenize = installed(TEXTS[self.plan.text].tokenize)
        tokenizers = load_run(self.folder).tokenizers
        return {"unknown": unknown_facts(translated, tokenizers, self.text.dev, tokenize=tokenize)}

    def _scores(self, part: str) -> Row:
        """BLEU and chrF of a part's translations, greedy and with the beam."""
        from seqattn.evaluation import corpus_scores

        sides = getattr(self.text, part)
        references = lines(sides.target)
        tokenize = installed(TEXTS[self.plan.text].tokenize)
        found: Row = {"file": sides.target.name, "sentences": len(references)}
        for way, beam in (("greedy", 1), ("beam", BEAM)):
            say(f"{self.plan.name}: translating {sides.source.name}, beam {beam}")
            command = ["translate", "--file", str(sides.source), "--run", str(self.folder)]
            printed = seqattn([*command, "--beam", str(beam), "--quiet"], self.threads)
            outputs = printed.removesuffix("\n").split("\n")
            scores = corpus_scores(outputs, references, tokenize=tokenize)
            found["bleu_signature"] = scores.bleu_signature
            found["chrf_signature"] = scores.chrf_signature
            found[way] = {
                "bleu": round(scores.bleu, 2),
                "chrf": round(scores.chrf, 2),
                "length_ratio": round(scores.hypothesis_length / scores.reference_length, 4),
            }
        return found

    def minutes_done(self) -> tuple[float, float]:
        """Minutes trained so far by the run's own log, and the share of its epochs done."""
        from seqattn.checkpoint import CONFIG, is_finished, read_config
        from seqattn.run_log import read_log

        if not (self.folder / CONFIG).exists():
            return 0.0, 0.0
        log = read_log(self.folder)
        if not log:
            return 0.0, 0.0
        minutes = log[-1]["seconds"] / 60
        if is_finished(self.folder):  # perhaps before its epochs were over
            return minutes, 1.0
        return minutes, log[-1]["epoch"] / read_config(self.folder)[0].training.epochs


def installed(names: Sequence[str]) -> str:
    """The first of some tokenizations that works here.

    >>> installed(["char", "13a"])
    'char'
    """
    from seqattn.evaluation import corpus_scores

    for name in names[:-1]:
        try:
            corpus_scores(["a"], ["a"], tokenize=name)
        except UsageError:
            continue
        return name
    return names[-1]


def facts_of(folder: Path) -> Row:
    """What a finished run says of itself: its log, its sizes, its settings."""
    from seqattn.checkpoint import load_run, read_state_about
    from seqattn.run_log import read_log

    run, log = load_run(folder), read_log(folder)
    best = max(log, key=lambda entry: (entry["bleu"], -entry["loss"]))
    return {
        "seqattn": run.info["seqattn"],
        "pairs": run.info["corpus"]["pairs"],
        "dev_pairs": run.info["corpus"]["dev_pairs"],
        "pieces": run.info["pieces"],
        "parameters": sum(weights.numel() for weights in run.model.parameters()),
        "minutes": round(log[-1]["seconds"] / 60, 2),
        "epochs": round(log[-1]["epoch"], 2),
        "epochs_planned": run.config.training.epochs,
        "stopped": read_state_about(folder).get("finished", ""),
        "best_step": best["step"],
        "steps": log[-1]["step"],
        "validation_loss": round(best["loss"], 4),
        "validation_bleu": round(best["bleu"], 2),
        "settings": recipe(run.config),
    }


def recipe(config: Config) -> Row:
    """The settings that decide what is learned, whatever the text and the machine."""
    return {name: value for name, value in config.values().items() if name not in OWN}


def changed_since(row: Row, settings: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Settings of a row that a training with today's defaults would not have.

    Args:
        row: as `Trained.row` made it.
        settings: given to the training as options.

    Returns:
        name -> (the row's value, today's).
    """
    today = recipe(Config().sized(row["pairs"], settings))
    if today["vocabularies"] == "auto":  # decided by the scripts of both sides
        del today["vocabularies"]
    return {
        name: (row["settings"].get(name), value)
        for name, value in today.items()
        if row["settings"].get(name) != value
    }


def seqattn(words: Sequence[str], threads: int) -> str:
    """Run `python -m seqattn`; what it printed. Its stderr is this one's.

    Ctrl-C and the signal to end are passed on once, so that a training saves; then its end is
    awaited. It has a group of its own, lest the terminal tell it twice, which would end it at once.

    Raises:
        subprocess.CalledProcessError: it ended with something else than 0.
        KeyboardInterrupt: it was asked to stop, and has stopped.
    """
    command = [sys.executable, "-m", "seqattn", *words]
    with _raising_once_armed() as arm:
        process = subprocess.Popen(
            command, env=environment(threads), stdout=subprocess.PIPE, text=True, encoding="utf-8",
            start_new_session=True, close_fds=False,  # the run's lock is held until it has ended
        )  # fmt: skip
        try:
            arm()
            printed, _ = process.communicate()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            process.communicate()
            raise
    if process.returncode == 130:
        raise KeyboardInterrupt
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return printed


@contextmanager
def _raising_once_armed() -> Iterator[Callable[[], None]]:
    """Turn both signals to stop into KeyboardInterrupt, but none before the function is called.

    One that came while a process was being started would leave it behind, and nobody to stop it.
    """
    armed = asked = False

    def note(signal_number: int, frame: object) -> None:
        nonlocal asked
        asked = True
        if armed:
            raise KeyboardInterrupt

    def arm() -> None:
        nonlocal armed
        armed = True
        if asked:
            raise KeyboardInterrupt

    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    before = {kind: old for kind, old in before.items() if old != signal.SIG_IGN}
    try:
        for kind in before:
            signal.signal(kind, note)
        yield arm
    finally:
        for kind, old in before.items():
            signal.signal(kind, old)
