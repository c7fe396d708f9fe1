"""What `check` finds in a corpus: hand-made texts whose answer is known, and clean real ones."""

import itertools
import random
from pathlib import Path

import pytest

from seqattn.config import Config, DataConfig
from seqattn.corpus import Reason, open_corpus
from seqattn.errors import CorpusError
from seqattn.inspection import BINS, Report, expectation, inspect
from seqattn.preparation import prepare
from tests.tiny import copy_pairs, write_pairs

Pairs = list[tuple[str, str]]


def report_of(folder: Path, pairs: Pairs, **settings: object) -> Report:
    return inspect(open_corpus([write_pairs(folder, pairs)]), DataConfig(**settings))


def finding(report: Report, key: str):
    """The finding of that name, or None."""
    return next((found for found in report.findings if found.key == key), None)


def different(count: int) -> Pairs:
    """Pairs of numbers in words of Latin letters, all different."""
    return [(f"number {n} is here", f"die Nummer {n} ist da") for n in range(count)]


def test_every_pair_is_kept_or_counted_by_its_reason(tmp_path):
    pairs = [*different(20), ("a", ""), ("", "b"), ("a", "b" * 300), different(1)[0]]
    report = report_of(tmp_path, pairs)
    counted = {notice.reason: (notice.count, notice.lines) for notice in report.notices}
    assert counted == {
        Reason.EMPTY_TARGET: (1, (21,)),
        Reason.EMPTY_SOURCE: (1, (22,)),
        Reason.RATIO: (1, (23,)),
        Reason.DUPLICATE: (1, (24,)),
    }
    assert (report.kept, report.read, report.usable) == (20, len(pairs), True)
    assert report.kept + report.notices.dropped == report.read


def test_it_keeps_and_holds_out_what_training_does(tmp_path):
    pairs = [*copy_pairs(70), copy_pairs(1)[0], ("a b", ""), ("a", "b " * 200)]
    corpus = open_corpus([write_pairs(tmp_path, pairs)])
    report = inspect(corpus, DataConfig())
    prepared = prepare(corpus, None, Config(), {"vocab_size": 30})
    assert report.kept == len(prepared.train) + len(prepared.dev)
    assert report.held_out == len(prepared.dev)
    assert report.notices.dropped == prepared.tally.dropped
    assert set(report.remarks) <= set(prepared.remarks)


def test_the_histogram_counts_each_side_by_its_length_in_characters(tmp_path):
    lengths = [1, 9, 10, 19, 20, 1279, 1280]
    pairs = [("x" * size, "汤" * (size + 1)) for size in lengths]
    report = report_of(tmp_path, pairs, max_ratio=0.0)
    bounds = [0, *BINS, 10**9]
    for side, extra in ((report.source, 0), (report.target, 1)):
        by_hand = [
            sum(low <= size + extra < high for size in lengths)
            for low, high in itertools.pairwise(bounds)
        ]
        assert list(side.histogram) == by_hand
        assert (side.median, side.longest) == (19 + extra, 1280 + extra)
    assert finding(report, "long").lines == (6, 7)


def test_another_script_and_swapped_sides_are_told_by_line(tmp_path):
    pairs = [(f"the house {n}", f"房子在这里{n}") for n in range(30)]
    pairs[4] = ("房子在那里", "the house over there")
    pairs[9] = ("Привет, дом", "你好房子")
    pairs[14] = ("the number", "это число")
    pairs[19] = ("1999", "1999 !")
    pairs[24] = ("Tom", "Tom走了")
    report = report_of(tmp_path, pairs)
    found = {f.key: (f.count, f.lines, f.example) for f in report.findings}
    assert found["swapped"] == (1, (5,), "房子在那里")
    assert found["source-script"] == (1, (10,), "Привет, дом")
    assert found["target-script"] == (1, (15,), "это число")
    assert report.source.main_script == "Latin"
    assert report.target.scripts == {"Han": 27, "Latin": 1, "Cyrillic": 1, "none": 1}


def test_han_is_at_home_in_a_japanese_text_but_kana_not_in_a_chinese_one(tmp_path):
    japanese = [(f"house {n}", f"東京に行く{n}") for n in range(9)] + [("Tokyo", "東京")]
    chinese = [(f"house {n}", f"去东京{n}") for n in range(9)] + [("I go", "東京に行く")]
    assert finding(report_of(tmp_path, japanese), "target-script") is None
    assert finding(report_of(tmp_path, chinese), "target-script").lines == (10,)


