"""`seqattn info`: what a run was trained on, and its scores."""

import json
import shutil

from seqattn import checkpoint, shipped
from tests.cli.command import TINY_OPTIONS, seqattn


def test_it_tells_corpus_model_scores_and_state(trained, pairs):
    rows = dict(
        line.split(None, 1) for line in seqattn("info", "--run", trained).stdout.splitlines()
    )
    assert rows["run"] == str(trained)
    assert rows["corpus"] == f"{pairs.name}: 54 pairs"
    assert rows["model"] == "gru encoder, attention (additive), summary last"
    assert rows["sizes"] == "embedding 12, encoder 10, decoder 14, attention 8"
    assert rows["best"].startswith("BLEU ")
    assert rows["state"] == "finished"


def test_one_vocabulary_for_both_sides_is_not_said_to_be_two(trained, tmp_path):
    size = checkpoint.read_config(trained)[1]["pieces"][0]
    assert f"\npieces       {size}, one vocabulary for both sides\n" in (
        seqattn("info", "--run", trained).stdout
    )


def test_a_run_that_was_stopped_says_what_to_type(pairs, tmp_path):
    options = [*TINY_OPTIONS, "--max-minutes", "1e-6", "--run", tmp_path / "run"]
    assert seqattn("train", pairs, *options).exit_code == 0
    shown = seqattn("info", "--run", tmp_path / "run").stdout
    assert "not finished: train with the same text and --resume goes on" in shown


def test_a_run_without_its_training_state_is_not_said_to_go_on(trained, tmp_path):
    copy = shutil.copytree(trained, tmp_path / "copy")
    (copy / "training-state.safetensors").unlink()
    shown = seqattn("info", "--run", copy).stdout
    assert "copied without training-state.safetensors" in shown
    assert "goes on" not in shown


def test_json_holds_the_settings_and_every_validation(trained):
    found = json.loads(seqattn("info", "--run", trained, "--json").stdout)
    assert found["config"]["model"]["decoder_size"] == 14
    assert len(found["validations"]) == found["validations"][-1]["epoch"]
    assert "scores" not in found


def test_a_run_that_comes_along_tells_its_scores():
    stored = json.loads((shipped.locate("shipped:zh-en") / "scores.json").read_text())
    rows = dict(
        line.split("  ", 1)
        for line in seqattn("info", "--run", "shipped:zh-en").stdout.splitlines()
    )
    for part in ("dev", "test"):
        scores = stored[part]
        assert rows[f"{part} part"].strip() == (
            f"BLEU {scores['bleu']:.1f}, chrF {scores['chrf']:.1f} on 1,000 sentences"
        )
    found = json.loads(seqattn("info", "--run", "shipped:zh-en", "--json").stdout)
    assert found["scores"] == stored
