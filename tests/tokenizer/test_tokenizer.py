"""The tokenizer: any text comes back, nothing typed becomes a mark, nothing of C++ is seen."""

import hashlib
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqattn.errors import CorpusError, UsageError
from seqattn.graphemes import clusters
from seqattn.tokenizer import (
    BOS,
    EOS,
    PAD,
    UNK,
    TokenizerSettings,
    learn_tokenizer,
)
from tests.tokenizer.texts import CHINESE, ENGLISH

MODEL_TYPES = ("bpe", "unigram")
AWKWARD = (
    *("</s>", "<s>", "<pad>", "<unk>", "<0x41>", "▁", "▅", "▅a", "⁇", " ⁇ ", "\x00", "\t"),
    *("the", " fox", "汤姆", "☃", "\ud83d", "\ufdd0", "\ufdd1", "e\u0301", "👩\u200d🌾"),
)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=20) | st.lists(
    st.sampled_from(AWKWARD), max_size=6
).map("".join)


@pytest.fixture(scope="module", params=MODEL_TYPES)
def tokenizer(request):
    return learn_tokenizer(ENGLISH + CHINESE, TokenizerSettings(model_type=request.param))


@pytest.fixture(scope="module", params=MODEL_TYPES)
def without_bytes(request):
    settings = TokenizerSettings(model_type=request.param, byte_fallback=False)
    return learn_tokenizer(ENGLISH + CHINESE, settings)


# -- text to ids and back


@given(text=ANY_TEXT)
def test_any_text_comes_back_normalized(tokenizer, text):
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == tokenizer.normalize(text)
    assert all(EOS < i < tokenizer.size for i in ids)
    assert tokenizer.encode_batch([text, "a fox", text]) == [ids, tokenizer.encode("a fox"), ids]


@given(text=ANY_TEXT)
def test_each_id_of_a_text_has_its_piece_and_its_slice(tokenizer, text):
    pieces, normal = tokenizer.pieces(text), tokenizer.normalize(text)
    assert [piece.id for piece in pieces] == tokenizer.encode(text)
    assert all(piece.text == normal[piece.start : piece.end] for piece in pieces)
    assert "".join(piece.text for piece in pieces) == normal.replace(" ", "")
    assert pieces == tokenizer.pieces_of(tokenizer.encode(text))


@given(text=ANY_TEXT)
def test_unknown_pieces_show_the_text_they_stand_for(without_bytes, text):
    pieces, normal = without_bytes.pieces(text), without_bytes.normalize(text)
    assert [piece.id for piece in pieces] == without_bytes.encode(text)
    assert "".join(piece.text for piece in pieces) == normal.replace(" ", "")
    assert all(piece.unknown == (piece.id == UNK) and piece.label for piece in pieces)


@given(ids=st.lists(st.integers(0, 300), max_size=15))
def test_whatever_ids_a_model_produces_the_text_is_one_clean_line(tokenizer, ids):
    text = tokenizer.decode(ids)
    assert text == " ".join(text.split())
    assert "<0x" not in text
    assert "⁇" not in text
    assert "▁" not in text
    pieces = tokenizer.pieces_of(ids)
    assert [piece.id for piece in pieces] == ids
    assert all(piece.text == text[piece.start : piece.end] and piece.label for piece in pieces)


def test_marks_add_nothing_to_the_text_and_are_labelled(tokenizer):
    ids = [BOS, *tokenizer.encode("the fox"), EOS, PAD]
    assert tokenizer.decode(ids) == "the fox"
    pieces = tokenizer.pieces_of(ids)
    assert [pieces[k].label for k in (0, -2, -1)] == ["<s>", "</s>", "<pad>"]
    assert [pieces[k].text for k in (0, -2, -1)] == ["", "", ""]
    assert tokenizer.decode([UNK]) == "<unk>"


def test_marks_in_the_training_text_stay_plain_text():
    lines = ["</s> <s> <unk> <pad> <0x41> ▅ ▁ x"] * 20 + ENGLISH
    for model_type in MODEL_TYPES:
        tokenizer = learn_tokenizer(lines, TokenizerSettings(model_type=model_type))
        ids = tokenizer.encode(lines[0])
        assert min(ids) > EOS
        assert tokenizer.decode(ids) == lines[0]
        # Not dropped from learning either: each character has a piece of its own.
        assert not any(piece.is_byte for piece in tokenizer.pieces(lines[0]))


