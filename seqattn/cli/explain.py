"""`seqattn explain`: a worked lesson, drawn on a terminal, as plain text, or as JSON."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.help_pages import PlainCommand
from seqattn.cli.options import DebugOption, QuietOption
from seqattn.cli.runs import choose_runs, complete_run, run_folder
from seqattn.cli.streams import is_terminal, stdout_console
from seqattn.errors import UsageError
from seqattn.lessons.catalogue import CATALOGUE, NAMES, Request, build, find, list_as_json
from seqattn.lessons.texts import LANGUAGES, Voice, language_of
from seqattn.text import visible

if TYPE_CHECKING:
    from seqattn.lessons.layout import Line
    from seqattn.lessons.lesson import Lesson

PIPE_WIDTH = 80
"""Cells of a line where there is no terminal to ask."""

_ENGLISH = Voice("en")

LessonArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="LESSON",
        help=_ENGLISH("help.lesson"),
        show_default=False,
        autocompletion=lambda: list(NAMES),
    ),
]
TextArgument = Annotated[
    str | None,
    typer.Argument(metavar="TEXT", help=_ENGLISH("help.text"), show_default=False),
]
RunOption = Annotated[
    Path | None,
    typer.Option(
        "--run",
        parser=run_folder,
        autocompletion=complete_run,
        metavar="DIR",
        help=_ENGLISH("help.run"),
    ),
]
ScaledOption = Annotated[bool, typer.Option("--scaled", help=_ENGLISH("help.scaled"))]
PlainOption = Annotated[bool, typer.Option("--plain", help=_ENGLISH("help.plain"))]
StepOption = Annotated[int | None, typer.Option("--step", metavar="N", help=_ENGLISH("help.step"))]
TargetOption = Annotated[
    str | None, typer.Option("--target", metavar="TEXT", help=_ENGLISH("help.target"))
]
LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="NAME",
        help=_ENGLISH("help.lang"),
        autocompletion=lambda: list(LANGUAGES),
    ),
]
WidthOption = Annotated[
    int | None, typer.Option("--width", metavar="N", min=20, help=_ENGLISH("help.width"))
]


def explain(
    name: LessonArgument = None,
    text: TextArgument = None,
    scaled: ScaledOption = False,
    plain: PlainOption = False,
    step: StepOption = None,
    target: TargetOption = None,
    run: RunOption = None,
    list_lessons: Annotated[bool, typer.Option("--list", help=_ENGLISH("help.list"))] = False,
    lang: LangOption = None,
    pause: Annotated[bool, typer.Option("--pause", help=_ENGLISH("help.pause"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=_ENGLISH("help.json"))] = False,
    width: WidthOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Replaced below by the help of the texts' table."""
    say = voice_of(lang)
    given = {"scaled": scaled, "plain": plain, "step": step, "run": run}
    if name is None or list_lessons:
        if name is None and not list_lessons:
            _refuse_without_lesson(say, {**given, "target": target})
        if as_json:
            print(list_as_json(say))
        else:
            _list(say, width)
        return
    from seqattn.cli.texts import argument_text

    texts = {
        key: None if value is None else argument_text(value, or_file=False)
        for key, value in (("text", text), ("target", target))
    }
    request = Request(say, **texts, **given)  # type: ignore[arg-type]
    lesson = build(name, _with_run(name, request, quiet=quiet))
    if as_json:
        print(lesson.to_json())
        return
    _Show(say, width, pause=pause and is_terminal(sys.stdin)).lesson(lesson)


explain.__doc__ = f"{_ENGLISH('help.summary')}\n\n{_ENGLISH('help.body')}\n"


def voice_of(lang: str | None) -> Voice:
    """The language of --lang, else of the locale.

    Raises:
        UsageError: there is no such language.
    """
    if lang is None:
        return Voice(language_of())
    if lang not in LANGUAGES:
        say = Voice(language_of())
        raise UsageError(
            say("error.lang", name=visible(lang)),
            hint=say("error.lang.hint", names=", ".join(LANGUAGES)),
        )
    return Voice(lang)


def _with_run(name: str, request: Request, *, quiet: bool) -> Request:
    """A lesson that needs a run gets one as commands do that read a run."""
    from dataclasses import replace

    if find(name, request.say).run != "needed" or request.run or request.text is None:
        return request
    text = request.text
    [run] = choose_runs([], lambda: text, quiet=quiet)
    return replace(request, run=run)


def _refuse_without_lesson(say: Voice, given: Mapping[str, object]) -> None:
    """Refuse what a list of lessons has no use for, rather than leave it unread."""
    for option, value in given.items():
        if value is not None and value is not False:
            raise UsageError(
                say("error.no-lesson", option=f"--{option}"),
                hint=say("error.no-lesson.hint", names=", ".join(NAMES)),
            )


