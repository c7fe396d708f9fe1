"""From parallel text to encoded pairs: what is used, dropped, held out and decided."""

import os
import re

import pytest

from seqattn.config import Config
from seqattn.corpus import Reason, open_corpus
from seqattn.errors import CorpusError
from seqattn.preparation import fingerprint, prepare, without_folders
from seqattn.text import visible
from tests.tiny import copy_pairs, prepare_tiny, write_pairs


def texts_of(prepared, side):
    corpus, tokenizer = prepared.train, getattr(prepared.tokenizers, side)
    position = 0 if side == "source" else 1
    return [tokenizer.decode(corpus.pair(i)[position]) for i in range(len(corpus))]


def test_every_pair_is_trained_on_held_out_or_counted(tmp_path):
    pairs = copy_pairs(70)
    pairs += [pairs[0], pairs[1], ("a b c", ""), (" ".join("abcd" * 99), "a")]
    prepared = prepare_tiny(tmp_path, pairs, max_length=30)
    counted = len(prepared.train) + len(prepared.dev) + prepared.tally.dropped
    assert counted == len(pairs)
    assert prepared.tally.count(Reason.DUPLICATE) == 2
    assert prepared.tally.count(Reason.EMPTY_TARGET) == 1


def test_no_sentence_stands_both_in_training_and_in_the_held_out_part(tmp_path):
    pairs = [(source, f"{target} {tail}") for source, target in copy_pairs(40) for tail in "ab"]
    prepared = prepare_tiny(tmp_path, pairs, vocab_size=60)
    trained = set(texts_of(prepared, "source"))
    assert len(trained) + len(set(prepared.dev.sources)) == 40
    assert not trained & set(prepared.dev.sources)
    assert trained & set(texts_of(prepared, "source"))  # the comparison can find something


def test_at_most_a_tenth_is_held_out(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(70))
    assert 1 <= len(prepared.dev) <= 7


def test_dev_text_given_is_used_whole_and_nothing_is_held_out(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(40), copy_pairs(9, seed=5))
    assert len(prepared.train) == 40
    assert len(prepared.dev) == 9


@pytest.mark.parametrize(
    ("repeated", "said"),
    [
        (0, None),
        (1, "1 of 40 validation pairs (dev.tsv) also occurs in the training text (pairs.tsv): "
            "BLEU will be higher"),
        (19, "19 of 40 validation pairs (dev.tsv) also occur in the training text (pairs.tsv): "
             "BLEU will be higher"),
        (20, "20 of 40 validation pairs (dev.tsv) also occur in the training text (pairs.tsv): "
             "BLEU will tell what the model remembers"),
        (40, "40 of 40 validation pairs (dev.tsv) also occur in the training text (pairs.tsv): "
             "BLEU will tell what the model remembers"),
    ],
)  # fmt: skip
def test_validation_pairs_that_are_trained_on_are_told(tmp_path, repeated, said):
    pairs = copy_pairs(60)
    dev = pairs[:repeated] + [(f"{source} h", target) for source, target in pairs[repeated:40]]
    prepared = prepare_tiny(tmp_path, pairs, dev)
    found = [remark for remark in prepared.remarks if "validation pair" in remark]
    assert [without_folder(remark, tmp_path) for remark in found] == ([said] if said else [])


def without_folder(remark, folder):
    """The beginning of a remark, up to what follows from it, without the paths of files."""
    shown = remark.replace(f"{folder}/", "")
    return re.sub(r"(higher|what the model remembers)\b.*", r"\1", shown)


def test_a_few_validation_pairs_that_are_trained_on_are_chance(tmp_path):
    pairs = copy_pairs(60)
    others = [(f"{source} h", target) for source, target in copy_pairs(100, seed=7)]
    for repeated, share in ((1, 0.99), (2, 1.96)):  # in percent
        prepared = prepare_tiny(tmp_path, pairs, [*others, *pairs[:repeated]])
        assert any("validation pair" in remark for remark in prepared.remarks) == (share >= 1)


def test_a_pair_over_the_piece_limit_is_dropped_whole_with_its_line(tmp_path):
    pairs = copy_pairs(30)
    pairs[6] = ("a b", " ".join("abcdefgh" * 3))
    prepared = prepare_tiny(tmp_path, pairs, copy_pairs(5, seed=3), max_length=20)
    notice = next(n for n in prepared.tally if n.reason is Reason.MANY_PIECES)
    assert (notice.count, notice.lines) == (1, (7,))
    assert notice.example.startswith("a b c d")  # the side that is too long
    assert len(prepared.train) == 29


def test_characters_and_pieces_over_their_limits_are_counted_apart(tmp_path):
    pairs = copy_pairs(30)
    pairs[3], pairs[6] = ("a" * 300, "a b"), (" ".join("abcdefgh" * 3), "a b")
    prepared = prepare_tiny(
        tmp_path, pairs, copy_pairs(5, seed=3), max_length=20, max_chars=200, max_ratio=0.0
    )
    found = {n.reason: (n.lines, n.largest) for n in prepared.tally}
    assert found[Reason.TOO_LONG] == ((4,), 300)
    assert found[Reason.MANY_PIECES] == ((7,), 24)


def test_text_without_spaces_is_measured_in_pieces_too(tmp_path):
    hanzi = str.maketrans("abcdefgh ", "汤姆追逐杰瑞今天很")
    pairs = [(text, text.translate(hanzi)) for text, _ in copy_pairs(30)]
    pairs[6] = ("a b", "汤姆追逐杰瑞今天" * 3)  # one word of 24 pieces
    dev = [("a b", "汤很姆")]
    prepared = prepare_tiny(tmp_path, pairs, dev, max_length=20, character_pieces=True)
    notice = next(n for n in prepared.tally if n.reason is Reason.MANY_PIECES)
    assert (notice.count, notice.lines) == (1, (7,))


