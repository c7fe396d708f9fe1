"""The loop that trains a run: epochs, validation, what is kept. It yields reports, prints nothing.

What one batch changes is the work of a `Learner`. Its running average of the weights is what
validation scores and what is kept.

Resuming is exact. Whatever is drawn by chance is a function of the seed and the step (`learner`) or
of the seed and the epoch (`epochs`), the schedule is a function of the step, and the state on disk
holds weights, average, optimiser and position: a run that was killed and resumed ends with the same
bits as one that never stopped.

Under `torchrun` every process runs this loop on its share of each batch (`seqattn.processes`).
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path

import torch
from torch import Tensor

from seqattn import checkpoint, run_log
from seqattn.batches import Batch, make_batch
from seqattn.config import Config
from seqattn.devices import resolve_device
from seqattn.epochs import Epochs
from seqattn.errors import TrainingError
from seqattn.learner import Learner
from seqattn.models.seq2seq import Seq2Seq
from seqattn.preparation import Prepared, fingerprint
from seqattn.processes import Processes, meet
from seqattn.recurrence import choose_precision
from seqattn.reports import Clock, Progress, Report, Started, Stopped, Validated, Watched
from seqattn.training_state import Position, TrainingState
from seqattn.translator import Translator
from seqattn.validation import validate

SAVE_SECONDS = 120.0
"""Longest time between two saves of the resumable state."""

REPORT_SECONDS = 0.5
"""Shortest time between two `Progress` reports."""

VALIDATE_STEPS = 2000
"""Steps after which a long epoch is interrupted for a validation."""


def train(
    prepared: Prepared,
    folder: Path,
    *,
    resume: bool = False,
    should_stop: Callable[[], bool] = lambda: False,
    watch: str | None = None,
    weights: Mapping[str, Tensor] | None = None,
) -> Iterator[Report]:
    """Train a run to its end, yielding what happens; of several processes the first one yields.

    Args:
        prepared: data, tokenizers and settings.
        folder: the run folder; made here, or with `resume` the one to go on with.
        resume: go on from the saved state; the settings of `prepared` count.
        should_stop: asked after every step; True saves and ends with the reason `interrupted`.
        watch: a source sentence to be translated after each validation.
        weights: what a new training begins with, such as a `StartingPoint`'s; without them they
            are drawn by the seed.

    Raises:
        TrainingError: the loss or a gradient is no longer finite; the best model and the last
            saved state stay as they are. Or several processes have not read the same text.
        RunError: the folder holds a run already, has nothing to resume, or cannot be written.
    """
    prepared = replace(prepared, config=_with_precision(prepared.config))
    processes = meet(resolve_device(prepared.config.training.device).type)
    _require_same_text(prepared, processes)
    # What the trainer refuses leaves no folder.
    trainer = Trainer(prepared, folder, should_stop, watch, weights, processes)
    trainer.rehearse()
    if processes.is_first:
        yield from _trained(trainer, resume=resume)
    else:
        if resume:
            trainer.load()
        for _ in trainer.run():
            pass


def _trained(trainer: "Trainer", *, resume: bool) -> Iterator[Report]:
    """Train in the run folder, which is this process's alone."""
    prepared, folder = trainer.prepared, trainer.folder
    describe = (folder, prepared.config, prepared.tokenizers, prepared.info)
    if not resume:
        checkpoint.make_folder(folder)
    with checkpoint.locked(folder):
        if resume:
            trainer.load()
            checkpoint.write_config(*describe)
        else:
            checkpoint.create_run(*describe, save_state=trainer.save)
        yield from trainer.run()


def _require_same_text(prepared: Prepared, processes: Processes) -> None:
    """Refuse processes that would train on different pieces; all of them together."""
    if not processes.agree(lambda: fingerprint(prepared.train)):
        raise TrainingError(
            "The processes have not read the same text.",
            hint="Give every machine the same files and the same version of seqattn.",
        )


def _with_precision(config: Config) -> Config:
    """The settings with `--precision auto` decided, so that resuming elsewhere keeps to it."""
    settings = config.training
    precision = choose_precision(settings.precision, resolve_device(settings.device))
    return config.with_values({"precision": str(precision).removeprefix("torch.")})


def _new_model(prepared: Prepared, folder: Path, weights: Mapping[str, Tensor] | None) -> Seq2Seq:
    """A model as the seed draws it, or with the given weights; `folder` is named if they misfit."""
    torch.manual_seed(prepared.config.training.seed)
    model = checkpoint.build_model(prepared.config, prepared.tokenizers)
    if weights is not None:
        checkpoint.put_tensors(model, weights, folder)
    return model


