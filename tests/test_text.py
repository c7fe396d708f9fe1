"""Text is shown so that neither the eye nor the terminal is fooled."""

import ast
import itertools
import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqattn
from seqattn.text import is_blank, json_line, visible

ANY_TEXT = st.text(st.characters(exclude_categories=()))  # lone surrogates too


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("a\tb\nc\r", r"a\tb\nc\r"),
        ("\x9b\x7f", r"\x9b\x7f"),
        ("abc\u202edef", "abcU+202Edef"),
        ("\u2028\ufeff\u200b\u200d", "U+2028U+FEFFU+200BU+200D"),
        ("name\udcff", r"name\xff"),
        ("\ud800", "U+D800"),
        ("a\ufffeb\ufdd0\U0010ffff", "aU+FFFEbU+FDD0U+10FFFF"),
        ("\U000e0041", "U+E0041"),
        ("می‌خواهم", "می‌خواهم"),  # a joiner between letters is spelling
        ("👨‍👩‍👧 é 中文 [b]", "👨‍👩‍👧 é 中文 [b]"),
    ],
)
def test_what_fools_the_terminal_becomes_an_escape(text, shown):
    assert visible(text) == shown


@given(ANY_TEXT)
def test_nothing_unsafe_is_left_in_any_text(text):
    shown = visible(text)
    assert not {unicodedata.category(one) for one in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not set(shown) & set(
        "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2069\ufeff"
    )
    shown.encode()


@given(ANY_TEXT, st.integers(1, 30))
def test_a_cut_text_keeps_the_limit_and_is_a_start_of_the_whole(text, limit):
    whole, cut = visible(text), visible(text, limit)
    assert len(cut) <= limit
    if cut != whole:
        assert cut.endswith("…")
        # A joiner that ends the cut part has lost its right neighbour; escapes are never halved.
        assert visible(text).startswith(cut[:-1]) or "U+200" in cut


def test_a_text_within_the_limit_is_not_cut():
    assert visible("12345", 5) == "12345"
    assert visible("123456", 5) == "1234…"
    assert visible("abc\x1b", 5) == "abc…"  # an escape is not cut in two


@pytest.mark.parametrize(
    "text", ["", " \t\n", "\xa0\u3000", "\u200b\u200d\ufeff", "\x00\x07", "\u2800"]
)
def test_text_without_ink_is_blank(text):
    assert is_blank(text)


@pytest.mark.parametrize("text", [".", " a", "\u200b中", "\U0001f600", "́"])
def test_text_with_ink_is_not_blank(text):
    assert not is_blank(text)


def test_a_line_of_json_stands_for_the_same_text_and_cannot_write_to_the_terminal():
    text = 'a\x1b[31m\u202e\u2028\x85\ud800\U000e0041\ufeff\u200b 汤姆 👨\u200d👩 é\n\t"\\'
    line = json_line({text: text})
    assert json.loads(line) == {text: text}
    assert visible(line) == line
    assert "汤姆 👨\u200d👩 é" in line
    line.encode()  # nothing in it that UTF-8 cannot write


def test_a_file_name_that_an_ascii_locale_could_not_read_is_shown_as_it_is():
    name = "a, ß 汤".encode().decode("ascii", "surrogateescape")  # as sys.argv has it there
    assert visible(name) == "a, ß 汤"
    assert visible("x\udcff\udce6\udcb1\udca4") == r"x\xff汤"  # only what is no UTF-8 is escaped
    assert visible("\udcc2\udc9b31m") == r"\x9b31m"  # a control character that came as bytes


# -- one of a thing is not called several ----------------------------------------------------------

MORE_NOUNS = {"column", "field", "label", "number", "process", "row", "time", "unit"}
NEVER_ONE = {
    "alignment.py: {len(self.rows)} rows",  # a mistake of ours, not of the user
    "attention_output.py: {size:,} pieces",  # over the limit of what is shown
    "batches.py: {len(source.offsets) - 1} source sentences",  # a mistake of ours
    "inputs.py: {len(paths)} times",  # over 2
    "show_attention.py: {len(runs)} times",  # over 2
    "training_display.py: {report.parameters / 1000000.0:.1f} million parameters",
    "sizes.py: {following - 1:,} pairs",  # borders between corpora of thousands
    "sizes.py: {following:,} pairs",
    "sizes.py: {smallest:,} pairs",
    "training.py: {count} processes",  # where there are several
    "translator.py: {len(ids):,} pieces",  # over the limit of what is shown
    "translator.py: {n_best} translations",  # more than the beam
    "translator.py: {window} sentences",  # less than 1
    "tsv.py: {len(fields)} fields",  # 1 has words of its own
}
"""Numbers in front of a plural that are never 1."""


def uncounted(name: str, code: str, nouns: set[str]) -> set[str]:
    """Numbers in f-strings with a plural behind them, whatever the number is."""
    plural = re.compile(rf" ((?:[a-z]+ )?(?:{'|'.join(nouns)})(?:s|es))\b(?!/)")
    found = set()
    for node in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.JoinedStr)):
        for number, text in itertools.pairwise(node.values):
            if isinstance(number, ast.FormattedValue) and isinstance(text, ast.Constant):
                shown = ast.unparse(ast.JoinedStr([number]))[2:-1]
                if after := plural.match(text.value):
                    found.add(f"{name}: {shown} {after[1]}")
    return found


def test_one_of_a_thing_is_not_called_several_anywhere():
    files = {path: path.read_text("utf-8") for path in Path(seqattn.__file__).parent.rglob("*.py")}
    nouns = {"line", *re.findall(r"counted\(.*?, [\"']([a-z]+)[\"']\)", "".join(files.values()))}
    assert {"pair", "epoch", "translation"} <= nouns
    nouns |= MORE_NOUNS
    found = set().union(*(uncounted(path.name, code, nouns) for path, code in files.items()))
    assert found - NEVER_ONE == set()


def test_a_number_before_a_plural_is_found():
    nouns = {"word", "pair"}
    assert uncounted("a", 'f"{x} words"', nouns) == {"a: {x} words"}
    assert uncounted("a", 'f"{x:,} more pairs left"', nouns) == {"a: {x:,} more pairs"}
    assert uncounted("a", 'f"{counted(x, y)} left, {x} words/s, {x} word, words"', nouns) == set()
