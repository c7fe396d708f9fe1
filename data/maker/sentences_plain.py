"""Sentences about one event: doing, handling, suffering, going, giving, sitting."""

from __future__ import annotations

from .actions import SUFFERINGS
from .clauses import Clause, arrange, frequency, statement, time_of
from .doings import agent_of, handling, passive
from .errands import motion, shopping
from .events import event
from .gifts import benefiting, giving
from .noun_phrases import (
    NounPhrase,
    count_noun,
    kin,
    mass_noun,
    modifiers,
    name,
)
from .nouns import NOUNS, nouns
from .persons import person
from .phrases import CITIES
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, Agreement
from .relatives import described_person, worn


def plain_event(pen: Pen) -> Duo:
    """Tom bought two books in the bookstore yesterday."""
    return statement(pen, event(pen))


def described_event(pen: Pen) -> Duo:
    """The man who lives in Beijing bought a red car last month."""
    who = described_person(pen)
    tense = pen.pick(("past", "past", "will", "going", "want", "plan"))
    return statement(pen, pen.until(lambda: event(pen, tense, who), _says_more))


def _says_more(clause: Clause) -> bool:
    """Whether the verb is not already in the subject: no boy who sang a song sang."""
    said = {tok.text for tok in clause.who.zh}
    return clause.act.zh.split()[0] not in said and clause.act.verb not in ("eat", "drink")


def handled(pen: Pen, who: NounPhrase | None = None, tense: str = "") -> Duo:
    """Mary put the book on the table."""
    return statement(pen, handled_clause(pen, who, tense))


def handled_clause(pen: Pen, who: NounPhrase | None = None, tense: str = "") -> Clause:
    """A 把 clause."""
    who = who or (described_person(pen) if pen.roll(0.7 if pen.rich else 0.12) else person(pen))
    tense = tense or pen.weigh(
        [
            (8, "past"),
            (2, "already"),
            (2, "will"),
            (1, "going"),
            (1, "want"),
            (1, "should"),
            (1, "just"),
        ]
    )
    made = pen.until(
        lambda: handling(pen, who),
        lambda got: _says_more(Clause(who, got, "past")),
    )
    slip = made.verb in ("break", "leave", "lock", "drink up", "eat up")
    if slip and (tense not in ("past", "just") or made.verb == "leave"):
        tense = "past"
    negative = tense == "past" and pen.roll(0.12)
    time = time_of(pen, made, tense) if pen.roll(0.45) else EMPTY
    if negative and time.en and time.en[-1].text == "ago":
        time = EMPTY
    return Clause(who, made, tense, negative, time, bool(time.en) and pen.roll(0.4))


def suffered(pen: Pen) -> Duo:
    """The mouse was caught by the cat yesterday."""
    row = pen.pick(SUFFERINGS)
    noun = pen.pick(row.objects)
    if row.verb in ("praise", "criticize") and pen.roll(0.6):
        who: NounPhrase = _schoolchild(pen) if row.verb == "praise" else name(pen)
        plural = False
    else:
        plural = bool(noun.plural) and pen.roll(0.1) and "t" not in noun.tags
        kind = "those" if plural else "the"
        who = (
            count_noun(pen, noun, kind, adjectives=modifiers(pen, noun, 0.3, judging=False))
            if noun.plural
            else mass_noun(pen, noun, "the")
        )
        if not noun.plural:
            plural = noun.en in ("noodles", "dumplings")
    agent = pen.until(
        lambda: agent_of(pen, row, noun), lambda got: got is None or got.ident != who.ident
    )
    tense = pen.weigh([(8, "past"), (2, "already")])
    if row.verb in ("praise", "criticize", "scare away", "bite", "break", "steal", "eat", "catch"):
        tense = "past"
    if row.verb == "repair" and pen.roll(0.4):
        tense = "will"
    negative = (
        tense == "past" and row.verb in ("close", "sell", "borrow", "solve") and pen.roll(0.3)
    )
    made = passive(pen, row, noun, agent, tense, negative=negative, plural=plural)
    time = EMPTY
    if pen.roll(0.45) and tense != "already" and not negative:
        time = time_of(pen, Act("", "", tags="b" if row.verb == "sell" else ""), tense)
    clause = Clause(who, Act("", ""), tense, negative, time, bool(time.en) and pen.roll(0.4))
    return arrange(pen, clause, made)


