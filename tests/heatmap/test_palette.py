"""Palettes: ordered by lightness, read by nearly every eye, at every depth of colour."""

import itertools
import math

import pytest

from seqattn.heatmap import palette as palettes
from seqattn.heatmap.palette import DEFAULT_PALETTE, PALETTES, luminance, ramp16, ramp256, ramp_rgb

# What red-blind, green-blind and blue-blind eyes see of linear red, green and blue: the matrices
# for full severity of Machado, Oliveira and Fernandes (2009), table 1.
BLIND = {
    "red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# The colours of themes that many terminals come with, as far as the ramp uses them.
THEMES = {
    "xterm": {
        0: (0, 0, 0),
        3: (205, 205, 0),
        4: (0, 0, 238),
        5: (205, 0, 205),
        6: (0, 205, 205),
        7: (229, 229, 229),
        15: (255, 255, 255),
    },
    "VGA": {
        0: (0, 0, 0),
        3: (170, 85, 0),
        4: (0, 0, 170),
        5: (170, 0, 170),
        6: (0, 170, 170),
        7: (170, 170, 170),
        15: (255, 255, 255),
    },
    "Tango": {
        0: (46, 52, 54),
        3: (196, 160, 0),
        4: (52, 101, 164),
        5: (117, 80, 123),
        6: (6, 152, 154),
        7: (211, 215, 207),
        15: (238, 238, 236),
    },
    "Solarized": {
        0: (7, 54, 66),
        3: (181, 137, 0),
        4: (38, 139, 210),
        5: (211, 54, 130),
        6: (42, 161, 152),
        7: (238, 232, 213),
        15: (253, 246, 227),
    },
}
BOTH = ("dark", "light")


def distinct(ramp):
    return list(dict.fromkeys(cell for cell, _ in ramp))


def contrast(one, other):
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def seen(color, kind):
    """The colour as a colour-blind eye sees it."""
    linear = [palettes._linear(part) for part in color]
    return tuple(
        palettes._encoded(sum(a * b for a, b in zip(row, linear, strict=True)))
        for row in BLIND[kind]
    )


@pytest.mark.parametrize(("name", "background"), list(itertools.product(PALETTES, BOTH)))
def test_lightness_only_rises_or_only_falls(name, background):
    for ramp in (
        distinct(ramp_rgb(name, background)),
        [palettes.xterm_rgb(number) for number in distinct(ramp256(name, background))],
    ):
        lights = [palettes.to_lab(color)[0] for color in ramp]
        assert lights == sorted(lights, reverse=background == "light")


@pytest.mark.parametrize(("name", "background"), list(itertools.product(PALETTES, BOTH)))
def test_every_depth_has_at_least_five_levels(name, background):
    assert len(distinct(ramp_rgb(name, background))) > 90
    assert len(distinct(ramp256(name, background))) >= 8
    assert len(distinct(ramp16(background))) >= 5


def check_order(ramp, kind, background):
    """An eye of that kind sees each colour apart from the one before, and lightness in order."""
    labs = [palettes.to_lab(seen(color, kind)) for color in ramp]
    lights = [lab[0] for lab in labs]
    assert lights == sorted(lights, reverse=background == "light"), "lightness goes back"
    # 0.02 is about the least difference that can be told between neighbouring patches.
    apart = [math.dist(one, other) for one, other in itertools.pairwise(labs)]
    assert min(apart) > 0.02, "neighbours look alike"


@pytest.mark.parametrize(("kind", "background"), list(itertools.product(BLIND, BOTH)))
def test_the_default_stays_in_order_for_colour_blind_eyes(kind, background):
    ramps = {
        "rgb": [cell for cell, _ in ramp_rgb(DEFAULT_PALETTE, background)][::20],
        "256": [
            palettes.xterm_rgb(cell) for cell in distinct(ramp256(DEFAULT_PALETTE, background))
        ],
    }
    for ramp in ramps.values():
        check_order(ramp, kind, background)


def test_the_check_for_colour_blind_eyes_can_fail():
    # Green to red, as many maps of heat go: to a green-blind eye one muddy yellow, and back.
    alike = [(117, 126, 60), (134, 120, 60), (150, 113, 60)]
    with pytest.raises(AssertionError, match="look alike"):
        check_order(alike, "green", "dark")
    check_order(alike, "blue", "dark")
    with pytest.raises(AssertionError, match="goes back"):
        check_order([(60, 160, 60), (200, 60, 60), (255, 160, 160)], "red", "dark")


@pytest.mark.parametrize(("name", "background"), list(itertools.product(PALETTES, BOTH)))
def test_text_on_every_cell_can_be_read(name, background):
    for cell, text in ramp_rgb(name, background)[1:]:
        assert contrast(cell, text) >= 4.5
    for cell, text in ramp256(name, background)[1:]:
        assert contrast(palettes.xterm_rgb(cell), palettes.xterm_rgb(text)) >= 4.5
    # The dot of nothing is faint on purpose, but seen.
    assert contrast(*ramp_rgb(name, background)[0]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_sixteen_colours_can_be_read_in_common_themes(theme):
    colors = THEMES[theme]
    for cell, text in {pair for background in BOTH for pair in ramp16(background)}:
        assert contrast(colors[cell], colors[text]) >= 3


@pytest.mark.parametrize("background", BOTH)
@pytest.mark.parametrize("theme", THEMES)
def test_sixteen_colours_begin_and_end_at_the_ends_and_rise_in_xterm(theme, background):
    lights = [luminance(THEMES[theme][cell]) for cell in distinct(ramp16(background))]
    rising = lights[:: -1 if background == "light" else 1]
    assert (rising[0], rising[-1]) == (min(lights), max(lights))
    assert (rising == sorted(lights)) == (theme == "xterm")  # the others are why we say so


def test_the_light_ramp_starts_near_white_and_the_dark_one_near_black():
    for name in PALETTES:
        assert luminance(ramp_rgb(name, "light")[0][0]) > 0.85
        assert luminance(ramp_rgb(name, "dark")[0][0]) < 0.05


def test_oklab_comes_back_and_knows_white():
    assert palettes.to_lab((255, 255, 255)) == pytest.approx((1, 0, 0), abs=1e-4)
    for color in [(12, 200, 99), (255, 0, 0), (0, 0, 255)]:
        assert palettes._to_rgb(palettes.to_lab(color)) == color


# -- changes


def changes(background):
    """Each depth's ramp as level -> (cell, text) sRGB."""
    numbered = palettes.change256(background)
    return {
        "rgb": palettes.change_rgb(background),
        "256": {
            level: (palettes.xterm_rgb(cell), palettes.xterm_rgb(text))
            for level, (cell, text) in numbered.items()
        },
    }


@pytest.mark.parametrize("background", BOTH)
def test_larger_changes_lie_further_from_the_background_up_and_down(background):
    for ramp in changes(background).values():
        assert set(ramp) == set(range(-100, 101))
        for sign in (-1, 1):
            lights = [palettes.to_lab(ramp[sign * size][0])[0] for size in range(1, 101)]
            assert lights == sorted(lights, reverse=background == "light")
            assert len({ramp[sign * size][0] for size in range(1, 101)}) >= 5


@pytest.mark.parametrize("background", BOTH)
@pytest.mark.parametrize("kind", [None, "red", "green"])
def test_less_and_more_are_told_apart_by_nearly_every_eye(kind, background):
    for ramp in changes(background).values():
        for size in (20, 50, 100):
            one, other = (ramp[sign * size][0] for sign in (-1, 1))
            if kind is not None:
                one, other = seen(one, kind), seen(other, kind)
            assert math.dist(palettes.to_lab(one), palettes.to_lab(other)) > 0.1


@pytest.mark.parametrize("background", BOTH)
def test_the_number_on_every_change_can_be_read(background):
    for ramp in changes(background).values():
        assert all(contrast(*pair) >= 4.5 for level, pair in ramp.items() if level)
        assert contrast(*ramp[0]) >= 3
    for theme in THEMES:
        for cell, text in set(palettes.change16(background).values()):
            assert contrast(THEMES[theme][cell], THEMES[theme][text]) >= 3


def test_an_unknown_palette_names_those_there_are():
    with pytest.raises(ValueError, match="expected one of dusk, "):
        palettes.find("rainbow")
