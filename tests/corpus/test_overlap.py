"""Validation pairs that are training pairs, too, are counted."""

from hypothesis import given
from hypothesis import strategies as st

from seqattn.corpus import Overlap, Pair

TEXTS = st.sampled_from(["a", "b", "ab", "a b"])
PAIRS = st.lists(st.builds(Pair, TEXTS, TEXTS, st.just(1)), max_size=12)


@given(PAIRS, PAIRS)
def test_each_pair_that_passes_by_is_found_as_often_as_it_was_looked_for(wanted, passing):
    overlap = Overlap(wanted)
    assert list(overlap.through(passing)) == passing
    assert overlap.total == len(wanted)
    assert overlap.found == sum(pair in passing for pair in wanted)


def test_case_form_and_spacing_make_no_other_pair_and_another_translation_does():
    overlap = Overlap([Pair("Ein  ﬁt", "A", 1), Pair("Haus", "house", 2)])
    list(overlap.through([Pair("ein fit ", "a", 7), Pair("Haus", "home", 8)]))
    assert overlap.found == 1
