"""The attention that a translator shows: its labels, its layers, and what it refuses to show."""

import random
import sys
from dataclasses import replace

import pytest
import torch

from seqattn.errors import SeqattnError, UsageError
from seqattn.models.ensemble import Ensemble
from seqattn.search.hypotheses import looks_of
from seqattn.tokenizer import TokenizerPair, TokenizerSettings, learn_tokenizers
from seqattn.translator import Translator
from tests.tiny_translators import SOURCES, TARGETS, tiny_translator, weights_of

CLOSE = {"rtol": 0, "atol": 1e-5}


@pytest.fixture(scope="module")
def tokenizers() -> TokenizerPair:
    return learn_tokenizers(SOURCES * 9, TARGETS * 9, TokenizerSettings(), joint=False)


def test_rows_and_columns_are_the_pieces_and_the_end_marks_and_nothing_else(tokenizers):
    translator = tiny_translator(tokenizers)
    long_one = "a dog runs home to the red house and the red fox eats the house"
    for beam in (1, 3):
        short, _ = translator.translate_many(["the fox", long_one], beam=beam)
        alignment = short.alignment
        assert alignment is not None
        assert [label.text for label in alignment.columns] == ["the", "fox", "</s>"]
        assert [label.starts_word for label in alignment.columns] == [True, True, True]
        assert [label.special for label in alignment.columns] == ["", "", "end"]
        assert (alignment.row_role, alignment.column_role) == ("target", "source")
        assert (alignment.row_text, alignment.column_text) == (short.text, "the fox")
        assert alignment.scores is not None
        assert alignment.rows[-1].special == "end"


def test_a_long_sentence_is_read_to_its_end(tokenizers):
    words = " ".join(SOURCES).split()
    long_one = " ".join(random.Random(4).choices(words, k=600))
    alignment = tiny_translator(tokenizers).force(long_one, "der").alignment
    assert [label.text for label in alignment.columns] == [*long_one.split(), "</s>"]


@pytest.mark.parametrize("beam", [2, 3])
def test_of_a_text_too_long_to_show_no_weights_are_kept_and_its_coverage_does_not_count(
    tokenizers, monkeypatch, beam
):
    monkeypatch.setattr("seqattn.translator.LONGEST_SHOWN", 3)
    plain = tiny_translator(tokenizers)
    paid = Translator(plain.model, tokenizers, plain.config, coverage_penalty=0.7)
    looks = []

    def noted(decoded, keep):
        looks.append(keep)
        return looks_of(decoded, keep)

    monkeypatch.setattr(sys.modules["seqattn.search.beam"], "looks_of", noted)
    short, long_one = "the fox", "a dog runs home to the red house"
    for with_alignment in (False, True):
        looks.clear()
        [one] = paid.translate_many([long_one], beam=beam, with_alignment=with_alignment)
        assert one == plain.translate(long_one, beam=beam)
        assert one.alignment is None
        assert {*looks} == {False}
    looks.clear()
    [one] = paid.translate_many([short], beam=beam, with_alignment=False)
    assert one.score != plain.translate(short, beam=beam).score
    assert True in looks


def test_two_sentences_on_a_line_are_one_text_read_whole(tokenizers):
    translator = tiny_translator(tokenizers)
    line = "the red fox eats. a dog runs home!"
    [one] = translator.translate_many([line])
    assert one.alignment is not None
    assert "".join(label.slice for label in one.alignment.columns[:-1]) == line.replace(" ", "")
    assert one.alignment.columns[-1].special == "end"


def test_a_missing_full_stop_brings_no_token_of_its_own(tokenizers):
    translator = tiny_translator(tokenizers)
    with_stop, without = (translator.show_attention(text) for text in ("the fox.", "the fox"))
    stop = tokenizers.source.pieces("the fox.")[len(tokenizers.source.pieces("the fox")) :]
    assert [*without.columns[:-1], without.columns[-1]] == [
        *with_stop.columns[: len(without.columns) - 1],
        with_stop.columns[-1],
    ]
    assert len(with_stop.columns) == len(without.columns) + len(stop)


def test_the_weights_shown_are_the_softmax_of_the_scores_shown(tokenizers):
    alignment = tiny_translator(tokenizers).show_attention(SOURCES[0])
    torch.testing.assert_close(
        torch.tensor(alignment.scores).softmax(dim=1), torch.tensor(alignment.weights)
    )


def test_showing_the_attention_of_a_text_shows_that_of_its_translation(tokenizers):
    translator = tiny_translator(tokenizers)
    for beam in (1, 4):
        translation = translator.translate(SOURCES[1], beam=beam)
        assert translator.show_attention(SOURCES[1], beam=beam) == translation.alignment


