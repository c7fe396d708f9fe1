"""Copying from the source: the right piece, never a mark, and the text as it was typed."""

import pytest
import torch

from seqattn.search import Hypothesis
from seqattn.tokenizer import EOS, PAD, UNK, TokenizerSettings, learn_tokenizer
from seqattn.unknown import copied


@pytest.fixture(scope="module")
def tokenizer():
    return learn_tokenizer(["the red fox runs"] * 9, TokenizerSettings(byte_fallback=False))


def said(tokens: list[int], peaks: list[int], columns: int, *, ended: bool = True) -> Hypothesis:
    """A hypothesis whose row t looks at column peaks[t] most, and at the next one second."""
    weights = torch.full((len(peaks), columns), 0.01)
    for t, peak in enumerate(peaks):
        weights[t, peak] = 0.8
        weights[t, (peak + 1) % columns] = 0.1
    return Hypothesis(tokens, [-0.1] * len(peaks), ended, -0.1, weights)


def test_the_text_looked_at_most_is_copied_as_it_was_typed(tokenizer):
    pieces = tokenizer.pieces("the ☃☂ fox Żół")
    at = {piece.text: j for j, piece in enumerate(pieces)}
    columns, the = len(pieces) + 1, tokenizer.encode("the")[0]
    hypothesis = said([UNK, the, UNK], [at["Żół"], at["fox"], at["☃☂"], 0], columns)
    assert copied(hypothesis, pieces) == ["Żół", "☃☂"]


def test_a_known_word_is_copied_too_where_the_model_looks_at_one(tokenizer):
    pieces = tokenizer.pieces("the fox")
    assert copied(said([UNK], [1, 0], 3), pieces) == [pieces[1].text]


def test_neither_the_end_mark_nor_a_space_is_copied_however_strongly_looked_at(tokenizer):
    pieces = tokenizer.pieces("the ☃")
    assert "" in [piece.text for piece in pieces]  # a space of its own
    end = len(pieces)
    for peak in (end, [piece.text for piece in pieces].index("")):
        [text] = copied(said([UNK], [peak, 0], end + 1), pieces)
        assert text in ("the", "☃")


def test_a_translation_that_was_cut_has_no_row_for_an_end(tokenizer):
    pieces = tokenizer.pieces("the fox")
    assert copied(said([UNK, UNK], [0, 1], 3, ended=False), pieces) == ["the", "fox"]


def test_where_all_is_known_no_weights_are_asked_for(tokenizer):
    known = tokenizer.encode("the fox")
    assert copied(Hypothesis(known, [-0.1] * 3, True, -0.1), tokenizer.pieces("the")) == []
    assert not {PAD, UNK, EOS} & set(known)
