"""From paths to a corpus: formats told apart, wrong things named, sides swapped."""

import gzip
import io
import lzma
import os
import tracemalloc
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqattn.corpus import Pair, Reason, open_corpus, opening, shipped_corpus
from seqattn.errors import CorpusError, SeqattnError, UsageError
from seqattn.text import visible


def write(folder, **files):
    """Write files, `a_tsv` as a.tsv; their paths in order."""
    paths = []
    for name, content in files.items():
        path = folder / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        paths.append(path)
    return paths


# Two line-aligned files


def test_aligned_files_give_line_i_with_line_i(tmp_path):
    corpus = open_corpus(write(tmp_path, a_en="one\ntwo\n", a_de="eins\r\nzwei"))
    assert list(corpus) == [Pair("one", "eins", 1), Pair("two", "zwei", 2)]
    assert list(corpus) == list(corpus)
    assert corpus.count == 2


def test_reversed_files_swap_their_sides_and_notices_still_name_the_right_file(tmp_path):
    corpus = open_corpus(write(tmp_path, a_en="one\n", a_de="ei\tns\n"), reverse=True)
    assert list(corpus) == [Pair("ei ns", "one", 1)]
    assert [one.where.rpartition("/")[2] for one in corpus.notices] == ["a.de"]


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress, lzma.compress])
def test_different_line_counts_are_refused_before_any_pair(tmp_path, pack):
    paths = write(tmp_path, a_src=pack(b"1\n2\n3\n4\n5\n"), a_tgt=pack(b"1\n2\n3\n4\n"))
    with pytest.raises(CorpusError, match=r"a\.src has 5 lines but .*a\.tgt has 4"):
        open_corpus(paths)


def test_files_that_change_after_opening_are_noticed(tmp_path):
    corpus = open_corpus(write(tmp_path, a_src="1\n2\n", a_tgt="1\n2\n"))
    write(tmp_path, a_src="1\n")
    with pytest.raises(CorpusError, match="changed"):
        list(corpus)


def test_a_pair_with_an_empty_side_is_dropped_on_both_sides_and_counted(tmp_path):
    source, target = "1\n2\n \xa0\n\n5\n", "1\n\u200b\n3\n\x07\n5\n"
    corpus = open_corpus(write(tmp_path, a_src=source, a_tgt=target))
    assert [pair.line for pair in corpus] == [1, 5]
    reasons = {notice.reason: notice.lines for notice in corpus.notices}
    assert reasons.pop(Reason.CONTROL) == (4,)
    assert reasons == {
        Reason.EMPTY_SOURCE: (3,),
        Reason.EMPTY_TARGET: (2,),
        Reason.EMPTY_BOTH: (4,),
    }
    assert corpus.notices.dropped == 3


def test_a_corpus_with_nothing_left_says_where_it_went(tmp_path):
    corpus = open_corpus(write(tmp_path, a_src="1\n2\n", a_tgt="\n\n"))
    with pytest.raises(
        CorpusError, match=r"No usable pairs in .*0 pairs left \(2 x the target is em"
    ):
        list(corpus)


def test_an_unfinished_pass_leaves_the_notices_of_the_last_complete_one(tmp_path):
    corpus = open_corpus(write(tmp_path, a_src="1\n\n3\n4\n", a_tgt="1\n2\n3\n4\n"))
    next(iter(corpus))
    assert (corpus.count, len(corpus.notices)) == (None, 0)
    list(corpus)
    next(iter(corpus))
    assert (corpus.count, corpus.notices.dropped) == (3, 1)


# TSV


def test_tsv_is_read_literally_quotes_and_all(tmp_path):
    corpus = open_corpus(write(tmp_path, a_tsv='"Hi."\tHallo.\n"No\tNein"\n'))
    assert [pair[:2] for pair in corpus] == [('"Hi."', "Hallo."), ('"No', 'Nein"')]


