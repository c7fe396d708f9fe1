"""Which actions suit whom, where and in which tense: no child writes reports."""

from __future__ import annotations

from .actions import ACTIONS, Action
from .noun_phrases import NounPhrase, at_place
from .nouns import CLASSES, Noun
from .phrases import PLACES
from .pieces import EMPTY, Duo, Pen, words

YOUNG = {"boy", "girl", "child", "student", "younger brother", "younger sister", "classmate"}
ADULT = (
    {noun.en for noun in CLASSES["roles"]}
    | {
        "father",
        "mother",
        "grandfather",
        "grandmother",
        "uncle",
        "aunt",
        "man",
        "woman",
        "colleague",
        "parents",
    }
    | {"Wang", "Li", "Zhang", "Chen", "Liu", "neighbor"}
) - {"student"}
_YOUNG_PLACES = {"classroom", "school", "playground"}
_ADULT_PLACES = {"office", "company", "bank", "factory"}
ROLES = {noun.en for noun in CLASSES["roles"]} - {"student"}
# Who has no office.
_OUTDOORS = {"cook", "farmer", "worker", "driver", "waiter", "singer", "actor", "painter", "nurse"}
_OUTDOORS |= {"police officer", "grandfather", "grandmother"}
_ON_FARMS = {"farmer", "grandfather", "grandmother", "uncle", "aunt", "he", "she", "they", "we"}
_ADULT_OBJECTS = {"beer", "car", "house", "truck", "report"}
_HANDY = {
    "worker",
    "engineer",
    "driver",
    "father",
    "uncle",
    "grandfather",
    "man",
    "he",
    "they",
    "we",
}

# tense: the tags an action needs for it
NEEDS = {
    "present": "h",
    "past": "p",
    "progressive": "g",
    "past-progressive": "g",
    "before": "e",
    "never": "e",
    "ever": "e",
    "already": "j",
    "just": "j",
    "not-yet": "j",
    "can-skill": "k",
    "should": "",
}


def suits(row: Action, noun: Noun | None, who: str) -> bool:
    """Whether a subject does such things: no child writes reports, no doctor has homework."""
    if row.verb == "repair" and noun and noun.en in ("truck", "car") and who not in _HANDY:
        return False
    fixed = row.fixed[0] if row.fixed else ""
    if fixed == "homework" or (row.verb == "study" and fixed != "Chinese") or row.verb == "answer":
        return who not in ADULT
    if fixed in ("football", "basketball", "tennis") and who.startswith("grand"):
        return False
    if row.verb == "work":
        return who not in YOUNG and who not in {noun.en for noun in CLASSES["roles"]}
    if row.places == ("office", "bedroom") and who in YOUNG:
        return False
    if fixed == "our school":
        return who in ADULT and who not in ("teacher", "Li")
    if row.verb == "feed" and noun and noun.en in ("cow", "pig", "horse", "duck", "chicken"):
        return who in _ON_FARMS
    return not (who in YOUNG and noun and noun.en in _ADULT_OBJECTS)


def place_of(pen: Pen, row: Action, who: str) -> Duo:
    """A place where this subject may do it, or nothing."""
    fits = [
        spot
        for spot in row.places
        if not (spot in _YOUNG_PLACES and who in ADULT and who != "teacher")
        and not (spot in _ADULT_PLACES and (who in YOUNG or who in _OUTDOORS))
        and not (spot == "bedroom" and who in ROLES)
    ]
    if not fits:
        return EMPTY
    pen.note("place")
    place = at_place(pen, PLACES[pen.pick(fits)])
    if row.verb != "borrow":
        return place
    source = place.en[0].keys  # borrowed from the library: 从 图书馆 借
    return Duo(words("from", *source) + place.en[1:], words("从", *source) + place.zh[1:-1])


def definite_only(tense: str, negative: bool) -> bool:
    """Whether an object of a verb so used is a known thing: did not read the book."""
    return negative or tense in _DEFINITE


_DEFINITE = ("not-yet", "before", "never", "ever", "must", "should", "can", "question")


def crowd(who: NounPhrase | None) -> bool:
    """Whether the subject is several people who each do it for themselves."""
    together = ("we", "they", "you", "pair", "parents")
    return who is not None and bool(who.en) and who.plural and who.ident not in together


def _all_of(who: NounPhrase | None) -> bool:
    """Whether the subject is everyone, or several each for themselves."""
    return who is not None and (bool(who.every) or crowd(who))


# What nobody buys three of.
COSTLY = [*CLASSES["device"], *CLASSES["vehicle"], *CLASSES["buildings"]]


def choose(
    pen: Pen, tense: str, who: NounPhrase | None, *, tags: str = ""
) -> tuple[Action, Noun | None]:
    """An action (and object noun) that the tense, the subject and extra tags allow."""
    need = NEEDS.get(tense, "f") + tags
    while True:
        row = pen.pick(ACTIONS)
        if not all(tag in row.tags for tag in need):
            continue
        noun = pen.pick(row.objects) if row.objects else None
        wrong = tense == "should" and vice(row, noun)
        if tense in ("must", "need", "should") and row.verb not in _DUTIES and not wrong:
            continue
        if row.verb in ("make", "take") and tense in _DEFINITE:
            continue
        if tense == "can" and "k" in row.tags:  # that "can" is 会
            continue
        if tense in ("hope", "plan", "may") and row.verb not in WISHES:
            continue
        if row.verb == "eat" and noun and noun.plural and tense in _DEFINITE:
            continue
        if _all_of(who) and (row.fixed or ("",))[0].startswith(("the ", "a ")):
            continue  # nor do all the workers play the piano
        if who is not None and who.plural and noun in COSTLY and crowd(who):
            continue
        if row.verb == "buy" and noun in CLASSES["fruit"] and tense in (*_DEFINITE, "need"):
            continue
        if suits(row, noun, who.ident if who else ""):
            return row, noun


# What one must, need or should do.
_DUTIES = (
    *("write", "read", "wash", "repair", "buy", "visit", "answer", "solve"),
    *("clean", "feed", "study", "do", "work", "rest", "exercise", "plant"),
)

# What one hopes or plans to do, or may do: no chores.
WISHES = (
    *("buy", "read", "write", "watch", "visit", "borrow", "plant", "solve", "sell", "play"),
    *("study", "work", "receive"),
)

# What one should not do.
_VICES = {"beer", "coffee", "chocolate", "hamburger", "cake"}
_VICES |= {"watch", "sell", "swim", "climb", "open", "catch", "pick"}


def vice(row: Action, noun: Noun | None) -> bool:
    """Whether the act is something one should not do: drink beer, pick flowers."""
    if row.verb == "pick" and noun and noun.en != "flower":
        return False
    return row.verb in _VICES or (noun is not None and noun.en in _VICES)
