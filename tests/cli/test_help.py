"""Help pages: at hand without torch, complete, and true to the settings table."""

import subprocess
import sys
from typing import Any

import pytest
import typer

from seqattn.cli import COMMANDS, app
from seqattn.cli.settings import describe
from seqattn.config import all_settings
from tests.cli.command import seqattn

NAMES = [command.__name__.replace("_", "-") for command in COMMANDS]


def commands() -> dict[str, Any]:
    """The commands as Typer built them."""
    group: Any = typer.main.get_command(app)
    return dict(group.commands)


@pytest.mark.parametrize(
    ("code", "has_torch"),
    [
        *((f"sys.argv[1:] = [{name!r}, '--help']; main()", False) for name in NAMES),
        ("sys.argv[1:] = ['--help']; main()", False),
        ("sys.argv[1:] = ['--version']; main()", False),
        ("import torch; sys.argv[1:] = ['--help']; main()", True),  # the check can fail
    ],
)
def test_help_needs_no_torch(code, has_torch):
    program = (
        "import sys\nfrom seqattn.cli import main\n"
        f"try:\n    {code}\nfinally:\n    print('torch' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr.decode().strip() == str(has_torch)
    assert b"seqattn" in done.stdout


def test_every_command_is_found_under_its_name():
    assert list(commands()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_command_and_option_is_documented(name):
    command = commands()[name]
    first_line = command.help.splitlines()[0]
    assert 10 < len(first_line) < 60, "the list of commands would cut it short"
    for parameter in command.params:
        assert parameter.help, f"{name} {parameter.name} has no help"


@pytest.mark.parametrize("name", NAMES)
def test_help_shows_every_option_in_full(name):
    shown = seqattn(name, "--help", COLUMNS="80").stdout
    for parameter in commands()[name].params:
        for option in (*parameter.opts, *parameter.secondary_opts):
            assert option in shown or parameter.param_type_name == "argument"
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_every_setting_of_the_table_is_an_option_of_train():
    train = {parameter.name: parameter for parameter in commands()["train"].params}
    for setting in all_settings():
        assert setting.option in train[setting.name].opts
        assert train[setting.name].help == describe(setting)
        assert train[setting.name].default is None


def test_help_is_no_markup():
    assert "[h; x; c]" in " ".join(seqattn("train", "--help").stdout.split())


def test_no_arguments_show_the_commands():
    assert seqattn().stdout == seqattn("--help").stdout


def test_the_module_runs_as_the_command_does():
    version = [sys.executable, "-m", "seqattn", "--version"]
    done = subprocess.run(version, capture_output=True, check=True)
    assert done.stdout.decode() == seqattn("--version").stdout
