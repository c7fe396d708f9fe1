"""Because, although, if: Chinese always says the reason or condition first."""

from __future__ import annotations

from typing import NamedTuple

from .clauses import Clause, statement, time_of
from .noun_phrases import NounPhrase, count_noun, name, pronoun
from .nouns import CLASSES, nouns
from .persons import person
from .phrases import PRONOUNS
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act
from .relatives import described_person, described_thing
from .situations import (
    SKIES,
    STATES,
    WEATHERS,
    act_of,
    consequence,
    sky_clause,
    state_clause,
    weather_clause,
)


def same(pen: Pen, who: NounPhrase) -> NounPhrase:
    """The pronoun for a person just named."""
    return pronoun(pen, who.pronoun)


def known_person(pen: Pen, *, plain: bool = False) -> NounPhrase:
    """A person whose pronoun English fixes: a name, a relative, a pronoun, or "the boy who …"."""

    def make() -> NounPhrase:
        if not plain and pen.roll(0.5 if pen.rich else 0.15):
            return described_person(pen, pen.pick(CLASSES["individuals"][:4]))
        return person(pen)

    return pen.until(
        make, lambda got: got.pronoun in PRONOUNS and got.en[0].text not in ("a", "an")
    )


def comma_mark(pen: Pen) -> Duo:
    """The comma between two clauses."""
    return pen.duo(",", "，")


def pair_of(pen: Pen, front: bool, marks: tuple[str, str, str], sub: Duo, main: Duo) -> Duo:
    """Subordinate and main clause; Chinese always puts the subordinate clause first.

    `marks`: English conjunction, Chinese before the subordinate clause, Chinese before the main
    clause.
    """
    key = pen.key()
    conjunction, first, second = marks
    comma = comma_mark(pen)
    zh = words(first, key) + sub.zh + comma.zh + words(second, key) + main.zh
    if front:
        return Duo(words(conjunction, key) + sub.en + comma.en + main.en, zh)
    pen.note("main-clause-first")
    return Duo(main.en + words(conjunction, key) + sub.en, zh)


BECAUSE = ("because", "因为", "所以")


ALTHOUGH = ("although", "虽然", "但是")


def causes(
    pen: Pen, although: bool, tense: str, main_who: NounPhrase | None = None, time: Duo = EMPTY
) -> tuple[Duo, Duo, bool]:
    """A cause and what came of it (or came all the same), and whether either may come first.

    `time`: when the weather was so.
    """
    past = tense == "past"
    kind = pen.weigh([(5, "state"), (2, "weather"), (2, "sky")])
    who = main_who or known_person(pen, plain=True)
    if time.en:
        kind = "sky"
    if kind == "state":
        rows = [row for row in STATES if (row[3] if although else row[1] or row[2])]
        state, leads, keeps, still = pen.pick(rows)
        first = who
        later = same(pen, who) if who.ident != who.pronoun else pronoun(pen, who.pronoun)
        cause = state_clause(pen, first, state, past=past)
        if although:
            main = _result(pen, later, still, tense, False)
        else:
            negative = bool(keeps) and (not leads or pen.roll(0.4))
            main = _result(pen, later, keeps if negative else leads, tense, negative)
        return cause, main, who.ident == who.pronoun
    table = WEATHERS if kind == "weather" else SKIES
    rows2 = [row for row in table if (row[3] if although else row[1])]
    state, leads, keeps, still = pen.pick(rows2)
    cause = (weather_clause if kind == "weather" else sky_clause)(pen, state, tense, time)
    if although:
        return cause, _result(pen, who, still, tense, False), True
    negative = bool(keeps) and pen.roll(0.4)
    return cause, _result(pen, who, keeps if negative else leads, tense, negative), True


def _result(pen: Pen, who: NounPhrase, specs: str, tense: str, negative: bool) -> Duo:
    """What came of it: in the past done or not done, in the present wanted or not wanted."""
    if tense == "past":
        return consequence(pen, who, specs, "past", negative=negative and not who.every)
    kept = "|".join(spec for spec in specs.split("|") if spec not in ("x cry", "x smile")) or specs
    return consequence(pen, who, kept, "want", negative=negative and not who.every)


def because(pen: Pen) -> Duo:
    """Because it was raining, Tom did not go to the park. / 因为 … ，所以."""
    pen.note("because")
    tense = pen.pick(("past", "past", "present"))
    time = time_of(pen, Act("", ""), "past") if tense == "past" and pen.roll(0.25) else EMPTY
    cause, main, free = causes(pen, False, tense, time=time)
    return pair_of(pen, not (free and pen.roll(0.6)), BECAUSE, cause, main)


def although(pen: Pen) -> Duo:
    """Although she was tired, she cooked dinner. / 虽然 … ，但是."""
    pen.note("although")
    if pen.roll(0.25):
        return _although_thing(pen)
    tense = pen.pick(("past", "past", "present"))
    cause, main, free = causes(pen, True, tense)
    return pair_of(pen, not (free and pen.roll(0.5)), ALTHOUGH, cause, main)


