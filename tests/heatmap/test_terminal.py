import io
import re
import time
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.panel import Panel

from seqattn.alignment import Alignment, Label
from seqattn.graphemes import cell_width, clusters
from seqattn.heatmap import Canvas, render, to_text
from seqattn.heatmap.labels import shown_labels
from seqattn.heatmap.layout import plan
from tests.heatmap.samples import (
    END,
    SCRIPTS,
    drawn,
    judged,
    own,
    scripts,
    textbook,
    thirty,
    wide,
)

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
DEPTHS = ["none", "16", "256", "truecolor"]


def cells_of(line, start, stop):
    """What a terminal shows between two cells of a line; fails if a character sticks out."""
    found, at = "", 0
    for cluster in clusters(line.replace("\u2068", "").replace("\u2069", "")):
        width = cell_width(cluster)
        if start <= at and at + max(width, 1) <= stop:
            found += cluster
        else:
            assert at + width <= start or at >= stop, f"{cluster!r} crosses a border of {line!r}"
        at += width
    return found


def blocks_of(text, alignment, layout):
    """Split a picture into its blocks: header lines and row lines of each."""
    lines = ESCAPE.sub("", text).splitlines()
    starts = [i for i, line in enumerate(lines) if re.match(r"\s+source -?(→|>)", line)]
    found = []
    for start, block in zip(starts, layout.blocks, strict=True):
        height = layout.is_numbered + max(len(layout.heads[column]) for column in block)
        head = lines[start + 1 : start + 1 + height]
        rows = lines[start + 1 + height : start + 1 + height + len(alignment.rows)]
        found.append((block, head, rows))
    return found


def expected_digits(weight, nothing="·"):
    hundredths = int(weight * 100 + 0.5)
    return {0: nothing, 100: "1."}.get(hundredths, str(hundredths))


def check_columns(alignment, canvas):
    """Every cell lies under its header, says its weight, and none is missing."""
    layout = plan(alignment, canvas)
    shown = shown_labels(alignment.columns, canvas.glyph("‿", "-"))
    seen = []
    for block, head, rows in blocks_of(to_text(alignment, canvas), alignment, layout):
        for place, column in enumerate(block):
            start = layout.label_width + 1 + place * layout.cell
            stop = start + layout.cell
            parts = [cells_of(line, start, stop).strip() for line in head]
            if layout.is_numbered:
                assert parts.pop(0) == str(column + 1)
            label = "".join("".join(parts).split())
            if label != "".join(shown[column].split()):
                assert label.endswith(canvas.glyph("…", "~")) or "…" in label
                assert any(
                    entry.startswith(f"{column + 1} ") and shown[column] in entry
                    for entry in layout.column_legend
                )
            for index, line in enumerate(rows):
                mark = canvas.glyph("▸", ">") if column == alignment.peaks()[index] else ""
                value = expected_digits(alignment.weights[index][column], canvas.glyph("·", "."))
                assert cells_of(line, start, stop).replace(" ", "") == mark + value
                seen.append((index, column))
        if canvas.width is not None:
            assert all(cell_width(line) <= canvas.width for line in head + rows)
    rows_count, columns_count = alignment.shape
    assert sorted(seen) == [(i, j) for i in range(rows_count) for j in range(columns_count)]


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("width", [20, 40, 80, 200, None])
@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_every_cell_stands_under_its_header_and_says_its_weight(sample, width, depth, unicode):
    check_columns(sample(), Canvas(width=width, depth=depth, unicode=unicode))


LABELS = st.lists(
    st.builds(Label, st.text(min_size=1, max_size=12), st.booleans()) | st.sampled_from(SCRIPTS),
    min_size=1,
    max_size=12,
).map(tuple)


@settings(max_examples=40, deadline=None)
@given(LABELS, LABELS, st.integers(20, 120) | st.none())
def test_whatever_the_labels_every_cell_stands_in_its_column(rows, columns, width):
    check_columns(drawn(rows, columns), Canvas(width=width))


def test_the_check_of_columns_can_fail():
    with pytest.raises(AssertionError, match="crosses"):
        cells_of("日本", 1, 3)


@pytest.mark.parametrize("log_probs", [False, True])
@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("width", [20, 31, 41])
@pytest.mark.parametrize(
    "sample",
    [textbook, thirty, scripts, partial(wide, 101), partial(wide, 400)],
    ids=["textbook", "thirty", "scripts", "101 columns", "400 columns"],
)
def test_no_line_of_a_picture_is_wider_than_the_terminal(sample, width, compact, log_probs):
    made = judged(replace(sample(), column_role="encoder state"))
    text = to_text(made, Canvas(width=width), compact=compact, log_probs=log_probs)
    lines = text.splitlines()
    assert [line for line in lines if cell_width(line) > width] == []
    assert any(line.endswith("encoder state →") for line in lines)
    assert ("log p" in text) == log_probs


