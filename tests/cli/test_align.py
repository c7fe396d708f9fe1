"""`seqattn align`: a line of links for each line read, and scores against links made by hand."""

import gzip
import json
from typing import get_args

import pytest

import seqattn as package
from seqattn.cli.align import BALANCE, HEURISTICS, KINDS, WEIGHTS
from seqattn.evaluation import alignment_error_rate
from seqattn.translation import WeightKind
from seqattn.word_alignment import AGREEMENT, WordAligner, WordedPair, aligner
from seqattn.word_alignment import BALANCE as CHOSEN
from seqattn.word_alignment import HEURISTICS as KNOWN
from seqattn.word_alignment.aligner import LEAST, LEAST_AGREED
from tests.cli.command import seqattn, told, write
from tests.tiny import copy_pairs, write_pairs

PAIRS = copy_pairs(8, seed=3)


@pytest.fixture
def files(tmp_path):
    for side, name in enumerate(("a.x", "a.y")):
        write(tmp_path / name, "".join(pair[side] + "\n" for pair in PAIRS))
    return tmp_path / "a.x", tmp_path / "a.y"


def expected(trained, pairs=PAIRS, back=None, unsegmented=(False, False), **settings):
    """The links by Python, sorted."""
    backward = None if back is None else package.load(back)
    chosen = WordAligner(package.load(trained), backward, **settings)
    worded = [WordedPair.of(*pair, unsegmented=unsegmented) for pair in pairs]
    return [sorted(found) for found in chosen.align_many(worded)]


def parsed(output):
    return [
        [tuple(map(int, link.split("-"))) for link in line.split()] for line in output.splitlines()
    ]


def test_a_line_of_links_is_written_for_each_line_read(trained, files):
    found = seqattn("align", *files, "--run", trained, "-q")
    assert parsed(found.stdout) == expected(trained)
    assert found.stderr == ""
    lines = seqattn("align", *files, "--run", trained, "--json").stdout.splitlines()
    assert [json.loads(line)["line"] for line in lines] == list(range(1, 9))
    assert [[tuple(x) for x in json.loads(line)["links"]] for line in lines] == expected(trained)


def test_threshold_and_shift_are_given_on(trained, files):
    # So small a model looks at the end of the sentence all the time, so that peaks are no test of
    # the shift; the threshold is a weight of the first pair that tells the two rows apart.
    [forced] = package.load(trained).force_many(PAIRS[:1], weights="erasure")
    threshold = next(
        weight
        for row in forced.alignment.weights
        for weight in row
        if expected(trained, threshold=weight)
        not in (expected(trained), expected(trained, threshold=weight, shift=1))
    )
    options = ["--threshold", threshold, "--run", trained]
    found = parsed(seqattn("align", *files, *options).stdout)
    assert found == expected(trained, threshold=threshold) != expected(trained)
    shifted = parsed(seqattn("align", *files, *options, "--shift", 1).stdout)
    assert shifted == expected(trained, threshold=threshold, shift=1) != found


def test_erasure_is_read_unless_the_attention_is_asked_for(trained, files):
    assert get_args(WeightKind) == KINDS
    assert WEIGHTS == aligner.WEIGHTS == "erasure"
    found = {}
    for threshold in (0.1, 0.2, 0.3, 0.4, 0.5):
        given = ("align", *files, "--threshold", threshold, "--run", trained)
        for kind in KINDS:
            links = parsed(seqattn(*given, "--weights", kind).stdout)
            assert links == expected(trained, weights=kind, threshold=threshold)
            found[kind, threshold] = links
        assert parsed(seqattn(*given).stdout) == found[WEIGHTS, threshold]
    assert any(found["erasure", t] != found["attention", t] for _, t in found)


def test_the_balance_is_given_on_and_has_the_default_of_the_library(trained, files):
    assert BALANCE == CHOSEN
    given = ("align", *files, "--threshold", 0.3, "--run", trained)
    found = [parsed(seqattn(*given, "--balance", x).stdout) for x in (0, 0.5, BALANCE)]
    for links, x in zip(found, (0, 0.5, BALANCE), strict=True):
        assert links == expected(trained, threshold=0.3, balance=x)
    assert parsed(seqattn(*given).stdout) == found[2] != found[0]


