"""What a run without byte fallback does not know of a text, and what copying by attention is worth.

Counted are pieces: of the sources and of the references, those that are UNK, and how many of the
references' stand in their source too, which is all that copying could ever get right. Then the
run's own translations: with `--unknown mark` the UNK that it writes, with `copy` those of them
that become a part of their reference, and the BLEU of each of the three ways.
"""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.measuring import Row
from benchmarks.quality.texts import Sides, lines
from seqattn.alignment import Alignment
from seqattn.tokenizer import Tokenizer


def unknown_facts(run: Path, sides: Sides, *, tokenize: str) -> Row:
    """Translate a text greedily in each of the ways that `--unknown` has.

    Args:
        run: of a training with `--no-byte-fallback`.
        sides: the text.
        tokenize: sacrebleu's tokenization.
    """
    from seqattn.evaluation import corpus_scores
    from seqattn.translator import load
    from seqattn.unknown import UNKNOWN

    sources, references = lines(sides.source), lines(sides.target)
    copies: list[list[str]] = []
    bleu: dict[str, float] = {}
    for way in UNKNOWN:
        translator = load(run, unknown=way)
        found = list(translator.translate_many(sources))
        scores = corpus_scores([each.text for each in found], references, tokenize=tokenize)
        bleu[way] = round(scores.bleu, 2)
        if way == "copy":
            copies = [unknown_labels(each.alignment) for each in found]
    read, written = translator.tokenizers.source, translator.tokenizers.target
    wanted = [unknown_parts(written, line) for line in references]
    return {
        "in_sources": sum(len(unknown_parts(read, line)) for line in sources),
        "in_references": sum(map(len, wanted)),
        "of_these_in_the_source": held(wanted, sources),
        "written": sum(map(len, copies)),
        "copied_right": held(copies, references),
        "bleu": bleu,
    }


def unknown_parts(tokenizer: Tokenizer, line: str) -> list[str]:
    """The parts of a line that the vocabulary cannot write."""
    return [piece.text for piece in tokenizer.pieces(line) if piece.unknown]


def unknown_labels(alignment: Alignment | None) -> list[str]:
    """What a translation has in the place of each UNK."""
    rows = alignment.rows if alignment else ()
    return [row.text for row in rows if row.special == "unknown"]


def held(parts: Sequence[Sequence[str]], texts: Sequence[str]) -> int:
    """How many parts stand in the text beside them.

    >>> held([["b"], ["x", "d"]], ["abc", "def"])
    2
    """
    return sum(part in text for some, text in zip(parts, texts, strict=True) for part in some)
