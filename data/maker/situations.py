"""What follows from what: states and weather with the acts they lead to, for because, although.

If and when.

An act is written "verb object" for a row of the action table, "go place" for a way, "x NAME" for
one of `QUICK`.
"""

from __future__ import annotations

from .actions import HANDLINGS
from .clauses import Clause, statement
from .doings import handling
from .errands import destination, errand
from .noun_phrases import NounPhrase, at_place
from .nouns import NOUNS
from .phrases import PLACES
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, Agreement

# name: verb, Chinese, object (English: Chinese), shape
QUICK = {
    "stay": ("stay", "待", "home"),
    "go home": ("go", "回", "home 家"),
    "go swimming": ("go", "去", "swimming 游泳"),
    "go running": ("go", "去", "running 跑步"),
    "go climbing": ("go", "去", "climbing 爬山"),
    "walk": ("go", "去", "walk 散步"),
    "bed": ("go to bed", "睡觉", ""),
    "umbrella": ("take", "带", "umbrella"),
    "taxi": ("take", "坐", "taxi"),
    "cry": ("cry", "哭", ""),
    "smile": ("smile", "笑", ""),
    "leave": ("leave", "离开", ""),
    "keep working": ("keep", "继续", "working 工作"),
}


# state | leads to | keeps from | done all the same
STATES = [
    (
        "tired 累",
        "rest|x go home|x bed",
        "do housework|cook dinner|go park|go gym",
        "do housework|cook dinner|x keep working|clean room",
    ),
    (
        "hungry 饿",
        "eat hamburger|eat sandwich|eat noodles|eat bread|cook dinner|go restaurant",
        "",
        "x keep working|wash cup",
    ),
    (
        "thirsty 渴",
        "drink water|drink juice|drink tea|go cafe",
        "",
        "x keep working",
    ),
    (
        "busy 忙",
        "x keep working",
        (
            "have lunch|have dinner|watch movie|watch television|go park|go cinema|"
            "go beach|cook dinner|x walk|listen to music|go museum|read novel"
        ),
        ("cook dinner|x walk|read newspaper|listen to music|go gym|clean room"),
    ),
    (
        "bored 无聊",
        ("watch movie|listen to music|read novel|watch television|go park|x walk|go cinema"),
        "",
        "",
    ),
    ("happy 高兴", "x smile|listen to music", "", ""),
    (
        "cold 冷",
        "ba close window|drink tea|x go home|x stay|ba close door",
        "go beach|x go swimming|x walk",
        "x go swimming|go park|x go running|x keep working",
    ),
    (
        "hot 热",
        "x go swimming|drink water|drink juice|go beach|go swimming_pool",
        "go park|x go running|cook dinner",
        "x keep working|go park|x go running|clean room",
    ),
    (
        "sad 难过",
        "x cry|listen to music|x stay|x go home",
        "have dinner|watch television",
        "x keep working|x smile",
    ),
    (
        "worried 担心",
        "",
        "have lunch|have dinner|watch television",
        "x smile|x keep working",
    ),
    (
        "angry 生气",
        "x leave|ba close door",
        "have dinner|answer question|listen to music",
        "answer question|cook dinner|x smile",
    ),
    (
        "sleepy 困",
        "drink coffee|x bed|take a shower|drink tea",
        "watch movie|read novel",
        "x keep working|watch television|read novel",
    ),
    (
        "sick 病",
        "go hospital|x stay|x go home|rest",
        "go park|have breakfast|have lunch|x go swimming",
        "x keep working|cook dinner",
    ),
    (
        "nervous 紧张",
        "drink water|x walk",
        "have lunch|answer question",
        "answer question|x smile",
    ),
]

# English, Chinese, leads to, keeps from, done all the same
WEATHERS = [
    (
        "rain 下雨",
        "x stay|x umbrella|x taxi|watch movie|read novel|watch television",
        ("go park|x walk|x go climbing|go beach|x go running|go park"),
        "go park|x walk|x go running|go market|x go climbing|go zoo",
    ),
    (
        "snow 下雪",
        "x stay|x taxi|drink tea|watch movie|watch television",
        "go market|x walk|x go running|x go climbing|go park",
        "go park|x walk|x go running|go market|go zoo",
    ),
]
SKIES = [
    (
        "hot 热",
        "x go swimming|go beach|go swimming_pool|drink juice|x stay",
        "x go running|go park|x go climbing",
        "go park|x go running|x go climbing|x walk",
    ),
    (
        "cold 冷",
        "x stay|drink tea|ba close window|x taxi|drink coffee",
        "x go swimming|go beach|x walk",
        "x go swimming|x walk|x go running|go park",
    ),
    (
        "good 好",
        ("go park|go beach|x walk|x go climbing|go zoo|go park"),
        "",
        "x stay",
    ),
    (
        "bad 不好",
        "x stay|watch movie|x taxi|read novel",
        "go park|go beach|x walk|x go climbing|go zoo",
        "go park|x walk|x go running|go zoo|x go climbing",
    ),
]


