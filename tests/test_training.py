"""Training: exact resumption, the schedule, early stop, what is kept, what stops it."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from seqattn import checkpoint, run_log
from seqattn.batches import EncodedCorpus, make_batch
from seqattn.corpus import open_corpus
from seqattn.errors import RunError, TrainingError, UsageError
from seqattn.models.seq2seq import Seq2Seq
from seqattn.preparation import prepare
from seqattn.reports import Progress, Sample, Started, Stopped, Validated, Watched
from seqattn.tokenizer import EOS
from seqattn.training import Trainer, train
from seqattn.translator import load
from seqattn.validation import Outcome, validate
from tests.tiny import copy_pairs, prepare_tiny, write_pairs


def bits(folder: Path, name: str = checkpoint.MODEL) -> dict[str, bytes]:
    """Every tensor of a file as bytes, so that equal means bit-equal."""
    tensors, _ = checkpoint.load_tensors(folder / name)
    return {key: tensor.numpy().tobytes() for key, tensor in tensors.items()}


def test_a_training_reports_its_start_its_validations_and_its_end(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), epochs=3)
    reports = list(train(prepared, tmp_path / "run"))
    assert isinstance(reports[0], Started)
    assert isinstance(reports[-1], Stopped)
    assert reports[-1].reason == "epochs"
    validations = [report for report in reports if isinstance(report, Validated)]
    assert [report.epoch for report in validations] == [1, 2, 3]
    assert validations[0].best
    progress = [report for report in reports if isinstance(report, Progress)]
    assert progress[-1].step == progress[-1].total_steps == reports[0].total_steps
    assert progress[-1].eta_seconds == 0


def test_no_more_time_is_left_than_the_minutes_allow(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), epochs=3000, max_minutes=0.05)
    progress = [
        report for report in train(prepared, tmp_path / "run") if isinstance(report, Progress)
    ]
    assert progress
    assert all(0 <= report.eta_seconds <= max(0, 3 - report.seconds) + 0.5 for report in progress)


def test_the_same_seed_gives_the_same_bits_and_another_seed_does_not(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    other = prepare_tiny(tmp_path, copy_pairs(60), seed=2)
    for name, data in (("a", prepared), ("b", prepared), ("c", other)):
        list(train(data, tmp_path / name))
    assert bits(tmp_path / "a") == bits(tmp_path / "b")
    assert bits(tmp_path / "a") != bits(tmp_path / "c")


def test_a_sentence_is_watched_after_each_validation_and_changes_not_a_bit(tmp_path):
    # Dropout, so that whoever draws a number in between would be noticed.
    prepared = prepare_tiny(tmp_path, copy_pairs(60), context_dropout=0.3, word_dropout=0.1)
    list(train(prepared, tmp_path / "plain"))
    reports = list(train(prepared, tmp_path / "watched", watch="a b c"))
    for name in (checkpoint.MODEL, checkpoint.STATE):
        assert bits(tmp_path / "watched", name) == bits(tmp_path / "plain", name)
    kinds = [type(report) for report in reports if isinstance(report, (Validated, Watched))]
    assert kinds == [Validated, Watched] * 3
    seen = [report for report in reports if isinstance(report, Watched)]
    best = max(seen, key=lambda report: (report.validated.bleu, -report.validated.loss))
    assert best.translation.alignment is not None
    kept = load(tmp_path / "watched").translate("a b c")  # the model kept is the one it saw
    assert best.translation.text == kept.text
    np.testing.assert_allclose(
        best.translation.alignment.weights, kept.alignment.weights, atol=1e-6
    )


@pytest.mark.parametrize(
    ("stop_after", "sampling"), [(1, 0.0), (7, 0.0), (12, 0.0), (7, 0.4)], ids=str
)
def test_interrupted_and_resumed_equals_never_stopped(tmp_path, stop_after, sampling):
    prepared = prepare_tiny(tmp_path, copy_pairs(80), subword_sampling=sampling)
    list(train(prepared, tmp_path / "whole"))
    calls = iter(range(10_000))
    stopped = list(train(prepared, tmp_path / "cut", should_stop=lambda: next(calls) >= stop_after))
    assert stopped[-1].reason == "interrupted"
    assert not checkpoint.is_finished(tmp_path / "cut")
    resumed = list(train(prepared, tmp_path / "cut", resume=True))
    assert resumed[0].resumed_at == stopped[-1].step > 0
    for name in (checkpoint.MODEL, checkpoint.STATE):
        assert bits(tmp_path / "cut", name) == bits(tmp_path / "whole", name)
    steps = [[r["step"] for r in run_log.read_log(tmp_path / n)] for n in ("cut", "whole")]
    assert steps[0] == steps[1]


def test_subword_sampling_shows_each_epoch_other_pieces_of_the_same_text(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(80), subword_sampling=0.4)
    trainer = Trainer(prepared, tmp_path / "run")
    epochs = [[trainer.epochs.corpus(epoch).pair(i) for i in range(80 - 8)] for epoch in (0, 1, 1)]
    assert epochs[0] != epochs[1] == epochs[2]
    decode = prepared.tokenizers.source.decode
    assert [decode(a) for a, _ in epochs[0]] == [decode(a) for a, _ in epochs[1]]


def test_killed_and_resumed_equals_never_stopped(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(80), epochs=4)
    list(train(prepared, tmp_path / "whole"))
    code = f"""
        import sys
        sys.path.insert(0, {str(Path(__file__).parents[1])!r})
        from pathlib import Path
        from seqattn import training
        from tests.tiny import copy_pairs, prepare_tiny
        training.SAVE_SECONDS = 0.02
        folder = Path({str(tmp_path)!r})
        prepared = prepare_tiny(folder, copy_pairs(80), epochs=4)
        for report in training.train(prepared, folder / "killed"):
            print("report", flush=True)
            import time; time.sleep(0.05)
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        for _ in range(4):  # until it is well within its work
            assert child.stdout.readline() == "report\n"
        time.sleep(0.02)
        os.kill(child.pid, signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    list(train(prepared, tmp_path / "killed", resume=True))
    for name in (checkpoint.MODEL, checkpoint.STATE):
        assert bits(tmp_path / "killed", name) == bits(tmp_path / "whole", name)


def test_resuming_a_finished_run_does_nothing_and_says_why(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    list(train(prepared, tmp_path / "run"))
    before = bits(tmp_path / "run")
    reports = list(train(prepared, tmp_path / "run", resume=True))
    assert [type(report) for report in reports] == [Started, Stopped]
    assert reports[-1].reason == "epochs"
    assert bits(tmp_path / "run") == before


@pytest.mark.parametrize(
    ("reason", "first", "then"),
    [
        ("epochs", {"epochs": 2}, {"epochs": 3}),
        ("early-stop", {"patience": 1, "epochs": 40, "learning_rate": 1e-8}, {"patience": 9}),
    ],
)
def test_a_finished_run_goes_on_when_it_is_given_more(tmp_path, reason, first, then):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), **first)
    stopped = list(train(prepared, tmp_path / "run"))[-1]
    assert stopped.reason == reason
    more = replace(prepared, config=prepared.config.with_values(then))
    assert list(train(more, tmp_path / "run", resume=True))[-1].step > stopped.step


