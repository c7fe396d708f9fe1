"""Noun phrases in both languages: determiners, measure words, adjectives, owners, relative clauses.

"the" is 那 + measure word (那本书) unless the noun is `known` and stands alone (老师); "a" is 一 +
measure word. What comes after the noun in English (on the table, who bought the book) comes before
it in Chinese with 的.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .nouns import CLASSES, CONTAINERS, Noun, nouns
from .phrases import (
    ADJECTIVES,
    ANIMAL_COLOURS,
    BY_TAG,
    COLOURS,
    NAMES,
    NUMBERS,
    PRONOUNS,
    SURNAMES,
    TITLES,
    Place,
)
from .pieces import EMPTY, Duo, Pen, Side, Tok, words


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase.

    `me` is its English as an object; `pronoun` what may stand for it later ("" if English leaves
    he or she open); `every` holds the 都 that its quantifier asks for; `turned` says that its
    Chinese begins with a relative clause or a place, which no time may precede (it would be taken
    for the time of that clause).
    """

    en: Side
    zh: Side
    me: Side
    pronoun: str = ""
    plural: bool = False
    first: str = ""  # "I" or "you" where the verb must agree with it
    every: Side = ()
    ident: str = ""  # what it is about, so that no sentence says the same thing twice
    turned: bool = False

    def duo(self) -> Duo:
        """As an object, in both languages."""
        return Duo(self.me, self.zh)


def phrase(duo: Duo, pronoun: str = "", plural: bool = False, ident: str = "") -> NounPhrase:
    """A noun phrase that looks the same everywhere."""
    return NounPhrase(duo.en, duo.zh, duo.en, pronoun, plural, "", (), ident)


def name(pen: Pen, but: str = "") -> NounPhrase:
    """A person by name, or with a title (Mr. Wang / 王先生), other than `but`."""
    if pen.roll(0.15):
        pen.note("title")
        title, surname = pen.pick(TITLES), pen.pick(SURNAMES)
        left, right = pen.duo(title[0], title[1]), pen.duo(surname[0], surname[1])
        return phrase(Duo(left.en + right.en, right.zh + left.zh), title[2], ident=surname[0])
    pen.note("proper-name")
    en, zh, gender = pen.pick([row for row in NAMES if row[0] != but])
    return phrase(pen.duo(en, zh), gender, ident=en)


def pronoun(pen: Pen, which: str) -> NounPhrase:
    """A personal pronoun by its subject form."""
    pen.note("pronoun")
    subject, obj, _, zh, plural = PRONOUNS[which]
    key = pen.key()
    side = words(zh, key)
    first = which if which in ("I", "you") else ""
    return NounPhrase(words(subject, key), side, words(obj, key), which, plural, first, (), which)


def possessive(pen: Pen, owner: NounPhrase, close: bool = False) -> Duo:
    """my / 我 的, Tom's / 汤姆 的. `close`.

    Kin and one's own school drop 的 after a pronoun (我妈妈).
    """
    if owner.pronoun in PRONOUNS and owner.ident == owner.pronoun:
        pen.note("possessive-pronoun")
        row = PRONOUNS[owner.pronoun]
        return pen.duo(row[2], row[3] if close and not row[4] else row[3] + " 的")
    pen.note("possessive-s")
    mark = pen.key()
    return Duo(owner.en + words("'s", mark), owner.zh + words("的", mark))


def kin_noun(pen: Pen) -> tuple[Noun, str]:
    """A relative and the pronoun for them."""
    noun = pen.pick(CLASSES["kin"])
    return noun, gender(noun)


def gender(noun: Noun) -> str:
    """The pronoun of a noun whose meaning fixes it, else ""."""
    if noun.en in (
        "father",
        "older brother",
        "younger brother",
        "grandfather",
        "uncle",
        "man",
        "boy",
        "son",
        "husband",
    ):
        return "he"
    if noun.en in (
        "mother",
        "older sister",
        "younger sister",
        "grandmother",
        "aunt",
        "woman",
        "girl",
        "daughter",
        "wife",
    ):
        return "she"
    return ""


def _by_name(pen: Pen) -> NounPhrase:
    """A person by name and without a title: nobody speaks of Mrs. Li's grandmother."""
    pen.note("proper-name")
    en, zh, which = pen.pick(NAMES)
    return phrase(pen.duo(en, zh), which, ident=en)


def kin(pen: Pen, owner: NounPhrase | None = None) -> NounPhrase:
    """Somebody's relative; the owner is I, you, he, she, we or a name unless given."""
    noun, who = kin_noun(pen)
    if owner is None:
        owner = (
            _by_name(pen)
            if pen.roll(0.25)
            else pronoun(pen, pen.pick(("I", "I", "you", "he", "she", "we")))
        )
    pen.note("kinship")
    whose = possessive(pen, owner, close=True)
    duo = pen.duo(noun.en, noun.zh)
    return phrase(Duo(whose.en + duo.en, whose.zh + duo.zh), who, ident=noun.en)


