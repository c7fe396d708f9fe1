"""Pieces merged to words: which pieces make a word, and what share of each is its own.

Pieces between which no space and no mark stands are a run. A run is one word, or with "characters"
its joined text is cut: pieces may meet inside a character (ก and ็น spell ก็ and น), so where a piece
ends says nothing about where a character does.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import get_args

from seqattn.alignment.labels import Label, Segment, Special
from seqattn.graphemes import clusters, is_unspaced


@dataclass
class Word:
    """What becomes one label; `shares` maps each piece to the part in (0, 1] that it holds."""

    name: str  # of its first piece, for a word without ink of its own
    text: str
    starts_word: bool
    special: Special = ""
    shares: dict[int, float] = field(default_factory=dict)

    def label(self) -> Label:
        """The word as a row or a column."""
        return Label(self.text or self.name, self.starts_word, self.special)


def merge(labels: Sequence[Label], segment: Segment) -> list[Word]:
    """Join pieces up to the next word's start; with "characters", cut unspaced scripts apart."""
    if segment not in get_args(Segment):
        raise ValueError(f"unknown segment {segment!r}, expected one of {get_args(Segment)}")
    return [word for run in _runs(labels) for word in _words_of(labels, run, segment)]


def _runs(labels: Sequence[Label]) -> list[list[int]]:
    """The places of pieces that no space and no mark parts; a mark stands alone."""
    runs: list[list[int]] = []
    for index, label in enumerate(labels):
        if not runs or label.starts_word or label.is_mark or labels[index - 1].is_mark:
            runs.append([])
        runs[-1].append(index)
    return runs


def _words_of(labels: Sequence[Label], run: list[int], segment: Segment) -> list[Word]:
    """The words of a run; each piece's shares in them sum to 1."""
    text = "".join(labels[index].slice for index in run)
    first = labels[run[0]]
    whole = segment == "spaces" or first.is_mark
    parts = [[text]] if whole else _characters(text) or [[""]]
    words = [Word("", "".join(part), first.starts_word and part is parts[0]) for part in parts]
    # Of each code point the number of its word, and how much of its character it is.
    owners = [(n, 1 / len(c)) for n, part in enumerate(parts) for c in part for _ in c]
    start = 0
    for index in run:
        label = labels[index]
        end = start + len(label.slice)
        # A piece without ink of its own belongs to the character before it.
        held = owners[start:end] or [owners[start - 1] if start else (0, 1.0)]
        total = math.fsum(amount for _, amount in held)
        for number, same in groupby(held, key=itemgetter(0)):
            word = words[number]
            word.name = word.name or label.text
            word.special = word.special or label.special
            word.shares[index] = math.fsum(amount for _, amount in same) / total
        start = end
    return words


def _characters(text: str) -> list[list[str]]:
    """Cut a text into single clusters of unspaced scripts and runs of all others."""
    parts: list[list[str]] = []
    for cluster in clusters(text):
        if parts and not is_unspaced(cluster) and not is_unspaced(parts[-1][0]):
            parts[-1].append(cluster)
        else:
            parts.append([cluster])
    return parts


def mean(rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    """The mean of the rows of a word's pieces, column by column."""
    return tuple(math.fsum(column) / len(rows) for column in zip(*rows, strict=True))


def weighted_sum(values: Sequence[float], shares: dict[int, float]) -> float:
    """What a word has of its pieces' values: each counts by its share."""
    return math.fsum(share * values[index] for index, share in shares.items())
