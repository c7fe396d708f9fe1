"""What a run without byte fallback does not know of a text, and what copying by attention is worth.

Counted are pieces: of the sources and of the references, those that are UNK, and how many of the
references' stand in their source too, which is all that copying could ever get right. Then the
run's own translations: with `--unknown mark` the UNK that it writes, with `copy` those of them
that become a part of their reference, and the BLEU of each of the three ways.
"""

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.measuring import Row
from benchmarks.quality.texts import Sides, lines
from seqattn.tokenizer import Tokenizer, TokenizerPair

Translated = dict[str, Any]
"""A line of `seqattn translate --json`."""


def unknown_facts(
    translated: Callable[[str], Sequence[Translated]],
    tokenizers: TokenizerPair,
    sides: Sides,
    *,
    tokenize: str,
) -> Row:
    """What a run does not know of a text, and what the ways to write it come to.

    Args:
        translated: gives the translations of all sources, greedily, with a choice of `--unknown`.
        tokenizers: the run's, without byte fallback.
        sides: the text.
        tokenize: sacrebleu's tokenization.
    """
    from seqattn.evaluation import corpus_scores
    from seqattn.unknown import UNKNOWN

    sources, references = lines(sides.source), lines(sides.target)
    found = {way: translated(way) for way in UNKNOWN}
    bleu = {
        way: corpus_scores([each["text"] for each in those], references, tokenize=tokenize).bleu
        for way, those in found.items()
    }
    copies = [unknown_labels(each) for each in found["copy"]]
    wanted = [unknown_parts(tokenizers.target, line) for line in references]
    return {
        "in_sources": sum(len(unknown_parts(tokenizers.source, line)) for line in sources),
        "in_references": sum(map(len, wanted)),
        "of_these_in_the_source": held(wanted, sources),
        "written": sum(map(len, copies)),
        "copied_right": held(copies, references),
        "bleu": {way: round(score, 2) for way, score in bleu.items()},
    }


def unknown_parts(tokenizer: Tokenizer, line: str) -> list[str]:
    """The parts of a line that the vocabulary cannot write."""
    return [piece.text for piece in tokenizer.pieces(line) if piece.unknown]


def unknown_labels(translation: Translated) -> list[str]:
    """What a translation has in the place of each UNK; a blank one has no alignment.

    >>> unknown_labels({"alignment": {"rows": [{"text": "Żół", "special": "unknown"},
    ...     {"text": "</s>", "special": "end"}]}})
    ['Żół']
    """
    rows = (translation["alignment"] or {"rows": ()})["rows"]
    return [row["text"] for row in rows if row["special"] == "unknown"]


def held(parts: Sequence[Sequence[str]], texts: Sequence[str]) -> int:
    """How many parts stand in the text beside them.

    >>> held([["b"], ["x", "d"]], ["abc", "def"])
    2
    """
    return sum(part in text for some, text in zip(parts, texts, strict=True) for part in some)
