"""The page of word alignments says what the rows say."""

import doctest

import pytest

from benchmarks.alignment import page
from benchmarks.alignment.aligners import attention, diagonal
from benchmarks.alignment.bench import read_rows
from benchmarks.measuring import RESULTS

ROWS = read_rows(RESULTS / "alignment.json")


def made_up_rows() -> list[dict[str, object]]:
    """A row for everything the page shows, no two with the same figures."""
    rows = []
    for number, (text, gold, system, way) in enumerate(sorted(page._wanted())):
        row = {"text": text, "gold": gold, "system": system, "way": way, "pairs": 500}
        row |= {"precision": 0.5 + number / 1000, "recall": 0.3 + number / 1000}
        row |= {"aer": number / 1000, "aer_of_each": [0.2, 0.214], "repeats": 2, "version": "2.0"}
        row |= {"pairs_read": 23_000 if system == "attention" else 25_000}
        row |= {"seed": 7, "bleu": [41.25, 38.5], "settings": [{}, {}]}
        rows.append(row)
    return rows


def test_the_page_is_what_the_rows_say_and_is_there_as_soon_as_they_are_all_there():
    assert page.PAGE.exists() == page.is_complete(ROWS)
    if page.PAGE.exists():
        written = page.PAGE.read_text(encoding="utf-8")
        assert written == page.page(ROWS), "run `python -m benchmarks.alignment`"


def test_no_row_is_taken_for_all_and_each_is_on_the_page():
    rows = made_up_rows()
    assert page.is_complete(rows)
    assert not any(page.is_complete([*rows[:n], *rows[n + 1 :]]) for n in range(len(rows)))
    written = page.page(rows)
    for row in rows:
        cells = " | ".join(f"{100 * row[name]:.1f}" for name in ("precision", "recall", "aer"))
        assert cells in written
    assert "| attention | one way, zh → en |" in written
    assert "exactly the same 25,000 lines" in written
    assert "BLEU 41.2 and 38.5 on its validation text." in written
    assert "lie within 1.4 of each other" in written


def test_settings_that_are_not_the_default_ones_are_told():
    rows = [{**row, "settings": [{"epochs": 4}, {"epochs": 4}]} for row in made_up_rows()]
    assert "validation text, trained with epochs 4." in page.page(rows)


@pytest.mark.parametrize("module", [page, diagonal, attention])
def test_the_examples_in_the_docstrings_hold(module):
    failed, attempted = doctest.testmod(module)
    assert (failed, attempted > 0) == (0, True)
