"""Questions about where, when, why, how, and at what time."""

from __future__ import annotations

from dataclasses import replace

from .actions import Action
from .choices import choose
from .clauses import Clause, time_of
from .doings import handling
from .errands import motion
from .events import act
from .noun_phrases import NounPhrase, count_noun, pronoun
from .nouns import CLASSES, Noun, nouns
from .phrases import CITIES
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, Agreement, conjugate
from .relatives import KEPT, described_thing
from .sentences_asking import asked_person, fronted, occupation, wh_word
from .sentences_being import PERSON_STATES, be_of
from .sentences_tastes import liking
from .situations import FELT


def _asked_act(pen: Pen, who: NounPhrase, tense: str) -> Act:
    """An act with a definite object and no place, for questions about its circumstances."""

    def good(got: tuple[Action, Noun | None]) -> bool:
        return (
            bool(got[0].places)
            and got[0].verb
            not in (
                "wait for",
                "look for",
                "sleep",
                "play",
                "receive",
                "solve",
                "pick",
                "eat",
                "drink",
                "wash",
            )
            and got[1] not in CLASSES["fruit"]
            and "N" not in got[0].tags
        )

    row, noun = pen.until(lambda: choose(pen, tense, who), good)
    made = act(pen, row, tense, who, noun=noun, negative=tense != "present", spare=0)
    return replace(made, duration=EMPTY)


def where_question(pen: Pen) -> Duo:
    """Where did Tom buy the book? / 汤姆 是 在 哪里 买 那 本 书 的？ Where is your umbrella?"""
    where = pen.key()
    pen.note("question-where")
    kind = pen.pick(("past", "present", "be", "live", "go"))
    if kind == "be":
        who = (
            asked_person(pen)
            if pen.roll(0.3)
            else count_noun(
                pen,
                pen.pick(nouns("key umbrella bag phone camera dictionary watch bicycle cat dog")),
                "own",
                owner=pronoun(pen, pen.pick(("you", "I", "he", "she"))),
            )
        )
        if pen.roll(0.3):
            who = described_thing(
                pen, "book dictionary umbrella camera letter photo", verbs=KEPT, done=True
            )
        be = pen.key()
        return Duo(
            words("where", where) + words(be_of(who), be) + who.en,
            who.zh + words("在", be) + words("哪里", where),
        )
    who = asked_person(pen)
    if kind == "go":
        tense = pen.pick(("going", "want", "past"))
        made = Act("go", "去", obj=Duo((), words("哪里", where)))
        time = time_of(pen, made, tense) if pen.roll(0.6) else EMPTY
        return fronted(pen, Duo(words("where", where), ()), Clause(who, made, tense, time=time))
    if kind == "live":
        verb, zh = occupation(pen, who)
        goal = Duo((), words("在 哪里", where))
        made = Act(verb, zh, goal=goal) if verb == "live" else Act(verb, zh, place=goal)
        return fronted(pen, Duo(words("where", where), ()), Clause(who, made, "present"))
    tense = kind
    made = replace(_asked_act(pen, who, tense), place=Duo((), words("在 哪里", where)))
    if tense == "present":
        usual = pen.duo("usually", "通常")
        made_ = conjugate(pen, made, Agreement(who.plural, who.first), "present", question=True)
        en = words("where", where) + made_.aux + who.en + usual.en + made_.rest
        return Duo(en, who.zh + usual.zh + made_.zh)
    time = time_of(pen, made, tense) if pen.roll(0.3) else EMPTY
    return fronted(
        pen, Duo(words("where", where), ()), Clause(who, made, tense, time=time), shi=True
    )


def when_question(pen: Pen) -> Duo:
    """When did you go to Beijing?

    你 是 什么 时候 去 北京 的？ When will she come back? / 什么 时候.
    """
    when = wh_word(pen, "when", "when", "什么 时候")
    who = asked_person(pen)
    if pen.roll(0.55):
        made = (
            motion(pen, who, "past", plain=True) if pen.roll(0.4) else _asked_act(pen, who, "past")
        )
        return fronted(pen, when, Clause(who, made, "past"), shi=True, zh_wh=True)
    made = motion(pen, who, "will", plain=True) if pen.roll(0.4) else _asked_act(pen, who, "will")
    made_ = conjugate(pen, made, Agreement(who.plural, who.first), "will", question=True)
    zh = made_.zh[1:]  # "will" is said by 什么时候 itself
    en = when.en + tuple(tok._replace(keys=()) for tok in made_.aux) + who.en + made_.rest
    return Duo(en, who.zh + when.zh + zh)