@pytest.mark.parametrize("width", [20, 24, 28, 40, 80, None])
@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_every_log_probability_is_there_however_narrow_the_terminal(sample, width):
    made = judged(sample())
    text = to_text(made, Canvas(width=width), log_probs=True)
    found = re.findall(r" (-\d+\.\d\d)(?= |$)", text, re.M)
    times = len(found) // len(made.rows)  # in each block, or once under all
    block = [f"{value:.2f}" for value in made.log_probs]
    assert found == block * times != []


@pytest.mark.parametrize("compact", [False, True])
def test_log_p_is_explained_where_it_is_shown(compact):
    said = "log p is the natural logarithm of each row's probability."
    made = judged(textbook())
    assert to_text(made, compact=compact, log_probs=True).count(said) == 1
    assert "log p" not in to_text(made, compact=compact)
    assert "log p" not in to_text(textbook(), compact=compact, log_probs=True)


def test_log_probabilities_that_leave_no_room_for_three_columns_are_listed_by_label():
    made = judged(textbook())
    beside, listed = (
        to_text(made, Canvas(width=width), log_probs=True, brief=True) for width in (26, 25)
    )
    assert re.search(r"^ +追逐 .*-1\.38$", beside, re.M)
    assert "log p:  汤姆 -0.01" in listed
    assert re.search(r"^ +追逐  17▸68 13  2  ·$", listed, re.M)


def test_row_labels_are_all_there_in_order_in_every_block():
    alignment, canvas = thirty(), Canvas(width=40)
    layout = plan(alignment, canvas)
    blocks = blocks_of(to_text(alignment, canvas), alignment, layout)
    assert len(blocks) > 3
    for _, _, rows in blocks:
        labels = [cells_of(line, 0, layout.label_width).strip() for line in rows]
        assert labels == shown_labels(alignment.rows)


def test_blocks_say_which_columns_they_show():
    count = thirty().shape[1]
    spans = re.findall(r"columns (\d+)–(\d+) of (\d+)", to_text(thirty(), Canvas(width=40)))
    covered = [n for first, last, _ in spans for n in range(int(first), int(last) + 1)]
    assert len(spans) > 1
    assert covered == list(range(1, count + 1))
    assert {total for *_, total in spans} == {str(count)}


def test_labels_are_folded_into_few_lines_evenly_filled():
    layout = plan(thirty(), Canvas(width=80))
    heads = dict(zip(shown_labels(thirty().columns), layout.heads, strict=True))
    assert layout.cell == 4
    assert heads["book"] == ("bo", "ok")
    assert heads["teacher"] == ("tea", "che", "r")


def test_cut_labels_are_listed_in_full_by_number():
    long = "Donaudampfschifffahrtsgesellschaft"
    labels = (Label(long), Label("b"), *(Label(f"c{i}") for i in range(20)), END)
    text = to_text(drawn(labels, labels), Canvas(width=80))
    assert "1 Donaudampfschiff…" in text
    assert f"rows:  1 {long}" in text
    assert f"columns:  1 {long}" in text


def test_the_sentences_the_axes_and_the_sizes_are_said():
    lines = to_text(textbook()).splitlines()
    assert lines[0] == "source →  Tom chases Jerry."
    assert lines[1] == "target ↓  汤姆追逐杰瑞。"
    assert "5 rows x 5 columns, with the end mark </s>" in "\n".join(lines)
    assert "Each row sums to 1" in "\n".join(lines)


def test_a_nearly_even_matrix_is_called_undertrained_and_a_sharp_one_is_not():
    columns = tuple(Label(letter) for letter in "abcd")
    even = Alignment((END,), columns, ((0.25,) * 4,))
    sharp = Alignment((END,), columns, ((0.97, 0.01, 0.01, 0.01),))
    assert "Nearly uniform: the model is undertrained." in to_text(even)
    assert "uniform" not in to_text(sharp)


def test_a_sentence_attending_to_itself_is_written_once():
    assert to_text(own()).count("a b\n") == 1
    assert to_text(replace(own(), row_role="target")).count("a b\n") == 2


