"""One step of training: its rate, what it draws, what it changes and what it refuses to."""

import pytest
import torch

from seqattn.batches import make_batch
from seqattn.config import TrainingConfig
from seqattn.errors import TrainingError
from seqattn.learner import Learner, learning_rate, seed_step
from seqattn.training import Trainer
from tests.tiny import copy_pairs, prepare_tiny


def learner_and_batch(tmp_path, **settings):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), **settings)
    return Trainer(prepared, tmp_path / "run").learner, make_batch(prepared.train, [0, 1, 2])


def copies(learner: Learner, of: str) -> list[torch.Tensor]:
    return [p.detach().clone() for p in getattr(learner, of).parameters()]


def test_the_learning_rate_rises_and_falls_by_the_formula():
    config = TrainingConfig(learning_rate=0.5, warmup_steps=7)
    rates = [learning_rate(step, 50, config) for step in range(1, 51)]
    assert rates[:7] == pytest.approx([0.5 * step / 7 for step in range(1, 8)])
    assert rates[7:] == pytest.approx([0.5 * (50 - step) / 43 for step in range(8, 51)])
    assert learning_rate(60, 50, config) == 0  # a resumed run beyond the plan


def test_the_average_follows_the_weights_by_the_formula(tmp_path):
    learner, batch = learner_and_batch(tmp_path, averaging=0.25)
    average = copies(learner, "averaged")
    for number in (1, 2, 3, 4):  # (1 + n) / (10 + n) is less than 0.25 up to step 1
        learner.step(number, batch, batch.target_tokens)
        decay = min(0.25, (1 + number) / (10 + number))
        weights = copies(learner, "model")
        average = [decay * a + (1 - decay) * w for a, w in zip(average, weights, strict=True)]
        torch.testing.assert_close(copies(learner, "averaged"), average)


def test_a_step_goes_down_the_loss_of_a_real_target_token_however_much_is_padded(tmp_path):
    still = {f"{part}_dropout": 0.0 for part in ("embedding", "context", "output", "word")}
    learner, _ = learner_and_batch(tmp_path, clip_norm=1e6, label_smoothing=0.0, **still)
    corpus = prepare_tiny(tmp_path, copy_pairs(60)).train
    short, long = int(corpus.target_lengths.argmin()), int(corpus.target_lengths.argmax())
    batch = make_batch(corpus, [short, long])
    real = int(corpus.target_lengths[[short, long]].sum())
    assert real < batch.target_out.numel()  # so the mean over all places would be another
    learner.model.train()
    losses = [learner.model.loss(make_batch(corpus, [i])) for i in (short, long)]
    expected = torch.autograd.grad(sum(losses) / real, learner.parameters)
    loss = learner.step(1, batch, batch.target_tokens)
    assert loss == pytest.approx(sum(losses).item() / real, rel=1e-5)
    for parameter, gradient in zip(learner.parameters, expected, strict=True):
        torch.testing.assert_close(parameter.grad, gradient, rtol=1e-3, atol=1e-5)


def test_a_longer_gradient_is_scaled_down_to_the_longest_one(tmp_path):
    for clip in (0.01, 1e6):
        learner, batch = learner_and_batch(tmp_path, clip_norm=clip)
        learner.step(1, batch, batch.target_tokens)
        squares = [float(p.grad.square().sum()) for p in learner.parameters if p.grad is not None]
        if clip < 1:
            assert sum(squares) ** 0.5 == pytest.approx(clip, rel=1e-3)
        else:
            assert sum(squares) ** 0.5 > 0.02


def test_a_step_that_is_not_finite_changes_no_weight(tmp_path):
    learner, batch = learner_and_batch(tmp_path)
    before = copies(learner, "model"), copies(learner, "averaged")
    with torch.no_grad():
        bias = learner.model.output.bias
        kept, bias[5] = bias[5].item(), float("nan")
    with pytest.raises(TrainingError, match="no longer finite at step 7") as caught:
        learner.step(7, batch, batch.target_tokens)
    assert "Lower --learning-rate" in caught.value.hint
    with torch.no_grad():
        bias[5] = kept
    after = copies(learner, "model"), copies(learner, "averaged")
    torch.testing.assert_close(after, before, rtol=0, atol=0)


def test_a_step_draws_by_its_seed_its_number_and_its_process_alone():
    def drawn(*which: int) -> float:
        torch.rand(3)  # whatever was drawn before
        seed_step(*which)
        return torch.rand(()).item()

    assert drawn(1, 2, 3) == drawn(1, 2, 3)
    assert len({drawn(*which) for which in ((1, 2), (2, 1), (1, 2, 1), (1, 3), (2, 2))}) == 5
