"""`seqattn evaluate`: the scores that Python gives, with their signatures."""

import json
import shutil
from importlib import import_module

import seqattn as package
from seqattn import corpus
from seqattn.corpus import open_corpus, opening
from seqattn.evaluation import corpus_scores
from tests.cli.command import seqattn, told, write
from tests.tiny import copy_pairs, write_pairs


def test_scores_are_those_of_the_translations(trained, tmp_path):
    pairs = copy_pairs(20, seed=4)
    file = write_pairs(tmp_path, pairs, "test.tsv")
    translator = package.load(trained)
    outputs = [translator.translate(source).text for source, _ in pairs]
    expected = corpus_scores(outputs, [target for _, target in pairs], tokenize="none")
    result = seqattn("evaluate", file, "--run", trained)
    assert result.stdout.splitlines()[0] == f"BLEU {expected.bleu:.1f}  {expected.bleu_signature}"
    assert result.stdout.splitlines()[1] == f"chrF {expected.chrf:.1f}  {expected.chrf_signature}"
    found = json.loads(seqattn("evaluate", file, "--run", trained, "--json").stdout)
    assert found["bleu"] == expected.bleu
    assert found["sentences"] == 20


def test_several_runs_and_penalties_are_handed_on_to_the_search(trained, tmp_path, monkeypatch):
    file = write_pairs(tmp_path, copy_pairs(5, seed=4), "test.tsv")
    twin = shutil.copytree(trained, tmp_path / "twin")
    opened, load = [], package.load

    def note(*runs, **options):
        opened.append((runs, options))
        return load(*runs, **options)

    monkeypatch.setattr("seqattn.translator.load", note)
    penalties = ["--beam", 3, "--length-penalty", 0.5, "--coverage-penalty", 0.25]
    together = seqattn("evaluate", file, *penalties, "--run", trained, "--run", twin)
    alone = seqattn("evaluate", file, *penalties, "--run", trained)
    assert together.stdout == alone.stdout
    given = {"length_penalty": 0.5, "coverage_penalty": 0.25, "precision": "float32"}
    assert opened == [((trained, twin), given), ((trained,), given)]


def test_two_files_reversed_are_the_tsv_with_its_sides_swapped(trained, tmp_path):
    pairs = [(f"{source} a", target) for source, target in copy_pairs(9, seed=5)]
    swapped = write_pairs(tmp_path, [(b, a) for a, b in pairs], "test.tsv")
    for side, name in enumerate(("test.x", "test.y")):
        write(tmp_path / name, "".join(pair[side] + "\n" for pair in pairs))
    one = seqattn("evaluate", swapped, "--run", trained, "-q")
    two = seqattn("evaluate", "test.x", "test.y", "--reverse", "--run", trained, "-q")
    assert (one.stdout, two.stderr) == (two.stdout, "")


def test_the_tokenization_is_the_runs_unless_another_is_named(trained, tmp_path):
    file = write_pairs(tmp_path, copy_pairs(5), "test.tsv")
    for option, name in (
        (["--tokenize", "char"], "char"),
        ([], "none"),
        (["--tokenize", "auto"], "13a"),
    ):
        assert f"tok:{name}" in seqattn("evaluate", file, "--run", trained, *option).stdout


def test_by_length_scores_short_and_long_sources_apart(trained, tmp_path):
    pairs = [*copy_pairs(12, seed=6), *((s, t) for s, t in [("a " * 15 + "b", "a")])]
    file = write_pairs(tmp_path, pairs, "test.tsv")
    shown = seqattn("evaluate", file, "--run", trained, "--by-length").stdout
    assert "source words  sentences   BLEU   chrF" in shown
    found = json.loads(seqattn("evaluate", file, "--run", trained, "--by-length", "--json").stdout)
    assert [row["sentences"] for row in found["by_length"]] == [12, 1]
    assert [row["source words"] for row in found["by_length"]] == ["0-10", "11-20"]


def test_dropped_pairs_are_told(trained, tmp_path):
    file = write_pairs(tmp_path, [("a", "a"), ("b", " ")], "test.tsv")
    result = seqattn("evaluate", file, "--run", trained)
    assert "the target is empty (line 2" in result.stderr


def test_without_a_file_a_run_on_ones_own_text_is_asked_for_one(trained):
    result = seqattn("evaluate", "--run", trained)
    assert result.exit_code == 2
    assert "No test set was given" in told(result)[0]


def test_the_shipped_test_set_is_scored_by_patterns_too(trained, tmp_path, monkeypatch):
    pairs = copy_pairs(6, seed=7)
    file = write_pairs(tmp_path, pairs, "test.tsv")
    kinds = write(tmp_path / "test.patterns", "seen\tx\n" * 4 + "novel\tx\ty\n" * 2)
    module = import_module("seqattn.cli.evaluate")
    monkeypatch.setattr(module, "_require_shipped", lambda folder, info: None)
    monkeypatch.setattr(corpus, "shipped_corpus", lambda part, reverse: open_corpus([file]))
    monkeypatch.setattr(opening, "shipped_file", lambda name: kinds)
    found = json.loads(seqattn("evaluate", "--run", trained, "--json").stdout)
    rows = {row["patterns together"]: row["sentences"] for row in found["by_patterns"]}
    assert rows == {"met in training": 4, "never met": 2}
    outputs = [package.load(trained).translate(source).text for source, _ in pairs]
    alone = corpus_scores(outputs[4:], [target for _, target in pairs[4:]], tokenize="none")
    assert found["by_patterns"][1]["bleu"] == alone.bleu
