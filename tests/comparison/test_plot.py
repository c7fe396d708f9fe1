"""The plot: well formed, true to the numbers, and readable without colour."""

import xml.etree.ElementTree as ET

import pytest

from seqattn.comparison.plot import COLORS, DASHES, MARKS, bleu_by_length
from seqattn.comparison.results import Comparison
from seqattn.config import SCORES
from tests.comparison.made_up import comparison

NS = "{http://www.w3.org/2000/svg}"


def drawn(made: Comparison) -> ET.Element:
    return ET.fromstring(bleu_by_length(made))


def of_class(picture: ET.Element, name: str) -> list[ET.Element]:
    return [part for part in picture.iter() if part.get("class") == name]


def texts(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{NS}text")]


def test_it_names_bins_sentences_unit_test_set_and_variants():
    found = texts(drawn(comparison()))
    for said in (
        "0-9", "10-19", "20+", "420 sentences", "27 sentences", "words in the source", "BLEU",
        "BLEU by source length: test.tsv", "context", "none", "fixed", "attention",
    ):  # fmt: skip
        assert said in found


def test_lines_lie_where_the_means_are():
    made = comparison()
    picture = drawn(made)
    gridlines = {
        float(part.get("d").split(" ")[1].split("H")[0]): None
        for part in picture.iter(f"{NS}path")
        if "H" in part.get("d")
    }
    highest, lowest = min(gridlines), max(gridlines)
    labels = [float(text) for text in texts(picture) if text.isdigit()]
    for line, first in zip(of_class(picture, "line"), (51.5, 61.5, 71.5), strict=True):
        points = [tuple(map(float, p.split())) for p in line.get("d")[1:].split("L")]
        assert len(points) == 3
        for (_, y), bleu in zip(points, (first, first - 20, first - 40), strict=True):
            shown = max(labels) * (lowest - y) / (lowest - highest)
            assert shown == pytest.approx(bleu, abs=0.05)


def test_every_seed_has_a_dot_and_one_seed_alone_has_none():
    assert len(of_class(drawn(comparison()), "seed")) == 3 * 2 * 3
    assert not of_class(drawn(comparison(seeds=[1])), "seed")


def test_lines_differ_without_any_colour():
    picture = drawn(comparison("score=" + ",".join(SCORES)))
    marks = [part.get("d") or part.tag for part in of_class(picture, "mark")]
    dashes = [line.get("stroke-dasharray") for line in of_class(picture, "line")]
    shapes = ["".join(c for c in mark if c.isalpha()) for mark in marks[::4]]
    assert len(set(zip(shapes, dashes, strict=True))) == len(SCORES)
    looks = {
        (MARKS[i % len(MARKS)], DASHES[i % len(DASHES)]) for i in range(len(MARKS) * len(DASHES))
    }
    assert len(looks) == len(MARKS) * len(DASHES)  # no two of 35 lines look alike


def test_no_colour_is_too_pale_for_white_paper():
    def luminance(color: str) -> float:
        """WCAG 2.1, relative luminance."""
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    def contrast(color: str) -> float:
        return 1.05 / (luminance(color) + 0.05)

    assert all(contrast(color) > 2 for color in COLORS)
    assert contrast("#f0e442") < 2  # the yellow that was left out: the check can fail


def test_everything_lies_inside_the_picture():
    for made in (comparison(), comparison("score=" + ",".join(SCORES)), comparison(seeds=[1])):
        picture = drawn(made)
        width, height = float(picture.get("width")), float(picture.get("height"))
        for text in picture.iter(f"{NS}text"):
            x, y, room = float(text.get("x")), float(text.get("y")), 8 * len(text.text or "")
            left = {"start": x, "middle": x - room / 2, "end": x - room}[text.get("text-anchor")]
            assert left >= 0
            assert left + room <= width or "sentence" in text.text
            assert 0 < y < height


def test_a_name_from_a_file_is_no_markup():
    data = comparison().to_json()
    data["test"]["name"] = "<b>&\x1b.tsv"
    assert "BLEU by source length: <b>&\\x1b.tsv" in texts(drawn(Comparison.from_json(data)))


def test_without_a_result_it_is_still_a_picture():
    data = {**comparison().to_json(), "results": []}
    assert drawn(Comparison.from_json(data)).tag == f"{NS}svg"
