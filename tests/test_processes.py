"""Several processes that train one model: the same run as one process, written once."""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from seqattn import run_log
from seqattn.processes import Processes, is_first
from seqattn.training import train
from tests.tiny import copy_pairs, prepare_tiny

SETTINGS = {
    "embedding_dropout": 0.0, "context_dropout": 0.0, "output_dropout": 0.0, "word_dropout": 0.0,
    "batch_tokens": 20,  # some batches are one sentence: nothing is left for the second process
}  # fmt: skip

IN_TWO_PROCESSES = """
    import json, os, sys
    from pathlib import Path
    sys.path.insert(0, {project!r})
    from seqattn.errors import TrainingError
    from seqattn.training import train
    from tests.test_processes import SETTINGS
    from tests.tiny import copy_pairs, prepare_tiny
    folder = Path({folder!r})
    rank = int(os.environ["RANK"])
    mine = folder / str(rank)
    mine.mkdir()
    said = []
    other = prepare_tiny(mine, copy_pairs(30, seed=rank), **SETTINGS)
    try:
        said.append(len(list(train(other, folder / "other"))))
    except TrainingError as error:
        said.append(error.message)
    prepared = prepare_tiny(mine, copy_pairs(30), **SETTINGS)
    asked = iter(range(10_000))  # the first process stops after 17 steps, the second never would
    stop = lambda: rank == 0 and next(asked) >= 17
    said.append(len(list(train(prepared, folder / "two", should_stop=stop))))
    said.append(len(list(train(prepared, folder / "two", resume=True))))
    (mine / "said").write_text(json.dumps(said))
"""


def test_two_processes_give_the_losses_of_one_and_can_be_stopped_and_resumed(tmp_path):
    prepared = prepare_tiny(tmp_path, copy_pairs(30), **SETTINGS)
    list(train(prepared, tmp_path / "one"))
    script = tmp_path / "in_two_processes.py"
    project = str(Path(__file__).parents[1])
    code = IN_TWO_PROCESSES.format(project=project, folder=str(tmp_path))
    script.write_text(textwrap.dedent(code))
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    done = subprocess.run(
        [*torchrun, "--nproc-per-node", "2", str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr

    one, two = (run_log.read_log(tmp_path / name) for name in ("one", "two"))
    assert [record["step"] for record in one] == [record["step"] for record in two]
    assert len(one) == 3
    for alone, shared in zip(one, two, strict=True):
        assert shared["loss"] == pytest.approx(alone["loss"], abs=1e-5)
        assert shared["bleu"] == pytest.approx(alone["bleu"], abs=1e-5)

    # Reports come from the first process alone; texts that differ are refused by both.
    first, second = (json.loads((tmp_path / rank / "said").read_text()) for rank in "01")
    assert first[0] == "The processes have not read the same text."
    assert first[1] >= 2  # it begins and stops; whether it reports in between is a matter of time
    assert first[2] > 2  # and validates, once it goes on
    assert second == [first[0], 0, 0]


def test_the_shares_of_a_batch_are_the_batch():
    batch = np.array([9, 3, 7, 1, 5])
    shares = [Processes(rank, 3).share(batch).tolist() for rank in range(3)]
    assert shares == [[9, 1], [3, 5], [7]]
    assert len(Processes(2, 3).share(batch[:2])) == 0


@pytest.mark.parametrize(("rank", "first"), [(None, True), ("0", True), ("1", False)])
def test_the_first_process_is_known_before_it_has_met_the_others(monkeypatch, rank, first):
    if rank is None:
        monkeypatch.delenv("RANK", raising=False)
    else:
        monkeypatch.setenv("RANK", rank)
    assert is_first() == first


def test_alone_every_process_decides_for_itself():
    assert Processes().first(lambda: "now") == "now"
    assert Processes().is_first
