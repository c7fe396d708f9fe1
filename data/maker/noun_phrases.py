"""Noun phrases in both languages: determiners, measure words, adjectives, owners, relative clauses.

"the" is 那 + measure word (那本书) unless the noun is `known` and stands alone (老师), the phrase is fronted by 把, or it stands inside
a relative clause; "a" is 一 + measure word. What comes after the noun in English (on the table, who bought the book)
comes before it in Chinese with 的.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .nouns import CLASSES, CONTAINERS, NOUNS, Noun, nouns
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
from .pieces import Duo, Pen, Side, Tok, words


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase.

    `bare` is its Chinese without the 那 of "the"; `me` its English as an object; `pronoun` what may stand for it
    later ("" if English leaves he or she open); `every` holds the 都 that its quantifier asks for.
    """

    en: Side
    zh: Side
    bare: Side
    me: Side
    pronoun: str = ""
    plural: bool = False
    first: str = ""  # "I" or "you" where the verb must agree with it
    every: Side = ()
    ident: str = ""  # what it is about, so that no sentence says the same thing twice

    def duo(self, *, bare: bool = False) -> Duo:
        """As an object, in both languages."""
        return Duo(self.me, self.bare if bare else self.zh)


def phrase(duo: Duo, pronoun: str = "", plural: bool = False, ident: str = "") -> NounPhrase:
    """A noun phrase that looks the same everywhere."""
    return NounPhrase(duo.en, duo.zh, duo.zh, duo.en, pronoun, plural, "", (), ident)


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
    return NounPhrase(
        words(subject, key), side, side, words(obj, key), which, plural, first, (), which
    )


def possessive(pen: Pen, owner: NounPhrase, close: bool = False) -> Duo:
    """my / 我 的, Tom's / 汤姆 的. `close`: kin and one's own school drop 的 after a pronoun (我妈妈)."""
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


def kin(pen: Pen, owner: NounPhrase | None = None) -> NounPhrase:
    """Somebody's relative; the owner is I, you, he, she, we or a name unless given."""
    noun, who = kin_noun(pen)
    if owner is None:
        owner = (
            name(pen)
            if pen.roll(0.25)
            else pronoun(pen, pen.pick(("I", "I", "you", "he", "she", "we")))
        )
    pen.note("kinship")
    whose = possessive(pen, owner, close=True)
    duo = pen.duo(noun.en, noun.zh)
    return phrase(Duo(whose.en + duo.en, whose.zh + duo.zh), who, ident=noun.en)


def modifiers(pen: Pen, noun: Noun, rate: float = 0.35) -> Duo:
    """No, one or two adjectives. Two: English size before colour, Chinese colour before size (红色的大苹果)."""
    if not pen.roll(rate * 1.5 if pen.rich else rate):
        return Duo((), ())
    colour = pen.pick(ANIMAL_COLOURS if "a" in noun.tags else COLOURS)
    if noun.en in ("apple", "tomato"):
        colour = pen.pick([("red", "红色"), ("green", "绿色")])
    near = [en for tag in noun.tags if tag in "sn" for en in BY_TAG[tag]]
    if "c" in noun.tags and near and pen.roll(0.3):
        pen.note("two-adjectives")
        front, back = ADJECTIVES[pen.pick(near)], pen.duo(colour[0], colour[1] + " 的")
        left = pen.duo(front.en, front.before_noun)
        return Duo(left.en + back.en, back.zh + left.zh)
    choices = [en for tag in noun.tags for en in BY_TAG.get(tag, ())]
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
    """What English puts after the noun and Chinese before it: a relative clause or "on the table"."""

    duo: Duo


