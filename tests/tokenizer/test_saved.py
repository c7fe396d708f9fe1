"""Tokenizers on disk: one file or two come back as they were, and others are refused."""

import io
import unicodedata

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from seqattn.errors import RunError
from seqattn.tokenizer import (
    Tokenizer,
    TokenizerPair,
    TokenizerSettings,
    learn_tokenizer,
    learn_tokenizers,
)
from seqattn.tokenizer.settings import with_settings
from tests.tokenizer.texts import CHINESE, ENGLISH


@pytest.fixture(scope="module", params=["bpe", "unigram"])
def tokenizer(request):
    return learn_tokenizer(ENGLISH + CHINESE, TokenizerSettings(model_type=request.param))


def test_settings_travel_in_the_model():
    settings = TokenizerSettings(normalization="nfkc", lowercase=True, byte_fallback=False)
    learned = learn_tokenizer(ENGLISH, settings, side="target")
    loaded = Tokenizer.from_bytes(learned.to_bytes())
    assert (loaded.settings, loaded.side) == (settings, "target")
    assert loaded.encode("ＴＯＭ sees") == learned.encode("tom sees")
    assert unicodedata.is_normalized("NFC", loaded.decode(loaded.encode("e\u0301")))


def test_a_joint_pair_is_one_file_and_comes_back(tmp_path):
    pair = learn_tokenizers(iter(ENGLISH), iter(CHINESE), TokenizerSettings(), joint=True)
    pair.save(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["tokenizer.model"]
    loaded = TokenizerPair.load(tmp_path)
    assert loaded.joint
    assert loaded.source is loaded.target
    assert loaded.source.fingerprint == pair.source.fingerprint


def test_separate_tokenizers_are_two_files_and_come_back(tmp_path):
    pair = learn_tokenizers(ENGLISH, CHINESE, TokenizerSettings(vocab_size=9000), joint=False)
    pair.save(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"tokenizer.source.model", "tokenizer.target.model"}
    loaded = TokenizerPair.load(tmp_path)
    assert not loaded.joint
    assert loaded.source.fingerprint == pair.source.fingerprint
    assert loaded.target.fingerprint == pair.target.fingerprint
    assert [notice.split(":")[0] for notice in pair.notices] == ["source", "target"]


@pytest.mark.parametrize("first", [True, False])
def test_what_is_saved_is_what_comes_back_whatever_lay_there(tmp_path, first):
    for joint in (first, not first):
        pair = learn_tokenizers(ENGLISH, CHINESE, TokenizerSettings(), joint=joint)
        pair.save(tmp_path)
    loaded = TokenizerPair.load(tmp_path)
    assert loaded.joint is not first
    assert loaded.target.fingerprint == pair.target.fingerprint


def test_swapped_files_are_refused(tmp_path):
    learn_tokenizers(ENGLISH, CHINESE, TokenizerSettings(), joint=False).save(tmp_path)
    source, target = (tmp_path / f"tokenizer.{side}.model" for side in ("source", "target"))
    held = source.read_bytes()
    source.write_bytes(target.read_bytes())
    target.write_bytes(held)
    with pytest.raises(RunError, match="swapped"):
        TokenizerPair.load(tmp_path)


def test_a_missing_or_damaged_file_is_named(tmp_path):
    with pytest.raises(RunError, match="holds no tokenizer"):
        TokenizerPair.load(tmp_path)
    learn_tokenizers(ENGLISH, CHINESE, TokenizerSettings(), joint=False).save(tmp_path)
    (tmp_path / "tokenizer.target.model").unlink()
    with pytest.raises(RunError, match=r"tokenizer\.target\.model is missing"):
        TokenizerPair.load(tmp_path)
    pair = learn_tokenizers(ENGLISH, CHINESE, TokenizerSettings(), joint=True)
    (tmp_path / "tokenizer.model").write_bytes(pair.source.to_bytes()[:-1])
    with pytest.raises(RunError, match=r"tokenizer\.model: This is no tokenizer"):
        TokenizerPair.load(tmp_path)


def test_a_foreign_model_is_refused_even_with_our_settings_glued_on():
    foreign = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(ENGLISH), model_writer=foreign, vocab_size=40, minloglevel=2
    )  # pad -1, unk 0, bos 1, eos 2
    ours = with_settings(foreign.getvalue(), TokenizerSettings(), "joint")
    for model in (foreign.getvalue(), ours):
        with pytest.raises(RunError, match="no tokenizer that seqattn learned"):
            Tokenizer.from_bytes(model)


@given(data=st.data())
def test_a_file_with_a_changed_byte_is_refused(tokenizer, data):
    damaged = bytearray(tokenizer.to_bytes())
    damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(RunError, match="no tokenizer that seqattn learned"):
        Tokenizer.from_bytes(bytes(damaged))
