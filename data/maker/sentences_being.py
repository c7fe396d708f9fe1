"""What somebody or something is."""

from __future__ import annotations

from .clauses import Clause, statement, time_of
from .noun_phrases import NounPhrase, count_noun, gender, kin, modifiers, name, possessive, pronoun
from .nouns import CLASSES, NOUNS, Noun, nouns
from .persons import person
from .phrases import ADJECTIVES, BY_TAG, COLOURS, Adjective
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, Agreement
from .relatives import (
    broken_thing,
    describable,
    described_person,
    described_thing,
    placed_person,
    placed_thing,
)
from .situations import FELT, felt_by

_JOBS = CLASSES["roles"]


SURNAMED = ("Wang", "Li", "Zhang", "Chen", "Liu")


RELATED = {noun.en for noun in CLASSES["kin"]}


def be_of(who: NounPhrase, past: bool = False) -> str:
    """The form of be for a subject."""
    return Agreement(who.plural, who.first).be(past)


def single(pen: Pen) -> NounPhrase:
    """A person, one, who may be described: not a group, not "this man"."""
    kind = pen.weigh([(4, "name"), (3, "pronoun"), (4, "kin"), (2, "described")])
    if kind == "name":
        return name(pen)
    if kind == "pronoun":
        return pronoun(pen, pen.pick(("I", "you", "he", "she")))
    if kind == "described":
        return described_person(pen, pen.pick(CLASSES["individuals"]), lasting=True)
    return kin(pen)


def job(pen: Pen, who: NounPhrase, rate: float = 0.2) -> Duo:
    """a young doctor / 一 名 年轻 的 医生."""
    pen.note("profession")
    elders = ("grandfather", "grandmother", "father", "mother", "uncle", "aunt")

    def fits(noun: Noun) -> bool:
        if noun.en == "student":
            return who.ident not in elders
        return noun.en != "waiter" or who.pronoun == "he"

    noun = pen.until(lambda: pen.pick(_JOBS), fits)
    person_noun = Noun(noun.en, noun.plural, noun.zh, "名", noun.tags)
    return count_noun(
        pen, person_noun, "a", adjectives=modifiers(pen, noun, 0 if who.ident in RELATED else rate)
    ).duo()


def is_a(pen: Pen) -> Duo:
    """Mary's father is a teacher / 玛丽 的 爸爸 是 一 名 老师."""
    who = pen.until(lambda: single(pen), lambda got: got.ident not in ("child", "boy", "girl"))
    be = pen.duo(be_of(who), "是")
    what = job(pen, who)
    return Duo(who.en + be.en + what.en, who.zh + be.zh + what.zh)


def is_somebody(pen: Pen) -> Duo:
    """The man who is wearing a red hat is my uncle."""
    pen.note("identity")
    noun = pen.pick(nouns("man woman boy girl"))
    who = placed_person(pen, noun) if pen.roll(0.35) else described_person(pen, noun)
    be = pen.duo("is", "是")
    male = gender(noun) == "he"
    adult = noun.en in ("man", "woman")
    pick = pen.pick(("kin", "friend", "name"))
    if pick == "kin":
        options = {
            (True, True): "father uncle older_brother",
            (True, False): "younger_brother",
            (False, True): "mother aunt older_sister",
            (False, False): "younger_sister",
        }[male, adult]
        other = pen.pick(nouns(options))
        owner = name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        whose = possessive(pen, owner, close=True)
        pen.note("kinship")
        core = pen.duo(other.en, other.zh)
        what = Duo(whose.en + core.en, whose.zh + core.zh)
    elif pick == "friend":
        other = pen.pick(nouns("colleague neighbor teacher" if adult else "classmate friend"))
        owner = name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "he", "she", "we")))
        what = count_noun(pen, other, "own", owner=owner).duo()
    else:
        sex = gender(noun)
        what = pen.until(
            lambda: name(pen), lambda got: got.pronoun == sex and got.ident not in SURNAMED
        ).duo()
    return Duo(who.en + be.en + what.en, who.zh + be.zh + what.zh)


PERSON_STATES = [
    "tired 累",
    "hungry 饿",
    "thirsty 渴",
    "busy 忙",
    "happy 高兴",
    "sad 难过",
    "worried 担心",
    "angry 生气",
    "excited 激动",
    "nervous 紧张",
    "bored 无聊",
    "healthy 健康",
]


def traits(noun: Noun) -> list[Adjective]:
    """The adjectives that can be said of a noun with "is"."""
    return [ADJECTIVES[en] for tag in noun.tags for en in BY_TAG.get(tag, ())]


def thing_with_traits(pen: Pen, need: str = "npbif") -> tuple[NounPhrase, Noun]:
    """A thing to say something about: this book, the coat that Tom bought, his car."""
    pool = [
        n
        for group in ("paper", "clothes", "device", "vehicle", "plants", "shows", "fruit", "snack")
        for n in CLASSES[group]
    ]
    pool = [noun for noun in pool if any(tag in need for tag in noun.tags)]
    noun = pen.pick(pool)
    kind = pen.weigh([(4, "the"), (3, "this"), (2, "own"), (3, "described")])
    if kind == "own" and (
        noun.en in ("dress", "flower", "tree", "movie", "song") or noun in CLASSES["fruit"]
    ):
        kind = "this"
    if kind == "own":
        owner = name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        return count_noun(pen, noun, "own", owner=owner), noun
    if kind == "described":
        return thing_or_described(pen, noun), noun
    colour = modifiers(pen, noun, 0.0)
    return count_noun(pen, noun, kind, adjectives=colour), noun


