"""What resuming a training needs, in one file of the run folder: tensors and a position.

    model/NAME           weights as they are trained
    average/NAME         their running average
    optimizer/N/NAME     Adam's moments of parameter N, and its count of steps

The position stands beside them as JSON.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from seqattn import checkpoint
from seqattn.config import TrainingConfig
from seqattn.errors import RunError
from seqattn.text import visible

FAR = 2**53
"""No training comes this far, in steps or in seconds."""


@dataclass
class Position:
    """Where a training stands; with the tensors beside it, all that resuming needs.

    Attributes:
        step: steps done.
        epoch: epochs done.
        batch: batches of the current epoch done.
        seconds: time trained, over all resumes.
        best_bleu: best validation BLEU so far, 0 to 100; -1 before the first validation.
        best_loss: loss of that validation, nats per token.
        best_step: step of that validation.
        validated: step of the last validation.
        lowest_loss: of all validations, nats per token; inf before the first.
        worse: validations since one had the best BLEU or the lowest loss.
        finished: what ended the training, `epochs` or `early-stop`; empty while it can go on.
    """

    step: int = 0
    epoch: int = 0
    batch: int = 0
    seconds: float = 0.0
    best_bleu: float = -1.0
    best_loss: float = 0.0
    best_step: int = 0
    validated: int = 0
    lowest_loss: float = math.inf
    worse: int = 0
    finished: str = ""

    def ended_by(self, settings: TrainingConfig) -> str:
        """What ended the training, and still does by these settings; empty if it can go on.

        >>> done = Position(epoch=3, finished="epochs")
        >>> done.ended_by(TrainingConfig(epochs=3)), done.ended_by(TrainingConfig(epochs=4))
        ('epochs', '')
        """
        more_epochs = self.finished == "epochs" and self.epoch < settings.epochs
        more_patience = self.finished == "early-stop" and self.worse < settings.patience
        return "" if more_epochs or more_patience else self.finished

    @classmethod
    def from_json(cls, about: Mapping[str, Any]) -> "Position":
        """The opposite of `asdict`, for what a file says.

        Raises:
            ValueError: a value is of another kind, or none that a training comes to.
            TypeError: something is said that is no part of a position.
        """
        for name, value in about.items():
            count = type(value) is int and 0 <= value < FAR
            number = type(value) in (int, float) and abs(value) < FAR
            fits = {int: count, float: number, str: value in ("", "epochs", "early-stop")}
            lost = name in ("best_loss", "lowest_loss") and value == math.inf
            if not (fits.get(type(getattr(cls, name, None)), True) or lost):
                raise ValueError(f"{name} is {value!r}")
        return cls(**about)


@dataclass(frozen=True)
class TrainingState:
    """The three that a training changes at every step.

    Attributes:
        model: the weights that are trained.
        averaged: their running average.
        optimizer: over the parameters of `model`.
    """

    model: nn.Module
    averaged: nn.Module
    optimizer: torch.optim.Optimizer

    def write(self, folder: Path, position: Position) -> None:
        """Save everything as it is now.

        Raises:
            RunError: the folder cannot be written; the earlier state is untouched.
        """
        tensors = {f"model/{k}": v for k, v in checkpoint.unique_tensors(self.model).items()}
        for name, tensor in checkpoint.unique_tensors(self.averaged).items():
            tensors[f"average/{name}"] = tensor
        for number, moments in self.optimizer.state_dict()["state"].items():
            for name, tensor in moments.items():
                tensors[f"optimizer/{number}/{name}"] = tensor
        checkpoint.save_tensors(folder / checkpoint.STATE, tensors, asdict(position))

    def read(self, folder: Path) -> Position:
        """Take up what `write` saved; gives the position that was saved with it.

        Raises:
            RunError: there is none, or it is of other settings or another version.
        """
        path = folder / checkpoint.STATE
        tensors, about = checkpoint.load_tensors(path)
        parts: dict[str, dict[str, Tensor]] = {}
        for name, tensor in tensors.items():
            kind, _, rest = name.partition("/")
            parts.setdefault(kind, {})[rest] = tensor
        checkpoint.put_tensors(self.model, parts.get("model", {}), path)
        checkpoint.put_tensors(self.averaged, parts.get("average", {}), path)
        try:
            self._put_moments(parts.get("optimizer", {}))
            return Position.from_json(about)
        except (TypeError, ValueError) as error:
            raise RunError(
                f"{visible(str(path))} was written by another version of seqattn, or is damaged.",
                hint="Copy the run folder again, or start a new run without --resume.",
            ) from error

    def _put_moments(self, tensors: dict[str, Tensor]) -> None:
        """Give the optimiser its moments back; ValueError where they are not those it has."""
        state: dict[int, dict[str, Tensor]] = {}
        for name, tensor in tensors.items():
            number, _, key = name.partition("/")
            state.setdefault(int(number), {})[key] = tensor
        parameters = [p for group in self.optimizer.param_groups for p in group["params"]]
        if not state.keys() <= set(range(len(parameters))):
            raise ValueError("moments of other parameters")
        for i, moments in state.items():
            for name, moment in moments.items():
                if name != "step" and moment.shape != parameters[i].shape:
                    raise ValueError(f"moments of parameter {i} have another shape")
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})
