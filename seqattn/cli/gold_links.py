"""Gold links in, scores out: what `seqattn align --gold` reads and writes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from seqattn.errors import CorpusError
from seqattn.text import counted, json_line, visible

if TYPE_CHECKING:
    from seqattn.evaluation import GoldLinks
    from seqattn.word_alignment import WordedPair

Links = list[tuple[int, int]]
"""(source word, target word) from 0, sorted."""


def pharaoh(links: Links) -> str:
    """Links as a line.

    >>> pharaoh([(0, 0), (2, 1)])
    '0-0 2-1'
    """
    return " ".join(f"{source}-{target}" for source, target in links)


def read_gold(path: str, *, reverse: bool) -> "Iterator[GoldLinks]":
    """The links of each line of a gold file, its sides swapped on request.

    Raises:
        CorpusError: it cannot be read, or something in it is no link.
    """
    from seqattn.corpus import Tally
    from seqattn.corpus.lines import read_lines
    from seqattn.corpus.sources import locate
    from seqattn.evaluation import GoldLinks, parse_pharaoh

    source = locate(path)
    for line, text in enumerate(read_lines(source, Tally(), tabs=True), start=1):
        found = parse_pharaoh(text or "", where=f"{source.name} line {line}")
        if reverse:
            found = GoldLinks(*(frozenset((j, i) for i, j in links) for links in found))
        yield found


def matched(
    pairs: "Iterable[WordedPair]", gold: "Sequence[GoldLinks]", name: str
) -> "list[WordedPair]":
    """All pairs, once the links of the gold file are seen to belong to them.

    Raises:
        CorpusError: it has another number of lines, or a link to a word that its line has not got.
    """
    worded = list(pairs)
    if len(worded) != len(gold):
        raise CorpusError(
            f"{visible(name)} has {counted(len(gold), 'line')}, "
            f"but the text has {counted(len(worded), 'pair')}.",
            hint="Line i of the gold file must belong to sentence pair i.",
        )
    for line, (pair, links) in enumerate(zip(worded, gold, strict=True), start=1):
        sizes = (len(pair.source_words), len(pair.target_words))
        for link in sorted(links.possible):
            if link[0] >= sizes[0] or link[1] >= sizes[1]:
                raise CorpusError(
                    f"{visible(name)} line {line} has the link {link[0]}-{link[1]}, but the pair "
                    f"has {counted(sizes[0], 'word')} and {counted(sizes[1], 'word')}.",
                    hint="Links are source-target and count from 0. Are the files the right ones?",
                )
    return worded


def score(
    proposed: Sequence[Links], gold: "Sequence[GoldLinks]", with_links: bool, as_json: bool
) -> None:
    """Write precision, recall and AER, and the links before them on request."""
    from seqattn.evaluation import alignment_error_rate

    rate = alignment_error_rate(proposed, [g.sure for g in gold], [g.possible for g in gold])
    if as_json:
        links = {"links": proposed} if with_links else {}
        print(json_line({**rate._asdict(), "pairs": len(gold), **links}))
        return
    if with_links:
        for found in proposed:
            print(pharaoh(found))
    print(
        f"AER {100 * rate.aer:.1f} %  precision {100 * rate.precision:.1f} %  "
        f"recall {100 * rate.recall:.1f} %  ({counted(len(gold), 'pair')}, "
        f"{counted(sum(map(len, proposed)), 'link')})"
    )
