"""What is measured of an aligner: scores, rows, and how a row was made."""

import json
import re

import pytest

from benchmarks.alignment import bench
from benchmarks.alignment.aligners import Directions
from benchmarks.alignment.texts import AlignedText, Gold
from benchmarks.measuring import RESULTS
from seqattn.evaluation import parse_pharaoh
from seqattn.word_alignment import HEURISTICS, WordedPair

ROWS = bench.read_rows(RESULTS / "alignment.json")


def test_kept_rows_name_no_folder_of_a_machine_and_tell_how_they_were_made():
    for row in ROWS:
        assert not re.search(r'["= ]/\w', json.dumps(row)), row
        assert row["command"].startswith("python -m benchmarks.alignment ")
        assert {"commit", "date", "processor", "fingerprint", "pairs_read"} <= row.keys()
        assert row["system"] == "diagonal" or {"seed", "minutes", "version"} <= row.keys()


def test_each_part_is_scored_by_itself_and_repeats_by_their_median():
    pair = WordedPair.of("a b", "x y")
    links = parse_pharaoh("0-0 1-1")
    golds = (Gold("dev", (pair,), (links,)), Gold("test", (pair, pair), (links, links)))
    text = AlignedText("t", ("a", "b"), [], (), (), golds, "0")
    right, wrong = {(0, 0), (1, 1)}, {(0, 1), (1, 0)}
    repeats = [
        Directions([right, right, wrong], [right] * 3),
        Directions([right, right, right], [right] * 3),
        Directions([wrong, right, wrong], [wrong] * 3),
    ]
    rows = {(row["gold"], row["way"]): row for row in bench.scored(text, "eflomal", repeats)}
    assert len(rows) == 2 * 6
    assert rows["dev", "forward"]["aer_of_each"] == [0, 0, 1]
    assert rows["dev", "forward"]["aer"] == 0
    assert rows["test", "forward"]["aer_of_each"] == [0.5, 0, 0.5]
    assert rows["test", "forward"]["aer"] == 0.5
    assert (rows["test", "forward"]["pairs"], rows["test", "forward"]["links"]) == (2, 4)
    assert rows["test", "union"]["aer_of_each"] == [pytest.approx(1 - 8 / 10), 0, 0.6]


def test_both_ways_are_joined_by_each_heuristic_and_left_apart_otherwise():
    found = Directions([{(0, 0), (1, 1), (1, 0)}], [{(0, 0), (1, 1), (2, 2)}])
    assert bench.joined(found, "forward") == found.forward
    assert bench.joined(found, "backward") == found.backward
    joined = {name: bench.joined(found, name)[0] for name in HEURISTICS}
    assert joined["intersection"] == {(0, 0), (1, 1)}
    assert joined["union"] == {(0, 0), (1, 1), (1, 0), (2, 2)}
    assert joined["grow-diagonal"] == {(0, 0), (1, 1), (2, 2)}
