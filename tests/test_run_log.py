"""The log of a run: whatever became of its last line, the others are read."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from seqattn import run_log
from seqattn.errors import RunError

RECORD = {"step": 7, "epoch": 1.0, "seconds": 2.0, "bleu": 3.0, "loss": 4.0, "text": "汤姆"}


def written(folder: Path, *more: dict[str, Any]) -> Path:
    for record in (RECORD, *more):
        run_log.append_log(folder, record)
    return folder / run_log.LOG


def test_a_line_cut_off_at_any_byte_by_a_dying_machine_is_left_out(tmp_path):
    path = written(tmp_path)
    whole = path.read_bytes()
    for cut in range(len(whole) - 1):  # some of them in the middle of a character
        path.write_bytes(whole + whole[:cut])
        assert run_log.read_log(tmp_path) == [RECORD]


@pytest.mark.parametrize(
    "line",
    ["[]", "1", "null", "{}", "[" * 100_000, '{"step": "x"}', '{"step": NaN}', "\x00", "nonsense"]
    + [json.dumps({**RECORD, name: 10**400}) for name in ("step", "bleu", "loss")],
)
def test_a_line_of_something_else_is_left_out(line, tmp_path):
    path = written(tmp_path)
    path.write_text(path.read_text("utf-8") + line + "\n", encoding="utf-8")
    assert run_log.read_log(tmp_path) == [RECORD]


def test_a_cut_log_keeps_what_was_before_the_step_and_takes_new_lines(tmp_path):
    later = {**RECORD, "step": 8}
    path = written(tmp_path, later)
    path.write_bytes(path.read_bytes() + b'{"step": 9, "bl')
    run_log.cut_log(tmp_path, 7)
    assert run_log.read_log(tmp_path) == [RECORD]
    written(tmp_path)
    assert run_log.read_log(tmp_path) == [RECORD, RECORD]


def test_a_validation_whose_loss_is_infinite_is_still_one(tmp_path):
    run_log.append_log(tmp_path, {**RECORD, "loss": float("inf")})
    assert len(run_log.read_log(tmp_path)) == 1


def test_half_a_surrogate_pair_is_written_as_its_escape_and_comes_back(tmp_path):
    path = written(tmp_path, {**RECORD, "text": "a\ud800\u6c64"})
    run_log.cut_log(tmp_path, 7)
    assert run_log.read_log(tmp_path)[1]["text"] == "a\ud800\u6c64"
    assert "\\ud800\u6c64" in path.read_bytes().decode("utf-8")


def test_a_log_that_is_a_pipe_is_refused_and_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / run_log.LOG)
    with pytest.raises(RunError, match="it is no plain file"):
        run_log.read_log(tmp_path)
