"""JSON lines: which keys are the sides, and what a line may hold."""

import json

import pytest

from seqattn.corpus import Pair, Reason, open_corpus
from seqattn.errors import CorpusError

FLAT = '{"en": "Hello.", "de": "Hallo."}\n'
WRAPPED = '{"id": 7, "translation": {"en": "Hello.", "de": "Hallo."}}\n'


def open_text(folder, text, **options):
    path = folder / "a.jsonl"
    path.write_text(text, encoding="utf-8")
    return open_corpus([path], **options)


@pytest.mark.parametrize("text", [FLAT, WRAPPED])
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("Hello.", "Hallo.")),
        ({"reverse": True}, ("Hallo.", "Hello.")),
        ({"source_lang": "de"}, ("Hallo.", "Hello.")),
        ({"target_lang": "en"}, ("Hallo.", "Hello.")),
        ({"source_lang": "EN", "target_lang": "de"}, ("Hello.", "Hallo.")),
        ({"source_lang": "en", "target_lang": "de", "reverse": True}, ("Hallo.", "Hello.")),
    ],
)
def test_sides_are_named_by_language_or_taken_in_order(tmp_path, text, options, expected):
    corpus = open_text(tmp_path, text, **options)
    assert list(corpus) == [Pair(*expected, 1)]
    assert corpus.languages == (("en", "de") if expected[0] == "Hello." else ("de", "en"))
    guessed = not {"source_lang", "target_lang"} & set(options)
    assert corpus.notices.count(Reason.SIDES) == guessed


def test_the_first_object_fixes_the_keys_for_all_lines(tmp_path):
    other_order = '{"de": "Nein.", "en": "No."}\n'
    assert [pair[:2] for pair in open_text(tmp_path, FLAT + other_order)] == [
        ("Hello.", "Hallo."),
        ("No.", "Nein."),
    ]


def test_content_tells_json_lines_whatever_the_ending(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(FLAT)
    assert len(list(open_corpus([path]))) == 1


@pytest.mark.parametrize(
    "text",
    ['{"en": "a", "de": "b", "fr": "c"}\n', '{"en": "a"}\n', '{"en": "a", "de": 3}\n', "{}\n"],
)
def test_not_exactly_two_sides_ask_for_names(tmp_path, text):
    with pytest.raises(CorpusError, match=r"languages? where two sides") as caught:
        open_text(tmp_path, text)
    assert "--source-lang" in caught.value.hint


def test_a_region_key_stands_in_for_its_language_if_it_is_the_only_one(tmp_path):
    text = '{"en_US": "a", "de_AT": "b", "fr": "c"}\n'
    corpus = open_text(tmp_path, text, source_lang="de", target_lang="en")
    assert list(corpus) == [Pair("b", "a", 1)]


def test_lines_that_hold_no_pair_are_told_together(tmp_path):
    bad = ['{"en": "x"}', '{"en": "x", "de": 3}', "[1]", "{", "9" * 5000, "[" * 5000]
    with pytest.raises(CorpusError) as caught:
        list(open_text(tmp_path, FLAT + "\n".join(bad)))
    message = caught.value.message
    assert 'line 2 has no "de": ' in message
    assert 'line 3 has no text as "de": ' in message
    assert "line 4 is no JSON object: '[1]'; and 3 more such lines" in message


def test_the_hint_names_keys_only_where_none_were_named(tmp_path):
    for options, named in (({}, False), ({"source_lang": "en", "target_lang": "de"}, True)):
        with pytest.raises(CorpusError) as caught:
            list(open_text(tmp_path, FLAT + '{"en": "x"}', **options))
        assert "Mend or delete" in caught.value.hint
        assert ("--source-lang NAME" in caught.value.hint) != named


def test_a_null_side_is_empty_and_its_pair_dropped(tmp_path):
    corpus = open_text(tmp_path, FLAT + '{"en": "x", "de": null}\n\n')
    assert [pair.line for pair in corpus] == [1]
    assert corpus.notices.count(Reason.EMPTY_TARGET) == 1
    assert corpus.notices.count(Reason.BLANK_LINE) == 1


def test_escapes_hide_no_line_break_and_no_half_character(tmp_path):
    line = json.dumps({"en": "a\nb\tc\u2028d\x1be", "de": "\ud800x"})
    corpus = open_text(tmp_path, line)
    assert list(corpus) == [Pair("a b c d e", "\ufffdx", 1)]
    assert corpus.notices.count(Reason.CONTROL) == 1
    assert corpus.notices.count(Reason.SURROGATE) == 1


def test_a_line_mended_on_both_sides_is_one_line_mended(tmp_path):
    line = '{"en": "a\\u001bb", "de": "\x1bc\\u001bd"}\n'  # the last one raw, and by escapes
    corpus = open_text(tmp_path, line + line)
    assert [pair[:2] for pair in corpus] == [("a b", " c d")] * 2
    assert [
        (n.reason, n.count, n.lines) for n in corpus.notices if n.reason.effect == "mended"
    ] == [(Reason.CONTROL, 2, (1, 2))]


def test_an_escaped_nul_is_refused_with_its_line(tmp_path):
    with pytest.raises(CorpusError, match=r"a\.jsonl line 2 holds a NUL"):
        list(open_text(tmp_path, FLAT + '{"en": "a\\u0000", "de": "b"}\n'))
