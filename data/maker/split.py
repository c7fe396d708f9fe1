"""Which sentences are made, and which go to train, dev and test.

A pair of patterns in `HELD_OUT` never stands in one training sentence, though each of its two is
frequent there; a quarter of the test part (and of dev) holds such a pair. Those are the novel
combinations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import sentences_animals as animals
from . import sentences_asking as asking
from . import sentences_being as being
from . import sentences_causes as causes
from . import sentences_circumstances as circumstances
from . import sentences_comparing as comparing
from . import sentences_contrasts as contrasts
from . import sentences_days as days
from . import sentences_having as having
from . import sentences_orders as orders
from . import sentences_plain as plain
from . import sentences_tastes as tastes
from . import sentences_times as times
from . import sentences_told as told
from . import sentences_weather as weather
from .classics import classics
from .closing import sentence
from .pieces import Duo, Pair, Pen
from .sense import sensible

SEED = 20150519
SIZES = {"train": 23000, "dev": 1000, "test": 1000}
NOVEL_SHARE = 0.26

Make = Callable[[Pen], Duo]

# How often each kind of sentence is tried when a short, a middle, or a long one is wanted.
STATEMENTS: list[tuple[float, float, float, Make]] = [
    (26, 28, 12, plain.plain_event),
    (0, 6, 10, plain.described_event),
    (6, 6, 4, plain.handled),
    (5, 5, 0, plain.suffered),
    (4, 5, 6, plain.went),
    (2, 4, 3, plain.gave),
    (2, 4, 0, plain.did_for),
    (0, 4, 5, plain.shopped),
    (7, 1, 0, tastes.liked),
    (1.2, 0, 0, tastes.hated),
    (2.5, 0, 0, tastes.settled),
    (2.5, 1, 0, plain.postured),
    (5.5, 3, 0, animals.chased),
    (0.4, 0.4, 0, animals.slept),
    (0, 1, 0, animals.animals),
    (1.5, 3, 0, orders.caused),
    (2.5, 1, 0, being.is_a),
    (0, 3, 0, being.is_somebody),
    (7.5, 3, 0, being.is_so),
    (2.5, 3, 0, comparing.compared),
    (1.5, 3, 0, comparing.equalled),
    (0, 3.5, 0, comparing.best),
    (7, 5, 0, having.there_is),
    (0, 3, 0, having.there_are_doing),
    (4, 1, 0, having.has),
    (5, 1.5, 0, having.is_at),
    (5, 2, 0, weather.weather),
    (1.5, 1, 0, comparing.growing),
    (3, 2, 0, having.there_is_no),
    (1.5, 1, 0, being.became),
    (1.5, 1.5, 0, comparing.aged),
    (0, 1.5, 0, weather.travel_time),
    (0, 1.5, 0, weather.works_from),
    (0, 1.5, 0, being.thing_passive_described),
    (1, 4, 4, causes.because),
    (1, 4, 2, causes.although),
    (0, 4.5, 4, causes.if_clause),
    (1, 4.5, 2, times.when_clause),
    (2, 3.5, 3, times.after_before),
    (1.5, 1.5, 0, times.while_doing),
    (0, 4, 8, contrasts.contrast),
    (0, 3, 5, contrasts.likewise),
    (0, 5, 7, told.said),
    (0, 3, 14, told.said_heavy),
    (0, 2.5, 4, told.told),
    (2, 3.5, 3, told.indirect),
    (0, 4, 18, days.story),
    (0, 3, 4, days.then_did),
    (0, 1.5, 0, days.not_only),
    (0, 2.5, 6, days.two_described),
    (0, 1, 0, days.given_described),
    (0, 0, 16, contrasts.three_scenes),
    (0, 2, 6, contrasts.opinions),
    (8, 2, 0, orders.ordered),
]
QUESTIONS: list[tuple[float, float, float, Make]] = [
    (9, 7, 0, asking.do_question),
    (3.5, 1, 0, asking.be_question),
    (3, 1, 0, asking.who_question),
    (2.5, 1, 0, asking.what_question),
    (2.5, 1.5, 0, circumstances.where_question),
    (2, 0.5, 0, circumstances.when_question),
    (2, 1, 0, circumstances.why_question),
    (2, 1.5, 0, circumstances.how_question),
    (1.5, 1.5, 0, asking.how_many_question),
    (2.5, 0.5, 0, asking.which_question),
    (0.5, 1, 0, asking.who_is_question),
    (2.5, 1.5, 0, circumstances.time_question),
    (1, 1, 0, told.do_you_know),
]

HELD_OUT = [
    ("after", "kinship"),
    ("although", "possessive-s"),
    ("ba", "relative-object"),
    ("because", "title"),
    ("benefit", "kinship"),
    ("but", "relative-subject"),
    ("comparative", "relative-object"),
    ("dative", "title"),
    ("existential", "colour-adjective"),
    ("if", "kinship"),
    ("motion", "two-adjectives"),
    ("noun-list", "kinship"),
    ("passive", "two-adjectives"),
    ("purpose", "title"),
    ("question-where", "demonstrative"),
    ("question-why", "kinship"),
    ("relative-subject", "tense-not-yet"),
    ("say-that", "when"),
    ("story", "title"),
    ("superlative", "relative-subject"),
    ("when", "title"),
    ("three-clauses", "possessive-s"),
]


class Parts(NamedTuple):
    """The three parts, as finished pairs."""

    train: list[Pair]
    dev: list[Pair]
    test: list[Pair]


def held_out(pair: Pair) -> bool:
    """Whether the pair combines patterns that training must not see together."""
    used = set(pair.patterns)
    return any(a in used and b in used for a, b in HELD_OUT)


SHAPES = ("short", "middle", "long")


def table(shape: str) -> list[tuple[float, tuple[str, Make]]]:
    """The kinds of sentences for a shape, with weight and closing mark."""
    column = SHAPES.index(shape)
    rows: list[tuple[float, tuple[str, Make]]] = []
    for mark, kinds in ((".", STATEMENTS), ("?", QUESTIONS)):
        for short, middle, long, make in kinds:
            weight = (short, middle, long)[column]
            if weight:
                rows.append((weight, (mark, make)))
    return rows


TABLES = {shape: table(shape) for shape in SHAPES}


def one(pen: Pen, shape: str) -> Pair:
    """One random sentence, likely (not surely) of this shape."""
    pen.used, pen.rich = set(), shape == "long"
    mark, make = pen.weigh(TABLES[shape])
    return sentence(pen, make(pen), mark)


def bucket(pair: Pair) -> str:
    """short (under 8 words), middle, or long (20 and more)."""
    return "short" if pair.length < 8 else "long" if pair.length >= 20 else "middle"


SHARES = {"short": 0.30, "middle": 0.48, "long": 0.22}


def make_parts() -> Parts:
    """All three parts, always the same.

    Training first, then dev and test from words training knows well.
    """
    pen, taken = Pen(SEED), set[str]()
    classic = classics()
    for pair in classic:
        taken.update((pair.english, pair.chinese))
    room = {shape: round(SIZES["train"] * SHARES[shape]) for shape in SHAPES}
    for pair in classic:
        room[bucket(pair)] -= 1
    train = _fill(pen, taken, room, {}, lambda pair: not held_out(pair))
    kept = _without_rare(train)
    room = {shape: sum(bucket(pair) == shape for pair in train) for shape in SHAPES}
    for pair in kept:
        room[bucket(pair)] -= 1
    known = word_counts(kept)
    train = classic + kept
    train += _fill(pen, taken, room, {}, lambda pair: not held_out(pair) and _all_in(pair, known))
    parts = []
    for name in ("dev", "test"):
        new = round(SIZES[name] * NOVEL_SHARE)
        rooms = {
            shape: (round(new * SHARES[shape]), round((SIZES[name] - new) * SHARES[shape]))
            for shape in SHAPES
        }
        novel = _fill(
            pen,
            taken,
            {s: r[0] for s, r in rooms.items()},
            {},
            lambda p: held_out(p) and _all_in(p, known),
        )
        seen = _fill(
            pen,
            taken,
            {s: r[1] for s, r in rooms.items()},
            {},
            lambda p: not held_out(p) and _all_in(p, known),
        )
        parts.append(_shuffled(pen, novel + seen))
    return Parts(_shuffled(pen, train), *parts)


def _without_rare(pairs: list[Pair]) -> list[Pair]:
    """What is left when no sentence may hold a word that fewer than `LEAST` sentences hold."""
    while True:
        rare = {word for word, count in word_counts(pairs).items() if count < LEAST}
        if not rare:
            return pairs
        pairs = [pair for pair in pairs if not rare.intersection(lowered(pair))]


def _shuffled(pen: Pen, pairs: list[Pair]) -> list[Pair]:
    return pen.sample(pairs, len(pairs))


def _all_in(pair: Pair, known: dict[str, int]) -> bool:
    return all(word in known for word in lowered(pair))


LEAST = 15  # a word that comes out more rarely is left out of the corpus altogether


def lowered(pair: Pair) -> list[str]:
    """The words of both sides in lower case."""
    return [word.lower() for word in pair.en_words + pair.zh_words]


def word_counts(pairs: list[Pair]) -> dict[str, int]:
    """How many sentences hold each word of either side."""
    counts: dict[str, int] = {}
    for pair in pairs:
        for word in sorted(set(lowered(pair))):
            counts[word] = counts.get(word, 0) + 1
    return counts


def _fill(
    pen: Pen,
    taken: set[str],
    room: dict[str, int],
    counts: dict[str, int],
    wanted: Callable[[Pair], bool],
) -> list[Pair]:
    """New pairs until every shape has its number; what they say is added to `taken`."""
    made: list[Pair] = []
    while any(room.values()):
        shape = pen.weigh([(room[shape], shape) for shape in SHAPES])
        pair = one(pen, shape)
        fits = bucket(pair) == shape and pair.length >= 3 and len(pair.en_words) <= 40
        fits = fits and sensible(pair)
        if not fits or pair.english in taken or pair.chinese in taken or not wanted(pair):
            continue
        if _too_common(pen, pair, counts):
            continue
        taken.update((pair.english, pair.chinese))
        room[shape] -= 1
        made.append(pair)
        for word in set(pair.en_words):
            counts[word] = counts.get(word, 0) + 1
    return made


COMMON = 80  # a word training has seen this often is not rare


def _too_common(pen: Pen, pair: Pair, counts: dict[str, int]) -> bool:
    """Two in five sentences without a rare word are passed over.

    So that rare words come up more often.
    """
    return min(counts.get(word, 0) for word in pair.en_words) >= COMMON and pen.roll(0.4)
