"""One step of teacher forcing: what a batch changes in a model, its average and its optimiser.

The decoder is fed the reference shifted by one, the loss is the cross entropy in nats per real
target token, gradients are clipped, Adam (Kingma and Ba 2015) takes a step, and a running average
of the weights (Polyak and Juditsky 1992) follows.

What a step draws is a function of the seed and the step (`seed_step`), its rate a function of the
step (`learning_rate`): nothing is remembered between steps but weights, average and moments. Which
batches there are, and when to validate, save and stop, is the work of `training`.
"""

import copy
import math
from collections.abc import Iterable

import torch
from torch import Tensor, nn

from seqattn.batches import Batch
from seqattn.config import TrainingConfig
from seqattn.devices import resolve_device
from seqattn.errors import TrainingError
from seqattn.models.seq2seq import Seq2Seq
from seqattn.processes import Processes
from seqattn.recurrence import choose_precision, set_precision


class Learner:
    """A model that is being trained.

    Args:
        model: with the weights to begin with; it is moved to the device of the settings.
        settings: seed, rate, clipping, averaging, smoothing, device and precision.
        total_steps: steps until the last epoch ends, where the rate comes down to 0.
        processes: those that train the same model, each on a share of every batch.

    Attributes:
        model: the weights as they are trained.
        averaged: their running average, in float32.
        parameters: those of `model`, shared ones once.
        optimizer: Adam over `parameters`.
        device: where all of it lies.
    """

    def __init__(
        self, model: Seq2Seq, settings: TrainingConfig, total_steps: int, processes: Processes
    ) -> None:
        self.settings, self.total_steps, self.processes = settings, total_steps, processes
        self.device = resolve_device(settings.device)
        self.model = model.to(self.device)
        # It validates in float32, as it translates. `to` lays the weights of a GRU side by side
        # again, as CUDA wants them: the copy has lost that.
        self.averaged = copy.deepcopy(self.model).to(self.device).eval()
        set_precision(self.model, choose_precision(settings.precision, self.device))
        self.parameters = list(self.model.parameters())
        self.optimizer = torch.optim.Adam(
            self.parameters,
            lr=0.0,
            betas=(0.9, 0.98),
            eps=1e-9,
            fused=self.device.type != "mps",  # older PyTorch has none there
        )

    def rehearse(self, batches: Iterable[Batch]) -> None:
        """Take batches forward and back, and learn nothing from them.

        What does not fit into memory shows here.
        """
        # Adam's two moments, which all steps but the first find there, are stood in for.
        moments = [torch.zeros_like(p) for p in self.parameters for _ in range(2)]
        self.model.train()
        for batch in batches:
            self._summed_loss(batch).backward()  # type: ignore[no-untyped-call]
            self.optimizer.zero_grad(set_to_none=True)
        del moments

    def step(self, number: int, batch: Batch | None, target_tokens: int) -> float:
        """One step of the optimiser and of the average.

        Args:
            number: of this step; 1 is the first of the training.
            batch: a batch, or this process's share of it; None where nothing is left for it.
            target_tokens: real target tokens of the whole batch.

        Returns:
            the loss of the whole batch, nats per real target token, smoothing included.

        Raises:
            TrainingError: the loss or a gradient is no longer finite; no weight has changed.
        """
        seed_step(self.settings.seed, number, self.processes.rank)
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        loss = torch.zeros((), device=self.device)
        if batch is not None:
            loss = self._summed_loss(batch) / target_tokens
            loss.backward()  # type: ignore[no-untyped-call]
        loss = self.processes.add_up(self.parameters, loss.detach())
        norm = nn.utils.clip_grad_norm_(self.parameters, self.settings.clip_norm)
        if not (math.isfinite(loss.item()) and math.isfinite(norm.item())):
            raise TrainingError(
                f"The loss is no longer finite at step {number}.",
                hint="Lower --learning-rate or --clip-norm; --resume goes on from the saved state.",
            )
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(number, self.total_steps, self.settings)
        self.optimizer.step()
        self._average(number)
        return loss.item()

    def _summed_loss(self, batch: Batch) -> Tensor:
        """() float, nats summed over the real target tokens."""
        return self.model.loss(batch.to(self.device), label_smoothing=self.settings.label_smoothing)

    @torch.no_grad()
    def _average(self, step: int) -> None:
        """Move the running average towards the weights; early on it forgets faster."""
        decay = min(self.settings.averaging, (1 + step) / (10 + step))
        average: list[Tensor] = list(self.averaged.parameters())
        torch._foreach_lerp_(average, list[Tensor](self.parameters), 1 - decay)


def learning_rate(step: int, total_steps: int, config: TrainingConfig) -> float:
    """Adam's step size at `step` (1 is the first): a linear rise, then a linear fall to 0.

    A corpus so small that the warm-up would take over a fifth of all steps warms up in a fifth.

    >>> config = TrainingConfig(learning_rate=1.0, warmup_steps=10)
    >>> [learning_rate(step, 110, config) for step in (1, 10, 60, 110)]
    [0.1, 1.0, 0.5, 0.0]
    """
    warmup = min(config.warmup_steps, total_steps // 5)
    if step <= warmup:
        return config.learning_rate * step / warmup
    return config.learning_rate * max(0, total_steps - step) / max(1, total_steps - warmup)


def seed_step(seed: int, step: int, rank: int = 0) -> None:
    """Make what a step draws (dropout) a function of seed, step and process alone.

    They are spread over 64 bits by odd multipliers (Knuth's, and 2^64 over the golden ratio), so
    that (1, 2) and (2, 1) differ.
    """
    torch.manual_seed((seed * 6364136223846793005 + step + rank * 0x9E3779B97F4A7C15) % 2**63)