def thing_or_described(pen: Pen, noun: Noun, verbs: str = "") -> NounPhrase:
    """The thing with a relative clause where one fits it, else plain "the".

    Never with an adjective.
    """
    key = next(key for key, value in NOUNS.items() if value is noun)
    if not describable(key, verbs):
        return count_noun(pen, noun, "the")
    return described_thing(pen, key, plain=True, verbs=verbs)


def is_so(pen: Pen) -> Duo:
    """The book is very interesting; Tom is tired; the coat is red; this car is too expensive."""
    kind = pen.weigh([(4, "thing"), (3, "person"), (2, "colour"), (2.5, "too")])
    pen.note("predicate-adjective")
    if kind == "person":
        who = person(pen)
        en, zh = pen.pick(PERSON_STATES).split()
        return _said_of(pen, who, en, zh, pen.weigh([(4, "plain"), (3, "very"), (1, "not")]))
    if kind == "colour":
        pen.note("colour-predicate")
        noun = pen.pick(nouns("coat hat shirt car bicycle umbrella cup bag sweater phone truck"))
        owner = name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        which = pen.weigh([(4, "own"), (2, "the"), (2, "this"), (4, "placed")])
        if which == "placed":
            who = placed_thing(pen, "coat hat shirt umbrella cup bag sweater phone", plain=True)
        else:
            who = count_noun(pen, noun, which, owner=owner if which == "own" else None)
        key, colour = pen.key(), pen.duo(*pen.pick(COLOURS))
        return Duo(
            who.en + words("is", key) + colour.en,
            who.zh + words("是", key) + colour.zh + words("的", key),
        )
    who, noun = thing_with_traits(pen, "p" if kind == "too" else "npbif")
    if kind == "too":
        pen.note("too")
        return _said_of(pen, who, "expensive", "贵", "too")
    adjective = pen.pick([a for a in traits(noun) if a.en not in ("young",)])
    return _said_of(
        pen,
        who,
        adjective.en,
        adjective.predicate,
        pen.weigh([(4, "plain"), (4, "very"), (2, "not")]),
    )


def _said_of(
    pen: Pen, who: NounPhrase, en: str, zh: str, degree: str, *, past: bool = False
) -> Duo:
    """Subject, be, degree, adjective: is / 很, is very / 非常, is not / 不, is too / 太…了."""
    be, state = pen.key(), pen.duo(en, zh)
    form = be_of(who, past)
    every = who.every
    if en in FELT:
        return felt_by(pen, who, en, zh, degree if not every else "plain")
    if degree == "plain":
        return Duo(who.en + words(form, be) + state.en, who.zh + every + words("很", be) + state.zh)
    if degree == "not":
        if every:
            return _said_of(pen, who, en, zh, "plain")
        pen.note("adjective-negative")
        return Duo(
            who.en + words(form) + words("not", be) + state.en, who.zh + words("不", be) + state.zh
        )
    grade = pen.key()
    word, chinese = {"very": ("very", "非常"), "too": ("too", "太")}[degree]
    if degree == "very":
        pen.note("very")
    after = words("了", grade) if degree == "too" else ()
    return Duo(
        who.en + words(form) + words(word, grade) + state.en,
        who.zh + every + words(chinese, grade) + state.zh + after,
    )


def became(pen: Pen) -> Duo:
    """My older sister became a doctor three years ago; Tom wants to become a singer."""
    pen.note("becoming")
    settled = ("child", "grandfather", "grandmother", "boy", "girl")
    who = pen.until(lambda: single(pen), lambda got: got.ident not in settled)
    tense = pen.pick(("past", "want", "will", "hope"))
    made = Act(
        "become",
        "成为",
        obj=pen.until(
            lambda: job(pen, who, 0),
            lambda got: got.en[-1].text not in ("student", "worker", "waiter"),
        ),
        tags="b",
    )
    time = time_of(pen, Act("", "", tags="b"), "past") if tense == "past" else EMPTY
    if tense == "past":
        time = pen.duo(
            *pen.pick(
                [
                    ("last year", "去年"),
                    ("three years ago", "三 年 前"),
                    ("two years ago", "两 年 前"),
                    ("last month", "上个 月"),
                ]
            )
        )
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.4)))


def _named(en: str) -> Noun:
    return next(noun for noun in NOUNS.values() if noun.en == en)


def thing_passive_described(pen: Pen) -> Duo:
    """The vase that was broken by the boy is very expensive."""
    good = ("old", "expensive", "cheap", "beautiful", "interesting")
    who = pen.until(
        lambda: broken_thing(pen),
        lambda got: any(a.en in good for a in traits(_named(got.ident))),
    )
    noun = _named(who.ident)
    adjective = pen.pick([a for a in traits(noun) if a.en in good])
    pen.note("predicate-adjective")
    return _said_of(
        pen, who, adjective.en, adjective.predicate, pen.pick(("plain", "very")), past=True
    )
