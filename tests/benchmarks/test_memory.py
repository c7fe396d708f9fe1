"""The benchmark of memory: its form, the page made of it, and the bound that it has to keep."""

import itertools
import json
import os
import re
import subprocess
import sys

import pytest

from benchmarks import measuring, memory
from benchmarks.made_corpus import LONGEST, SHORTEST, made_pairs, write_made
from seqattn.corpus import open_corpus
from tests.conftest import PROJECT

KEPT = measuring.RESULTS / "memory.json"


@pytest.mark.skipif(sys.platform != "linux", reason="stages are told apart on Linux alone")
def test_the_quick_form_has_every_stage_and_makes_a_page(tmp_path):
    command = [sys.executable, "-m", "benchmarks.memory", "--quick", "--results", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, check=True, text=True)
    data = json.loads((tmp_path / "memory.quick.json").read_text("utf-8"))
    assert data["quick"] is True
    assert {"processor", "python", "torch", "commit"} <= data["machine"].keys()
    assert [row["what"] for row in data["rows"]] == ["train", "check", "TMX"]
    trained = data["rows"][0]
    assert list(trained["stages"]) == ["read", "learn", "encode", "start"]
    peaks = [stage["peak_mib"] for stage in trained["stages"].values()]
    assert peaks == sorted(peaks)
    assert 50 < trained["held_mib"] <= trained["peak_mib"] < 4000
    assert all(row["peak_mib"] > 20 and row["read"] >= 0 for row in data["rows"])
    assert "TMX" in done.stdout
    assert memory.page(data).count("| 300 |") == 3


def test_the_page_is_what_the_results_that_are_kept_say():
    data = json.loads(KEPT.read_text("utf-8"))
    page = memory.page(data)
    if os.environ.get("SEQATTN_REWRITE_GOLDEN"):
        memory.PAGE.write_text(page, encoding="utf-8", newline="\n")
    assert memory.PAGE.read_text("utf-8") == page, "run `python -m benchmarks.memory`"
    assert not re.search(r'["= ]/\w', KEPT.read_text("utf-8"))  # no folder of a machine


def test_five_million_pairs_start_under_4_gb_and_reading_takes_no_more_for_more():
    rows = json.loads(KEPT.read_text("utf-8"))["rows"]
    trained = {row["pairs"]: row for row in rows if row["what"] == "train"}
    assert sorted(trained) == [10_000, 100_000, 1_000_000, 5_000_000]
    assert trained[5_000_000]["peak_mib"] * 2**20 < 4e9
    read = [row for row in rows if row["what"] == "TMX"]
    assert read[-1]["file_mb"] > 195
    assert read[-1]["peak_mib"] < 1.05 * read[0]["peak_mib"]


def test_made_texts_are_the_same_each_time_and_a_longer_one_begins_like_a_shorter():
    pairs = list(made_pairs(500))
    assert pairs == list(itertools.islice(made_pairs(60_000), 500))
    assert pairs != list(made_pairs(500, seed=2))
    lengths = [len(source.split()) for source, _ in pairs]
    assert (min(lengths), max(lengths)) == (SHORTEST, LONGEST)
    assert all(target for _, target in pairs)
    assert len(set(pairs)) > 490


@pytest.mark.parametrize("name", ["a.tsv", "a.tmx"])
def test_made_files_hold_the_pairs(tmp_path, name):
    write_made(tmp_path / name, 300)
    assert [pair[:2] for pair in open_corpus([tmp_path / name])] == list(made_pairs(300))
