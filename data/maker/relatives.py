"""Noun phrases whose noun carries a relative clause or a place.

The ones that turn round in Chinese.
"""

from __future__ import annotations

from dataclasses import replace

from .actions import SUFFERINGS
from .choices import choose
from .clauses import object_gap, subject_gap, time_of
from .doings import agent_of, handling, passive
from .events import act
from .gifts import benefiting
from .noun_phrases import (
    Behind,
    NounPhrase,
    at_place,
    count_noun,
    kin,
    modifiers,
    name,
    place_attribute,
    pronoun,
    somewhere,
)
from .nouns import CLASSES, NOUNS, Noun, nouns
from .phrases import CITIES, COLOURS, PLACES
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act

_HEADS = [
    NOUNS[word]
    for word in [
        "man",
        "woman",
        "boy",
        "girl",
        "student",
        "teacher",
        "doctor",
        "driver",
        "worker",
        "reporter",
        "singer",
    ]
]


_SHORT = {"new", "old", *(en for en, _ in COLOURS)}


def worn(pen: Pen, *, inside: bool = False) -> Act:
    """wear a red coat / 穿 着 红色 的 外套 (a hat is 戴).

    `inside` a relative clause only short adjectives stand, and colours lose their 的.
    """
    noun = pen.pick(nouns("coat shirt dress sweater hat"))
    if noun.en == "dress":
        noun = pen.pick(nouns("coat shirt sweater hat"))
    adjectives = pen.until(
        lambda: modifiers(pen, noun, 0.9),
        lambda got: not inside or (len(got.en) == 1 and got.en[0].text in _SHORT),
    )
    obj = count_noun(pen, noun, "a", adjectives=adjectives)
    if inside:  # 戴 着 一 顶 红色 帽子 的: one 的 is enough
        obj = replace(obj, zh=tuple(tok for tok in obj.zh if tok.text != "的"))
    zh = "戴" if noun.en == "hat" else "穿"
    return Act("wear", zh, obj=obj.duo(), shape="state", ident="wear")


def wearing(pen: Pen, who_plural: bool, verb: Act, relative: str) -> Duo:
    """who is wearing a red hat / 戴 着 一 顶 红色 的 帽子 的."""
    pen.note("relative-subject", "durative")
    mark, key, aspect = pen.key(), pen.key(), pen.key()
    be = "are" if who_plural else "is"
    en = words(relative, mark) + words(be, aspect) + words("wearing", key) + verb.obj.en
    return Duo(en, words(verb.zh, key) + words("着", aspect) + verb.obj.zh + words("的", mark))


def described_person(
    pen: Pen, noun: Noun | None = None, *, plural: bool = False, lasting: bool = False
) -> NounPhrase:
    """the man who bought the book / 买 了 那 本 书 的 那 个 男人.

    `lasting`: by what they wear, by home or work, not by what they once did.
    """
    noun = noun or pen.pick(_HEADS)
    kinds = [(2.0, "wear"), (2, "live")]
    if noun.en in _EMPLOYERS:
        kinds += [(2, "work")]
    if not lasting:
        kinds += [(2, "ba"), (1, "benefit")]
    if noun.en in ("man", "woman", "boy", "girl", "student") and not lasting:
        kinds += [(8, "past"), (3, "habit")]
    kind = pen.weigh(kinds)
    pen.bare = kind != "wear"
    stand = NounPhrase((), (), (), "", plural, "", (), noun.en)
    if kind == "wear":
        clause = wearing(pen, plural, worn(pen, inside=True), "who")
    elif kind in ("work", "live"):
        clause = _settled(pen, kind, noun, plural)
    elif kind == "ba":
        made = handling(pen, stand)
        clause = subject_gap(pen, made, "past", "who", plural)
    elif kind == "benefit":
        clause = subject_gap(pen, benefiting(pen, stand), "past", "who", plural)
    else:
        tense = {"past": "past", "habit": "present"}[kind]
        plain = ("carry", "wait for", "look for", "answer")
        row, thing = pen.until(
            lambda: choose(pen, tense, stand),
            lambda got: (
                (bool(got[1]) or kind == "habit")
                and got[0].verb not in plain
                and got[0].verb
                not in ("eat", "drink", "have", "work", "rest", "sleep", "lose", "receive", "find")
            ),
        )
        made = act(pen, row, tense, stand, noun=thing, spare=0.6)
        made = replace(made, manner=EMPTY)
        time = (
            time_of(pen, made, tense)
            if pen.roll(0.3) and tense == "past" and not made.duration.en
            else EMPTY
        )
        if tense == "past" and not (time.en or made.obj.en or made.place.en or made.company.en):
            time = time_of(pen, made, tense)
        adverb = EMPTY
        if kind == "habit":
            pen.note("frequency")
            adverb = pen.duo("often", "经常")
        clause = subject_gap(pen, made, tense, "who", plural, time, adverb)
    pen.bare = False
    return count_noun(pen, noun, "those" if plural else "the", behind=Behind(clause))


