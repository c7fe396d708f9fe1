"""Scores: sacrebleu's own figures; alignment error rate by hand and on gold links."""

import itertools
import json
import random
import subprocess
import sys

import pytest
from nltk.translate.metrics import alignment_error_rate as nltk_error_rate

from seqattn.errors import CorpusError, UsageError
from seqattn.evaluation import (
    alignment_error_rate,
    by_length,
    choose_tokenize,
    corpus_scores,
    parse_pharaoh,
    source_lengths,
)
from tests.conftest import PROJECT
from tests.tiny import prepare_tiny

HYPOTHESES = ["The cat sat on a mat .", "Two men play chess", "", "There is, of course, hope!"]
REFERENCES = ["The cat sat on the mat .", "Two men are playing chess.", "Yes.", "There is hope!"]
CHINESE = ["汤姆追逐杰瑞。", "今天是晴天。"]


@pytest.mark.parametrize("tokenize", ["13a", "none", "char", "zh"])
@pytest.mark.parametrize("lowercase", [False, True])
def test_scores_are_those_of_the_sacrebleu_command(tmp_path, tokenize, lowercase):
    for name, lines in (("hyp", HYPOTHESES), ("ref", REFERENCES)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    command = [
        sys.executable,
        "-m",
        "sacrebleu",
        str(tmp_path / "ref"),
        "-i",
        str(tmp_path / "hyp"),
    ]
    command += ["-m", "bleu", "chrf", "-w", "6", "-tok", tokenize]
    command += ["-lc", "--chrf-lowercase"] * lowercase
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    bleu, chrf = json.loads(done.stdout)
    scores = corpus_scores(HYPOTHESES, REFERENCES, tokenize=tokenize, lowercase=lowercase)
    assert round(scores.bleu, 6) == bleu["score"]
    assert round(scores.chrf, 6) == chrf["score"]
    assert scores.bleu_signature == bleu["signature"]
    assert scores.chrf_signature == chrf["signature"]
    assert (
        f"ratio = {scores.hypothesis_length / scores.reference_length:.3f}" in bleu["verbose_score"]
    )
    assert f"BP = {scores.brevity_penalty:.3f}" in bleu["verbose_score"]
    assert scores.sentences == 4


def test_tokenization_matters_where_there_are_no_spaces():
    swapped = ["杰瑞追逐汤姆。", "今天是晴天。"]
    assert corpus_scores(swapped, CHINESE, tokenize="zh").reference_length == 13
    assert corpus_scores(swapped, CHINESE, tokenize="13a").reference_length == 2


def test_text_cut_already_draws_no_warning(caplog):
    lines = ["a b c d ."] * 200
    assert corpus_scores(lines, lines, tokenize="13a").bleu == pytest.approx(100)
    assert caplog.records == []


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [([], [], "no sentence"), (["a"], [], "1 translation but 0"), ([], ["a"], "0 translations")],
)
def test_nothing_to_score_is_refused(hypotheses, references, message):
    with pytest.raises(CorpusError, match=message):
        corpus_scores(hypotheses, references, tokenize="13a")


def test_empty_translations_score_nothing():
    scores = corpus_scores(["", ""], CHINESE, tokenize="zh")
    assert (scores.bleu, scores.chrf, scores.hypothesis_length) == (0, 0, 0)


def test_an_unknown_tokenization_is_refused():
    with pytest.raises(UsageError, match="'moses'"):
        corpus_scores(["a"], ["a"], tokenize="moses")


def test_japanese_words_without_their_package_name_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)  # as if it were not installed
    sys.modules.pop("sacrebleu.tokenizers.tokenizer_ja_mecab", None)
    with pytest.raises(UsageError) as refused:
        corpus_scores(["猫"], ["猫"], tokenize="ja-mecab")
    assert "seqattn[japanese]" in str(refused.value.hint)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Two men play chess.", "日本"], "13a"),
        (["Двое мужчин играют."], "13a"),
        (["그는 집에 간다."], "13a"),  # Korean has spaces
        ([*CHINESE, "我的iPhone坏了。", "の"], "zh"),
        (["私は日本語を勉強します。"], "char"),
        (["ฉันชอบบ้านสีแดง"], "char"),
        (["123 !"], "13a"),
        ([], "13a"),
    ],
)
def test_the_script_of_most_letters_chooses_the_tokenization(texts, expected):
    assert choose_tokenize(iter(texts)) == expected


