"""Remarks on a text that is aligned: sides and spaces that a model did not learn to read."""

import pytest

from seqattn import shipped
from seqattn.cli.bitext_remarks import SAMPLE, BitextRemarks, Spaces
from seqattn.tokenizer import TokenizerPair, TokenizerSettings, learn_tokenizer
from seqattn.word_alignment import WordedPair

WORDED = [
    ("My uncle does not want to rest tomorrow .", "我 叔叔 明天 不 想 休息 。"),
    ("There are five children exercising in the park .", "公园 里 有 五 个 孩子 正在 锻炼 。"),
    ("He kept working because he was busy .", "因为 他 很 忙 ， 所以 他 继续 工作 。"),
]


@pytest.fixture(scope="module")
def into_chinese():
    return TokenizerPair.load(shipped.locate("shipped:en-zh"))


@pytest.fixture(scope="module")
def into_english(into_chinese):
    return TokenizerPair(into_chinese.target, into_chinese.source)


def remarks(forward, backward=None, pairs=WORDED, joins=(False, True), read=(False, True)):
    found = BitextRemarks(forward, backward, joins, lambda pair: len(pair.source_words) > 12)
    worded = [WordedPair.of(*pair, unsegmented=read) for pair in pairs]
    said = found.at_once()
    assert list(found.noted(worded)) == worded
    return said + found.all()


def test_nothing_is_said_of_text_that_is_read_as_it_was_learned(into_chinese, into_english):
    assert remarks(into_chinese) == []
    assert remarks(into_chinese, into_english) == []


@pytest.mark.parametrize(
    ("joins", "told"),
    [
        (
            (False, False),
            ["The words of the target are read with spaces between", "give --unsegmented target."],
        ),
        (
            (True, True),
            ["The words of the source are read joined", "leave the source out of --unsegmented."],
        ),
    ],
)
def test_spaces_that_were_not_learned_are_told_with_what_mends_them(into_chinese, joins, told):
    [said] = remarks(into_chinese, joins=joins, read=joins)
    assert said.startswith(told[0])
    assert said.endswith(told[1])
    assert "pieces in 3 lines" in said


def test_nothing_is_said_of_spaces_where_the_text_to_read_was_given(into_chinese):
    assert remarks(into_chinese, joins=None) == []


def test_a_model_that_learned_words_with_spaces_is_to_read_them_so_in_any_script():
    apart = learn_tokenizer([target for _, target in WORDED] * 9, TokenizerSettings())
    spaces = Spaces("target", apart, joined=False)
    for _, target in WORDED:
        spaces.note(target.split())
    assert spaces.remarks() == []


def test_no_more_lines_are_counted_than_tell_something(into_chinese):
    spaces = Spaces("source", into_chinese.source, joined=False)
    for _ in range(SAMPLE + 5):
        spaces.note(["Tom"])
    assert spaces.lines == SAMPLE


def test_sides_in_the_wrong_order_are_told_with_what_swaps_them(into_english):
    said = remarks(into_english, joins=None)
    assert len(said) == 2
    for side, line in zip(("source", "target"), said, strict=True):
        assert line.startswith(f"The {side}, for --run: Over half of the pieces are unknown")
        assert "3 lines (lines 1, 2, 3)" in line
        assert line.endswith("--reverse swaps the sides of the files.")


def test_one_strange_line_of_many_is_named_without_a_remedy(into_chinese):
    [said] = remarks(into_chinese, pairs=[*WORDED, ("☃☂☃", "汤姆"), ("", "汤姆")])
    assert said.startswith("The source, for --run: Line 4: 9 of 9 pieces are unknown or bytes.")
    assert said.endswith("like the training text?")


def test_pairs_that_are_too_long_are_told_by_their_lines(into_chinese):
    long = ("Tom " * 13, "汤姆")
    said = remarks(into_chinese, pairs=[*WORDED, long, WORDED[0], long])
    assert said == ["Too long to align, and left without links: 2 pairs (lines 4, 6)."]


def test_two_runs_of_one_direction_are_told(into_chinese):
    said = remarks(into_chinese, into_chinese)
    assert said[0].startswith("--reverse-run reads the same language as --run")
    assert len(said) > 1
    assert said[1].startswith("The source, for --reverse-run:")
    assert all(line.endswith("That run must translate the other way.") for line in said[1:])
    joint = TokenizerPair(into_chinese.source, into_chinese.source)
    assert not any("same language" in line for line in remarks(joint, joint))