def test_one_script_on_both_sides_is_never_swapped(tmp_path):
    assert finding(report_of(tmp_path, different(20)), "swapped") is None


def test_repeats_are_counted_on_both_sides_and_as_pairs(tmp_path):
    pairs = [
        ("Hi.", "Salut."),
        ("Hi.", "Coucou."),
        ("hi.", "Bonjour."),  # case and spacing make no other sentence
        ("Hello.", "Salut."),
        ("Hi.", "salut."),
        ("Go.", "Va."),
        ("OK", "OK"),
    ]
    report = report_of(tmp_path, pairs)
    targets, sources = finding(report, "several-targets"), finding(report, "several-sources")
    assert (targets.count, targets.lines) == (4, (1, 2, 3, 5))
    assert "one source has several targets, up to 3" in targets.words
    assert (sources.count, sources.lines, sources.example) == (3, (1, 4, 5), "Salut.")
    assert finding(report, "repeated").lines == (5,)
    assert finding(report, "identical").lines == (7,)


def test_samples_come_from_the_start_the_middle_and_the_end(tmp_path):
    lines = [pair.line for pair in report_of(tmp_path, different(101)).samples]
    assert lines == [1, 2, 50, 51, 100, 101]
    assert [pair.line for pair in report_of(tmp_path, different(3)).samples] == [1, 2, 3]


def test_a_text_of_which_nothing_is_left_is_not_usable(tmp_path):
    report = report_of(tmp_path, [("a" * 9, "b" * 9)] * 5, max_chars=8)
    assert (report.usable, report.kept, report.read) == (False, 0, 5)
    assert report.as_dict()["source"] is None
    [notice] = report.notices
    assert (notice.count, notice.largest) == (5, 9)


def test_one_sentence_cannot_be_held_out_and_it_says_so(tmp_path):
    report = report_of(tmp_path, [("the same", f"target {n}") for n in range(9)])
    assert report.held_out == 0
    assert "--dev" in report.remarks[0]


def test_a_text_that_changes_between_the_passes_is_refused(tmp_path, monkeypatch):
    file = write_pairs(tmp_path, different(9))
    corpus = open_corpus([file])
    monkeypatch.setattr(
        "seqattn.inspection._Survey.side",
        lambda self, which: file.write_text("a\tb\n", encoding="utf-8") and None,
    )
    with pytest.raises(CorpusError, match="changed while it was read"):
        inspect(corpus, DataConfig())


def test_few_pairs_are_told_what_to_expect_and_many_are_not():
    assert "memorised" in expectation(1_999)
    assert "like these" in expectation(2_000)
    assert expectation(20_000) is None


# ---- where the sides have slipped ----------------------------------------------------------------


def translated(count: int, seed: int = 0) -> Pairs:
    """Pairs whose lengths go together as those of real translations do, and no closer."""
    random_ = random.Random(seed)
    pairs = []
    for _ in range(count):
        words = random_.randint(2, 25)
        other = max(1, round(words * random_.lognormvariate(0, 0.2)))
        source, target = ("x" * random_.randint(2, 9) for _ in range(2))
        pairs.append((" ".join([source[:6]] * words), " ".join([target[:6]] * other)))
    return pairs


def slipped(pairs: Pairs, line: int, by: int = 1) -> Pairs:
    """The same pairs with `by` sources lost at a line, and as many dummies at the end."""
    sources, targets = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    sources[line - 1 : line - 1 + by] = []
    return list(zip([*sources, *["dummy"] * by], targets, strict=True))


@pytest.mark.parametrize("by", [1, 4, 10])
def test_a_line_lost_at_400_of_1000_is_found_there(by, tmp_path):
    pairs = slipped(translated(1000), 400, by)
    [stretch] = report_of(tmp_path, pairs, drop_duplicates=False).stretches
    assert abs(stretch.first - 400) <= 30
    assert stretch.last > 970
    assert stretch.shift == by


def test_a_line_added_to_the_source_slips_the_other_way(tmp_path):
    pairs = [(target, source) for source, target in slipped(translated(1000), 400)]
    [stretch] = report_of(tmp_path, pairs).stretches
    assert (abs(stretch.first - 400) <= 30, stretch.shift) == (True, -1)
    assert "further up" in str(stretch)


