"""docs/quality.md: made of the rows that are there, and as ready to say that a goal is missed."""

import doctest
import json
import os
import re

import pytest

from benchmarks.quality import claims
from benchmarks.quality import page as pages
from benchmarks.quality.page import PAGE, page
from benchmarks.quality.plan import RECIPE, planned
from benchmarks.quality.rows import FILE, ordered, read_rows

ROWS = read_rows()


@pytest.mark.parametrize("module", [claims, pages])
def test_the_examples_in_the_docstrings_hold(module):
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


def test_the_page_is_what_the_rows_that_are_kept_say():
    if os.environ.get("SEQATTN_REWRITE_GOLDEN"):
        pages.write_page(ROWS)
    assert PAGE.read_text(encoding="utf-8") == page(ROWS), "run `python -m benchmarks.quality.page`"


def test_kept_rows_name_no_folder_of_a_machine_and_stand_in_order():
    if FILE.exists():
        assert not re.search(r'["= ]/\w', FILE.read_text(encoding="utf-8"))
    assert ordered(ROWS) == ROWS
    for row in ROWS:
        assert {"command", "commit", "seed", "minutes", "threads", "starts", "scores"} <= row.keys()


def made_up(run, bleu, **changes):
    """A row of a planned run whose scores hang together."""

    def part(score):
        return {
            "bleu_signature": "b|tok:none", "chrf_signature": "c|nc:6", "sentences": 9,
            "greedy": {"bleu": score - 2, "chrf": score + 20, "length_ratio": 0.912},
            "beam": {"bleu": score, "chrf": score + 21, "length_ratio": 0.934},
        }  # fmt: skip

    start = {
        "load": 0.1,
        "load_at_end": 2.2,
        "processor": "P",
        "flags": ["avx2"],
        "torch": "2",
        "python": "3.11",
    }
    row = {
        "set": run.set, "label": run.label, "seed": run.seed, "options": [], "beam": 5,
        "commit": "abc1234", "threads": 2, "starts": [start], "parameters": 9_400_000,
        "minutes": 41.5, "steps": 9000, "epochs": 20.0, "epochs_planned": 20,
        "validation_loss": 1.75, "settings": {"epochs": 20},
        "scores": {name: part(bleu) for name in run.parts},
    }  # fmt: skip
    if run.settings.get("byte_fallback") is False:
        row["unknown"] = {
            "in_sources": 23, "in_references": 1_017, "of_these_in_the_source": 3, "written": 5,
            "copied_right": 2, "bleu": {"avoid": 11.1, "copy": 12.2, "mark": 13.3},
        }  # fmt: skip
    return {**row, **changes}


def of(name, scores, **changes):
    """A row for each of the first runs of a set."""
    runs = planned([name])
    return [made_up(run, score, **changes) for run, score in zip(runs, scores, strict=False)]


def test_without_a_row_the_page_says_that_all_is_missing():
    said = page([])
    assert said.count("No run is there yet.") == 3
    assert "- multi30k-en-de: seeds 1, 2, 3\n" in said
    assert "- learning-curve, 500 pairs, fixed: seeds 1, 2, 3\n" in said
    assert "- ablations, no averaging: seed 1\n" in said


def test_a_complete_page_misses_nothing_and_has_every_run():
    rows = ordered([made_up(run, 30 + n / 10) for n, run in enumerate(planned())])
    said = page(rows)
    assert "issing" not in said
    for row in rows:
        if row["set"] == "ablations":
            assert f"| {pages._name_of(row['label'])} |" in said
        elif "test" in row["scores"]:
            assert f"| {row['set']} | {row['seed']} | 1.750 |" in said
    assert "| multi30k-raw-en-de | 500 | 32." in said
    assert all("Still missing" in page(rows[:n] + rows[n + 1 :]) for n in range(len(rows)))


def test_means_have_a_deviation_and_the_scores_of_every_seed():
    said = page(of("multi30k-en-de", [39.0, 40.0, 41.0]))
    assert (
        "| multi30k-en-de | 1, 2, 3 | 38.0 ± 1.0 | 38.0 ± 1.0 | 40.0 ± 1.0 | 61.0 ± 1.0 |" in said
    )
    assert (
        "- multi30k-en-de, beam 5: 40.0 (39.0, 40.0, 41.0) BLEU. Wanted are at least 39.5: "
        "reached; aimed at is 41.5: not reached, 1.5 below. 9.4 M parameters (within 15 M), at "
        "most 42 minutes on 2 threads (within 60), nothing else running." in said
    )
    assert "- `b|tok:none`: multi30k-en-de." in said


