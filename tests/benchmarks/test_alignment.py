"""The benchmark of word alignments: what is read, what is scored, and the page it makes."""

import doctest
import json
import re
import sys
from dataclasses import replace

import pytest

from benchmarks import alignment, alignment_page, alignment_texts
from benchmarks.aligners import Directions, attention, diagonal, eflomal
from benchmarks.alignment_texts import AlignedText, Gold, german_english
from benchmarks.measuring import RESULTS
from seqattn.checkpoint import STATE, load_tensors, read_state_about, save_tensors
from seqattn.evaluation import parse_pharaoh
from seqattn.translator import load
from seqattn.word_alignment import AGREEMENT, HEURISTICS, WordAligner, WordedPair
from tests.cli.command import TINY_OPTIONS, seqattn
from tests.tiny import copy_pairs

FILE = RESULTS / "alignment.json"
ROWS = alignment.read_rows(FILE)


def made_up_rows() -> list[dict[str, object]]:
    """A row for everything the page shows, no two with the same figures."""
    rows = []
    for number, (text, gold, system, way) in enumerate(sorted(alignment_page._wanted())):
        row = {"text": text, "gold": gold, "system": system, "way": way, "pairs": 500}
        row |= {"precision": 0.5 + number / 1000, "recall": 0.3 + number / 1000}
        row |= {"aer": number / 1000, "aer_of_each": [0.2, 0.214], "repeats": 2, "version": "2.0"}
        row |= {"pairs_read": 23_000 if system == "attention" else 25_000}
        row |= {"seed": 7, "bleu": [41.25, 38.5], "settings": [{}, {}]}
        rows.append(row)
    return rows


@pytest.mark.parametrize("module", [alignment_page, diagonal, attention])
def test_the_examples_in_the_docstrings_hold(module):
    assert doctest.testmod(module) == (0, doctest.testmod(module).attempted)
    assert doctest.testmod(module).attempted > 0


# -- the page


def test_the_page_is_what_the_rows_say_and_is_there_as_soon_as_they_are_all_there():
    assert alignment_page.PAGE.exists() == alignment_page.is_complete(ROWS)
    if alignment_page.PAGE.exists():
        written = alignment_page.PAGE.read_text(encoding="utf-8")
        assert written == alignment_page.page(ROWS), "run `python -m benchmarks.alignment`"


def test_no_row_is_taken_for_all_and_each_is_on_the_page():
    rows = made_up_rows()
    assert alignment_page.is_complete(rows)
    assert not any(
        alignment_page.is_complete([*rows[:n], *rows[n + 1 :]]) for n in range(len(rows))
    )
    page = alignment_page.page(rows)
    for row in rows:
        cells = " | ".join(f"{100 * row[name]:.1f}" for name in ("precision", "recall", "aer"))
        assert cells in page
    assert "| attention | one way, zh → en |" in page
    assert "exactly the same 25,000 lines" in page
    assert "BLEU 41.2 and 38.5 on its validation text." in page
    assert "lie within 1.4 of each other" in page


def test_settings_that_are_not_the_default_ones_are_told():
    rows = [{**row, "settings": [{"epochs": 4}, {"epochs": 4}]} for row in made_up_rows()]
    assert "validation text, trained with epochs 4." in alignment_page.page(rows)


def test_kept_rows_name_no_folder_of_a_machine_and_tell_how_they_were_made():
    for row in ROWS:
        assert not re.search(r'["= ]/\w', json.dumps(row)), row
        assert row["command"].startswith("python -m benchmarks.alignment ")
        assert {"commit", "date", "processor", "fingerprint", "pairs_read"} <= row.keys()
        assert row["system"] == "diagonal" or {"seed", "minutes", "version"} <= row.keys()