def test_moving_source_words_moves_the_columns(tokenizers):
    translator = tiny_translator(tokenizers)
    one = translator.show_attention("the red fox", target="der")
    other = translator.show_attention("fox red the", target="der")
    assert [label.text for label in other.columns[:3]] == ["fox", "red", "the"]
    assert one.weights != other.weights


@pytest.mark.parametrize(
    ("layer", "settings", "rows", "columns", "roles"),
    [
        ("encoder", {"encoder": "self-attention"}, "x", "x", ("source", "source")),
        (
            "encoder",
            {"encoder": "self-attentive-rnn"},
            "x",
            "start x",
            ("encoder state", "encoder state"),
        ),
        ("summary", {"summary": "attention-learned"}, "summary", "x", ("summary", "source")),
        ("summary", {"summary": "attention-fixed"}, "summary", "x", ("summary", "source")),
        ("decoder-self", {"decoder_self_attention": True}, "y", "start y", ("target", "target")),
    ],
)
def test_every_layer_has_its_own_labels(tokenizers, layer, settings, rows, columns, roles):
    translator = tiny_translator(tokenizers, **settings)
    assert set(translator.layers) == {"decoder", layer}
    target = "der Hund rennt"
    alignment = translator.show_attention(
        "the red fox", layer=layer, **({"target": target} if layer == "decoder-self" else {})
    )
    x, y = ["the", "red", "fox", "</s>"], ["der", "Hund", "rennt", "</s>"]
    expected = {
        "x": x,
        "start x": ["start", *x],
        "y": y,
        "start y": ["<s>", *y[:-1]],
        "summary": ["summary"],
    }
    assert [label.text for label in alignment.rows] == expected[rows]
    assert [label.text for label in alignment.columns] == expected[columns]
    assert (alignment.row_role, alignment.column_role) == roles


def test_a_decoder_looks_back_only_at_states_that_are_there(tokenizers):
    translator = tiny_translator(tokenizers, decoder_self_attention=True)
    alignment = translator.show_attention("the fox", layer="decoder-self", target="der Hund rennt")
    for t, row in enumerate(alignment.weights):
        assert row[t + 1 :] == (0.0,) * (len(row) - t - 1)
        assert sum(row) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("context", ["none", "fixed"])
def test_a_model_without_attention_translates_but_shows_none(tokenizers, context):
    translator = tiny_translator(tokenizers, context=context)
    assert translator.translate("the fox", beam=2).alignment is None
    assert translator.layers == ()
    with pytest.raises(UsageError, match="no attention in its decoder"):
        translator.show_attention("the fox")


def test_layers_texts_and_targets_that_cannot_be_shown_are_refused_in_words(tokenizers):
    translator = tiny_translator(tokenizers, summary="attention-learned")
    with pytest.raises(SeqattnError, match="no attention in its encoder") as refusal:
        translator.show_attention("the fox", layer="encoder")
    assert refusal.value.hint is not None
    assert "decoder, summary" in refusal.value.hint
    with pytest.raises(UsageError, match="no layer"):
        translator.show_attention("the fox", layer="cross")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="never sees a target"):
        translator.show_attention("the fox", layer="summary", target="der")
    with pytest.raises(UsageError, match="empty"):
        translator.show_attention(" 	 ")
    with pytest.raises(UsageError, match="beam"):
        translator.show_attention("the fox", beam=0)


# -- the weights of erasure

FORCED = [
    ("the red fox", "der Fuchs rennt"),
    ("a dog runs to the red house", "ein"),
    ("home", "zum roten Haus"),
]


def test_erasure_changes_the_weights_and_nothing_else(tokenizers):
    shown = tiny_translator(tokenizers)
    both = Translator(Ensemble([shown.model, shown.model]), tokenizers, shown.config)
    for translator in (shown, both):
        looks = list(translator.force_many(FORCED))
        found = list(translator.force_many(FORCED, weights="erasure"))
        for look, weighed in zip(looks, found, strict=True):
            assert replace(weighed, alignment=look.alignment) == look
            assert (weighed.alignment.scores, weighed.alignment.rows) == (None, look.alignment.rows)
            assert (weights_of(weighed) - weights_of(look)).abs().max() > 0.01
            sums = weights_of(weighed).sum(dim=1)
            torch.testing.assert_close(sums, torch.ones_like(sums))


def test_weights_of_erasure_are_the_same_alone_and_in_any_batch(tokenizers):
    translator = tiny_translator(tokenizers)
    together = list(translator.force_many(FORCED, weights="erasure"))
    for pair, one in zip(FORCED, together, strict=True):
        [alone] = translator.force_many([pair], weights="erasure")
        torch.testing.assert_close(weights_of(alone), weights_of(one), rtol=0, atol=1e-5)
    nothing_kept = translator.force_many(FORCED, with_alignment=False, weights="erasure")
    assert next(nothing_kept).alignment is None