def test_missed_goals_and_limits_are_said_to_be_missed():
    rows = of("multi30k-de-en", [38.0], parameters=16_000_000, minutes=61.0, threads=1)
    [claim] = claims.goals(rows)
    assert claim.startswith("multi30k-de-en, beam 5, so far 1 of 3 seeds: 38.0 BLEU.")
    assert "at least 41: not reached, 3.0 below" in claim
    assert "(above 15 M), at most 61 minutes on 1 thread (not comparable with 60 on" in claim


def test_a_point_of_the_curve_is_won_lost_tied_or_open():
    assert claims.verdict([30.0, 31.0, 32.0], [28.9, 29.0, 29.1]) == "the defaults win"
    assert claims.verdict([28.9, 29.0, 29.1], [30.0, 31.0, 32.0]) == "the fixed settings win"
    assert claims.verdict([30.0, 31.0, 32.0], [30.0, 30.0, 30.0]) == "a tie"
    assert claims.verdict([30.0], [20.0]) == "open: one seed"
    said = page(
        of("learning-curve", [10.0, 10.2, 10.4, 6.0, 6.1, 6.2]) + of("multi30k-en-de", [40.0])
    )
    least = "| 500 | fewer than 2,000 pairs | 8.2 ± 0.2 | 4.1 ± 0.1 | 9,000 | 9,000 |"
    assert f"{least} the defaults win |" in said
    assert "| 29,000 | 10,000 to 99,999 pairs | 38.0 | 38.0 | 9,000 | 9,000 | the same |" in said
    assert "open: one half is missing" in page(of("learning-curve", [10.0]))


def test_ablations_stand_beside_the_recipe_with_what_they_change():
    [first, *others] = of("ablations", [40.0, 38.5, 40.25])
    others[0]["options"] = ["--no-lexical-shortcut"]
    said = page([first, *others])
    assert "| the recipe | `` | 38.0 | 40.0 | 61.0 |" in said
    assert "| `--no-lexical-shortcut` | 36.5 (-1.5) | 38.5 (-1.5) | 59.5 (-1.5) |" in said
    assert "(+0.2) |" in said


def test_what_is_unknown_stands_beside_the_same_text_with_bytes():
    both = of("unknown-words", [10.0, 9.0])
    assert (
        "| multi30k-raw-en-de | 500 | 8.0 | 11.1 | 12.2 | 13.3 | 23 | 1,017 | 3 | 5 | 2 |"
        in page(both)
    )
    for alone in both:  # a comparison needs both
        assert "No pair of runs is there yet." in page([alone])


def test_rows_of_other_settings_are_named():
    seeds = of("multi30k-en-de", [40.0, 40.0])
    assert list(claims.odd_settings(seeds)) == []
    seeds[1]["settings"] = {"epochs": 25}
    [claim] = claims.odd_settings(seeds)
    assert claim == (
        "multi30k-en-de, default, seeds 1 and 2 were trained with different settings: "
        "epochs 20 and 25."
    )
    first, second = of("ablations", [40.0, 39.0])
    second["settings"] = {"epochs": 20, "word_dropout": 0.0}
    second["options"] = ["--word-dropout", "0.0"]
    assert list(claims.odd_settings([first, second])) == []
    second["settings"]["clip_norm"] = 3
    [claim] = claims.odd_settings([first, second])
    assert "differs in more than its trick: clip_norm None and 3." in claim
    assert first["label"] == RECIPE


def test_a_run_that_was_gone_on_with_or_had_company_says_so():
    [row] = of("multi30k-en-de", [40.0])
    assert "| 41.5 | 1 | 0.2 | `abc1234` |" in page([row])
    broken_off = {**row["starts"][0], "load": 0.9, "load_at_end": None}
    row["starts"] = [broken_off, *row["starts"]]
    said = page([row])
    assert "| 41.5 | 2 | 0.9 | `abc1234` |" in said
    assert "other processes beside it" in said


def test_an_early_end_is_told_beside_the_plan():
    [row] = of("multi30k-en-de", [40.0], epochs=17.0)
    assert "| 17 of 20 |" in page([row])
    assert json.loads(json.dumps(row)) == row
