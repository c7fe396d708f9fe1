"""Held-out pairs: as many as asked, never with a twin in training, the same on every machine."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.corpus import Pair, Split, hold_out
from seqattn.corpus.splitting import comparable
from seqattn.errors import CorpusError


def make(*texts: tuple[str, str]) -> list[Pair]:
    return [Pair(*sides, line) for line, sides in enumerate(texts, start=1)]


def distinct(count: int) -> list[Pair]:
    return make(*((f"source {i}", f"target {i}") for i in range(count)))


@given(
    st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=60),
    st.integers(0, 30),
    st.integers(-9, 9),
)
def test_no_source_and_no_target_stands_on_both_sides(numbers, size, seed):
    pairs = make(*((f"s{i}", f"t{j}") for i, j in numbers))
    split = hold_out(pairs, size=size, seed=seed)
    dev, train = list(split.dev(pairs)), list(split.train(pairs))
    assert sorted(dev + train, key=lambda pair: pair.line) == pairs
    assert (len(dev), len(train)) == (split.dev_count, split.train_count)
    assert not {pair.source for pair in dev} & {pair.source for pair in train}
    assert not {pair.target for pair in dev} & {pair.target for pair in train}
    assert len(dev) <= size
    assert train or not pairs


def groups_by_hand(pairs: list[Pair]) -> list[set[int]]:
    """Connected pairs, found by merging sets one by one."""
    groups: list[tuple[set[str], set[int]]] = []
    for pair in pairs:
        names, lines = {f"s {pair.source}", f"t {pair.target}"}, {pair.line}
        for group in [group for group in groups if group[0] & names]:
            groups.remove(group)
            names, lines = names | group[0], lines | group[1]
        groups.append((names, lines))
    return [lines for _, lines in groups]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=60))
def test_groups_move_whole(numbers):
    pairs = make(*((f"s{i}", f"t{j}") for i, j in numbers))
    dev = {pair.line for pair in hold_out(pairs, size=30, seed=1).dev(pairs)}
    groups = groups_by_hand(pairs)
    assert all(not group & dev or group <= dev for group in groups)
    small = [group for group in groups if len(group) <= 5]  # a tenth of 30, or SMALL_GROUP
    if len(groups) > 1 and sum(map(len, small)) <= 30:
        expected = sum(map(len, small)) - (
            len(small) == len(groups) and len(set().union(*groups) - dev)
        )
        assert len(dev) == expected


def test_a_long_chain_of_shared_sentences_is_one_group():
    chain = make(*((f"s{i // 2}", f"t{(i + 1) // 2}") for i in range(2_000)))
    split = hold_out(chain + distinct(100), size=20, seed=3)
    assert split.dev_count == 20
    assert not split.is_dev[:2_000].any()


def test_exactly_as_many_as_asked_are_held_out_of_distinct_pairs():
    assert hold_out(distinct(1_000), size=100, seed=1).dev_count == 100
    assert hold_out(distinct(10), size=100, seed=1).train_count == 1
    assert hold_out([], size=10, seed=1).dev_count == 0
    assert hold_out(make(("a", "b")), size=10, seed=1).dev_count == 0


def test_texts_that_differ_only_in_case_form_and_spacing_move_together():
    assert comparable(" Café  AU lait ") == comparable("cafe\u0301 au\tLAIT")
    pairs = make(("Hi.", "1"), ("hi. ", "2"), *((f"s{i}", f"t{i}") for i in range(50)))
    for seed in range(30):
        split = hold_out(pairs, size=25, seed=seed)
        assert split.is_dev[0] == split.is_dev[1]


def test_the_choice_depends_on_texts_and_seed_not_on_the_order():
    pairs = distinct(200)
    chosen = {pair.source for pair in hold_out(pairs, size=20, seed=1).dev(pairs)}
    backwards = pairs[::-1]
    assert {p.source for p in hold_out(backwards, size=20, seed=1).dev(backwards)} == chosen
    assert {p.source for p in hold_out(pairs, size=20, seed=2).dev(pairs)} != chosen
    more = pairs + make(("new", "neu"))
    kept = {pair.source for pair in hold_out(more, size=20, seed=1).dev(more)}
    assert len(kept & chosen) >= 19


def test_large_groups_are_not_preferred():
    # 100 pairs in groups of 5 and 100 alone: held out in like shares over many seeds.
    pairs = make(
        *((f"g{i // 5}", f"t{i}") for i in range(100)), *((f"s{i}", f"u{i}") for i in range(100))
    )
    grouped = [int(hold_out(pairs, size=50, seed=seed).is_dev[:100].sum()) for seed in range(40)]
    assert 20 < np.mean(grouped) < 30


def test_another_process_with_another_hash_seed_chooses_the_same():
    code = (
        "from seqattn.corpus import Pair, hold_out\n"
        "pairs = [Pair(f's{i}', f't{i}', i) for i in range(50)]\n"
        "print(hold_out(pairs, size=9, seed=4).is_dev.nonzero()[0].tolist())"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_a_corpus_that_changed_between_the_passes_is_noticed():
    split = hold_out(distinct(10), size=3, seed=1)
    assert isinstance(split, Split)
    with pytest.raises(CorpusError, match="changed"):
        list(split.train(distinct(11)))


def test_a_negative_size_is_our_own_mistake():
    with pytest.raises(ValueError, match="at least 0"):
        hold_out([], size=-1, seed=1)