def test_a_slip_that_is_made_good_again_ends_there(tmp_path):
    pairs = translated(1000)
    pairs = [*slipped(pairs[:600], 300), *pairs[600:]]
    [stretch] = report_of(tmp_path, pairs).stretches
    assert (abs(stretch.first - 300) <= 30, abs(stretch.last - 600) <= 30) == (True, True)


def test_two_losses_are_two_stretches(tmp_path):
    pairs = slipped(slipped(translated(1200), 800), 300)
    shifts = [(s.shift, round(s.first, -2)) for s in report_of(tmp_path, pairs).stretches]
    assert shifts == [(1, 300), (2, 800)]


def test_blank_lines_do_not_hide_a_slip_nor_move_it(tmp_path):
    pairs = slipped(translated(1000), 400)
    pairs[100:140] = [("", "")] * 40
    for line in range(500, 900, 9):
        pairs[line] = (pairs[line][0], "")
    [stretch] = report_of(tmp_path, pairs).stretches
    assert (abs(stretch.first - 400) <= 30, stretch.shift) == (True, 1)


def test_sides_that_have_nothing_to_do_with_each_other_are_told(tmp_path):
    pairs = translated(1000)
    sources = [source for source, _ in pairs[400:]]
    random.Random(1).shuffle(sources)
    pairs[400:] = [(one, two) for one, (_, two) in zip(sources, pairs[400:], strict=True)]
    [stretch] = report_of(tmp_path, pairs).stretches
    assert (stretch.first, stretch.last, stretch.shift) == (401, 1000, None)


@pytest.mark.parametrize("seed", range(8))
def test_aligned_text_gives_no_alarm(seed, tmp_path):
    assert report_of(tmp_path, translated(1500, seed)).stretches == ()


@pytest.mark.parametrize(
    "pairs",
    [
        [("a", "b")],
        copy_pairs(300),
        sorted(translated(1000), key=lambda pair: len(pair[0])),
        [("x" * 30, f"{n:030}") for n in range(500)],
    ],
    ids=["one pair", "copies", "sorted", "constant"],
)
def test_text_whose_lengths_tell_nothing_gives_no_alarm(pairs, tmp_path):
    assert report_of(tmp_path, pairs).stretches == ()


@pytest.mark.parametrize("spread", [16, 24], ids=["lengths tell nothing", "lengths agree"])
def test_one_odd_pair_does_not_make_its_neighbours_look_unrelated(spread, tmp_path):
    pairs = [("x" * (25 + n % spread), "y" * (28 + n % spread)) for n in range(400)]
    pairs[30] = ("x" * 9000, "y")
    assert report_of(tmp_path, pairs).stretches == ()


def real_text(folder: Path, name: str, count: int) -> Pairs:
    """The first pairs of a real corpus."""
    if name == "tatoeba":
        corpus = open_corpus([folder / "tatoeba-en-zh" / "cmn.txt"], columns=(1, 2))
    else:
        place, *ends = {
            "multi30k": ("multi30k-en-de/train", "en", "de"),
            "tanaka": ("tanaka-en-ja/train", "en", "ja"),
            "gold-deen": ("gold-deen/", "src.txt", "tgt.txt"),
            "gold-enfr": ("gold-enfr/", "src.txt", "tgt.txt"),
            "gold-roen": ("gold-roen/", "src.txt", "tgt.txt"),
        }[name]
        dot = "" if place.endswith("/") else "."
        corpus = open_corpus([f"{folder}/{place}{dot}{end}" for end in ends])
    pairs = []
    for pair in corpus:
        pairs.append((pair.source, pair.target))
        if len(pairs) == count:
            break
    return pairs


@pytest.mark.parametrize(
    "name", ["multi30k", "tanaka", "tatoeba", "gold-deen", "gold-enfr", "gold-roen"]
)
def test_clean_real_text_gives_no_alarm(name, shared_data, tmp_path):
    report = report_of(tmp_path, real_text(shared_data, name, 6000))
    assert report.stretches == ()
    assert finding(report, "swapped") is None


@pytest.mark.parametrize("name", ["multi30k", "tanaka"])
def test_a_line_lost_in_real_text_is_found(name, shared_data, tmp_path):
    pairs = slipped(real_text(shared_data, name, 1000), 400)
    [stretch] = report_of(tmp_path, pairs).stretches
    assert (abs(stretch.first - 400) <= 40, stretch.shift) == (True, 1)
