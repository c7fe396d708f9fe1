"""Acts that need more than a row of the action table: handling with 把, and passives with 被."""

from __future__ import annotations

from dataclasses import replace

from .actions import HANDLINGS, Handling, Suffering
from .morphology import inflect
from .noun_phrases import (
    NounPhrase,
    at_place,
    count_noun,
    kin,
    mass_noun,
    modifiers,
    name,
    on_furniture,
)
from .nouns import NOUNS, Noun, nouns
from .phrases import PLACES, PRONOUNS
from .pieces import Duo, Pen, Side, words
from .predicates import Act, Agreement, Predicate

# Kinds of spots: English preposition, Chinese localiser, what is there.
_SPOTS = {
    "surface": ("on", "上", "table desk chair sofa bed"),
    "wall": ("on", "上", "wall"),
    "hideout": ("under", "下", "table desk bed sofa"),
}


def _goal(pen: Pen, kind: str, who: NounPhrase, lead: str, noun: Noun) -> tuple[Side, Duo]:
    """Where a handled thing ends: the Chinese 在, 到, 给, 回 that leads there, and the goal.

    Both belong to the English preposition (to: 到 or 给; on: 在 and 上; home: 回 and 家).
    """
    key = pen.key()
    if kind == "home":
        return words(lead, key), Duo(words("home", key), words("家", key))
    if kind in _SPOTS:
        en, zh, things = _SPOTS[kind]
        duo = on_furniture(pen, en, zh, pen.pick(nouns(things)))
        return words(lead, *duo.en[0].keys), Duo(duo.en, duo.zh[1:])
    if kind == "site":
        sites = ("library", "classroom", "office", "restaurant", "station", "bank", "cafe")
        duo = at_place(pen, PLACES[pen.pick(sites)])
        return words(lead, *duo.en[0].keys), Duo(duo.en, duo.zh[1:])
    if kind == "room":
        rooms = ["bedroom", "living_room", "office"]
        rooms += ["kitchen"] if noun.en in ("table", "chair", "box") else []
        room = PLACES[pen.pick(rooms)]
        core = pen.duo(room.en.removeprefix("the "), room.zh)
        return words(lead, key), Duo(words("to", key) + words("the") + core.en, core.zh)
    other = (
        kin(pen, who)
        if who.pronoun in PRONOUNS and who.ident == who.pronoun and pen.roll(0.4)
        else name(pen, who.ident)
    )
    return words(lead, key), Duo(words("to", key) + other.me, other.zh)


def handling(
    pen: Pen, who: NounPhrase, row: Handling | None = None, *, bare_object: Noun | None = None
) -> Act:
    """put the book on the table / 把 书 放 在 了 桌子 上."""
    pen.note("ba")
    row = row or pen.pick(HANDLINGS)
    noun = bare_object or pen.pick(row.objects)
    own = who.pronoun in PRONOUNS and "K" not in noun.tags and noun.plural and pen.roll(0.2)
    if row.verb in ("throw away", "break") or row.goal == "person":
        own = False
    adjectives = modifiers(pen, noun, 0.2)
    if not noun.plural:
        obj = mass_noun(pen, noun, "the")
    elif own or row.goal == "site":
        owner = who if who.ident == who.pronoun else replace(who, ident=who.pronoun)
        fit = who.pronoun in PRONOUNS
        obj = count_noun(pen, noun, "own" if fit else "the", owner=owner if fit else None)
    else:
        obj = count_noun(pen, noun, "the", adjectives=adjectives)
    zh, _, lead = row.result.partition(" ") if row.goal else (row.result, "", "")
    made = Act(row.verb, zh, shape="ba", obj=obj.duo(), tags="pf", ident=f"{row.verb} {noun.en}")
    if not row.goal:
        return made
    bridge, goal = _goal(pen, row.goal, who, lead, noun)
    return replace(made, bridge=bridge, goal=goal)


def passive(
    pen: Pen,
    row: Suffering,
    noun: Noun,
    agent: NounPhrase | None,
    tense: str,
    *,
    negative: bool = False,
    plural: bool = False,
) -> Predicate:
    """was caught by the cat / 被 猫 抓住 了; tense past, will or already."""
    pen.note("passive", "tense-" + tense + ("-negative" if negative else ""))
    verb, mark, by = pen.key(), pen.key(), pen.key()
    be = Agreement(plural)
    whole = words(inflect(row.verb, "pp"))  # thrown away: 扔掉 is both, 了 the verb's alone
    participle = (
        whole[0]._replace(keys=(verb,)),
        *(tok._replace(keys=(-verb,)) for tok in whole[1:]),
    )
    en_agent = words("by", by) + agent.me if agent else ()
    zh_agent = agent.zh if agent else ()
    bei = words("被", mark, by) if agent else words("被", mark)
    core = bei + zh_agent + words(row.result, verb, -verb)
    if agent is None:
        pen.note("agentless")
    if tense == "will":
        will = pen.key()
        return Predicate(
            words("will", will), words("be", mark) + participle + en_agent, words("会", will) + core
        )
    if tense == "already":
        have, adverb = pen.key(), pen.key()
        rest = words("already", adverb) + words("been", mark) + participle + en_agent
        has = words(be.choose("has", "have"), have)
        return Predicate(has, rest, words("已经", adverb) + core + words("了", have))
    aux = words(be.be(past=True), mark)
    if negative:
        no = pen.key()
        return Predicate(aux, words("not", no) + participle + en_agent, words("没有", no) + core)
    return Predicate(aux, participle + en_agent, core + words("了", verb))


def agent_of(pen: Pen, row: Suffering, noun: Noun) -> NounPhrase | None:
    """Somebody who may have done it."""
    kind = pen.pick(row.agents)
    if kind == "none":
        return None
    if kind == "name":
        return name(pen)
    if kind == "kin":
        return kin(pen)
    if NOUNS[kind].en == noun.en:
        return name(pen)
    return count_noun(pen, NOUNS[kind], "a" if kind == "thief" else "the")
