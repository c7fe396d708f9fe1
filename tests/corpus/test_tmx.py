"""TMX: languages, inline codes, encodings; and XML that means harm."""

import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from seqattn.corpus import Reason, open_corpus, tmx
from seqattn.errors import CorpusError

HEAD = '<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">'


def unit(**segments: str) -> str:
    """A unit; `en_US="Hi"` is a segment in en-US."""
    parts = (
        f'<tuv xml:lang="{tag.rstrip("_").replace("_", "-")}"><seg>{text}</seg></tuv>'
        for tag, text in segments.items()
    )
    return f"<tu>{''.join(parts)}</tu>\n"


def document(*units: str, header: str = '<header srclang="en"/>', head: str = HEAD) -> str:
    return f"{head}{header}<body>\n{''.join(units)}</body></tmx>\n"


def open_tmx(folder, text: str | bytes, **options):
    path = folder / "a.tmx"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return open_corpus([path], **options)


def sides(corpus):
    return [pair[:2] for pair in corpus]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "iso-8859-1"])
def test_the_encoding_is_told_by_mark_or_declaration(tmp_path, encoding):
    declared = {"utf-8-sig": "utf-8", "utf-16-le": "utf-16"}.get(encoding, encoding)
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    head = f'<?xml version="1.0" encoding="{declared}"?><tmx>'
    text = document(unit(en="café", de="Käse"), head=head)
    assert sides(open_tmx(tmp_path, mark + text.encode(encoding))) == [("café", "Käse")]


def test_an_encoding_that_cannot_be_read_is_told(tmp_path):
    head = '<?xml version="1.0" encoding="GBK"?><tmx>'
    with pytest.raises(CorpusError, match="in an encoding that cannot be read"):
        open_tmx(tmp_path, document(unit(en="a", zh="中"), head=head).encode("gbk"))


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (("en-US", "de"), [("color", "Farbe")]),
        (("en-GB", "de"), [("colour", "Farbe")]),
        (("en", "de"), [("color", "Farbe"), ("colour", "Farbe"), ("plain", "Farbe")]),
        (("EN_us", "DE"), [("color", "Farbe")]),
    ],
)
def test_a_language_means_its_regions_but_a_region_only_itself(tmp_path, wanted, expected):
    text = document(
        unit(en_US="color", de="Farbe"),
        unit(en_GB="colour", de_AT="Farbe"),
        unit(en="plain", de="Farbe"),
    )
    corpus = open_tmx(tmp_path, text, source_lang=wanted[0], target_lang=wanted[1])
    assert sides(corpus) == expected
    assert corpus.notices.count(Reason.LANGUAGE_MISSING) == 3 - len(expected)


def test_two_of_three_languages_are_chosen_by_name(tmp_path):
    text = document(unit(en="one", fr="un", de="eins"), unit(fr="deux", de="zwei"))
    corpus = open_tmx(tmp_path, text, source_lang="de", target_lang="fr")
    assert sides(corpus) == [("eins", "un"), ("zwei", "deux")]
    assert corpus.languages == ("de", "fr")
    with pytest.raises(CorpusError, match=r"3 languages .* found: en, fr, de") as caught:
        open_tmx(tmp_path, text)
    assert "--source-lang" in caught.value.hint


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("Hi", "Hallo")),
        ({"reverse": True}, ("Hallo", "Hi")),
        ({"source_lang": "de"}, ("Hallo", "Hi")),
        ({"target_lang": "de"}, ("Hi", "Hallo")),
    ],
)
def test_unnamed_sides_start_with_the_source_language_of_the_header(tmp_path, options, expected):
    corpus = open_tmx(tmp_path, document(unit(de="Hallo", en_US="Hi")), **options)
    assert sides(corpus) == [expected]
    assert corpus.notices.count(Reason.SIDES) == (not {"source_lang", "target_lang"} & set(options))


def test_without_a_source_language_the_order_of_the_first_unit_counts(tmp_path):
    text = document(unit(de="Hallo", en="Hi"), header='<header srclang="*all*"/>')
    assert sides(open_tmx(tmp_path, text)) == [("Hallo", "Hi")]


def test_a_language_that_stands_there_twice_is_noted_and_the_equal_code_wins(tmp_path):
    text = document(unit(en_US="color", en="paint", de="Farbe"))
    corpus = open_tmx(tmp_path, text, source_lang="en", target_lang="de")
    assert sides(corpus) == [("paint", "Farbe")]
    assert corpus.notices.count(Reason.LANGUAGE_TWICE) == 1


