"""Parallel text cut into train, dev and test so that no sentence of one part stands in another.

Short everyday sentences repeat, with several translations on either side: cut line by line, the
test part would hold sentences that were trained on. Pairs that share a sentence on *either* side
belong together, and so do pairs that are joined by a chain of others: the connected components of
the text. Whole components are drawn, by the seed, for test and dev; all others train.

Two sentences are one and the same if their letters and digits are, whatever the case, the width
and the punctuation: `Hi!` is `hi .` In dev and in test no sentence stands twice on either side: of
a component the first pairs are taken whose sentences are new, and its others are left out.
"""

import random
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Pairs = list[tuple[str, str]]

SEED = 1
"""Of all splits made here."""

HELD = 1000
"""Pairs of dev and of test each."""


class Parts(NamedTuple):
    """A text in three parts, and how many different pairs are in none of them."""

    train: Pairs
    dev: Pairs
    test: Pairs
    left_out: int


def key(text: str) -> str:
    """What two sentences share that count as the same.

    >>> key("Hi, Tom!") == key("hi tom ."), key("!?") == key("?!")
    (True, False)
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if letter.isalnum()) or text


def components(pairs: Iterable[tuple[str, str]]) -> list[Pairs]:
    """Pairs that share sentences, directly or through others, together.

    Each component and the list of them are in the order in which the pairs come; a pair that is
    there twice is kept once.

    >>> components([("a", "x"), ("b", "y"), ("c", "x"), ("c", "z"), ("B!", "w")])
    [[('a', 'x'), ('c', 'x'), ('c', 'z')], [('b', 'y'), ('B!', 'w')]]
    """
    different = list(dict.fromkeys(pairs))
    parents: dict[tuple[int, str], tuple[int, str]] = {}

    def root(node: tuple[int, str]) -> tuple[int, str]:
        while parents.setdefault(node, node) != node:
            parents[node] = parents[parents[node]]  # halves the way for who comes next
            node = parents[node]
        return node

    for source, target in different:
        parents[root((0, key(source)))] = root((1, key(target)))
    found: dict[tuple[int, str], Pairs] = {}
    for pair in different:
        found.setdefault(root((0, key(pair[0]))), []).append(pair)
    return list(found.values())


def split(pairs: Iterable[tuple[str, str]], *, dev: int, test: int, seed: int = SEED) -> Parts:
    """Draw dev and test.

    Args:
        pairs: in any order; equal ones count once.
        dev: pairs wanted, at least 1.
        test: likewise.
        seed: decides which; equal seeds give equal parts on every machine.

    Raises:
        ValueError: there are too few components to fill dev and test.

    >>> parts = split([("a", "x"), ("b", "y"), ("c", "z"), ("C", "w")], dev=1, test=1)
    >>> len(parts.train) + len(parts.dev) + len(parts.test) + parts.left_out
    4
    """
    found = components(pairs)
    order = list(range(len(found)))
    random.Random(seed).shuffle(order)
    wanted = {"test": test, "dev": dev}
    held: dict[str, Pairs] = {"test": [], "dev": []}
    taken: set[int] = set()
    left_out = 0
    for number in order:
        part = next((name for name in wanted if len(held[name]) < wanted[name]), None)
        if part is None:
            break
        once = _each_once(found[number])
        if len(held[part]) + len(once) <= wanted[part]:  # a larger one trains
            held[part] += once
            left_out += len(found[number]) - len(once)
            taken.add(number)
    for name, count in wanted.items():
        if len(held[name]) < count:
            raise ValueError(f"{name} has {len(held[name])} of {count} pairs: the text is small")
    train = [pair for n, pairs_of in enumerate(found) if n not in taken for pair in pairs_of]
    return Parts(train, held["dev"], held["test"], left_out)


def _each_once(component: Sequence[tuple[str, str]]) -> Pairs:
    """The first pairs of a component whose sentences are new on both sides."""
    sources: set[str] = set()
    targets: set[str] = set()
    kept = []
    for source, target in component:
        if key(source) not in sources and key(target) not in targets:
            sources.add(key(source))
            targets.add(key(target))
            kept.append((source, target))
    return kept
