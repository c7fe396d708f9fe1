"""But and and: two or three clauses beside each other."""

from __future__ import annotations

from dataclasses import replace

from .choices import choose, place_of
from .clauses import Clause, dated, statement, time_of
from .errands import motion
from .events import act
from .morphology import inflect
from .noun_phrases import NounPhrase, count_noun, modifiers, pronoun
from .nouns import nouns
from .persons import person
from .pieces import EMPTY, Duo, Pen, join, words
from .predicates import Act, Agreement
from .relatives import described_thing, plain_owner
from .sentences_causes import comma_mark, known_person, same
from .sentences_tastes import TASTE_GROUPS, taste
from .situations import act_of


def contrast(pen: Pen) -> Duo:
    """Tom likes coffee, but Mary likes tea; he bought the book, but he has not read it yet."""
    pen.note("but")
    comma, but = comma_mark(pen), pen.duo("but", "但是")
    kind = pen.pick(("like", "time", "want", "yet"))
    if kind == "yet":
        return _not_yet(pen, comma, but)
    left = known_person(pen)
    right = pen.until(
        lambda: known_person(pen, plain=True),
        lambda got: (
            got.ident != left.ident and got.ident not in ("he", "she", "they", left.pronoun)
        ),
    )
    if kind == "like":
        group = pen.pick(TASTE_GROUPS)
        first_taste, second_taste = pen.sample(group.split("|"), 2)
        one, two = taste(pen, left, first_taste), taste(pen, right, second_taste)
        a = statement(pen, Clause(left, one, "present"))
        b = statement(pen, Clause(right, two, "present"))
    elif kind == "want":
        one = motion(pen, left, "want", plain=True)
        two = pen.until(
            lambda: motion(pen, right, "want", plain=True),
            lambda got: got.ident != one.ident and ("b" in got.tags) == ("b" in one.tags),
        )
        a = statement(pen, Clause(left, one, "want"))
        b = statement(pen, Clause(right, two, "want"))
    else:
        if dated(left):  # a second time would confuse
            left = pen.until(
                lambda: known_person(pen, plain=True), lambda got: got.pronoun != right.pronoun
            )
        place = pen.pick(["museum", "zoo", "hospital", "bank", "cinema", "library", "beach"])
        one = act_of(pen, "go " + place, left, "past")
        two = act_of(pen, "go " + place, right, "will")
        first, second = time_of(pen, Act("", ""), "past"), time_of(pen, Act("", ""), "will")
        a = statement(pen, Clause(left, one, "past", time=first))
        b = statement(pen, Clause(right, two, "will", time=second))
    return join(a, comma, but, b)


def _not_yet(pen: Pen, comma: Duo, but: Duo) -> Duo:
    """Tom bought the novel last week, but he has not read it yet."""
    who = known_person(pen)
    verb, zh, names, then, done = pen.pick(
        [
            ("buy", "买", "book novel magazine dictionary", "read", "读"),
            ("borrow", "借", "book novel magazine", "read", "读"),
            ("receive", "收到", "letter email", "read", "读"),
            ("receive", "收到", "gift", "open", "打开"),
        ]
    )
    noun = pen.pick(nouns(names))
    obj = count_noun(pen, noun, "a", adjectives=modifiers(pen, noun, 0.4))
    made = Act(verb, zh, obj=obj.duo(), ident=f"{verb} {noun.en}")
    time = pen.duo(
        *pen.pick(
            [
                ("last week", "上个 星期"),
                ("three days ago", "三 天 前"),
                ("last Sunday", "上个 星期天"),
                ("two days ago", "两 天 前"),
                ("last month", "上个 月"),
            ]
        )
    )
    a = statement(pen, Clause(who, made, "past", time=time, front=False))
    again = same(pen, who)
    it = Duo(words("it"), ())  # Chinese leaves it unsaid: 还 没有 读
    b = statement(pen, Clause(again, Act(then, done, obj=it), "not-yet"))
    return join(a, comma, but, b)


def likewise(pen: Pen) -> Duo:
    """Tom bought a hat, and Mary bought two shirts. / 汤姆 买 了 …，玛丽 买 了."""
    pen.note("clause-coordination")
    comma = comma_mark(pen)
    tense = pen.pick(("past", "progressive", "past", "progressive"))
    left = pen.until(lambda: person(pen), lambda got: got.ident not in ("you",))
    right = pen.until(
        lambda: person(pen),
        lambda got: (
            got.ident != left.ident
            and got.ident not in ("he", "she", "they", left.pronoun)
            and got.en[0].text not in ("a", "an", "this", "his", "her", "their")
        ),
    )
    odd = ("wait for", "look for", "sleep", "find", "lose", "receive")
    (row, noun), (row2, noun2) = pen.until(
        lambda: (choose(pen, tense, left), choose(pen, tense, right)),
        lambda got: (
            got[0] != got[1]
            and bool(set(got[0][0].places) & set(got[1][0].places))
            and not {got[0][0].verb, got[1][0].verb} & set(odd)
            and len({_part(row[0].tags) for row in got} - {""}) < 2
        ),
    )
    one = replace(act(pen, row, tense, left, noun=noun, spare=0.3), duration=EMPTY, company=EMPTY)
    two = replace(act(pen, row2, tense, right, noun=noun2, spare=0), duration=EMPTY)
    parts = _part(row.tags) or _part(row2.tags)
    parts += "D" if "D" in row.tags + row2.tags else ""
    time = time_of(pen, Act("", "", tags=parts), tense) if tense in ("past", "will") else EMPTY
    a = (
        statement(pen, Clause(left, one, tense, time=time, front=True))
        if time.en
        else statement(pen, Clause(left, one, tense))
    )
    b = statement(pen, Clause(right, two, tense))
    return Duo(a.en + comma.en + words("and") + b.en, a.zh + comma.zh + b.zh)


