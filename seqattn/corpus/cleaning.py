"""Filters that act on pairs: too long, out of proportion, identical, duplicate.

A filter never sees one side alone, so what is left is parallel; every drop is counted by reason.
Each rule can be turned off. Empty sides are no rule: the readers drop those always.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from seqattn.config import DataConfig
from seqattn.corpus.fingerprints import Seen, fingerprint
from seqattn.corpus.pairs import Pair
from seqattn.corpus.tally import Reason, Tally

GRACE = 20  # bytes added to both sides before they are compared: short sentences vary much
BATCH = 1 << 15  # pairs compared with all earlier ones at once


@dataclass(frozen=True)
class CleaningRules:
    """What to drop. None or False turns a rule off.

    Attributes:
        max_chars: longest side in characters, at least 1. A limit in pieces comes later, with the
            tokenizer; this one keeps whole paragraphs and junk away from it.
        max_ratio: longer side / shorter side, at least 1, both in UTF-8 bytes plus GRACE. Bytes,
            because one Chinese character (3 bytes) says about as much as 3 Latin ones.
        duplicates: drop a pair that came before, both sides the same but for outer spaces.
        identical: drop a pair whose sides are the same. Off: copying tasks are real.
    """

    max_chars: int | None = 2000
    max_ratio: float | None = 9.0
    duplicates: bool = True
    identical: bool = False

    def __post_init__(self) -> None:
        if self.max_chars is not None and self.max_chars < 1:
            raise ValueError(f"max_chars must be at least 1, got {self.max_chars}")
        if self.max_ratio is not None and not self.max_ratio >= 1:
            raise ValueError(f"max_ratio must be at least 1, got {self.max_ratio}")


def rules_of(data: DataConfig) -> CleaningRules:
    """The rules that settings ask for, in which 0 turns a limit off.

    >>> rules_of(DataConfig(max_ratio=0, drop_identical=True))
    CleaningRules(max_chars=2000, max_ratio=None, duplicates=True, identical=True)
    """
    return CleaningRules(
        max_chars=data.max_chars or None,
        max_ratio=data.max_ratio or None,
        duplicates=data.drop_duplicates,
        identical=data.drop_identical,
    )


def clean(pairs: Iterable[Pair], rules: CleaningRules, tally: Tally) -> Iterator[Pair]:
    """Give the pairs that pass every rule, in order; the first rule that fails is counted.

    Args:
        pairs: any pairs.
        rules: what to drop.
        tally: each drop is added to it.

    Memory is constant but for duplicates, which cost 8 bytes a distinct pair (16 at times).

    >>> pairs = [Pair("Hi.", "Salut.", 1), Pair("Hi.", "Salut.", 2), Pair("Hi.", "Coucou.", 3)]
    >>> tally = Tally()
    >>> [pair.line for pair in clean(pairs, CleaningRules(), tally)], tally.count(Reason.DUPLICATE)
    ([1, 3], 1)
    """
    kept = (pair for pair in pairs if _passes(pair, rules, tally))
    return _distinct(kept, tally) if rules.duplicates else kept


def length_ratio(source: str, target: str) -> float:
    """How many times longer the longer side is, in UTF-8 bytes plus GRACE; at least 1."""
    left, right = (len(side.encode("utf-8", "replace")) + GRACE for side in (source, target))
    return max(left, right) / min(left, right)


def _passes(pair: Pair, rules: CleaningRules, tally: Tally) -> bool:
    """Whether a pair passes the rules that need no other pair."""
    source, target, line = pair
    if rules.max_chars is not None and (
        len(source) > rules.max_chars or len(target) > rules.max_chars
    ):
        longer = max(source, target, key=len)
        tally.add(Reason.TOO_LONG, line, longer, measure=len(longer))
        return False
    if rules.max_ratio is not None:
        ratio = length_ratio(source, target)
        if ratio > rules.max_ratio:
            tally.add(Reason.RATIO, line, max(source, target, key=len), measure=ratio)
            return False
    if rules.identical and source.strip() == target.strip():
        tally.add(Reason.IDENTICAL, line, source)
        return False
    return True


def _distinct(pairs: Iterable[Pair], tally: Tally) -> Iterator[Pair]:
    """Drop what came before; numpy looks up a whole batch at the cost of a few pairs."""
    seen = Seen()
    pairs = iter(pairs)
    while batch := list(islice(pairs, BATCH)):
        prints = (fingerprint(f"{pair.source.strip()}\n{pair.target.strip()}") for pair in batch)
        new = seen.add(np.fromiter(prints, np.uint64, len(batch)))
        for pair, is_new in zip(batch, new.tolist(), strict=True):
            if is_new:
                yield pair
            else:
                tally.add(Reason.DUPLICATE, pair.line, pair.source)
