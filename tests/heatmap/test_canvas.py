import io

import pytest
from rich.console import Console

from seqattn.heatmap import Canvas


def canvas(environment=None, *, terminal=True, encoding="utf-8", **settings):
    environment = {"TERM": "xterm-256color"} if environment is None else environment
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(
        file=file, force_terminal=terminal, width=100, legacy_windows=False, _environ=environment
    )
    return Canvas.of(console, environ=environment, **settings)


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "dumb"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
)
def test_the_depth_is_what_the_terminal_says(environment, depth):
    assert canvas(environment).depth == depth


def test_a_pipe_has_no_width_and_no_colour_whatever_the_terminal_could():
    found = canvas({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, terminal=False)
    assert (found.width, found.depth) == (None, "none")


def test_a_width_that_is_asked_for_holds_in_a_pipe_too():
    assert canvas(terminal=False, width=64).width == 64
    assert canvas(width=3).width == 20


@pytest.mark.parametrize(
    ("colorfgbg", "background"),
    [
        ("0;15", "light"),
        ("0;7", "light"),
        ("15;0", "dark"),
        ("0;default;15", "light"),
        ("", "dark"),
    ],
)
def test_the_background_is_read_from_colorfgbg(colorfgbg, background):
    environment = {"TERM": "xterm", "COLORFGBG": colorfgbg}
    assert canvas(environment).background == background


@pytest.mark.parametrize(
    ("encoding", "unicode"), [("utf-8", True), ("ascii", False), ("cp1252", False)]
)
def test_ascii_stands_in_where_the_encoding_lacks_blocks(encoding, unicode):
    found = canvas(encoding=encoding)
    assert (found.unicode, found.encoding) == (unicode, encoding)
    assert found.glyph("▸", ">") == ("▸" if unicode else ">")