def test_an_unseen_character_is_spelled_in_labelled_bytes(tokenizer):
    pieces = tokenizer.pieces("Tom ☃.")[-5:]
    assert [p.label for p in pieces] == ["␣", "☃ 1/3", "☃ 2/3", "☃ 3/3", "."]
    assert [p.text for p in pieces] == ["", "☃", "", "", "."]
    assert [p.starts_word for p in pieces] == [True, False, False, False, False]
    assert [p.is_byte for p in pieces] == [False, True, True, True, False]


def test_a_vocabulary_without_spaces_spells_a_space_in_bytes_that_are_labelled_as_one():
    tokenizer = learn_tokenizer(["汤姆看见红色的狐狸。"] * 9, TokenizerSettings())
    pieces = tokenizer.pieces("T ▁")
    space, bar = ([f"{name} {k}/3" for k in (1, 2, 3)] for name in "␣▁")
    assert [p.label for p in pieces] == [*space, "T", *space, *bar]
    assert [p.starts_word for p in pieces] == [True, False, False, False] * 2 + [False] * 2
    assert "".join(p.text for p in pieces) == "T▁"


def test_an_unseen_run_without_bytes_is_one_piece_with_its_text(without_bytes):
    pieces = without_bytes.pieces("Tom ☃☂ x☃")
    unknown = [(p.text, p.start, p.end) for p in pieces if p.unknown]
    assert unknown == [("☃☂", 4, 6), ("☃", 8, 9)]


def test_unknown_ids_of_a_model_are_written_as_what_they_are_said_to_stand_for(without_bytes):
    ids = without_bytes.encode("the ☃ fox ☂")
    assert ids.count(UNK) == 2
    assert without_bytes.decode(ids) == "the <unk> fox <unk>"
    assert without_bytes.decode(ids, ["☃☃", "☂"]) == "the ☃☃ fox ☂"
    assert without_bytes.decode(ids, ["ж"]) == "the ж fox <unk>"
    named = [(p.label, p.text) for p in without_bytes.pieces_of(ids, ["☃☃", "☂"]) if p.unknown]
    assert named == [("☃☃", "☃☃"), ("☂", "☂")]


def test_bytes_that_make_no_character_are_counted_and_whole_characters_are_not(tokenizer):
    snow = [i for i in tokenizer.encode("☃") if i in tokenizer.unfamiliar_ids]
    mark = [i for i in tokenizer.encode("\ufffd") if i in tokenizer.unfamiliar_ids]
    assert (len(snow), len(mark)) == (3, 3)
    for ids, strays in ((snow, 0), (mark, 0), (snow[:2], 2), (snow[1:], 2), (mark + snow[:1], 1)):
        assert tokenizer.stray_bytes(ids) == strays
        whole = tokenizer.encode("the fox")
        assert tokenizer.stray_bytes([*whole, *ids, *whole]) == strays
    assert tokenizer.decode(snow[:2]).count("\ufffd") == 2


def test_what_has_no_piece_is_unfamiliar(tokenizer, without_bytes):
    assert not tokenizer.unfamiliar_ids & set(tokenizer.encode("the red fox"))
    assert tokenizer.unfamiliar_ids == {UNK, *range(4, 260)}
    assert without_bytes.unfamiliar_ids == {UNK}


def test_words_are_the_same_pieces_at_the_start_and_inside(tokenizer):
    english, chinese = tokenizer.encode("Tom"), tokenizer.encode("汤姆")
    assert tokenizer.encode("Tom sees Tom")[-len(english) :] == english
    assert tokenizer.encode("Tom 汤姆，汤姆")[-len(chinese) :] == chinese
    # The first letter decides, whatever stands before it.
    assert not any(piece.label == "␣" for piece in tokenizer.pieces("“12汤姆”看见杰瑞"))


def test_unsegmented_text_is_cut_into_several_pieces(tokenizer):
    assert 1 < len(tokenizer.encode(CHINESE[0])) < len(CHINESE[0])