# -- what is read


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Two captions one of which is there twice, one dev pair, two gold pairs."""
    monkeypatch.setattr(alignment_texts, "CACHE", tmp_path / "cache")
    captions, gold = tmp_path / "captions", tmp_path / "gold"
    for folder, files in (
        (captions, {
            "train.lc.norm.tok.de": "ein hund&apos;s\xa0ball .\nzwei .\nein hund&apos;s ball .\n",
            "train.lc.norm.tok.en": "a dog &apos;s ball .\ntwo &amp; .\na dog &apos;s ball .\n",
            "val.lc.norm.tok.de": "drei &quot; .\n",
            "val.lc.norm.tok.en": "three &quot; .\n",
        }),
        (gold, {
            "src.txt": "Das stimmt  nicht !\nÜber ihn .\n",
            "tgt.txt": "This is not so !\nAbout Him .\n",
            "align.txt": "0-0 1p1 2-2\n0-0 2-2\n",
        }),
    ):  # fmt: skip
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
    return captions, gold


def test_all_aligners_read_the_same_lines_lowercased_and_without_escapes(folders):
    text = german_english(*folders)
    assert text.read == [
        ("ein hund's ball .", "a dog 's ball ."),
        ("zwei .", "two & ."),
        ("das stimmt nicht !", "this is not so !"),
        ("über ihn .", "about him ."),
    ]
    files = [path.read_text(encoding="utf-8") for path in text.train_files]
    assert [file.splitlines() for file in files] == [list(side) for side in zip(*text.read)]  # noqa: B905
    assert text.dev_files[0].read_text(encoding="utf-8") == 'drei " .\n'
    (gold,) = text.gold
    assert gold.pairs[0].source_words == ("das", "stimmt", "nicht", "!")
    assert gold.links[0].possible == {(0, 0), (1, 1), (2, 2)}


def test_the_fingerprint_changes_with_the_text_and_with_the_links(folders):
    captions, gold = folders
    before = german_english(captions, gold)
    assert german_english(captions, gold).fingerprint == before.fingerprint
    (gold / "align.txt").write_text("0-0 1-1 2-2\n0-0 2-2\n")
    assert german_english(captions, gold).fingerprint != before.fingerprint
    (captions / "train.lc.norm.tok.en").write_text("a .\nb .\nc .\n")
    after = german_english(captions, gold)
    row = {"text": "gold-deen", "fingerprint": before.fingerprint}
    assert alignment.is_current(row, before)
    assert not alignment.is_current(row, after)
    assert alignment.is_current({**row, "text": "shipped"}, after)


def test_a_pair_that_training_would_leave_out_stops_the_comparison(folders):
    captions, gold = folders
    (captions / "train.lc.norm.tok.en").write_text("a dog .\ntwo " + "very " * 500 + "\nso .\n")
    with pytest.raises(ValueError, match="drops pairs"):
        german_english(captions, gold)


# -- the aligners


def test_the_diagonal_goes_from_corner_to_corner_either_way():
    pairs = [WordedPair.of("a b c", "x y z"), WordedPair.of("a b", "w x y z")]
    found = diagonal.align(pairs)
    square = {(0, 0), (1, 1), (2, 2)}
    assert found.forward == [square, {(0, 0), (0, 1), (1, 2), (1, 3)}]
    assert found.backward == [square, {(0, 1), (1, 3)}]


@pytest.fixture
def program(tmp_path):
    """Takes eflomal's place: links the words of each line as far as both sides go, and 0-1 back."""
    script = tmp_path / "eflomal-align"
    script.write_text(f"""#!{sys.executable}
import sys
named = dict(zip(sys.argv[1::2], sys.argv[2::2]))
sides = [open(named[side]).read().splitlines() for side in ("--source", "--target")]
with open(named["--forward-links"], "w") as forward, open(named["--reverse-links"], "w") as back:
    for source, target in zip(*sides):
        pairs = zip(range(len(source.split())), range(len(target.split())))
        print(*(f"{{i}}-{{j}}" for i, j in pairs), file=forward)
        if source != "lost":
            print("0-1", file=back)
""")
    script.chmod(0o755)
    return script


def test_of_eflomals_links_those_of_the_wanted_lines_are_taken(program):
    read = [("a", "x y"), ("a b", "x y z"), ("a b c", "x")]
    found = eflomal.align(program, read, [1, 0], threads=1)
    assert found.forward == [{(0, 0), (1, 1)}, {(0, 0)}]
    assert found.backward == [{(0, 1)}, {(0, 1)}]
    assert found.facts["seed"] is None


def test_lines_that_eflomal_loses_are_no_silent_shift(program):
    with pytest.raises(ValueError, match="1 lines for 2"):
        eflomal.align(program, [("lost", "x"), ("a", "x")], [0], threads=1)


def text_of(pairs, **changes):
    """A text of copied sentences, whose gold are its first five."""
    gold = Gold(
        "gold",
        tuple(WordedPair.of(*pair) for pair in pairs[:5]),
        tuple(parse_pharaoh(" ".join(f"{i}-{i}" for i in range(len(s.split())))) for s, _ in pairs),
    )
    return replace(AlignedText("t", ("a", "b"), pairs, (), (), (gold,), "0"), **changes)


