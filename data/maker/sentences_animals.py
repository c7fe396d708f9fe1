"""Animals, and Tom and Jerry, who chase each other; cats and dogs asleep."""

from __future__ import annotations

from .clauses import Clause, frequency, statement
from .noun_phrases import NounPhrase, at_place, count_noun, modifiers, name, on_furniture, phrase
from .nouns import NOUNS, nouns
from .phrases import NAMES, PLACES
from .pieces import EMPTY, Duo, Pen
from .predicates import Act
from .relatives import described_animal

# Who chases whom. Tom and Jerry are a cat and a mouse here, as in every course of this field.
_ANIMALS = [
    ("cat", "mouse"),
    ("dog", "cat"),
    ("dog", "rabbit"),
    ("cat", "bird"),
    ("tiger", "monkey"),
    ("lion", "horse"),
    ("dog", "chicken"),
    ("bear", "sheep"),
]
_FRIENDS = [
    ("Tom", "Jerry"),
    ("Jerry", "Tom"),
    ("Tom", "mouse"),
    ("cat", "Jerry"),
    ("dog", "Jerry"),
    ("dog", "Tom"),
    ("Tom", "bird"),
    ("Jerry", "cat"),
]
_SPOTS = ("yard", "garden", "farm")


def chased(pen: Pen) -> Duo:
    """The dog is chasing a small cat in the yard; Tom often chases Jerry; Mary is chasing John."""
    kind = pen.weigh([(5, "animals"), (5, "friends"), (2, "people")])
    tense = pen.pick(("progressive", "present"))
    if kind == "people":
        return _ran_after(pen)
    if kind == "animals" and tense == "present" and pen.roll(0.2):
        return _always(pen)
    hunter, prey = pen.pick(_ANIMALS if kind == "animals" else _FRIENDS)
    who, whom = _creature(pen, hunter), _creature(pen, prey)
    spots = ("forest",) if hunter in ("tiger", "lion", "bear") else _SPOTS
    place = _somewhere(pen, spots)
    made = Act("chase", "追逐", obj=whom.duo(), place=place)
    adverb = frequency(pen) if tense == "present" and pen.roll(0.6) else EMPTY
    return statement(pen, Clause(who, made, tense, adverb=adverb))


def _creature(pen: Pen, key: str) -> NounPhrase:
    """Tom or Jerry by name, else the animal."""
    for en, zh, gender in NAMES:
        if en == key:
            pen.note("proper-name")
            return phrase(pen.duo(en, zh), gender, ident=en)
    noun = NOUNS[key]
    return count_noun(pen, noun, "the", adjectives=modifiers(pen, noun))


def _always(pen: Pen) -> Duo:
    """Cats often chase mice / 猫 经常 追逐 老鼠."""
    hunter, prey = pen.pick(_ANIMALS)
    whom = count_noun(pen, NOUNS[prey], "generic")
    made = Act("chase", "追逐", obj=whom.duo())
    who = count_noun(pen, NOUNS[hunter], "generic")
    adverb = frequency(pen) if pen.roll(0.6) else EMPTY
    return statement(pen, Clause(who, made, "present", adverb=adverb))


def _ran_after(pen: Pen) -> Duo:
    """Mary is chasing John in the park: people run after each other, 追赶."""
    pair = ("Tom", "Jerry")
    who = pen.until(lambda: name(pen), lambda got: got.ident in _FIRST)
    whom = pen.until(
        lambda: name(pen, who.ident),
        lambda got: got.ident in _FIRST and not (who.ident in pair and got.ident in pair),
    )
    place = _somewhere(pen, ("park", "playground", "yard"))
    made = Act("chase", "追赶", obj=whom.duo(), place=place)
    return statement(pen, Clause(who, made, "progressive"))


_FIRST = {en for en, _, _ in NAMES}


def _somewhere(pen: Pen, spots: tuple[str, ...]) -> Duo:
    if not pen.roll(0.5):
        return EMPTY
    pen.note("place")
    return at_place(pen, PLACES[pen.pick(spots)])


def slept(pen: Pen) -> Duo:
    """The small cat is sleeping on the sofa / 那 只 小猫 正在 沙发 上 睡觉."""
    noun = pen.pick(nouns("cat dog"))
    who = count_noun(pen, noun, "the", adjectives=modifiers(pen, noun, 0.6))
    return _asleep(pen, who, ("on sofa", "on bed", "under table", "under tree"))


def animals(pen: Pen) -> Duo:
    """The dog that bit the boy is sleeping under the table."""
    return _asleep(pen, described_animal(pen), ("under table", "on sofa", "under tree"))


def _asleep(pen: Pen, who: NounPhrase, spots: tuple[str, ...]) -> Duo:
    preposition, thing = pen.pick(spots).split()
    pen.note("place")
    place = on_furniture(pen, preposition, {"on": "上", "under": "下"}[preposition], NOUNS[thing])
    made = Act("sleep", "睡", "觉", place=place)
    return statement(pen, Clause(who, made, "progressive"))