def test_sampling_is_repeatable_and_keeps_the_text(tokenizer):
    texts = ["the red fox follows the child of the king.", "汤姆看见红色的狐狸。☃", ""]
    encoded = tokenizer.encode_batch(texts)
    drawn = [tokenizer.sample(encoded, strength=0.3, seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert drawn[0] == drawn[1]
    assert len({tuple(ids) for ids, *_ in drawn}) > 1
    for sampled in drawn:
        assert [tokenizer.decode(ids) for ids in sampled] == texts


@given(st.lists(ANY_TEXT, max_size=3))
def test_whatever_is_sampled_spells_the_same_text(tokenizer, without_bytes, texts):
    for one in (tokenizer, without_bytes):
        encoded = one.encode_batch(texts)
        sampled = one.sample(encoded, strength=0.4, seed=5)
        assert [one.decode(ids) for ids in sampled] == [one.decode(ids) for ids in encoded]


def test_where_something_is_unknown_the_pieces_stay(without_bytes):
    [encoded] = without_bytes.encode_batch(["the red ☃ follows the child"])
    assert all(without_bytes.sample([encoded], strength=0.9, seed=s) == [encoded] for s in range(9))


# -- the vocabulary's size


@pytest.mark.parametrize("model_type", MODEL_TYPES)
@pytest.mark.parametrize("byte_fallback", [True, False])
def test_a_size_beyond_the_text_falls_and_one_below_its_characters_rises(model_type, byte_fallback):
    settings = {"model_type": model_type, "byte_fallback": byte_fallback}
    large = learn_tokenizer(ENGLISH, TokenizerSettings(vocab_size=8000, **settings))
    assert large.size < 8000
    assert f"{large.size} pieces instead of 8,000" in large.notices[0]
    small = learn_tokenizer(CHINESE, TokenizerSettings(vocab_size=5, **settings))
    characters = set("".join(CHINESE))
    assert small.size == 4 + 256 * byte_fallback + len(characters)
    assert f"{small.size} pieces instead of 5" in small.notices[0]


@pytest.mark.parametrize("text", ["a", "我", "Tom chases Jerry.", "a" * 5000, "1 2 3", "<s>"])
@pytest.mark.parametrize("model_type", MODEL_TYPES)
def test_the_smallest_texts_are_learned(text, model_type):
    tokenizer = learn_tokenizer([text], TokenizerSettings(model_type=model_type))
    assert tokenizer.notices == ()
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert not any(piece.is_byte for piece in tokenizer.pieces(text))


@pytest.mark.parametrize("character_pieces", [True, False])
@pytest.mark.parametrize("model_type", MODEL_TYPES)
def test_long_lines_are_learned_from_whatever_their_characters_take(model_type, character_pieces):
    # 1 to 4 bytes a character, and as many characters of each as no other line has.
    settings = TokenizerSettings(model_type=model_type, character_pieces=character_pieces)
    for first in (0x61, 0x0430, 0x4E00, 0x20000):
        characters = "".join(chr(first + i) for i in range(25)) * 80
        tokenizer = learn_tokenizer(["0 1", "2 3", characters], settings)
        assert not any(piece.is_byte for piece in tokenizer.pieces(characters)), hex(first)
        assert tokenizer.notices == ()


def test_a_size_within_reach_is_exact_and_goes_without_a_notice(tokenizer):
    wanted = tokenizer.size - 5
    settings = TokenizerSettings(vocab_size=wanted, model_type="bpe")
    learned = learn_tokenizer(ENGLISH + CHINESE, settings)
    assert (learned.size, learned.notices) == (wanted, ())


@pytest.mark.parametrize("lines", [[], ["", " \t", "\u200b\ufeff"]])
def test_text_with_nothing_in_it_is_refused(lines):
    with pytest.raises(CorpusError, match=f"{len(lines)} lines, none with a visible character"):
        learn_tokenizer(lines, TokenizerSettings())


def test_rare_characters_left_out_are_named():
    lines = ["the fox"] * 400 + ["ł"]
    settings = TokenizerSettings(character_coverage=0.99, byte_fallback=False)
    tokenizer = learn_tokenizer(lines, settings)
    assert tokenizer.notices == ("No piece for 1 rare character: ł",)
    assert tokenizer.encode("ł")[-1] == UNK
    assert learn_tokenizer(lines, TokenizerSettings(byte_fallback=False)).encode("ł")[-1] != UNK


@pytest.mark.parametrize(
    ("name", "value"),
    [("vocab_size", 0), ("model_type", "word"), ("normalization", "nfd"), ("sample_lines", 0)],
)
def test_settings_out_of_range_are_refused_by_name(name, value):
    with pytest.raises(UsageError, match=name):
        TokenizerSettings(**{name: value})


# -- repeatable, sampled, silent


def test_the_same_text_and_seed_give_the_same_bytes():
    for model_type in MODEL_TYPES:
        settings = TokenizerSettings(model_type=model_type, sample_lines=30)
        first, again = (learn_tokenizer(iter(ENGLISH), settings) for _ in range(2))
        assert first.to_bytes() == again.to_bytes()
        assert first.fingerprint == hashlib.sha256(first.to_bytes()).hexdigest()
    other = TokenizerSettings(model_type="unigram", sample_lines=30, seed=2)
    assert learn_tokenizer(ENGLISH, other).fingerprint != first.fingerprint


def test_a_large_text_is_sampled_all_over_and_says_so():
    lines = [chr(0x4E00 + i) for i in range(1000)]
    settings = TokenizerSettings(sample_lines=100)
    tokenizer = learn_tokenizer(lines, settings)
    assert tokenizer.notices == (
        "the tokenizer was learned from 100 of 1,000 lines, drawn by the seed.",
    )
    drawn = [i for i, line in enumerate(lines) if not tokenizer.pieces(line)[0].is_byte]
    assert len(drawn) == 100
    assert min(drawn) < 100 and max(drawn) > 900  # noqa: PT018


SILENCE = """
from seqattn.errors import SeqattnError
from seqattn.tokenizer import Tokenizer, TokenizerSettings, learn_tokenizer
for model_type in ("bpe", "unigram"):
    for size in (5, 300, 8000, None):
        settings = TokenizerSettings(vocab_size=size, model_type=model_type)
        t = learn_tokenizer(["the fox", "x" * 9000, "\\0 ▅ </s>"], settings)
        t.sample([t.encode("the fox")], strength=0.5, seed=1)
for bad in (b"", b"abc", t.to_bytes()[:-3], t.to_bytes()[40:], t.to_bytes()[:20]):
    try:
        Tokenizer.from_bytes(bad)
    except SeqattnError:
        continue
    raise SystemExit("not refused")
"""


def test_nothing_is_printed_by_the_library_underneath():
    done = subprocess.run([sys.executable, "-c", SILENCE], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_real_text_comes_back_whole(shared_data):
    lines = (shared_data / "multi30k-en-de" / "val.de").read_text().split("\n")[:-1]
    rows = (shared_data / "tatoeba-en-zh" / "cmn.txt").read_text().split("\n")[20_000:21_000]
    lines += [row.split("\t")[1] for row in rows]
    tokenizer = learn_tokenizer(lines[::2], TokenizerSettings())
    decoded = [tokenizer.decode(ids) for ids in tokenizer.encode_batch(lines)]
    assert decoded == [tokenizer.normalize(line) for line in lines]


@pytest.mark.parametrize("model_type", ["bpe", "unigram"])
def test_character_pieces_never_join_two_characters_of_a_script_without_spaces(model_type):
    texts = ["汤姆追逐杰瑞。", "汤姆追逐杰瑞和汤姆。", "汤姆 likes 杰瑞。", "ที่นี่ likes"] * 30

    def longest(character_pieces: bool) -> int:
        settings = TokenizerSettings(
            vocab_size=400, model_type=model_type, character_pieces=character_pieces
        )
        tokenizer = learn_tokenizer(texts, settings)
        pieces = [piece.text for text in texts[:2] for piece in tokenizer.pieces(text)]
        latin = [piece.text for piece in tokenizer.pieces(texts[2])]
        assert "likes" in latin  # words with spaces are joined as ever
        assert tokenizer.decode(tokenizer.encode(texts[3])) == texts[3]
        return max(map(len, pieces))

    assert longest(character_pieces=True) == 1
    assert longest(character_pieces=False) > 1


def test_a_vowel_sign_stays_with_its_consonant_in_character_pieces():
    settings = TokenizerSettings(vocab_size=400, character_pieces=True)
    tokenizer = learn_tokenizer(["ก็กำกี่" * 3] * 40, settings)
    found = {piece.text for piece in tokenizer.pieces("ก็กำกี่")}
    assert found == set(clusters("ก็กำกี่"))


def test_a_script_without_spaces_says_why_it_has_few_pieces():
    settings = TokenizerSettings(vocab_size=2000, character_pieces=True)
    (chinese,) = learn_tokenizer(["汤姆追逐杰瑞。"] * 30, settings).notices
    (english,) = learn_tokenizer(["Tom chases Jerry."] * 30, settings).notices
    assert "each character is a piece" in chinese
    assert "the text is small" in english
