"""The page of troubles: every row is there, and held by a test that exists or told not to be."""

import re

import pytest

from tests.conftest import PROJECT
from tests.named import is_there

PAGE = (PROJECT / "docs" / "troubles.md").read_text(encoding="utf-8")
ROWS = {"A": 21, "B": 19, "C": 23, "D": 14, "E": 25, "F": 13}
REASONS = ("*by design*", "*documented*", "*open*")


def rows(page: str) -> list[tuple[str, str, str]]:
    """Row id, what should happen, what holds it."""
    return re.findall(r"^\| ([A-F]\d+) \| ([^|]+) \| ([^|]+) \|$", page, re.M)


def faults(page: str) -> list[str]:
    """Tests that do not exist, and rows without a test or a reason."""
    found = []
    for row, _, held in rows(page):
        tests = re.findall(r"`([\w/]+\.py::\w+)`", held)
        found += [f"{row}: {test}" for test in tests if not is_there(f"tests/{test}")]
        if not tests and not any(held.startswith(reason) for reason in REASONS):
            found.append(f"{row}: neither a test nor a reason")
    return found


def test_there_is_a_row_for_every_trouble_in_order():
    expected = [f"{letter}{n}" for letter, count in ROWS.items() for n in range(1, count + 1)]
    assert [row for row, _, _ in rows(PAGE)] == expected


def test_every_test_named_exists_and_every_row_is_held_or_told_why_not():
    assert faults(PAGE) == []


@pytest.mark.parametrize(
    ("held", "fault"),
    [
        ("`test_text.py::test_nothing`", "A1: test_text.py::test_nothing"),
        ("`test_nothing.py::test_a`", "A1: test_nothing.py::test_a"),
        ("somebody will see to it", "A1: neither a test nor a reason"),
        ("*open*: nobody has", None),
    ],
)
def test_a_row_that_nothing_holds_is_found(held, fault):
    assert faults(f"| A1 | it works | {held} |") == ([fault] if fault else [])
