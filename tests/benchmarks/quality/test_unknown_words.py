"""What copying is worth: counted off the text, and off a model that always says UNK."""

import doctest
import json

import pytest

from benchmarks.quality import unknown_words
from benchmarks.quality.texts import Sides
from benchmarks.quality.unknown_words import unknown_facts, unknown_parts
from seqattn.tokenizer import UNK, TokenizerSettings, learn_tokenizers
from seqattn.unknown import UNKNOWN
from tests.tiny_translators import SOURCES, TARGETS, always_says, tiny_translator, told_to

LINES = (
    ("the red ☃ runs", "der ☃ rennt"),  # known to neither side, and a copy would be right
    ("a ж dog", "ein Ω Hund ☂"),  # two that stand nowhere in the source
    ("the fox", "der Fuchs"),
)


@pytest.fixture
def sides(tmp_path):
    files = Sides(tmp_path / "dev.en", tmp_path / "dev.de")
    for path, side in zip(files, zip(*LINES, strict=True), strict=True):
        path.write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
    return files


@pytest.fixture(scope="module")
def model():
    settings = TokenizerSettings(byte_fallback=False)
    return tiny_translator(learn_tokenizers(SOURCES * 9, TARGETS * 9, settings, joint=False))


def facts(model, sides):
    def translated(way):
        found = told_to(model, way).translate_many([source for source, _ in LINES])
        return [json.loads(translation.to_json()) for translation in found]

    return unknown_facts(translated, model.tokenizers, sides, tokenize="13a")


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(unknown_words).failed == 0
    assert doctest.testmod(unknown_words).attempted > 0


def test_unknown_parts_are_those_whose_characters_training_never_saw(model):
    assert unknown_parts(model.tokenizers.target, "ein Ω Hund ☂☃") == ["Ω", "☂☃"]
    assert unknown_parts(model.tokenizers.target, "ein Hund") == []


def test_what_is_unknown_is_counted_whatever_the_model_says(model, sides):
    counted = facts(model, sides)
    assert (counted["in_sources"], counted["in_references"]) == (2, 3)
    assert counted["of_these_in_the_source"] == 1
    assert counted["bleu"].keys() == {*UNKNOWN}


def test_copies_are_counted_and_those_that_the_reference_has(model, sides):
    saying = always_says(model, UNK)
    found = facts(saying, sides)
    written = right = 0
    for source, reference in LINES:
        alignment = told_to(saying, "copy").translate(source).alignment
        copies = [row.text for row in alignment.rows if not row.is_mark]
        written += len(copies)
        right += sum(copy in reference for copy in copies)
    assert (found["written"], found["copied_right"]) == (written, right)
    assert written > 0