def test_lines_with_a_wrong_number_of_fields_are_told_together(tmp_path):
    bad = "".join(f"no tab {i}\n" for i in range(9))
    (path,) = write(tmp_path, a_tsv=f"a\tb\nred\thouse\trotes Haus\u202e\n{bad}")
    with pytest.raises(CorpusError) as caught:
        list(open_corpus([path]))
    assert caught.value.message == (
        rf"{path} line 2 has 3 fields: 'red\thouse\trotes HausU+202E'; "
        "line 3 has 1 field (no tab): 'no tab 0'; line 4 has 1 field (no tab): 'no tab 1'; "
        "and 7 more such lines. Needed: two, parted by one tab."
    )
    assert "--columns" in caught.value.hint
    assert "Mend or delete" in caught.value.hint


@pytest.mark.parametrize(
    ("columns", "reverse", "expected"),
    [
        ((1, 2), False, ("a", "b")),
        ((1, 2), True, ("b", "a")),
        ((3, 1), False, ("c", "a")),
        ((3, 1), True, ("a", "c")),
    ],
)
def test_columns_choose_two_of_many(tmp_path, columns, reverse, expected):
    paths = write(tmp_path, a_txt="a\tb\tc\td\n")
    assert [pair[:2] for pair in open_corpus(paths, columns=columns, reverse=reverse)] == [expected]


def test_a_line_with_too_few_columns_is_refused(tmp_path):
    with pytest.raises(CorpusError, match=r"line 2 has 2 fields: 'a\\tb'. Needed: at least 3"):
        list(open_corpus(write(tmp_path, a_tsv="a\tb\tc\na\tb\n"), columns=(1, 3)))


def test_blank_lines_of_a_tsv_are_skipped_with_a_notice(tmp_path):
    corpus = open_corpus(write(tmp_path, a_tsv="\na\tb\n \n\tc\n\n"))
    assert [pair.line for pair in corpus] == [2]
    assert [(one.reason, one.lines) for one in corpus.notices] == [
        (Reason.EMPTY_SOURCE, (4,)),
        (Reason.BLANK_LINE, (1, 3, 5)),
    ]


# What a file is


@pytest.mark.parametrize("ending", ["tsv", "txt", "tmx", "jsonl"])
@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\n\n<!DOCTYPE html>\n<html>", "is an HTML page"),
        (b"\xef\xbb\xbf<!-- saved --><HTML lang='en'>\n", "is an HTML page"),
        ("a\tb\n".encode("utf-16"), "is UTF-16 text"),
        ("a\tb\nhello\tyou\n".encode("utf-16-le"), "is UTF-16 text"),
        ("a\tb\n".encode("utf-32"), "is UTF-32 text"),
        (bytes(4096), "nothing but NUL bytes"),
        (b"%PDF-1.7\n%\xe2\xe3", "is a PDF"),
        (b"PK\x03\x04 and so on", "is a zip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office file"),
        (gzip.compress(gzip.compress(b"a\tb\n", mtime=0), mtime=0), "packed twice"),
        (b"BZh91AY", "bzip2"),
        (b'<?xml version="1.0"?><!-- c --><xliff version="1.2">', "XLIFF"),
        (b'<?xml version="1.0"?><TEI>', "XML file, but no TMX"),
        (b"", "is empty"),
    ],
)
def test_the_wrong_thing_is_named(tmp_path, data, what, ending):
    with pytest.raises(CorpusError, match=what) as caught:
        open_corpus(write(tmp_path, **{f"a_{ending}": data}))
    assert caught.value.hint


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ("xl/workbook.xml", r"a spreadsheet \(xlsx\)"),
        ("word/document.xml", r"a Word document \(docx\)"),
        ("a.txt", "a zip archive"),
    ],
)
def test_office_files_are_told_from_other_zips(tmp_path, part, what):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(part, "x")
    with pytest.raises(CorpusError, match=f"is {what}"):
        open_corpus(write(tmp_path, a_tsv=data.getvalue()))


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ("one\ntwo\n", "no tab"),
        ("[\n", "not one object a line"),
        ('{\n"en": "a"\n}\n', "not one object a line"),
        ("\n \n", "0 pairs"),
    ],
)
def test_one_file_that_holds_no_pairs_is_told_why(tmp_path, data, what):
    with pytest.raises(CorpusError, match=what):
        open_corpus(write(tmp_path, a_txt=data))


