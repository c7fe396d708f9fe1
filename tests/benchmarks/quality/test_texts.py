"""What `benchmarks.quality` trains on: splits that leak nothing, files in the right places."""

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.quality import splits, texts
from benchmarks.quality.splits import components, key, split
from benchmarks.quality.texts import QUICK_HELD, TEXTS, lines, make_quick_data, ready


@pytest.mark.parametrize("module", [splits, texts])
def test_the_examples_in_the_docstrings_hold(module):
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


# -- the split

REPEATING = [(f"e{i // 3}", f"c{i % 40}") for i in range(60)] + [
    (f"s{i}", f"t{i}") for i in range(50)
]


def straddling(parts):
    """Sentences, on either side, of one part that stand in another."""
    found = set()
    for side in (0, 1):
        keys = [{key(pair[side]) for pair in part} for part in parts]
        found |= (keys[0] & keys[1]) | (keys[0] & keys[2]) | (keys[1] & keys[2])
    return found


def test_a_cut_line_by_line_lets_sentences_straddle_and_the_split_does_not():
    by_line = (REPEATING[10:], REPEATING[:5], REPEATING[5:10])
    assert straddling(by_line)  # so the check can fail
    parts = split(REPEATING, dev=9, test=11)
    assert not straddling(parts[:3])
    assert (len(parts.dev), len(parts.test)) == (9, 11)


@given(
    st.lists(st.tuples(st.sampled_from("aAbcde!"), st.sampled_from("xyz.Zw")), max_size=12),
    st.integers(0, 99),
)
@settings(deadline=None)  # a busy machine
def test_no_sentence_straddles_whatever_the_text_and_the_seed(repeating, seed):
    pairs = [*repeating, *((f"s{i}", f"t{i}") for i in range(10))]
    parts = split(pairs, dev=3, test=4, seed=seed)
    assert not straddling(parts[:3])
    assert (len(parts.dev), len(parts.test)) == (3, 4)
    assert len(parts.train) + 7 + parts.left_out == len(set(pairs))
    for part in (parts.dev, parts.test):
        for side in zip(*part, strict=True):
            assert len(set(map(key, side))) == len(side)


def test_a_chain_of_shared_sentences_stays_together():
    chain = [("a", "x"), ("b", "x"), ("b", "y"), ("c", "y")]
    apart = [("d", "z")]
    assert components([chain[3], *apart, *chain[:3]]) == [[chain[3], *chain[:3]], apart]


def test_equal_seeds_give_equal_parts_and_others_others():
    assert split(REPEATING, dev=5, test=5, seed=3) == split(REPEATING, dev=5, test=5, seed=3)
    assert split(REPEATING, dev=5, test=5, seed=3) != split(REPEATING, dev=5, test=5, seed=4)


def test_of_several_translations_one_is_held_and_the_others_train_nowhere():
    pairs = [("a", "x"), ("a", "y"), ("A.", "z"), ("b", "w")]
    parts = split(pairs, dev=1, test=1)
    assert sorted([*parts.dev, *parts.test]) == [("a", "x"), ("b", "w")]
    assert (parts.train, parts.left_out) == ([], 2)


def test_a_text_that_is_too_small_is_refused():
    with pytest.raises(ValueError, match="test has 2 of 3 pairs"):
        split([("a", "x"), ("b", "y")], dev=1, test=3)


# -- the files


@pytest.fixture
def data(tmp_path):
    make_quick_data(tmp_path / "data")
    return tmp_path / "data"


def text(name, data, **more):
    return ready(name, data, data.parent / "made", held=QUICK_HELD, **more)


def test_every_text_has_its_three_parts_with_its_own_source_first(data):
    for name, source in TEXTS.items():
        found = text(name, data)
        for part in ("train", "dev", "test"):
            sides = getattr(found, part)
            assert tuple(path.suffix[1:] for path in sides) == source.languages
            counts = [len(lines(path)) for path in sides]
            assert counts == 2 * [found.about[part]]
        assert found.about["dev"] == found.about["test"] == QUICK_HELD


def test_multi30k_is_taken_as_it_lies_there_tokenised_or_raw(data):
    names = [path.name for path in text("multi30k-en-de", data).test]
    assert names == ["test_2016_flickr.lc.norm.tok.en", "test_2016_flickr.lc.norm.tok.de"]
    raw = text("multi30k-raw-en-de", data)
    assert raw.dev.source == data / "multi30k-en-de" / "val.en"
    assert "split_seed" not in raw.about


@pytest.mark.parametrize(
    ("one", "other"), [("tatoeba-en-zh", "tatoeba-zh-en"), ("tanaka-en-ja", "tanaka-ja-en")]
)
def test_both_directions_are_split_alike(data, one, other):
    first = text(one, data)
    before = [path.read_bytes() for path in first.test]
    turned = text(other, data)
    assert [path.read_bytes() for path in turned.test[::-1]] == before
    assert first.about["split_seed"] == turned.about["split_seed"] == splits.SEED


def test_a_byte_order_mark_and_attributions_are_no_part_of_the_sentences(data):
    file = data / "tatoeba-en-zh" / "cmn.txt"
    rows = [f"E{i}\tC{i}\tby somebody" for i in range(40)]
    file.write_bytes("\ufeff".encode() + "\n".join(rows).encode() + b"\n")
    found = text("tatoeba-en-zh", data)
    sentences = [
        line for part in (found.train, found.dev, found.test) for line in lines(part.source)
    ]
    assert sorted(sentences) == sorted(f"E{i}" for i in range(40))
    assert "somebody" not in found.train.target.read_text(encoding="utf-8")


def test_a_smaller_part_of_the_training_pairs_lies_in_a_larger_one(data):
    whole = text("multi30k-en-de", data)
    small, large = (text("multi30k-en-de", data, pairs=count) for count in (7, 20))
    pairs = [list(zip(*map(lines, found.train), strict=True)) for found in (small, large, whole)]
    assert [len(found) for found in pairs[:2]] == [7, 20]
    assert pairs[1][:7] == pairs[0]
    assert set(pairs[1]) <= set(pairs[2])
    assert pairs[1] != pairs[2][:20]  # shuffled
    assert (small.dev, small.test) == (whole.dev, whole.test)


def test_the_fingerprint_follows_every_part(data):
    before = text("multi30k-en-de", data).about["fingerprint"]
    assert text("multi30k-en-de", data).about["fingerprint"] == before
    assert text("multi30k-de-en", data).about["fingerprint"] != before
    file = data / "multi30k-en-de" / "test_2016_flickr.lc.norm.tok.de"
    file.write_bytes(file.read_bytes()[:-1] + b"!\n")
    assert text("multi30k-en-de", data).about["fingerprint"] != before


def test_the_real_texts_are_cut_without_leaks(shared_data, tmp_path):
    found = ready("tatoeba-en-zh", shared_data, tmp_path)
    parts = [
        list(zip(*map(lines, part), strict=True)) for part in (found.train, found.dev, found.test)
    ]
    assert not straddling(parts)
    assert [len(part) for part in parts[1:]] == 2 * [splits.HELD]
    assert len(parts[0]) > 26_000