def _list(say: Voice, width: int | None) -> None:
    """Each lesson in a line, what it takes, and how to go on."""
    from seqattn.graphemes import cell_width
    from seqattn.heatmap.labels import pad
    from seqattn.lessons.wrapping import wrap_prose

    width = width or PIPE_WIDTH
    print(say("list.head"))
    print()
    margin = max(map(len, NAMES)) + 2
    about = {entry.name: say(f"list.{entry.name}") for entry in CATALOGUE}
    broad = max(map(cell_width, about.values())) + 2
    for entry in CATALOGUE:
        marks = ("TEXT " if entry.text else "     ") + ("RUN" if entry.run != "never" else "")
        line = f"  {entry.name:<{margin}}{pad(about[entry.name], broad)}{marks}"
        print(line.rstrip())
    print()
    for line in wrap_prose(say("list.foot"), width):
        print(line)


class _Show:
    """Prints a lesson step by step, in colour where the terminal has it."""

    def __init__(self, say: Voice, width: int | None, *, pause: bool) -> None:
        from seqattn.heatmap import Canvas

        self.say, self.console = say, stdout_console()
        self.canvas = Canvas.of(self.console, width=width)
        self.width = self.canvas.width or PIPE_WIDTH
        self.pause = pause and self.console.is_terminal

    def lesson(self, lesson: "Lesson") -> None:
        """The title, the steps with a pause between two, and the closing."""
        from seqattn.lessons.layout import closing_lines, head_lines, step_lines

        self._print(list(head_lines(lesson, self.width)))
        for number, step in enumerate(lesson.steps, start=1):
            lines = step_lines(step, number, len(lesson.steps), self.say, self.width)
            self._print(list(lines))
            if self.pause and number < len(lesson.steps) and not self._go_on():
                return
        self._print(list(closing_lines(lesson, self.width)))

    def _print(self, lines: "list[Line]") -> None:
        from seqattn.lessons.layout import to_plain

        if self.canvas.depth == "none":
            sys.stdout.write(to_plain(iter(lines)))
            return
        from seqattn.lessons.terminal import colored

        self.console.print(colored(lines, self.canvas), end="", soft_wrap=True)

    def _go_on(self) -> bool:
        """Wait for a key; whether it asks for more."""
        sys.stdout.flush()
        prompt = self.say("show.pause")
        sys.stderr.write(f"\n{prompt}")
        sys.stderr.flush()
        key = typer.getchar()
        blank = "" if self.canvas.depth == "none" else "\r\x1b[2K\x1b[1A"
        sys.stderr.write(blank or "\n")
        sys.stderr.flush()
        if key == "\x03":
            raise KeyboardInterrupt
        return key not in ("q", "Q", "\x04", "\x1b")


# -- help in the language asked for ----------------------------------------------------------------


class ExplainCommand(PlainCommand):
    """`seqattn explain`, whose help page speaks the language of --lang or of the locale."""

    language = "en"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Find the language first: --help is answered while arguments are still read."""
        self.language = _language_in(args)
        rest: list[str] = super().parse_args(ctx, args)
        return rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The page of `PlainCommand` in English; else the same page from the table."""
        if self.language == "en":
            super().format_help(ctx, formatter)
        else:
            formatter.write(_help_page(self, ctx, Voice(self.language), formatter.width))


def _language_in(args: list[str]) -> str:
    """The language that unparsed arguments ask for; a wrong one is told later."""
    found = language_of()
    for index, word in enumerate(args):
        name, _, value = word.partition("=")
        if name == "--lang":
            value = value or (args[index + 1] if index + 1 < len(args) else "")
            found = value if value in LANGUAGES else found
    return found


def _help_page(command: Any, ctx: Any, say: Voice, width: int) -> str:
    """The help page in a language whose words are measured in cells."""
    pieces = command.collect_usage_pieces(ctx)
    lines = [say("help.usage", usage=" ".join([ctx.command_path, *pieces])), ""]
    for key in ("help.summary", "help.body"):
        lines += [*_indented(say(key), width, "  "), ""]
    parameters = command.get_params(ctx)
    for kind, head in (("argument", "help.arguments"), ("option", "help.options")):
        records = [
            (_signature(parameter, ctx), say(f"help.{_key(parameter)}"))
            for parameter in parameters
            if parameter.param_type_name == kind
        ]
        margin = max(len(name) for name, _ in records) + 4
        lines.append(say(head))
        for name, about in records:
            first, *others = _indented(about, width, " " * margin)
            lines += [f"  {name}".ljust(margin) + first.lstrip(), *others]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def _signature(parameter: Any, ctx: Any) -> str:
    """What is typed: `--run DIR`."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    return str(parameter.get_help_record(ctx)[0])


def _key(parameter: Any) -> str:
    """What the table calls a parameter."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar).lower()
    longest = max(parameter.opts, key=len)
    return str(longest).removeprefix("--")


def _indented(text: str, width: int, indent: str) -> list[str]:
    from seqattn.lessons.wrapping import wrap_prose

    return [indent + line for line in wrap_prose(text, width - len(indent))]