def test_no_segment_is_both_sides(tmp_path):
    text = document(unit(en_GB="colour", en_US="color"))
    assert sides(open_tmx(tmp_path, text, source_lang="en", target_lang="en-GB")) == [
        ("color", "colour")
    ]
    one = document(
        "<tu><tuv xml:lang='en'><seg>a</seg></tuv><tuv xml:lang='en'><seg>b</seg></tuv></tu>"
    )
    assert sides(open_tmx(tmp_path, one)) == [("a", "b")]


def test_a_missing_language_lists_what_there_is(tmp_path):
    corpus = open_tmx(tmp_path, document(unit(en="a", fr="b")), source_lang="en", target_lang="de")
    with pytest.raises(
        CorpusError, match=r"0 pairs left \(1 x one of the .* missing: 'en, fr'"
    ) as caught:
        list(corpus)
    assert "--source-lang" in caught.value.hint


@pytest.mark.parametrize(
    ("seg", "text"),
    [
        ('Press <bpt i="1">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept>.', "Press OK."),
        ('a <ph x="1">{0}</ph>b <it pos="begin">&lt;i></it>c <ut>x</ut>d', "a b c d"),
        ('the <hi type="term">red <hi>old</hi></hi> house', "the red old house"),
        ("see<ph>&lt;note><sub>a footnote</sub>&lt;/note></ph>here", "see a footnote here"),
        ("<ph>x<sub>in <bpt i='1'>y<sub>deep</sub>y</bpt></sub>x</ph>", "in deep"),
        ('one<ph type="lb"/>two', "one two"),
        ("\n    one\n    two\r\n  three\n", "one two three"),
        ("caf&#233; &lt;b&gt; &amp; <![CDATA[<i>]]>", "café <b> & <i>"),
        ("a<!-- no -->b<?no no?>c", "abc"),
        ("a\u2028b&#x85;c", "a b c"),
    ],
)
def test_inline_tags_are_flattened(tmp_path, seg, text):
    assert sides(open_tmx(tmp_path, document(unit(en=seg, de="x")))) == [(text, "x")]


def test_notes_and_properties_are_no_text(tmp_path):
    header = '<header srclang="en"><note xml:lang="en">n</note><prop type="x">p</prop></header>'
    inside = unit(en="a", de="b").replace("<seg>", "<note>no</note><prop type='t'>no</prop><seg>")
    assert sides(open_tmx(tmp_path, document(inside, header=header))) == [("a", "b")]


def test_namespaces_change_nothing(tmp_path):
    text = document(unit(en="a <hi>b</hi>", de="c"), head="<tmx>")
    prefixed = re.sub(r"<(/?)(?=\w)", r"<\1t:", text).replace("<t:tmx", '<t:tmx xmlns:t="u"', 1)
    foreign = text.replace("<seg>", '<x:seg xmlns:x="u">no</x:seg><seg>')
    for variant in (prefixed, foreign, text.replace("<tmx", '<tmx xmlns="u"', 1)):
        assert sides(open_tmx(tmp_path, variant)) == [("a b", "c")]


def test_the_old_name_of_the_language_attribute_is_understood(tmp_path):
    text = document(unit(en="a", de="b")).replace("xml:lang", "lang")
    assert sides(open_tmx(tmp_path, text)) == [("a", "b")]


def test_the_line_of_a_pair_is_the_number_of_its_unit(tmp_path):
    corpus = open_tmx(
        tmp_path, document(unit(en="a", de="b"), unit(en="", de="b"), unit(en="c", de="d"))
    )
    assert [pair.line for pair in corpus] == [1, 3]
    (notice, _) = corpus.notices  # the other one tells the languages taken
    assert str(notice).endswith("dropped 1 pair: the source is empty (unit 2; 'b')")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            document(unit(en="a", de="b")).replace("</tu>", ""),
            r"line 5 is not well-formed XML: mism",
        ),
        (document(unit(en="a", de="b"))[:-14], "not well-formed XML: no element found"),
        (document(unit(en="\x01", de="b")), "not well-formed XML"),
        (document(unit(en="a&nbsp;b", de="b")), "unit 1 uses the unknown entity &nbsp;"),
        (document(unit(en="a", de="b")).encode() + b"\xff", "not well-formed XML"),
        (document(unit(en="b\xe4", de="b")).encode("latin-1"), "not well-formed XML"),
    ],
)
def test_broken_xml_is_told_with_its_place(tmp_path, text, what):
    with pytest.raises(CorpusError, match=what):
        list(open_tmx(tmp_path, text))


