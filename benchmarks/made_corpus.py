"""Parallel text of two made-up languages, as large as wanted, to measure speed and memory on.

Words are drawn by Zipf's law (the r-th most frequent word as often as 1 / r), so that a text has
the few frequent and many rare words of a real one, and sentences repeat now and then. The second
language has a word for each of the first, with letters outside ASCII in it; some words are left
out, some neighbours change places. Equal arguments give equal bytes on every machine.

    python -m benchmarks.made_corpus 1000000 pairs.tsv
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

WORDS = 100_000
"""Distinct words of each language."""

SHORTEST, LONGEST = 3, 15
"""Words of a sentence, all lengths as likely."""

BLOCK = 50_000
"""Pairs made at a time."""

LEFT_OUT = 0.1
"""Chance that a word has no counterpart."""

TURNED = 0.2
"""Chance that a word changes places with the next one."""

TMX_UNIT = '<tu><tuv xml:lang="xa"><seg>{}</seg></tuv><tuv xml:lang="xb"><seg>{}</seg></tuv></tu>\n'

_ONSETS = ("bdfgklmnprst", "bdfghklmnrstwzß")
_VOWELS = ("aeiou", "aeiouäöü")


def lexicon(which: int) -> list[str]:
    """The words of the first (0) or the second (1) language; frequent ones are short.

    >>> lexicon(0)[:3], lexicon(1)[1], len(set(lexicon(1))) == WORDS
    (['ba', 'be', 'bi'], 'be', True)
    """
    syllables = [onset + vowel for onset in _ONSETS[which] for vowel in _VOWELS[which]]
    words = []
    for number in range(WORDS):
        word = syllables[number % len(syllables)]
        while number := number // len(syllables):
            number -= 1
            word += syllables[number % len(syllables)]
        words.append(word)
    return words


def made_pairs(count: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """So many pairs of sentences.

    >>> list(made_pairs(2)) == list(made_pairs(3))[:2]
    True
    """
    rng = np.random.default_rng(seed)
    shares = np.cumsum(1 / np.arange(1, WORDS + 1))
    shares /= shares[-1]
    first, second = lexicon(0), lexicon(1)
    for start in range(0, count, BLOCK):
        ends = np.cumsum(rng.integers(SHORTEST, LONGEST + 1, BLOCK))
        words = np.searchsorted(shares, rng.random(ends[-1]))
        places = np.arange(ends[-1]) + 1.5 * (rng.random(ends[-1]) < TURNED)
        places[ends - 1] = ends - 1  # no word leaves its sentence
        kept = rng.random(ends[-1]) >= LEFT_OUT
        kept[ends - 1] = True  # and no side is empty
        order = np.argsort(places, kind="stable")
        there_ends = np.cumsum(kept[order])[ends - 1]
        sources = [first[word] for word in words.tolist()]
        targets = [second[word] for word in words[order][kept[order]].tolist()]
        here = there = 0
        for end, there_end in zip(
            ends[: count - start].tolist(), there_ends.tolist(), strict=False
        ):
            yield " ".join(sources[here:end]), " ".join(targets[there:there_end])
            here, there = end, there_end


def write_made(path: Path, count: int) -> None:
    """Write so many pairs: as TMX if the file's name says so, else as TSV."""
    is_tmx = path.suffix == ".tmx"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        if is_tmx:
            file.write('<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="xa"/><body>\n')
        form = TMX_UNIT if is_tmx else "{}\t{}\n"
        file.writelines(form.format(*pair) for pair in made_pairs(count))
        if is_tmx:
            file.write("</body></tmx>\n")


if __name__ == "__main__":
    write_made(Path(sys.argv[2]), int(sys.argv[1]))
