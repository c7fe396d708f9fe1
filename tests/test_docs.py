"""The documents say what is so: every command, file, target and link in them exists."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer

from seqattn.cli import COMMANDS, app
from seqattn.config import all_settings
from tests.cli.command import TINY_OPTIONS, seqattn
from tests.conftest import PROJECT
from tests.tiny import copy_pairs, write_pairs

README = (PROJECT / "README.md").read_text(encoding="utf-8")
PAGES = [
    PROJECT / "README.md",
    PROJECT / "CONTRIBUTING.md",
    *sorted((PROJECT / "docs").glob("*.md")),
]
COMMAND_PAGE = PROJECT / "docs" / "cli.md"
COMMAND_PAGE_HEAD = """\
# The command line

Made from each command's `--help` by `make docs`; change the help, not this page.

Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 failed while running, 2 wrong
use or wrong data, 130 interrupted. A mistake is told in two lines, what and hint; `--debug` shows
where it was found. Of several sources of a setting the first that has it wins: the option,
`--config FILE`, the run folder (with `--resume`), the default.
"""
IGNORED = {"__init__.py", "__main__.py", "py.typed", "__pycache__"}


def blocks(language: str, text: str = README) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def help_of(*command: str) -> str:
    """A command's help as it stands on a terminal of 80 columns, in a block."""
    shown = seqattn(*command, "--help", LC_ALL="C").stdout
    return f"```text\n{shown.strip()}\n```\n"


def test_the_page_of_commands_is_what_help_says():
    parts = [COMMAND_PAGE_HEAD, "## seqattn\n", help_of()]
    for command in COMMANDS:
        name = command.__name__.replace("_", "-")
        parts += [f"## seqattn {name}\n", help_of(name)]
    page = "\n".join(parts)
    if os.environ.get("SEQATTN_REWRITE_GOLDEN"):
        COMMAND_PAGE.write_text(page, encoding="utf-8", newline="\n")
    assert COMMAND_PAGE.read_text(encoding="utf-8") == page, "run `make docs`"


def test_pythons_part_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pairs = write_pairs(tmp_path, copy_pairs(20))
    seqattn("train", pairs, "--run", "runs/demo", *TINY_OPTIONS, "--quiet")
    [code] = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) >= 2


def commands_shown() -> list[list[str]]:
    """The seqattn commands of all pages' shell blocks."""
    return [
        shlex.split(line, comments=True)
        for file in PAGES
        for block in blocks("sh", file.read_text(encoding="utf-8"))
        for line in block.splitlines()
        if line.startswith("seqattn ")
    ]


def test_every_command_shown_exists_with_its_options():
    group: Any = typer.main.get_command(app)
    shown = commands_shown()
    assert len(shown) >= 2
    for _, name, *arguments in shown:
        known = {option for p in group.commands[name].params for option in p.opts}
        assert {word for word in arguments if word.startswith("--")} <= known


def test_the_readme_names_every_command_and_every_choice_of_mechanism():
    group: Any = typer.main.get_command(app)
    for name in group.commands:
        assert f"| `seqattn {name}` |" in README
    for setting in all_settings():
        if setting.name in ("encoder", "context", "score", "summary"):
            [row] = [line for line in README.splitlines() if f"`{setting.option}`" in line]
            assert set(setting.choices) <= set(re.findall(r"`([\w-]+)`", row))
            assert row.index(f"`{setting.default}`") == min(
                row.index(f"`{choice}`") for choice in setting.choices
            )


def test_the_map_of_files_names_every_room_and_nothing_else():
    [tree] = [block for block in blocks("text") if block.startswith("seqattn/")]
    package = tree.split("tests/")[0]
    named = {line.split()[0].rstrip("/") for line in package.splitlines()[1:] if line.strip()}
    there = {path.name for path in (PROJECT / "seqattn").iterdir()} - IGNORED
    assert named == there


@pytest.mark.parametrize("file", PAGES, ids=lambda path: path.name)
def test_no_link_leads_nowhere(file):
    for target in re.findall(r"\]\(([^)#]+)\)", file.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (file.parent / target).exists(), target


def test_every_make_target_in_the_pages_exists():
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):.*##", makefile, re.M))
    for file in PAGES:
        for name in re.findall(r"`make ([a-z]+)`", file.read_text(encoding="utf-8")):
            assert name in targets
    for block in blocks("sh"):
        assert set(re.findall(r"^make ([a-z]+)", block, re.M)) <= targets


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_lists_its_targets():
    listed = subprocess.run(
        ["make", "-C", str(PROJECT)], capture_output=True, check=True, text=True
    )
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^([a-z]+):.*##", makefile, re.M):
        assert f"make {target} " in listed.stdout


def test_ci_runs_the_readmes_test_command():
    assert "make test" in Path(PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test" in README
