"""Comparisons: taller than, as tall as, the tallest, taller and taller, two years older."""

from __future__ import annotations

from .choices import YOUNG
from .noun_phrases import NounPhrase, count_noun, kin, modifiers, name, phrase, pronoun
from .nouns import NOUNS, Noun, nouns
from .persons import person
from .phrases import ADJECTIVES, NUMBERS, PLACES
from .pieces import EMPTY, Duo, Pen, words
from .relatives import described_person
from .sentences_being import RELATED, SURNAMED, be_of, thing_or_described, traits

_COMPARED = {
    "people": [
        "taller 高",
        "cleverer 聪明",
        "kinder 善良",
        "braver 勇敢",
        "busier 忙",
        "friendlier 友好",
        "stronger 强壮",
    ],
    "thing": [
        "more expensive 贵",
        "cheaper 便宜",
        "newer 新",
        "heavier 重",
        "lighter 轻",
        "bigger 大",
        "smaller 小",
    ],
    "text": ["longer 长", "more interesting 有趣", "easier 简单", "more difficult 难"],
    "animal": ["bigger 大", "smaller 小", "fatter 胖", "cuter 可爱"],
    "place": ["bigger 大", "smaller 小", "cleaner 干净", "quieter 安静", "more beautiful 漂亮"],
}


def two_alike(pen: Pen) -> tuple[NounPhrase, NounPhrase, str]:
    """Two things of a kind to compare, and the kind."""
    kind = pen.weigh([(5, "people"), (4, "thing"), (3, "text"), (2, "animal"), (2, "place")])
    if kind == "people":
        left = pen.until(
            lambda: person(pen),
            lambda got: not got.plural and got.first != "you" and got.en[0].text != "a",
        )
        right = pen.until(lambda: _rival(pen, left), lambda got: got.ident != left.ident)
        return left, right, kind
    if kind == "place":
        spots = [
            ("park", "公园", "个"),
            ("library", "图书馆", "个"),
            ("restaurant", "餐馆", "家"),
            ("hotel", "酒店", "家"),
            ("room", "房间", "个"),
            ("garden", "花园", "个"),
            ("kitchen", "厨房", "个"),
        ]
        en, zh, measure = pen.pick(spots)
        noun = Noun(en, en + "s", zh, measure, "")
        left = count_noun(pen, noun, "this")
        return left, _that_one(pen, noun), kind
    specs = {
        "thing": "coat shirt bicycle car computer camera watch bag phone sweater",
        "text": "story article novel book",
        "animal": "cat dog rabbit bird",
    }
    noun = pen.pick(nouns(specs[kind]))
    first = pen.weigh([(3, "own"), (3, "this"), (2, "described")])
    if first == "own" and kind == "thing":
        owner = name(pen)
        other = pen.until(lambda: name(pen), lambda got: got.ident != owner.ident)
        return (
            count_noun(pen, noun, "own", owner=owner),
            count_noun(pen, noun, "own", owner=other),
            kind,
        )
    if (
        first == "described"
        and kind in ("thing", "text")
        and noun.en not in ("dress", "shirt", "bag")
    ):
        return thing_or_described(pen, noun), count_noun(pen, noun, "this"), kind
    if first == "described":
        return count_noun(pen, noun, "this"), _that_one(pen, noun), kind
    owner = pronoun(pen, pen.pick(("I", "you", "he", "she")))
    return count_noun(pen, noun, "own", owner=owner), count_noun(pen, noun, "this"), kind


def _rival(pen: Pen, left: NounPhrase) -> NounPhrase:
    """Somebody to compare with: a name, or a relative of the one named."""
    if pen.roll(0.5) or not left.pronoun:
        return name(pen, left.ident)
    return kin(pen, _owner_like(pen, left))


def _that_one(pen: Pen, noun: Noun) -> NounPhrase:
    """that one / 那 个, that stands for the noun just named."""
    key, one = pen.key(), pen.key()
    duo = Duo(words("that", key) + words("one", one), words("那", key) + words(noun.measure, one))
    return phrase(duo, ident="that one")


