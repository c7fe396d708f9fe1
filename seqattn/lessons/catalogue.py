"""Which lessons there are and what each can be asked. No torch until one is opened."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Literal

from seqattn.errors import UsageError
from seqattn.lessons.lesson import Lesson
from seqattn.lessons.texts import Voice
from seqattn.text import json_line, visible

Run = Literal["never", "possible", "needed"]


@dataclass(frozen=True)
class Entry:
    """A lesson and what it takes.

    Attributes:
        name: as on the command line.
        text: whether it can be about the user's sentence.
        run: whether it can show a trained run: then about the user's sentence.
        options: names of the options that mean something to it.
    """

    name: str
    text: bool
    run: Run
    options: frozenset[str] = frozenset()

    @property
    def module(self) -> str:
        """Where it is written."""
        return f"seqattn.lessons.{self.name.replace('-', '_')}"


CATALOGUE = (
    Entry("self-attention", True, "possible", frozenset({"scaled", "plain"})),
    Entry("kinds", True, "never"),
    Entry("scores", True, "never"),
    Entry("context", False, "never"),
    Entry("rnn-self-attention", True, "possible"),
    Entry("pooling", True, "possible"),
    Entry("teacher-forcing", True, "possible", frozenset({"target"})),
    Entry("step", True, "needed", frozenset({"step", "target"})),
)
NAMES = tuple(entry.name for entry in CATALOGUE)

FORMAT = "seqattn-lessons"
VERSION = 1


def list_as_json(say: Voice) -> str:
    """One line of JSON: the lessons in order, what each is about and what it takes."""
    lessons = [
        {
            "name": entry.name,
            "about": say(f"list.{entry.name}"),
            "text": entry.text,
            "run": entry.run,
            "options": [f"--{option}" for option in sorted(entry.options)],
        }
        for entry in CATALOGUE
    ]
    content = {
        "format": FORMAT,
        "version": VERSION,
        "language": say.language,
        "lessons": lessons,
    }
    return json_line(content)


@dataclass(frozen=True)
class Request:
    """What a lesson is asked for.

    Attributes:
        say: the language.
        text: the user's sentence, if any.
        run: a run folder, if any.
        scaled: divide scores by sqrt(d_k) and say what changed.
        plain: first without any parameters.
        step: which decoding step, from 1; None is the first.
        target: a translation of the text.
    """

    say: Voice
    text: str | None = None
    run: Path | None = None
    scaled: bool = False
    plain: bool = False
    step: int | None = None
    target: str | None = None


def find(name: str, say: Voice) -> Entry:
    """The lesson of that name.

    Raises:
        UsageError: there is none.
    """
    for entry in CATALOGUE:
        if entry.name == name:
            return entry
    raise UsageError(
        say("error.lesson", name=visible(name)),
        hint=say("error.lesson.hint", names=", ".join(NAMES)),
    )


def build(name: str, request: Request) -> Lesson:
    """Work a lesson out.

    Raises:
        UsageError: there is no such lesson, or it cannot be asked this.
        RunError: the run cannot be used.
    """
    entry = find(name, request.say)
    check(entry, request)
    import torch  # only here: the catalogue itself is read for `--help`

    with torch.no_grad():
        lesson: Lesson = import_module(entry.module).lesson(request)
    return lesson


def check(entry: Entry, request: Request) -> None:
    """Refuse what a lesson has no use for, rather than leave it unread."""
    _check_options(entry, request)
    say = request.say
    if request.text is not None and not entry.text:
        raise UsageError(
            say("error.text", name=entry.name), hint=say("error.text.hint", name=entry.name)
        )
    if request.text is None and (entry.run == "needed" or request.run is not None):
        raise UsageError(
            say("error.no-text", name=entry.name), hint=say("error.no-text.hint", name=entry.name)
        )
    if request.target is not None and request.run is None:
        raise UsageError(say("error.target"), hint=say("error.target.hint"))


def _check_options(entry: Entry, request: Request) -> None:
    """Refuse an option that belongs to other lessons."""
    say = request.say
    given = {
        "scaled": request.scaled,
        "plain": request.plain,
        "step": request.step is not None,
        "target": request.target is not None,
    }
    for option, is_given in given.items():
        if is_given and option not in entry.options:
            fitting = ", ".join(each.name for each in CATALOGUE if option in each.options)
            raise UsageError(
                say("error.option", name=entry.name, option=f"--{option}"),
                hint=say("error.option.hint", option=f"--{option}", names=fitting),
            )
    if request.run is not None and entry.run == "never":
        fitting = ", ".join(each.name for each in CATALOGUE if each.run != "never")
        raise UsageError(
            say("error.option", name=entry.name, option="--run"),
            hint=say("error.option.hint", option="--run", names=fitting),
        )
