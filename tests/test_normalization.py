"""Normalisation: stated rules, any text, and nothing left to do a second time."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.normalization import Form, normalize

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)  # surrogates, NUL and all
AWKWARD_TEXT = st.text(
    st.sampled_from("a \t\n\x00\x1c\u00a0\u3000\u200b\u200d\ufeff\u0301\u0307İIΣςﬁé▁⁇ℋ猫"),
    max_size=12,
)
FORMS: list[Form] = ["nfc", "nfkc", "identity"]


@given(ANY_TEXT | AWKWARD_TEXT, st.sampled_from(FORMS), st.booleans())
def test_normalizing_twice_changes_nothing_more(text, form, lowercase):
    once = normalize(text, form=form, lowercase=lowercase)
    assert normalize(once, form=form, lowercase=lowercase) == once


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lowercase", [False, True])
def test_every_code_point_normalizes_to_something_stable_and_encodable(form, lowercase):
    for start in range(0, sys.maxunicode + 1, 4096):
        text = "|".join(map(chr, range(start, start + 4096)))
        once = normalize(text, form=form, lowercase=lowercase)
        assert normalize(once, form=form, lowercase=lowercase) == once
        once.encode("utf-8")


@given(ANY_TEXT | AWKWARD_TEXT)
def test_spaces_are_single_and_inside(text):
    normal = normalize(text)
    assert normal == " ".join(normal.split())
    assert not any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 for c in normal)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e\u0301", "é"),  # typed on a Mac
        ("a\u00a0b\u3000c\td\r\ne\x00f", "a b c d e f"),
        ("\ufeffTom\u200b jagt", "Tom jagt"),
        ("e\ufeff\u0301", "é"),  # what is removed must not keep an accent from its letter
        ("a\ud800b", "a\ufffdb"),
        ("\ufdd0", "\ufffd"),
        ("\u200d \u200e", ""),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("５ ﬁ", "５ ﬁ"),
        ("</s> ▁ ⁇", "</s> ▁ ⁇"),
    ],
)
def test_nfc_rules(text, expected):
    assert normalize(text) == expected


def test_forms_differ_where_they_should():
    text = "e\u0301 ５ ﬁ…"
    assert normalize(text, form="nfkc") == "é 5 fi..."
    assert normalize(text, form="identity") == text
    assert normalize("THE ℋÉ", form="nfkc", lowercase=True) == "the hé"
