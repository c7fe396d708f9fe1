"""docs/formats.md says what is written: its tables are held against the code and real output."""

import json
import re
from dataclasses import fields

import numpy as np
import pytest

from seqattn import translation
from seqattn.alignment import FORMAT, VERSION, Alignment, Label, formats
from seqattn.cli import attention_output
from seqattn.heatmap import Comparison, Frame, series
from seqattn.translation import Translation
from tests.cli.command import seqattn, write
from tests.conftest import PROJECT
from tests.heatmap.samples import textbook, thirty

PAGE = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8")
SENTENCE = "Tom chases Jerry."
HEAD = ["format", "version"]


def tables(page):
    """The tables of each section of a page, each as its rows without the head."""
    found = {}
    for section in re.split(r"^## ", page, flags=re.M)[1:]:
        blocks = re.findall(r"(?:^\|.*\n)+", section, re.M)
        found[section.partition("\n")[0]] = [
            [re.split(r" *\| *", line.strip("| \n")) for line in block.splitlines()[2:]]
            for block in blocks
        ]
    return found


TABLES = tables(PAGE)


def keys(section, table=0):
    """The keys that a table lists, in order."""
    return [row[0].strip("`") for row in TABLES[section][table]]


SINGLE = {
    "text": lambda value: isinstance(value, str),
    "number": lambda value: type(value) in (int, float),
    "whole number": lambda value: type(value) is int,
    "true or false": lambda value: isinstance(value, bool),
    "link": lambda value: [type(number) for number in value] == [int, int],
    "label": lambda value: unlike(value, TABLES["Alignment"][1]) == [],
    "alignment": lambda value: unlike(value, TABLES["Alignment"][0]) == [],
    "translation": lambda value: unlike(value, TABLES["Translation"][0][2:]) == [],
}


def is_of(kind, value, sizes):
    """Whether a value is what a cell of a type column says; T_y and T_x must stay what they are."""
    if kind.endswith(", or null"):
        return value is None or is_of(kind.removesuffix(", or null"), value, sizes)
    if list_of := re.fullmatch(r"lists? of (?:(T_[xy]|2) )?(.+)", kind):
        size, inner = list_of.groups()
        if not isinstance(value, list):
            return False
        if size and len(value) != int(sizes.setdefault(size, len(value)) if size != "2" else 2):
            return False
        return all(is_of(inner, one, sizes) for one in value)
    if with_null := re.fullmatch(r"(\w+?)s? or nulls?", kind):
        return value is None or is_of(with_null[1], value, sizes)
    return SINGLE[kind if kind in SINGLE else kind.removesuffix("s")](value)


def unlike(data, table):
    """What of an object is not as its table says."""
    names = [row[0].strip("`") for row in table]
    if list(data) != names:
        return [f"{list(data)} instead of {names}"]
    sizes = {}
    return [row[0] for row in table if not is_of(row[1], data[row[0].strip("`")], sizes)]


def shown(*options, runs=1):
    """What show-attention writes of a sentence with a run that comes along."""
    named = [word for _ in range(runs) for word in ("--run", "shipped:en-zh")]
    return seqattn("show-attention", SENTENCE, *named, *options, "-q").stdout_bytes


def test_the_page_lists_every_field_of_what_is_written():
    assert keys("Alignment") == HEAD + [field.name for field in fields(Alignment)]
    assert keys("Alignment") == [*HEAD, *formats.FORM.kinds]
    assert keys("Alignment", 1) == [field.name for field in fields(Label)]
    assert keys("Watched validation") == HEAD + [field.name for field in fields(Frame)]
    assert {*keys("Translation")} == {*HEAD, *(field.name for field in fields(Translation))}


@pytest.mark.parametrize(
    ("section", "name", "version"),
    [
        ("Alignment", FORMAT, VERSION),
        ("Comparison", attention_output.COMPARISON, attention_output.VERSION),
        ("Watched validation", series.FORMAT, series.VERSION),
        ("Translation", translation.FORMAT, translation.VERSION),
    ],
)
def test_the_page_names_formats_and_versions(section, name, version):
    assert f'## {section}\n\n`"format": "{name}", "version": {version}`' in PAGE
    assert TABLES[section][0][0][2] == f"`{name}`"
    assert TABLES[section][0][1][2] == str(version)


@pytest.mark.parametrize("options", [[], ["--words"], ["--hide-end"]])
def test_an_alignment_is_as_the_page_says(options):
    [line] = shown("--format", "json", *options).splitlines()
    assert unlike(json.loads(line), TABLES["Alignment"][0]) == []


