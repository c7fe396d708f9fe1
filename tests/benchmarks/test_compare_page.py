"""docs/compare.md: made of what is kept, and as ready to say that an order does not hold."""

import doctest
import json
import os
import re
from dataclasses import replace

import pytest

from benchmarks import compare_page
from benchmarks.comparison_claims import claims
from seqattn.comparison import trainings
from seqattn.comparison.results import Comparison, Plan
from seqattn.comparison.variants import variants
from tests.comparison.made_up import comparison, result

ABOUT = {"commit": "abc1234", "machine": {"processor": "P", "flags": ["avx2"], "threads": 1}}
COMMAND = "compare /home/me/a.tsv --preset contexts --run c"


def contexts(bleu: dict[str, list[float]], **changes: object) -> Comparison:
    """Three contexts whose seeds have these scores, in every bin."""
    compared = variants(vary=["context=attention,fixed,none"])
    seeds = range(1, 1 + len(bleu["none"]))
    found = [
        result(variant, seed, [bleu[str(variant.changes[0][1])][seed - 1]] * 3)
        for variant in compared
        for seed in seeds
    ]
    plan = Plan(compared, tuple(seeds), (9, 19))
    return replace(comparison(), plan=plan, results={r.folder: r for r in found}, **changes)


def test_the_page_is_what_the_results_that_are_kept_say():
    found = compare_page.kept()
    if os.environ.get("SEQATTN_REWRITE_GOLDEN") and found:
        compare_page.write()
    assert compare_page.PAGE.exists() == bool(found)
    if found:
        written = compare_page.PAGE.read_text(encoding="utf-8")
        assert written == compare_page.page(found), "run `python -m benchmarks.compare_page`"


def test_what_is_kept_names_no_folder_of_a_machine():
    for path in compare_page.RESULTS.glob("compare-*.json"):
        assert not re.search(r'["= ]/\w', path.read_text(encoding="utf-8")), path.name


def test_orders_that_hold_are_said_to_hold():
    scores = {"attention": [70.0, 71.0], "fixed": [60.0, 62.0], "none": [50.5, 50.5]}
    order, next_order, lead, noise = claims(contexts(scores), [])
    assert order.startswith("Mean BLEU attention > fixed holds: 70.5 (70.0, 71.0) against 61.0")
    assert order.endswith("every seed of the one is above every seed of the other.")
    assert next_order.startswith("Mean BLEU fixed > none holds")
    assert "on sources of 20+ words holds: 20.0, in a bin of 27 sentences" in lead
    assert "by up to 2.0 (fixed has 60.0 with seed 1, 62.0 with seed 2)" in noise


def test_orders_that_do_not_hold_are_said_not_to_with_every_seed():
    scores = {"attention": [60.0, 61.0], "fixed": [60.0, 62.0], "none": [40.0, 61.5]}
    order, next_order, lead, _ = claims(contexts(scores), [])
    assert order == (
        "Mean BLEU attention > fixed does not hold: 60.5 (60.0, 61.0) against 61.0 (60.0, 62.0)."
    )
    assert next_order.endswith("holds: 61.0 (60.0, 62.0) against 50.8 (40.0, 61.5); the seeds mix.")
    assert "words does not hold: 9.8, in a bin" in lead


def test_without_a_bin_of_long_sources_that_is_said():
    whole = contexts({"attention": [3.0], "fixed": [2.0], "none": [1.0]})
    short = {n: replace(r, by_length=r.by_length[:2]) for n, r in whole.results.items()}
    said = list(claims(replace(whole, results=short), []))
    assert "No bin begins at 20 words or more, so nothing is said of long sources." in said


def test_a_second_seed_elsewhere_tells_how_far_chance_goes_if_all_else_is_the_same():
    scores = {"attention": [3.0], "fixed": [2.0], "none": [1.0]}
    alone = contexts(scores)
    assert list(claims(alone, []))[-1].startswith("One seed each")
    [variant] = variants(vary=["context=fixed"])
    again = result(variant, 2, [2.75] * 3)
    plan = Plan((variant,), (2,), (9, 19))
    second = replace(alone, plan=plan, results={again.folder: again})
    assert "by up to 0.8 (fixed has 2.0 with seed 1, 2.8" in list(claims(alone, [second]))[-1]
    longer = replace(second, config=second.config.with_values({"epochs": 77}))
    assert list(claims(alone, [longer]))[-1].startswith("One seed each")


def test_a_comparison_that_is_not_finished_says_so():
    whole = contexts({"attention": [3.0], "fixed": [2.0], "none": [1.0]})
    part = dict(list(whole.results.items())[:2])
    said = list(claims(replace(whole, results=part), []))
    assert said[0] == "Not finished: 2 of 3 trainings are done."
    assert said[1] == "Mean BLEU from best to worst: attention 3.0, fixed 2.0."


@pytest.mark.parametrize("early", [True, False])
def test_what_is_kept_comes_onto_the_page_with_command_and_machine(tmp_path, early):
    folder, results, docs = (tmp_path / name for name in ("c", "results", "docs"))
    for made in (folder, docs):
        made.mkdir()
    whole = contexts({"attention": [3.0], "fixed": [2.0], "none": [1.0]})
    about = dict(ABOUT)
    if early:  # as written before a comparison knew its commands and its machine
        about["command"] = COMMAND
        data = whole.to_json()
        del data["commands"], data["machine"]
        data["test"]["name"] = "/home/me/test.tsv"
        (folder / trainings.FILE).write_text(json.dumps(data))
    else:
        whole = replace(whole, machine=about.pop("machine"), commands=(tuple(COMMAND.split()),))
        trainings.write(folder, whole)
    kept_at = compare_page.keep(folder, "contexts", about, results)
    assert "/home" not in kept_at.read_text()
    compare_page.write(results, docs)
    page = (docs / "compare.md").read_text()
    assert "seqattn compare a.tsv --preset contexts --run c\n" in page
    assert "Commit abc1234; P (avx2); 1 thread; torch " in page
    assert "greedy translations of test.tsv" in page
    assert (docs / "compare-contexts.svg").exists()
    assert "](compare-contexts.svg)" in page
    assert "/home" not in page


def test_the_page_does_without_what_nobody_wrote_down():
    whole = contexts({"attention": [3.0], "fixed": [2.0], "none": [1.0]})
    found = [compare_page.Kept("contexts", whole, {})]
    assert "```sh" not in compare_page.page(found)
    assert "Commit unknown; torch " in compare_page.page(found)


def test_only_a_second_seed_of_the_same_commit_counts():
    whole = contexts({"attention": [3.0, 4.0], "fixed": [2.0, 2.5], "none": [1.0, 1.5]})
    halves = [replace(whole, plan=replace(whole.plan, seeds=(seed,))) for seed in (1, 2)]
    for commits, counts in ((("a", "a"), 2), (("a", "b"), 0)):
        found = [
            compare_page.Kept(f"half-{commit}", half, {"commit": commit})
            for commit, half in zip(commits, halves, strict=True)
        ]
        assert compare_page.page(found).count("Seeds alone moved BLEU by up to 1.0") == counts


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(compare_page).failed == 0
