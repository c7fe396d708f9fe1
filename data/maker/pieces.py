"""Words of two languages that know each other, and the pen that writes them.

A `Tok` is one word of one side with the keys it carries; an English and a Chinese word are linked
when they share a key. Everything the grammar builds is a `Side` (a tuple of `Tok`), so word order
may change freely and the links go along. The pen holds the only source of chance, the key counter,
and the names of the patterns used so far.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Tok(NamedTuple):
    """One word and the keys that tie it to words of the other side."""

    text: str
    keys: tuple[int, ...] = ()


Side = tuple[Tok, ...]


class Duo(NamedTuple):
    """The same meaning in English and in Chinese."""

    en: Side
    zh: Side


EMPTY = Duo((), ())


class Pair(NamedTuple):
    """A finished sentence pair: words of both sides, gold links, and the patterns it uses."""

    en_words: tuple[str, ...]
    zh_words: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    patterns: tuple[str, ...]

    @property
    def english(self) -> str:
        """The English sentence as people write it."""
        return detokenise(self.en_words)

    @property
    def chinese(self) -> str:
        """The Chinese sentence, without spaces."""
        return "".join(self.zh_words)

    @property
    def length(self) -> int:
        """English words, punctuation and the mark 's not counted: what stands between spaces."""
        return len(self.english.split(" "))


def detokenise(words: Sequence[str]) -> str:
    """Join English words; punctuation and 's stick to the word before.

    >>> detokenise(["Tom", "'s", "cat", "chases", "Jerry", "."])
    "Tom's cat chases Jerry."
    """
    text = ""
    for word in words:
        stuck = word in (",", ".", "?", "!", "'s")
        text += word if stuck or not text else " " + word
    return text


class Pen:
    """Chance, keys and pattern names for one sentence after another.

    Chance is `random.Random(seed).random()` and index arithmetic only, which every Python version
    repeats.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._key = 0
        self.used: set[str] = set()
        self.bare = False  # whether objects go without adjectives (inside relative clauses)
        self.rich = (
            False  # whether a long sentence is wanted: more adjectives, times, relative clauses
        )

    def roll(self, probability: float) -> bool:
        """True with this probability, in [0, 1]."""
        return self._random.random() < probability

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        return options[int(self._random.random() * len(options))]

    def weigh(self, options: Sequence[tuple[float, T]]) -> T:
        """One of the options, by weight."""
        mark = self._random.random() * sum([weight for weight, _ in options])
        for weight, option in options:
            mark -= weight
            if mark < 0:
                return option
        return options[-1][1]

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """`count` different options in random order."""
        left = list(options)
        return [left.pop(int(self._random.random() * len(left))) for _ in range(count)]

    def note(self, *names: str) -> None:
        """Record that the sentence uses these patterns."""
        self.used.update(names)

    def until(self, make: Callable[[], T], accept: Callable[[T], bool]) -> T:
        """Make again until it is accepted; what was thrown away leaves no pattern behind."""
        while True:
            before = set(self.used)
            made = make()
            if accept(made):
                return made
            self.used = before

    def key(self) -> int:
        """A fresh key."""
        self._key += 1
        return self._key

    def duo(self, en: str, zh: str) -> Duo:
        """English and Chinese words (split at spaces), linked.

        As many words on both sides (two or more) are linked one by one in order (last Sunday /
        上个 星期天), else every word is linked to every one of the other side (every day / 每天).
        """
        left, right = en.split(), zh.split()
        if len(left) == len(right) > 1:
            both = [(self.key(), *pair) for pair in zip(left, right, strict=True)]
            return Duo(
                tuple(Tok(word, (key,)) for key, word, _ in both),
                tuple(Tok(word, (key,)) for key, _, word in both),
            )
        key = self.key()
        return Duo(words(en, key), words(zh, key))


def words(text: str, *keys: int) -> Side:
    """The words of a text, split at spaces, all with the same keys (none: unlinked)."""
    return tuple([Tok(word, keys) for word in text.split()])


def join(*duos: Duo) -> Duo:
    """Put meanings side by side that keep their order in both languages."""
    return Duo(sum((duo.en for duo in duos), ()), sum((duo.zh for duo in duos), ()))