def _owner_like(pen: Pen, who: NounPhrase) -> NounPhrase:
    """The owner of "his brother" after "he" or "Tom"."""
    return pronoun(pen, who.pronoun if who.pronoun in ("I", "he", "she") else "I")


def compared(pen: Pen) -> Duo:
    """Tom is taller than Mary / 汤姆 比 玛丽 高; … much taller … / 高 得多."""
    pen.note("comparative")
    left, right, kind = two_alike(pen)
    en, _, zh = pen.pick(_COMPARED[kind]).rpartition(" ")
    bi = pen.key()
    *more, degree = en.split()
    state = pen.duo(degree, zh)  # more (expensive) is said by 比
    state = Duo(words(" ".join(more), bi) + state.en, state.zh)
    form = be_of(left)
    grade = EMPTY
    if pen.roll(0.35):
        pen.note("much")
        grade = pen.duo("much", "得多")
    return Duo(
        left.en + words(form) + grade.en + state.en + words("than", bi) + right.me,
        left.zh + words("比", bi) + right.zh + state.zh + grade.zh,
    )


def equalled(pen: Pen) -> Duo:
    """Tom is as tall as Mary / 汤姆 和 玛丽 一样 高; is not as tall as / 没有 … 高."""
    left, right, kind = two_alike(pen)
    base = {
        "people": "tall 高|clever 聪明|busy 忙|kind 善良|brave 勇敢|strong 强壮",
        "thing": "expensive 贵|cheap 便宜|new 新|heavy 重|big 大",
        "text": "long 长|interesting 有趣|difficult 难",
        "animal": "big 大|fat 胖|cute 可爱",
        "place": "big 大|clean 干净|quiet 安静|beautiful 漂亮",
    }[kind]
    en, _, zh = pen.pick(base.split("|")).rpartition(" ")
    state, first, second = pen.duo(en, zh), pen.key(), pen.key()
    form = be_of(left)
    if pen.roll(0.5):
        pen.note("equal")
        return Duo(
            left.en + words(form) + words("as", first) + state.en + words("as", second) + right.me,
            left.zh + words("和", second) + right.zh + words("一样", first) + state.zh,
        )
    pen.note("less")
    return Duo(
        left.en
        + words(form)
        + words("not", first)
        + words("as")
        + state.en
        + words("as")
        + right.me,
        left.zh + words("没有", first) + right.zh + state.zh,
    )


def best(pen: Pen) -> Duo:
    """Tom is the tallest boy in our class / 汤姆 是 我们 班 里 最 高 的 男孩."""
    pen.note("superlative")
    be, most = pen.duo("is", "是"), pen.key()
    at = pen.key()
    if pen.roll(0.5):
        who = single_third(pen)
        adjective = ADJECTIVES[
            pen.pick(
                ("tall", "clever", "kind", "brave", "honest", "polite", "hardworking", "strong")
            )
        ]
        noun = (
            NOUNS["student"]
            if not who.pronoun
            else NOUNS[{"he": "boy", "she": "girl"}[who.pronoun]]
        )
        if pen.roll(0.5):
            noun = NOUNS["student"]
        core, our, group = pen.duo(noun.en, noun.zh), pen.duo("our", "我们"), pen.duo("class", "班")
        scope_en = words("in", at) + our.en + group.en
        scope_zh = our.zh + group.zh + words("里", at)
    else:
        spot, noun_spec = pen.pick(
            [
                ("shop", "coat dress shirt hat phone computer watch camera bicycle sweater"),
                ("bookstore", "book novel magazine dictionary"),
                ("museum", "painting"),
                ("library", "book novel magazine"),
            ]
        )
        noun = pen.pick(nouns(noun_spec))
        options = [
            a for a in traits(noun) if spot != "library" or a.en not in ("expensive", "cheap")
        ]
        adjective = pen.pick(options)
        who = phrase(pen.duo("this", "这"))
        core, place = pen.duo(noun.en, noun.zh), pen.duo(spot, PLACES[spot].zh)
        scope_en = words("in", at) + words("the") + place.en
        scope_zh = place.zh + words("里", at)
    key = pen.key()
    head, *rest = adjective.superlative.split()
    if rest:
        en = words("the") + words(head, most) + words(rest[0], key)
    else:
        en = words("the") + words(head, most, key)
    zh = (
        words("最", most)
        + words(adjective.before_noun.split()[0] if adjective.en != "expensive" else "贵", key)
        + words("的", key)
    )
    return Duo(who.en + be.en + en + core.en + scope_en, who.zh + be.zh + scope_zh + zh + core.zh)