def test_log_probabilities_stand_at_the_end_of_their_row():
    made = textbook()
    made = Alignment(made.rows, made.columns, made.weights, log_probs=(-0.5, -1, -2, -3.25, -12.5))
    lines = to_text(made, log_probs=True).splitlines()
    assert lines[1].endswith("log p")
    assert [line.split()[-1] for line in lines[2:7]] == [
        "-0.50",
        "-1.00",
        "-2.00",
        "-3.25",
        "-12.50",
    ]
    assert "log p" not in to_text(made)


@pytest.mark.parametrize("background", ["dark", "light"])
@pytest.mark.parametrize("depth", DEPTHS[1:])
def test_colour_changes_no_character(depth, background):
    plain = to_text(thirty(), Canvas(width=80))
    colored = to_text(thirty(), Canvas(width=80, depth=depth, background=background))
    assert ESCAPE.search(colored)
    stripped = [line.rstrip() for line in ESCAPE.sub("", colored).splitlines()]
    assert stripped == [line.rstrip() for line in plain.splitlines()]


@pytest.mark.parametrize("compact", [False, True])
def test_without_colour_there_is_no_escape_byte(compact):
    for width in (40, None):
        text = to_text(scripts(), Canvas(width=width), compact=compact)
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_a_pipe_gets_no_escape_and_nothing_cut():
    console = Console(file=io.StringIO(), width=40, _environ={"TERM": "xterm-256color"})
    console.print(render(thirty()), soft_wrap=True)
    text = console.file.getvalue()
    assert "\x1b" not in text
    assert "…" not in text
    assert max(map(cell_width, text.splitlines())) > 200
    assert thirty().column_text in text


def test_a_terminal_gets_its_width_and_colours():
    environment = {"TERM": "xterm-256color", "COLORTERM": ""}
    console = Console(file=io.StringIO(), width=60, force_terminal=True, _environ=environment)
    console.print(render(thirty()), soft_wrap=True)
    text = console.file.getvalue()
    assert "\x1b[1;38;5;16;48;5;" in text
    assert max(cell_width(ESCAPE.sub("", line)) for line in text.splitlines()) <= 60


def test_it_fits_into_a_frame():
    console = Console(file=io.StringIO(), width=60, force_terminal=True, _environ={})
    console.print(Panel.fit(render(textbook())))
    widths = {cell_width(ESCAPE.sub("", line)) for line in console.file.getvalue().splitlines()}
    assert len(widths) == 1
    assert max(widths) <= 60


def test_user_text_is_never_markup_nor_emoji_code():
    label = Label("[red]:smile:[/nope]")
    text = to_text(Alignment((label,), (label,), ((1.0,),), label.text, label.text))
    assert text.count(label.text) >= 3


def test_right_to_left_labels_are_isolated_where_the_terminal_is_unicode():
    label = Label("سلام")
    made = Alignment((label,), (label,), ((1.0,),), label.text, label.text)
    text = to_text(made)
    assert text.count("سلام") == text.count("\u2068سلام\u2069") == 4
    assert "\u2068" not in to_text(made, Canvas(unicode=False, encoding="cp1256"))


def test_an_ascii_terminal_gets_ascii():
    assert to_text(scripts(), Canvas(width=80, unicode=False, encoding="ascii")).isascii()
    canvas = Canvas(width=80, unicode=False, encoding="ascii")
    assert to_text(thirty(), canvas, compact=True).isascii()


def test_an_unknown_palette_is_refused_before_anything_is_drawn():
    with pytest.raises(ValueError, match="unknown palette 'rainbow'"):
        render(textbook(), palette="rainbow")


def test_a_translation_that_ended_at_once_is_one_row_and_its_label_is_explained():
    alone = Alignment((END,), (Label("a"), Label("b"), END), ((0.25, 0.5, 0.25),))
    text = to_text(alone)
    assert re.search(r"^ *</s> +25 +▸50 +25$", text, re.M)
    assert "1 row x 3 columns, with the end mark </s>: the place where the sentence is" in text


def test_nothing_to_show_is_said():
    assert "There are no rows." in to_text(Alignment((), (), ()))


def test_a_large_matrix_draws_in_no_time():
    labels = tuple(Label(f"w{number}") for number in range(120))
    made, canvas = drawn(labels, labels), Canvas(width=200, depth="truecolor")
    times = []
    for _ in range(3):
        start = time.process_time()
        to_text(made, canvas)
        times.append(time.process_time() - start)
    # It takes about 0.03 s; a slow machine gets five times as much.
    assert min(times) < 0.15