def count_noun(
    pen: Pen,
    noun: Noun,
    determiner: str,
    *,
    adjectives: Duo = Duo((), ()),
    owner: NounPhrase | None = None,
    behind: Behind | None = None,
    number: tuple[str, str] | None = None,
) -> NounPhrase:
    """A count noun with its determiner.

    Args:
        pen: the source of keys and the record of patterns.
        noun: the noun; its measure word follows 一, 两, 这, 那.
        determiner: a, the, this, these, those (the + plural), number, the-number, some, many, own; generic (bare
            plural) and generic-one (bare singular, after which and whose).
        adjectives: what `modifiers` gave.
        owner: for "own": whose it is.
        behind: relative clause or place attribute.
        number: for the number determiners: English and Chinese number word.
    """
    plural = determiner in (
        "these",
        "those",
        "number",
        "the-number",
        "some",
        "many",
        "generic",
        "few",
    )
    core = pen.duo(noun.plural if plural else noun.en, noun.zh)
    after = behind.duo if behind else Duo((), ())
    first = (adjectives.en + core.en)[0].text
    key = pen.key()
    people = "t" in noun.tags
    en: Side = ()
    front: Side = ()  # before everything, 那本 included only where it is kept
    kept: Side = ()  # what stays when 那 goes
    if determiner == "a":
        pen.note("indefinite")
        en, kept = words(article(first), key), words(f"一 {noun.measure}", key)
    elif determiner == "the":
        pen.note("definite")
        shown = not noun.known or behind is not None or bool(adjectives.en)
        en = words("the", key) if shown else words("the")
        front = words(f"那 {noun.measure}", key) if shown else ()
    elif determiner == "this":
        pen.note("demonstrative")
        en, kept = words("this", key), words(f"这 {noun.measure}", key)
    elif determiner == "these":
        pen.note("demonstrative")
        en, kept = words("these", key), words("这些", key)
    elif determiner == "those":
        pen.note("definite-plural")
        if people:
            core = Duo(core.en, core.zh + tuple(Tok("们", tok.keys) for tok in core.zh[-1:]))
            en = words("the")
        else:
            en, front = words("the", key), words("那些", key)
    elif determiner in ("number", "the-number"):
        pen.note("number")
        assert number is not None
        count = pen.duo(number[0], number[1] + " " + noun.measure)
        en, kept = count.en, count.zh
        if determiner == "the-number":
            en, front = words("the", key) + count.en, words("那", key)
    elif determiner == "some":
        pen.note("some")
        en, kept = words("some", key), words("一些", key)
    elif determiner == "many":
        pen.note("many")
        en, kept = words("many", key), words("很多", key)
    elif determiner == "own":
        assert owner is not None
        whose = possessive(pen, owner)
        en, kept = whose.en, whose.zh
    elif determiner not in ("generic", "generic-one"):
        raise ValueError(f"unknown determiner {determiner!r}")
    english = en + adjectives.en + core.en + after.en
    return NounPhrase(
        english,
        after.zh + front + kept + adjectives.zh + core.zh,
        after.zh + kept + adjectives.zh + core.zh,
        english,
        "they" if plural and people else gender(noun),
        plural,
        "",
        (),
        noun.en,
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
            en, chinese = pen.pick(NUMBERS[:2])
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


def person(pen: Pen, *, depth: int = 0) -> NounPhrase:
    """A person as a subject: name, pronoun, relative, role, or "the boy"."""
    kind = pen.weigh(
        [(30, "name"), (18, "pronoun"), (20, "kin"), (20, "role"), (8, "one"), (4, "friend")]
    )
    if kind == "name":
        return name(pen)
    if kind == "pronoun":
        return pronoun(pen, pen.pick(("I", "you", "he", "she", "we", "they")))
    if kind == "kin":
        return kin(pen)
    if kind == "friend":
        owner = pronoun(pen, pen.pick(("I", "he", "she")))
        return count_noun(pen, pen.pick(CLASSES["friends"]), "own", owner=owner)
    if kind == "one":
        noun = pen.pick(CLASSES["individuals"])
        return count_noun(
            pen, noun, pen.pick(("the", "the", "this", "a")), adjectives=modifiers(pen, noun, 0.25)
        )
    noun = pen.pick(CLASSES["roles"])
    adjectives = modifiers(pen, noun, 0.2)
    return count_noun(pen, noun, "the", adjectives=adjectives)


def people(pen: Pen) -> NounPhrase:
    """Several people: the students, two boys, all the workers, my parents, Tom and Mary."""
    kind = pen.weigh(
        [
            (4, "those"),
            (3, "pair"),
            (3, "number"),
            (5, "all"),
            (2, "parents"),
            (4, "every"),
            (2, "everyone"),
        ]
    )
    if kind == "pair":
        pen.note("noun-coordination")
        left = name(pen)
        right = name(pen, but=left.ident)
        while right.ident == left.ident:
            right = name(pen, but=left.ident)
        both = pen.duo("and", "和")
        duo = Duo(left.en + both.en + right.en, left.zh + both.zh + right.zh)
        return phrase(duo, "they", True, "pair")
    if kind == "parents":
        owner = name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        whose = possessive(pen, owner, close=True)
        core = pen.duo("parents", "父母")
        return phrase(Duo(whose.en + core.en, whose.zh + core.zh), "they", True, "parents")
    if kind == "everyone":
        pen.note("every")
        key = pen.key()
        found = phrase(Duo(words("everyone", key), words("大家", key)), "", False, "everyone")
        return replace(found, every=words("都", key))
    noun = pen.pick(_CROWD)
    if kind == "number":
        return count_noun(pen, noun, "number", number=pen.pick(NUMBERS[:4]))
    if kind == "those":
        return count_noun(pen, noun, "those")
    key = pen.key()
    if kind == "every":
        pen.note("every")
        core = pen.duo(noun.en, noun.zh)
        duo = Duo(words("every", key) + core.en, words("每 个", key) + core.zh)
        return replace(phrase(duo, "", False, noun.en), every=words("都", key))
    pen.note("all")
    core = pen.duo(noun.plural, noun.zh)
    duo = Duo(words("all", key) + words("the") + core.en, words("所有 的", key) + core.zh)
    return replace(phrase(duo, "they", True, noun.en), every=words("都", key))


_CROWD = [NOUNS[word] for word in ["student", "worker", "teacher", "boy", "girl", "child", "doctor"]]
