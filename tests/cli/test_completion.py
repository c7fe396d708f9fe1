"""Tab completion: the names there are, without waiting for torch."""

import os
import subprocess
import sys
from typing import Any

import pytest
import typer

from seqattn import checkpoint
from seqattn.cli import app
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


def test_every_option_that_names_a_folder_offers_the_runs_but_those_that_write_one():
    group: Any = typer.main.get_command(app)
    silent = set()
    for name, command in group.commands.items():
        context = typer.Context(command)
        for option in command.params:
            offered = option.shell_complete(context, "shipped:e")
            if option.metavar == "DIR" and [each.value for each in offered] != ["shipped:en-zh"]:
                silent.add((name, *option.opts))
    assert silent == {("train", "--run"), ("train", "--watch-html"), ("compare", "--run")}
