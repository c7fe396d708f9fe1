"""From a row of the action table to an act and a clause that make sense."""

from __future__ import annotations

from dataclasses import replace

from .actions import Action
from .choices import ADULT, COSTLY, choose, crowd, definite_only, place_of, vice
from .clauses import Clause, frequency, time_of
from .noun_phrases import NounPhrase, count_noun, mass_noun, modifiers, name
from .nouns import CLASSES, Noun
from .persons import people, person
from .phrases import MANNER, NUMBERS, PRONOUNS, TRANSPORT
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act


def object_of(
    pen: Pen, row: Action, noun: Noun, tense: str, who: NounPhrase | None, negative: bool
) -> NounPhrase:
    """The object noun phrase: generic for habits, definite where Chinese wants it, else free."""
    if tense in ("present", "can-skill"):
        if noun.plural:
            return count_noun(pen, noun, "the" if noun.known else "generic")
        return mass_noun(pen, noun, "bare")
    going_on = tense in ("progressive", "past-progressive")
    if going_on and noun.plural and (row.verb in _UNCOUNTED or noun.en == "ticket"):
        return count_noun(pen, noun, "generic")
    if not noun.plural and row.verb == "make":
        return mass_noun(pen, noun, "bare" if going_on else "some")
    if not noun.plural:
        kind = (
            "bare"
            if definite_only(tense, negative) or going_on
            else pen.pick(("some", "container", "container"))
        )
        return mass_noun(pen, noun, kind)
    if row.verb == "wait for":
        return name(pen, but=who.ident if who else "")
    mine = "o" in row.tags and who is not None and who.pronoun in PRONOUNS and not who.plural
    if mine and who is not None and pen.roll(0.6):
        owner = who if who.ident == who.pronoun else _as_pronoun(who)
        return count_noun(pen, noun, "own", owner=owner)
    if "o" in row.tags and row.verb in ("find", "look for"):
        return count_noun(pen, noun, "the")
    if definite_only(tense, negative) and not (who is not None and who.every):
        return count_noun(
            pen,
            noun,
            "the" if row.verb == "eat" else pen.pick(("the", "this")),
            adjectives=modifiers(pen, noun, 0.25),
        )
    if noun.en in ("letter", "report", "email", "poem") and row.verb == "read":
        return count_noun(pen, noun, pen.pick(("a", "the")))
    if row.verb == "draw" and noun.en == "map":
        return count_noun(pen, noun, "a")
    adjectives = modifiers(pen, noun)
    if row.verb == "wash" and noun.en in ("cup", "plate") and pen.roll(0.6):
        return count_noun(pen, noun, "those", adjectives=adjectives)
    if noun.known or row.verb in ("answer", "solve", "feed"):
        return count_noun(pen, noun, "the", adjectives=adjectives)
    if crowd(who) and row.verb != "watch":  # all the boys picked some pears, not one
        return count_noun(pen, noun, "some", adjectives=adjectives)
    kind = pen.weigh(_determiners(row, noun, tense, who))
    few = row.verb in ("eat", "make", "wash") or tense not in ("past", "already", "just")
    most = 2 if few else 4
    return count_noun(pen, noun, kind, adjectives=adjectives, number=pen.pick(NUMBERS[:most]))


# Of these nobody counts what is still being done: planting trees, taking photos.
_UNCOUNTED = ("pick", "plant", "sing", "take")


def _determiners(
    row: Action, noun: Noun, tense: str, who: NounPhrase | None
) -> list[tuple[int, str]]:
    """The determiners the object may have, each with its weight."""
    options = [(5, "a"), (3, "the"), (3, "number"), (1, "some"), (1, "those")]
    if row.verb == "watch" or (
        who is not None and who.every
    ):  # all the students bought a book, not one and the same
        options = [(1, "a")]
    elif tense in ("progressive", "past-progressive") or noun in COSTLY:
        options = [(10, "a"), (5, "the"), (1, "those")]
    if noun in CLASSES["fruit"] + CLASSES["snack"]:  # nobody speaks of "the pear"
        options = [(5, "a"), (3, "number"), (1, "some")]
        options = [(1, "a")] if tense in ("progressive", "past-progressive") else options
    if row.verb == "buy":  # what one buys is new to the hearer
        options = [(5, "a"), (2, "number"), (1, "some")]
        options = [(1, "a")] if noun in COSTLY or "progressive" in tense else options
        options = [(1, "number"), (1, "some")] if noun in CLASSES["fruit"] else options
    if row.verb in ("pick", "plant", "sing"):
        options = [(1, "number"), (1, "some")]
    if row.verb == "read":  # nobody reads four novels in an evening
        options = [(5, "a"), (4, "the")]
    if row.verb == "take":  # nobody takes "the photo"
        options = [(2, "a"), (1, "some")]
    return options


