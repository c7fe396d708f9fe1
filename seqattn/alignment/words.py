"""Pieces merged to words: which pieces make a word, and what share of each is its own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from seqattn.alignment.labels import Label, Segment, Special
from seqattn.graphemes import clusters, is_unspaced


@dataclass
class Word:
    """A run of pieces that becomes one label; `shares` maps each piece to its part in (0, 1]."""

    name: str  # of its first piece, for a word without ink of its own
    text: str
    starts_word: bool
    special: Special
    shares: dict[int, float]

    def label(self) -> Label:
        """The word as a row or a column."""
        return Label(self.text or self.name, self.starts_word, self.special)


def merge(labels: Sequence[Label], segment: Segment) -> list[Word]:
    """Join pieces up to the next word's start; with "characters", cut unspaced scripts apart."""
    if segment not in get_args(Segment):
        raise ValueError(f"unknown segment {segment!r}, expected one of {get_args(Segment)}")
    words: list[Word] = []
    for index, label in enumerate(labels):
        pieces = [label.slice]
        if segment == "characters" and not label.is_mark:
            pieces = _characters(label.slice) or [""]
        total = sum(len(clusters(piece)) for piece in pieces)
        for position, piece in enumerate(pieces):
            share = len(clusters(piece)) / total if total else 1.0
            begins = label.starts_word and position == 0
            if words and not begins and _goes_on(words[-1], label, piece, segment):
                words[-1].text += piece
                words[-1].special = words[-1].special or label.special
                words[-1].shares[index] = share
            else:
                words.append(Word(label.text, piece, begins, label.special, {index: share}))
    return words


def _goes_on(word: Word, label: Label, piece: str, segment: Segment) -> bool:
    if label.is_mark or word.special in ("start", "end"):
        return False
    if segment == "spaces" or not word.text or not piece:
        return True
    return not (is_unspaced(piece) or is_unspaced(word.text))


def _characters(text: str) -> list[str]:
    """Cut a text into single characters of unspaced scripts and runs of all others."""
    parts: list[str] = []
    for cluster in clusters(text):
        if parts and not is_unspaced(cluster) and not is_unspaced(parts[-1]):
            parts[-1] += cluster
        else:
            parts.append(cluster)
    return parts


def mean(rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    """The mean of the rows of a word's pieces, column by column."""
    return tuple(math.fsum(column) / len(rows) for column in zip(*rows, strict=True))


def weighted_sum(values: Sequence[float], shares: dict[int, float]) -> float:
    """What a word has of its pieces' values: each counts by its share."""
    return math.fsum(share * values[index] for index, share in shares.items())
