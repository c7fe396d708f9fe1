"""What one does for somebody else: giving, showing, telling, buying or cooking for them."""

from __future__ import annotations

from dataclasses import replace

from .errands import row_of
from .events import act
from .noun_phrases import NounPhrase, count_noun, kin, modifiers, name, pronoun
from .nouns import nouns
from .phrases import NAMES, NUMBERS, PRONOUNS
from .pieces import Duo, Pen, words
from .predicates import Act

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