def test_attention_is_read_off_the_models_of_both_ways_and_only_of_this_text(tmp_path):
    pairs = copy_pairs(40)
    files = [
        alignment_texts._written(part, tmp_path / name, ("a", "b"))
        for name, part in (("train", pairs), ("dev", pairs[:6]), ("other", copy_pairs(40, seed=1)))
    ]
    text = text_of(pairs, train_files=files[0], dev_files=files[1])
    models = attention.Models(text, tmp_path, threads=1)
    assert models.folder("backward").name == "t.b-a"
    for way in attention.WAYS:
        command = [*models.command(way), *TINY_OPTIONS, "--epochs", "2", "--quiet"]
        assert seqattn(*command).exit_code == 0
    found = attention.align(models, text.gold[0].pairs)
    swapped = [WordedPair(b, a, d, c) for a, b, c, d in text.gold[0].pairs]
    forward, backward = (load(models.folder(way)) for way in attention.WAYS)
    assert found.forward == list(WordAligner(forward).align_many(text.gold[0].pairs))
    turned = [{(j, i) for i, j in links} for links in WordAligner(backward).align_many(swapped)]
    assert found.backward == turned
    both = WordAligner(forward, backward, heuristic=AGREEMENT)
    assert alignment.joined(found, AGREEMENT) == list(both.align_many(text.gold[0].pairs))
    assert found.facts["pairs"] == 40
    assert found.facts["settings"][0]["epochs"] == 2
    assert found.facts["trained"] == [{}, {}]  # not by the benchmark itself
    state = read_state_about(models.folder("forward"))
    assert state.pop("finished")
    tensors, _ = load_tensors(models.folder("forward") / STATE)
    save_tensors(models.folder("forward") / STATE, tensors, state)
    with pytest.raises(attention.UnfitRunError, match=r"not finished; .* --resume"):
        attention.align(models, text.gold[0].pairs)
    (models.folder("forward") / STATE).unlink()  # as in a run that was copied to translate with
    assert attention.align(models, text.gold[0].pairs).forward == found.forward
    other = replace(models, text=replace(text, train_files=files[2]))
    with pytest.raises(attention.UnfitRunError, match="another text"):
        attention.align(other, text.gold[0].pairs)


# -- what is scored


def test_each_part_is_scored_by_itself_and_repeats_by_their_median():
    pair = WordedPair.of("a b", "x y")
    links = parse_pharaoh("0-0 1-1")
    golds = (Gold("dev", (pair,), (links,)), Gold("test", (pair, pair), (links, links)))
    text = text_of([("a b", "x y")], gold=golds)
    right, wrong = {(0, 0), (1, 1)}, {(0, 1), (1, 0)}
    repeats = [
        Directions([right, right, wrong], [right] * 3),
        Directions([right, right, right], [right] * 3),
        Directions([wrong, right, wrong], [wrong] * 3),
    ]
    rows = {(row["gold"], row["way"]): row for row in alignment.scored(text, "eflomal", repeats)}
    assert len(rows) == 2 * 6
    assert rows["dev", "forward"]["aer_of_each"] == [0, 0, 1]
    assert rows["dev", "forward"]["aer"] == 0
    assert rows["test", "forward"]["aer_of_each"] == [0.5, 0, 0.5]
    assert rows["test", "forward"]["aer"] == 0.5
    assert (rows["test", "forward"]["pairs"], rows["test", "forward"]["links"]) == (2, 4)
    assert rows["test", "union"]["aer_of_each"] == [pytest.approx(1 - 8 / 10), 0, 0.6]


def test_both_ways_are_joined_by_each_heuristic_and_left_apart_otherwise():
    found = Directions([{(0, 0), (1, 1), (1, 0)}], [{(0, 0), (1, 1), (2, 2)}])
    assert alignment.joined(found, "forward") == found.forward
    assert alignment.joined(found, "backward") == found.backward
    joined = {name: alignment.joined(found, name)[0] for name in HEURISTICS}
    assert joined["intersection"] == {(0, 0), (1, 1)}
    assert joined["union"] == {(0, 0), (1, 1), (1, 0), (2, 2)}
    assert joined["grow-diagonal"] == {(0, 0), (1, 1), (2, 2)}
