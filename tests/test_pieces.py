"""Pieces: one for each id, each the exact slice of the text it stands for."""

from hypothesis import given
from hypothesis import strategies as st

from seqattn.pieces import Part, lay_out, spell_bytes

RAWS = st.lists(st.text(st.sampled_from("ab  é猫\n\x00\u3000"), max_size=4), max_size=8)


@given(RAWS)
def test_the_text_is_the_raw_text_with_its_spaces_tidied(raws):
    text, pieces = lay_out([Part(i, raw) for i, raw in enumerate(raws)])
    assert text == " ".join("".join(raws).replace("\x00", " ").split())
    assert [piece.id for piece in pieces] == list(range(len(raws)))


@given(RAWS)
def test_each_piece_is_its_slice_and_the_slices_cover_all_but_spaces(raws):
    text, pieces = lay_out([Part(i, raw) for i, raw in enumerate(raws)])
    position = 0
    for piece in pieces:
        assert piece.text == text[piece.start : piece.end]
        assert text[position : piece.start].strip(" ") == ""
        assert piece.label
        position = max(position, piece.end)
    assert text[position:] == ""


@given(st.lists(st.from_regex(r" ?[aé猫]{1,3}", fullmatch=True), max_size=8))
def test_a_word_starts_where_the_text_or_a_space_says_so(raws):
    text, pieces = lay_out([Part(i, raw) for i, raw in enumerate(raws)])
    assert sum(piece.starts_word for piece in pieces) == len(text.split())
    for piece in pieces:
        assert piece.starts_word == (piece.start == 0 or text[piece.start - 1] == " ")


def test_a_space_on_its_own_begins_the_word_that_follows():
    text, pieces = lay_out([Part(5, " a"), Part(6, " "), Part(7, "☃", "☃ 1/1"), Part(8, "s")])
    assert text == "a ☃s"
    assert [piece.starts_word for piece in pieces] == [True, True, False, False]
    assert [piece.label for piece in pieces] == ["a", "␣", "☃ 1/1", "s"]
    assert [(piece.start, piece.end) for piece in pieces] == [(0, 1), (2, 2), (2, 3), (3, 4)]


def test_spaces_at_the_end_stay_inside_the_text():
    text, pieces = lay_out([Part(5, "a"), Part(6, " "), Part(7, " ")])
    assert text == "a"
    assert [(piece.start, piece.end, piece.label) for piece in pieces[1:]] == [(1, 1, "␣")] * 2


@given(st.binary(max_size=8))
def test_bytes_spell_what_python_decodes(data):
    parts = spell_bytes(range(len(data)), list(data))
    assert len(parts) == len(data)
    spelled = "".join(part.raw for part in parts)
    # Where Python writes one U+FFFD for the beginning of a character, here each byte has one.
    assert spelled.replace("\ufffd", "") == data.decode("utf-8", "replace").replace("\ufffd", "")


def test_bytes_of_a_character_are_labelled_with_it_and_others_with_their_value():
    parts = spell_bytes(range(6), [0xE2, 0x98, 0x83, 0x41, 0x0A, 0x83])
    assert [part.raw for part in parts] == ["☃", "", "", "A", "\n", "\ufffd"]
    assert [part.label for part in parts] == ["☃ 1/3", "☃ 2/3", "☃ 3/3", "A", "byte 0A", "byte 83"]


def test_a_space_of_several_bytes_is_labelled_as_a_space_and_not_with_a_blank():
    parts = spell_bytes(range(3), list("\u3000".encode()))
    assert [part.raw for part in parts] == ["\u3000", "", ""]
    assert [part.label for part in parts] == ["␣ 1/3", "␣ 2/3", "␣ 3/3"]
