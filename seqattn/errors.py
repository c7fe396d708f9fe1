"""The mistakes a user can mend: what is wrong, and what to do about it.

Raised where the mistake is found; printed in one place, `seqattn.cli`, as two lines on stderr.
What is our own bug is an `assert` or a `ValueError` instead, and shows its traceback.

    class            exit code   when
    SeqattnError     1           it failed while running
    UsageError       2           an option or argument is wrong
    CorpusError      2           the text given cannot be used
    RunError         2           the run folder cannot be used
    TrainingError    1           training cannot go on
"""


class SeqattnError(Exception):
    """An expected mistake.

    Args:
        message: what is wrong, one line, naming the file, line or option.
        hint: what to do about it, one line.
    """

    exit_code = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(SeqattnError):
    """An option or an argument is wrong."""

    exit_code = 2


class CorpusError(SeqattnError):
    """The text given cannot be used: name the file and the line."""

    exit_code = 2


class RunError(SeqattnError):
    """The run folder cannot be used: name the folder and the file in it."""

    exit_code = 2


class TrainingError(SeqattnError):
    """Training cannot go on; the last good state is on disk."""