def _settled(pen: Pen, kind: str, noun: Noun, plural: bool) -> Duo:
    """who lives in Beijing / 住 在 北京 的, who works in the bank / 在 银行 里 工作 的."""
    if kind == "live":
        made = live_act(pen)
    else:
        made = Act(
            "work",
            "工作",
            place=at_place(
                pen, PLACES[pen.pick(_EMPLOYERS.get(noun.en, ["bank", "factory", "hotel"]))]
            ),
        )
    return subject_gap(pen, made, "present", "who", plural)


_EMPLOYERS = {
    "student": ["cafe", "restaurant"],
    "man": ["bank", "factory", "hotel"],
    "woman": ["bank", "factory", "hotel"],
    "teacher": ["university"],
    "doctor": ["hospital"],
    "driver": ["factory", "hotel"],
    "singer": ["hotel", "restaurant"],
}


def live_act(pen: Pen) -> Act:
    """live in Beijing / 住 在 北京."""
    en, zh = pen.pick(CITIES)
    key = pen.key()
    city = pen.duo(en, zh)
    return Act(
        "live",
        "住",
        goal=Duo(words("in", key) + city.en, words("在", key) + city.zh),
        shape="state",
        tags="h",
        ident="live",
    )


def plain_owner(pen: Pen) -> NounPhrase:
    """A short subject for inside a relative clause."""
    kind = pen.weigh([(4, "name"), (3, "kin"), (3, "pronoun")])
    if kind == "name":
        return name(pen)
    if kind == "kin":
        return kin(pen, pronoun(pen, pen.pick(("I", "you", "he", "she"))))
    return pronoun(pen, pen.pick(("I", "you", "he", "she", "we", "they")))


_GOT = [
    (
        "buy",
        "买",
        (
            "book dictionary coat car computer bicycle painting watch umbrella guitar camera "
            "novel dress"
        ),
    ),
    ("write", "写", "letter story poem article report"),
    ("draw", "画", "map"),
    ("borrow", "借", "book novel magazine dictionary"),
    ("repair", "修理", "bicycle computer radio car camera"),
    ("lose", "丢", "key umbrella watch phone bag"),
    ("sell", "卖掉", "house car bicycle"),
    ("take", "拍", "photo"),
    ("read", "读", "book novel article letter story"),
    ("make", "做", "cake"),
    ("receive", "收到", "gift letter"),
    ("plant", "种", "tree"),
]
_NOW = [
    ("read", "读", "book novel newspaper letter magazine"),
    ("wash", "洗", "shirt dress sweater"),
    ("repair", "修理", "bicycle computer radio camera"),
    ("write", "写", "letter report article"),
    ("look for", "找", "key phone bag umbrella dictionary"),
]


# What was done with a thing that is still there.
KEPT = "buy|write|borrow|take|read|receive|make"


def describable(name_: str, verbs: str = "") -> bool:
    """Whether `described_thing` has something to say of this noun (with one of the verbs)."""
    return any(
        name_ in names.split() and (not verbs or verb in verbs.split("|"))
        for verb, _, names in _GOT
    )