def test_the_page_is_not_agreed_with_whatever_is_written():
    data = json.loads(shown("--format", "json"))
    table = TABLES["Alignment"][0]
    for name, wrong in (
        ("weights", data["weights"][:-1]),
        ("weights", None),
        ("log_probs", ["0"] * len(data["rows"])),
        ("rows", [{"text": "a"}] * len(data["rows"])),
        ("version", 1.0),
        ("notes", ""),
    ):
        assert unlike({**data, name: wrong}, table) == [f"`{name}`"]
    assert unlike({**data, "more": 1}, table) != []


def test_a_comparison_is_as_the_page_says():
    data = json.loads(shown("--format", "json", runs=2))
    assert data["difference"]
    unequal = Comparison(textbook(), thirty(), ("a", "b"), "Other tokens.")
    without = json.loads(attention_output.comparison_json(unequal))
    assert without["difference"] is None
    for found in (data, without):
        assert unlike(found, TABLES["Comparison"][0]) == []


@pytest.mark.parametrize("loss", [2.0, float("inf")])
def test_a_watched_validation_is_as_the_page_says(loss):
    frame = Frame(100, 0.5, loss, 1.0, True, "a", textbook())
    assert unlike(json.loads(frame.to_json()), TABLES["Watched validation"][0]) == []


def test_a_translation_is_as_the_page_says():
    options = ["--json", "--run", "shipped:en-zh", "--beam", "3", "--n-best", "3", "-q"]
    lines = seqattn("translate", *options, stdin=f"{SENTENCE}\n\n").stdout.splitlines()
    sentence, blank = map(json.loads, lines)
    assert len(sentence["alternatives"]) == 2
    assert blank["alignment"] is None
    for data in (sentence, blank):
        assert unlike(data, TABLES["Translation"][0]) == []


def test_links_and_error_rate_are_as_the_page_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.tsv", "Tom chases Jerry .\t汤姆 追逐 杰瑞 。\n")
    write(tmp_path / "gold", "0-0 1-1 2-2 3-3\n")
    align = ["align", "a.tsv", "--run", "shipped:en-zh", "--unsegmented", "target", "-q", "--json"]
    data = json.loads(seqattn(*align).stdout)
    assert data["links"]
    assert unlike(data, TABLES["Links of a pair"][0]) == []
    rated = TABLES["Error rate"][0]
    assert unlike(json.loads(seqattn(*align, "--gold", "gold").stdout), rated[:-1]) == []
    assert unlike(json.loads(seqattn(*align, "--gold", "gold", "--links").stdout), rated) == []


@pytest.mark.parametrize(("options", "absent"), [([], []), (["--words"], ["scores"])])
def test_npz_holds_the_arrays_of_the_page(options, absent, tmp_path):
    write(tmp_path / "a.npz", shown("--format", "npz", *options))
    sizes = {}
    with np.load(tmp_path / "a.npz") as arrays:
        listed = [row for row in TABLES["npz"][0] if row[0].strip("`") not in absent]
        assert arrays.files == [row[0].strip("`") for row in listed]
        for name, dtype, shape, _ in listed:
            array = arrays[name.strip("`")]
            assert array.dtype.kind == {"str": "U", "int": "i", "float64": "f"}[dtype]
            axes = shape.split(", ") if shape else []
            for axis, size in zip(axes, array.shape, strict=True):
                assert sizes.setdefault(axis, size) == size
        assert arrays["weights"].dtype == np.float64
    assert sizes["T_y"] != sizes["T_x"]


def test_the_code_of_the_page_reads_what_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, form in (
        ("attention.jsonl", "json"),
        ("links.txt", "pharaoh"),
        ("attention.tsv", "tsv"),
        ("attention.npz", "npz"),
    ):
        write(tmp_path / name, shown("--format", form))
    made = {}
    code = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    assert len(code) == 4
    for block in code:
        exec(compile(block, "formats.md", "exec"), made)
    [alignment] = made["alignments"]
    assert made["links"] == [alignment.links()]
    assert made["head"] == ["target\\source", *(label.text for label in alignment.columns)]
    assert [row[0] for row in made["table"]] == [label.text for label in alignment.rows]
    np.testing.assert_allclose(made["weights"], alignment.weights, atol=1e-6)
    assert str(alignment.shape) in capsys.readouterr().out