def lol(depth: int = 9) -> str:
    """The billion laughs: each entity is ten of the one before."""
    levels = (f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, depth))
    return f'<!DOCTYPE tmx [<!ENTITY l0 "lol">{"".join(levels)}]><tmx>'


@pytest.mark.parametrize(
    "head",
    [
        lol(),
        '<!DOCTYPE tmx [<!ENTITY l8 "harmless">]><tmx>',
        '<!DOCTYPE tmx [<!ENTITY l8 SYSTEM "file:///etc/passwd">]><tmx>',
        '<!DOCTYPE tmx [<!ENTITY l8 SYSTEM "http://localhost:9/x">]><tmx>',
        '<!DOCTYPE tmx [<!ENTITY % l8 SYSTEM "http://localhost:9/x"> %l8;]><tmx>',
    ],
)
def test_entities_are_neither_expanded_nor_fetched(tmp_path, head):
    text = document(unit(en="&l8;", de="b"), head=head)
    with pytest.raises(CorpusError, match=r"refused: it declares an XML entity \(l\d\)"):
        list(open_tmx(tmp_path, text))


@pytest.mark.parametrize(
    "body",
    [
        "<a>" * 1_000,
        f"<tu {'x' * 6_000_000}",
        "".join(f"<a{i}/>" for i in range(20_000)),
        "<tu>" + "<tuv xml:lang='en'><seg>a</seg></tuv>" * 2_000,
    ],
    ids=["depth", "tag", "names", "segments"],
)
def test_what_would_fill_the_memory_is_refused(tmp_path, body):
    with pytest.raises(CorpusError, match="is refused: "):
        list(open_tmx(tmp_path, f"{HEAD}<body>{body}", source_lang="en", target_lang="de"))


@pytest.mark.parametrize("filling", ["x" * 100, "<sub/>" * 30, "<hi>x</hi>" * 20])
def test_a_segment_too_long_is_dropped_and_not_kept(tmp_path, monkeypatch, filling):
    monkeypatch.setattr(tmx, "MAX_LINE", 10)
    corpus = open_tmx(tmp_path, document(unit(en=filling, de="b"), unit(en="a", de="b")))
    assert sides(corpus) == [("a", "b")]
    assert corpus.notices.count(Reason.LONG_LINE) == 1


def test_memory_stays_constant(tmp_path, monkeypatch):
    monkeypatch.setattr(tmx, "BLOCK", 8_192)
    text = document(*(unit(en=f"sentence {i}", de=f"Satz {i}") for i in range(8_000)))
    corpus = open_tmx(tmp_path, text)
    assert len(text) > 800_000
    del text
    tracemalloc.start()
    count = sum(1 for _ in corpus)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 8_000
    assert peak < 200_000


PEAK = """
import re, sys
from pathlib import Path
from seqattn.corpus import open_corpus
count = sum(1 for _ in open_corpus([sys.argv[1]]))
[peak] = re.findall(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
print(count, peak)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells a process's peak")
def test_ten_times_the_file_takes_no_more_memory(tmp_path):
    units, peaks = unit(en="a red house " * 9, de="ein rotes Haus " * 9) * 1_000, []
    for times in (6, 60):  # 2 MB and 20 MB
        open_tmx(tmp_path, document(units * times))
        command = [sys.executable, "-c", PEAK, str(tmp_path / "a.tmx")]
        told = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
        assert int(told[0]) == 1_000 * times
        peaks.append(int(told[1]))
    assert peaks[1] < peaks[0] + 1_000  # kB


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("python-tmx-namespaces.tmx", [("Text in English", "Texte en français")]),
        (
            "python-tmx-standard.tmx",
            [("Hello world", "Bonjour le monde"), ("Press OK.", "Appuyez sur OK.")],
        ),
    ],
)
def test_real_files_give_their_pairs(shared_data, name, expected):
    assert sides(open_corpus([shared_data / "formats" / name])) == expected


def test_a_real_file_without_units_has_0_pairs(shared_data):
    with pytest.raises(CorpusError, match="0 pairs") as caught:
        open_corpus([shared_data / "formats" / "python-tmx-minimal.tmx"])
    assert caught.value.exit_code == 2


def test_a_unit_mended_on_both_sides_is_one_unit_mended(tmp_path):
    corpus = open_tmx(tmp_path, document(unit(en="a\u2028b", de="c\u2028d")))
    assert sides(corpus) == [("a b", "c d")]
    assert corpus.notices.count(Reason.CONTROL) == 1