def test_one_side_that_is_no_text_is_named(tmp_path):
    with pytest.raises(CorpusError, match=r"a\.de is an HTML page"):
        open_corpus(write(tmp_path, a_en="a\n", a_de="<html>\n"))
    with pytest.raises(CorpusError, match=r"a\.de is a TMX file"):
        open_corpus(write(tmp_path, a_en="a\n", a_de='<?xml version="1.0"?><tmx>\n'))


def test_stating_the_format_lets_text_pass_that_looks_like_a_web_page(tmp_path):
    paths = write(tmp_path, a_en="<html>\n", a_de="<html>\n")
    assert list(open_corpus(paths, input_format="lines")) == [Pair("<html>", "<html>", 1)]


def test_paths_that_lead_nowhere_are_told(tmp_path):
    write(tmp_path, train_tsv="a\tb\n")
    with pytest.raises(CorpusError, match="does not exist") as caught:
        open_corpus([tmp_path / "trian.tsv"])
    assert "train.tsv?" in caught.value.hint
    with pytest.raises(CorpusError, match="is a folder"):
        open_corpus([tmp_path])
    with pytest.raises(CorpusError, match="a does not exist") as caught:
        open_corpus([tmp_path / "none" / "a"])
    assert "folder" in caught.value.hint
    for path in ("a\0b", "x" * 5000, tmp_path / "train.tsv" / "b", "bad\x1b[31m\udcff"):
        with pytest.raises(CorpusError) as caught:
            open_corpus([path])
        assert visible(caught.value.message) == caught.value.message


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told(tmp_path):
    (path,) = write(tmp_path, a_tsv="a\tb\n")
    path.chmod(0)
    with pytest.raises(CorpusError, match="permission"):
        open_corpus([path])


@pytest.mark.parametrize(
    "arguments",
    [
        {"paths": []},
        {"paths": ["a", "b", "c"]},
        {"paths": ["-", "-"]},
        {"paths": ["a"], "input_format": "lines"},
        {"paths": ["a"], "input_format": "csv"},
        {"paths": ["a", "b"], "input_format": "tsv"},
        {"paths": ["a", "b"], "columns": (1, 2)},
        {"paths": ["a"], "columns": (0, 1)},
        {"paths": ["a"], "columns": (2, 2)},
    ],
)
def test_options_that_do_not_fit_are_refused_before_any_file_is_read(arguments):
    with pytest.raises(UsageError):
        open_corpus(**arguments)


def test_columns_are_for_tsv(tmp_path):
    with pytest.raises(UsageError, match="--columns"):
        open_corpus(write(tmp_path, a_jsonl='{"a": "1", "b": "2"}\n'), columns=(1, 2))


# The shipped corpus, any bytes


def test_the_shipped_corpus_is_found_and_can_be_reversed(tmp_path, monkeypatch):
    package = tmp_path / "seqattn"
    (package / "data").mkdir(parents=True)
    (package / "data" / "dev.tsv").write_text("Hi.\t嗨。\tpattern 3\n", encoding="utf-8")
    monkeypatch.setattr(opening.resources, "files", lambda _: package)
    assert list(shipped_corpus("dev")) == [Pair("Hi.", "嗨。", 1)]
    assert list(shipped_corpus("dev", reverse=True)) == [Pair("嗨。", "Hi.", 1)]
    monkeypatch.setattr(opening, "__file__", str(package / "corpus" / "opening.py"))
    with pytest.raises(CorpusError, match="missing its test part"):
        shipped_corpus("test")


