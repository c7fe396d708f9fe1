"""Texts to translations: one a line, the same in any batch; given translations; out and in."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from seqattn.alignment import Alignment
from seqattn.batches import source_batch
from seqattn.checkpoint import MODEL, create_run, save_tensors, unique_tensors
from seqattn.errors import UsageError
from seqattn.search import greedy, length_limits
from seqattn.tokenizer import EOS, UNK, TokenizerPair, TokenizerSettings, learn_tokenizers
from seqattn.translator import Translation, Translator, load
from tests.tiny_translators import (
    SOURCES,
    TARGETS,
    always_says,
    random_texts,
    tiny_translator,
    told_to,
    weights_of,
)


@pytest.fixture(scope="module")
def tokenizers() -> TokenizerPair:
    return learn_tokenizers(SOURCES * 9, TARGETS * 9, TokenizerSettings(), joint=False)


@pytest.fixture(scope="module")
def without_bytes() -> TokenizerPair:
    settings = TokenizerSettings(byte_fallback=False)
    return learn_tokenizers(SOURCES * 9, TARGETS * 9, settings, joint=False)


# -- translating -----------------------------------------------------------------------------------


@pytest.mark.parametrize("beam", [1, 3])
def test_a_sentence_alone_and_in_any_batch_gives_the_same(tokenizers, beam):
    translator = tiny_translator(tokenizers)
    spoken = 0
    for seed in range(20):
        batch = random_texts(seed, count=2 + seed % 3)
        for text, together in zip(batch, translator.translate_many(batch, beam=beam), strict=True):
            alone = translator.translate(text, beam=beam)
            assert together.text == alone.text
            assert together.score == pytest.approx(alone.score, abs=1e-5)
            torch.testing.assert_close(weights_of(together), weights_of(alone), atol=1e-5, rtol=0)
            spoken += len(alone.text) > 0
    assert spoken > 30  # not all of them empty


def test_a_translator_puts_its_model_into_evaluation_mode(tokenizers):
    translator = tiny_translator(tokenizers)
    again = Translator(translator.model.train(), tokenizers, translator.config)
    assert again.translate(SOURCES[0]) == again.translate(SOURCES[0])


@pytest.mark.parametrize(("batch_size", "window"), [(1, 1), (2, 3), (64, 512), (5, 4)])
def test_there_is_one_answer_for_each_line_in_order(tokenizers, batch_size, window):
    translator = tiny_translator(tokenizers)
    texts = ["the fox", "", "a dog runs home to the red house", " \u200b\t", "the", "\n", "a dog"]
    found = list(translator.translate_many(texts, batch_size=batch_size, window=window))
    assert [each.source for each in found] == texts
    assert [each.text for each in found] == [translator.translate(text).text for text in texts]


def test_a_blank_line_has_an_empty_translation(tokenizers):
    blank = tiny_translator(tokenizers).translate(" \u3000 ")
    assert blank == Translation(" \u3000 ", "", None, score=0.0, log_prob=0.0, ended=True)


@pytest.mark.parametrize(("window", "read_before_first"), [(1, 1), (3, 3)])
def test_lines_are_read_only_as_they_are_needed(tokenizers, window, read_before_first):
    read = []

    def endless() -> Iterator[str]:
        while True:
            read.append("the fox")
            yield "the fox"

    answers = tiny_translator(tokenizers).translate_many(endless(), window=window)
    assert read == []
    next(answers)
    assert len(read) == read_before_first
    for _ in range(window):
        next(answers)
    assert len(read) == 2 * window


def test_several_translations_are_distinct_and_the_best_comes_first(tokenizers):
    translator = tiny_translator(tokenizers)
    best = translator.translate(SOURCES[1], beam=4, n_best=3)
    assert len(best.alternatives) == 2
    everyone = [best, *best.alternatives]
    ranks = [(each.ended, each.score) for each in everyone]
    assert ranks == sorted(ranks, reverse=True)
    assert all(not each.alternatives for each in best.alternatives)
    assert best.text == translator.translate(SOURCES[1], beam=4).text


@pytest.mark.parametrize("beam", [1, 3])
def test_a_model_that_ends_at_once_gives_an_empty_line_and_the_end_marks_row(tokenizers, beam):
    translator = always_says(tiny_translator(tokenizers), EOS)
    translation = translator.translate("the fox", beam=beam)
    assert (translation.text, translation.ended) == ("", True)
    assert translation.alignment is not None
    assert [label.special for label in translation.alignment.rows] == ["end"]


def test_a_translation_that_was_cut_says_so_and_has_no_row_for_an_end(tokenizers):
    fox = tokenizers.target.encode("Fuchs")[0]
    translation = always_says(tiny_translator(tokenizers), fox).translate("the fox")
    assert not translation.ended
    assert translation.alignment is not None
    columns = len(translation.alignment.columns)
    assert len(translation.alignment.rows) == 2 * columns + 20
    assert all(label.special != "end" for label in translation.alignment.rows)


def test_a_translation_is_one_line_whatever_bytes_the_model_says(tokenizers):
    for code in (0x0A, 0x0D, 0x1B, 0x00, 0x85):
        token = next(
            i
            for i in range(4, tokenizers.target.size)
            if tokenizers.target.pieces_of([i])[0].label == f"byte {code:02X}"
        )
        text = always_says(tiny_translator(tokenizers), token).translate("the fox").text
        assert all(character.isprintable() or character == "\ufffd" for character in text)


def test_what_was_never_said_in_training_is_never_answered_with_an_unknown_mark(without_bytes):
    for seed in range(5):
        assert "<unk>" not in tiny_translator(without_bytes, seed).translate("ж the fox").text


@pytest.mark.parametrize("beam", [1, 3])
def test_what_is_unknown_is_copied_from_where_the_model_looked(without_bytes, beam):
    model = always_says(tiny_translator(without_bytes), UNK)
    text = "жжж the red ☃"
    copying = told_to(model, "copy").translate(text, beam=beam)
    looked = copying.alignment
    assert looked is not None
    inked = [j for j, label in enumerate(looked.columns) if label.slice and not label.is_mark]
    expected = [
        looked.columns[max(inked, key=row.__getitem__)].text
        for row, label in zip(looked.weights, looked.rows, strict=True)
        if label.special == "unknown"
    ]
    assert [label.text for label in looked.rows if label.special == "unknown"] == expected
    assert copying.text == looked.row_text == "".join(expected)
    assert set(expected) <= {"жжж", "the", "red", "☃"}
    assert "<unk>" in told_to(model, "mark").translate(text, beam=beam).text
    assert "<unk>" not in told_to(model, "avoid").translate(text, beam=beam).text


def test_copying_needs_no_alignment_to_be_asked_for_and_shows_the_same(without_bytes):
    model = told_to(always_says(tiny_translator(without_bytes), UNK), "copy")
    [bare] = model.translate_many(["the ☃ fox"], with_alignment=False)
    shown = model.translate("the ☃ fox")
    assert (bare.alignment, bare.text) == (None, shown.text)
    assert model.show_attention("the ☃ fox") == shown.alignment
    assert "<unk>" not in shown.text


def test_with_bytes_there_is_nothing_to_copy_and_without_attention_nothing_to_copy_by(
    tokenizers, without_bytes
):
    model = tiny_translator(tokenizers)
    assert told_to(model, "copy").translate("the ☃") == model.translate("the ☃")
    with pytest.raises(UsageError, match="no attention in its decoder"):
        told_to(tiny_translator(without_bytes, context="fixed"), "copy")


def test_stray_bytes_of_a_translation_are_counted(tokenizers):
    target = tokenizers.target
    snow = next(i for i in target.encode("☃") if i in target.unfamiliar_ids)
    translation = always_says(tiny_translator(tokenizers), snow).translate("the fox")
    assert translation.stray_bytes == translation.text.count("\ufffd") > 0
    assert json.loads(translation.to_json())["stray_bytes"] == translation.stray_bytes
    assert tiny_translator(tokenizers).translate("the fox").stray_bytes == 0


def test_marks_typed_by_the_user_are_ordinary_text(tokenizers):
    alignment = tiny_translator(tokenizers).show_attention("the </s> fox")
    assert [label.special for label in alignment.columns].count("end") == 1
    assert alignment.columns[-1].special == "end"
    assert len(alignment.columns) > 3


def test_numbers_of_a_search_out_of_range_are_refused_before_any_text_is_read(tokenizers):
    translator = tiny_translator(tokenizers)
    for wrong in ({"beam": 0}, {"n_best": 2}, {"batch_size": 0}, {"window": 0}):
        with pytest.raises(UsageError):
            translator.translate_many(["the fox"], **wrong)


# -- forced ----------------------------------------------------------------------------------------


def test_forcing_the_translation_itself_gives_its_numbers_again(tokenizers):
    same_pieces = 0
    for text in random_texts(3, count=30):
        translator = tiny_translator(tokenizers)
        own = translator.translate(text)
        source, mask, lengths = source_batch([tokenizers.source.encode(text)])
        [said] = greedy(translator.model, source, mask, length_limits(lengths))
        if tokenizers.target.encode(own.text) != said.tokens or not own.ended:
            continue  # an untrained model spells words in other pieces than the tokenizer would
        same_pieces += len(said.tokens) > 0
        again = translator.force(text, own.text)
        assert again.text == own.text
        assert again.log_prob == pytest.approx(own.log_prob, abs=1e-4)
        assert again.score == pytest.approx(own.score, abs=1e-4)
        assert again.alignment.rows == own.alignment.rows
        assert again.alignment.log_probs == pytest.approx(own.alignment.log_probs, abs=1e-4)
        torch.testing.assert_close(weights_of(again), weights_of(own), atol=1e-5, rtol=0)
    assert same_pieces > 3


def test_a_forced_target_has_its_pieces_as_rows_and_their_log_probabilities(tokenizers):
    translator = tiny_translator(tokenizers)
    alignment = translator.show_attention("the  red fox", target="der rote  Fuchs ☃")
    assert alignment.row_text == "der rote Fuchs ☃"
    assert alignment.column_text == "the red fox"
    pieces = [*tokenizers.target.pieces("der rote Fuchs ☃")]
    assert [label.text for label in alignment.rows] == [*(p.label for p in pieces), "</s>"]
    assert len(alignment.log_probs) == len(pieces) + 1
    forced = translator.force("the red fox", "der rote Fuchs ☃")
    assert forced.alignment == alignment
    assert sum(alignment.log_probs) == pytest.approx(forced.log_prob)
    assert forced.ended


def test_unknown_text_of_a_forced_target_is_labelled_as_it_was_typed(without_bytes):
    alignment = tiny_translator(without_bytes).show_attention("the fox", target="der ж")
    assert ("ж", "unknown") in [(label.text, label.special) for label in alignment.rows]


def test_forcing_many_pairs_is_forcing_each(tokenizers):
    translator = tiny_translator(tokenizers)
    pairs = list(zip(random_texts(1, 9), [*random_texts(2, 8), ""], strict=True))
    together = list(translator.force_many(pairs, batch_size=4, window=6))
    for pair, each in zip(pairs, together, strict=True):
        alone = translator.force(*pair)
        assert (each.source, each.text) == (pair[0], alone.text)
        assert each.log_prob == pytest.approx(alone.log_prob, abs=1e-4)
        torch.testing.assert_close(weights_of(each), weights_of(alone), atol=1e-5, rtol=0)


# -- out and in ------------------------------------------------------------------------------------


def test_json_is_one_line_that_holds_everything(tokenizers):
    translation = tiny_translator(tokenizers).translate("the\nfox", beam=3, n_best=2)
    line = translation.to_json()
    assert "\n" not in line
    fields = json.loads(line)
    assert (fields["format"], fields["version"]) == ("seqattn-translation", 1)
    for name in ("source", "text", "score", "log_prob", "ended"):
        assert fields[name] == getattr(translation, name)
    assert Alignment.from_json(json.dumps(fields["alignment"])) == translation.alignment
    [other] = fields["alternatives"]
    assert other["text"] == translation.alternatives[0].text


def test_json_can_be_written_as_utf_8_even_of_half_a_character(tokenizers):
    translation = tiny_translator(tokenizers).translate("the \ud800 fox")
    assert json.loads(translation.to_json().encode())["source"] == "the \ud800 fox"


def test_alignments_are_left_out_where_nobody_wants_them(tokenizers):
    translator = tiny_translator(tokenizers)
    [bare] = translator.translate_many([SOURCES[0]], with_alignment=False)
    assert bare.alignment is None
    assert bare.text == translator.translate(SOURCES[0]).text


def test_a_run_that_was_saved_translates_as_before(tokenizers, tmp_path: Path):
    translator = tiny_translator(tokenizers)
    create_run(tmp_path / "run", translator.config, tokenizers, {})
    save_tensors(tmp_path / "run" / MODEL, unique_tensors(translator.model), {})
    opened = load(tmp_path / "run")
    assert opened.translate(SOURCES[0], beam=2) == translator.translate(SOURCES[0], beam=2)