def described_thing(
    pen: Pen,
    wanted: str = "",
    who: NounPhrase | None = None,
    *,
    plural: bool = False,
    plain: bool = False,
    verbs: str = "",
    done: bool = False,
) -> NounPhrase:
    """the book that Tom bought yesterday / 汤姆 昨天 买 的 那 本 书.

    `wanted`: nouns it must be one of; `verbs`: what was done with it; `done`: nothing that is
    still being done or wanted.
    """
    rows = [(verb, zh, noun) for verb, zh, names in _GOT for noun in nouns(names)]
    now = [(verb, zh, noun) for verb, zh, names in _NOW for noun in nouns(names)]
    kind = pen.weigh([(6, "past"), (1.5, "progressive"), (1, "want"), (1, "benefit")])
    if wanted:
        allowed = set(nouns(wanted))
        rows = [
            row for row in rows if row[2] in allowed and (not verbs or row[0] in verbs.split("|"))
        ]
        now = [row for row in now if row[2] in allowed]
    if verbs or done or (kind == "progressive" and (not now or plural)):
        kind = "past"
    who = who or plain_owner(pen)
    verb, zh, noun = pen.pick(now if kind == "progressive" else rows)
    made = Act(verb, zh, tags="pf", ident=f"{verb} {noun.en}")
    time = EMPTY
    if kind in ("want", "benefit") and verb not in ("buy", "make"):
        kind = "past"
    if kind == "want":
        clause = object_gap(pen, who, Act("buy", "买"), "want", "that") if verb == "buy" else None
        if clause is None:
            clause = object_gap(pen, who, made, "past", "that")
    elif kind == "progressive":
        clause = object_gap(pen, who, made, "progressive", "that")
    else:
        if kind == "benefit":
            pen.note("benefit")
            key = pen.key()
            other = name(pen, who.ident)
            made = replace(
                made, benefit=Duo(words("for", key) + other.en, words("给", key) + other.zh)
            )
        if pen.roll(0.5):
            time = time_of(pen, made, "past")
        clause = object_gap(pen, who, made, "past", "that", time)
    determiner = "those" if plural else "the"
    adjectives = EMPTY if plain else modifiers(pen, noun, 0.2)
    return count_noun(pen, noun, determiner, behind=Behind(clause), adjectives=adjectives)


def described_animal(pen: Pen) -> NounPhrase:
    """the dog that bit the boy / 咬 了 男孩 的 那 只 狗."""
    verb, zh, subject, objects = pen.pick(
        [
            ("bite", "咬", "dog", "boy girl reporter waiter"),
            ("catch", "抓住", "cat", "mouse bird"),
        ]
    )
    noun, prey = NOUNS[subject], pen.pick(nouns(objects))
    obj = count_noun(pen, prey, "the")
    made = Act(verb, zh, obj=obj.duo(), tags="p")
    clause = subject_gap(
        pen, made, "past", "that", False, time_of(pen, made, "past") if pen.roll(0.4) else EMPTY
    )
    return count_noun(pen, noun, "the", behind=Behind(clause), adjectives=modifiers(pen, noun, 0.4))


def broken_thing(pen: Pen) -> NounPhrase:
    """the vase that was broken by the boy / 被 男孩 打破 的 那 个 花瓶."""
    row = pen.pick(
        [
            row
            for row in SUFFERINGS
            if row.verb in ("break", "steal", "borrow", "sell", "throw away")
        ]
    )
    noun = pen.pick(row.objects)
    agent = agent_of(pen, row, noun)
    made = passive(pen, row, noun, agent, "past")
    pen.note("relative-subject")
    mark = pen.key()
    zh = tuple(tok for tok in made.zh if tok.text != "了")
    clause = Duo(words("that", mark) + made.aux + made.rest, zh + words("的", mark))
    return count_noun(pen, noun, "the", behind=Behind(clause))


def placed_thing(
    pen: Pen,
    wanted: str = "book letter key cup bag phone umbrella photo map",
    *,
    plain: bool = False,
) -> NounPhrase:
    """the book on the table / 桌子 上 的 那 本 书."""
    noun = pen.pick(nouns(wanted))
    return count_noun(
        pen,
        noun,
        "the",
        behind=place_attribute(pen, somewhere(pen)),
        adjectives=modifiers(pen, noun, 0 if plain else 0.2),
    )


def placed_person(pen: Pen, noun: Noun | None = None) -> NounPhrase:
    """the girl in the garden / 花园 里 的 那 个 女孩."""
    noun = noun or pen.pick(CLASSES["individuals"])
    place = at_place(
        pen,
        PLACES[
            pen.pick(
                ["park", "garden", "library", "office", "kitchen", "yard", "street", "living_room"]
            )
        ],
    )
    return count_noun(pen, noun, "the", behind=place_attribute(pen, place))
