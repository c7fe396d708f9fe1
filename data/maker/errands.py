"""Going somewhere, perhaps to do something there, and shopping."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from .actions import ACTIONS, Action
from .choices import ADULT, YOUNG
from .events import act, by_transport, companion
from .morphology import inflect
from .noun_phrases import NounPhrase, at_place, count_noun, mass_noun, phrase
from .nouns import CLASSES, Noun, nouns
from .phrases import CITIES, NUMBERS, PLACES
from .pieces import EMPTY, Duo, Pen, join, words
from .predicates import Act, Agreement, conjugate


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
            ("bookstore", "novel magazine dictionary notebook map"),
        ]
    )
    obj = things_list(pen, spec, count or pen.pick((2, 2, 3)))
    pen.note("place")
    return Act(
        "buy", "买", obj=obj.duo(), place=at_place(pen, PLACES[place]), tags="pf", ident="buy list"
    )