def test_the_samples_shown_differ_although_steps_come_in_multiples(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(200))
    model = Trainer(prepared, tmp_path / "run").averaged
    target = prepared.tokenizers.target
    shown = {
        validate(model, prepared.dev, target, tokenize="none", sample=step).sample.source
        for step in range(0, 20 * len(prepared.dev), len(prepared.dev))
    }
    assert len(shown) > 10


def test_a_run_is_never_overwritten(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), epochs=1)
    list(train(prepared, tmp_path / "run"))
    with pytest.raises(RunError, match="already holds a run"):
        list(train(prepared, tmp_path / "run"))


def test_the_last_step_is_the_one_foretold_although_epochs_differ(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(100), epochs=6, validate_every=10_000_000)
    trainer = Trainer(prepared, tmp_path / "run")
    assert len(set(trainer.epochs.plan.steps)) > 1
    reports = list(train(prepared, tmp_path / "run"))
    assert reports[-1].step == reports[0].total_steps == sum(trainer.epochs.plan.steps)
    [validation] = [report for report in reports if isinstance(report, Validated)]
    assert validation.epoch == 6
    [*_, last] = [report for report in reports if isinstance(report, Progress)]
    assert last.learning_rate == 0


# ---- the heaviest batches come first -------------------------------------------------------------


def test_what_does_not_fit_into_memory_shows_before_there_is_a_folder(tmp_path, monkeypatch):
    prepared = prepare_tiny(tmp_path, copy_pairs(100))
    made = [Trainer(prepared, tmp_path / "run").epochs.batches(epoch) for epoch in range(3)]
    widths = [len(b) * prepared.train.target_lengths[b].max() for epoch in made for b in epoch]
    loss, tried = Seq2Seq.loss, []

    def with_little_memory(model, batch, **options):
        tried.append(len(batch) * batch.target_out.shape[1])
        if tried[-1] == max(widths):
            raise MemoryError
        return loss(model, batch, **options)

    monkeypatch.setattr(Seq2Seq, "loss", with_little_memory)
    with pytest.raises(MemoryError):
        next(train(prepared, tmp_path / "run"))
    assert tried
    assert not (tmp_path / "run").exists()


