"""People as subjects: one of them, or several."""

from __future__ import annotations

from dataclasses import replace

from .noun_phrases import NounPhrase, count_noun, kin, modifiers, name, phrase, possessive, pronoun
from .nouns import CLASSES, NOUNS
from .phrases import NUMBERS
from .pieces import Duo, Pen, words


def person(pen: Pen, *, depth: int = 0) -> NounPhrase:
    """A person as a subject: name, pronoun, relative, role, or "the boy"."""
    kind = pen.weigh(
        [(30, "name"), (18, "pronoun"), (20, "kin"), (20, "role"), (8, "one"), (4, "friend")]
    )
    if kind == "name":
        return name(pen)
    if kind == "pronoun":
        return pronoun(pen, pen.pick(("I", "you", "he", "she", "we", "they")))
    if kind == "kin":
        return kin(pen)
    if kind == "friend":
        owner = pronoun(pen, pen.pick(("I", "he", "she")))
        return count_noun(pen, pen.pick(CLASSES["friends"]), "own", owner=owner)
    if kind == "one":
        noun = pen.pick(CLASSES["individuals"])
        return count_noun(
            pen, noun, pen.pick(("the", "the", "this")), adjectives=modifiers(pen, noun, 0.25)
        )
    noun = pen.pick(CLASSES["roles"])
    adjectives = modifiers(pen, noun, 0.2)
    return count_noun(pen, noun, "the", adjectives=adjectives)


def people(pen: Pen) -> NounPhrase:
    """Several people: the students, two boys, all the workers, my parents, Tom and Mary."""
    kind = pen.weigh(
        [
            (4, "those"),
            (3, "pair"),
            (3, "number"),
            (5, "all"),
            (2, "parents"),
            (4, "every"),
            (2, "everyone"),
        ]
    )
    if kind == "pair":
        pen.note("noun-coordination")
        left = name(pen)
        right = name(pen, but=left.ident)
        while right.ident == left.ident:
            right = name(pen, but=left.ident)
        both = pen.duo("and", "和")
        duo = Duo(left.en + both.en + right.en, left.zh + both.zh + right.zh)
        return phrase(duo, "they", True, "pair")
    if kind == "parents":
        owner = name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        whose = possessive(pen, owner, close=True)
        core = pen.duo("parents", "父母")
        return phrase(Duo(whose.en + core.en, whose.zh + core.zh), "they", True, "parents")
    if kind == "everyone":
        pen.note("every")
        key = pen.key()
        found = phrase(Duo(words("everyone", key), words("大家", key)), "", False, "everyone")
        return replace(found, every=words("都", key))
    noun = pen.pick(_CROWD)
    if kind == "number":
        some = count_noun(pen, noun, "number", number=pen.pick(NUMBERS[:4]))
        return replace(some, ident="number")
    if kind == "those":
        return count_noun(pen, noun, "those")
    key = pen.key()
    if kind == "every":
        pen.note("every")
        core = pen.duo(noun.en, noun.zh)
        duo = Duo(words("every", key) + core.en, words("每 个", key) + core.zh)
        return replace(phrase(duo, "", False, noun.en), every=words("都", key))
    pen.note("all")
    core = pen.duo(noun.plural, noun.zh)
    duo = Duo(words("all", key) + words("the") + core.en, words("所有 的", key) + core.zh)
    return replace(phrase(duo, "they", True, noun.en), every=words("都", key))


_CROWD = [NOUNS[word] for word in ["student", "worker", "teacher", "boy", "girl", "child"]]
