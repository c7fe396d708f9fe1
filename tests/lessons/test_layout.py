"""Lessons as lines: nothing wider than asked, columns aligned by cells, user text made safe."""

import json

import pytest

from seqattn.graphemes import cell_width
from seqattn.lessons.catalogue import NAMES, Request, build
from seqattn.lessons.figures import figures
from seqattn.lessons.layout import closing_lines, head_lines, step_lines, to_plain
from seqattn.lessons.lesson import Lesson, Matrix, Step, Table
from seqattn.lessons.texts import Voice
from seqattn.lessons.wrapping import wrap_prose

BUILT_IN = [name for name in NAMES if name != "step"]
SCRIPTS = "fox 红色 👨‍👩‍👧 ก็ מילה \u202egnp \x1b[31m [/b] extraordinarily-long-word-of-ours"


def drawn(lesson: Lesson, width: int) -> list[str]:
    """The whole lesson as plain lines."""
    say = Voice(lesson.language)
    count = len(lesson.steps)
    text = to_plain(head_lines(lesson, width))
    for number, step in enumerate(lesson.steps, start=1):
        text += to_plain(step_lines(step, number, count, say, width))
    return (text + to_plain(closing_lines(lesson, width))).splitlines()


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_no_line_is_wider_than_the_terminal(name, language, width):
    lines = drawn(build(name, Request(Voice(language))), width)
    assert max(map(cell_width, lines)) <= width
    assert len(lines) > 30


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", ["self-attention", "kinds", "scores", "pooling"])
def test_words_of_any_script_stay_within_the_width_and_cannot_steer_a_terminal(name, width):
    lines = drawn(build(name, Request(Voice("zh"), text=SCRIPTS)), width)
    assert max(map(cell_width, lines)) <= width
    assert not {"\x1b", "\u202e"} & set("".join(lines))
    assert any(r"\x1b[31m" in line for line in lines)


def matrix_lines(matrix: Matrix, width: int = 80) -> list[str]:
    step = Step("key", "Title", ("Prose.",), (matrix,))
    lines = to_plain(step_lines(step, 1, 1, Voice("en"), width)).splitlines()
    return lines[lines.index("Prose.") + 2 :]


def test_columns_are_aligned_by_cells():
    values = ((0.25, 10.0), (0.5, 0.0))
    words = ("日本", "a")
    matrix = Matrix("A", "weights", "", ("T", "T"), values, words, words)
    assert matrix_lines(matrix) == [
        "  A    weights, T × T = 2 × 2",
        "           日本      a",
        "    日本   0.25  10.00",
        "       a   0.50   0",
    ]


def test_a_matrix_too_wide_is_set_in_blocks_that_name_their_columns():
    values = tuple(tuple(float(10 * i + j) for j in range(9)) for i in range(2))
    columns = tuple(f"column{j}" for j in range(9))
    lines = matrix_lines(Matrix("M", "m", "", ("2", "9"), values, ("r", "s"), columns), 40)
    assert "columns 1 to 3 of 9" in lines[1]
    numbers = [word for line in lines for word in line.split() if word.isdigit()]
    assert {str(int(value)) for row in values for value in row} <= set(numbers)


def test_what_is_not_shown_is_counted_and_json_has_it():
    matrix = Matrix("c", "context", "", ("D",), (tuple(map(float, range(10))),), shown=4)
    lines = matrix_lines(matrix)
    assert lines[1].split() == ["0", "1", "2", "3"]
    assert "6 more columns" in lines[2]
    step = Step("key", "Title", (), (matrix,))
    written = json.loads(Lesson("x", "en", "t", (step,)).to_json())
    assert written["steps"][0]["matrices"][0]["values"] == list(map(float, range(10)))


def test_numbers_have_as_many_decimals_as_they_need_and_four_at_most():
    assert figures([1.0, 2.0]) == ["1", "2"]
    assert figures([0.1 + 0.2, 1.0]) == ["0.3", "1.0"]
    assert figures([1 / 3, 0.0, -1e-9]) == ["0.3333", "0", "0.0000"]
    assert figures([2 / 3 + 12345]) == ["12345.67"]


def test_a_table_wraps_its_cells_rather_than_leave_its_width():
    table = Table("About", ("", "head"), (("row", "word " * 30), ("红色", "字" * 60)))
    step = Step("key", "Title", (), (table,))
    lines = to_plain(step_lines(step, 1, 1, Voice("en"), 40)).splitlines()
    assert max(map(cell_width, lines)) <= 40
    assert "".join(lines).count("字") == 60
    assert " ".join(lines).count("word") == 30


@pytest.mark.parametrize("width", [10, 17, 40])
def test_chinese_lines_neither_begin_with_a_closing_mark_nor_end_with_an_opening_one(width):
    text = "注意力（attention）把得分变成权重，再把“值”加权求和；权重之和为 1。" * 3
    lines = wrap_prose(text, width)
    assert all(line[0] not in "，。；）”" and line[-1] not in "（“" for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(map(cell_width, lines)) <= width + 0


def test_a_formula_is_not_torn_at_its_times_sign():
    assert wrap_prose("the product is 3 × 4 here", 18) == ["the product is", "3 × 4 here"]
