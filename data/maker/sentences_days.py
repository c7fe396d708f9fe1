"""A day told step by step, and descriptions with several clauses."""

from __future__ import annotations

from dataclasses import replace

from .choices import ADULT, YOUNG
from .clauses import Clause, dated, statement, timed
from .errands import destination, shopping
from .events import by_transport, companion
from .noun_phrases import NounPhrase, kin, name, pronoun
from .nouns import CLASSES
from .persons import person
from .phrases import HOURS
from .pieces import EMPTY, Duo, Pen, Side, words
from .predicates import Act, Agreement, conjugate
from .relatives import described_person, described_thing, placed_person
from .sentences_causes import known_person
from .situations import act_of

# Steps of a day: each list is one story in order; a step with ? may be left out.
_STORIES = {
    "morning": [
        "get up",
        "?take a shower",
        "have breakfast",
        "go school|go library|go office|go park|go station",
    ],
    "afternoon": ["go library|go park|go bookstore|go gym", "TASK", "x go home"],
    "evening": [
        "cook dinner|do homework|do housework",
        "?have dinner",
        "watch television|read novel|listen to music|play chess|play the piano",
        "?take a shower",
        "x bed",
    ],
    "shop": ["go supermarket|go market|go bookstore", "LIST", "x go home", "?cook dinner"],
    "trip": [
        "go zoo|go museum|go beach|go cinema",
        "?TASK",
        "have lunch|drink coffee|eat noodles",
        "x go home",
    ],
}


_TASKS = {
    "library": "read newspaper|do homework|borrow book|borrow novel",
    "park": "take a walk|play football|fly kites|run",
    "bookstore": "buy novel|buy dictionary|buy magazine",
    "gym": "play basketball|dance",
    "zoo": "take photo",
    "museum": "take photo",
    "beach": "swim|fly kites|take a walk",
    "cinema": "watch movie",
}


_DAYS = {
    "morning": [("yesterday morning", "昨天 早上"), ("this morning", "今天 早上")],
    "afternoon": [
        ("yesterday afternoon", "昨天 下午"),
        ("last Sunday", "上个 星期天"),
        ("last Saturday", "上个 星期六"),
    ],
    "evening": [("yesterday evening", "昨天 晚上")],
    "shop": [
        ("yesterday", "昨天"),
        ("yesterday afternoon", "昨天 下午"),
        ("last Saturday", "上个 星期六"),
        ("last Friday", "上个 星期五"),
    ],
    "trip": [
        ("last Sunday", "上个 星期天"),
        ("yesterday", "昨天"),
        ("last Saturday", "上个 星期六"),
        ("two days ago", "两 天 前"),
    ],
}


def get_up(pen: Pen) -> Act:
    """get up at seven o'clock / 七 点 起床."""
    pen.note("clock")
    en, zh = pen.pick(HOURS[:3])
    hour, mark = pen.duo(en, zh), pen.key()
    at = Duo(words("at") + hour.en + words("o'clock", mark), hour.zh + words("点", mark))
    return Act("get up", "起床", shape="state", manner=at, ident="get up")


def story(pen: Pen) -> Duo:
    """Yesterday morning, Tom got up at seven o'clock, had breakfast with his parents.

    And then went to school by bus.
    """
    pen.note("story", "verb-coordination", "time-first")
    kind = pen.pick(tuple(_STORIES))
    who = pen.until(
        lambda: (
            described_person(pen, pen.pick(CLASSES["individuals"][:4]), lasting=True)
            if pen.roll(0.4 if pen.rich else 0.15)
            else person(pen)
        ),
        lambda got: got.en[0].text not in ("a", "an") and not got.every,
    )
    steps = _steps(pen, kind, who)
    verbs = [conjugate(pen, step, Agreement(who.plural, who.first), "past") for step in steps]
    time = pen.duo(*pen.pick(_DAYS[kind]))
    en: Side = time.en + words(",") + who.en
    zh: Side = timed(who, time.zh)
    for i, verb in enumerate(verbs):
        if i == len(verbs) - 1:
            comma, then = pen.duo(",", "，"), pen.duo("then", "然后")
            en += comma.en + words("and") + then.en + verb.rest
            zh += comma.zh + then.zh + verb.zh
        elif i:
            comma = pen.duo(",", "，")
            en, zh = en + comma.en + verb.rest, zh + comma.zh + verb.zh
        else:
            en, zh = en + verb.rest, zh + verb.zh
    return Duo(en, zh)


def _steps(pen: Pen, kind: str, who: NounPhrase) -> list[Act]:
    steps: list[Act] = []
    place = ""
    company = False
    for slot in _STORIES[kind]:
        spec = pen.pick(slot.split("|"))
        if spec.startswith("?"):
            if pen.roll(0.5):
                continue
            spec = spec[1:]
        if spec == "get up":
            steps.append(get_up(pen))
            continue
        if spec == "LIST":
            bought = pen.until(
                lambda: shopping(pen, who),
                lambda got, place=place: got.place.en[-1].text == place,  # type: ignore[misc]
            )
            steps.append(replace(bought, place=EMPTY))
            continue
        if spec == "TASK":
            spec = pen.pick(_TASKS[place].split("|"))
        if spec.startswith("go "):
            place = spec[3:]
            if (place == "school" and who.ident in ADULT) or (
                place == "office" and who.ident in YOUNG | {"grandfather", "grandmother", "parents"}
            ):
                place = "park"
            pen.note("motion")
            made = Act("go", "去", obj=destination(pen, place), tags="p")
            if pen.roll(0.5):
                made = replace(made, transport=by_transport(pen))
            elif not company and pen.roll(0.4):
                company = True
                made = replace(made, company=companion(pen, who))
            steps.append(made)
            continue
        if spec == "do homework" and who.ident in ADULT:
            spec = "read newspaper" if place == "library" else "do housework"
        made = act_of(pen, spec, who, "past")
        if not company and spec.startswith("have") and pen.roll(0.4):
            company = True
            made = replace(made, company=companion(pen, who, family=True))
        steps.append(made)
    return steps