def _part(tags: str) -> str:
    """The parts of the day that an action is bound to."""
    return "".join(tag for tag in tags if tag in "MNV")


# What does not make a scene beside others.
_UNSEEN = {"wait for", "look for", "sleep", "find", "lose", "receive", "take a shower", "chat"}
_UNSEEN |= {"work", "rest", "exercise"}


def three_scenes(pen: Pen) -> Duo:
    """Yesterday afternoon, Tom played football in the park, Mary read a novel.

    And my brother did homework at home.
    """
    pen.note("three-clauses")
    tense = pen.pick(("past", "past", "progressive"))
    people: list[NounPhrase] = []
    seen: set[str] = set()
    while len(people) < 3:
        who = pen.until(
            lambda: person(pen),
            lambda got: (
                got.ident not in seen
                and got.ident not in ("I", "you", "they", "he", "she")
                and got.en[0].text not in ("a", "an", "this")
            ),
        )
        seen.add(who.ident)
        people.append(who)
    done: set[str] = set()
    clauses: list[Duo] = []
    for who in people:
        row, noun = pen.until(
            lambda who=who: choose(pen, tense, who),  # type: ignore[misc]
            lambda got: (
                got[0].verb not in done | _UNSEEN
                and bool(got[0].places)
                and not set(got[0].tags) & set("MNV")
            ),
        )
        done.add(row.verb)
        made = replace(act(pen, row, tense, who, noun=noun, spare=0), duration=EMPTY)
        made = replace(made, place=place_of(pen, row, who.ident))
        clauses.append(statement(pen, Clause(who, made, tense)))
    days = {
        "past": [
            ("yesterday afternoon", "昨天 下午"),
            ("yesterday morning", "昨天 早上"),
            ("last Sunday", "上个 星期天"),
            ("yesterday", "昨天"),
        ],
    }
    time = EMPTY
    if tense in days:
        pen.note("time-first")
        day = pen.duo(*pen.pick(days[tense]))
        time = Duo(day.en + words(","), day.zh)
    one, two = pen.duo(",", "，"), pen.duo(",", "，")
    last = Duo(two.en + words("and"), two.zh)
    return join(time, clauses[0], one, clauses[1], last, clauses[2])


_OPINIONS = [
    ("interesting", "有趣", "boring", "无聊"),
    ("cheap", "便宜", "expensive", "贵"),
    ("easy", "简单", "difficult", "难"),
]


def opinions(pen: Pen) -> Duo:
    """Tom thinks that the book he bought is interesting, but Mary thinks that it is boring."""
    pen.note("think-that", "but", "predicate-adjective")
    left = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
    right = pen.until(
        lambda: person(pen),
        lambda got: (
            got.ident != left.ident
            and got.pronoun != left.pronoun
            and got.ident not in ("he", "she", "they")
        ),
    )
    en1, zh1, en2, zh2 = pen.pick(_OPINIONS)
    names = {
        "cheap": "coat bicycle camera watch computer car painting",
        "easy": "book article novel",
        "interesting": "book novel story article report letter",
    }[en1]
    owner = pen.until(
        lambda: plain_owner(pen),
        lambda got: (
            got.ident not in (left.ident, right.ident, "he", "she", "they")
            and got.en[0].text not in ("his", "her", "your")
        ),
    )
    thing = (
        described_thing(pen, names, owner, plain=True)
        if pen.roll(0.8)
        else count_noun(pen, pen.pick(nouns(names)), "this")
    )
    a, b, is1, is2 = pen.key(), pen.key(), pen.key(), pen.key()
    first, second, it = pen.duo(en1, zh1), pen.duo(en2, zh2), pronoun(pen, "it")
    comma, but = pen.duo(",", "，"), pen.duo("but", "但是")
    very = pen.duo("very", "非常") if pen.roll(0.5) else Duo((), words("很", is1))
    be1 = words("is") if very.en else words("is", is1)
    thinks = [
        inflect("think", Agreement(who.plural, who.first).choose("s", "base"))
        for who in (left, right)
    ]
    en = (
        left.en
        + words(thinks[0], a)
        + words("that")
        + thing.en
        + be1
        + very.en
        + first.en
        + comma.en
        + but.en
    )
    en += right.en + words(thinks[1], b) + words("that") + it.en + words("is", is2) + second.en
    zh = left.zh + words("认为", a) + thing.zh + very.zh + first.zh + comma.zh + but.zh
    zh += right.zh + words("认为", b) + it.zh + words("很", is2) + second.zh
    return Duo(en, zh)
