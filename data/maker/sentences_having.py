"""What there is, what somebody has, and where things are."""

from __future__ import annotations

from .actions import Action
from .choices import choose
from .events import act
from .noun_phrases import (
    SURFACES,
    NounPhrase,
    at_place,
    count_noun,
    mass_noun,
    modifiers,
    name,
    on_furniture,
    pronoun,
    somewhere,
)
from .nouns import NOUNS, Noun, nouns
from .persons import person
from .phrases import NUMBERS, PLACES
from .pieces import EMPTY, Duo, Pen, join, words
from .predicates import Agreement, conjugate
from .relatives import KEPT
from .sentences_being import be_of, thing_or_described

# A place and what may be there.
FURNISHED = [
    ("kitchen", "table chair refrigerator window"),
    ("classroom", "student teacher window computer desk"),
    ("garden", "tree flower chair cat"),
    ("yard", "dog bicycle chicken tree car"),
    ("farm", "horse cow pig duck sheep chicken"),
    ("farm", "cow pig duck chicken"),
    ("zoo", "tiger monkey elephant panda lion bear"),
    ("zoo", "tiger monkey elephant panda lion bear"),
    ("zoo", "elephant panda lion bear"),
    ("library", "computer desk student"),
    ("office", "desk computer lamp"),
    ("street", "truck car bus tree child"),
    ("park", "tree child flower"),
    ("bedroom", "bed lamp sofa chair"),
    ("living_room", "sofa television vase painting"),
]


def there_is(pen: Pen) -> Duo:
    """There are two books on the table / 桌子 上 有 两 本 书."""
    pen.note("existential")
    number = pen.pick(NUMBERS[:5])
    where: Duo
    if pen.roll(0.5):
        en, zh, furniture = pen.pick(SURFACES)
        fit = {
            "on": (
                "book letter key cup bag phone hat map photo newspaper umbrella pen pencil "
                "plate dictionary"
            ),
            "under": "cat dog ball box",
            "in": "apple egg pear tomato orange cake",
        }[en]
        spot = pen.pick(nouns(furniture))
        if en == "in":
            spot = pen.pick(nouns("refrigerator basket"))
        noun = pen.pick(nouns(fit))
        if en == "on" and (spot.en == "refrigerator" or noun.en in ("cup", "plate")):
            spot = NOUNS["table"]
        where = on_furniture(pen, en, zh, spot)
        if en == "under":
            number = pen.pick(NUMBERS[:2])
        wet = pen.roll(0.3) and en == "in" and spot.en == "refrigerator"
        if wet:
            noun = pen.pick(nouns("milk water juice beer meat chocolate"))
    else:
        spec, fit = pen.pick(FURNISHED)
        noun = pen.pick(nouns(fit))
        where = at_place(pen, PLACES[spec])
    if not noun.plural:
        what = mass_noun(pen, noun, "container" if pen.roll(0.4) else "some")
        if (
            where.en[-1].text == "refrigerator"
            and noun.en in ("milk", "water", "juice", "beer")
            and pen.roll(0.4)
        ):
            return _there_is_no(pen, where, noun)
    else:
        kind = pen.weigh([(4, "a"), (5, "number"), (2, "some"), (2, "many")])
        if noun.en in ("sofa", "refrigerator", "television"):
            kind = "a"
        looks = EMPTY if "t" in noun.tags else modifiers(pen, noun, 0.3)
        what = count_noun(pen, noun, kind, number=number, adjectives=looks)
    be = pen.key()
    form = (
        "are" if what.plural or (what.en and what.en[0].text in ("two", "three", "four")) else "is"
    )
    return Duo(
        words("there", be) + words(form, be) + what.en + where.en,
        where.zh[1:] + words("有", be) + what.zh,
    )


def _there_is_no(pen: Pen, where: Duo, noun: Noun) -> Duo:
    pen.note("existential-negative")
    adjectives = modifiers(pen, noun, 0.5) if noun.plural and "t" not in noun.tags else EMPTY
    core = join(adjectives, pen.duo(noun.plural or noun.en, noun.zh))
    be, no = pen.key(), pen.key()
    en = (
        words("there", be)
        + words("are" if noun.plural else "is", be)
        + words("no", no)
        + core.en
        + where.en
    )
    return Duo(en, where.zh[1:] + words("没有", be, no) + core.zh)


def there_is_no(pen: Pen) -> Duo:
    """There is no milk in the refrigerator; there are no tigers in the zoo."""
    pen.note("existential-negative")
    if pen.roll(0.4):
        noun = pen.pick(nouns("milk water juice beer meat chocolate bread soup fish rice"))
        return _there_is_no(pen, on_furniture(pen, "in", "里", NOUNS["refrigerator"]), noun)
    spot, things = pen.pick(FURNISHED)
    return _there_is_no(pen, at_place(pen, PLACES[spot]), pen.pick(nouns(things)))


