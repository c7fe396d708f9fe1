"""The tour names what is there: every path, name, test, lesson, option and choice in backticks."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from seqattn.cli import app
from seqattn.config import all_settings
from seqattn.lessons.catalogue import NAMES
from tests.conftest import PROJECT
from tests.named import is_there, parsed

TOUR = (PROJECT / "docs" / "tour.md").read_text(encoding="utf-8")
TAUGHT = ("seqattn/attention", "seqattn/models", "seqattn/recurrence")
"""Rooms whose every file is a station of the tour."""


def quoted(page: str) -> set[str]:
    """What stands in backticks, blocks aside."""
    prose = re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)
    return set(re.findall(r"`([^`]+)`", prose))


@cache
def words_of(file: Path) -> set[str]:
    """Every name and attribute that occurs in the code of a file."""
    found = set()
    for node in ast.walk(parsed(file)):
        found |= {getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", "")}
    return found


@cache
def commands() -> Any:
    """The group of all commands."""
    return typer.main.get_command(app)


def is_command(words: list[str]) -> bool:
    """Whether `seqattn ..` is a command with its options and, of explain, a lesson."""
    group = commands()
    if words[0] not in group.commands:
        return False
    parameters = group.commands[words[0]].params
    known = {option for parameter in parameters for option in parameter.opts}
    lesson = words[1:2] if words[0] == "explain" else []
    options = {word for word in words if word.startswith("--")}
    return set(lesson) <= set(NAMES) and options <= known


def missing(page: str) -> list[str]:
    """What the page names in backticks although there is no such thing."""
    tokens = quoted(page)
    paths = {t for t in tokens if re.match(r"(seqattn|tests|docs)/", t)}
    files = {t.partition(":")[0] for t in paths if ".py" in t}
    settings = all_settings()
    group = commands()
    known = {option for c in group.commands.values() for p in c.params for option in p.opts}
    known |= {choice for setting in settings for choice in setting.choices} | {"pytest"}
    known = known.union(*(words_of(PROJECT / f) for f in files if (PROJECT / f).is_file()))
    found = []
    for token in tokens:
        if token in paths:
            good = is_there(token)
        elif token.startswith("seqattn "):
            good = is_command(token.split()[1:])
        else:
            good = token in known
        if not good:
            found.append(token)
    return sorted(found)


def test_everything_that_the_tour_names_exists():
    assert len(quoted(TOUR)) > 100
    assert missing(TOUR) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "seqattn/attention/no_file.py",
        "seqattn/attention/attend.py:no_name",
        "seqattn/models/decoder.py:Decoder.no_method",
        "seqattn/models/decoder.py:step",  # a method needs its class
        "tests/attention/test_attend.py::test_nothing",
        "seqattn explain nothing",
        "seqattn nothing",
        "seqattn train --nothing",
        "--nothing",
        "no_word_of_the_code",
    ],
)
def test_a_name_that_leads_nowhere_is_found(wrong):
    assert missing(f"{TOUR}\nand `{wrong}` too") == [wrong]


def unnamed(page: str) -> list[str]:
    """Files of the taught rooms that the page does not name."""
    files = [file for room in TAUGHT for file in Path(PROJECT / room).rglob("*.py")]
    paths = {file.relative_to(PROJECT).as_posix() for file in files}
    assert len(paths) >= 20
    return sorted(paths - {token.partition(":")[0] for token in quoted(page)})


def test_every_file_of_attention_models_and_recurrence_is_a_station():
    assert unnamed(TOUR) == []


def test_a_file_left_out_is_found():
    shortened = TOUR.replace("seqattn/models/encoders/rnn.py", "")
    assert unnamed(shortened) == ["seqattn/models/encoders/rnn.py"]


def test_every_lesson_is_named():
    for lesson in NAMES:
        assert f"`seqattn explain {lesson}`" in TOUR