def _as_pronoun(who: NounPhrase) -> NounPhrase:
    return replace(who, ident=who.pronoun)


DURATIONS = [
    ("an hour", "一 个 小时"),
    ("two hours", "两 个 小时"),
    ("three hours", "三 个 小时"),
    ("half an hour", "半 个 小时"),
    ("thirty minutes", "三十 分钟"),
    ("twenty minutes", "二十 分钟"),
]


def lasting(pen: Pen, *, long: bool = False) -> Duo:
    """for two hours / 两 个 小时; number and unit each with its own."""
    pen.note("duration")
    options = [("two years", "两 年"), ("three years", "三 年")] if long else DURATIONS
    en, zh = pen.pick(options)
    count, unit = pen.key(), pen.key()
    *number, last = en.split()
    *figures, measure = zh.split()
    return Duo(
        words("for") + words(" ".join(number), count) + words(last, unit),
        words(" ".join(figures), count) + words(measure, unit),
    )


def companion(pen: Pen, who: NounPhrase | None, *, family: bool = False) -> Duo:
    """with Mary / 和 玛丽 一起; with one's own friends where the pronoun is plain."""
    pen.note("company")
    key = pen.key()
    if who is not None and who.pronoun in PRONOUNS and pen.roll(0.7):
        owner = who if who.ident == who.pronoun else _as_pronoun(who)
        kind = pen.pick(("friend", "classmate", "parents" if family else "friend"))
        if who.ident in ADULT or who.ident == "parents":
            kind = "friend"
        row = PRONOUNS[owner.pronoun]
        whose = pen.duo(row[2], row[3] if kind == "parents" else row[3] + " 的")
        pen.note("possessive-pronoun")
        noun = {
            "friend": "朋友 friends",
            "classmate": "同学 classmates",
            "parents": "父母 parents",
        }[kind].split()
        core = pen.duo(noun[1], noun[0])
        other = Duo(whose.en + core.en, whose.zh + core.zh)
    else:
        other = name(pen, but=who.ident if who else "").duo()
    return Duo(words("with", key) + other.en, words("和", key) + other.zh + words("一起", key))


def manner_of(pen: Pen, tags: str) -> Duo:
    """An adverb of manner that goes with the act, or nothing."""
    fits = [MANNER[int(tag) - 1] for tag in tags if tag.isdigit()]
    if not fits:
        return EMPTY
    pen.note("manner")
    return pen.duo(*pen.pick(fits))


def by_transport(pen: Pen, far: bool = False) -> Duo:
    """by train / 坐 火车."""
    pen.note("transport")
    en, verb, zh = pen.pick(TRANSPORT[:3:2] if far else [TRANSPORT[1], TRANSPORT[3], TRANSPORT[4]])
    key = pen.key()
    vehicle = pen.duo(en, zh)
    return Duo(words("by", key) + vehicle.en, words(verb, key) + vehicle.zh)


def fixed_object(pen: Pen, row: Action) -> Duo:
    """football / 足球; an article stays unlinked."""
    assert row.fixed is not None
    en, zh = row.fixed
    first, _, rest = en.partition(" ")
    if first in ("the", "a"):
        core = pen.duo(rest, zh)
        return Duo(words(first) + core.en, core.zh)
    return pen.duo(en, zh)


def act(
    pen: Pen,
    row: Action,
    tense: str,
    who: NounPhrase | None,
    *,
    negative: bool = False,
    spare: float = 1.0,
    noun: Noun | None = None,
) -> Act:
    """The act of a row. `spare` in [0, 1] scales the chance of adjuncts."""
    obj = EMPTY
    if row.fixed:
        obj = fixed_object(pen, row)
    elif noun is not None:
        obj = object_of(pen, row, noun, tense, who, negative).duo()
    made = Act(row.verb, row.zh, row.tail, obj=obj, tags=row.tags)
    made = replace(
        made, ident=f"{row.verb} {noun.en if noun else row.fixed[0] if row.fixed else ''}"
    )
    if tense == "past" and "d" in row.tags and not negative:
        made = _lasting(pen, made, row, noun, spare)
    return _surrounded(pen, made, row, tense, who, negative, spare)


_MUST_LAST = ("wait for", "sleep", "work", "rest", "exercise")


def _lasting(pen: Pen, made: Act, row: Action, noun: Noun | None, spare: float) -> Act:
    """The act with a duration, where it can have one."""
    after_object = row.verb == "wait for" and noun is not None  # 等了玛丽两个小时
    wanted = row.verb in _MUST_LAST or pen.roll(0.6 * spare)
    if not wanted or not (noun is None or after_object):
        return made
    long = "b" in row.tags and pen.roll(0.7)
    return replace(made, duration=lasting(pen, long=long), object_first=after_object)