def test_what_a_largest_weight_must_have_is_given_on_and_has_a_default(trained, files):
    given = ("align", *files, "--run", trained)
    both = (*given, "--reverse-run", trained)
    for command, back, usual in ((given, None, LEAST), (both, trained, LEAST_AGREED)):
        found = [parsed(seqattn(*command, "--least", x).stdout) for x in (0, usual, 0.9)]
        for links, x in zip(found, (0, usual, 0.9), strict=True):
            assert links == expected(trained, back=back, least=x)
        assert parsed(seqattn(*command).stdout) == found[1]
        assert found[0] != found[2]


@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_lines_without_a_pair_keep_their_place(trained, tmp_path, place):
    at = {"first": 0, "middle": 4, "last": 8}[place]
    for name in ("one.x", "one.y"):
        lines = [source for source, _ in PAIRS]
        lines[at:at] = ["a" if name == "one.x" else "", "", ""]
        write(tmp_path / name, "".join(f"{line}\n" for line in lines))
    links = expected(trained)
    links[at:at] = [[], [], []]
    found = seqattn("align", "one.x", "one.y", "--run", trained)
    assert parsed(found.stdout) == links
    assert "the target is empty" in found.stderr
    tsv = ["\t".join(pair) for pair in PAIRS]
    tsv[at:at] = ["a\t ", "", ""]
    packed = gzip.compress("".join(f"{line}\n" for line in tsv).encode())
    write(tmp_path / "one.tsv.gz", packed)
    assert parsed(seqattn("align", "one.tsv.gz", "--run", trained).stdout) == links


def test_unsegmented_sides_are_joined_for_the_model_and_counted_as_given(trained, files):
    for side, joins in (
        ("source", (True, False)),
        ("target", (False, True)),
        ("both", (True, True)),
    ):
        given = ["--unsegmented", side, "--least", 0, "--run", trained]
        found = parsed(seqattn("align", *files, *given).stdout)
        assert found == expected(trained, unsegmented=joins, least=0)
        for (_, target), links in zip(PAIRS, found, strict=True):
            assert {j for _, j in links} == set(range(len(target.split())))


def test_the_text_as_written_takes_the_place_of_the_joined_one(trained, files, tmp_path):
    joined = [(source.replace(" ", ""), target) for source, target in PAIRS]
    written = write_pairs(tmp_path, joined, "written.tsv")
    found = seqattn("align", *files, "--as-written", written, "--run", trained)
    assert parsed(found.stdout) == expected(trained, unsegmented=(True, False))
    write_pairs(tmp_path, [*joined[:3], ("zz", "zz"), *joined[4:]], "written.tsv")
    refused = seqattn("align", *files, "--as-written", written, "--run", trained)
    assert refused.exit_code == 2
    assert "differs at line 4 by more than its spaces: 'zz'" in told(refused)[0]
    write_pairs(tmp_path, joined[:5], "written.tsv")
    refused = seqattn("align", *files, "--as-written", written, "--run", trained)
    assert "another number of lines" in told(refused)[0]


def test_the_text_as_written_has_the_columns_of_the_text(trained, tmp_path):
    kept = [(str(line), *pair) for line, pair in enumerate(PAIRS)]
    joined = [(name, source.replace(" ", ""), target) for name, source, target in kept]
    text = write_pairs(tmp_path, kept, "text.tsv")
    written = write_pairs(tmp_path, joined, "written.tsv")
    given = ["--columns", "2,3", "--as-written", written]
    found = seqattn("align", text, *given, "--run", trained)
    assert parsed(found.stdout) == expected(trained, unsegmented=(True, False))
    refused = seqattn("align", text, *given, *2 * ["--as-written", written], "--run", trained)
    assert told(refused)[0] == "Error: --as-written was given 3 times."


def test_two_runs_are_joined_by_the_heuristic_named(trained, files):
    assert (*KNOWN, AGREEMENT) == HEURISTICS
    both = ("--run", trained, "--reverse-run", trained)
    by_default = seqattn("align", *files, *both).stdout
    for name in HEURISTICS:
        found = seqattn("align", *files, *both, "--symmetrize", name).stdout
        assert parsed(found) == expected(trained, back=trained, heuristic=name)
        assert (found == by_default) or name != "agreement"


# -- gold


