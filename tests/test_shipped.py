"""The runs that come with seqattn: small, right, and never written into."""

import json
import shutil
from pathlib import Path

import pytest
import torch

import seqattn
from seqattn import checkpoint, shipped
from seqattn.errors import RunError, UsageError
from seqattn.starting_point import StartingPoint
from seqattn.training import train
from tests.tiny import copy_pairs, prepare_tiny

MOST_BYTES = 4_000_000
"""What both directions together may take in the wheel."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of shipped runs with one in it, of one epoch."""
    where = tmp_path_factory.mktemp("shipped")
    list(train(prepare_tiny(where, copy_pairs(60), epochs=1), where / "en-zh"))
    return where


@pytest.fixture
def one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That run, as if it came with seqattn."""
    monkeypatch.setattr(shipped, "FOLDER", folder)
    return folder / "en-zh"


def test_a_name_stands_for_the_folder_and_the_folder_for_the_name(one):
    assert shipped.names() == ["shipped:en-zh"]
    assert shipped.locate("shipped:en-zh") == one
    assert shipped.name_of(one) == shipped.shown(one) == "shipped:en-zh"
    assert shipped.name_of(one / ".." / "en-zh") == "shipped:en-zh"
    assert shipped.name_of(one.parent) is None
    assert shipped.shown(Path("a\x1b")) == "a\\x1b"


def test_an_unknown_name_names_those_that_there_are(one):
    with pytest.raises(RunError, match="No run called shipped:de-en") as caught:
        shipped.locate("shipped:de-en")
    assert "shipped:en-zh" in caught.value.hint


@pytest.mark.parametrize("name", ["shipped:", "shipped:..", "shipped:en-zh/../en-zh"])
def test_a_name_is_no_path(name, one):
    with pytest.raises(RunError, match="No run called"):
        shipped.locate(name)


def test_a_path_is_no_name(one, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mine = Path("./shipped:mine")
    for folder in (mine, Path("shipped:en-zh")):
        list(train(prepare_tiny(tmp_path, copy_pairs(60), epochs=1), folder))
        assert seqattn.load(folder).translate("a b").source == "a b"
        assert shipped.name_of(folder) is None
    assert (tmp_path / "shipped:mine" / checkpoint.MODEL).exists()


def test_it_is_opened_by_its_name_from_python(one):
    assert seqattn.load("shipped:en-zh").translate("a b").source == "a b"
    assert StartingPoint.load(one).name == "shipped:en-zh"


def test_no_training_writes_into_it(one, tmp_path):
    before = {file.name: file.read_bytes() for file in one.iterdir()}
    prepared = prepare_tiny(tmp_path, copy_pairs(60), epochs=1)
    for resume in (False, True):
        with pytest.raises(UsageError, match="shipped:en-zh comes with seqattn"):
            next(train(prepared, one, resume=resume))
    assert {file.name: file.read_bytes() for file in one.iterdir()} == before


def test_a_copy_of_it_is_a_run_like_any_other(one, tmp_path):
    copy = shutil.copytree(one, tmp_path / "mine")
    with checkpoint.locked(copy):
        pass
    assert shipped.name_of(copy) is None


# ---- those that this project ships ---------------------------------------------------------------


def test_both_directions_together_are_small_and_without_what_only_training_needs():
    files = [file for file in shipped.FOLDER.glob("*/*") if file.parent.name != "__pycache__"]
    assert {file.parent.name for file in files} == {"en-zh", "zh-en"}
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES
    assert checkpoint.STATE not in {file.name for file in files}


def test_their_weights_are_stored_in_float16_and_computed_with_in_float32():
    for name in shipped.names():
        stored, _ = checkpoint.load_tensors(shipped.locate(name) / checkpoint.MODEL)
        opened = checkpoint.unique_tensors(checkpoint.load_run(name).model)
        assert {tensor.dtype for tensor in stored.values()} == {torch.float16}
        for key, tensor in opened.items():
            assert torch.equal(tensor, stored[key].float())


def test_their_scores_stand_beside_them():
    for name in shipped.names():
        scores = json.loads((shipped.locate(name) / "scores.json").read_text("utf-8"))
        assert scores["dev"]["bleu"] > 90
        assert scores["test"]["sentences"] == 1000


def test_english_becomes_chinese_and_attention_looks_at_the_word_that_is_written():
    translation = seqattn.load("shipped:en-zh").translate("Tom chases Jerry.")
    assert translation.text == "汤姆追逐杰瑞。"
    alignment = translation.alignment
    columns = [label.text for label in alignment.columns]
    looked = [columns[peak] for peak in alignment.peaks()]
    assert looked[:6] == ["Tom", "Tom", "chases", "chases", "Jerry", "Jerry"]
    assert all(max(row) > 0.5 for row in alignment.weights[:6])


def test_both_directions_cannot_translate_together_and_are_called_by_their_names():
    with pytest.raises(UsageError, match=r"^shipped:en-zh and shipped:zh-en cut text into diff"):
        seqattn.load("shipped:en-zh", "shipped:zh-en")


def test_chinese_becomes_english():
    assert seqattn.load("shipped:zh-en").translate("汤姆追逐杰瑞。").text == "Tom chases Jerry."