# -- by length


def test_each_row_scores_the_sentences_of_its_length_alone():
    lengths = [3, 10, 11, 60]
    rows = by_length(lengths, HYPOTHESES, REFERENCES, bins=(10, 20, 50), tokenize="13a")
    assert [(row.shortest, row.longest) for row in rows] == [(0, 10), (11, 20), (51, None)]
    assert [row.scores.sentences for row in rows] == [2, 1, 1]
    assert rows[0].scores == corpus_scores(HYPOTHESES[:2], REFERENCES[:2], tokenize="13a")
    assert rows[2].scores == corpus_scores(HYPOTHESES[3:], REFERENCES[3:], tokenize="13a")


def test_lengths_that_do_not_match_and_bins_that_fall_are_refused():
    with pytest.raises(CorpusError, match="3 sources, 4 translations and 4 references"):
        by_length([1, 2, 3], HYPOTHESES, REFERENCES, tokenize="13a")
    with pytest.raises(ValueError, match="bins must rise"):
        by_length([1, 2, 3, 4], HYPOTHESES, REFERENCES, bins=(20, 10), tokenize="13a")


def test_lengths_are_words_or_where_there_are_no_spaces_pieces(tmp_path):
    prepared = prepare_tiny(
        tmp_path, [("汤姆追逐杰瑞" + c, f"a {c}") for c in "甲乙丙丁戊己庚辛壬癸子"]
    )
    source = prepared.tokenizers.source
    assert source_lengths(["a  b c"], source) == ("words", [3])
    unit, lengths = source_lengths(["汤姆追逐杰瑞"], source)
    assert (unit, lengths) == ("pieces", [len(source.encode("汤姆追逐杰瑞"))])


# -- alignment error rate


def test_alignment_error_rate_of_an_example_worked_by_hand():
    # Pair 1: S = {0-0, 1-1}, P adds 2-1. Proposed 0-0, 2-1, 2-2: one sure, two possible, of three.
    # Pair 2: S = {0-1},      P adds 0-0. Proposed 0-1, 0-0:      one sure, two possible, of two.
    gold = [parse_pharaoh("0-0 1-1 2p1"), parse_pharaoh("0-1 0p0")]
    proposed = [{(0, 0), (2, 1), (2, 2)}, [(0, 1), (0, 0), (0, 0)]]  # one link twice counts once
    rate = alignment_error_rate(proposed, [g.sure for g in gold], [g.possible for g in gold])
    assert rate.precision == pytest.approx(4 / 5)  # |A and P| / |A|
    assert rate.recall == pytest.approx(2 / 3)  # |A and S| / |S|
    assert rate.aer == pytest.approx(1 - (2 + 4) / (5 + 3))


def test_a_perfect_alignment_has_no_error_and_an_empty_one_nothing_else():
    sure, possible = [{(0, 0)}], [{(1, 1)}]
    assert alignment_error_rate([{(0, 0), (1, 1)}], sure, possible) == (1, 1, 0)
    assert alignment_error_rate([set()], sure, possible) == (0, 0, 1)


def test_links_without_their_counterpart_are_refused():
    with pytest.raises(CorpusError, match="2 sentence pairs to compare with gold links of 1"):
        alignment_error_rate([set(), set()], [set()], [set()])
    with pytest.raises(CorpusError, match="no link"):
        alignment_error_rate([set()], [set()], [{(0, 0)}])


@pytest.mark.parametrize(
    "bad", ["0", "0:1", "a-b", "-1-2", "0-1-2", "0-", "1.0-2", "٣-1", "0-1p", "0-" + "1" * 5000]
)
def test_what_is_no_link_is_refused_with_its_place(bad):
    with pytest.raises(CorpusError, match=r"gold\.align line 7: '.*' is no alignment link"):
        parse_pharaoh(f"0-0 {bad}", where="gold.align line 7")


def test_an_empty_line_has_no_links():
    assert parse_pharaoh(" \n") == (frozenset(), frozenset())


