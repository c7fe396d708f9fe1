"""Lines: what ends one, what is mended in one, what stops the reading."""

import gzip
import lzma

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seqattn.corpus import Reason, Tally, lines, sources
from seqattn.corpus.lines import count_lines, read_lines
from seqattn.corpus.sources import Source, locate
from seqattn.errors import CorpusError


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lines")


def write(folder, data: bytes) -> Source:
    path = folder / "a.txt"
    path.write_bytes(data)
    return Source(path, "a.txt", ".txt", None)


def read(folder, data: bytes, *, tabs: bool = True) -> tuple[list[str | None], Tally]:
    tally = Tally("a.txt")
    return list(read_lines(write(folder, data), tally, tabs=tabs)), tally


@given(
    data=st.binary(max_size=60)
    | st.lists(
        st.sampled_from(
            [
                b"a",
                b"\n",
                b"\r",
                b"\t",
                b"\xef\xbb\xbf",
                b"\xe2\x80\xa8",
                b"\xc2\x85",
                b"\x0c",
                b"\x00",
                b"\xff",
            ]
        ),
        max_size=20,
    ).map(b"".join)
)
@example(data=b"abc\n\r")
@example(data=b"\xef\xbb\xbf")
@example(data=b"\r\n\r\n")
def test_any_bytes_give_as_many_lines_as_line_feeds_or_an_error_with_the_line(folder, data):
    expected = data.count(b"\n") + (data[-1:] not in (b"\n", b""))
    assert count_lines(write(folder, data)) == expected
    message = ""
    try:
        text, _ = read(folder, data)
    except CorpusError as error:
        message = error.message
    if message:
        assert "a.txt line " in message
    else:
        assert len(text) == expected


@given(
    st.lists(st.sampled_from(["", "a", "bcd", "é中", "x" * 11, "y" * 40, "\u2028 z"]), max_size=12),
    st.integers(1, 9),
    st.booleans(),
)
def test_the_size_of_the_blocks_changes_nothing(folder, texts, block, ends_with_line_feed):
    # Blocks as small as lines, and a small limit for these, so that every border is met.
    data = "\n".join(texts).encode() + b"\n" * ends_with_line_feed
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("seqattn.corpus.lines.MAX_LINE", 20)
        patch.setattr("seqattn.corpus.sources.BLOCK", 20)
        whole, whole_tally = read(folder, data)
        patch.setattr("seqattn.corpus.sources.BLOCK", block)
        parts, parts_tally = read(folder, data)
    assert parts == whole
    assert str(parts_tally) == str(whole_tally)
    assert [line is None for line in whole] == [len(raw) > 20 for raw in data.split(b"\n")][
        : len(whole)
    ]


def test_a_line_may_be_as_long_as_a_block():
    assert lines.MAX_LINE >= sources.BLOCK  # or a long line inside a block would pass


def test_only_line_feeds_end_a_line(folder):
    odd = "The red fox.\u2028It\u2029ran\x85on\x0band\x0con\x1cand\ron."
    text, tally = read(folder, f"a\n{odd}\nb\n".encode())
    assert text == ["a", "The red fox. It ran on and on and on.", "b"]
    assert len(odd.splitlines()) == 8  # what Python would have made of that one line
    assert [(one.reason, one.count, one.lines) for one in tally] == [(Reason.CONTROL, 1, (2,))]


def test_windows_line_ends_read_like_unix_ones(folder):
    windows, tally = read(folder, b"a\tb\r\nc\r\nd\r")
    assert windows == ["a\tb", "c", "d"]
    assert len(tally) == 0


def test_a_byte_order_mark_is_taken_out_at_the_start_of_file_line_and_field(folder):
    mark = "\ufeff"
    text, tally = read(folder, f"{mark}a\t{mark}b\nc\n{mark}d\t{mark}\n".encode())
    assert text == ["a\tb", "c", "d\t"]
    assert [(one.reason, one.count, one.lines) for one in tally] == [
        (Reason.BYTE_ORDER_MARK, 2, (1, 3))
    ]
    _, tally = read(folder, f"{mark}a\nb".encode())
    assert len(tally) == 0  # the usual place needs no notice


def test_a_tab_inside_a_sentence_becomes_a_space_with_a_notice(folder):
    text, tally = read(folder, b"a\nred\thouse\n", tabs=False)
    assert text == ["a", "red house"]
    assert str(next(iter(tally))) == (
        r"a.txt: mended 1 line: a tab inside a sentence became a space (line 2; 'red\thouse')"
    )


def test_a_nul_is_refused_with_its_line(folder):
    with pytest.raises(CorpusError, match=r"a\.txt line 3 holds a NUL byte"):
        read(folder, b"a\nb\nab\0c\nd\n")


def test_bytes_that_are_no_utf8_are_refused_with_line_and_byte(folder):
    with pytest.raises(CorpusError, match=r"a\.txt line 2 is not UTF-8: byte 4 .* 0xe9") as caught:
        read(folder, "eins\ncafé\n".encode("latin-1"))
    assert "iconv" in caught.value.hint


def test_the_line_is_right_in_a_later_block(folder, monkeypatch):
    monkeypatch.setattr("seqattn.corpus.sources.BLOCK", 8)
    with pytest.raises(CorpusError, match=r"line 101 is not UTF-8: byte 3 "):
        read(folder, b"abcd\r\n" * 100 + b"xy\xff\n")


def test_a_line_too_long_is_left_out_and_the_next_one_is_whole(folder, monkeypatch):
    monkeypatch.setattr(lines, "MAX_LINE", 10)
    monkeypatch.setattr("seqattn.corpus.sources.BLOCK", 4)
    text, _ = read(folder, b"short\n" + b"x" * 50 + b"\nnext\n" + b"y" * 10 + b"\n" + b"z" * 11)
    assert text == ["short", None, "next", "y" * 10, None]


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a.tsv.xz"])
def test_packed_text_is_unpacked_whatever_its_name(tmp_path, pack, name):
    path = tmp_path / name
    path.write_bytes(pack(b"a\nb\n"))
    source = locate(path)
    assert list(read_lines(source, Tally(), tabs=True)) == ["a", "b"]
    assert source.ending == (".tsv" if "tsv" in name else ".txt")


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_packed_text_cut_off_is_a_clear_error(tmp_path, pack):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(pack(bytes(range(250)) * 99)[:-9])
    with pytest.raises(CorpusError, match=r"a\.txt\.gz cannot be unpacked"):
        count_lines(locate(path))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_what_follows_packed_text_and_is_none_is_told_and_never_left_out(tmp_path, pack):
    path = tmp_path / "a.txt.gz"
    second = bytearray(pack(b"c\n"))
    second[1] ^= 0xFF  # its first bytes are damaged, so that nobody sees what it was
    path.write_bytes(pack(b"a\nb\n") + second)
    with pytest.raises(CorpusError, match=r"a\.txt\.gz cannot be unpacked"):
        count_lines(locate(path))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("block", [1, 5, 1 << 18])
@pytest.mark.parametrize("zeros", [0, 4, 1000])
def test_packed_parts_behind_each_other_are_one_text(tmp_path, pack, zeros, block, monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", block)
    path = tmp_path / "a.txt.gz"
    path.write_bytes((pack(b"a\nb\n") + bytes(zeros) + pack(b"") + pack(b"c\n")) + bytes(zeros))
    assert count_lines(locate(path)) == 3