_NOWHERE = ("must", "need", "should", "can-skill", "can", "not-yet", "before", "never", "ever")


def _surrounded(
    pen: Pen,
    made: Act,
    row: Action,
    tense: str,
    who: NounPhrase | None,
    negative: bool,
    spare: float,
) -> Act:
    """The act with a place, company, or a manner."""
    years = bool(made.duration.en) and made.duration.en[-1].text == "years"
    if (
        row.places
        and not years
        and not (negative and tense != "should")
        and tense not in _NOWHERE
        and pen.roll(0.45 * spare)
    ):
        made = replace(made, place=place_of(pen, row, who.ident if who else ""))
    must_talk = row.verb == "chat" and tense != "can-skill"
    alone = "w" not in row.tags or tense in ("can-skill", "progressive") or years
    if must_talk or (not alone and pen.roll(0.2 * spare)):
        at_table = bool(set(row.tags) & set("MNV"))
        family = at_table or row.verb in ("watch", "visit", "take a walk")
        made = replace(made, company=companion(pen, who, family=family))
    crowded = made.duration.en or made.company.en or negative
    if tense in MANNERED and not crowded and pen.roll(0.4 * spare):
        made = replace(made, manner=manner_of(pen, row.tags))
    return made


MANNERED = ("past", "progressive", "past-progressive", "should", "must", "bare")


TENSES = [
    (12, "present"),
    (19, "past"),
    (10, "progressive"),
    (6, "will"),
    (5, "going"),
    (5, "already"),
    (4, "just"),
    (5, "not-yet"),
    (5, "before"),
    (5, "never"),
    (6, "can-skill"),
    (2, "can"),
    (4, "hope"),
    (5, "must"),
    (9, "should"),
    (5, "may"),
    (5, "want"),
    (4, "plan"),
    (5, "need"),
]
NEGATABLE = ("present", "past", "will", "can-skill", "should", "want", "need")


def event(
    pen: Pen,
    tense: str = "",
    who: NounPhrase | None = None,
    *,
    tags: str = "",
    timed: float = 0.5,
    front: bool = True,
    spare: float = 1.0,
    positive: bool = False,
) -> Clause:
    """A clause that makes sense.

    `timed` is the chance of a time, `front` whether it may stand first.
    """
    tense = tense or pen.weigh(TENSES)
    if pen.rich:
        timed, spare = max(timed, 0.8), spare * 1.7
    if who is None:
        told = tense in ("past", "progressive")
        who = (
            pen.until(lambda: people(pen), lambda got: told or "number" not in got.ident)
            if pen.roll(0.3) and tense in PLURAL_TENSES
            else person(pen)
        )
    row, noun = choose(pen, tense, who, tags=tags)
    negative = (
        not positive
        and tense in NEGATABLE
        and not who.every
        and pen.roll(0.5 if tense in ("can-skill", "should", "need") else 0.15)
    )
    if row.verb in (
        "wait for",
        "look for",
        "find",
        "lose",
        "receive",
        "sleep",
        "catch",
        "make",
        "take",
    ):
        negative = False
    if tense == "should":
        negative = vice(row, noun) and not who.every
    made = act(pen, row, tense, who, negative=negative, spare=spare, noun=noun)
    adverb, time = EMPTY, EMPTY
    if tense == "present" and not negative and (who.every or pen.roll(0.5)):
        adverb = frequency(pen) if not who.every else _often(pen)
    elif made.duration.en and made.duration.en[-1].text == "years":
        pass
    elif pen.roll(timed) or (negative and tense == "past") or _wants_time(made, tense):
        time = time_of(pen, made, tense)
    if negative and time.en and (tense == "present" or time.en[-1].text == "ago"):
        time = EMPTY
    return Clause(
        who, made, tense, negative, time, front and bool(time.en) and pen.roll(0.4), adverb
    )


def _often(pen: Pen) -> Duo:
    """The one adverb that goes with 都: 每 个 学生 都 经常."""
    pen.note("frequency")
    return pen.duo("often", "经常")


PLURAL_TENSES = ("past", "progressive", "present", "will", "going", "must", "want", "already")


def _wants_time(made: Act, tense: str) -> bool:
    """A bare "Tom swam." or "Tom may rest." says too little: give it a time.

    "Tom will swim." needs one too: 会 游泳 alone would be "can swim".
    """
    if tense in ("may", "will"):
        return True
    told = made.place.en or made.company.en or made.duration.en or len(made.obj.en) > 1
    return tense == "past" and not told
