import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.alignment import Label
from seqattn.graphemes import cell_width, clusters
from seqattn.heatmap.labels import (
    cut,
    encodable,
    fold,
    isolated,
    pad,
    shown_labels,
    shown_text,
    wrap,
)

TEXTS = st.text(st.sampled_from("ab 日本ก็น้ำक्षि👨‍👩‍👧é.عر"), max_size=20)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u200b", "U+200B"),
        (" ", "U+0020"),
        ("\u3000", "U+3000"),
        ("\t", r"\t"),
        ("\x1b[31m", r"\x1b[31m"),
        ("\u202ea", "U+202Ea"),
        ("\ud83d", "U+D83D"),
        ("\u0301", "◌\u0301"),
        ("[b]:smile:", "[b]:smile:"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
    ],
)
def test_nothing_is_shown_without_ink_and_nothing_can_harm(text, shown):
    assert shown_text(text) == shown
    assert cell_width(shown_text(text)) > 0


@given(st.text(min_size=1))
def test_every_label_has_a_width_and_no_control_character(text):
    shown = shown_text(text)
    assert cell_width(shown) > 0
    assert not any(character < " " or character == "\x7f" for character in shown)


def test_a_joint_stands_where_letters_meet_and_nowhere_else():
    labels = [Label("Ber"), *(Label(text, False) for text in ("lin", ".", "汤", "姆", "s", "ein"))]
    labels += [Label("</s>", False, "end"), Label("x", False)]
    expected = ["Ber", "‿lin", ".", "汤", "姆", "s", "‿ein", "</s>", "x"]
    assert shown_labels(labels) == expected


@given(TEXTS, st.integers(2, 12))
def test_a_cut_label_fits_and_breaks_no_cluster(text, width):
    shown = cut(text, width)
    assert cell_width(shown) <= width
    if shown != text:
        kept = clusters(shown.removesuffix("…"))
        assert kept == clusters(text)[: len(kept)]


@given(TEXTS, st.integers(1, 12))
def test_folding_loses_nothing_and_breaks_no_cluster(text, width):
    lines = fold(text, width)
    assert "".join(lines) == text
    assert [part for line in lines for part in clusters(line)] == clusters(text)
    assert all(cell_width(line) <= width or len(clusters(line)) == 1 for line in lines)


@given(st.lists(TEXTS.filter(lambda text: " " not in text)), st.integers(4, 30))
def test_wrapping_loses_nothing_and_fits(words, width):
    lines = wrap(words, width)
    assert "".join(lines).replace(" ", "") == "".join(words)
    assert all(cell_width(line) <= width for line in lines)
    assert wrap(words, None) == [" ".join(words)]


@given(TEXTS, st.sampled_from(["left", "right", "center"]))
def test_padding_reaches_the_width(text, align):
    assert cell_width(pad(text, 60, align)) == 60
    assert pad(text, 60, align).strip(" ") == text.strip(" ")


def test_only_right_to_left_text_is_isolated_and_that_costs_no_width():
    assert isolated("سلام") == "\u2068سلام\u2069"
    assert cell_width(isolated("سلام")) == 4
    assert isolated("abc 日本") == "abc 日本"


def test_what_an_encoding_lacks_is_escaped():
    assert encodable("é今", "ascii") == r"\xe9\u4eca"
    assert encodable("é今", "utf-8") == "é今"
