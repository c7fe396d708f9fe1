"""Pairs kept at one pass are found again at the next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.corpus import Corpus, Kept, Pair
from seqattn.errors import CorpusError


def make(lines: list[int]) -> Corpus:
    pairs = [Pair(f"source {line}", f"target {line}", line) for line in lines]
    return Corpus("a.tsv", lambda tally: pairs)


@given(st.sets(st.integers(1, 40), min_size=1).map(sorted), st.data())
def test_every_pass_gives_the_same_pairs(lines, data):
    wanted = data.draw(st.sets(st.sampled_from(lines)))
    corpus, kept = make(lines), Kept()
    first = list(kept.through(pair for pair in corpus if pair.line in wanted))
    assert [pair.line for pair in first] == sorted(wanted)
    assert list(kept.of(corpus)) == list(kept.of(corpus)) == first
    assert len(kept) == len(wanted)


@pytest.mark.parametrize("left", [[1, 2], [2, 3, 4], [1, 2, 4]])
def test_a_corpus_that_lost_a_pair_since_is_noticed(left):
    kept = Kept()
    list(kept.through(pair for pair in make([1, 2, 3, 4]) if pair.line != 2))
    with pytest.raises(CorpusError, match=r"a\.tsv changed while it was read"):
        list(kept.of(make(left)))