_CONTRASTS = [
    ("coat dress shirt car bicycle computer camera watch", "expensive 贵", "old 旧"),
    ("coat dress shirt sweater hat", "cheap 便宜", "beautiful 漂亮"),
    ("bag dictionary cup", "small 小", "heavy 重"),
    ("story article novel book", "interesting 有趣", "difficult 难"),
    ("story novel article poem book letter", "long 长", "interesting 有趣"),
    ("car bicycle computer camera watch", "small 小", "expensive 贵"),
    ("coat dress sweater painting hat", "old 旧", "beautiful 漂亮"),
    ("cake apple orange", "small 小", "delicious 好吃"),
    ("phone camera computer watch", "new 新", "cheap 便宜"),
]


def _although_thing(pen: Pen) -> Duo:
    names, first, second = pen.pick(_CONTRASTS)
    noun = pen.pick(nouns(names))
    if pen.roll(0.5) and noun.en not in (
        "bag",
        "cup",
        "hat",
        "apple",
        "orange",
        "shirt",
        "sweater",
        "phone",
    ):
        who = described_thing(pen, noun.en, plain=True, done=True)
    elif pen.roll(0.5):
        who = count_noun(
            pen,
            noun,
            "own",
            owner=name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "you", "he", "she"))),
        )
    else:
        who = count_noun(pen, noun, pen.pick(("the", "this")))
    it = pronoun(pen, "it")
    left = state_clause(pen, who, first, past=False)
    right = state_clause(pen, it, second, past=False)
    return pair_of(pen, True, ALTHOUGH, left, right)


class Condition(NamedTuple):
    """What "if" says, the acts it leads to and keeps from, and the tense of the main clause.

    `same`: both clauses have one subject, so that the main one takes a pronoun.
    """

    sub: Duo
    leads: str
    keeps: str
    tense: str
    same: bool = False


_IF_DAYS = [
    ("tomorrow", "明天"),
    ("tomorrow afternoon", "明天 下午"),
    ("next Sunday", "下个 星期天"),
    ("next Saturday", "下个 星期六"),
]
_IF_STATES = ("tired", "hungry", "thirsty", "bored", "cold", "hot", "sleepy", "sick")


def _condition(pen: Pen, who: NounPhrase) -> Condition:
    """Rain, the weather, or a state of the person the main clause speaks of."""
    kind = pen.weigh([(4, "rain"), (4, "state"), (2, "sky")])
    if kind == "rain":
        state, leads, keeps, _ = pen.pick(WEATHERS)
        day = pen.duo(*pen.pick(_IF_DAYS))
        return Condition(weather_clause(pen, state, "if", day), leads, keeps, "will")
    if kind == "sky":
        state, leads, keeps, _ = pen.pick(SKIES)
        day = pen.duo(*pen.pick(_IF_DAYS[:3]))
        return Condition(sky_clause(pen, state, "if", day), leads, keeps, "will")
    state, leads, _, _ = pen.pick([row for row in STATES if row[0].split()[0] in _IF_STATES])
    tense = "should" if state.startswith("sick") else pen.pick(("should", "can", "can"))
    return Condition(state_clause(pen, who, state, past=False), leads, "", tense, same=True)


def if_clause(pen: Pen) -> Duo:
    """If it rains tomorrow, we will stay at home / 如果 明天 下雨，我们 就 会 待 在 家 里."""
    pen.note("if")
    key, comma = pen.key(), comma_mark(pen)
    who = known_person(pen, plain=True)
    given = _condition(pen, who)
    later = same(pen, who) if given.same else who
    free = not given.same or who.ident == who.pronoun
    negative = bool(given.keeps) and pen.roll(0.35)
    options = [spec for spec in (given.keeps if negative else given.leads).split("|") if spec]
    made = act_of(pen, pen.pick(options), later, "must" if negative else given.tense, negative)
    done = statement(pen, Clause(later, made, given.tense, negative))
    if negative:  # 就 不 去 了 rather than 就 不会 去
        no = next(tok for tok in done.zh if tok.text == "不会")
        zh = tuple(tok._replace(text="不") if tok is no else tok for tok in done.zh)
        done = Duo(done.en, zh + words("了", *no.keys))
    cut = len(later.zh)  # 就 stands between the Chinese subject and its predicate
    then = done.zh[:cut] + words("就", key) + done.zh[cut:]
    zh = words("如果", key) + given.sub.zh + comma.zh + then
    if free and pen.roll(0.5):
        pen.note("main-clause-first")
        return Duo(done.en + words("if", key) + given.sub.en, zh)
    return Duo(words("if", key) + given.sub.en + comma.en + done.en, zh)