# What one asks the reason of, and what is done too plainly or by chance for that.
_REASONED = {"throw away", "sell", "give", "close", "move", "return", "open", "hang", "turn off"}
_REASONED |= {"hide", "lend"}
_UNREASONED = ("find", "lose", "catch", "do", "solve", "answer", "wash", "clean", "take a walk")


def why_question(pen: Pen) -> Duo:
    """Why did Mary sell her bicycle? / 玛丽 为什么 卖 她的 自行车?"""
    why = wh_word(pen, "why", "why", "为什么")
    who = asked_person(pen)
    kind = pen.pick(("past", "present", "like", "be"))
    if kind == "be":
        return _why_so(pen, why, who)
    if kind == "like":
        made = pen.until(
            lambda: liking(pen, who),
            lambda got: got.verb in ("like", "admire", "need", "respect", "trust"),
        )
        return fronted(pen, why, Clause(who, made, "present"), zh_wh=True)
    if kind == "present":
        made = (
            motion(pen, who, "want", plain=True) if pen.roll(0.5) else _asked_act(pen, who, "want")
        )
        return fronted(pen, why, Clause(who, made, "want"), zh_wh=True)
    made = _reasoned(pen, who)
    clause = Clause(who, made, "past", time=time_of(pen, made, "past"))
    return fronted(pen, why, clause, drop=made.shape != "ba", zh_wh=True)


def _why_so(pen: Pen, why: Duo, who: NounPhrase) -> Duo:
    """Why are you so tired? / 你 为什么 这么 累?"""
    states = [state for state in PERSON_STATES if not state.startswith("healthy")]
    en, zh = pen.pick(states).split()
    pen.note("predicate-adjective")
    state, so = pen.duo(en, zh), pen.key()
    felt = words("觉得", so) if en in FELT else ()
    grade = pen.duo("so", "这么")
    return Duo(
        why.en + words(be_of(who), so) + who.en + grade.en + state.en,
        who.zh + why.zh + felt + grade.zh + state.zh,
    )


def _reasoned(pen: Pen, who: NounPhrase) -> Act:
    """Something done that may have a reason."""
    if pen.roll(0.4):
        return pen.until(lambda: handling(pen, who), lambda got: got.verb in _REASONED)
    return pen.until(lambda: _asked_act(pen, who, "past"), lambda got: got.verb not in _UNREASONED)


def how_question(pen: Pen) -> Duo:
    """How did you go to Shanghai? / 你 是 怎么 去 上海 的?"""
    how = wh_word(pen, "how", "how", "怎么")
    who = asked_person(pen)
    en, zh = pen.pick(CITIES)
    if pen.roll(0.5):
        city = pen.duo(en, zh)
        goal = Duo(words("to") + city.en, city.zh)
    else:
        goal = motion(pen, who, "past", plain=True).obj
    made = Act("go", "去", obj=goal, tags="pfb")
    if pen.roll(0.6):
        time = time_of(pen, made, "past") if pen.roll(0.4) else EMPTY
        return fronted(pen, how, Clause(who, made, "past", time=time), shi=True, zh_wh=True)
    usual = pen.duo("usually", "通常")
    made_ = conjugate(pen, made, Agreement(who.plural, who.first), "present", question=True)
    return Duo(
        how.en + made_.aux + who.en + usual.en + made_.rest, who.zh + usual.zh + how.zh + made_.zh
    )


def time_question(pen: Pen) -> Duo:
    """What time does your father usually get up? / 你 爸爸 通常 几点 起床?"""
    pen.note("question-what-time", "clock")
    key = pen.key()
    who = asked_person(pen)
    usual = pen.duo("usually", "通常")
    verb, zh = pen.pick(
        [
            ("get up", "起床"),
            ("go to bed", "睡觉"),
            ("go home", "回 家"),
            ("have breakfast", "吃 早饭"),
            ("have dinner", "吃 晚饭"),
            ("have lunch", "吃 午饭"),
        ]
    )
    head, *rest = verb.split()
    if head == "have" or verb == "go home":
        made = Act(head, zh.split()[0], obj=pen.duo(rest[0], zh.split()[1]))
    else:
        made = Act(verb, zh)
    made_ = conjugate(pen, made, Agreement(who.plural, who.first), "present", question=True)
    en = words("what time", key) + made_.aux + who.en + usual.en + made_.rest
    return Duo(en, who.zh + usual.zh + words("几 点", key) + made_.zh)
