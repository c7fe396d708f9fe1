"""Likes and dislikes, and where people live and work."""

from __future__ import annotations

from dataclasses import replace

from .clauses import Clause, statement
from .errands import errand
from .noun_phrases import NounPhrase, at_place, count_noun, kin, mass_noun, modifiers
from .nouns import CLASSES, NOUNS, nouns
from .persons import person
from .phrases import COUNTRIES, PLACES, PRONOUNS
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, Agreement, conjugate
from .relatives import described_person, described_thing, live_act, placed_thing

_TASTES = "cat dog rabbit panda horse flower bird monkey elephant"


_BULK = (
    "tea coffee milk juice chocolate noodles dumplings fish meat bread fruit vegetables "
    "apple banana pear orange watermelon cake"
)


_HOBBIES = (
    "play football|play basketball|play tennis|play chess|play the piano|swim|dance|sing|"
    "listen to music"
)


def liking(pen: Pen, who: NounPhrase) -> Act:
    """like apples, love swimming, miss his mother."""
    pen.note("stative")
    kind = pen.weigh(
        [(4, "taste"), (4, "hobby"), (5, "family"), (4, "respect"), (1, "need"), (1, "thing")]
    )
    if kind == "hobby":
        pen.note("gerund")
        inner = errand(pen, pen.pick(_HOBBIES.split("|")), who, "present")
        made = conjugate(pen, inner, Agreement(), "gerund")
        return Act(
            "like", "喜欢", shape="state", obj=Duo(made.rest, made.zh), ident="like " + inner.ident
        )
    if kind == "family" and who.pronoun in PRONOUNS:
        owner = who if who.ident == who.pronoun else replace(who, ident=who.pronoun)
        whom = kin(pen, owner)
        verb, zh = pen.pick(
            [("love", "爱"), ("miss", "想念"), ("understand", "理解"), ("trust", "信任")]
        )
        if whom.ident != who.ident:
            return Act(verb, zh, shape="state", obj=whom.duo(), ident=f"{verb} {whom.ident}")
    if kind == "respect":
        verb, zh = pen.pick(
            [("respect", "尊敬"), ("know", "认识"), ("admire", "佩服"), ("trust", "信任")]
        )
        noun = pen.pick(nouns("teacher doctor writer scientist singer engineer"))
        if noun.en != who.ident:
            whom = (
                described_person(pen, noun)
                if pen.roll(0.35)
                else count_noun(pen, noun, pen.pick(("this", "the")))
            )
            return Act(verb, zh, shape="state", obj=whom.duo(), ident=f"{verb} {noun.en}")
    if kind == "need":
        noun = pen.pick(nouns("umbrella bicycle dictionary computer phone map coat camera"))
        thing = count_noun(pen, noun, "a", adjectives=modifiers(pen, noun, 0.5))
        return Act("need", "需要", shape="state", obj=thing.duo(), ident="need")
    if kind == "thing":
        thing = (
            described_thing(pen, "book dictionary coat car bicycle painting watch novel story poem")
            if pen.roll(0.5)
            else placed_thing(pen, "book cup bag photo")
        )
        return Act("like", "喜欢", shape="state", obj=thing.duo(), ident="like thing")
    noun = pen.pick(nouns(_TASTES + " " + _BULK))
    obj = count_noun(pen, noun, "generic") if noun.plural else mass_noun(pen, noun, "bare")
    return Act("like", "喜欢", shape="state", obj=obj.duo(), ident="like " + noun.en)


TASTE_GROUPS = [
    "tea|coffee|milk|juice",
    "noodles|dumplings|fish|meat|bread",
    "apple|banana|orange|pear|watermelon",
    "cat|dog|rabbit|bird|horse",
    "play football|play basketball|play tennis|swim|climb mountains|ride a bicycle",
    "play the piano|play chess|read novel|watch television|listen to music|dance",
]


def taste(pen: Pen, who: NounPhrase, spec: str) -> Act:
    """like tea, like playing chess: what `TASTE_GROUPS` names."""
    pen.note("stative")
    if spec in NOUNS:
        noun = NOUNS[spec]
        obj = count_noun(pen, noun, "generic") if noun.plural else mass_noun(pen, noun, "bare")
        return Act("like", "喜欢", shape="state", obj=obj.duo(), ident="like " + noun.en)
    pen.note("gerund")
    inner = errand(pen, spec, who, "present")
    made = conjugate(pen, inner, Agreement(), "gerund")
    return Act(
        "like", "喜欢", shape="state", obj=Duo(made.rest, made.zh), ident="like " + inner.ident
    )


def liked(pen: Pen) -> Duo:
    """Tom likes playing football; Mary does not like coffee."""
    who = person(pen)
    made = liking(pen, who)
    negative = made.verb == "like" and pen.roll(0.25)
    adverb = EMPTY
    if not negative and made.verb in ("like", "love", "miss") and pen.roll(0.25):
        en, zh = pen.pick([("really", "真的 很"), ("also", "也")])
        pen.note("focus-adverb")
        adverb = pen.duo(en, zh)
    return statement(pen, Clause(who, made, "present", negative, adverb=adverb))


def hated(pen: Pen) -> Duo:
    """Everyone hates mice and flies."""
    who = person(pen)
    pen.note("stative")
    noun = pen.pick(nouns("mouse thief"))
    made = Act("hate", "讨厌", shape="state", obj=count_noun(pen, noun, "generic").duo())
    return statement(pen, Clause(who, made, "present"))


def settled(pen: Pen) -> Duo:
    """My uncle lives in London; Tom comes from Canada; Mary works in the bank."""
    kind = pen.pick(("live", "from", "work"))
    no_work = {noun.en for noun in CLASSES["roles"]} | {"boy", "girl", "child", "classmate"}
    who = pen.until(lambda: person(pen), lambda got: kind != "work" or got.ident not in no_work)
    pen.note("settled")
    if kind == "live":
        made = live_act(pen)
    elif kind == "from":
        en, zh = pen.pick(COUNTRIES)
        where = pen.duo(en, zh)
        key = pen.key()
        made = Act(
            "come",
            "来",
            obj=Duo(words("from", key) + where.en, words("自", key) + where.zh),
            shape="state",
        )
        return statement(pen, Clause(who, made, "present"))
    else:
        spot = pen.pick(
            [
                "bank",
                "hotel",
                "factory",
                "hospital",
                "restaurant",
                "bookstore",
                "airport",
                "museum",
                "supermarket",
            ]
        )
        made = Act("work", "工作", place=at_place(pen, PLACES[spot]), shape="state")
    return statement(pen, Clause(who, made, "present", made.verb == "live" and pen.roll(0.15)))
