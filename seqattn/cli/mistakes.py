"""Where every expected mistake is printed: two lines on stderr, what and hint, never a traceback.

    Error: a.de has 2 lines but a.en has 1.
    Hint:  Line i of one must translate line i of the other. Is a sentence broken in two?

Typer's own usage errors, refusals by the operating system and a reader who left (`| head`) pass
here too. What is none of these is our bug and keeps its traceback. `--debug` shows it always.
"""

import contextlib
import errno
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from seqattn.cli.streams import forget_unwritten, speak_utf8
from seqattn.errors import SeqattnError, UsageError
from seqattn.text import visible

INTERRUPTED = 130
NO_ROOM = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
NO_HINT = "--debug shows where it happened."


class MistakePrinter(TyperGroup):
    """The group of all commands; what they raise ends here, also under a test's `CliRunner`."""

    debug = False

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit code."""
        speak_utf8()
        self.debug = False
        try:
            _require_place_to_be()
            code = super().main(
                args=args,
                prog_name=prog_name,
                complete_var=complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
            sys.stdout.flush()
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        except BrokenPipeError:  # the reader of our output is gone (`| head`): say nothing
            forget_unwritten()
            code = 1
        except Exception as mistake:
            code = self._tell(mistake)
        if not _all_written():
            forget_unwritten()
            code = code or 1
        sys.exit(code)

    def _tell(self, mistake: Exception) -> int:
        """Print an expected mistake and give its exit code; raise anything else again."""
        told = describe(mistake)
        if told is None:
            raise mistake
        if self.debug:
            traceback.print_exception(mistake)
        message, hint, code = told
        with contextlib.suppress(OSError):  # stderr itself may be what cannot be written
            print(f"Error: {message}", file=sys.stderr)
            print(f"Hint:  {hint}", file=sys.stderr)
        return code


def _require_place_to_be() -> None:
    """Refuse to begin in a folder that was deleted: the library of matrix products dies there.

    Raises:
        UsageError: it is gone.
    """
    try:
        os.getcwd()
    except FileNotFoundError:
        raise UsageError(
            "The folder you are in was deleted.", hint="Change to one that is there: cd FOLDER."
        ) from None


def describe(mistake: Exception) -> tuple[str, str, int] | None:
    """What to say of an exception: message, hint, exit code. None if it is not expected.

    >>> describe(FileNotFoundError(2, "No such file or directory", "a.en"))
    ('a.en: no such file or directory.', '--debug shows where it happened.', 1)
    >>> describe(ZeroDivisionError())
    """
    if isinstance(mistake, SeqattnError):
        return mistake.message, mistake.hint or NO_HINT, mistake.exit_code
    if isinstance(mistake, OSError) and mistake.strerror:
        what = mistake.strerror[0].lower() + mistake.strerror[1:]
        if mistake.filename is not None:
            return f"{visible(os.fsdecode(mistake.filename))}: {what}.", NO_HINT, 1
        if mistake.errno in NO_ROOM:  # our files have names: it is stdout or stderr
            return f"The output cannot be written: {what}.", "Make room where it goes to.", 1
        return f"{what}.", NO_HINT, 1
    if isinstance(mistake, MemoryError) or _is_out_of_memory(mistake):
        return "The memory is used up.", "Lower --batch-tokens or use a smaller model.", 1
    # Typer's usage errors; it does not export their class, but all have these.
    if hasattr(mistake, "format_message") and hasattr(mistake, "exit_code"):
        return _usage_error(mistake)
    return None


def _is_out_of_memory(mistake: Exception) -> bool:
    """Whether torch had none left: on a GPU it has a class for that, elsewhere only words."""
    if not isinstance(mistake, RuntimeError):
        return False
    words = ("can't allocate memory", "not enough memory", "out of memory")
    text = str(mistake).lower()
    return type(mistake).__name__ == "OutOfMemoryError" or any(word in text for word in words)


def _usage_error(mistake: Any) -> tuple[str, str, int]:
    context = getattr(mistake, "ctx", None)
    message = visible(" ".join(mistake.format_message().split()))
    path = context.command_path if context else "seqattn"
    hint = f"`{path} --help` lists the arguments and options."
    option = getattr(mistake, "option_name", None)
    if option and context and _takes_text(context.command):
        hint += " A text that begins with - goes after --."
    elif option and not option.startswith("--"):  # no long option that was mistyped
        hint += " A file whose name begins with - is written ./-NAME."
    elif "unexpected extra argument" in message and context and _takes_text(context.command):
        hint += " A text of several words stands in quotes."
    return message, hint, int(mistake.exit_code)


def _takes_text(command: Any) -> bool:
    return any(parameter.name == "text" for parameter in command.params)


def _all_written() -> bool:
    """Whether stdout and stderr take what they still hold."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return False
    return True
