"""What a training shows: the lines of each report, and the bar of a terminal."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from seqattn.cli.training_display import LogLines, display_for, lines_of
from seqattn.config import Config
from seqattn.reports import Progress, Sample, Started, Stopped, Validated
from tests.cli.command import TINY_OPTIONS, process

STARTED = Started(
    config=Config().with_values({"epochs": 7, "patience": 3}),
    folder=Path("runs/a b"),
    parameters=3_140_000,
    pairs=20_000,
    dev_pairs=1_000,
    batches_per_epoch=812,
    total_steps=5684,
    device="cpu",
    precision="float32",
    resumed_at=0,
)
PROGRESS = Progress(
    step=1000,
    total_steps=5684,
    epoch=2,
    epochs=7,
    loss=4.216,
    learning_rate=0.001,
    tokens_per_second=12_345.6,
    seconds=61.0,
    eta_seconds=3725.0,
)
VALIDATED = Validated(
    step=1624,
    epoch=2.0,
    loss=2.1,
    bleu=21.44,
    best=True,
    sample=Sample("a [bold]\x1b[31m", "b :fox:", "c"),
    all_equal=False,
    tokens_per_second=12_000.0,
    seconds=130.0,
)
STOPPED = Stopped("early-stop", 5000, 35.25, 4060, Path("runs/a b"), 3725.0)


def test_a_start_says_model_data_and_when_it_will_end():
    text = "\n".join(lines_of(STARTED))
    for said in (
        "3.1 million parameters",
        "20,000 pairs",
        "on 1,000",
        "at most 7 epochs of about 812",
    ):
        assert said in text
    assert "after 3 validations without a better BLEU or loss" in text
    assert "Going on" not in text


@pytest.mark.parametrize(
    ("resumed_at", "said"),
    [(812, "after step 812 of 5,684."), (5684, "after step 5,684."), (6000, "after step 6,000.")],
)
def test_a_training_goes_on_after_no_step_of_fewer_steps(resumed_at, said):
    assert f"Going on {said}" in lines_of(replace(STARTED, resumed_at=resumed_at))


def test_a_validation_is_a_line_with_a_sample_beside_its_reference():
    assert lines_of(VALIDATED) == [
        "epoch 2  step 1,624  loss 2.100  BLEU 21.4 (best)  12,000 tokens/s  2 min 10 s",
        r"    source       a [bold]\x1b[31m",
        "    translation  b :fox:",
        "    reference    c",
    ]


def test_a_part_of_an_epoch_has_two_places_after_the_point():
    from dataclasses import replace

    for epoch, shown in ((20 / 21, "0.95"), (380 / 21, "18.1"), (400 / 21, "19.05")):
        assert lines_of(replace(VALIDATED, epoch=epoch))[0].startswith(f"epoch {shown}  step")


def test_a_model_that_says_the_same_to_everything_is_told():
    from dataclasses import replace

    assert "does not look at its source" in lines_of(replace(VALIDATED, all_equal=True))[-1]


@pytest.mark.parametrize(
    ("reason", "said", "goes_on"),
    [
        ("epochs", "all epochs", False),
        ("early-stop", "stopped early", False),
        ("max-minutes", "--max-minutes", True),
        ("interrupted", "interrupted", True),
    ],
)
def test_the_end_says_why_the_score_and_what_to_type_next(reason, said, goes_on):
    lines = lines_of(Stopped(reason, 5000, 35.25, 4060, Path("runs/a b"), 3725.0))
    assert said in lines[0]
    assert "1 h 2 min" in lines[0]
    assert lines[1] == "Best validation BLEU: 35.2 at step 4,060."
    assert lines[2] == "Next: seqattn translate --run 'runs/a b' \"A sentence.\""
    assert ("--resume" in lines[-1]) == goes_on


def test_a_training_out_of_time_is_told_to_take_more_as_time_counts_over_all_resumes():
    last = lines_of(Stopped("max-minutes", 5, 1.0, 4, Path("runs/a"), 60.0))[-1]
    assert last == (
        "To go on, the same command with a larger --max-minutes (0: no limit) and: "
        "--resume --run runs/a"
    )


def test_an_end_before_any_validation_does_not_promise_a_translation():
    lines = lines_of(Stopped("interrupted", 5, None, 0, Path("runs/a"), 3.0))
    assert "cannot translate" in lines[1]
    assert not any(line.startswith("Next") for line in lines)


def test_a_log_gets_a_line_of_progress_a_minute_and_the_first_after_one():
    now, written = [0.0], []
    log = LogLines(written.append, clock=lambda: now[0])
    for second in range(0, 181, 1):
        now[0] = float(second)
        log.show(PROGRESS)
    assert len(written) == 3
    assert written[0] == (
        "epoch 2 of 7, step 1,000, loss 4.22  12,346 tokens/s  1 h 2 min left at most"
    )


def test_quiet_shows_nothing(capsys):
    with display_for(quiet=True, terminal=True) as display:
        for report in (STARTED, PROGRESS, VALIDATED, STOPPED):
            display.show(report)
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_a_terminal_gets_a_bar_and_lines_that_stay(pairs):
    ours, theirs = os.openpty()
    options = [*TINY_OPTIONS, "--epochs", "40", "--validate-every", "20"]
    started = process(
        "train", pairs, *options, stderr=theirs, env={"TERM": "xterm", "COLUMNS": "100"}
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 1 << 16):
            shown += chunk
    except OSError:  # Linux's way to say that the other end is closed
        pass
    os.close(ours)
    out, _ = started.communicate()
    assert started.returncode == 0
    assert out.startswith(b"runs")
    text = shown.decode()
    assert re.search(r"%.*epoch \d+/40 .*tokens/s.*left at most", text)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    assert re.search(r"^.*epoch [\d.]+  step 20  loss .* BLEU ", plain, re.M)
    assert "Best validation BLEU" in plain
