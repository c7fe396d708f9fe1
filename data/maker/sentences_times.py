"""When, after, before, while."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from .choices import ADULT, suits
from .clauses import Clause, frequency, statement
from .errands import errand, row_of
from .noun_phrases import kin, name
from .persons import person
from .phrases import PLACES
from .pieces import EMPTY, Duo, Pen, Side, Tok, words
from .predicates import Act, Agreement, conjugate
from .sentences_causes import comma_mark, known_person, same
from .situations import STATES, act_of, state_clause

_AT_HOME = (
    "cook dinner|do homework|watch television|read newspaper|wash cup|listen to music|"
    "play the piano|write letter|clean room|play chess|do housework|read novel|drink tea|"
    "sleep|take a shower"
)

# Arriving or leaving, in both languages, and what somebody else is doing there.
_ARRIVALS = [
    ("get 回到", "home 家", _AT_HOME),
    ("get 回到", "home 家", _AT_HOME),
    ("arrive_at 到达", "school", "play basketball|study English|play football|read book"),
    ("arrive_at 到达", "office", "write report|write email|drink coffee|read newspaper"),
    ("arrive_at 到达", "station", "read newspaper|read book"),
    ("leave 离开", "library", "read newspaper|do homework|write letter|study English"),
    ("leave 离开", "office", "write report|write email|drink tea"),
    ("leave 离开", "restaurant", "have dinner|drink tea|eat noodles"),
]


_BACKGROUND = (
    "read book|do homework|cook dinner|take a shower|watch television|write letter|wash cup|"
    "listen to music|play chess|sleep|clean room|play the piano|read newspaper|write report"
)


class Meanwhile(NamedTuple):
    """Two clauses that "when" joins.

    `free`: either may come first in English. `dropped`: how many Chinese words of the main clause
    go because Chinese names the subject once (艾玛 小 的 时候，经常 抓 鱼).
    """

    sub: Duo
    main: Duo
    free: bool = True
    dropped: int = 0


def when_clause(pen: Pen) -> Duo:
    """When I got home, my mother was cooking dinner / 我 回到 家 的 时候，我 妈妈 正在 做 晚饭."""
    pen.note("when")
    key, comma = pen.key(), comma_mark(pen)
    both = pen.pick((_came, _interrupted, _childhood, _mood))(pen)
    zh = both.sub.zh + words("的 时候", key) + comma.zh + both.main.zh[both.dropped :]
    if both.free and pen.roll(0.45):
        pen.note("main-clause-first")
        return Duo(both.main.en + words("when", key) + both.sub.en, zh)
    return Duo(words("when", key) + both.sub.en + comma.en + both.main.en, zh)


def _came(pen: Pen) -> Meanwhile:
    """When Tom got home, his mother was cooking dinner. The arrival takes no 了 before 的时候."""
    who = known_person(pen, plain=True)
    other = pen.until(
        lambda: kin(pen, same(pen, who)) if pen.roll(0.6) else name(pen),
        lambda got: got.ident != who.ident,
    )
    verb, spot, acts = pen.pick(_ARRIVALS)
    sub = statement(pen, Clause(who, _arrival(pen, verb, spot), "past"))
    sub = Duo(sub.en, tuple(tok for tok in sub.zh if tok.text != "了"))
    fits = [spec for spec in acts.split("|") if suits(*row_of(spec), other.ident)]
    made = errand(pen, pen.pick(fits), other, "past-progressive")
    return Meanwhile(sub, statement(pen, Clause(other, made, "past-progressive")))


def _interruption(pen: Pen) -> Duo:
    """Something short that happens meanwhile, always with 了."""
    one, two = pen.key(), pen.key()
    kind = pen.pick(("telephone", "rain", "lights"))
    if kind == "rain":
        en = words("it") + words("began", one) + words("to") + words("rain", two)
        return Duo(en, words("开始", one) + words("下雨", two) + words("了", one))
    en, subject, verb = {
        "telephone": (words("telephone", one) + words("rang", two), "电话", "响"),
        "lights": (words("lights", one) + words("went out", two), "灯", "灭"),
    }[kind]
    return Duo(words("the") + en, words(subject, one) + words(verb, two) + words("了", two))


def _interrupted(pen: Pen) -> Meanwhile:
    """When Mary was reading, the telephone rang."""
    who = known_person(pen, plain=True)
    made = errand(pen, pen.pick(_BACKGROUND.split("|")), who, "past-progressive")
    return Meanwhile(statement(pen, Clause(who, made, "past-progressive")), _interruption(pen))


def _childhood(pen: Pen) -> Meanwhile:
    """When she was young, she often danced; the habit takes no 了."""
    elders = ("grandfather", "grandmother")
    who = pen.until(
        lambda: known_person(pen, plain=True),
        lambda got: got.ident not in elders,
    )
    small = pen.key()
    be = words(Agreement(who.plural, who.first).be(past=True))
    sub = Duo(who.en + be + words("young", small), who.zh + words("小", small))
    later, often = same(pen, who), pen.duo("often", "经常")
    pen.note("frequency")
    made = act_of(pen, pen.pick(_CHILDHOOD.split("|")), later, "present")
    done = conjugate(pen, made, Agreement(later.plural, later.first), "past")
    zh = tuple(tok for tok in done.zh if tok.text != "了")
    main = Duo(later.en + often.en + done.rest, later.zh + later.every + often.zh + zh)
    return Meanwhile(sub, main, who.ident == who.pronoun, len(later.zh))


_CHILDHOOD = (
    "play football|x go swimming|fly kites|x go climbing|play chess|play the piano|"
    "read story|catch fish|go zoo|go beach|sing|dance|play basketball|go library|"
    "listen to the radio"
)
_PLAIN_MOODS = ("tired", "hungry", "thirsty", "bored", "happy", "cold", "hot", "sad", "sleepy")
_NO_HABITS = ("x leave", "x go home", "x bed", "x stay", "x cry", "x smile")


def _mood(pen: Pen) -> Meanwhile:
    """When Tom is tired, he often listens to music; 很 goes before 的时候."""
    who = known_person(pen, plain=True)
    rows = [row for row in STATES if row[0].split()[0] in _PLAIN_MOODS]
    state, leads, _, _ = pen.pick(rows)
    sub = state_clause(pen, who, state, past=False)
    sub = Duo(sub.en, tuple(tok for tok in sub.zh if tok.text != "很"))
    later, adverb = same(pen, who), frequency(pen)
    specs = [spec for spec in leads.split("|") if spec not in _NO_HABITS]
    made = act_of(pen, pen.pick(specs), later, "present")
    main = statement(pen, Clause(later, made, "present", adverb=adverb))
    return Meanwhile(sub, main, who.ident == who.pronoun, len(later.zh))


def _arrival(pen: Pen, verb: str, spot: str) -> Act:
    """Getting home, arriving at a place, leaving it."""
    en, zh = verb.replace("_", " ", 1).rsplit(" ", 1)
    if spot == "home 家":
        return Act(en, zh, obj=pen.duo("home", "家"), ident="get home")
    if spot == "school":
        return Act(en, zh, obj=pen.duo("school", "学校"))
    core = pen.duo(PLACES[spot].en.removeprefix("the "), PLACES[spot].zh)
    return Act(en, zh, obj=Duo(words("the") + core.en, core.zh))


_AFTERS = [
    (
        "have breakfast",
        "go office|go market|read newspaper|wash cup|go library|x walk",
    ),
    ("have lunch", "go library|drink coffee|play chess|go park|x walk|go museum"),
    (
        "have dinner",
        (
            "watch television|x walk|do homework|wash cup|play the piano|"
            "listen to music|read novel|play chess|watch movie"
        ),
    ),
    ("do homework", "watch television|play football|listen to music|go park|play chess|x bed"),
    ("cook dinner", "clean room|wash cup|listen to music|watch television"),
    ("take a shower", "x bed|read novel|listen to music|drink water"),
    ("play football", "drink water|take a shower|x go home|drink juice"),
    ("clean room", "rest|drink tea|listen to music|cook dinner"),
    ("watch movie", "x go home|drink coffee|eat noodles"),
    ("read letter", "x cry|x smile|write letter"),
    ("buy fruit", "x go home|cook dinner"),
]


_BEFORES = [
    ("x bed", "take a shower|read novel|do homework|drink milk|listen to music|read newspaper"),
    ("have breakfast", "x walk|x go running|read newspaper|take a shower"),
    ("have dinner", "do homework|play football|read newspaper|clean room|play the piano"),
    ("go school", "have breakfast|feed dog"),
    ("go station", "buy map|have lunch|buy newspaper!"),
    ("watch movie", "do homework|have dinner|buy bread"),
    ("cook dinner", "wash cup|buy vegetables|clean room|buy meat"),
]


def after_before(pen: Pen) -> Duo:
    """After having dinner, Tom watched television. / 吃 了 晚饭 以后，汤姆 看 了 电视."""
    after = pen.roll(0.55)
    pen.note("after" if after else "before-doing")
    first, seconds = pen.pick(_AFTERS if after else _BEFORES)
    spec = pen.pick([s for s in seconds.split("|") if not s.endswith("!")])
    childish = "do homework" in (first, spec) or "go school" in (first, spec)
    who = pen.until(
        lambda: known_person(pen, plain=True), lambda got: not childish or got.ident not in ADULT
    )
    key, comma = pen.key(), comma_mark(pen)
    habit = (
        pen.roll(0.35)
        and spec not in ("x cry", "x smile", "write letter", "buy map", "buy bread")
        and first not in ("buy fruit", "go station", "read letter", "watch movie")
    )
    inner = act_of(pen, first, who, "present" if habit else "past")
    if first == "watch movie":  # 看 电影 以前, 看 完 电影 以后: no particular one
        inner = replace(inner, obj=Duo(inner.obj.en, inner.obj.zh[-1:]))
    done = conjugate(pen, inner, Clause(who, inner, "past").agreement, "gerund")
    sub_zh = done.zh
    if after:
        past = conjugate(pen, inner, Clause(who, inner, "past").agreement, "past")
        sub_zh = _match(done.rest, past.rest, past.zh)
        # After doing it is 做 完 … 以后; 完 belongs to "after".
        sub_zh = tuple(Tok("完", (key,)) if tok.text == "了" else tok for tok in sub_zh)
    tense = "present" if habit else "past"
    made = act_of(pen, spec, who, tense)
    adverb = EMPTY
    if habit:
        pen.note("frequency")
        adverb = pen.duo(*pen.pick([("often", "经常"), ("usually", "通常"), ("always", "总是")]))
    time = EMPTY
    main = statement(pen, Clause(who, made, tense, False, time, False, adverb))
    en_word, zh_word = ("after", "以后") if after else ("before", "以前")
    zh = sub_zh + words(zh_word, key) + comma.zh + main.zh
    if pen.roll(0.45):
        pen.note("main-clause-first")
        return Duo(main.en + words(en_word, key) + done.rest, zh)
    return Duo(words(en_word, key) + done.rest + comma.en + main.en, zh)


def _match(gerund: Side, past: Side, zh: Side) -> Side:
    """Give the Chinese of the past form the keys of the gerund (verb first in both)."""
    swap: dict[int, int] = {}
    for left, right in zip(gerund, past, strict=True):
        swap.update(zip(right.keys, left.keys, strict=True))
    return tuple(tok._replace(keys=tuple(swap.get(key, key) for key in tok.keys)) for tok in zh)


_BOTH = [
    ("do homework", "listen to music"),
    ("cook dinner", "listen to the radio"),
    ("drink tea", "read newspaper"),
    ("have breakfast", "watch television"),
    ("clean room", "sing"),
    ("take a walk", "chat"),
    ("drink coffee", "read novel"),
    ("do housework", "listen to music"),
    ("have dinner", "watch television"),
    ("wash cup", "sing"),
    ("drink juice", "chat"),
    ("play the guitar", "sing"),
    ("write letter", "drink tea"),
    ("run", "listen to music"),
]


def while_doing(pen: Pen) -> Duo:
    """Tom listens to music while doing homework. / 汤姆 一边 做 作业，一边 听 音乐."""
    pen.note("while")
    background, main = pen.pick(_BOTH)
    who = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
    key = pen.key()
    adverb = pen.duo(
        *pen.pick(
            [("often", "经常"), ("always", "总是"), ("usually", "通常"), ("sometimes", "有时")]
        )
    )
    pen.note("frequency")
    first = errand(pen, background, who, "present")
    second = errand(pen, main, who, "present")
    left = conjugate(pen, first, Clause(who, first, "present").agreement, "gerund")
    right = conjugate(pen, second, Clause(who, second, "present").agreement, "present")
    en = who.en + adverb.en + right.rest + words("while", key) + left.rest
    zh = (
        who.zh
        + who.every
        + adverb.zh
        + words("一边", key)
        + left.zh
        + words("一边", key)
        + right.zh
    )
    return Duo(en, zh)
