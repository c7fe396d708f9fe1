"""Pictures of the same two sentences on every kind of terminal, kept as text files.

`make golden` (SEQATTN_REWRITE_GOLDEN=1) rewrites them; then read the diff: `cat` shows a picture.
"""

import os
from pathlib import Path

import pytest

from seqattn.heatmap import Canvas, Comparison, to_svg, to_text
from seqattn.heatmap.palette import Depth
from tests.heatmap.samples import blurred, scripts, textbook, thirty

GOLDEN = Path(__file__).parents[1] / "golden"
DEPTHS: tuple[Depth, ...] = ("none", "16", "256", "truecolor")


def check(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("SEQATTN_REWRITE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    assert path.exists(), f"{path} is missing: make golden"
    assert text == path.read_bytes().decode(), f"{path} differs: make golden, then read the diff"


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("sample", [thirty, scripts], ids=lambda sample: sample.__name__)
def test_the_picture_is_the_golden_one(sample, depth, width):
    check(
        f"{sample.__name__}-{depth}-{width}.txt",
        to_text(sample(), Canvas(width=width, depth=depth)),
    )


@pytest.mark.parametrize("depth", DEPTHS)
def test_the_compact_picture_is_the_golden_one(depth):
    canvas = Canvas(width=80, depth=depth)
    check(f"thirty-compact-{depth}-80.txt", to_text(thirty(), canvas, compact=True))


@pytest.mark.parametrize("sample", [thirty, scripts], ids=lambda sample: sample.__name__)
def test_the_picture_in_a_pipe_is_the_golden_one(sample):
    check(f"{sample.__name__}-pipe.txt", to_text(sample()))


def test_the_picture_in_ascii_is_the_golden_one():
    canvas = Canvas(width=80, unicode=False, encoding="ascii")
    check("scripts-ascii-80.txt", to_text(scripts(), canvas))
    check("thirty-compact-ascii-80.txt", to_text(thirty(), canvas, compact=True))


def test_the_picture_on_light_background_is_the_golden_one():
    canvas = Canvas(width=80, depth="256", background="light")
    check("textbook-256-light-80.txt", to_text(textbook(), canvas))


@pytest.mark.parametrize("depth", DEPTHS)
def test_two_models_side_by_side_are_the_golden_ones(depth):
    made = Comparison(textbook(), blurred(textbook()), ("runs/additive", "runs/dot"))
    check(f"comparison-{depth}-120.txt", made.to_text(Canvas(width=120, depth=depth)))


def test_two_models_stacked_are_the_golden_ones():
    why = "They wrote other translations, so no difference is drawn."
    made = Comparison(textbook(), scripts(), ("runs/additive", "runs/dot"), why)
    check("comparison-unlike-80.txt", made.to_text(Canvas(width=80)))
    made = Comparison(textbook(), blurred(textbook()), ("runs/additive", "runs/dot"))
    check("comparison-40.txt", made.to_text(Canvas(width=40)))
    check("comparison.svg", made.to_svg())


def test_the_svg_is_the_golden_one():
    check("textbook.svg", to_svg(textbook()))
