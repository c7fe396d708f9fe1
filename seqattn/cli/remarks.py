"""What a user should know although nothing failed: settings that do nothing, odd translations.

Of translations it is said once all are written: a line a kind, with the numbers of the first. In a
file of a million lines the same may be true of thousands: they are counted, not listed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from seqattn.compatibility import without_effect
from seqattn.config import Config, all_settings
from seqattn.text import counted

if TYPE_CHECKING:
    from seqattn.tokenizer import Tokenizer
    from seqattn.translation import Translation

NAMED = 5
"""Lines named in a remark; the others are only counted."""

QUESTION = "Is this text like the training text?"


def idle_settings(
    configs: Sequence[Config],
    given: Collection[str],
    filed: Mapping[str, Any],
    *,
    holds_out: bool,
) -> Iterator[str]:
    """A sentence for each setting that was chosen and makes no difference.

    Args:
        configs: of the training, or of each training of a comparison.
        given: settings that options gave, by name.
        filed: settings of --config. A file may well be a run's, with all settings that there are:
            one that has its default, or follows the size of a corpus, was hardly chosen.
        holds_out: whether a part of the corpus is held out.
    """
    chosen = [
        setting.name
        for setting in all_settings()
        if setting.name in given
        or (not setting.by_size and filed.get(setting.name, setting.default) != setting.default)
    ]
    yield from without_effect(configs, chosen)
    if "held_out" in given and not holds_out:
        yield "--held-out makes no difference: there is a validation text of its own."


@dataclass
class Lines:
    """How many lines something is true of, and the first of them, counted from 1.

    >>> lines = Lines()
    >>> for line in (2, 5, 6, 7, 9, 11):
    ...     lines.add(line)
    >>> lines.count, str(lines)
    (6, 'lines 2, 5, 6, 7, 9, …')
    """

    count: int = 0
    first: list[int] = field(default_factory=list)

    def add(self, line: int) -> None:
        """Count a line."""
        self.count += 1
        if self.count <= NAMED:
            self.first.append(line)

    def __str__(self) -> str:
        named = ", ".join(map(str, self.first)) + (", …" if self.count > NAMED else "")
        return f"line{'s' if self.count > 1 else ''} {named}"


def strange_pieces(text: str, tokenizer: "Tokenizer") -> str:
    """How many of a sentence's pieces say nothing to the model, if it is over half; else empty."""
    if tokenizer.unfamiliar_ids.isdisjoint(tokenizer.encode(text)):
        return ""
    # A space that is a piece of its own says nothing of the word behind it.
    inked = [piece for piece in tokenizer.pieces(text) if piece.text or piece.is_byte]
    strange = sum(piece.unknown or piece.is_byte for piece in inked)
    if 2 * strange <= len(inked):
        return ""
    of_them = f"{strange} of {counted(len(inked), 'piece')} {'is' if strange == 1 else 'are'}"
    return f"{of_them} unknown or bytes. {QUESTION}"


@dataclass
class Unfamiliar:
    """Sentences that the vocabulary hardly has a piece for.

    A run trained on lower-cased text that is given capitals, or another language or script,
    translates all the same: what it lacks is unknown to it, or spelled in bytes that it never
    learned to read. Where more than half of a sentence's pieces are of that kind, its user should
    know.

    Attributes:
        tokenizer: of the source.
        lines: those that were strange.
        only: what is to be said of the first of them, while it is the only one.
    """

    tokenizer: "Tokenizer"
    lines: Lines = field(default_factory=Lines)
    only: str = ""

    def note(self, text: str, line: int) -> str:
        """What is to be said of the sentence on that line; empty if it is not strange."""
        strange = strange_pieces(text, self.tokenizer)
        if not strange:
            return ""
        said = f"Line {line}: {strange}"
        self.lines.add(line)
        self.only = self.only or said
        return said

    def remarks(self) -> list[str]:
        """One sentence with its numbers, or several by their lines; nothing of none."""
        if self.lines.count < 2:
            return [self.only] if self.only else []
        return [
            f"Over half of the pieces are unknown or bytes in {counted(self.lines.count, 'line')} "
            f"({self.lines}). {QUESTION}"
        ]


@dataclass
class Folded:
    """Sentences that are shown in other letters than they were typed in.

    A run trained with `--normalization nfkc` or `--lowercase` reads all text so, and its pictures
    show what it reads.

    Attributes:
        tokenizer: of the source.
        lines: those that changed.
    """

    tokenizer: "Tokenizer"
    lines: Lines = field(default_factory=Lines)

    def note(self, text: str, line: int) -> None:
        """Keep in mind whether the sentence on that line changed."""
        from seqattn.normalization import normalize

        if self._rules() and normalize(text, form="nfc") != self.tokenizer.normalize(text):
            self.lines.add(line)

    def remarks(self) -> list[str]:
        """One sentence that names the lines; nothing of none."""
        if not self.lines.count:
            return []
        one = self.lines.count == 1
        shown = f"{self.lines} {'is' if one else 'are'} shown as the model reads "
        return [
            f"Trained with {' and '.join(self._rules())}: {shown}{'it' if one else 'them'}, not as "
            "typed."
        ]

    def _rules(self) -> list[str]:
        """The options that change letters."""
        settings = self.tokenizer.settings
        form = ["--normalization nfkc"] if settings.normalization == "nfkc" else []
        return [*form, *(["--lowercase"] if settings.lowercase else [])]


@dataclass
class Remarks:
    """What is to be said of translations.

    Attributes:
        aligned: whether their attention was asked for.
        unended: those that the length limit cut.
        unshown: those too long to show attention.
        stray: those with bytes that make no character.
    """

    aligned: bool = False
    unended: Lines = field(default_factory=Lines)
    unshown: Lines = field(default_factory=Lines)
    stray: Lines = field(default_factory=Lines)

    def note(self, translation: "Translation", line: int) -> None:
        """Keep in mind what is to be said of the translation on that line."""
        if not translation.ended:
            self.unended.add(line)
        if self.aligned and translation.text and translation.alignment is None:
            self.unshown.add(line)
        if translation.stray_bytes:
            self.stray.add(line)

    def all(self) -> list[str]:
        """A line for each kind that occurred."""
        kinds = {
            "Cut off at the length limit, since the model did not end them": self.unended,
            "Too long to show attention": self.unshown,
            "Bytes that make no character, written as U+FFFD": self.stray,
        }
        return [
            f"{said}: {counted(lines.count, 'translation')} ({lines})."
            for said, lines in kinds.items()
            if lines.count
        ]
