r"""One file with a tab between source and target (TSV), read literally: quotes mean nothing.

Exactly two columns, unless the user says which two of more are meant. Lines that do not fit are
refused together, by number: guessing would shift sentences. Blank lines are skipped with a notice.
"""

from collections.abc import Iterator

from seqattn.corpus.lines import read_lines
from seqattn.corpus.pairs import Pair, has_both_sides
from seqattn.corpus.refusals import Refusals
from seqattn.corpus.sources import Source
from seqattn.corpus.tally import Reason, Tally
from seqattn.text import is_blank


def read_tsv(
    source: Source, columns: tuple[int, int] | None, tally: Tally, *, reverse: bool = False
) -> Iterator[Pair]:
    """The pairs of a TSV file.

    Args:
        source: the file.
        columns: 1-based numbers of the source and target column; None: the file has exactly two.
        tally: counts what is dropped, mended and skipped.
        reverse: swap the two.

    Raises:
        CorpusError: lines with a wrong number of fields, told with number, count and a copy.
    """
    left, right = ((columns or (1, 2))[side] - 1 for side in ((1, 0) if reverse else (0, 1)))
    least = max(left, right) + 1
    most = least if columns is None else None
    refusals = Refusals(source.name)
    for line, text in enumerate(read_lines(source, tally, tabs=True), start=1):
        if text is None:
            tally.add(Reason.LONG_LINE, line)
            continue
        fields = text.split("\t")
        if len(fields) < least or (most is not None and len(fields) > most):
            if len(fields) == 1 and is_blank(text):
                tally.add(Reason.BLANK_LINE, line)
            else:
                refusals.add(line, f"has {_count(fields)}", text)
        elif has_both_sides(fields[left], fields[right], line, tally) and not refusals:
            yield Pair(fields[left], fields[right], line)
    refusals.raise_if_any(
        needed="two, parted by one tab" if columns is None else f"at least {least}",
        hint=_hint(columns),
    )


def _count(fields: list[str]) -> str:
    return "1 field (no tab)" if len(fields) == 1 else f"{len(fields)} fields"


def _hint(columns: tuple[int, int] | None) -> str:
    if columns is None:
        return (
            "Mend or delete such lines. If the file has more columns on purpose, say which two: "
            "--columns 1,2."
        )
    return f"--columns {columns[0]},{columns[1]} counts from 1. Mend or delete lines with fewer."
