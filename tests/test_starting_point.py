"""A training that starts from a run: what it keeps, what begins anew, what it refuses."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from seqattn import checkpoint
from seqattn.batches import make_batch
from seqattn.config import Config
from seqattn.corpus import open_corpus
from seqattn.errors import RunError, UsageError
from seqattn.starting_point import StartingPoint, unknown_share
from seqattn.training import Trainer, train
from tests.test_training import bits
from tests.tiny import copy_pairs, prepare_tiny, write_pairs

STILL = {"embedding_dropout": 0.0, "context_dropout": 0.0, "output_dropout": 0.0,
         "word_dropout": 0.0, "label_smoothing": 0.0}  # fmt: skip
SHORT = {"epochs": 2, "validate_every": 0, "batch_tokens": 120, "device": "cpu",
         "precision": "float32", "tokenize": "none", "warmup_steps": 4, **STILL}  # fmt: skip
NEW_WORDS = "abcdefgh"


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old")
    settings = {"decoder_self_attention": True, "summary": "attention-fixed", "epochs": 1}
    list(train(prepare_tiny(folder, copy_pairs(60), max_length=44, **settings), folder / "run"))
    return folder / "run"


def prepared_from(old: Path, folder: Path, words: str = NEW_WORDS, **given: object):
    start = StartingPoint.load(old)
    corpus = open_corpus([write_pairs(folder, copy_pairs(50, words=words, seed=7))])
    return start, start.prepare(corpus, None, {**SHORT, **given})


def test_the_first_loss_is_that_of_the_old_model_on_the_same_batch(old, tmp_path):
    start, prepared = prepared_from(old, tmp_path)
    batch = make_batch(prepared.train, [0, 3, 4])
    model = checkpoint.load_run(old).model
    with torch.inference_mode():
        expected = model.loss(batch).item() / batch.target_tokens
    loss = Trainer(prepared, tmp_path / "new", weights=start.weights).train_step(batch)
    assert loss == pytest.approx(expected, abs=1e-6)
    from_nothing = Trainer(prepared, tmp_path / "new").train_step(batch)
    assert abs(from_nothing - expected) > 0.01


def test_pieces_mechanisms_and_sizes_stay_and_the_schedule_is_that_of_the_new_corpus(old, tmp_path):
    start = StartingPoint.load(old)
    corpus = open_corpus([write_pairs(tmp_path, copy_pairs(50, seed=7))])
    prepared = start.prepare(corpus, None, {"patience": 3})
    assert prepared.config.model == start.config.model
    assert prepared.config.tokenizer == start.config.tokenizer
    assert prepared.config.data == start.config.data
    assert prepared.config.data.max_length == 44
    anew = Config().sized(50, {}).training
    assert prepared.config.training == replace(anew, patience=3)
    assert prepared.tokenizers.source.fingerprint == start.tokenizers.source.fingerprint


def test_it_stopped_and_resumed_equals_never_stopped(old, tmp_path):
    start, prepared = prepared_from(old, tmp_path, epochs=3, word_dropout=0.2)
    list(train(prepared, tmp_path / "whole", weights=start.weights))
    calls = iter(range(10_000))
    cut = train(
        prepared,
        tmp_path / "cut",
        should_stop=lambda: next(calls) >= 5,
        weights=start.weights,
    )
    assert list(cut)[-1].reason == "interrupted"
    list(train(prepared, tmp_path / "cut", resume=True))
    for name in (checkpoint.MODEL, checkpoint.STATE):
        assert bits(tmp_path / "cut", name) == bits(tmp_path / "whole", name)


def test_the_run_it_starts_from_is_not_touched(old, tmp_path):
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in old.iterdir()}
    start, prepared = prepared_from(old, tmp_path)
    list(train(prepared, tmp_path / "new", weights=start.weights))
    after = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in old.iterdir()}
    assert before == after


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("embedding_size", 5),
        ("vocab_size", 99),
        ("encoder", "rnn"),
        ("decoder_self_attention", False),
        ("lowercase", True),
        ("vocabularies", "separate"),
    ],
)
def test_what_contradicts_its_weights_is_refused_with_both_values(old, tmp_path, name, value):
    with pytest.raises(UsageError) as refusal:
        prepared_from(old, tmp_path, **{name: value})
    kept = StartingPoint.load(old).config.value(name)
    assert f"--{name.replace('_', '-')} is {value}" in refusal.value.message
    assert f"trained with {kept}" in refusal.value.message
    assert "--init-from" in refusal.value.hint


def test_the_same_value_again_and_auto_contradict_nothing(old, tmp_path):
    _, prepared = prepared_from(old, tmp_path, vocabularies="auto", embedding_size=12)
    assert prepared.config.tokenizer.vocabularies == "joint"


@pytest.mark.parametrize(("vocabularies", "tied"), [("joint", "all"), ("separate", "decoder")])
def test_what_auto_was_decided_to_be_contradicts_nothing(tmp_path, vocabularies, tied):
    prepared = prepare_tiny(tmp_path, copy_pairs(60), vocabularies=vocabularies, epochs=1)
    list(train(prepared, tmp_path / "old"))
    assert prepared.config.model.tied_embeddings == "auto"
    _, anew = prepared_from(tmp_path / "old", tmp_path, tied_embeddings=tied)
    assert anew.config.model == prepared.config.model
    for other in {"all", "decoder", "none"} - {tied}:
        with pytest.raises(UsageError, match=f"tied-embeddings is {other}"):
            prepared_from(tmp_path / "old", tmp_path, tied_embeddings=other)


@pytest.mark.parametrize("then", [False, True])
@pytest.mark.parametrize("now", [False, True])
def test_sides_are_said_to_be_swapped_as_there_where_both_are(tmp_path, then, now):
    list(train(prepare_tiny(tmp_path, copy_pairs(60), reverse=then, epochs=1), tmp_path / "old"))
    _, anew = prepared_from(tmp_path / "old", tmp_path, reverse=now)
    told = next(remark for remark in anew.remarks if remark.startswith("Starting from"))
    assert ("the sides swapped as there" in told) == (then and now)


def test_a_run_without_weights_is_no_starting_point(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    list(train(prepared, tmp_path / "run", should_stop=lambda: True))
    with pytest.raises(RunError, match="no weights yet"):
        StartingPoint.load(tmp_path / "run")


def test_it_is_told_how_much_of_the_text_is_unknown(old, tmp_path):
    _, known = prepared_from(old, tmp_path)
    assert known.remarks[-1].endswith("0.0% of the source, 0.0% of the target.")
    _, strange = prepared_from(old, tmp_path, words="abcdefxyz")
    ids = strange.train.source
    expected = sum(i == 1 for i in ids.ids.tolist()) / len(ids.ids)
    assert 0.1 < expected < 0.4
    assert unknown_share(strange.tokenizers.source, ids) == pytest.approx(expected)
    assert f"{expected:.1%} of the source" in strange.remarks[-2]
    assert "strange" in strange.remarks[-1]


def test_a_run_says_where_it_came_from_and_no_path(old, tmp_path):
    start, prepared = prepared_from(old, tmp_path)
    list(train(prepared, tmp_path / "second", weights=start.weights))
    _, info = checkpoint.read_config(tmp_path / "second")
    _, about = checkpoint.load_tensors(old / checkpoint.MODEL)
    assert info["init_from"] == {
        "run": "run", "corpus": "pairs.tsv", "step": about["step"], "bleu": about["bleu"],
    }  # fmt: skip
    third, _ = prepared_from(tmp_path / "second", tmp_path)
    assert third.origin["run"] == "second"
    assert third.origin["init_from"] == info["init_from"]
    text = json.dumps(third.origin)
    assert str(tmp_path) not in text
    assert str(old.parent) not in text
