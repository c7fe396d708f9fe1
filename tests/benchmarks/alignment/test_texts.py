"""The texts that aligners are compared on: what every one of them reads."""

import pytest

from benchmarks.alignment import texts
from benchmarks.alignment.bench import is_current
from benchmarks.alignment.texts import german_english


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Two captions one of which is there twice, one dev pair, two gold pairs."""
    monkeypatch.setattr(texts, "CACHE", tmp_path / "cache")
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
    assert is_current(row, before)
    assert not is_current(row, after)
    assert is_current({**row, "text": "shipped"}, after)


def test_a_pair_that_training_would_leave_out_stops_the_comparison(folders):
    captions, gold = folders
    (captions / "train.lc.norm.tok.en").write_text("a dog .\ntwo " + "very " * 500 + "\nso .\n")
    with pytest.raises(ValueError, match="drops pairs"):
        german_english(captions, gold)
