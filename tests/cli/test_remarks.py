"""Remarks on translations: what is counted, which lines are named."""

import pytest

from seqattn.cli.remarks import Folded, Unfamiliar
from seqattn.tokenizer import TokenizerSettings, learn_tokenizer

LINES = ["the red fox eats the house", "a dog runs to the red house"] * 9


def noted(texts: list[str], **settings: object) -> Unfamiliar:
    unfamiliar = Unfamiliar(learn_tokenizer(LINES, TokenizerSettings(**settings)))
    for line, text in enumerate(texts, start=1):
        unfamiliar.note(text, line)
    return unfamiliar


@pytest.mark.parametrize("byte_fallback", [True, False])
def test_capitals_are_strange_to_a_lower_case_vocabulary_unless_it_lowercases(byte_fallback):
    texts = ["the red fox", "", "THE RED FOX"]
    assert noted(texts, byte_fallback=byte_fallback).lines.first == [3]
    assert noted(texts, byte_fallback=byte_fallback, lowercase=True).lines.first == []


def test_half_is_not_more_than_half_and_spaces_do_not_count():
    tokenizer = learn_tokenizer(LINES, TokenizerSettings(byte_fallback=False))
    for text, strange in (("the ☃", False), ("the ☃ red ☃", False), ("☃ the ☂", True)):
        assert bool(Unfamiliar(tokenizer).note(text, 1)) == strange


def test_one_line_is_told_with_its_numbers_and_many_by_their_lines():
    assert noted(["the fox"]).remarks() == []
    [one] = noted(["the fox", "☃☂"]).remarks()
    assert one == "Line 2: 6 of 6 pieces are unknown or bytes. Is this text like the training text?"
    [few] = noted(["☃"], byte_fallback=False).remarks()
    assert few.startswith("Line 1: 1 of 1 piece is unknown or bytes.")
    [many] = noted(["☃", "the", *["☂"] * 6]).remarks()
    assert many.startswith("Over half of the pieces are unknown or bytes in 7 lines (lines 1, 3, 4")
    assert "6, …)" in many


@pytest.mark.parametrize(
    ("settings", "lines", "rules"),
    [
        ({}, [], ""),
        ({"lowercase": True}, [2], "--lowercase"),
        ({"normalization": "nfkc"}, [3], "--normalization nfkc"),
        ({"normalization": "nfkc", "lowercase": True}, [2, 3], "--normalization nfkc and --lower"),
    ],
)
def test_letters_that_are_shown_otherwise_than_typed_are_told(settings, lines, rules):
    folded = Folded(learn_tokenizer(LINES, TokenizerSettings(**settings)))
    for line, text in enumerate(["the  fox\u00a0", "The fox", "the \ufb01re", "e\u0301"], start=1):
        folded.note(text, line)
    assert folded.lines.first == lines
    said = "".join(folded.remarks())
    assert said.startswith(f"Trained with {rules}" if lines else "")
    assert ("shown as the model reads it," in said) == (len(lines) == 1)
