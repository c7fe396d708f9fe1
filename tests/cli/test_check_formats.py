"""`seqattn check` on translation memories and on files given by mistake, as a user sees it."""

import json

import pytest

from tests.cli.command import seqattn, told, write


def unit(**segments: str) -> str:
    """A unit of a translation memory; `en_US="Hi"` is a segment in en-US."""
    parts = (
        f'<tuv xml:lang="{tag.replace("_", "-")}"><seg>{text}</seg></tuv>'
        for tag, text in segments.items()
    )
    return f"<tu>{''.join(parts)}</tu>\n"


def memory(*units: str, head: str = "") -> str:
    """A whole translation memory."""
    return f'{head}<tmx version="1.4"><header srclang="en"/><body>{"".join(units)}</body></tmx>\n'


def samples(*arguments: object) -> list[tuple[str, str]]:
    """The pairs that check shows of a small file: all of them."""
    result = seqattn("check", *arguments, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["kept"] == len(found["samples"])
    return [(pair["source"], pair["target"]) for pair in found["samples"]]


def refused(*arguments: object) -> str:
    """What check says of a file that it cannot use."""
    result = seqattn("check", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return " ".join(told(result))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_with_its_mark_is_read(tmp_path, encoding):
    text = memory(unit(en="café", de="Käse"), head='<?xml version="1.0" encoding="UTF-16"?>\n')
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    file = write(tmp_path / "a.tmx", marks.get(encoding, b"") + text.encode(encoding))
    assert samples(file) == [("café", "Käse")]


def test_a_region_means_itself_and_a_language_all_its_regions(tmp_path):
    units = (unit(en_US="color", de="Farbe"), unit(en_GB="colour", de="Farbe"))
    file = write(tmp_path / "a.tmx", memory(*units))
    for code, expected in (
        ("en-US", [("color", "Farbe")]),
        ("en-GB", [("colour", "Farbe")]),
        ("en", [("color", "Farbe"), ("colour", "Farbe")]),
    ):
        assert samples(file, "--source-lang", code, "--target-lang", "de") == expected


def test_two_regions_of_one_language_are_the_two_sides(tmp_path):
    file = write(tmp_path / "a.tmx", memory(unit(en_US="color", en_GB="colour")))
    sides = ("--source-lang", "en-GB", "--target-lang", "en-US")
    assert samples(file, *sides) == [("colour", "color")]


def test_two_of_three_languages_have_to_be_named(tmp_path):
    file = write(tmp_path / "a.tmx", memory(unit(en="one", fr="un", de="eins")))
    message = refused(file)
    assert "3 languages" in message
    assert "found: en, fr, de" in message
    assert "--source-lang" in message
    assert samples(file, "--source-lang", "de", "--target-lang", "fr") == [("eins", "un")]


LEVELS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))


@pytest.mark.parametrize(
    "declared",
    [
        f'<!ENTITY l0 "lol">{LEVELS}',  # a thousand million laughs
        '<!ENTITY l9 SYSTEM "file:///etc/hostname">',
        '<!ENTITY l9 SYSTEM "http://localhost:9/x">',
        '<!ENTITY % l9 SYSTEM "http://localhost:9/x"> %l9;',
    ],
    ids=["bomb", "file", "address", "parameter"],
)
def test_entities_are_refused_and_neither_expanded_nor_fetched(tmp_path, declared):
    text = memory(unit(en="&l9;", de="b"), head=f"<!DOCTYPE tmx [{declared}]>\n")
    assert "declares an XML entity (l" in refused(write(tmp_path / "a.tmx", text))


# ---- files of other programs ---------------------------------------------------------------------


def test_a_memory_without_units_has_0_pairs(shared_data):
    assert "0 pairs" in refused(shared_data / "formats" / "python-tmx-minimal.tmx")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("namespaces", [("Text in English", "Texte en français")]),  # a header's note is no text
        (
            "standard",
            [("Hello world", "Bonjour le monde"), ("Press OK.", "Appuyez sur OK.")],
        ),
    ],
)
def test_memories_of_another_program_give_their_pairs(shared_data, name, expected):
    assert samples(shared_data / "formats" / f"python-tmx-{name}.tmx") == expected


def test_a_page_saved_by_mistake_is_called_one(shared_data):
    assert "eng-fra.txt is an HTML page." in refused(shared_data / "formats" / "eng-fra.txt")