def test_text_saved_on_windows_gives_the_same_pieces_and_ids(tmp_path):
    source, target = (tmp_path / name for name in ("a.src", "a.tgt"))
    lines = [text for text, _ in copy_pairs(40)]
    target.write_bytes("".join(f"{line}\n" for line in lines).encode())
    found = []
    for end in ("\n", "\r\n"):
        source.write_bytes("".join(line + end for line in lines).encode())
        prepared = prepare(open_corpus([source, target]), None, Config(), {"vocab_size": 40})
        found.append((prepared.tokenizers.source.fingerprint, fingerprint(prepared.train)))
        assert all("\r" not in text for text in texts_of(prepared, "source"))
    assert found[0] == found[1]


def test_dev_pairs_with_an_empty_side_are_dropped_and_counted(tmp_path):
    dev = [*copy_pairs(4, seed=3), ("a b", ""), ("\xa0\u200b", "c"), ("\u200d", "\u200d")]
    prepared = prepare_tiny(tmp_path, copy_pairs(30), dev)
    assert len(prepared.dev) == len(prepared.dev.references) == 4
    reasons = (Reason.EMPTY_SOURCE, Reason.EMPTY_TARGET, Reason.EMPTY_BOTH)
    assert [prepared.tally.count(reason) for reason in reasons] == [1, 1, 1]


def test_when_the_limit_leaves_nothing_the_error_says_how_many_and_which_limit(tmp_path):
    pairs = [("a b", "a b"), *copy_pairs(4), ("a b c d e f g h a", "a")]
    with pytest.raises(CorpusError) as caught:
        prepare_tiny(tmp_path, pairs, copy_pairs(5, seed=3), max_length=1)
    assert "0 of 6 pairs left with at most 1 piece a side" in caught.value.message
    assert "largest 9" in caught.value.message
    assert "--max-length" in caught.value.hint


def test_when_no_validation_pair_is_left_the_limit_is_named(tmp_path):
    dev = [("a b c d e f a b c", "a")]
    with pytest.raises(CorpusError, match=r"No validation pair is left: .* largest 9") as caught:
        prepare_tiny(tmp_path, copy_pairs(30), dev, max_length=6)
    assert "--max-length" in caught.value.hint


def test_ligatures_and_full_width_forms_are_folded_only_where_that_is_chosen(tmp_path):
    pairs = [(f"\ufb01 \uff15 {text}", text) for text, _ in copy_pairs(30)]
    kept = prepare_tiny(tmp_path, pairs).tokenizers.source
    folded = prepare_tiny(tmp_path, pairs, normalization="nfkc").tokenizers.source
    for tokenizer, text in ((kept, "\ufb01 \uff15"), (folded, "fi 5")):
        assert tokenizer.decode(tokenizer.encode("\ufb01 \uff15")) == text


def test_vocabularies_follow_the_scripts_unless_given(tmp_path):
    hanzi = str.maketrans("abcdefgh", "汤姆追逐杰瑞今天")
    latin = [(text, text.upper()) for text, _ in copy_pairs(40)]
    chinese = [(text, text.translate(hanzi)) for text, _ in copy_pairs(40)]
    for name, pairs, expected in (("l", latin, "joint"), ("c", chinese, "separate")):
        folder = tmp_path / name
        folder.mkdir()
        corpus = open_corpus([write_pairs(folder, pairs)])
        prepared = prepare(corpus, None, Config(), {"vocab_size": 60})
        assert prepared.config.tokenizer.vocabularies == expected
        assert prepared.tokenizers.joint == (expected == "joint")
    given = prepare_tiny(tmp_path, latin, vocabularies="separate")
    assert not given.tokenizers.joint


def test_few_pairs_come_with_an_honest_remark(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(60))
    assert any("expect memorised" in remark for remark in prepared.remarks)


def test_sizes_follow_the_corpus_unless_given(tmp_path):
    corpus = open_corpus([write_pairs(tmp_path, copy_pairs(60))])
    prepared = prepare(corpus, None, Config(), {"embedding_size": 33})
    assert prepared.config.model.embedding_size == 33
    assert prepared.config.model.decoder_size < Config().model.decoder_size


def test_the_fingerprint_tells_one_changed_pair(tmp_path):
    pairs = copy_pairs(40)
    first = prepare_tiny(tmp_path, pairs, copy_pairs(5, seed=3))
    again = prepare_tiny(tmp_path, pairs, copy_pairs(5, seed=3))
    other = prepare_tiny(tmp_path, [*pairs[:-1], ("a", "b")], copy_pairs(5, seed=3))
    assert fingerprint(first.train) == fingerprint(again.train) != fingerprint(other.train)


def test_each_stage_that_may_take_minutes_is_told_before_it_begins(tmp_path):
    corpus = open_corpus([write_pairs(tmp_path, copy_pairs(60))])
    said: list[str] = []
    first = prepare(corpus, None, Config(), {}, tell=said.append)
    assert said == ["Learning pieces", "Encoding 54 pairs"]
    prepare(corpus, None, first.config, {}, tokenizers=first.tokenizers, tell=said.append)
    assert said[2:] == ["Encoding 54 pairs"]


@pytest.mark.skipif(os.sep != "/", reason="where a path has backslashes, one parts folders")
def test_the_name_of_a_corpus_keeps_what_stands_for_characters_that_cannot_be_shown():
    name = visible("/home/me/in\udcff\n.tsv") + " + " + visible("b\x1b.de")
    assert without_folders(name) == r"in\xff\n.tsv + b\x1b.de"
