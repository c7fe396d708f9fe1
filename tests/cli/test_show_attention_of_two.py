"""`seqattn show-attention --run A --run B`: two models on one sentence."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from seqattn.alignment import Alignment, Label
from seqattn.cli.attention_output import Output, View
from tests.cli.command import TINY_OPTIONS, seqattn, told
from tests.heatmap.samples import END, drawn, pieces


@pytest.fixture(scope="module")
def other(tmp_path_factory, pairs):
    """A run on the same text, of another seed and shorter."""
    folder = tmp_path_factory.mktemp("runs") / "other"
    options = ["--epochs", 4, "--seed", 2, "--quiet"]
    assert seqattn("train", pairs, "--run", folder, *TINY_OPTIONS, *options).exit_code == 0
    return folder


def show(*arguments, runs, **keywords):
    """The result of the command with several runs, quiet."""
    given = [word for run in runs for word in ("--run", run)]
    return seqattn("show-attention", *arguments, *given, "-q", **keywords)


def test_a_given_target_shows_both_models_and_what_they_differ_in(trained, other):
    out = show("a b c", "--target", "a b", runs=(trained, other)).stdout
    assert out.count("source →  a b c\n") == 2
    assert f"A  {trained}\n" in out
    assert f"B  {other}\n" in out
    assert "\nB - A\n" in out
    beside = show("a b c", "--target", "a b", "--width", 120, runs=(trained, other)).stdout
    assert any(line.count("source →  a b c") == 2 for line in beside.splitlines())


def test_json_holds_both_alignments_and_the_second_less_the_first(trained, other):
    options = ("--target", "a b", "--format", "json")
    both = json.loads(show("a b c", *options, runs=(trained, other)).stdout)
    assert (both["format"], both["version"]) == ("seqattn-comparison", 1)
    assert both["runs"] == [str(trained), str(other)]
    alone = [json.loads(show("a b c", *options, runs=[run]).stdout) for run in (trained, other)]
    assert both["alignments"] == alone
    weights = [np.array(alignment["weights"]) for alignment in alone]
    np.testing.assert_array_equal(both["difference"], weights[1] - weights[0])
    assert both["why_none"] == ""


def test_two_runs_that_are_one_do_not_differ(trained, tmp_path):
    twin = shutil.copytree(trained, tmp_path / "twin")
    out = show("a b c", runs=(trained, twin)).stdout
    assert "On average 0% of a row's weight lies elsewhere." in " ".join(out.split())
    assert "log p" not in out


def test_other_translations_have_no_difference_and_it_is_said_why(trained, other):
    found = show("a b c d e f", "--format", "json", runs=(trained, other)).stdout
    both = json.loads(found)
    texts = [alignment["row_text"] for alignment in both["alignments"]]
    assert texts[0] != texts[1]  # else this test shows nothing
    assert both["difference"] is None
    assert "--target TEXT" in both["why_none"]
    assert both["why_none"] in " ".join(show("a b c d e f", runs=(trained, other)).stdout.split())


def test_a_page_has_all_sentences_and_a_picture_one(trained, other):
    runs = (trained, trained)
    page = show("--format", "html", runs=runs, stdin="a b\n\nc d\n").stdout
    assert page.count("<figure") == 6
    assert "Attention of two models" in page
    assert show("a", "--format", "svg", runs=runs).stdout.count("<svg") == 4
    assert "one sentence" in told(show("--format", "svg", runs=runs, stdin="a\nb\n"))[0]
    lines = show("--format", "json", runs=runs, stdin="a b\n\nc d\n").stdout.split("\n")
    assert (lines[1], len(lines)) == ("null", 4)


@pytest.mark.parametrize("form", ["tsv", "npz", "pharaoh"])
def test_a_format_of_one_matrix_refuses_two_runs(form, trained, other):
    refused = show("a", "--format", form, runs=(trained, other))
    assert refused.exit_code == 2
    assert f"The format {form} holds one matrix" in told(refused)[0]


def test_more_than_two_runs_are_refused(trained):
    assert "given 3 times" in told(show("a", runs=[trained] * 3))[0]


def test_the_run_that_has_nothing_to_show_is_named(trained, other):
    refused = show("a", "--layer", "encoder", runs=(trained, other))
    assert f"{trained}: This model has no attention in its encoder" in told(refused)[0]


def test_without_run_the_one_of_the_environment_counts(trained, tmp_path):
    named = shutil.copytree(trained, tmp_path / "a folder")  # a space must not cut it in two
    out = seqattn("show-attention", "a b", "-q", SEQATTN_RUN=str(named)).stdout
    assert out == show("a b", runs=[trained]).stdout


WIDE = (drawn(pieces("ab c"), pieces("x y")), drawn(pieces("ab c"), pieces("xy")))
TALL = (drawn(pieces("a|b"), pieces("x")), drawn(pieces("ab"), pieces("x")))


@pytest.mark.parametrize(
    ("pair", "words", "said"),
    [
        (
            WIDE,
            None,
            "cut the source into other pieces, so there is no difference to draw: --words",
        ),
        (
            WIDE,
            "characters",
            "cut the source into other pieces, so there is no difference to draw.",
        ),
        (
            TALL,
            None,
            "cut the target into other pieces, so there is no difference to draw: --words",
        ),
        ((TALL[0], TALL[0]), None, ""),
    ],
)
def test_pieces_that_are_cut_elsewhere_are_told_with_their_remedy(pair, words, said):
    view = View(None, "run", None, "decoder", words, False)
    output = Output("json", None, "dusk", False, (view, view))
    assert said in output._why_none(*pair)
    assert bool(said) == bool(output._why_none(*pair))


def test_a_text_that_is_read_otherwise_is_told_so():
    one, other = (drawn(pieces("x"), pieces(text), column_text=text) for text in ("Ab", "ab"))
    view = View(None, "run", None, "decoder", None, False)
    told = Output("json", None, "dusk", False, (view, view))._why_none(one, other)
    assert "read the source otherwise, as 'Ab' and 'ab'" in told
    assert "--words" not in told


def test_a_translation_that_has_not_ended_is_told_so():
    whole = drawn(pieces("ab"), pieces("x y"))
    cut = replace(whole, rows=whole.rows[:-1], weights=whole.weights[:-1])
    view = View(None, "run", None, "decoder", None, False)
    told = Output("json", None, "dusk", False, (view, view))._why_none(whole, cut)
    assert "has not ended the target" in told
    assert "--hide-end" in told


def test_words_make_pieces_of_two_models_the_same_where_their_words_are():
    one = Alignment((END,), (Label("play"), Label("ing", False), END), ((0.5, 0.25, 0.25),))
    other = Alignment((END,), (Label("playing"), END), ((0.25, 0.75),))
    view = View(None, "run", None, "decoder", "characters", False)
    output = Output("json", None, "dusk", False, (view, view))
    assert output._why_none(one, other) != ""
    assert output._why_none(one.words(), other.words()) == ""
