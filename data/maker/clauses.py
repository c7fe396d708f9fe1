"""Clauses: a subject, an act, a time; as statement, question, or relative clause."""

from __future__ import annotations

from dataclasses import dataclass

from .noun_phrases import NounPhrase
from .nouns import nouns
from .phrases import FREQUENCY, TIMES, Time
from .pieces import EMPTY, Duo, Pen, Side, words
from .predicates import Act, Agreement, Predicate, conjugate


@dataclass(frozen=True)
class Clause:
    """Who does what when. `front`: the English time stands first, and then the Chinese one too."""

    who: NounPhrase
    act: Act
    tense: str
    negative: bool = False
    time: Duo = EMPTY
    front: bool = False
    adverb: Duo = EMPTY

    @property
    def agreement(self) -> Agreement:
        """What the verb must know of the subject."""
        return Agreement(self.who.plural, self.who.first)


def statement(pen: Pen, clause: Clause) -> Duo:
    """Subject, time, 都, adverb, predicate in Chinese; English with the time first or last."""
    made = conjugate(pen, clause.act, clause.agreement, clause.tense, negative=clause.negative)
    return arrange(pen, clause, made)


def arrange(pen: Pen, clause: Clause, made: Predicate) -> Duo:
    """Set subject, time and adverb around a predicate."""
    who, time, adverb = clause.who, clause.time, clause.adverb
    en = who.en + made.aux + adverb.en + made.rest
    every = who.every
    if time.en and not every and time.zh[0].text.startswith("每"):
        every = words("都", *time.zh[0].keys)  # 每天 都
    zh = every + adverb.zh + _now(every, made.zh)
    if not time.en or (clause.tense == "past" and dated(who)):
        return Duo(en, who.zh + zh)
    if clause.tense in ("hope", "plan"):  # 希望, 打算 stand before the time of what is hoped for
        pen.note("time-last")
        wish = len(who.every + adverb.zh) + 1
        return Duo(en + time.en, who.zh + zh[:wish] + time.zh + zh[wish:])
    if clause.front:
        pen.note("time-first")
        return Duo(time.en + words(",") + en, timed(who, time.zh) + zh)
    pen.note("time-last")
    return Duo(en + time.en, who.zh + time.zh + zh)


def _now(every: Side, zh: Side) -> Side:
    """After 都, 正在 is 在 alone: 所有 的 孩子 都 在 跳舞."""
    if every and zh[0].text == "正在":
        return (zh[0]._replace(text="在"), *zh[1:])
    return zh


def timed(who: NounPhrase, time: Side) -> Side:
    """Time and subject where English says the time first.

    Chinese does so too, but for a subject that begins with a relative clause or a place: the time
    would be taken for a part of it (昨天戴着帽子的那个女孩).
    """
    return who.zh + time if who.turned else time + who.zh


def dated(who: NounPhrase) -> bool:
    """Whether a past time stands in the subject's relative clause, so that one more confuses."""
    return any(tok.text in _TIME_WORDS for tok in who.zh) and who.turned


_TIME_WORDS = {time.zh.split()[0] for time in TIMES if time.when == "past"} - {"两", "三"} | {"前"}


def yes_no(pen: Pen, clause: Clause) -> Duo:
    """The question with 吗, which is what do and the question mark say in English."""
    made = conjugate(pen, clause.act, clause.agreement, clause.tense, question=True)
    who, time = clause.who, clause.time
    every = who.every
    if time.en and not every and time.zh[0].text.startswith("每"):
        every = words("都", *time.zh[0].keys)
    simple = clause.tense in ("present", "past", "want", "plan", "need")
    aux = tuple(tok._replace(keys=()) for tok in made.aux) if simple else made.aux
    en = aux + who.en + made.rest + time.en
    zh = who.zh + time.zh + every + _now(every, made.zh) + words("吗")
    pen.note("yes-no-question")
    return Duo(en, zh)


def subject_gap(
    pen: Pen,
    act: Act,
    tense: str,
    relative: str,
    plural: bool,
    time: Duo = EMPTY,
    adverb: Duo = EMPTY,
) -> Duo:
    """The relative clause whose subject is the head: who bought the book / 买 了 书 的."""
    pen.note("relative-subject")
    mark = pen.key()
    made = conjugate(pen, act, Agreement(plural), tense)
    en = words(relative, mark) + made.aux + adverb.en + made.rest + time.en
    zh = made.zh
    if act.shape == "ba":  # 把 那 份 报纸 扔掉 的 那 个 男人
        zh = tuple(tok for tok in zh if tok.text != "了")
    return Duo(en, time.zh + adverb.zh + zh + words("的", mark))


def object_gap(
    pen: Pen, who: NounPhrase, act: Act, tense: str, relative: str, time: Duo = EMPTY
) -> Duo:
    """The relative clause whose object is the head.

    That Tom bought / 汤姆 买 的 (the past takes no 了).
    """
    pen.note("relative-object")
    mark = pen.key()
    made = conjugate(pen, act, Agreement(who.plural, who.first), tense)
    zh = made.zh
    if tense == "past":
        zh = tuple(tok for tok in zh if tok.text != "了")
    en = words(relative, mark) + who.en + made.aux + made.rest + time.en
    return Duo(en, who.zh + time.zh + who.every + zh + words("的", mark))


_WHEN = {
    "past": "past",
    "present": "habit",
    "will": "future",
    "going": "future",
    "plan": "future",
    "hope": "future",
    "want": "future",
    "must": "future",
    "should": "future",
    "may": "future",
    "need": "future",
}


# What is too small to be dated by the week, and the times near enough for it.
_SMALL = {
    "eat",
    "drink",
    "wash",
    "open",
    "carry",
    "take a shower",
    "rest",
    "answer",
    "exercise",
    "chat",
    "pick",
    "feed",
}
_SMALL |= {
    "listen to",
    "close",
    "turn off",
    "lock",
    "eat up",
    "drink up",
    "do",
    "wait for",
    "look for",
    "run",
    "walk",
}
_GROCERIES = {f"buy {noun.en}" for noun in nouns("@fruit @snack @bulk @drink")}
_NEAR = {time.en for time in TIMES if time.en.startswith(("yesterday", "this", "tomorrow"))}


def times_for(act: Act, tense: str) -> list[Time]:
    """The times that go with an act in a tense.

    Parts of the day and long spans only where they make sense.
    """
    when = _WHEN.get(tense, "")
    parts = {"M": "morning", "N": "noon", "V": "evening"}
    wanted = {parts[tag] for tag in act.tags if tag in parts}
    return [
        time
        for time in TIMES
        if time.when == when
        and (not time.long or "b" in act.tags)
        and (not time.part or not wanted or time.part in wanted)
        and not (time.part == "evening" and "D" in act.tags)
        and not (time.part and act.verb == "sell")
        and not (
            (wanted or act.verb in _SMALL or act.ident in _GROCERIES)
            and time.en not in _NEAR
            and time.when != "habit"
        )
    ]


def time_of(pen: Pen, act: Act, tense: str) -> Duo:
    """A time adverbial that goes with the act and the tense (empty if the tense takes none)."""
    found = times_for(act, tense)
    if not found:
        return EMPTY
    time = pen.pick(found)
    return pen.duo(time.en, time.zh)


def frequency(pen: Pen) -> Duo:
    """often / 经常 and its like."""
    pen.note("frequency")
    en, zh = pen.pick(FREQUENCY)
    return pen.duo(en, zh)


def side(*parts: Side) -> Side:
    """Join sides."""
    return sum(parts, ())
