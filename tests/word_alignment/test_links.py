"""From weights to links: peaks and thresholds."""

from seqattn.word_alignment import links


def test_the_peak_is_taken_wherever_the_end_mark_stands():
    assert links([[0.1, 0.2], [0.0, 0.0], [0.3, 0.3]]) == {(1, 0), (0, 2)}


def test_a_word_whose_largest_weight_is_small_is_left_without_a_link():
    weights = [[0.1, 0.3], [0.25, 0.2]]
    assert links(weights, least=0.25) == {(1, 0), (0, 1)}
    assert links(weights, least=0.26) == {(1, 0)}
    assert links(weights, least=0.31) == set()


def test_a_pair_without_any_weight_is_never_linked():
    assert links([[0.5, 0.0], [0.0, 0.0]], threshold=0.0) == {(0, 0)}


def test_a_threshold_leaves_words_without_a_link_or_gives_them_several():
    assert links([[0.5, 0.5, 0.0], [0.1, 0.2, 0.3]], 0.5) == {(0, 0), (1, 0)}
