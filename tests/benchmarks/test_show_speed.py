"""The benchmark of pictures: each form is drawn, and what must hold is judged."""

from benchmarks.show_speed import DRAW_LIMIT, drawing_rows


def test_every_form_is_drawn_and_pictures_of_the_terminal_have_a_limit():
    rows = drawing_rows(5, 1)
    names = [row["what"].rpartition(", ")[2] for row in rows]
    assert names == ["none", "16", "256", "truecolor", "compact", "SVG", "HTML"]
    assert all(row["ms"] > 0 for row in rows)
    limits = [row.get("limit") for row in rows]
    assert limits == [DRAW_LIMIT] * 5 + [None] * 2
