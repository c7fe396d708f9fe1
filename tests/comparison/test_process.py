"""A training in a process of its own: the same bits, stopped when asked, its end noticed."""

import multiprocessing
from pathlib import Path

import pytest
import torch

from seqattn import checkpoint
from seqattn.comparison.process import Training, Translated, peak_memory, train_apart, train_here
from seqattn.errors import TrainingError, UsageError
from seqattn.reports import Started, Stopped, Validated
from tests.tiny import copy_pairs, prepare_tiny

SOURCES = ["a b c", "h e"]


def training(folder: Path, name: str, **given) -> Training:
    """A training of the tiny corpus in `folder`."""
    prepared = prepare_tiny(folder, copy_pairs(60), **{"epochs": 8, "patience": 1000, **given})
    prepared.tokenizers.save(folder)
    return Training(
        config=prepared.config,
        train=prepared.train,
        dev=prepared.dev,
        tokenize=prepared.tokenize,
        info=prepared.info,
        sources=SOURCES,
        tokenizers=folder,
        folder=folder / name,
    )


def never() -> bool:
    return False


def files(folder: Path) -> list[dict[str, bytes]]:
    """Every tensor of the model and of the state as bytes."""
    loaded = [checkpoint.load_tensors(folder / f)[0] for f in (checkpoint.MODEL, checkpoint.STATE)]
    return [{k: t.numpy().tobytes() for k, t in tensors.items()} for tensors in loaded]


def test_apart_and_here_are_bit_equal_also_when_stopped_between(tmp_path):
    here = list(train_here(training(tmp_path, "here"), never))
    seen = []
    for report in train_apart(
        training(tmp_path, "apart"), lambda: any(isinstance(r, Validated) for r in seen)
    ):
        seen.append(report)
    assert isinstance(seen[0], Started)
    assert isinstance(seen[-1], Stopped)
    assert seen[-1].reason == "interrupted"
    assert 0 < seen[-1].step < here[0].total_steps

    went_on = list(train_apart(training(tmp_path, "apart"), never))
    assert went_on[0].resumed_at == seen[-1].step
    assert files(tmp_path / "apart") == files(tmp_path / "here")
    assert isinstance(went_on[-1], Translated)
    assert went_on[-1].outputs == here[-1].outputs
    assert len(here[-1].outputs) == len(SOURCES)
    if peak_memory() is not None:
        most, first = went_on[-1].peak_memory, went_on[-1].first_memory
        assert 50_000_000 < first <= most < 4_000_000_000
    assert here[-1].peak_memory is None  # in a process that did other things it says nothing


def test_a_mistake_of_the_user_comes_back_with_its_hint(tmp_path):
    device = next(d for d in ("mps", "cuda") if not getattr(torch, d).is_available())
    with pytest.raises(UsageError, match=f"--device {device}") as caught:
        list(train_apart(training(tmp_path, "run", device=device), never))
    assert "--device auto" in caught.value.hint


def test_a_process_ended_from_outside_is_told_with_what_may_help(tmp_path):
    reports = train_apart(training(tmp_path, "run", epochs=100_000), never)
    next(reports)
    (child,) = multiprocessing.active_children()
    child.kill()
    with pytest.raises(TrainingError, match=r"trained run ended with exit code -?\d") as caught:
        list(reports)
    assert "--resume" in caught.value.hint


def test_a_wish_to_stop_that_comes_too_late_is_told_as_the_end_it_is(tmp_path):
    # The other end is gone: sending fails, which must not pass for a reader who left.
    def killed_first() -> bool:
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        return True

    with pytest.raises(TrainingError, match="trained run ended"):
        list(train_apart(training(tmp_path, "run", epochs=100_000), killed_first))


def test_whoever_stops_reading_ends_the_process(tmp_path):
    reports = train_apart(training(tmp_path, "run", epochs=100_000), never)
    next(reports)
    assert multiprocessing.active_children()
    reports.close()
    assert not multiprocessing.active_children()
