"""How good translations and alignments are: BLEU and chrF (sacrebleu), by length; AER.

BLEU compares words, so it depends on how text is cut into them. `13a` does it for languages with
spaces; it would take a Chinese sentence for one word. `choose_tokenize` looks at the script:

    zh          Chinese: each Han character a word, the rest as 13a
    char        other scripts without spaces (Japanese, Thai, ...): each character a word
    13a         everything else
    none        by choice only: text that is cut already, such as published test sets
    ja-mecab    by choice only: Japanese words, needs the package's extra `japanese`

Scores carry sacrebleu's signature; compare only scores with the same one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from seqattn.errors import CorpusError, UsageError
from seqattn.graphemes import is_unspaced
from seqattn.text import counted, visible

if TYPE_CHECKING:
    from seqattn.tokenizer import Tokenizer

TOKENIZATIONS = ("13a", "zh", "ja-mecab", "char", "none")

LENGTH_BINS = (10, 20, 30, 40, 50)
"""Longest source of each row of `by_length`, words or pieces; one more row takes the rest."""

SCRIPT_LINES = 2000
"""Lines that `choose_tokenize` looks at."""

Link = tuple[int, int]

_LONGEST_NUMBER = 10  # digits of a word's number; Python refuses to read one of thousands


@dataclass(frozen=True)
class Scores:
    """What sacrebleu says of a translated corpus.

    Attributes:
        bleu: 0 to 100 (Papineni 2002).
        chrf: 0 to 100, character n-grams up to 6, beta 2 (Popović 2015).
        bleu_signature: what the number depends on, to be quoted with it.
        chrf_signature: likewise.
        hypothesis_length: words of the translations, as BLEU counts them.
        reference_length: words of the references, likewise.
        brevity_penalty: in 0 to 1; below 1 where the translations are too short.
        sentences: pairs compared.
    """

    bleu: float
    chrf: float
    bleu_signature: str
    chrf_signature: str
    hypothesis_length: int
    reference_length: int
    brevity_penalty: float
    sentences: int


def corpus_scores(
    hypotheses: Sequence[str],
    references: Sequence[str],
    *,
    tokenize: str,
    lowercase: bool = False,
) -> Scores:
    """BLEU and chrF of a corpus, one reference a sentence, as sacrebleu's own command gives them.

    Args:
        hypotheses: N translations, plain text; empty ones count as missing words.
        references: N reference translations, plain text.
        tokenize: one of `TOKENIZATIONS`.
        lowercase: compare without regard to case.

    Raises:
        CorpusError: nothing to compare, or unequal numbers of sentences.
        UsageError: a tokenization that is unknown or not installed.

    >>> scores = corpus_scores(["the red fox runs ."], ["the red fox runs ."], tokenize="none")
    >>> round(scores.bleu, 6), round(scores.chrf, 6), scores.reference_length
    (100.0, 100.0, 5)
    """
    if len(hypotheses) != len(references):
        raise CorpusError(
            f"{counted(len(hypotheses), 'translation')} but "
            f"{counted(len(references), 'reference')}.",
            hint="Line i of one must belong to line i of the other.",
        )
    if not references:
        raise CorpusError("There is no sentence to score.", hint="Is the test file empty?")
    if tokenize not in TOKENIZATIONS:
        raise UsageError(
            f"Unknown tokenization {tokenize!r}.", hint=f"Known are {', '.join(TOKENIZATIONS)}."
        )
    from sacrebleu.metrics.bleu import BLEU  # 0.1 s: only when something is scored
    from sacrebleu.metrics.chrf import CHRF

    try:
        # force: text that is cut already draws a warning otherwise; the score is the same.
        bleu = BLEU(tokenize=tokenize, lowercase=lowercase, force=True)
    except (ImportError, RuntimeError) as error:
        raise UsageError(
            f"The tokenization {tokenize} needs a package that is not installed.",
            hint='Install it by: pip install "seqattn[japanese]"',
        ) from error
    chrf = CHRF(lowercase=lowercase)
    found = bleu.corpus_score(list(hypotheses), [list(references)])
    return Scores(
        bleu=found.score,
        chrf=chrf.corpus_score(list(hypotheses), [list(references)]).score,
        bleu_signature=str(bleu.get_signature()),
        chrf_signature=str(chrf.get_signature()),
        hypothesis_length=found.sys_len,
        reference_length=found.ref_len,
        brevity_penalty=found.bp,
        sentences=len(references),
    )


def choose_tokenize(texts: Iterable[str]) -> str:
    """The tokenization that suits the script of most letters.

    Args:
        texts: sentences of the target language; the first `SCRIPT_LINES` are looked at.

    >>> choose_tokenize(["Tom jagt Jerry."]), choose_tokenize(["汤姆追逐杰瑞。"])
    ('13a', 'zh')
    >>> choose_tokenize(["トムはジェリーを追いかける。"]), choose_tokenize(["ทอมไล่เจอร์รี่"])
    ('char', 'char')
    """
    letters = Counter(c for text in islice(texts, SCRIPT_LINES) for c in text if c.isalpha())
    unspaced = {letter: count for letter, count in letters.items() if is_unspaced(letter)}
    if 2 * sum(unspaced.values()) <= letters.total():
        return "13a"
    others = sum(count for letter, count in unspaced.items() if not _is_han(letter))
    # A kana here and there is a name or a shop sign; Japanese has kana in every sentence.
    return "zh" if 10 * others < sum(unspaced.values()) else "char"


def _is_han(letter: str) -> bool:
    return (
        "\u2e80" <= letter <= "\u2fdf"  # radicals
        or letter in "々〇〆"
        or "\u3400" <= letter <= "\u9fff"
        or "\uf900" <= letter <= "\ufaff"
        or "\U00020000" <= letter <= "\U0003347f"
    )


def source_lengths(sources: Sequence[str], tokenizer: "Tokenizer") -> tuple[str, list[int]]:
    """Lengths of sentences for `by_length`, and their unit.

    Args:
        sources: N sentences.
        tokenizer: of the source.

    Returns:
        "words" and their numbers, or "pieces" where the script has no spaces between words.
    """
    if choose_tokenize(sources) == "13a":
        return "words", [len(source.split()) for source in sources]
    return "pieces", [len(ids) for ids in tokenizer.encode_batch(sources)]


class LengthRow(NamedTuple):
    """The scores of the sentences whose source has `shortest` to `longest` tokens.

    `longest` is None in the last row, which has no upper end.
    """

    shortest: int
    longest: int | None
    scores: Scores


def by_length(
    source_lengths: Sequence[int],
    hypotheses: Sequence[str],
    references: Sequence[str],
    bins: Sequence[int] = LENGTH_BINS,
    *,
    tokenize: str,
    lowercase: bool = False,
) -> list[LengthRow]:
    """Scores for short and long sources apart, as in Bahdanau 2015, figure 2.

    Args:
        source_lengths: N lengths, in whatever unit `bins` are.
        hypotheses: N translations.
        references: N references.
        bins: the longest source of each row, rising.
        tokenize: as in `corpus_scores`.
        lowercase: as in `corpus_scores`.

    Returns:
        rows from short to long; those without a sentence are left out.

    Raises:
        CorpusError: as in `corpus_scores`.
    """
    if not len(source_lengths) == len(hypotheses) == len(references):
        raise CorpusError(
            f"{counted(len(source_lengths), 'source')}, "
            f"{counted(len(hypotheses), 'translation')} and "
            f"{counted(len(references), 'reference')}.",
            hint="Line i of each must belong together.",
        )
    if list(bins) != sorted(set(bins)) or min(bins, default=1) < 1:
        raise ValueError(f"bins must rise from 1 or more, got {list(bins)}")
    rows = []
    for shortest, longest in zip([0, *(b + 1 for b in bins)], [*bins, None], strict=True):
        members = [
            i
            for i, length in enumerate(source_lengths)
            if shortest <= length and (longest is None or length <= longest)
        ]
        if members:
            scores = corpus_scores(
                [hypotheses[i] for i in members],
                [references[i] for i in members],
                tokenize=tokenize,
                lowercase=lowercase,
            )
            rows.append(LengthRow(shortest, longest, scores))
    return rows


class GoldLinks(NamedTuple):
    """Alignments of one sentence pair by hand, as (source word, target word) from 0.

    Attributes:
        sure: links that must be found.
        possible: links that may be; holds the sure ones too.
    """

    sure: frozenset[Link]
    possible: frozenset[Link]


def parse_pharaoh(line: str, *, where: str = "alignment") -> GoldLinks:
    """Read one line of links: `i-j` is sure, `ipj` is possible, counted from 0.

    Args:
        line: links parted by spaces; an empty line has none.
        where: the file and line, for the message.

    Raises:
        CorpusError: something in the line is no link.

    >>> links = parse_pharaoh("0-0 1-2 2p1")
    >>> sorted(links.sure), sorted(links.possible)
    ([(0, 0), (1, 2)], [(0, 0), (1, 2), (2, 1)])
    """
    sure: set[Link] = set()
    possible: set[Link] = set()
    for text in line.split():
        mark = "-" if "-" in text else "p"
        source, _, target = text.partition(mark)
        numbers = (source, target)
        if not all(n.isascii() and n.isdigit() and len(n) < _LONGEST_NUMBER for n in numbers):
            raise CorpusError(
                f"{where}: '{visible(text, 40)}' is no alignment link.",
                hint="A link is source-target, such as 0-1 (sure) or 0p1 (possible), from 0.",
            )
        link = (int(source), int(target))
        possible.add(link)
        if mark == "-":
            sure.add(link)
    return GoldLinks(frozenset(sure), frozenset(possible))


class AlignmentErrorRate(NamedTuple):
    """How far proposed links are from those made by hand, counted over a whole corpus.

    Attributes:
        precision: |A and P| / |A|, in 0 to 1; 0 if nothing was proposed.
        recall: |A and S| / |S|, in 0 to 1; 0 if no link is sure.
        aer: 1 - (|A and S| + |A and P|) / (|A| + |S|), in 0 to 1, the lower the better.
    """

    precision: float
    recall: float
    aer: float


def alignment_error_rate(
    proposed: Sequence[Iterable[Link]],
    sure: Sequence[Iterable[Link]],
    possible: Sequence[Iterable[Link]],
) -> AlignmentErrorRate:
    """Precision, recall and alignment error rate (Och and Ney 2003, section 5).

    Args:
        proposed: A, the links of each sentence pair.
        sure: S, by hand.
        possible: P, by hand; the sure ones count as possible whether repeated here or not.

    Raises:
        CorpusError: unequal numbers of sentence pairs, or no link on either side.

    Two proposed, one of them sure, the other not even possible; two are sure:

    >>> alignment_error_rate([[(0, 0), (1, 1)]], [[(0, 0), (1, 0)]], [[(2, 2)]])
    AlignmentErrorRate(precision=0.5, recall=0.5, aer=0.5)
    """
    if not len(proposed) == len(sure) == len(possible):
        raise CorpusError(
            f"Links of {counted(len(proposed), 'sentence pair')} to compare with gold links of "
            f"{len(sure)}.",
            hint="Line i of the gold file must belong to sentence pair i.",
        )
    a_count = s_count = a_and_s = a_and_p = 0
    for proposed_links, sure_links, possible_links in zip(proposed, sure, possible, strict=True):
        A, S = set(proposed_links), set(sure_links)
        P = S | set(possible_links)
        a_count, s_count = a_count + len(A), s_count + len(S)
        a_and_s, a_and_p = a_and_s + len(A & S), a_and_p + len(A & P)
    if a_count + s_count == 0:
        raise CorpusError("There is no link to compare.", hint="Is the gold file empty?")
    return AlignmentErrorRate(
        precision=a_and_p / a_count if a_count else 0.0,
        recall=a_and_s / s_count if s_count else 0.0,
        aer=1 - (a_and_s + a_and_p) / (a_count + s_count),
    )
