"""Parallel text of any usual format, as pairs of sentences; nothing is lost without being counted.

    from                                  by
    two line-aligned files                aligned.py
    TSV, literal                          tsv.py
    JSON lines                            jsonl.py
    TMX 1.4                               tmx.py
    each of them as .gz or .xz, or stdin  sources.py

`open_corpus` chooses among them. All lines are read by the rules of lines.py, what is wrong is
named by signatures.py and refusals.py, and what is dropped or mended is counted in a `Tally`.

Then: `clean` drops pairs by rules, `Kept` finds those that passed again, `hold_out` chooses a
development set, `Overlap` counts what is trained on of one that was given, `LengthWatch` finds
where two sides have slipped, and `write_pairs` writes pairs back. No torch and no tokenizer here.
"""

from seqattn.corpus.cleaning import CleaningRules, clean, rules_of
from seqattn.corpus.drift import LengthWatch, Stretch
from seqattn.corpus.keeping import Kept
from seqattn.corpus.opening import FORMATS, open_corpus, shipped_corpus
from seqattn.corpus.overlap import Overlap
from seqattn.corpus.pairs import Corpus, Pair
from seqattn.corpus.splitting import Split, hold_out
from seqattn.corpus.tally import Notice, Reason, Tally
from seqattn.corpus.writing import write_pairs

__all__ = [
    "FORMATS",
    "CleaningRules",
    "Corpus",
    "Kept",
    "LengthWatch",
    "Notice",
    "Overlap",
    "Pair",
    "Reason",
    "Split",
    "Stretch",
    "Tally",
    "clean",
    "hold_out",
    "open_corpus",
    "rules_of",
    "shipped_corpus",
    "write_pairs",
]