def _open_places(row: Action) -> list[str]:
    """Places of an action where one comes upon people."""
    return [spot for spot in row.places if spot not in ("home", "office", "bedroom")]


def there_are_doing(pen: Pen) -> Duo:
    """There are two boys playing football in the park / 公园 里 有 两 个 男孩 正在 踢 足球."""
    pen.note("existential-progressive")
    noun = pen.pick(nouns("boy girl man woman child student"))
    stand = NounPhrase((), (), (), plural=True, every=words("都"), ident=noun.en)
    odd = ("wash", "buy", "sleep", "clean", "look for", "wait for", "borrow")
    count = pen.weigh([(3, "a"), (4, "number"), (1, "many")])
    row, thing = pen.until(
        lambda: choose(pen, "progressive", stand),
        lambda got: (
            bool(_open_places(got[0]))
            and got[0].verb not in odd
            # many children do not read one book
            and (count == "a" or got[1] is None or not got[1].plural)
            and (got[0].fixed or ("",))[0] not in ("the piano", "the violin")
        ),
    )
    place = pen.pick(_open_places(row))
    where = at_place(pen, PLACES[place])
    who = count_noun(
        pen, noun, count, number=pen.pick(NUMBERS[:4]), adjectives=modifiers(pen, noun, 0.15)
    )
    made = act(pen, row, "progressive", stand, noun=thing, spare=0)
    be, now = pen.key(), pen.key()
    done = conjugate(pen, made, Agreement(), "gerund")
    form = "are" if who.plural else "is"
    en = (
        words("there", be)
        + words(form, be)
        + who.en
        + tuple(
            tok._replace(keys=(*tok.keys, now)) if i == 0 else tok
            for i, tok in enumerate(done.rest)
        )
    )
    return Duo(
        en + where.en, where.zh[1:] + words("有", be) + who.zh + words("正在", now) + done.zh
    )


def has(pen: Pen) -> Duo:
    """Tom has a red car / 汤姆 有 一 辆 红色 的 汽车; Mary does not have a bicycle."""
    pen.note("possession")
    who = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
    noun = pen.pick(
        nouns(
            "cat dog rabbit bicycle computer guitar dictionary camera umbrella watch "
            "coat son daughter question ticket house car"
        )
    )
    if who.ident in (
        "boy",
        "girl",
        "child",
        "student",
        "younger brother",
        "younger sister",
        "classmate",
    ) and noun.en in ("son", "daughter", "house", "car"):
        noun = NOUNS["bicycle"]
    adjectives = modifiers(pen, noun, 0.4)
    be = Agreement(who.plural, who.first)
    key = pen.key()
    if pen.roll(0.4) and not who.every:
        pen.note("possession-negative")
        no, core = pen.key(), pen.duo(noun.en, noun.zh)
        article = words("an" if noun.en[0] in "aeiou" else "a")
        en = (
            who.en
            + words(be.choose("does", "do"), no)
            + words("not", no)
            + words("have", key)
            + article
            + core.en
        )
        return Duo(en, who.zh + words("没有", no, key) + core.zh)
    kind = pen.weigh([(5, "a"), (3, "number")])
    what = count_noun(pen, noun, kind, number=pen.pick(NUMBERS[:2]), adjectives=adjectives)
    en = who.en + words(be.choose("has", "have"), key) + what.en
    return Duo(en, who.zh + who.every + words("有", key) + what.zh)


def is_at(pen: Pen) -> Duo:
    """The key is on the table / 钥匙 在 桌子 上; Tom is in the library."""
    pen.note("location")
    if pen.roll(0.45):
        who = person(pen)
        spot = pen.pick(
            [
                "library",
                "park",
                "office",
                "kitchen",
                "classroom",
                "hospital",
                "garden",
                "museum",
                "bank",
                "airport",
                "station",
                "bedroom",
            ]
        )
        where = at_place(pen, PLACES[spot])
    else:
        noun = pen.pick(
            nouns(
                "book letter key cup bag phone hat map photo newspaper umbrella "
                "dictionary camera watch"
            )
        )
        if pen.roll(0.4):
            owner = (
                name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
            )
            who = count_noun(pen, noun, "own", owner=owner)
        elif pen.roll(0.4):
            who = thing_or_described(pen, noun, KEPT)
        else:
            who = count_noun(pen, noun, "the", adjectives=modifiers(pen, noun))
        where = somewhere(pen)
        if where.en[-1].text == "tree":
            where = on_furniture(pen, "on", "上", NOUNS["table"])
    be = pen.key()
    at = where.zh[0]._replace(keys=(*where.zh[0].keys, be))
    en = who.en + words(be_of(who), be) + where.en
    return Duo(en, who.zh + who.every + (at, *where.zh[1:]))
