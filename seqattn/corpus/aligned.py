"""Two line-aligned files: line i of one translates line i of the other.

A tab is a space here (it stands inside a sentence), and a pair with an empty side is dropped on
both sides, so that nothing shifts. The line counts are compared before the first pair is given.
"""

from collections.abc import Iterator

from seqattn.corpus.lines import count_lines, read_lines
from seqattn.corpus.pairs import Pair, has_both_sides
from seqattn.corpus.sources import Source
from seqattn.corpus.tally import Reason, Tally
from seqattn.errors import CorpusError
from seqattn.text import counted


def check_line_counts(source: Source, target: Source) -> None:
    """Raise a CorpusError that names both counts if two files have different numbers of lines."""
    left, right = count_lines(source), count_lines(target)
    if left != right:
        raise CorpusError(
            f"{source.name} has {counted(left, 'line')} but {target.name} has {right:,}.",
            hint="Line i of one must translate line i of the other. Is a sentence broken in two?",
        )


def read_aligned(source: Source, target: Source, tally: Tally) -> Iterator[Pair]:
    """The pairs of two files with the same number of lines.

    Raises:
        CorpusError: a line cannot be read, or a file changed since the lines were counted.
    """
    left = read_lines(source, tally, tabs=False)
    right = read_lines(target, tally, tabs=False)
    try:
        for line, (one, other) in enumerate(zip(left, right, strict=True), start=1):
            if one is None or other is None:
                tally.add(Reason.LONG_LINE, line)
            elif has_both_sides(one, other, line, tally):
                yield Pair(one, other, line)
    except ValueError as error:  # zip: one side ended first
        raise CorpusError(
            f"{source.name} or {target.name} changed while it was read.",
            hint="Start again when nothing writes to them any more.",
        ) from error