def test_the_rehearsal_teaches_nothing(tmp_path, monkeypatch):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    list(train(prepared, tmp_path / "with"))
    monkeypatch.setattr(Trainer, "rehearse", lambda trainer: None)
    list(train(prepared, tmp_path / "without"))
    for name in (checkpoint.MODEL, checkpoint.STATE):
        assert bits(tmp_path / "with", name) == bits(tmp_path / "without", name)


@pytest.mark.parametrize(
    "wrong",
    [{"score": "dot"}, {"tied_embeddings": "all"}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_settings_that_do_not_fit_each_other_leave_no_run_behind(tmp_path, wrong):
    fit = prepare_tiny(tmp_path, copy_pairs(60), vocabularies="separate")
    prepared = replace(fit, config=fit.config.with_values(wrong))  # what `prepare` would refuse
    with pytest.raises(UsageError):
        list(train(prepared, tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_a_run_killed_before_its_first_step_can_be_resumed(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), epochs=1)
    reports = train(prepared, tmp_path / "run")
    next(reports)
    reports.close()
    assert checkpoint.read_state_about(tmp_path / "run")["step"] == 0
    assert list(train(prepared, tmp_path / "run", resume=True))[-1].reason == "epochs"


def test_the_model_kept_is_the_best_one(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), epochs=20, learning_rate=0.0003)
    reports = list(train(prepared, tmp_path / "run"))
    validations = [report for report in reports if isinstance(report, Validated)]
    best = max(validations, key=lambda report: (report.bleu, -report.loss))
    _, about = checkpoint.load_tensors(tmp_path / "run" / checkpoint.MODEL)
    assert about["step"] == best.step == reports[-1].best_step


def test_a_training_goes_on_while_bleu_or_loss_gets_better_and_remembers_the_lowest(tmp_path):
    # BLEU and loss: both better; the loss alone, twice; BLEU alone; then neither, twice.
    told = [(5, 4.0), (4, 3.5), (3, 3.0), (6, 3.2), (5, 3.1), (5, 3.0), (9, 1.0)]
    prepared = prepare_tiny(tmp_path, copy_pairs(60), epochs=9, patience=2)
    for run, stops in (("run", (99,)), ("parts", (2, 99))):
        outcomes = iter(told)

        def judged(*_, outcomes=outcomes, **__):
            bleu, loss = next(outcomes)
            return Outcome(loss, float(bleu), Sample("a", "b", "c"), False)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("seqattn.training.validate", judged)
            for number, last in enumerate(stops):
                limited = prepared.config.with_values({"epochs": min(9, last)})
                begun = replace(prepared, config=limited)
                reports = list(train(begun, tmp_path / run, resume=number > 0))
        assert reports[-1].reason == "early-stop"
        assert reports[-1].best_bleu == 6
        assert checkpoint.read_state_about(tmp_path / run)["epoch"] == 6


def test_a_run_gone_on_with_on_a_shorter_text_than_it_was_begun_on_comes_to_its_end(tmp_path):
    long, short = copy_pairs(60), copy_pairs(60)[:12]
    begun = prepare_tiny(tmp_path, long, epochs=3)
    steps = len(Trainer(begun, tmp_path / "run").epochs.batches(0)) - 1  # the last batch is left
    list(train(begun, tmp_path / "run", should_stop=iter([False] * steps + [True] * 9).__next__))
    assert checkpoint.read_state_about(tmp_path / "run")["batch"] > 1
    text = open_corpus([write_pairs(tmp_path, short, "short.tsv")])
    shorter = prepare(text, None, begun.config, {}, tokenizers=begun.tokenizers)
    assert len(Trainer(shorter, tmp_path / "run").epochs.batches(0)) <= steps
    reports = list(train(shorter, tmp_path / "run", resume=True))
    assert reports[-1].reason == "epochs"


def test_what_the_minutes_were_spent_on_is_scored_and_kept(tmp_path, monkeypatch):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), validate_every=5)
    over = "max-minutes"
    monkeypatch.setattr(
        Trainer, "_own_stop_reason", lambda self: over if self.position.step >= 7 else None
    )
    *_, scored, stopped = train(prepared, tmp_path / "run")
    assert stopped.reason == over
    assert isinstance(scored, Validated)
    assert scored.step == 7
    assert (tmp_path / "run" / checkpoint.MODEL).exists()


def test_max_minutes_stops_with_its_name_and_can_go_on(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), max_minutes=1e-6)
    reports = list(train(prepared, tmp_path / "run"))
    assert reports[-1].reason == "max-minutes"
    unlimited = replace(prepared, config=prepared.config.with_values({"max_minutes": 0.0}))
    reports = list(train(unlimited, tmp_path / "run", resume=True))
    assert reports[-1].reason == "epochs"


