"""Two models on one sentence: side by side, stacked, and their difference."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from seqattn.alignment import Alignment
from seqattn.graphemes import cell_width
from seqattn.heatmap import Canvas, Comparison, comparisons_to_html, to_text
from seqattn.heatmap.cells import levels_of
from tests.heatmap.samples import blurred, judged, scripts, textbook, thirty
from tests.heatmap.test_html import read
from tests.heatmap.test_svg import NS
from tests.heatmap.test_terminal import DEPTHS, ESCAPE, cells_of

WHY = "They wrote other translations."
NAMES = ("runs/additive", "runs/[b]dot\x1b[31m")


def of(made: Alignment, other: Alignment | None = None) -> Comparison:
    """Two models on `made`; with `other` they wrote different things."""
    return Comparison(made, blurred(made) if other is None else other, NAMES, WHY)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_side_by_side_is_stacked_line_by_line(sample, depth):
    # The lines of each picture are those it has alone, on a canvas of half the width.
    made = of(sample())
    width = 400
    lines = ESCAPE.sub("", made.to_text(Canvas(width=width, depth=depth))).splitlines()
    half = (width - 4) // 2
    for start, alignment in ((0, made.first), (half + 4, made.second)):
        alone = to_text(alignment, Canvas(width=half), brief=True).splitlines()
        assert [
            cells_of(line, start, start + half).rstrip() for line in lines[1 : len(alone) + 1]
        ] == [re.sub("[\u2068\u2069]", "", line).rstrip() for line in alone]


@pytest.mark.parametrize(
    ("width", "beside"), [(100, True), (79, False), (40, False), (None, False)]
)
def test_a_narrow_terminal_and_a_pipe_get_one_over_the_other(width, beside):
    text = of(textbook()).to_text(Canvas(width=width))
    [line] = [line for line in text.splitlines() if line.startswith("A  ")]
    assert ("B  " in line) == beside
    assert text.count("source →  Tom chases Jerry.") == 2
    if width is not None:
        assert max(map(cell_width, text.splitlines())) <= width


def test_pictures_that_would_break_into_blocks_are_stacked():
    text = of(thirty()).to_text(Canvas(width=180))
    assert not any("A  " in line and "B  " in line for line in text.splitlines())


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("width", [40, 80, 200, None])
@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_every_change_is_said_with_its_sign_in_every_depth(sample, width, depth):
    made = of(sample())
    text = ESCAPE.sub("", made.to_text(Canvas(width=width, depth=depth)))
    said = [0 if word == "·" else word for word in _numbers(text.partition("\nB - A\n")[2])]
    expected = [level for row in levels_of(made.difference) for level in row]
    assert sorted(map(_level, said)) == sorted(expected)
    assert any(level < 0 for level in expected)
    assert any(level > 0 for level in expected)


SIGNS = {" ": (0, 0), "·": (1, 9), "+": (10, 39), "╋": (40, 100)}
SIGNS |= {"╌": (-9, -1), "─": (-39, -10), "━": (-100, -40)}
ASCII = str.maketrans("·╋╌─━", ".#~-=")


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_compact_difference_has_a_sign_for_every_change(depth, unicode):
    made = replace(of(thirty()), compact=True)
    canvas = Canvas(width=None, depth=depth, unicode=unicode)
    picture = ESCAPE.sub("", made.to_text(canvas)).partition("\nB - A\n")[2]
    lines = picture.splitlines()[2:]  # below the axis and the ruler
    levels = levels_of(made.difference)
    margin = max(map(cell_width, (line.split()[0] for line in lines[: len(levels)]))) + 1
    for row, line in zip(levels, lines, strict=False):
        signs = line[margin:].ljust(len(row))
        assert len(signs) == len(row)
        for level, sign in zip(row, signs, strict=True):
            [(low, high)] = [
                span
                for known, span in SIGNS.items()
                if sign == (known if unicode else known.translate(ASCII))
            ]
            assert low <= level <= high
    assert "hundredths:  blank 0" in picture


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("depth", DEPTHS)
def test_no_line_of_the_compact_difference_is_wider_than_the_terminal(width, depth):
    made = replace(of(scripts()), compact=True)
    picture = ESCAPE.sub("", made.to_text(Canvas(width=width, depth=depth)))
    assert "B - A" in picture
    assert all(cell_width(line) <= width for line in picture.splitlines())


def _numbers(picture: str) -> list[str]:
    """The cells of a difference's rows."""
    matrix = picture.partition("\nNumbers are")[0].partition("\nrows:")[0]
    matrix = matrix.partition("\ncolumns:")[0]
    return re.findall(r"(?<= )(?:[+-]\d+|[+-]1\.|·)(?= |$)", matrix, re.M)