# Adjectives that only some people take: nobody speaks of a brave cook or a young child.
_ONLY = {
    "fresh": ("apple", "banana", "orange", "pear", "watermelon", "tomato"),
    "brave": ("police officer", "doctor", "boy", "girl", "man", "woman"),
    "patient": ("teacher", "doctor", "nurse", "waiter", "man", "woman"),
    "hardworking": ("student", "worker", "farmer", "engineer", "scientist", "nurse", "teacher"),
    "young": (
        *("man", "woman", "teacher", "doctor", "nurse", "driver", "cook", "engineer", "lawyer"),
        *("manager", "farmer", "police officer", "worker", "writer", "singer", "scientist"),
        *("reporter", "waiter", "painter", "actor"),
    ),
}


def _attributes(noun: Noun, judging: bool) -> list[str]:
    """The adjectives that may stand before a noun; `judging`: those too that say what one thinks.

    "boring" never stands before its noun: nobody buys a boring book.
    """
    tags = [tag for tag in noun.tags if judging or tag in "sn"]
    return [
        en
        for tag in tags
        for en in BY_TAG.get(tag, ())
        if en != "boring" and noun.en in _ONLY.get(en, (noun.en,))
    ]


def modifiers(pen: Pen, noun: Noun, rate: float = 0.35, *, judging: bool = True) -> Duo:
    """No, one or two adjectives.

    Of two, English says size before colour, Chinese colour before size (红色的大苹果).
    """
    if pen.bare or not pen.roll(rate * 1.5 if pen.rich else rate):
        return Duo((), ())
    colour = pen.pick(ANIMAL_COLOURS if "a" in noun.tags else COLOURS)
    if noun.en in ("apple", "tomato"):
        colour = pen.pick([("red", "红色"), ("green", "绿色")])
    if noun.en == "flower":
        colour = pen.pick([("red", "红色"), ("white", "白色"), ("yellow", "黄色")])
    near = [en for tag in noun.tags if tag in "sn" for en in BY_TAG[tag]]
    if "c" in noun.tags and near and pen.roll(0.3):
        pen.note("two-adjectives")
        front, back = ADJECTIVES[pen.pick(near)], pen.duo(colour[0], colour[1] + " 的")
        left = pen.duo(front.en, front.before_noun)
        return Duo(left.en + back.en, back.zh + left.zh)
    choices = _attributes(noun, judging)
    if "c" in noun.tags and (not choices or pen.roll(0.4)):
        pen.note("colour-adjective")
        return pen.duo(colour[0], colour[1] + " 的")
    if not choices:
        return Duo((), ())
    adjective = ADJECTIVES[pen.pick(choices)]
    pen.note("adjective")
    return pen.duo(adjective.en, adjective.before_noun)


def article(following: str) -> str:
    """The indefinite article before a word.

    >>> article("egg"), article("university"), article("hour"), article("old")
    ('an', 'a', 'an', 'an')
    """
    sounds_like_vowel = following[0] in "aeiou" and not following.startswith(("uni", "use"))
    return "an" if sounds_like_vowel or following.startswith(("hour", "honest")) else "a"


@dataclass(frozen=True)
class Behind:
    """What English puts after the noun and Chinese before it.

    A relative clause or "on the table".
    """

    duo: Duo


class Determined(NamedTuple):
    """A determiner in both languages, () where a language has none."""

    en: Side = ()
    zh: Side = ()


# One English word and the Chinese it becomes, {} for the measure word; then the pattern.
_SIMPLE = {
    "this": ("这 {}", "demonstrative"),
    "these": ("这些", "demonstrative"),
    "some": ("一些", "some"),
    "many": ("很多", "many"),
}
_PLURAL = ("these", "those", "number", "some", "many", "generic")


def _determine(pen: Pen, noun: Noun, determiner: str, first: str, shown: bool) -> Determined:
    """The determiners that need neither owner nor number; `first` is the English word after it."""
    key = pen.key()
    if determiner in _SIMPLE:
        zh, pattern = _SIMPLE[determiner]
        pen.note(pattern)
        return Determined(words(determiner, key), words(zh.format(noun.measure), key))
    if determiner == "a":
        pen.note("indefinite")
        return Determined(words(article(first), key), words(f"一 {noun.measure}", key))
    if determiner == "the":
        pen.note("definite")
        if not shown:
            return Determined(words("the"))
        return Determined(words("the", key), words(f"那 {noun.measure}", key))
    if determiner == "those":
        pen.note("definite-plural")
        if "t" in noun.tags:  # people take 们 instead
            return Determined(words("the"))
        return Determined(words("the", key), words("那些", key))
    if determiner in ("generic", "generic-one"):
        return Determined()
    raise ValueError(f"unknown determiner {determiner!r}")


