"""The `--quick` form of every benchmark: what its table and its file hold, never a time.

Cases that a benchmark measures in processes of their own run in this one here, but for one test.
"""

import importlib
import io
import json
import sys
from contextlib import redirect_stdout

import pytest

from benchmarks import gpu_check, measuring, models, scaling, start_speed, thread_policy

from benchmarks import train_speed, translate_speed  # isort: skip


def run(main, *arguments: str) -> str:
    """Call a program's `main` with these arguments; what it printed."""
    before, sys.argv = sys.argv, ["benchmark", *arguments]
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            main()
    finally:
        sys.argv = before
    return printed.getvalue()


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Runs a benchmark's quick form in this process; gives its table and its rows."""

    def here(module, case, threads):
        given = json.dumps({**case, "threads": threads})
        printed = run(importlib.import_module(module).main, "--one", given)
        return json.loads(printed.splitlines()[-1])

    monkeypatch.setattr(measuring, "in_a_process", here)
    monkeypatch.setattr(measuring, "PRODUCT_SIZE", 128)
    monkeypatch.setattr(models, "CACHE", tmp_path / "cache")

    def measure(module, *more: str):
        name = module.__name__.rpartition(".")[2]
        common = ("--quick", "--repeats", "1", "--threads", "1", "--results", str(tmp_path))
        table = run(module.main, *common, *more)
        data = json.loads((tmp_path / f"{name}.quick.json").read_text("utf-8"))
        assert data["quick"]
        assert table.splitlines()[2].split() == list(module.COLUMNS)
        return data["rows"]

    return measure


def test_training_is_measured_in_both_precisions_and_its_share_is_of_the_products_rate(quick):
    rows = quick(train_speed)
    assert [(row["case"], row["asked"]) for row in rows] == [
        (case, precision) for case in train_speed.QUICK_CASES for precision in ("float32", "auto")
    ]
    for row in rows:
        assert row["tokens_per_second"] > 0
        assert row["share"] == pytest.approx(row["gflops"] / row["product_gflops"])
        assert 0 < row["share"] < 1
        assert (row["share_bf16"] is None) == (row["precision"] == "float32")
        assert row["peak_mib"] > 50


def test_a_case_has_a_process_of_its_own():
    case = {**train_speed.QUICK, "precision": "float32", "repeats": 2}
    row = measuring.in_a_process("benchmarks.train_speed", case, 1)
    assert len(row["seconds"]) == 2
    assert row["threads"] == 1


def test_translating_is_measured_for_each_precision_beam_and_batch(quick):
    rows = quick(translate_speed)
    assert [(row["asked"], row["beam"]) for row in rows] == [
        (precision, beam) for precision in ("float32", "auto") for beam in (1, 2)
    ]
    assert all(row["sentences_per_second"] > 0 for row in rows)


def test_starting_is_measured_beside_importing_torch(quick, monkeypatch):
    python = [sys.executable, "-c"]
    few = {
        start_speed.TORCH: [*python, "pass"],
        "seqattn --help": [sys.executable, "-m", "seqattn", "--help"],
        "wrong": [*python, "raise SystemExit(2)"],
    }
    assert few.keys() - start_speed.commands("run").keys() == {"wrong"}
    monkeypatch.setattr(start_speed, "commands", lambda run: few)
    rows = quick(start_speed, "--run", "unused")
    assert [row["exit"] for row in rows] == [0, 0, 2]
    assert rows[0]["ratio"] == 1


def test_scaling_has_a_row_for_each_size_of_corpus_and_length(quick):
    rows = quick(scaling)
    assert [row.get("pairs") for row in rows[:2]] == list(scaling.QUICK_PAIRS)
    assert [row.get("length") for row in rows[2:]] == list(scaling.QUICK_LENGTHS)
    assert all(row["bytes_a_token"] > 2 for row in rows[:2])
    assert all(row["translated_per_second"] > 0 for row in rows[2:])
    assert all(0 <= row["padding"] < 0.5 for row in rows)


def test_ways_of_waiting_are_measured_idle_and_beside_other_work(quick):
    rows = quick(thread_policy)
    assert [row["beside"] for row in rows] == [0, 1]  # one thread knows one way only
    assert rows[0]["ratio"] == 1


def test_the_gpu_check_holds_where_the_gpu_is_the_cpu(quick):
    with pytest.raises(SystemExit) as ended:
        quick(gpu_check, "--device", "cpu")
    assert ended.value.code == 0


def test_without_a_gpu_the_check_says_so_and_exits_with_2(capsys):
    with pytest.raises(SystemExit) as ended:
        run(gpu_check.main, "--device", "cpu")
    assert ended.value.code == 2
    assert "no GPU here" in capsys.readouterr().err