def single_third(pen: Pen) -> NounPhrase:
    """A young person in the third person singular."""
    kind = pen.weigh([(4, "name"), (2, "pronoun"), (2, "kin"), (2, "described")])
    if kind == "name":
        return pen.until(lambda: name(pen), lambda got: got.ident not in SURNAMED)
    if kind == "pronoun":
        return pronoun(pen, pen.pick(("he", "she")))
    if kind == "described":
        return described_person(pen, pen.pick(nouns("boy girl")), lasting=True)
    young = ("younger brother", "younger sister")
    return pen.until(lambda: kin(pen), lambda got: got.ident in young)


def growing(pen: Pen) -> Duo:
    """Tom is getting busier and busier / 汤姆 越来越 忙."""
    pen.note("more-and-more")
    if pen.roll(0.25):
        noun = pen.pick(nouns("cat dog rabbit"))
        who = count_noun(pen, noun, pen.pick(("the", "this")), adjectives=modifiers(pen, noun, 0.2))
        en, zh = pen.pick([("bigger", "大"), ("fatter", "胖"), ("cuter", "可爱")])
    else:
        who = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
        en, zh = pen.pick(
            [
                ("busier", "忙"),
                ("stronger", "强壮"),
                ("braver", "勇敢"),
                ("friendlier", "友好"),
            ]
        )
    more, state = pen.key(), pen.key()
    middle = words(be_of(who)) + words("getting", more)
    both = words(en, state) + words("and", more) + words(en, state)
    return Duo(who.en + middle + both, who.zh + words("越来越", more) + words(zh, state))


def aged(pen: Pen) -> Duo:
    """Tom is ten years old / 汤姆 十 岁; my brother is two years older than me / 比 我 大 两 岁."""
    pen.note("age")
    if pen.roll(0.5):
        who = single_third(pen)
        en, zh = pen.pick(
            [*NUMBERS[3:], ("twelve", "十二"), ("fifteen", "十五"), ("twenty", "二十")]
        )
        count, year = pen.duo(en, zh), pen.key()
        form = be_of(who)
        return Duo(
            who.en + words(form) + count.en + words("years old", year),
            who.zh + count.zh + words("岁", year),
        )
    pen.note("comparative")
    left, right, _ = two_people(pen)
    en, zh = pen.pick(NUMBERS[:4])
    count, year, bi = pen.duo(en, zh), pen.key(), pen.key()
    state = pen.duo(*pen.pick([("older", "大"), ("younger", "小")]))
    return Duo(
        left.en
        + words(be_of(left))
        + count.en
        + words("years", year)
        + state.en
        + words("than", bi)
        + right.me,
        left.zh + words("比", bi) + right.zh + state.zh + count.zh + words("岁", year),
    )


def two_people(pen: Pen) -> tuple[NounPhrase, NounPhrase, str]:
    """Two people whose ages may be compared: no parent with a child, no child with Mrs. Li."""
    siblings = ("older brother", "older sister", "younger brother", "younger sister")

    def fair(got: tuple[NounPhrase, NounPhrase, str]) -> bool:
        left, right, kind = got
        return (
            kind == "people"
            and right.ident not in RELATED
            and (left.ident not in RELATED or left.ident in siblings)
            and not (left.ident in YOUNG and right.ident in SURNAMED)
        )

    return pen.until(lambda: two_alike(pen), fair)
