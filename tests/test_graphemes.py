import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.graphemes import cell_width, clusters, is_unspaced


@pytest.mark.parametrize(
    ("text", "count", "width"),
    [
        ("abc", 3, 3),
        ("日本", 2, 4),
        ("e\u0301", 1, 1),
        ("ก็", 1, 1),
        ("น้ำ", 1, 2),  # SARA AM is a letter by category and a part of its syllable by annex 29
        ("क्षि", 1, 3),
        ("की", 1, 2),
        ("👨‍👩‍👧", 1, 2),
        ("👍🏽", 1, 2),
        ("❤️", 1, 2),
        ("❤", 1, 1),
        ("🇩🇪🇫🇷", 2, 4),
        ("🇩", 1, 1),
        ("한", 1, 2),
        ("\u1112\u1161\u11ab", 1, 2),  # the same syllable as three letters
        ("\ua960\ud7b0\ud7cb", 1, 2),  # old letters make one, too
        ("\u200b", 1, 0),
        ("\u0378", 1, 1),  # not assigned, and nobody knows its width
        ("\U0002fffd", 1, 2),  # not assigned either, but reserved for Han
        ("\u4dc0", 1, 2),
        ("\r\n", 1, 0),
        ("\n\u0301", 2, 0),
        ("ﾊﾞ", 1, 2),
        ("\u0600\u0661", 1, 2),
        ("", 0, 0),
    ],
)
def test_clusters_and_widths_of_every_script(text, count, width):
    assert len(clusters(text)) == count
    assert cell_width(text) == width


@given(st.text())
def test_clusters_joined_are_the_text(text):
    assert "".join(clusters(text)) == text
    assert all(clusters(text))


@given(st.text(), st.text())
def test_width_is_the_sum_over_clusters(left, right):
    text = left + right
    assert cell_width(text) == sum(map(cell_width, clusters(text)))


def test_scripts_without_spaces_are_known_and_korean_is_not_one():
    assert all(map(is_unspaced, ["汉", "か", "カ", "ไ", "ກ", "မ", "ខ", "。", "！", "𠀀"]))
    assert not any(map(is_unspaced, ["한", "a", "д", "ع", "क", "!", "1", "👍"]))