class Trainer:
    """One training in progress: its learner, its position, its run folder.

    Args:
        prepared: data, tokenizers and settings, the precision decided.
        folder: the run folder, which `save` and a validation write into.
        should_stop: asked after every step.
        watch: a source sentence to be translated after each validation.
        weights: what a new training begins with; without them they are drawn by the seed.
        processes: those that train together; without them, this one alone.
    """

    def __init__(
        self,
        prepared: Prepared,
        folder: Path,
        should_stop: Callable[[], bool] = lambda: False,
        watch: str | None = None,
        weights: Mapping[str, Tensor] | None = None,
        processes: Processes | None = None,
    ) -> None:
        self.prepared, self.folder, self.should_stop = prepared, folder, should_stop
        self.watch, self.processes = watch, processes or Processes()
        self.config = prepared.config
        self.position = Position()
        self.epochs = Epochs(prepared.train, prepared.tokenizers, self.config.training)
        self.learner = Learner(
            _new_model(prepared, folder, weights),
            self.config.training,
            sum(self.epochs.plan.steps),
            self.processes,
        )
        self.averaged = self.learner.averaged
        self.began = self.saved = time.monotonic()

    def rehearse(self) -> None:
        """Try the heaviest batches, so that too little memory shows now and not hours later."""
        corpus = self.epochs.corpus(0)
        shares = [self.processes.share(indices) for indices in self.epochs.plan.heaviest]
        self.learner.rehearse(make_batch(corpus, own) for own in shares if len(own))

    def run(self) -> Iterator[Report]:
        """Go on from the position to the end."""
        position = self.position
        clock = Clock(position.step)
        yield self._started()
        while not (position.finished or self._stop_reason()):
            if position.epoch >= self.config.training.epochs:
                position.finished = "epochs"
                break
            yield from self._epoch(clock)
        if self._stop_reason() == "max-minutes" and position.validated < position.step:
            yield from self._validated(clock)  # what the time was spent on is scored and kept
        self.save()
        yield self._stopped()

    def _epoch(self, clock: Clock) -> Iterator[Report]:
        """The batches of the current epoch that are still to be done."""
        position = self.position
        corpus = self.epochs.corpus(position.epoch)
        batches = self.epochs.batches(position.epoch)
        if position.batch >= len(batches):  # gone on with on a shorter text than it was begun on
            position.epoch, position.batch = position.epoch + 1, 0
            return
        for indices in batches[position.batch :]:
            tokens = int(corpus.target_lengths[indices].sum())
            own = self.processes.share(indices)
            batch = make_batch(corpus, own) if len(own) else None
            clock.add(tokens, self.train_step(batch, tokens))
            position.batch += 1
            if position.batch == len(batches):
                position.epoch, position.batch = position.epoch + 1, 0
            if clock.since_report() >= REPORT_SECONDS or self._validation_due():
                yield self._progress(clock)
            if self._validation_due():
                yield from self._validated(clock)
            if time.monotonic() - self.saved >= SAVE_SECONDS:
                self.save()
            if position.finished or self._stop_reason():
                return

    def train_step(self, batch: Batch | None, target_tokens: int | None = None) -> float:
        """Take the next step with a batch; returns the loss in nats per real target token.

        Args:
            batch: a batch, or this process's share of it; None where nothing is left for it.
            target_tokens: real target tokens of the whole batch; without it, those of `batch`.
        """
        if target_tokens is None:
            assert batch is not None, "a share of nothing cannot tell how large the batch is"
            target_tokens = batch.target_tokens
        loss = self.learner.step(self.position.step + 1, batch, target_tokens)
        self.position.step += 1
        return loss

    def _validation_due(self) -> bool:
        settings, position = self.config.training, self.position
        if position.epoch >= settings.epochs:
            return True
        if settings.validate_every:
            return position.step % settings.validate_every == 0
        return position.batch % VALIDATE_STEPS == 0  # 0 at an epoch's end too

    def _validated(self, clock: Clock) -> Iterator[Report]:
        """Validate, and translate the sentence that is watched."""
        report = self._validate(clock)
        yield report
        if self.watch is not None and self.processes.is_first:
            translator = Translator(self.averaged, self.prepared.tokenizers, self.config)
            yield Watched(report, translator.translate(self.watch))
        clock.restart()

    def _validate(self, clock: Clock) -> Validated:
        """Score the average, keep it if it is the best, and save."""
        position, prepared = self.position, self.prepared
        outcome = self.processes.first(
            lambda: validate(
                self.averaged,
                prepared.dev,
                prepared.tokenizers.target,
                tokenize=prepared.tokenize,
                sample=position.step,
            )
        )
        position.validated = position.step
        best = (outcome.bleu, -outcome.loss) > (position.best_bleu, -position.best_loss)
        if best:
            position.best_bleu, position.best_loss = outcome.bleu, outcome.loss
            position.best_step = position.step
            self._keep()
        # On little text BLEU stands still by chance for long while the loss still falls, and rises
        # again when the loss does not: either says that there is more to learn.
        is_better = best or outcome.loss < position.lowest_loss
        position.lowest_loss = min(position.lowest_loss, outcome.loss)
        position.worse = 0 if is_better else position.worse + 1
        if position.worse >= self.config.training.patience:
            position.finished = "early-stop"
        report = Validated(
            step=position.step,
            epoch=position.epoch
            + (position.batch and position.batch / self.epochs.plan.steps[position.epoch]),
            best=best,
            tokens_per_second=clock.tokens_per_second(),
            seconds=self._seconds(),
            **{f.name: getattr(outcome, f.name) for f in fields(outcome)},
        )
        if self.processes.is_first:
            run_log.append_log(self.folder, asdict(report))
        self.save()
        return report

    # ---- what is written ------------------------------------------------------------------------

    def _keep(self) -> None:
        """Write the average as the run's model."""
        if not self.processes.is_first:
            return
        position = self.position
        about = {"step": position.step, "bleu": position.best_bleu, "loss": position.best_loss}
        tensors = checkpoint.unique_tensors(self.averaged)
        checkpoint.save_tensors(self.folder / checkpoint.MODEL, tensors, about)

    def save(self) -> None:
        """Write the resumable state."""
        if self.processes.is_first:
            position = replace(self.position, seconds=self._seconds())
            self._saved_state().write(self.folder, position)
        self.saved = time.monotonic()

    def load(self) -> None:
        """Take up the saved state.

        Raises:
            RunError: there is none, or it does not fit the settings.
        """
        self.position = self._saved_state().read(self.folder)
        self.position.finished = self.position.ended_by(self.config.training)
        if self.processes.is_first:
            run_log.cut_log(self.folder, self.position.step)
        self.began = self.saved = time.monotonic()

    def _saved_state(self) -> TrainingState:
        return TrainingState(self.learner.model, self.averaged, self.learner.optimizer)

    # ---- what is reported -----------------------------------------------------------------------

    def _started(self) -> Started:
        return Started(
            config=self.config,
            folder=self.folder,
            parameters=sum(p.numel() for p in self.learner.parameters),
            pairs=len(self.prepared.train),
            dev_pairs=len(self.prepared.dev),
            batches_per_epoch=self.epochs.plan.steps[0],
            total_steps=self.learner.total_steps,
            device=str(self.learner.device) + self._company(),
            precision=self.config.training.precision,
            resumed_at=self.position.step,
        )

    def _company(self) -> str:
        """How many processes there are, if there are several."""
        count = self.processes.count
        return f", {count} processes" if count > 1 else ""

    def _progress(self, clock: Clock) -> Progress:
        position = self.position
        total_steps = self.learner.total_steps
        left = max(0, total_steps - position.step)
        here = time.monotonic() - self.began
        eta = left * here / (position.step - clock.first_step)
        limit = self.config.training.max_minutes * 60
        return Progress(
            step=position.step,
            total_steps=total_steps,
            epoch=position.epoch + (position.batch > 0),
            epochs=self.config.training.epochs,
            learning_rate=self.learner.optimizer.param_groups[0]["lr"],
            seconds=self._seconds(),
            eta_seconds=min(eta, max(0.0, limit - self._seconds())) if limit else eta,
            tokens_per_second=clock.tokens_per_second(),
            loss=clock.take_loss(),
        )

    def _stopped(self) -> Stopped:
        position = self.position
        return Stopped(
            reason=position.finished or self._stop_reason(),
            step=position.step,
            best_bleu=position.best_bleu if position.best_step else None,
            best_step=position.best_step,
            folder=self.folder,
            seconds=self._seconds(),
        )

    def _stop_reason(self) -> str:
        """Why to stop here although there is more to do; empty to go on."""
        return self.processes.first(self._own_stop_reason)

    def _own_stop_reason(self) -> str:
        limit = self.config.training.max_minutes
        if limit and self._seconds() >= limit * 60:
            return "max-minutes"
        return "interrupted" if self.should_stop() else ""

    def _seconds(self) -> float:
        return self.position.seconds + time.monotonic() - self.began
