"""`seqattn train --watch`: the pictures of one sentence, and the page that keeps them."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from seqattn.cli.training_display import LogLines, TerminalBar, display_for, lines_of
from seqattn.cli.watching import PAGE, SERIES, read_series
from seqattn.graphemes import cell_width
from seqattn.heatmap import FittedPicture, to_text
from seqattn.reports import Watched
from seqattn.translation import Translation
from tests.cli.command import TINY_OPTIONS, seqattn, told, write
from tests.cli.test_training_display import STOPPED, VALIDATED
from tests.heatmap.samples import drawn as made_by_rule
from tests.heatmap.samples import pieces, textbook, thirty

WATCHED = Watched(
    VALIDATED, Translation("Tom chases Jerry.", "汤姆追逐杰瑞。", textbook(), 0.0, 0.0, True)
)
FIRST = ["--epochs", 2]


def watch(pairs, *options, text="a b c", folder="watch"):
    """A training whose sentence is watched, with a page."""
    given = ["--watch", text, "--watch-html", folder, "--run", "run"]
    return seqattn("train", pairs, *TINY_OPTIONS, *given, *options)  # the last --epochs counts


def test_a_log_has_the_picture_after_each_validation(pairs):
    result = seqattn("train", pairs, *TINY_OPTIONS, "--watch", "a b c")
    assert result.stderr.count("    source →  a b c\n") == 3
    assert result.stderr.count("A row spreads over") == 3
    assert "\x1b" not in result.stderr


def test_a_log_has_the_brief_picture_indented():
    written = []
    LogLines(written.append).show(WATCHED)
    assert [line[4:] for line in written] == [
        line.rstrip() for line in to_text(textbook(), brief=True).splitlines()
    ]
    without = replace(WATCHED, translation=replace(WATCHED.translation, alignment=None))
    assert lines_of(without) == []


def test_quiet_draws_nothing_and_still_keeps_the_page(pairs, capsys, tmp_path):
    with display_for(quiet=True, terminal=True) as display:
        display.show(WATCHED)
    assert capsys.readouterr() == ("", "")
    assert watch(pairs, "--quiet").stderr == ""
    assert (tmp_path / "watch" / PAGE).read_text(encoding="utf-8").count("<template") == 3


def test_the_place_of_the_page_is_told(pairs):
    assert watch(pairs).stderr.splitlines()[-1] == f"The pictures: watch/{PAGE}"


def test_the_series_says_what_the_log_of_the_run_says(pairs, tmp_path):
    watch(pairs)
    frames = read_series(tmp_path / "watch" / SERIES)
    logged = Path("run/log.jsonl").read_text().splitlines()
    assert len(frames) == len(logged) == 3
    for frame, line in zip(frames, logged, strict=True):
        assert f'"step": {frame.step}, ' in line
        assert f'"bleu": {frame.bleu}, ' in line
        assert frame.source == "a b c"
        assert [label.text for label in frame.alignment.columns][-1] == "</s>"


def test_a_resumed_training_goes_on_with_the_series(pairs, tmp_path):
    watch(pairs, *FIRST)
    series = tmp_path / "watch" / SERIES
    first, second = read_series(series)
    # What comes after the saved state will be done again: the series forgets it.
    write(series, series.read_text() + replace(second, step=99).to_json() + "\n")
    watch(pairs, "--resume", "--epochs", 5)
    found = read_series(series)
    assert found[:2] == [first, second]
    steps = [frame.step for frame in found]
    assert steps == sorted(set(steps))
    assert 99 not in steps
    assert len(steps) == 5
    assert (tmp_path / "watch" / PAGE).read_text(encoding="utf-8").count("<template") == 5


def test_a_series_of_another_training_or_sentence_is_left_alone(pairs, tmp_path):
    watch(pairs, *FIRST)
    series = tmp_path / "watch" / SERIES
    before = series.read_bytes()
    again = seqattn("train", pairs, "--watch", "a b c", "--watch-html", "watch")
    assert "there already" in told(again)[0]
    other = watch(pairs, "--resume", text="a b")
    assert "of another sentence: 'a b c'" in told(other)[0]
    assert series.read_bytes() == before
    write(series, "{}\n")
    damaged = watch(pairs, "--resume")
    assert "damaged" in told(damaged)[0]
    assert not list(tmp_path.glob("runs"))


@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_a_page_of_somebody_else_is_left_alone(options, tmp_path):
    page = tmp_path / "site" / PAGE
    page.parent.mkdir()
    write(page, "mine")
    refused = seqattn("train", "a.tsv", "--watch", "a", "--watch-html", "site", *options)
    assert "site/index.html is there already" in told(refused)[0]
    assert page.read_text() == "mine"


@pytest.mark.parametrize("context", ["none", "fixed"])
def test_a_model_without_attention_is_refused_before_a_file_is_read(context, tmp_path):
    refused = seqattn("train", "nothing.tsv", "--watch", "a", "--context", context)
    assert refused.exit_code == 2
    assert f"no attention to watch in a model with --context {context}" in told(refused)[0]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--watch-html", "watch"], "none is watched"),
        (["--watch", " \u200b"], "--watch is empty"),
        (["--watch", "a", "--watch-html", "file"], "Cannot make the folder file"),
    ],
)
def test_what_nothing_could_be_drawn_from_or_into_is_refused(options, said, pairs, tmp_path):
    write(tmp_path / "file", "")
    refused = seqattn("train", pairs, *TINY_OPTIONS, *options)
    assert said in told(refused)[0]
    assert "--run" not in told(refused)[1]


def test_a_sentence_too_long_to_be_shown_is_refused_before_the_first_step(pairs):
    refused = seqattn("train", pairs, *TINY_OPTIONS, "--run", "run", "--watch", "a b " * 600)
    assert refused.exit_code == 2
    assert "of --watch has 1,200 pieces, too many to show" in told(refused)[0]
    assert not Path("run/model.safetensors").exists()


def test_a_sentence_that_the_vocabulary_hardly_knows_is_told(pairs):
    said = seqattn("train", pairs, *TINY_OPTIONS, "--watch", "QQ XX").stderr
    assert re.search(r"The sentence of --watch: \d of \d pieces are unknown or bytes\.", said)
    assert "of --watch:" not in seqattn("train", pairs, *TINY_OPTIONS, "--watch", "a b").stderr


# -- on a terminal


def console(**size) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, **size)


def drawn(picture, *, height, width=80):
    """The lines of a picture on a terminal of that size."""
    made = console(height=height, width=width)
    with made.capture() as capture:
        made.print(picture, soft_wrap=True)
    return re.sub(r"\x1b\[[\d;]*m", "", capture.get()).splitlines()


@pytest.mark.parametrize("height", [3, 6, 20, 45, 80])
def test_a_picture_is_never_higher_than_the_terminal_and_says_what_it_hides(height):
    picture = FittedPicture(thirty(), lines_left=2)
    lines = drawn(picture, height=height, width=100)
    assert len(lines) <= height - 2 or height == 3
    assert all(cell_width(line) <= 100 for line in lines)
    everything = drawn(FittedPicture(thirty()), height=500, width=100)
    compact = drawn(FittedPicture(thirty()), height=40, width=100)
    whole = everything if height > len(everything) + 1 else compact
    if height < 35:  # too low for the compact one too: without the sentences
        whole = whole[whole.index("") + 1 :]
    hidden = len(whole) - (len(lines) - 1)
    if lines != whole:
        assert lines[-1] == f"{hidden} more lines: the terminal is too low"
        assert lines[:-1] == whole[: len(lines) - 1]


@pytest.mark.parametrize("width", [40, 80])
def test_a_long_sentence_leaves_room_for_its_matrix_on_a_low_terminal(width):
    words = " ".join(f"word{number}" for number in range(60))
    long = made_by_rule(pieces(words), pieces(words), row_text=words, column_text=words)
    lines = drawn(FittedPicture(long, lines_left=2), height=24, width=width)
    assert len(lines) == 22
    assert sum("▀" in line for line in lines) >= 15


def test_the_picture_stands_under_the_bar_and_the_last_one_stays():
    with Progress(console=console(width=80, height=40), auto_refresh=False) as bar:
        pictures = []
        display = TerminalBar(bar, pictures.append)
        display.show(WATCHED)
        assert [picture.alignment for picture in pictures] == [textbook()]
        with bar.console.capture() as capture:
            display.show(STOPPED)
    left = " ".join(re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", capture.get()).split())
    assert "Validation at step 1,624:" in left
    assert "source → Tom chases Jerry." in left
    assert left.index("Each row sums to 1") < left.index("Done: stopped early")
