"""What a user should know of a text that `seqattn align` had its models read.

A model that is given the wrong language, or words with spaces between that it never saw apart,
links them all the same, and badly: nothing in its links says so.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from seqattn.cli.remarks import Lines, Unfamiliar
from seqattn.text import counted

if TYPE_CHECKING:
    from seqattn.tokenizer import Tokenizer, TokenizerPair
    from seqattn.word_alignment import WordAligner, WordedPair

SAMPLE = 200
"""Lines of which the pieces are counted with and without spaces."""

FEWER = 0.75
"""Share of the pieces below which the other spelling must be the one that was learned. Words of a
script without spaces have about a space for two pieces; words of one with spaces fall to bits when
they are joined."""


@dataclass
class Spaces:
    """Whether the words of a side reach the model as it learned to read them: apart, or joined.

    Attributes:
        side: source or target.
        tokenizer: of that side.
        joined: how the model reads the words.
        lines: those counted so far.
        read: their pieces, as the model reads them.
        otherwise: their pieces the other way.
    """

    side: str
    tokenizer: "Tokenizer"
    joined: bool
    lines: int = 0
    read: int = 0
    otherwise: int = 0

    def note(self, words: Sequence[str]) -> None:
        """Count a line's pieces both ways; those after `SAMPLE` lines say nothing new."""
        if self.lines == SAMPLE:
            return
        self.lines += 1
        self.read += self._pieces(words, unsegmented=self.joined)
        self.otherwise += self._pieces(words, unsegmented=not self.joined)

    def _pieces(self, words: Sequence[str], *, unsegmented: bool) -> int:
        from seqattn.word_alignment import joined

        return len(self.tokenizer.encode(joined(words, unsegmented=unsegmented)))

    def remarks(self) -> list[str]:
        """One sentence where the other way takes far fewer pieces; else nothing."""
        if self.otherwise >= FEWER * self.read:
            return []
        here, there = "with spaces between", "joined"
        cure = f"give --unsegmented {self.side}"
        if self.joined:
            here, there, cure = there, here, f"leave the {self.side} out of --unsegmented"
        return [
            f"The words of the {self.side} are read {here}: {counted(self.read, 'piece')} in "
            f"{counted(self.lines, 'line')}; {there} they would be {self.otherwise:,}. If "
            f"the model was trained on such text, {cure}."
        ]


@dataclass
class _Reader:
    """One run and what it makes of both sides.

    Attributes:
        option: that named the run.
        remedy: for a language that it does not know.
        sides: source and target of the text.
    """

    option: str
    remedy: str
    sides: dict[str, Unfamiliar]

    def remarks(self, pairs: int, explained: Collection[str]) -> Iterator[str]:
        """A sentence a side that is strange; with the remedy where most of `pairs` are.

        Nothing of the sides of which it is `explained` why.
        """
        for side, unfamiliar in self.sides.items():
            for said in unfamiliar.remarks() if side not in explained else ():
                most = 2 * unfamiliar.lines.count > pairs
                yield f"The {side}, for {self.option}: {said}{self.remedy if most else ''}"


def _unfamiliar(source: "Tokenizer", target: "Tokenizer") -> dict[str, Unfamiliar]:
    return {"source": Unfamiliar(source), "target": Unfamiliar(target)}


@dataclass
class BitextRemarks:
    """Counts what is odd about pairs while they go by.

    Attributes:
        forward: tokenizers of the run that reads the source.
        backward: of the one that reads the target, if there is one.
        joins: whether the words of each side are joined for the models; None: the text that they
            read was given, so that nothing is to be said of its spaces.
        is_too_long: tells the pairs that are not aligned.
        too_long: those.
        pairs: with words on both sides, so far.
    """

    forward: "TokenizerPair"
    backward: "TokenizerPair | None"
    joins: tuple[bool, bool] | None
    is_too_long: "Callable[[WordedPair], bool]"
    too_long: Lines = field(default_factory=Lines)
    pairs: int = 0
    _readers: list[_Reader] = field(init=False)
    _spaces: list[Spaces] = field(init=False)

    @classmethod
    def of(cls, aligner: "WordAligner", joins: tuple[bool, bool] | None) -> "BitextRemarks":
        """Those on what an aligner is given."""
        back = None if aligner.backward is None else aligner.backward.tokenizers
        return cls(aligner.forward.tokenizers, back, joins, aligner.is_too_long)

    def __post_init__(self) -> None:
        source, target = self.forward.source, self.forward.target
        swap = " --reverse swaps the sides of the files."
        self._readers = [_Reader("--run", swap, _unfamiliar(source, target))]
        if self.backward is not None:
            sides = _unfamiliar(self.backward.target, self.backward.source)
            way = " That run must translate the other way."
            self._readers.append(_Reader("--reverse-run", way, sides))
        self._spaces = []
        if self.joins is not None:
            self._spaces += [Spaces("source", source, self.joins[0])]
            self._spaces += [Spaces("target", target, self.joins[1])]

    def noted(self, pairs: "Iterable[WordedPair]") -> "Iterator[WordedPair]":
        """The same pairs, looked at as they go by."""
        for line, pair in enumerate(pairs, start=1):
            yield pair
            if not (pair.source_words and pair.target_words):
                continue
            self.pairs += 1
            if self.is_too_long(pair):
                self.too_long.add(line)
            for reader in self._readers:
                reader.sides["source"].note(pair.source_text, line)
                reader.sides["target"].note(pair.target_text, line)
            for spaces in self._spaces:
                spaces.note(pair.source_words if spaces.side == "source" else pair.target_words)

    def at_once(self) -> list[str]:
        """What is to be said before a model works for minutes: two runs that read one language."""
        if (
            self.backward is None
            or self.forward.joint
            or self.forward.source.fingerprint != self.backward.source.fingerprint
        ):
            return []
        return [
            "--reverse-run reads the same language as --run: their source pieces are the same. "
            "It must translate the other way."
        ]

    def all(self) -> list[str]:
        """What is to be said once all pairs went by, a sentence or two each."""
        of_spaces = {spaces.side: spaces.remarks() for spaces in self._spaces}
        explained = [side for side, remarks in of_spaces.items() if remarks]
        said = [said for remarks in of_spaces.values() for said in remarks]
        if self.too_long.count:
            said.append(
                "Too long to align, and left without links: "
                f"{counted(self.too_long.count, 'pair')} ({self.too_long})."
            )
        for reader in self._readers:
            said += reader.remarks(self.pairs, explained)
        return said
