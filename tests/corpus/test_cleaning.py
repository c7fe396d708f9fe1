"""Every rule acts on pairs and counts what it drops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.corpus import CleaningRules, Pair, Reason, Tally, clean, cleaning
from seqattn.corpus.cleaning import length_ratio
from seqattn.corpus.fingerprints import Seen, fingerprint

OFF = CleaningRules(max_chars=None, max_ratio=None, duplicates=False, identical=False)

PAIRS = [
    Pair("a", "b", 1),
    Pair("x" * 300, "y", 2),
    Pair("a ", " b", 3),
    Pair("same", "same", 4),
    Pair("a", "c", 5),
    Pair("z" * 3000, "z" * 3000, 6),
]


@pytest.mark.parametrize(
    ("rules", "reason", "lines"),
    [
        ({"max_chars": 300}, Reason.TOO_LONG, (6,)),
        ({"max_chars": 299}, Reason.TOO_LONG, (2, 6)),
        ({"max_ratio": 9.0}, Reason.RATIO, (2,)),
        ({"duplicates": True}, Reason.DUPLICATE, (3,)),
        ({"identical": True}, Reason.IDENTICAL, (4, 6)),
        ({}, None, ()),
    ],
)
def test_each_rule_drops_whole_pairs_and_counts_them(rules, reason, lines):
    tally = Tally()
    rules = CleaningRules(**{**vars(OFF), **rules})
    kept = [pair.line for pair in clean(PAIRS, rules, tally)]
    assert kept == [pair.line for pair in PAIRS if pair.line not in lines]
    assert [(one.reason, one.lines) for one in tally] == ([(reason, lines)] if lines else [])


def test_the_largest_measure_is_told():
    tally = Tally()
    list(clean(PAIRS, CleaningRules(), tally))
    largest = {one.reason: one.largest for one in tally}
    assert largest == {
        Reason.TOO_LONG: 3000,
        Reason.RATIO: 320 / 21,
        Reason.DUPLICATE: None,
    }


def test_the_ratio_is_fair_to_scripts_with_few_characters():
    assert length_ratio("Good morning, everyone.", "大家早上好。") < 1.2
    assert length_ratio("Hi.", "你好，很高兴见到你。") < 2.5
    assert length_ratio("b" * 10, "a" * 40) == length_ratio("a" * 40, "b" * 10) == 2.0


@pytest.mark.parametrize(
    "rules", [{"max_chars": 0}, {"max_ratio": 0.5}, {"max_ratio": float("nan")}]
)
def test_limits_that_make_no_sense_are_refused(rules):
    with pytest.raises(ValueError, match="must be at least 1"):
        CleaningRules(**rules)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"))), st.integers(1, 5))
def test_the_first_of_equal_pairs_stays_whatever_the_batch(texts, batch):
    pairs = [Pair(*sides, line) for line, sides in enumerate(texts, start=1)]
    expected = list({pair[:2]: pair for pair in reversed(pairs)}.values())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cleaning, "BATCH", batch)
        kept = list(clean(pairs, CleaningRules(), tally := Tally()))
    assert kept == sorted(expected, key=lambda pair: pair.line)
    assert tally.dropped == len(pairs) - len(kept)


@given(st.lists(st.lists(st.integers(0, 30), max_size=12)))
def test_seen_is_a_set(batches):
    seen, truth = Seen(), set()
    for batch in batches:
        expected = []
        for value in batch:
            expected.append(value not in truth)
            truth.add(value)
        assert seen.add(np.array(batch, np.uint64)).tolist() == expected


def test_a_fingerprint_depends_on_text_and_seed_and_takes_any_text():
    assert fingerprint("a", seed=1) != fingerprint("a", seed=2) != fingerprint("b", seed=2)
    assert 0 <= fingerprint("\ud800", seed=-5) < 2**64