UNIT = b"<tu><tuv xml:lang='a'><seg>x</seg></tuv><tuv xml:lang='b'><seg>y</seg></tuv></tu>"
ROWS = [
    b"a\tb\n", b"c\td\r\n", b"\n", b"\xef\xbb\xbfe\tf\n", b"\tg\n", b"h\xc2\x85\ti\n",
    b'{"en": "a", "de": "b"}\n', b'{"de": "a\\n", "en": null, "x": "y"}\n',
    b"<tmx>", UNIT, b"</tmx>",
]  # fmt: skip
PIECES = [
    b"a\tb\n", b"a", b"\n", b"\t", b"\r\n",
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1f\x8b\x08", b"{", b"}",
    b'{"en": "a", "de": "b"}\n', b'{"translation": {"a": "b", "c": null}}', b'"', b"[" * 2000,
    b'\\ud800', b"9" * 5000, b"<?xml version='1.0'?>", b"<tmx>", b"<tu>", b"<tuv xml:lang='a'>",
    b"<seg>", b"</seg>", b"</tuv>", b"</tu>", b"</tmx>", b"<!--", b"<!DOCTYPE tmx [", b"]>", b"&x;",
    b"<html>", b"PK\x03\x04", "\u2028中".encode(), b"<?xml version='1.0' encoding='gbk'?>",
]  # fmt: skip


def check_told(error):
    """An expected mistake: exit code 2 and a line that is safe to print."""
    assert error.exit_code == 2
    assert visible(error.message) == error.message


@settings(max_examples=400, deadline=None)
@given(
    st.binary(max_size=80)
    | st.lists(st.sampled_from(ROWS), max_size=9).map(b"".join)
    | st.lists(st.sampled_from(PIECES), max_size=16).map(b"".join),
    st.sampled_from(["auto", "tsv", "jsonl", "tmx"]),
    st.sampled_from([None, gzip.compress, lzma.compress]),
)
def test_any_bytes_give_pairs_or_an_expected_error(tmp_path_factory, data, input_format, pack):
    path = tmp_path_factory.getbasetemp() / "any.bin"
    path.write_bytes(pack(data) if pack else data)
    try:
        pairs = list(open_corpus([path], input_format=input_format))
    except SeqattnError as error:
        check_told(error)
    else:
        assert all(
            text.strip() and not set(text) & set("\n\r\t\0\u2028")
            for one in pairs
            for text in one[:2]
        )
        assert all(text.encode() for one in pairs for text in one[:2])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_two_files_give_pairs_or_an_expected_error(tmp_path_factory, left, right):
    folder = tmp_path_factory.getbasetemp()
    paths = write(folder, any_left=left, any_right=right)
    try:
        corpus = open_corpus(paths)
        count = sum(1 for _ in corpus)
    except SeqattnError as error:
        check_told(error)
    else:
        lines = left.count(b"\n") + (left[-1:] != b"\n")
        assert count + corpus.notices.dropped == lines


def test_memory_stays_constant(tmp_path, monkeypatch):
    monkeypatch.setattr("seqattn.corpus.sources.BLOCK", 8_192)
    (path,) = write(tmp_path, a_tsv="a red house\tein rotes Haus\n" * 40_000)
    assert path.stat().st_size > 1_000_000
    corpus = open_corpus([path])
    tracemalloc.start()
    count = sum(1 for _ in corpus)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 40_000
    assert peak < 200_000  # a block as bytes, text and lines


# Real files


def test_a_tab_inside_a_real_sentence_is_a_space(shared_data):
    folder = shared_data / "multi30k-en-de"
    corpus = open_corpus([folder / "train.en", folder / "train.de"])
    assert sum(1 for _ in corpus) == 29_000
    assert [(one.reason, one.lines) for one in corpus.notices] == [(Reason.TAB, (7366,))]


def test_a_real_tsv_with_mark_third_column_and_blank_end_is_read_whole(shared_data):
    corpus = open_corpus([shared_data / "tatoeba-en-zh" / "cmn.txt"], columns=(1, 2))
    assert next(iter(corpus)) == Pair("Hi.", "嗨。", 1)
    assert sum(1 for _ in corpus) == 29_155
    assert [(one.reason, one.lines) for one in corpus.notices] == [(Reason.BLANK_LINE, (29_156,))]


def test_a_real_web_page_saved_by_mistake_is_named(shared_data):
    with pytest.raises(CorpusError, match="is an HTML page") as caught:
        open_corpus([shared_data / "formats" / "eng-fra.txt"])
    assert caught.value.exit_code == 2
