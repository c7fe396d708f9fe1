import re

import pytest

from seqattn.graphemes import cell_width
from seqattn.heatmap import Canvas, to_text
from seqattn.heatmap.compact import shade
from seqattn.heatmap.labels import shown_labels
from tests.heatmap.samples import drawn, judged, scripts, textbook, thirty

SGR = re.compile(r"\x1b\[([0-9;]*)m")


def half_block_rows(text):
    """The (upper, lower) colours of every half-block of every line that has some."""
    for line in text.splitlines():
        if "▀" in line:
            yield re.findall(r"\x1b\[38;2;(\d+;\d+;\d+)(?:;48;2;(\d+;\d+;\d+))?m▀", line)


def test_half_blocks_carry_two_rows_in_the_colours_of_their_weights():
    from seqattn.heatmap.cells import percent_of
    from seqattn.heatmap.palette import ramp_rgb

    made = thirty()
    colors = [";".join(map(str, cell)) for cell, _ in ramp_rgb("dusk", "dark")]
    expected = [[colors[percent_of(weight)] for weight in row] for row in made.weights]
    rows = []
    for pairs in half_block_rows(to_text(made, Canvas(width=100, depth="truecolor"), compact=True)):
        rows.append([upper for upper, _ in pairs])
        rows.append([lower for _, lower in pairs])
    if len(made.rows) % 2:
        assert set(rows.pop()) == {""}
    assert rows == expected


@pytest.mark.parametrize("canvas", [Canvas(width=80), Canvas(width=80, unicode=False)])
def test_without_colours_each_row_has_a_line_of_shades(canvas):
    made = thirty()
    shades = canvas.glyph(" ·░▒▓█", " .:+#@")
    lines = to_text(made, canvas, compact=True).splitlines()
    for row, peak in zip(made.weights, made.peaks(), strict=True):
        drawing = "".join(shade(int(weight * 100 + 0.5), shades) for weight in row)
        assert any(f" {peak + 1} {drawing}".rstrip() in line for line in lines)


def test_shades_have_five_levels_of_ink_and_one_of_none():
    levels = [shade(percent) for percent in range(101)]
    assert list(dict.fromkeys(levels)) == list(" ·░▒▓█")


@pytest.mark.parametrize("depth", ["none", "truecolor"])
@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("sample", [thirty, scripts], ids=lambda sample: sample.__name__)
def test_every_label_is_there_and_no_line_is_too_wide(sample, width, depth):
    made = sample()
    text = SGR.sub("", to_text(made, Canvas(width=width, depth=depth), compact=True))
    for label in shown_labels(made.columns):
        assert label in text.replace("\n", "") or cell_width(label) > width
    matrix = [line for line in text.splitlines() if re.search("[▀░▒▓█]", line)]
    assert matrix
    assert all(cell_width(line) <= width for line in matrix)


@pytest.mark.parametrize("depth", ["none", "truecolor"])
@pytest.mark.parametrize("width", [20, 40, 80, 200, None])
@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_every_log_probability_is_there_once_in_every_block(sample, width, depth):
    made = judged(sample())
    canvas = Canvas(width=width, depth=depth)
    text = SGR.sub("", to_text(made, canvas, compact=True, log_probs=True))
    found = re.findall(r" (-\d+\.\d\d)(?= |$)", text, re.M)
    expected = [f"{value:.2f}" for value in made.log_probs]
    assert sorted(found) == sorted(expected * (len(found) // len(expected))) != []
    assert width is None or max(map(cell_width, text.splitlines())) <= width


def test_log_p_stands_between_a_label_and_its_peak():
    made = judged(textbook())
    lines = to_text(made, compact=True, log_probs=True).splitlines()
    [ruler] = [line for line in lines if re.fullmatch(r" +log p +1 +5", line)]
    [row] = [line for line in lines if "追逐 " in line]
    assert re.match(r" *追逐 +-1\.38 2 ", row)
    assert ruler.index("log p") + len("log p") == cell_width(row.partition(" 2 ")[0])
    canvas = Canvas(width=80, depth="256")
    lines = SGR.sub("", to_text(made, canvas, compact=True, log_probs=True)).splitlines()
    [ruler] = [line for line in lines if re.fullmatch(r" +log p +1 +5 +log p", line)]
    [row] = [line for line in lines if "▀" in line and "追逐" in line]
    assert re.fullmatch(r" *汤姆 +-0\.01 1 ▀{5} 2 +-1\.38 追逐", row)
    assert cell_width(row) - cell_width(" 追逐") == len(ruler)


def test_log_p_without_room_is_listed_and_leaves_the_form_as_it_is():
    made = judged(thirty())
    plain, text = (
        SGR.sub("", to_text(made, Canvas(width=44, depth="256"), compact=True, log_probs=wanted))
        for wanted in (False, True)
    )
    listed = text.partition("\nlog p:  die -0.01")
    assert listed[0] == plain.partition("\ncolumns:")[0]
    assert "▀" in plain


def test_the_ruler_puts_the_last_digit_above_its_column():
    made = thirty()
    lines = to_text(made, Canvas(width=80), compact=True).splitlines()
    ruler = next(line for line in lines if re.fullmatch(r"[ 0-9]+", line))
    start = lines[lines.index(ruler) - 1].index("source →")
    assert ruler.split() == ["1", *map(str, range(5, made.shape[1] + 1, 5))]
    for match in re.finditer(r"\d+", ruler):
        assert match.end() - start == int(match[0])


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("width", [20, 80, None])
def test_a_key_says_which_weights_each_shade_stands_for(width, unicode):
    canvas = Canvas(width=width, unicode=unicode)
    shades = canvas.glyph(" ·░▒▓█", " .:+#@")
    key = to_text(thirty(), canvas, compact=True).partition("weights:")[2]
    found = re.findall(r"(\S) (\d+)[–-](\d+)\b", key)
    assert "".join(glyph for glyph, *_ in found) == shades[1:]
    told = {
        percent: glyph
        for glyph, first, last in found
        for percent in range(int(first), int(last) + 1)
    }
    assert told == {percent: shade(percent, shades) for percent in range(1, 101)}


def test_a_key_shows_the_colours_with_their_weights():
    from seqattn.heatmap.palette import ramp_rgb

    text = to_text(thirty(), Canvas(width=100, depth="truecolor"), compact=True)
    key = next(line for line in text.splitlines() if "weights:" in line)
    found = re.findall(r"48;2;(\d+;\d+;\d+)m *(\d+|·|1\.) ?\x1b", key)
    colors = [";".join(map(str, cell)) for cell, _ in ramp_rgb("dusk", "dark")]
    assert [weight for _, weight in found] == ["·", "5", "10", "25", "50", "75", "1."]
    for color, weight in found:
        assert color == colors[{"·": 0, "1.": 100}[weight] if weight in "·1." else int(weight)]


def test_a_key_is_as_narrow_as_the_terminal():
    few = drawn(thirty().rows[:4], thirty().columns[:3])
    text = to_text(few, Canvas(width=30, depth="256"), compact=True)
    key = next(line for line in SGR.sub("", text).splitlines() if "weights:" in line)
    assert "▀" in text
    assert cell_width(key) <= 30
