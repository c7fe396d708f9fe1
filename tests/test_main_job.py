"""The main job on a task whose attention is known: copying looks at what it copies.

A tenth of a minute of training; the model must then copy unseen sentences, and row t of its
attention must peak at the word it writes: not one before, not one after.
"""

import itertools
from pathlib import Path

import pytest

import seqattn
from seqattn.training import train
from tests.tiny import copy_pairs, prepare_tiny

UNSEEN = ["a b c d", "h e a d", "g a f b e c"]


@pytest.fixture(scope="module")
def copier(tmp_path_factory: pytest.TempPathFactory) -> seqattn.Translator:
    folder: Path = tmp_path_factory.mktemp("copier")
    pairs = [pair for pair in copy_pairs(1500) if pair[0] not in UNSEEN]
    prepared = prepare_tiny(
        folder, pairs, embedding_size=24, encoder_size=32, decoder_size=48, attention_size=20,
        batch_tokens=600, epochs=25, learning_rate=0.01, embedding_dropout=0.0,
        context_dropout=0.0, output_dropout=0.0, word_dropout=0.1,
    )  # fmt: skip
    list(train(prepared, folder / "run"))
    return seqattn.load(folder / "run")


@pytest.mark.parametrize("text", UNSEEN)
def test_a_copy_task_gives_the_text_back_on_a_clean_diagonal(copier, text):
    translation = copier.translate(text)
    assert translation.text == text
    words = text.split()
    alignment = translation.alignment
    assert alignment.peaks()[: len(words)] == tuple(range(len(words)))
    for t in range(len(words)):
        assert alignment.weights[t][t] > 0.5


def test_permuting_the_source_words_permutes_the_columns(copier):
    words = ["a", "c", "e", "g"]
    for order in itertools.permutations(range(4)):
        alignment = copier.translate(" ".join(words[i] for i in order)).alignment
        column_of = {label.text: k for k, label in enumerate(alignment.columns)}
        for row, peak in zip(alignment.rows[:4], alignment.peaks(), strict=False):
            assert peak == column_of[row.text]


def test_the_picture_from_python_is_that_of_the_translation(copier):
    assert copier.show_attention(UNSEEN[0]) == copier.translate(UNSEEN[0]).alignment