def count_noun(
    pen: Pen,
    noun: Noun,
    determiner: str,
    *,
    adjectives: Duo = EMPTY,
    owner: NounPhrase | None = None,
    behind: Behind | None = None,
    number: tuple[str, str] | None = None,
) -> NounPhrase:
    """A count noun with its determiner.

    Args:
        pen: the source of keys and the record of patterns.
        noun: the noun; its measure word follows 一, 两, 这, 那.
        determiner: a, the, this, these, those (the + plural), number, some, many, own, generic
            (bare plural) or generic-one (bare singular, after which and whose).
        adjectives: what `modifiers` gave.
        owner: for "own": whose it is.
        behind: relative clause or place attribute.
        number: for "number": English and Chinese number word.
    """
    plural, people = determiner in _PLURAL, "t" in noun.tags
    core = pen.duo(noun.plural if plural else noun.en, noun.zh)
    after = behind.duo if behind else EMPTY
    if determiner == "number":
        pen.note("number")
        assert number is not None
        count = pen.duo(number[0], f"{number[1]} {noun.measure}")
        made = Determined(count.en, count.zh)
    elif determiner == "own":
        assert owner is not None
        whose = possessive(pen, owner)
        made = Determined(whose.en, whose.zh)
    else:
        shown = not noun.known or behind is not None or bool(adjectives.en)
        made = _determine(pen, noun, determiner, (adjectives.en + core.en)[0].text, shown)
    if determiner == "those" and people:
        core = Duo(core.en, (*core.zh, Tok("们", core.zh[-1].keys)))
    english = made.en + adjectives.en + core.en + after.en
    return NounPhrase(
        en=english,
        zh=after.zh + made.zh + adjectives.zh + core.zh,
        me=english,
        pronoun="they" if plural and people else gender(noun),
        plural=plural,
        ident=noun.en,
        turned=behind is not None,
    )


def mass_noun(pen: Pen, noun: Noun, determiner: str) -> NounPhrase:
    """A mass noun: bare, some (一些), or in a container (two cups of tea / 两杯茶)."""
    core = pen.duo(noun.en, noun.zh)
    if determiner == "some":
        pen.note("some")
        quantity = pen.duo("some", "一些")
    elif determiner == "container" and noun.en in CONTAINERS:
        pen.note("container")
        one, many, zh = pen.pick(CONTAINERS[noun.en])
        count, vessel = pen.key(), pen.key()
        if pen.roll(0.5):
            quantity = Duo(
                words("a", count) + words(one, vessel), words("一", count) + words(zh, vessel)
            )
        else:
            en, chinese = pen.pick(NUMBERS[: 1 if zh in ("碗", "盘") else 2])
            quantity = Duo(
                words(en, count) + words(many, vessel), words(chinese, count) + words(zh, vessel)
            )
        quantity = Duo(quantity.en + words("of"), quantity.zh)
    elif determiner == "the":
        pen.note("definite-mass")
        return phrase(Duo(words("the") + core.en, core.zh), ident=noun.en)
    else:
        quantity = Duo((), ())
    return phrase(Duo(quantity.en + core.en, quantity.zh + core.zh), ident=noun.en)


def place_attribute(pen: Pen, duo: Duo) -> Behind:
    """on the table / 桌子 上 的, from an adverbial of place (its 在 goes)."""
    pen.note("place-attribute")
    return Behind(Duo(duo.en, (*duo.zh[1:], Tok("的", duo.zh[0].keys))))


def at_place(pen: Pen, place: Place) -> Duo:
    """in the park / 在 公园 里: the preposition is both 在 and 里."""
    key = pen.key()
    article_, _, rest = place.en.partition(" ")
    core = pen.duo(rest or article_, place.zh)
    en = words(place.preposition, key) + (words("the") if rest else ()) + core.en
    return Duo(en, words("在", key) + core.zh + words(place.localiser, key))


def on_furniture(pen: Pen, en: str, localiser: str, noun: Noun) -> Duo:
    """on the table / 在 桌子 上."""
    key = pen.key()
    core = pen.duo(noun.en, noun.zh)
    return Duo(
        words(en, key) + words("the") + core.en, words("在", key) + core.zh + words(localiser, key)
    )


SURFACES = [
    ("on", "上", "table desk chair sofa bed refrigerator"),
    ("under", "下", "table desk chair sofa bed tree"),
    ("in", "里", "refrigerator box bag basket"),
]


def somewhere(pen: Pen, kinds: str = "on under") -> Duo:
    """A spot at a piece of furniture."""
    en, zh, things = pen.pick([row for row in SURFACES if row[0] in kinds.split()])
    return on_furniture(pen, en, zh, pen.pick(nouns(things)))
