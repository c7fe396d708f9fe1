"""Which sentences are made, and which go to train, dev and test.

A pair of patterns in `HELD_OUT` never stands in one training sentence, though each of its two is frequent there;
a quarter of the test part (and of dev) holds such a pair. Those are the novel combinations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import sentences_asking as asking
from . import sentences_being as being
from . import sentences_days as days
from . import sentences_joined as joined
from . import sentences_plain as plain
from . import sentences_told as told
from .classics import classics
from .pieces import Duo, Pair, Pen, sentence

SEED = 20150519
SIZES = {"train": 23000, "dev": 1000, "test": 1000}
NOVEL_SHARE = 0.26

Make = Callable[[Pen], Duo]

STATEMENTS: list[tuple[float, Make]] = [
    (14, plain.plain_event),
    (5, plain.described_event),
    (6, plain.handled),
    (5, plain.suffered),
    (5, plain.went),
    (3.5, plain.gave),
    (3, plain.did_for),
    (3, plain.shopped),
    (5, plain.liked),
    (0.6, plain.hated),
    (2, plain.settled),
    (2, plain.postured),
    (1.5, plain.chased),
    (0.8, plain.animals),
    (2.5, plain.caused),
    (2.5, being.is_a),
    (2, being.is_somebody),
    (4, being.is_so),
    (3, being.compared),
    (2, being.equalled),
    (2, being.best),
    (3, being.there_is),
    (2, being.there_are_doing),
    (2, being.has),
    (2.5, being.is_at),
    (1.5, being.weather),
    (1, being.became),
    (1.2, being.aged),
    (1.2, being.travel_time),
    (1, being.works_from),
    (0.8, being.thing_passive_described),
    (4, joined.because),
    (4, joined.although),
    (3.5, joined.if_clause),
    (4, joined.when_clause),
    (3.5, joined.after_before),
    (1.5, joined.while_doing),
    (3, joined.contrast),
    (2.5, joined.likewise),
    (6, told.said),
    (5, lambda pen: told.said(pen, heavy=True)),
    (2, told.said_twice),
    (2, told.told),
    (2, told.indirect),
    (7, days.story),
    (2.5, days.then_did),
    (1, days.not_only),
    (3, days.reasoned),
    (2.5, days.two_described),
    (1.5, days.given_described),
]
QUESTIONS: list[tuple[float, Make]] = [
    (4, asking.do_question),
    (2.5, asking.be_question),
    (2, asking.who_question),
    (1.5, asking.what_question),
    (2, asking.where_question),
    (1.5, asking.when_question),
    (1.5, asking.why_question),
    (0.8, asking.how_question),
    (1.2, asking.how_many_question),
    (1.5, asking.which_question),
    (1, asking.who_is_question),
    (1, asking.time_question),
    (1, told.do_you_know),
]

HELD_OUT = [
    ("because", "relative-object"),
    ("story", "title"),
    ("say-that", "when"),
    ("although", "possessive-s"),
    ("ba", "relative-object"),
    ("passive", "two-adjectives"),
    ("relative-subject", "tense-not-yet"),
    ("comparative", "relative-object"),
    ("if", "kinship"),
    ("noun-list", "kinship"),
    ("yes-no-question", "all"),
    ("question-where", "demonstrative"),
    ("motion", "two-adjectives"),
    ("because", "title"),
    ("when", "title"),
    ("after", "kinship"),
    ("existential", "colour-adjective"),
    ("superlative", "relative-subject"),
    ("dative", "title"),
    ("benefit", "kinship"),
    ("causative", "place-attribute"),
    ("purpose", "title"),
    ("think-that", "two-adjectives"),
    ("question-why", "kinship"),
    ("but", "relative-subject"),
    ("stative", "noun-coordination"),
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


def one(pen: Pen) -> Pair:
    """One random sentence."""
    pen.used = set()
    kind = pen.weigh([(82, "statement"), (15, "question"), (3, "order")])
    if kind == "order":
        return sentence(pen, plain.ordered(pen))
    if kind == "question":
        return sentence(pen, pen.weigh(QUESTIONS)(pen), "?")
    return sentence(pen, pen.weigh(STATEMENTS)(pen))


def bucket(pair: Pair) -> str:
    """short (under 8 words), middle, or long (20 and more)."""
    return "short" if pair.length < 8 else "long" if pair.length >= 20 else "middle"


SHARES = {"short": 0.30, "middle": 0.48, "long": 0.22}


def make_parts() -> Parts:
    """All three parts, always the same."""
    pen = Pen(SEED)
    quotas = [(name, size, shape) for name, size in SIZES.items() for shape in SHARES]
    room = {(name, shape): round(size * SHARES[shape]) for name, size, shape in quotas}
    novel_room = {(name, shape): round(size * NOVEL_SHARE * SHARES[shape]) for name, size, shape in quotas}
    novel_room = {key: count for key, count in novel_room.items() if key[0] != "train"}
    parts: dict[str, list[Pair]] = {name: [] for name in SIZES}
    english: set[str] = set()
    chinese: set[str] = set()
    for pair in classics():
        parts["train"].append(pair)
        room["train", bucket(pair)] -= 1
        english.add(pair.english)
        chinese.add(pair.chinese)
    while any(room.values()):
        pair = one(pen)
        if not 3 <= pair.length or len(pair.en_words) > 40 or pair.english in english or pair.chinese in chinese:
            continue
        shape = bucket(pair)
        name = _part_for(pen, pair, shape, room, novel_room)
        if not name:
            continue
        english.add(pair.english)
        chinese.add(pair.chinese)
        room[name, shape] -= 1
        parts[name].append(pair)
    return Parts(parts["train"], parts["dev"], parts["test"])


def _part_for(
    pen: Pen, pair: Pair, shape: str, room: dict[tuple[str, str], int], novel_room: dict[tuple[str, str], int]
) -> str:
    """The part that still wants such a pair, or nothing."""
    if held_out(pair):
        for name in ("test", "dev"):
            if novel_room[name, shape] and room[name, shape]:
                novel_room[name, shape] -= 1
                return name
        return ""
    want = {name: room[name, shape] - novel_room.get((name, shape), 0) for name in SIZES}
    total = sum(want.values())
    if total <= 0:
        return ""
    return pen.weigh([(count, name) for name, count in want.items() if count > 0])