@pytest.fixture
def gold(tmp_path):
    """Word i with word i is sure, with its neighbour possible."""
    lines = []
    for source, _ in PAIRS:
        count = len(source.split())
        links = [f"{i}-{i}" for i in range(count)] + [f"{i}p{i + 1}" for i in range(count - 1)]
        lines.append(" ".join(links))
    return write(tmp_path / "gold.align", "".join(f"{line}\n" for line in lines))


def test_gold_gives_the_score_alone_and_the_links_on_request(trained, files, gold):
    links = expected(trained)
    sizes = [len(source.split()) for source, _ in PAIRS]
    sure = [{(i, i) for i in range(size)} for size in sizes]
    possible = [{(i, i + 1) for i in range(size - 1)} for size in sizes]
    rate = alignment_error_rate(links, sure, possible)
    given = ("align", *files, "--gold", gold, "--run", trained)
    told_rate = (
        f"AER {100 * rate.aer:.1f} %  precision {100 * rate.precision:.1f} %  "
        f"recall {100 * rate.recall:.1f} %  (8 pairs, {sum(map(len, links))} links)"
    )
    assert seqattn(*given).stdout.splitlines() == [told_rate]
    *lines, last = seqattn(*given, "--links").stdout.splitlines()
    assert (parsed("\n".join(lines)), last) == (links, told_rate)
    found = json.loads(seqattn(*given, "--json").stdout)
    assert found == {**rate._asdict(), "pairs": 8}
    found = json.loads(seqattn(*given, "--json", "--links").stdout)
    assert [[tuple(link) for link in one] for one in found["links"]] == links


def test_reverse_swaps_the_files_and_the_gold_links(trained, tmp_path):
    write_pairs(tmp_path, [("a b c", "a b")], "one.tsv")
    write_pairs(tmp_path, [("a b", "a b c")], "other.tsv")
    write(tmp_path / "one.gold", "0-0 2p1\n")
    write(tmp_path / "other.gold", "0-0 1p2\n")
    one = seqattn("align", "one.tsv", "--reverse", "--gold", "one.gold", "--run", trained)
    other = seqattn("align", "other.tsv", "--gold", "other.gold", "--run", trained)
    assert one.stdout == other.stdout != ""


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["0-0"] * 7, r"gold.align has 7 lines, but the text has 8 pairs"),
        (["0-0"] * 4 + ["0p9"] + ["0-0"] * 3, "gold.align line 5 has the link 0-9"),
        (["0-0", "zero"] + ["0-0"] * 6, "gold.align line 2: 'zero' is no alignment link"),
    ],
)
def test_gold_that_does_not_belong_is_refused_before_anything_is_aligned(
    trained, files, gold, lines, message, monkeypatch
):
    monkeypatch.delattr(WordAligner, "align_many")
    write(gold, "".join(f"{line}\n" for line in lines))
    refused = seqattn("align", *files, "--gold", "gold.align", "--run", trained)
    assert refused.exit_code == 2
    assert message in told(refused)[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--unsegmented", "left"], "--unsegmented is 'left'"),
        (["--symmetrize", "grow"], "--symmetrize is 'grow'"),
        (["--weights", "peak"], "--weights is 'peak'"),
        (["--symmetrize", "union"], "there is one run"),
        (["--links"], "--links is for --gold"),
        (["--unsegmented", "both", "--as-written", "a.x"], "Both --unsegmented and --as-written"),
        (["--threshold", 1.5], "less than or equal to 1"),
        (["--balance", -0.5], "greater than or equal to 0"),
        (["--threshold", 0.5, "--least", 0.5], "--least the largest of each word"),
    ],
)
def test_options_that_say_nothing_are_refused(trained, files, options, message):
    refused = seqattn("align", *files, "--run", trained, *options)
    assert refused.exit_code == 2
    assert message in told(refused)[0]


def test_without_a_text_one_is_asked_for(trained):
    assert "No text was given" in told(seqattn("align", "--run", trained))[0]


def test_what_a_run_did_not_learn_to_read_is_told_unless_quiet(trained, files, tmp_path):
    write(tmp_path / "b.x", "\n".join("语言" for _ in PAIRS))
    given = ("align", "b.x", files[1], "--run", trained, "--reverse-run", trained)
    told_too = seqattn(*given).stderr
    assert "The source, for --run: Over half of the pieces are unknown or bytes" in told_too
    assert "The source, for --reverse-run: Over half" in told_too
    assert seqattn(*given, "-q").stderr == ""