def _level(word: str | int) -> int:
    return {"+1.": 100, "-1.": -100}.get(str(word)) or int(word)


def test_without_a_difference_it_is_said_why():
    text = of(textbook(), scripts()).to_text()
    assert "B - A" not in text
    assert text.endswith(WHY + "\n")
    assert WHY not in of(textbook()).to_text()


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("width", [40, 400, None])
def test_what_was_done_to_the_weights_and_the_joint_are_said_once_under_both(width, compact):
    made = replace(of(thirty().words(), thirty().words()), compact=compact)
    text = " ".join(made.to_text(Canvas(width=width)).split())
    assert text.count("Pieces merged to words: columns summed, rows averaged.") == 1
    assert text.count("A label with") == 0  # words have no joint
    text = " ".join(replace(of(thirty()), compact=compact).to_text(Canvas(width=width)).split())
    assert text.count("A label with ‿ in front goes on with the word before it.") == 1


def test_a_note_that_differs_says_of_which_model_it_is():
    first, second = thirty().words().without_end(), blurred(thirty()).words().without_end()
    [(merged, one), (_, other)] = first.notes, second.notes
    assert one != other
    text = Comparison(first, second, NAMES).to_text()
    assert text.count(merged) == 1
    assert f"A: {one}\nB: {other}\n" in text
    alone = Comparison(first, replace(second, notes=()), NAMES).to_text()
    assert f"A: {merged}\nA: {one}\n" in alone


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("width", [40, 120, None])
def test_log_probabilities_of_both_are_shown_where_they_are_asked_for(width, compact):
    first = judged(textbook())
    second = replace(blurred(first), log_probs=tuple(x - 100 for x in first.log_probs))
    made = Comparison(first, second, NAMES, compact=compact, log_probs=True)
    text = made.to_text(Canvas(width=width))
    for value in first.log_probs + second.log_probs:
        assert len(re.findall(rf" {value:.2f}(?= |$)", text, re.M)) == 1
    assert text.count("log p is the") == 1
    assert width is None or max(map(cell_width, text.splitlines())) <= width
    for out in (made.to_svg(), made.to_html()):
        for value in first.log_probs + second.log_probs:
            assert out.count(f">{value:.2f}</t") == 1
    plain = replace(made, log_probs=False)
    assert "log p" not in plain.to_text() + plain.to_svg() + plain.to_html()


def test_a_joint_that_one_of_the_two_shows_is_explained():
    text = of(textbook(), thirty()).to_text(Canvas(unicode=False))
    assert text.count("A label with - in front") == 1


def test_names_are_text_and_never_escapes():
    for made in (of(textbook()), of(textbook(), scripts())):
        for out in (made.to_text(), made.to_svg(), comparisons_to_html([made])):
            assert "\x1b" not in out
            assert r"runs/[b]dot\x1b[31m" in out


@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_the_svg_holds_all_pictures_within_its_borders(sample):
    for made, count in ((of(sample()), 3), (of(sample(), blurred(textbook())), 2)):
        if sample is textbook and count == 2:
            continue
        picture = ET.fromstring(made.to_svg())
        inner = picture.findall(f"{NS}svg")
        assert len(inner) == count
        width, height = float(picture.get("width")), float(picture.get("height"))
        lefts = [float(part.get("x")) for part in inner]
        assert lefts == sorted(lefts)
        for part in inner:
            assert float(part.get("x")) + float(part.get("width")) <= width
            assert float(part.get("y")) + float(part.get("height")) <= height
        titles = [title.text for title in inner[-1].iter(f"{NS}title")]
        assert all(("difference" in title) == (count == 3) for title in titles)


def test_the_page_shows_each_sentence_in_a_row_of_its_own_with_exact_numbers():
    made, without = of(textbook()), of(textbook(), scripts())
    page = comparisons_to_html([made, without])
    first, second = page.split('<div class="beside">')[1:]
    assert (first.count("<figure"), second.count("<figure")) == (3, 2)
    assert (WHY in first, WHY in second) == (False, True)
    cells = read(page).cells[50:75]
    for cell, (old, new) in zip(
        cells,
        (
            pair
            for rows in zip(made.first.weights, made.second.weights, strict=True)
            for pair in zip(*rows, strict=True)
        ),
        strict=True,
    ):
        told = f"A {old:.4f}, B {new:.4f}, difference {new - old:+.4f}"
        assert cell["title"].endswith(told)
    assert "default-src 'none'" in page


def test_a_palette_that_is_not_there_is_refused_early():
    with pytest.raises(ValueError, match="expected one of dusk"):
        Comparison(textbook(), textbook(), NAMES, palette="rainbow")
