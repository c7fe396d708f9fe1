"""Acts that need more than a row of the action table.

把, passives, motion, giving, shopping lists, staying.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from .actions import ACTIONS, HANDLINGS, Action, Handling, Suffering
from .choices import ADULT, YOUNG
from .events import act, by_transport, companion
from .morphology import inflect
from .noun_phrases import (
    NounPhrase,
    at_place,
    count_noun,
    kin,
    mass_noun,
    modifiers,
    name,
    on_furniture,
    phrase,
    pronoun,
)
from .nouns import CLASSES, NOUNS, Noun, nouns
from .phrases import CITIES, NAMES, NUMBERS, PLACES, PRONOUNS
from .pieces import EMPTY, Duo, Pen, Side, join, words
from .predicates import Act, Agreement, Predicate, conjugate

# Kinds of spots: English preposition, Chinese localiser, what is there.
_SPOTS = {
    "surface": ("on", "上", "table desk chair sofa bed"),
    "wall": ("on", "上", "wall"),
    "hideout": ("under", "下", "table desk bed sofa"),
}


def _goal(pen: Pen, kind: str, who: NounPhrase, lead: str, noun: Noun) -> tuple[Side, Duo]:
    """Where a handled thing ends: the Chinese 在, 到, 给, 回 that leads there, and the goal.

    Both belong to the English preposition (to: 到 or 给; on: 在 and 上; home: 回 and 家).
    """
    key = pen.key()
    if kind == "home":
        return words(lead, key), Duo(words("home", key), words("家", key))
    if kind in _SPOTS:
        en, zh, things = _SPOTS[kind]
        duo = on_furniture(pen, en, zh, pen.pick(nouns(things)))
        return words(lead, *duo.en[0].keys), Duo(duo.en, duo.zh[1:])
    if kind == "site":
        sites = ("library", "classroom", "office", "restaurant", "station", "bank", "cafe")
        duo = at_place(pen, PLACES[pen.pick(sites)])
        return words(lead, *duo.en[0].keys), Duo(duo.en, duo.zh[1:])
    if kind == "room":
        rooms = ["bedroom", "living_room", "office"]
        rooms += ["kitchen"] if noun.en in ("table", "chair", "box") else []
        room = PLACES[pen.pick(rooms)]
        core = pen.duo(room.en.removeprefix("the "), room.zh)
        return words(lead, key), Duo(words("to", key) + words("the") + core.en, core.zh)
    other = (
        kin(pen, who)
        if who.pronoun in PRONOUNS and who.ident == who.pronoun and pen.roll(0.4)
        else name(pen, who.ident)
    )
    return words(lead, key), Duo(words("to", key) + other.me, other.zh)


def handling(
    pen: Pen, who: NounPhrase, row: Handling | None = None, *, bare_object: Noun | None = None
) -> Act:
    """put the book on the table / 把 书 放 在 了 桌子 上."""
    pen.note("ba")
    row = row or pen.pick(HANDLINGS)
    noun = bare_object or pen.pick(row.objects)
    own = who.pronoun in PRONOUNS and "K" not in noun.tags and noun.plural and pen.roll(0.2)
    if row.verb in ("throw away", "break") or row.goal == "person":
        own = False
    adjectives = modifiers(pen, noun, 0.2)
    if not noun.plural:
        obj = mass_noun(pen, noun, "the")
    elif own or row.goal == "site":
        owner = who if who.ident == who.pronoun else replace(who, ident=who.pronoun)
        fit = who.pronoun in PRONOUNS
        obj = count_noun(pen, noun, "own" if fit else "the", owner=owner if fit else None)
    else:
        obj = count_noun(pen, noun, "the", adjectives=adjectives)
    zh, _, lead = row.result.partition(" ") if row.goal else (row.result, "", "")
    made = Act(row.verb, zh, shape="ba", obj=obj.duo(), tags="pf", ident=f"{row.verb} {noun.en}")
    if not row.goal:
        return made
    bridge, goal = _goal(pen, row.goal, who, lead, noun)
    return replace(made, bridge=bridge, goal=goal)


def passive(
    pen: Pen,
    row: Suffering,
    noun: Noun,
    agent: NounPhrase | None,
    tense: str,
    *,
    negative: bool = False,
    plural: bool = False,
) -> Predicate:
    """was caught by the cat / 被 猫 抓住 了; tense past, will or already."""
    pen.note("passive", "tense-" + tense + ("-negative" if negative else ""))
    verb, mark, by = pen.key(), pen.key(), pen.key()
    be = Agreement(plural)
    whole = words(inflect(row.verb, "pp"))  # thrown away: 扔掉 is both, 了 the verb's alone
    participle = (
        whole[0]._replace(keys=(verb,)),
        *(tok._replace(keys=(-verb,)) for tok in whole[1:]),
    )
    en_agent = words("by", by) + agent.me if agent else ()
    zh_agent = agent.zh if agent else ()
    bei = words("被", mark, by) if agent else words("被", mark)
    core = bei + zh_agent + words(row.result, verb, -verb)
    if agent is None:
        pen.note("agentless")
    if tense == "will":
        will = pen.key()
        return Predicate(
            words("will", will), words("be", mark) + participle + en_agent, words("会", will) + core
        )
    if tense == "already":
        have, adverb = pen.key(), pen.key()
        rest = words("already", adverb) + words("been", mark) + participle + en_agent
        has = words(be.choose("has", "have"), have)
        return Predicate(has, rest, words("已经", adverb) + core + words("了", have))
    aux = words(be.be(past=True), mark)
    if negative:
        no = pen.key()
        return Predicate(aux, words("not", no) + participle + en_agent, words("没有", no) + core)
    return Predicate(aux, participle + en_agent, core + words("了", verb))


def agent_of(pen: Pen, row: Suffering, noun: Noun) -> NounPhrase | None:
    """Somebody who may have done it."""
    kind = pen.pick(row.agents)
    if kind == "none":
        return None
    if kind == "name":
        return name(pen)
    if kind == "kin":
        return kin(pen)
    if NOUNS[kind].en == noun.en:
        return name(pen)
    return count_noun(pen, NOUNS[kind], "a" if kind == "thief" else "the")


def destination(pen: Pen, key: str) -> Duo:
    """to the park / 公园."""
    place = PLACES[key]
    if key == "school":
        core = pen.duo("school", "学校")
        return Duo(words("to") + core.en, core.zh)
    core = pen.duo(place.en.removeprefix("the "), place.zh)
    return Duo(words("to the") + core.en, core.zh)


ERRANDS = {
    "library": "borrow book|read newspaper|study English",
    "park": "take a walk|play football|fly kites|run|take photo",
    "supermarket": "buy fruit|buy bread|buy egg|buy apple",
    "market": "buy vegetables|buy meat|buy tomato",
    "bookstore": "buy dictionary|buy novel|buy book|buy map",
    "cinema": "watch movie",
    "gym": "play basketball|exercise|dance",
    "restaurant": "have dinner|have lunch|eat noodles",
    "cafe": "drink coffee|chat",
    "swimming_pool": "",
    "beach": "take a walk|fly kites|take photo",
    "shop": "buy coat|buy shirt|buy phone|buy dress",
    "station": "",
    "zoo": "take photo",
    "hospital": "",
    "office": "",
    "bank": "",
    "museum": "",
    "airport": "",
    "school": "play basketball|study math",
}


@cache
def row_of(spec: str) -> tuple[Action, Noun | None]:
    """The action row (and object) of "buy apple" or "play football"."""
    for row in ACTIONS:
        if row.fixed and f"{row.verb} {row.fixed[0]}" == spec:
            return row, None
        if not row.fixed and not row.objects and row.verb == spec:
            return row, None
        for noun in row.objects:
            if f"{row.verb} {noun.en}" == spec:
                return row, noun
    raise KeyError(spec)


def errand(pen: Pen, spec: str, who: NounPhrase | None, tense: str = "bare") -> Act:
    """The act of a specification such as "buy apple", without place."""
    row, noun = row_of(spec)
    made = act(pen, row, tense, who, noun=noun, spare=0)
    return replace(made, duration=EMPTY)


def errand_verb(spec: str) -> str:
    """The English verb of a specification."""
    return row_of(spec)[0].verb


# Where one does not go in the evening.
_BY_DAY = ("bank", "office", "hospital", "school", "museum", "zoo", "beach", "market")


def motion(pen: Pen, who: NounPhrase, tense: str, *, plain: bool = False) -> Act:
    """go to the park / 去 公园, perhaps by bus, with somebody, or to do something there."""
    pen.note("motion")
    if pen.roll(0.25):
        en, zh = pen.pick(CITIES)
        city = pen.duo(en, zh)
        made = Act(
            "go", "去", obj=Duo(words("to") + city.en, city.zh), tags="pfb", ident="go " + en
        )
        if not plain and pen.roll(0.5):
            made = replace(made, transport=by_transport(pen, far=True))
        if not plain and pen.roll(0.25):
            made = replace(made, company=companion(pen, who))
        return made
    places = [
        key
        for key in ERRANDS
        if (key != "school" or who.ident not in ADULT)
        and (key not in ("office", "bank") or who.ident not in YOUNG)
    ]
    if tense == "present":  # nobody goes to the airport every day
        places = [key for key in places if key not in ("airport", "hospital", "station", "zoo")]
    key = pen.pick(places)
    made = Act(
        "go",
        "去",
        obj=destination(pen, key),
        tags="pfhD" if key in _BY_DAY else "pfh",
        ident="go " + key,
    )
    if plain:
        return made
    options = [spec for spec in ERRANDS[key].split("|") if spec]
    if tense == "present":
        options = [spec for spec in options if "h" in row_of(spec)[0].tags]
    if options and pen.roll(0.5):
        made = with_purpose(pen, made, pen.pick(options), who, tense)
    elif pen.roll(0.35):
        made = replace(made, transport=by_transport(pen))
    if key in ("bank", "office", "hospital", "airport"):
        return made
    if pen.roll(0.25):
        made = replace(made, company=companion(pen, who))
    return made


def with_purpose(pen: Pen, made: Act, spec: str, who: NounPhrase | None, tense: str) -> Act:
    """Add "to borrow a book" / 借 一 本 书 behind going; the 了 of "went" then stands after 借."""
    pen.note("purpose")
    inner = conjugate(
        pen, errand(pen, spec, who, tense), Agreement(), "past" if tense == "past" else "bare"
    )
    pen.used.discard("tense-bare")
    zh = inner.zh
    row = row_of(spec)[0]
    if tense == "past" and (row.tail or row.fixed):  # 去 公园 踢 足球 了, 去 公园 散步 了
        done = next(tok for tok in zh if tok.text == "了")
        zh = (*(tok for tok in zh if tok is not done), done)
    en = (
        inner.rest[0]._replace(text=inflect(errand_verb(spec), "base").split()[0]),
        *inner.rest[1:],
    )
    parts = "".join(tag for tag in row_of(spec)[0].tags if tag in "MNVD")
    return replace(made, purpose=Duo(words("to") + en, zh), tags=made.tags + parts)


# verb, Chinese, what is given
GIVING = [
    ("give", "送 给", "book flower watch toy pen hat"),
    ("send", "寄 给", "letter gift photo map"),
    ("lend", "借 给", "dictionary bicycle umbrella camera novel"),
    ("show", "show", "photo painting letter map"),
    ("tell", "tell", "story"),
]


def receiver(pen: Pen, who: NounPhrase) -> NounPhrase:
    """Somebody else who gets something."""
    kind = pen.weigh([(3, "name"), (2, "kin"), (2, "pronoun"), (1, "role")])
    if kind == "kin" and who.pronoun in PRONOUNS and who.ident in (who.pronoun, *_plain_names()):
        found = kin(pen, replace(who, ident=who.pronoun))
        if found.ident != who.ident:
            return found
    if kind == "pronoun":
        others = [p for p in ("I", "he", "she", "we", "they") if not _overlaps(p, who)]
        return pronoun(pen, pen.pick(others))
    if kind == "role":
        noun = pen.pick(nouns("teacher nurse child girl boy"))
        if noun.en != who.ident:
            return count_noun(pen, noun, "the")
    return name(pen, but=who.ident)


def _plain_names() -> list[str]:
    return [row[0] for row in NAMES]


def _overlaps(pronoun_: str, who: NounPhrase) -> bool:
    """Whether a pronoun could mean the subject itself, which English would say with -self."""
    first, own = ("I", "we"), who.pronoun
    if pronoun_ in first and own in first:
        return True
    return (
        pronoun_ == own
        or (pronoun_ in ("he", "she") and own == "")
        or (pronoun_ == "they" and who.plural)
    )


# What one gives, sends or shows several of.
_SEVERAL = ("book", "flower", "pen", "letter", "photo", "painting", "novel", "story")


def giving(pen: Pen, who: NounPhrase, *, definite: bool = False) -> Act:
    """gave Mary a book / 送 给 了 玛丽 一 本 书; showed Mary a photo / 给 玛丽 看 了 一 张 照片."""
    pen.note("dative")
    verb, zh, things = pen.pick(GIVING)
    noun = pen.pick(nouns(things))
    number = pen.pick(NUMBERS[:3])
    kind = pen.weigh([(5, "a"), (2, "number")])
    if definite or noun.en not in _SEVERAL:
        kind = "the" if definite else "a"
    obj = count_noun(pen, noun, kind, number=number, adjectives=modifiers(pen, noun, 0.25))
    other = receiver(pen, who)
    made = Act(verb, zh, obj=obj.duo(), tags="pf", ident=f"{verb} {noun.en}")
    if verb in ("show", "tell"):
        made = replace(made, zh={"show": "看", "tell": "讲"}[verb])
        return replace(made, receiver=Duo(other.me, ()), toward=other.zh)
    return replace(made, receiver=other.duo())


def benefiting(pen: Pen, who: NounPhrase) -> Act:
    """bought some flowers for his mother / 给 他 妈妈 买 了 一些 花."""
    pen.note("benefit")
    specs = (
        "buy shirt|buy hat|buy watch|buy dictionary|buy notebook|buy sweater|make cake|"
        "make sandwich|make dumplings"
    )
    specs += "|cook dinner|cook breakfast|draw horse|sing song|write poem|write letter!"
    spec = pen.pick(specs.split("|"))
    to = spec.endswith("!")
    row, noun = row_of(spec.rstrip("!"))
    made = act(pen, row, "want", who, noun=noun, spare=0)
    if noun and noun.plural and noun.en not in ("horse", "dumplings"):
        made = replace(made, obj=count_noun(pen, noun, "a", adjectives=modifiers(pen, noun)).duo())
    other = receiver(pen, who)
    key = pen.key()
    return replace(
        made, benefit=Duo(words("to" if to else "for", key) + other.me, words("给", key) + other.zh)
    )


def things_list(pen: Pen, spec: str, count: int) -> NounPhrase:
    """two apples, three pears, and a watermelon / 两 个 苹果、三 个 梨 和 一 个 西瓜."""
    pen.note("noun-list" if count > 2 else "noun-coordination")
    chosen = pen.sample(nouns(spec), count)
    items = []
    for noun in chosen:
        if not noun.plural:
            items.append(mass_noun(pen, noun, "some").duo())
        else:
            small = noun in CLASSES["fruit"] and noun.en != "watermelon"
            kind = "number" if small else pen.pick(("a", "number"))
            number = pen.pick(NUMBERS[: 5 if small else 2])
            items.append(count_noun(pen, noun, kind, number=number).duo())
    total = items[0]
    for item in items[1:-1]:
        total = join(total, pen.duo(",", "、"), item)
    last = pen.duo("and", "和")
    if count > 2:
        last = Duo(words(",") + last.en, last.zh)
    return phrase(join(total, last, items[-1]), plural=True)


def shopping(pen: Pen, who: NounPhrase, count: int = 0) -> Act:
    """buy several things in one place."""
    place, spec = pen.pick(
        [
            ("supermarket", "apple banana orange pear watermelon egg bread milk"),
            ("market", "tomato potato egg meat apple fish"),
            ("shop", "shirt coat dress sweater hat"),
            ("bookstore", "book novel magazine dictionary notebook map"),
        ]
    )
    obj = things_list(pen, spec, count or pen.pick((2, 2, 3)))
    pen.note("place")
    return Act(
        "buy", "买", obj=obj.duo(), place=at_place(pen, PLACES[place]), tags="pf", ident="buy list"
    )
