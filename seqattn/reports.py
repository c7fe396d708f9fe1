"""What a training says while it runs: plain numbers, drawn by whoever asked for it.

Started      once, before the first step
Progress     about twice a second
Validated    after each validation
Watched      after that, where a sentence is watched
Stopped      once, at the end, whatever ended it
"""

import time
from dataclasses import dataclass
from pathlib import Path

from seqattn.config import Config
from seqattn.translation import Translation


@dataclass(frozen=True)
class Started:
    """A training begins or goes on.

    Attributes:
        config: all settings, decided.
        folder: the run folder.
        parameters: numbers the model learns, shared ones once.
        pairs: sentence pairs trained on.
        dev_pairs: sentence pairs validated on.
        batches_per_epoch: steps in an epoch.
        total_steps: steps until the last epoch ends.
        device: where it computes, such as `cpu` or `cuda:0`.
        precision: of matrix products, `float32` or `bfloat16`.
        resumed_at: steps done before; 0 for a new training.
    """

    config: Config
    folder: Path
    parameters: int
    pairs: int
    dev_pairs: int
    batches_per_epoch: int
    total_steps: int
    device: str
    precision: str
    resumed_at: int


@dataclass(frozen=True)
class Progress:
    """Where training stands.

    Attributes:
        step: steps done.
        total_steps: steps until the last epoch ends.
        epoch: the running epoch, from 1.
        epochs: epochs at most.
        loss: mean training loss since the last report, nats per target token, smoothing included.
        learning_rate: of the last step.
        tokens_per_second: real target tokens.
        seconds: time trained, over all resumes.
        eta_seconds: time left to the last epoch's end, validations included, or to the end of the
            minutes allowed.
    """

    step: int
    total_steps: int
    epoch: int
    epochs: int
    loss: float
    learning_rate: float
    tokens_per_second: float
    seconds: float
    eta_seconds: float


@dataclass(frozen=True)
class Sample:
    """One validation sentence: its source, the model's translation, the reference."""

    source: str
    output: str
    reference: str


@dataclass(frozen=True)
class Validated:
    """A validation.

    Attributes:
        step: steps done.
        epoch: epochs done, a fraction within an epoch.
        loss: cross entropy, nats per real target token, without smoothing.
        bleu: 0 to 100, of greedy translations, free running.
        best: the best BLEU so far (at a tie the lower loss); the model was kept.
        sample: a translation beside its reference.
        all_equal: every source got one and the same translation.
        tokens_per_second: real target tokens of training since the last validation.
        seconds: time trained, over all resumes.
    """

    step: int
    epoch: float
    loss: float
    bleu: float
    best: bool
    sample: Sample
    all_equal: bool
    tokens_per_second: float
    seconds: float


@dataclass(frozen=True)
class Watched:
    """What the model just validated makes of the sentence that is watched.

    Attributes:
        validated: the validation before.
        translation: greedy, with its alignment.
    """

    validated: Validated
    translation: Translation


@dataclass(frozen=True)
class Stopped:
    """The end of a training.

    Attributes:
        reason: `epochs`, `early-stop`, `max-minutes` or `interrupted`.
        step: steps done.
        best_bleu: of the model kept, 0 to 100; None before the first validation.
        best_step: when it was validated.
        folder: the run folder.
        seconds: time trained, over all resumes.
    """

    reason: str
    step: int
    best_bleu: float | None
    best_step: int
    folder: Path
    seconds: float


Report = Started | Progress | Validated | Watched | Stopped


class Clock:
    """Tokens and losses between two reports.

    Args:
        first_step: steps done before it began.
    """

    def __init__(self, first_step: int) -> None:
        self.first_step = first_step
        self.losses: list[float] = []
        self.restart()

    def restart(self) -> None:
        """Begin anew after a validation, whose time is not training's."""
        self.start = self.reported = time.monotonic()
        self.tokens = 0

    def add(self, tokens: int, loss: float) -> None:
        """Count a step: its real target tokens and its loss."""
        self.tokens += tokens
        self.losses.append(loss)

    def since_report(self) -> float:
        """Seconds since a loss was taken, or since the beginning."""
        return time.monotonic() - self.reported

    def tokens_per_second(self) -> float:
        """Since the beginning."""
        return self.tokens / max(1e-9, time.monotonic() - self.start)

    def take_loss(self) -> float:
        """Mean loss since the last report."""
        self.reported = time.monotonic()
        mean = sum(self.losses) / max(1, len(self.losses))
        self.losses.clear()
        return mean