# What one does first, and what after it.
_IN_TURN = [
    ("go library", "borrow book|borrow novel|read newspaper"),
    ("go market", "buy vegetables|buy meat|buy tomato|buy fruit"),
    ("go supermarket", "buy bread|buy egg|buy fruit|buy apple"),
    ("go bookstore", "buy dictionary|buy novel|buy map"),
    ("go cinema", "watch movie"),
    ("go park", "take a walk|play football|take photo"),
    ("go gym", "play basketball|dance"),
    ("wash cup", "clean room"),
    ("go cafe", "drink coffee"),
    ("go restaurant", "have lunch|eat noodles"),
]
_TURN_DAYS = {
    "past": [
        ("yesterday", "昨天"),
        ("last Sunday", "上个 星期天"),
        ("yesterday afternoon", "昨天 下午"),
        ("two days ago", "两 天 前"),
    ],
    "will": [
        ("tomorrow", "明天"),
        ("next Sunday", "下个 星期天"),
        ("tomorrow afternoon", "明天 下午"),
    ],
}


def then_did(pen: Pen) -> Duo:
    """Tom went to the market and bought two fish. Two verbs of one subject."""
    pen.note("verb-coordination")
    first, second = pen.pick(_IN_TURN)
    who = pen.until(
        lambda: described_person(pen) if pen.roll(0.6 if pen.rich else 0.2) else person(pen),
        lambda got: got.en[0].text not in ("a", "an") and not dated(got),
    )
    tense = pen.pick(("past", "past", "will", "want")) if first.startswith("go") else "past"
    one = act_of(pen, first, who, tense)
    two = act_of(pen, pen.pick(second.split("|")), who, tense)
    time = pen.duo(*pen.pick(_TURN_DAYS[tense])) if tense in _TURN_DAYS else EMPTY
    agreement = Agreement(who.plural, who.first)
    left = conjugate(pen, one, agreement, tense)
    right = conjugate(pen, two, agreement, "past" if tense == "past" else "bare")
    middle = words("，") if tense == "past" else ()
    en = who.en + left.aux + left.rest + words("and") + right.rest
    zh = who.every + left.zh + middle + right.zh
    if pen.roll(0.5) and time.en:
        pen.note("time-first")
        return Duo(time.en + words(",") + en, timed(who, time.zh) + zh)
    if time.en:
        pen.note("time-last")
    return Duo(en + time.en, who.zh + time.zh + zh)


def not_only(pen: Pen) -> Duo:
    """Tom can not only play the piano but also sing. / 汤姆 不但 会 弹 钢琴，而且 会 唱歌."""
    pen.note("not-only")
    who = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
    one, two = pen.sample(
        [
            "play the piano",
            "play the guitar",
            "play chess",
            "swim",
            "dance",
            "play tennis",
            "play basketball",
            "play football",
            "draw horse",
            "ride a bicycle",
        ],
        2,
    )
    first, second = act_of(pen, one, who, "can-skill"), act_of(pen, two, who, "can-skill")
    agreement = Agreement(who.plural, who.first)
    left, right = (
        conjugate(pen, first, agreement, "can-skill"),
        conjugate(pen, second, agreement, "bare"),
    )
    a, b = pen.key(), pen.key()
    aux = left.aux
    comma = words("，")
    en = who.en + aux + words("not only", a) + left.rest + words("but also", b) + right.rest
    can = tuple(tok for tok in left.zh[:1])
    zh = who.zh + who.every + words("不但", a) + left.zh + comma + words("而且", b) + can + right.zh
    return Duo(en, zh)


def two_described(pen: Pen) -> Duo:
    """The girl who bought the red hat knows the boy who lives in Beijing."""
    who = described_person(pen) if pen.roll(0.7) else placed_person(pen)
    verb, zh = "know", "认识"
    kind = pen.pick(("person", "person", "thing"))
    pen.note("stative")
    if kind == "person":
        whom = pen.until(lambda: described_person(pen), lambda got: got.ident != who.ident)
    else:
        verb, zh = pen.pick([("like", "喜欢"), ("read", "读")])
        spec = (
            "book novel story article letter"
            if verb != "like"
            else "book dictionary coat car bicycle painting watch novel story cake photo"
        )
        whom = described_thing(pen, spec, done=True)
    made = Act(verb, zh, shape="state", obj=whom.duo())
    return statement(pen, Clause(who, made, "want" if verb == "read" else "present"))


def given_described(pen: Pen) -> Duo:
    """Tom gave the book that he bought yesterday to the teacher. / 把."""
    pen.note("ba", "dative")
    who = known_person(pen, plain=True)
    owner = pronoun(pen, who.pronoun)
    verb, zh = pen.pick([("give", "送"), ("lend", "借")])
    names = (
        "book dictionary painting camera novel watch gift cake"
        if verb == "give"
        else "book dictionary bicycle camera umbrella guitar"
    )
    thing = described_thing(pen, names, owner, verbs="buy|receive|make")
    other = pen.until(
        lambda: kin(pen, owner) if pen.roll(0.5) else name(pen), lambda got: got.ident != who.ident
    )
    to = pen.key()
    goal = Duo(words("to", to) + other.me, other.zh)
    made = Act(verb, zh, shape="ba", obj=thing.duo(), bridge=words("给", to), goal=goal)
    return statement(pen, Clause(who, made, "past"))