def quick(pen: Pen, spec: str) -> Act:
    """One of `QUICK`."""
    verb, zh, obj = QUICK[spec]
    made = Act(verb, zh, ident=spec)
    if obj == "home":
        home = at_place(pen, PLACES["home"])
        return Act(
            verb,
            zh,
            goal=Duo(home.en, home.zh + words("里", *home.zh[0].keys)),
            shape="state",
            ident=spec,
        )
    if obj == "umbrella":
        core, key = pen.duo("umbrella", "雨伞"), pen.key()
        return Act(
            verb, zh, obj=Duo(words("an", key) + core.en, words("一 把", key) + core.zh), ident=spec
        )
    if obj == "taxi":
        core = pen.duo("taxi", "出租车")
        return Act(verb, zh, obj=Duo(words("a") + core.en, core.zh), ident=spec)
    if zh == "去":  # went swimming: 去 游泳 了, for 游 了 泳 says too little alone
        english, chinese = obj.split()
        if spec == "walk":
            core = pen.duo("walk", chinese)
            core = Duo(words("for a") + core.en, core.zh)
        elif spec == "go climbing":
            core = pen.duo("mountain climbing", "山 爬")
            core = Duo(core.en, core.zh[::-1])
        else:
            core = pen.duo(english, chinese)
        return Act(verb, zh, obj=core, shape="end", ident=spec)
    if spec == "go home":
        return Act(verb, zh, obj=pen.duo(*obj.split()), ident=spec)
    if obj:
        return Act(verb, zh, obj=pen.duo(*obj.split()), shape="state", ident=spec)
    return made


def act_of(pen: Pen, spec: str, who: NounPhrase, tense: str, negative: bool = False) -> Act:
    """The act a specification names, for a subject."""
    kind, _, rest = spec.partition(" ")
    if kind == "x":
        return quick(pen, rest)
    if kind == "ba":
        verb, _, noun = rest.partition(" ")
        row = next(row for row in HANDLINGS if row.verb == verb)
        return handling(pen, who, row, bare_object=NOUNS[noun])
    if kind == "go":
        pen.note("motion")
        return Act("go", "去", obj=destination(pen, rest), ident=spec)
    bare, pen.bare = pen.bare, True
    made = errand(pen, spec, who, "question" if negative else tense)
    pen.bare = bare
    return made


def consequence(
    pen: Pen, who: NounPhrase, specs: str, tense: str, *, negative: bool = False, time: Duo = EMPTY
) -> Duo:
    """A clause doing one of the specifications."""
    spec = pen.pick([spec for spec in specs.split("|") if spec])
    made = act_of(pen, spec, who, tense, negative)
    return statement(pen, Clause(who, made, tense, negative, time))


# States that a person feels: 觉得 很 无聊. Said of a thing, 无聊 would be boring.
FELT = ("bored", "cold", "hot")


def felt_by(pen: Pen, who: NounPhrase, en: str, zh: str, degree: str, *, past: bool = False) -> Duo:
    """She is (very, not) bored / 她 (不) 觉得 很 (非常) 无聊; is: 觉得, and 很 where it stands."""
    be, core = pen.key(), pen.duo(en, zh)
    form = words(Agreement(who.plural, who.first).be(past), be)
    if degree == "not":
        no = pen.duo("not", "不")
        return Duo(who.en + form + no.en + core.en, who.zh + no.zh + words("觉得", be) + core.zh)
    grade = Duo((), words("很", be))
    if degree == "very":
        pen.note("very")
        grade = pen.duo("very", "非常")
    feels = who.every + words("觉得", be) + grade.zh
    return Duo(who.en + form + grade.en + core.en, who.zh + feels + core.zh)


def state_clause(pen: Pen, who: NounPhrase, state: str, *, past: bool) -> Duo:
    """She was tired / 她 很 累 (is / was goes with 很)."""
    en, zh = state.split()
    be, core = pen.key(), None
    form = Agreement(who.plural, who.first).be(past)
    pen.note("predicate-adjective")
    if en == "sick":
        sick = pen.key()
        return Duo(
            who.en + words(form, be) + words(en, sick),
            who.zh + who.every + words(zh, sick) + words("了", be),
        )
    if en in FELT:
        return felt_by(pen, who, en, zh, "very" if pen.roll(0.35) else "plain", past=past)
    core = pen.duo(en, zh)
    if pen.roll(0.35):
        pen.note("very")
        grade = pen.duo("very", "非常")
        return Duo(
            who.en + words(form) + grade.en + core.en, who.zh + who.every + grade.zh + core.zh
        )
    return Duo(who.en + words(form, be) + core.en, who.zh + who.every + words("很", be) + core.zh)


def weather_clause(pen: Pen, kind: str, tense: str, time: Duo = EMPTY) -> Duo:
    """it was raining / 当时 在 下雨, it is raining / 在 下雨, it rains tomorrow / 明天 下雨."""
    pen.note("weather-clause")
    en, zh = kind.split()
    key, be = pen.key(), pen.key()
    if tense == "if":
        return Duo(words("it") + words(en + "s", key) + time.en, time.zh + words(zh, key))
    form = "is" if tense == "present" else "was"
    return Duo(
        words("it") + words(form, be) + words(en + "ing", key) + time.en,
        time.zh + words("在" if tense == "present" else "当时 在", be) + words(zh, key),
    )


def sky_clause(pen: Pen, kind: str, tense: str, time: Duo = EMPTY) -> Duo:
    """the weather was good / 天气 很 好."""
    pen.note("weather-clause")
    en, zh = kind.split()
    sky, be, core = pen.duo("weather", "天气"), pen.key(), pen.duo(en, zh)
    form = "was" if tense == "past" else "is"
    if tense == "if":  # a condition says no 很: 如果 明天 天气 好
        return Duo(
            words("the") + sky.en + words(form) + core.en + time.en, time.zh + sky.zh + core.zh
        )
    if zh.startswith("不"):
        return Duo(
            words("the") + sky.en + words(form) + core.en + time.en, time.zh + sky.zh + core.zh
        )
    return Duo(
        words("the") + sky.en + words(form, be) + core.en + time.en,
        time.zh + sky.zh + words("很", be) + core.zh,
    )