def test_a_loss_that_is_not_finite_stops_and_leaves_the_last_good_state(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    list(train(prepared, tmp_path / "run", should_stop=iter([False] * 9 + [True] * 9).__next__))
    before = bits(tmp_path / "run", checkpoint.STATE)
    trainer = Trainer(prepared, tmp_path / "run")
    trainer.load()
    with torch.no_grad():
        trainer.learner.parameters[0][5] = float("nan")
    with pytest.raises(TrainingError, match="no longer finite"):
        list(trainer.run())
    assert bits(tmp_path / "run", checkpoint.STATE) == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda tensors, about: about.update(speed=3),
        lambda tensors, about: tensors.update({"optimizer/0/exp_avg": torch.zeros(2, 3)}),
        lambda tensors, about: tensors.update({"optimizer/x/exp_avg": torch.zeros(2, 3)}),
        lambda tensors, about: tensors.update({"optimizer/99/exp_avg": torch.zeros(2, 3)}),
        lambda tensors, about: tensors.pop("model/output.bias"),
        lambda tensors, about: tensors.update({"average/output.bias": torch.zeros(2, 3)}),
    ],
    ids=["position", "shape", "number", "parameter", "weight", "average"],
)
def test_a_state_that_does_not_fit_is_refused_in_words(tmp_path, damage):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    list(train(prepared, tmp_path / "run", should_stop=iter([False] * 9 + [True] * 9).__next__))
    path = tmp_path / "run" / checkpoint.STATE
    tensors, about = checkpoint.load_tensors(path)
    damage(tensors, about)
    checkpoint.save_tensors(path, tensors, about)
    with pytest.raises(RunError, match=checkpoint.STATE):
        list(train(prepared, tmp_path / "run", resume=True))


def test_the_loss_counts_real_target_tokens_only(tmp_path):
    # One batch, the same pairs padded by a longer companion whose loss is known by itself.
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    trainer = Trainer(prepared, tmp_path / "run")
    model = trainer.learner.model.eval()
    lengths = prepared.train.target_lengths
    order = [int(lengths.argmin()), int(lengths.argmax())]
    alone = [model.loss(make_batch(prepared.train, [i]), label_smoothing=0.1) for i in order]
    together = model.loss(make_batch(prepared.train, order), label_smoothing=0.1)
    torch.testing.assert_close(together, sum(alone), rtol=1e-5, atol=1e-5)
    assert make_batch(prepared.train, order).target_tokens == int(lengths[order].sum())


def test_the_log_has_a_line_a_validation_that_any_reader_of_json_takes(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    list(train(prepared, tmp_path / "run"))
    lines = (tmp_path / "run" / run_log.LOG).read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) == 3
    assert {"step", "epoch", "loss", "bleu", "best", "sample", "seconds"} <= records[0].keys()


def test_validation_tells_when_all_translations_are_equal(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    model = Trainer(prepared, tmp_path / "run").averaged
    target = prepared.tokenizers.target

    def all_equal() -> bool:
        return validate(model, prepared.dev, target, tokenize="none", sample=0).all_equal

    with torch.no_grad():
        model.output.bias[EOS] = 1e4  # the end, whatever the source
    assert all_equal()
    with torch.no_grad():
        model.output.bias[EOS] = -1e4  # never the end: the limit by source length cuts
    assert not all_equal()


def test_validation_runs_free_what_it_says_does_not_depend_on_the_references(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), copy_pairs(20, seed=5))
    model = Trainer(prepared, tmp_path / "run").averaged
    dev, target = prepared.dev, prepared.tokenizers.target
    pairs = [dev.encoded.pair(i) for i in range(len(dev))]
    turned = [(source, pairs[i - 1][1]) for i, (source, _) in enumerate(pairs)]
    other = replace(dev, encoded=EncodedCorpus.build(turned))
    found = {}
    for name, texts in (("own", dev), ("other", other)):
        outcomes = [validate(model, texts, target, tokenize="none", sample=i) for i in range(40)]
        found[name] = {(each.sample.source, each.sample.output) for each in outcomes}
        found[f"{name} loss"] = outcomes[0].loss
    assert len({output for _, output in found["own"]}) > 1
    assert found["own"] == found["other"]
    assert found["own loss"] != found["other loss"]  # which is forced


def test_one_pair_overfitted_comes_back_exactly(tmp_path):
    pair = ("the old man reads a book .", "der alte mann liest ein buch .")
    prepared = prepare_tiny(
        tmp_path, [pair], [pair], epochs=150, vocab_size=60, learning_rate=0.01,
        validate_every=50, embedding_dropout=0.0, context_dropout=0.0, output_dropout=0.0,
        word_dropout=0.0, label_smoothing=0.0,
    )  # fmt: skip
    reports = list(train(prepared, tmp_path / "run"))
    validations = [report for report in reports if isinstance(report, Validated)]
    assert validations[-1].sample.output == pair[1]


def test_the_pairs_file_helper_writes_what_it_is_given(tmp_path):
    assert write_pairs(tmp_path, [("a", "b")]).read_text() == "a\tb\n"
