"""Colours of weights: ramps that stay in order for every eye and on every terminal.

A palette is a path through the OKLab colour space (Ottosson 2020) along which lightness only
rises, or only falls on a light background, so that the order of weights can be seen without
seeing hue, and printed without colour. The default runs from blue to yellow, the one pair of hues
that red-blind, green-blind and most other colour-blind people tell apart.

    depth        levels                                       from
    truecolor    101, one per hundredth of weight             the path itself
    256          at least 8, lightness in strict order        the xterm's own steps along it
    16           6, in order in xterm's own theme             black blue magenta cyan yellow white
    none         no colour: digits and shades carry the value

Changes of weight have colours of their own, whatever the palette: blue for less, orange for more,
and the background between; again the pair that nearly every eye tells apart.

Text on a cell is black or white, whichever contrasts more: 4.5 : 1 or better on any colour of ours.
The 16 colours are the theme's: 3 : 1 or better in xterm, VGA, Tango and Solarized, and neighbours
in the middle may be as light as each other or change places. Only the dot of a weight that rounds
to 0 is faint, so that the eye goes to the numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Depth = Literal["none", "16", "256", "truecolor"]
Background = Literal["dark", "light"]
RGB = tuple[int, int, int]
Lab = tuple[float, float, float]

# Small weights are many and say most about the blur of a row, so they get more of the ramp.
GAMMA = 0.7


@dataclass(frozen=True)
class Palette:
    """The colours from weight 0 to weight 1, for each background.

    Attributes:
        dark, light: a path of a few OKLab points (L, a, b) at even distance.
        dark_steps, light_steps: xterm numbers along that path, chosen by eye from the 256 that
            there are, with a clear step of lightness between one and the next.
        about: what it looks like.
    """

    dark: tuple[Lab, ...]
    light: tuple[Lab, ...]
    dark_steps: tuple[int, ...]
    light_steps: tuple[int, ...]
    about: str

    def path(self, background: Background) -> tuple[Lab, ...]:
        """The points for a background: the path starts near its brightness."""
        return self.light if background == "light" else self.dark

    def color(self, weight: float, background: Background = "dark") -> RGB:
        """The sRGB colour, each part 0..255, of a weight in [0, 1]."""
        return _to_rgb(_along(self.path(background), min(max(weight, 0.0), 1.0) ** GAMMA))


PALETTES: dict[str, Palette] = {
    "dusk": Palette(
        dark=((0.22, 0.0, -0.08), (0.43, -0.03, -0.09), (0.66, -0.075, 0.0), (0.93, -0.04, 0.17)),
        light=((0.98, -0.004, 0.012), (0.87, -0.04, 0.1), (0.6, -0.07, 0.0), (0.29, 0.0, -0.11)),
        dark_steps=(233, 17, 18, 24, 66, 73, 114, 186, 227),
        light_steps=(231, 187, 150, 108, 66, 24, 18, 17),
        about="blue to yellow, safe for colour-blind readers",
    ),
    "ember": Palette(
        dark=((0.2, 0.01, -0.02), (0.38, 0.11, 0.0), (0.62, 0.15, 0.1), (0.93, -0.01, 0.13)),
        light=((0.98, 0.0, 0.02), (0.84, 0.05, 0.1), (0.58, 0.16, 0.07), (0.28, 0.08, -0.02)),
        dark_steps=(233, 52, 88, 124, 160, 202, 208, 214, 221, 228),
        light_steps=(230, 223, 216, 209, 203, 160, 124, 88, 52),
        about="black over red to yellow",
    ),
    "sea": Palette(
        dark=((0.22, -0.01, -0.04), (0.42, -0.03, -0.09), (0.66, -0.09, -0.05), (0.95, -0.03, 0.0)),
        light=((0.98, -0.01, 0.0), (0.82, -0.06, -0.05), (0.56, -0.04, -0.12), (0.28, 0.0, -0.1)),
        dark_steps=(17, 18, 25, 31, 38, 80, 152, 195),
        light_steps=(231, 195, 153, 111, 69, 25, 18, 17),
        about="one hue, dark blue to pale",
    ),
    "grey": Palette(
        dark=((0.2, 0.0, 0.0), (0.97, 0.0, 0.0)),
        light=((0.98, 0.0, 0.0), (0.25, 0.0, 0.0)),
        dark_steps=(234, 236, 238, 240, 243, 246, 249, 252, 255),
        light_steps=(231, 254, 251, 248, 245, 242, 239, 236, 234),
        about="no hue at all, for print",
    ),
}
DEFAULT_PALETTE = "dusk"

# Background and text for each level at 16 colours. Bright ones are left out where themes such as
# Solarized paint them nearly like the background. Their lightness rises in xterm; elsewhere black
# and white are the ends, but Tango and Solarized paint blue as light as magenta, and VGA's yellow
# is a brown.
_SIXTEEN: tuple[tuple[int, int], ...] = ((0, 7), (4, 15), (5, 15), (6, 0), (3, 0), (15, 0))


def find(name: str) -> Palette:
    """The palette of that name; ValueError names those there are."""
    if name not in PALETTES:
        raise ValueError(f"unknown palette {name!r}, expected one of {', '.join(PALETTES)}")
    return PALETTES[name]


@lru_cache(maxsize=32)
def ramp16(background: Background) -> tuple[tuple[int, int], ...]:
    """(cell, text) ANSI numbers 0..15 for weights 0, 0.01, ... 1."""
    steps = _SIXTEEN if background == "dark" else _SIXTEEN[::-1]
    return tuple(_spread(steps, percent) for percent in range(101))


@lru_cache(maxsize=32)
def ramp256(name: str, background: Background) -> tuple[tuple[int, int], ...]:
    """(cell, text) xterm numbers 16..255 for weights 0, 0.01, ... 1."""
    palette = find(name)
    steps = palette.light_steps if background == "light" else palette.dark_steps
    colors = [(number, 16 if ink_on(xterm_rgb(number)) == BLACK else 231) for number in steps]
    faint = (steps[0], 244)
    return (faint, *(_spread(colors, percent) for percent in range(1, 101)))


@lru_cache(maxsize=32)
def ramp_rgb(name: str, background: Background) -> tuple[tuple[RGB, RGB], ...]:
    """(cell, text) sRGB for weights 0, 0.01, ... 1."""
    palette = find(name)
    colors = [palette.color(percent / 100, background) for percent in range(101)]
    return ((colors[0], FAINT), *((color, ink_on(color)) for color in colors[1:]))


# A change from nothing to its largest, away from the background, less and more.
_LESS: dict[Background, tuple[Lab, ...]] = {
    "dark": ((0.22, 0.0, 0.0), (0.42, -0.02, -0.13), (0.8, -0.05, -0.1)),
    "light": ((0.98, 0.0, 0.0), (0.82, -0.03, -0.08), (0.42, -0.02, -0.16)),
}
_MORE: dict[Background, tuple[Lab, ...]] = {
    "dark": ((0.22, 0.0, 0.0), (0.47, 0.07, 0.09), (0.86, 0.04, 0.14)),
    "light": ((0.98, 0.0, 0.0), (0.86, 0.04, 0.1), (0.48, 0.09, 0.09)),
}
# xterm numbers along the same paths, and ANSI numbers with their texts: nothing first.
_CHANGES_256: dict[Background, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "dark": ((234, 18, 25, 32, 74, 117), (234, 58, 94, 136, 172, 215)),
    "light": ((231, 153, 111, 68, 25, 18), (231, 223, 216, 172, 130, 88)),
}
_CHANGES_16 = (((4, 15), (6, 0)), ((5, 15), (3, 0)))  # less, more


@lru_cache(maxsize=4)
def change_rgb(background: Background) -> dict[int, tuple[RGB, RGB]]:
    """(cell, text) sRGB for changes of -100 to 100 hundredths."""
    found: dict[int, tuple[RGB, RGB]] = {}
    for level in range(-100, 101):
        path = (_LESS if level < 0 else _MORE)[background]
        cell = _to_rgb(_along(path, (abs(level) / 100) ** GAMMA))
        found[level] = (cell, ink_on(cell) if level else FAINT)
    return found


@lru_cache(maxsize=4)
def change256(background: Background) -> dict[int, tuple[int, int]]:
    """(cell, text) xterm numbers for changes of -100 to 100 hundredths."""
    less, more = (
        [(number, 16 if ink_on(xterm_rgb(number)) == BLACK else 231) for number in steps[1:]]
        for steps in _CHANGES_256[background]
    )
    nothing = (_CHANGES_256[background][0][0], 244)
    return {
        level: _spread(less if level < 0 else more, abs(level)) if level else nothing
        for level in range(-100, 101)
    }


@lru_cache(maxsize=4)
def change16(background: Background) -> dict[int, tuple[int, int]]:
    """(cell, text) ANSI numbers 0..15 for changes of -100 to 100 hundredths."""
    less, more = _CHANGES_16
    nothing = (0, 7) if background == "dark" else (15, 0)
    return {
        level: _spread(less if level < 0 else more, abs(level)) if level else nothing
        for level in range(-100, 101)
    }


BLACK: RGB = (0, 0, 0)
WHITE: RGB = (255, 255, 255)
FAINT: RGB = (128, 128, 128)


def luminance(color: RGB) -> float:
    """Relative luminance in [0, 1] (WCAG 2.1)."""
    red, green, blue = (_linear(part) for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(color: RGB) -> RGB:
    """Black or white, whichever is read better on a colour (WCAG 2.1 contrast)."""
    bright = luminance(color)
    return BLACK if (bright + 0.05) / 0.05 >= 1.05 / (bright + 0.05) else WHITE


def xterm_rgb(number: int) -> RGB:
    """The colour 16..255 that every 256-colour terminal shares: a 6 x 6 x 6 cube and 24 greys."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return grey, grey, grey
    cube = (0, 95, 135, 175, 215, 255)
    red, rest = divmod(number - 16, 36)
    return cube[red], cube[rest // 6], cube[rest % 6]


def to_lab(color: RGB) -> Lab:
    """sRGB to OKLab: lightness 0..1, green-red a, blue-yellow b."""
    red, green, blue = (_linear(part) for part in color)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _to_rgb(lab: Lab) -> RGB:
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _encoded(value: float) -> int:
    value = min(max(value, 0.0), 1.0)  # colours outside sRGB are cut to its border
    curved = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(255 * curved)


def _along(path: Sequence[Lab], position: float) -> Lab:
    """The point at a position in [0, 1] of a path of straight pieces."""
    scaled = position * (len(path) - 1)
    piece = min(int(scaled), len(path) - 2)
    part = scaled - piece
    left, right = path[piece], path[piece + 1]
    return (
        left[0] + part * (right[0] - left[0]),
        left[1] + part * (right[1] - left[1]),
        left[2] + part * (right[2] - left[2]),
    )


def _spread(steps: Sequence[tuple[int, int]], percent: int) -> tuple[int, int]:
    return steps[min(int((percent / 100) ** GAMMA * len(steps)), len(steps) - 1)]