def _schoolchild(pen: Pen) -> NounPhrase:
    """Somebody a teacher may praise."""
    brothers = ("younger brother", "younger sister", "older brother", "older sister")
    return (
        name(pen)
        if pen.roll(0.5)
        else pen.until(lambda: kin(pen), lambda got: got.ident in brothers)
    )


def went(pen: Pen) -> Duo:
    """Tom went to the library by bus to borrow a book."""
    return statement(pen, went_clause(pen))


def went_clause(pen: Pen, who: NounPhrase | None = None, tense: str = "") -> Clause:
    """A clause of going somewhere."""
    who = who or (described_person(pen) if pen.rich and pen.roll(0.7) else person(pen))
    tense = tense or pen.weigh(
        [(7, "past"), (3, "present"), (3, "will"), (3, "going"), (2, "want"), (2, "plan")]
    )
    made = motion(pen, who, tense)
    if tense == "present" and made.obj.zh[0].text in {zh: en for en, zh in CITIES}:
        tense = "past"
    adverb, time = EMPTY, EMPTY
    if tense == "present":
        if pen.roll(0.6):
            adverb = frequency(pen)
        else:
            time = time_of(pen, made, tense)
    elif pen.roll(0.6):
        time = time_of(pen, made, tense)
    return Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.5), adverb)


def gave(pen: Pen) -> Duo:
    """Tom gave his mother a red hat yesterday."""
    who = described_person(pen) if pen.rich and pen.roll(0.7) else person(pen)
    tense = pen.weigh(
        [(7, "past"), (2, "will"), (1, "already"), (1, "want"), (1, "just"), (1, "going")]
    )
    made = giving(pen, who)
    time = time_of(pen, made, tense) if pen.roll(0.5) else EMPTY
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.4)))


def did_for(pen: Pen) -> Duo:
    """Mary cooked dinner for us yesterday evening."""
    who = person(pen)
    tense = pen.weigh([(7, "past"), (2, "will"), (2, "want"), (2, "going"), (1, "just")])
    made = benefiting(pen, who)
    time = time_of(pen, made, tense) if pen.roll(0.5) else EMPTY
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.4)))


def shopped(pen: Pen, count: int = 0) -> Duo:
    """Anna bought two apples, three pears, and a watermelon at the market."""
    who = described_person(pen) if pen.rich and pen.roll(0.5) else person(pen)
    tense = pen.weigh([(7, "past"), (2, "will"), (2, "want"), (2, "going"), (1, "just")])
    made = shopping(pen, who, count)
    time = time_of(pen, made, tense) if pen.roll(0.6) else EMPTY
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.5)))


def postured(pen: Pen) -> Duo:
    """The girl is wearing a red hat; the dog is lying under the table."""
    pen.note("durative")
    key, mark = pen.key(), pen.key()
    if pen.roll(0.5):
        who = pen.until(lambda: person(pen), lambda got: not got.plural)
        made = worn(pen)
        be = Agreement(who.plural, who.first).be()
        en = who.en + words(be, mark) + words("wearing", key) + made.obj.en
        return Duo(en, who.zh + words(made.zh, key) + words("着", mark) + made.obj.zh)
    verb, zh, spots, animal = pen.pick(
        [
            ("sitting", "坐", "on sofa 上|on chair 上|under tree 下", False),
            ("lying", "躺", "on bed 上|on sofa 上", False),
            ("standing", "站", "under tree 下", False),
            ("lying", "趴", "under table 下|under chair 下|on bed 上", True),
        ]
    )
    if animal:
        noun = pen.pick(nouns("cat dog"))
        who = count_noun(pen, noun, "the", adjectives=modifiers(pen, noun))
    else:
        who = person(pen)
    preposition, spot, localiser = pen.pick(spots.split("|")).split()
    at = pen.key()
    thing = pen.duo(spot, NOUNS[spot].zh)
    be = Agreement(who.plural, who.first).be()
    en = who.en + words(be) + words(verb, key) + words(preposition, at) + words("the") + thing.en
    return Duo(en, who.zh + words(zh, key) + words("在", at) + thing.zh + words(localiser, at))