def test_gold_links_are_perfect_against_themselves(shared_data):
    lines = (shared_data / "gold-deen" / "align.txt").read_text().splitlines()
    gold = [parse_pharaoh(line) for line in lines]
    sure, possible = [g.sure for g in gold], [g.possible for g in gold]
    assert alignment_error_rate(sure, sure, possible) == (1, 1, 0)
    assert sum(map(len, possible)) > sum(map(len, sure)) > 5000
    # Diagonal links are a poor guess for German and English, and no hopeless one.
    diagonal = [{(i, i) for i in range(max(max(link) for link in g.sure) + 1)} for g in gold]
    assert 0.5 < alignment_error_rate(diagonal, sure, possible).aer < 0.95


# -- alignment error rate


def test_error_rate_by_hand_with_sure_possible_and_proposed_all_different():
    # Och and Ney 2003, eqs. 19-21, two pairs.        A               S          P
    # 1: A = 0-0 1-1 2-1 3-3; S = 0-0 1-2; P = S + 1-1.    4 links, 1 sure, 2 possible hit; 2 sure
    # 2: A = 0-1 1-0;         S = 0-1;     P = S + 2-2.    2 links, 1 sure, 1 possible hit; 1 sure
    proposed = [{(0, 0), (1, 1), (2, 1), (3, 3)}, {(0, 1), (1, 0)}]
    gold = [parse_pharaoh("0-0 1-2 1p1"), parse_pharaoh("0-1 2p2")]
    rate = alignment_error_rate(proposed, [g.sure for g in gold], [g.possible for g in gold])
    assert rate == pytest.approx((3 / 6, 2 / 3, 1 - (2 + 3) / (6 + 3)))


def test_error_rate_equals_nltks_on_random_links():
    draw = random.Random(5)
    seen = set()
    for _ in range(200):
        cells = list(itertools.product(range(draw.randint(1, 6)), range(draw.randint(1, 7))))
        pick = [{c for c in cells if draw.random() < share} for share in (0.3, 0.3, 0.2)]
        proposed, sure, possible = pick[0], pick[1], pick[1] | pick[2]
        if not proposed | sure:
            continue
        ours = alignment_error_rate([proposed], [sure], [possible]).aer
        assert ours == pytest.approx(nltk_error_rate(sure, proposed, possible), abs=1e-12)
        seen.add(round(ours, 3))
    assert len(seen) > 50


def test_the_rate_of_a_corpus_is_nltks_of_all_its_links_together():
    # Each pair's words get numbers of their own, so that nltk sees one long pair. The mean of the
    # pairs' rates would be another number.
    draw = random.Random(6)
    cells = list(itertools.product(range(5), range(7)))
    parts = [[{c for c in cells if draw.random() < p} for p in (0.3, 0.2, 0.1)] for _ in range(9)]
    proposed, sure, possible = ([part[n] for part in parts] for n in range(3))
    merged = [
        {(i + 5 * n, j + 7 * n) for n, links in enumerate(side) for i, j in links}
        for side in (sure, proposed, [s | p for s, p in zip(sure, possible, strict=True)])
    ]
    ours = alignment_error_rate(proposed, sure, possible).aer
    assert ours == pytest.approx(nltk_error_rate(*merged), abs=1e-12)
    alone = [
        alignment_error_rate(*([side] for side in (a, s, p)))
        for a, s, p in zip(proposed, sure, possible, strict=True)
    ]
    assert abs(ours - sum(rate.aer for rate in alone) / len(alone)) > 1e-3


def test_gold_against_itself_has_no_error_and_an_empty_proposal_nothing_else():
    lines = (PROJECT / "data" / "test.align").read_text(encoding="utf-8").splitlines()
    gold = [parse_pharaoh(line) for line in lines]
    sure, possible = [g.sure for g in gold], [g.possible for g in gold]
    assert alignment_error_rate(sure, sure, possible) == (1, 1, 0)
    assert alignment_error_rate([set() for _ in gold], sure, possible) == (0, 0, 1)
    with pytest.raises(CorpusError, match="sentence pairs to compare"):
        alignment_error_rate(sure[1:], sure, possible)
