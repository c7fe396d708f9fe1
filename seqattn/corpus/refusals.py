"""Lines that cannot be used, gathered: one message shows the first few and how many there are."""

from seqattn.errors import CorpusError
from seqattn.text import visible

SHOWN = 3  # lines shown in full
COPY_LENGTH = 60  # characters of a line shown


class Refusals:
    """The unusable lines of one file. True once there is one; then the reader only counts on.

    Args:
        name: the file's name in messages.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self._shown: list[str] = []

    def add(self, line: int, problem: str, text: str) -> None:
        """Line `line` (1-based) `problem`, e.g. "has 3 fields"; `text` is its raw content."""
        self.count += 1
        if len(self._shown) < SHOWN:
            self._shown.append(f"line {line} {problem}: '{visible(text, COPY_LENGTH)}'")

    def __bool__(self) -> bool:
        return self.count > 0

    def raise_if_any(self, *, needed: str, hint: str) -> None:
        """Raise the error for all of them, if there are any."""
        if self.count:
            raise self.error(needed=needed, hint=hint)

    def error(self, *, needed: str, hint: str) -> CorpusError:
        """The error for all of them: the first few with a copy, then a count."""
        more = self.count - len(self._shown)
        tail = f"; and {more:,} more such line{'s' if more > 1 else ''}" if more else ""
        return CorpusError(
            f"{self.name} {'; '.join(self._shown)}{tail}. Needed: {needed}.", hint=hint
        )
