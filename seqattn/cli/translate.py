"""`seqattn translate`: a sentence, or lines as they come."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from seqattn.cli.options import (
    DebugOption,
    FileOption,
    QuietOption,
    RunOption,
    TextArgument,
    choose_run,
    say,
)
from seqattn.cli.streams import is_terminal

if TYPE_CHECKING:
    from seqattn.translator import Translator

NAMED_LINES = 5
"""Lines named in a warning, before it only counts."""


def translate(
    text: TextArgument = None,
    file: FileOption = None,
    run: RunOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Translate a sentence, or lines as they come.

    Writes one line for each line read. Type sentences at the terminal, or pipe them: each is
    answered as soon as it is there. A TEXT that begins with - goes after --.
    """
    from seqattn.cli.texts import text_windows
    from seqattn.corpus import Tally

    tally = Tally()
    line = 0
    unended: list[int] = []
    with text_windows(text, file, tally) as windows:
        translator = open_translator(run, quiet=quiet)
        ask_for_lines(text, file, quiet=quiet)
        for window in windows:
            for translation in translator.translate_many(window, with_alignment=False):
                line += 1
                print(translation.text)
                if not translation.ended:
                    unended.append(line)
            sys.stdout.flush()
    say(*tally, *_unended(unended), quiet=quiet)


def open_translator(run: Path | None, *, quiet: bool) -> "Translator":
    """The translator of --run, or of the run trained last."""
    from seqattn.translator import load

    return load(choose_run(run, quiet=quiet))


def ask_for_lines(text: str | None, file: str | None, *, quiet: bool) -> None:
    """Say what is awaited where somebody sits at the terminal and gave nothing."""
    if text in (None, "-") and file in (None, "-") and is_terminal(sys.stdin):
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        say(f"Type a sentence and press Enter; {end} ends.", quiet=quiet)


def _unended(lines: list[int]) -> list[str]:
    """A warning of translations that ran into the length limit."""
    if not lines:
        return []
    named = ", ".join(map(str, lines[:NAMED_LINES])) + (", …" if lines[NAMED_LINES:] else "")
    return [
        f"Cut off at the length limit, since the model did not end them: {len(lines):,} "
        f"translation{'s' if len(lines) > 1 else ''} (line {named})."
    ]
