"""What the benchmarks share: the examples in their docstrings, the table, the file, the machine."""

import doctest
import json

import pytest

from benchmarks import measuring


@pytest.mark.parametrize("module", [measuring])
def test_the_examples_in_the_docstrings_hold(module):
    assert doctest.testmod(module) == (0, doctest.testmod(module).attempted)
    assert doctest.testmod(module).attempted > 0


def test_the_table_leaves_a_missing_value_blank_and_sets_numbers_to_the_right():
    rows = [{"name": "a", "x": 1.0, "y": 2}, {"name": "bcdef", "x": 12345.678}]
    assert measuring.table(rows, {"name": "", "x": ",.1f", "y": "d"}) == [
        "name          x  y",
        "a           1.0  2",
        "bcdef  12,345.7",
    ]


def test_the_file_tells_the_machine_and_whether_it_was_quick(tmp_path, capsys):
    path = measuring.publish(
        "speed", "Speed", [{"n": 1, "more": [1, 2]}],
        folder=tmp_path / "new", quick=True, columns={"n": "d"}, command="run",
    )  # fmt: skip
    assert path.name == "speed.quick.json"
    data = json.loads(path.read_text("utf-8"))
    assert data["rows"] == [{"n": 1, "more": [1, 2]}]
    assert (data["quick"], data["command"]) == (True, "run")
    assert {"processor", "flags", "cores", "load", "torch", "commit"} <= data["machine"].keys()
    assert "the figures mean nothing" in capsys.readouterr().out


def test_a_product_is_timed_after_a_call_that_does_not_count():
    calls = []
    assert len(measuring.repeated(lambda: calls.append(1), 3)) == 3
    assert len(calls) == 4


def test_peak_memory_never_falls_and_is_that_of_a_process_with_python_in_it():
    before = measuring.peak_memory()
    assert 5 < before <= measuring.peak_memory()
