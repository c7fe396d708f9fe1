"""Tab completion: the names there are, without waiting for torch."""

import os
import subprocess
import sys

import pytest

from seqattn import checkpoint
from tests.cli.command import write

PROGRAM = (
    "import sys\n{first}from seqattn.cli import main\nsys.argv = ['seqattn']\n"
    "try:\n    main()\nfinally:\n    print('torch' in sys.modules, file=sys.stderr)"
)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("seqattn tr", {"train", "translate"}),
        ("seqattn train --score gen", {"general"}),
        ("seqattn explain self", {"self-attention"}),
        ("seqattn info --run r", {"runs/one"}),
        ("seqattn train --init-from ship", {"shipped:en-zh", "shipped:zh-en"}),
    ],
)
@pytest.mark.parametrize(("first", "has_torch"), [("", False), ("import torch\n", True)])
def test_completion_offers_the_names_there_are_without_torch(typed, offered, first, has_torch):
    (checkpoint.RUNS / "one").mkdir(parents=True)
    write(checkpoint.RUNS / "one" / checkpoint.CONFIG, "{}")
    # The second case of `first` proves that the check can fail.
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    environ = {**os.environ, **words, "_SEQATTN_COMPLETE": "complete_bash"}
    program = [sys.executable, "-c", PROGRAM.format(first=first)]
    done = subprocess.run(program, env=environ, capture_output=True, check=False, text=True)
    assert set(done.stdout.split()) == offered
    assert done.stderr.strip() == str(has_torch)
