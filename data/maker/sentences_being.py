"""Sentences that say what something is, how it is, where it is, and what there is."""

from __future__ import annotations

from .clauses import Clause, statement, time_of
from .events import act, choose
from .noun_phrases import (
    SURFACES,
    NounPhrase,
    at_place,
    count_noun,
    gender,
    kin,
    mass_noun,
    modifiers,
    name,
    on_furniture,
    person,
    phrase,
    possessive,
    pronoun,
    somewhere,
)
from .nouns import CLASSES, NOUNS, Noun, nouns
from .phrases import ADJECTIVES, BY_TAG, CITIES, COLOURS, COUNTRIES, NUMBERS, PLACES, Adjective
from .pieces import EMPTY, Duo, Pen, join, words
from .predicates import Act, Agreement, conjugate
from .relatives import (
    broken_thing,
    describable,
    described_person,
    described_thing,
    placed_person,
    placed_thing,
)

_JOBS = CLASSES["roles"]


SURNAMED = ("Wang", "Li", "Zhang", "Chen", "Liu")


def be_of(who: NounPhrase, past: bool = False) -> str:
    """The form of be for a subject."""
    return Agreement(who.plural, who.first).be(past)


def single(pen: Pen) -> NounPhrase:
    """A person, one, who may be described: not a group, not "this man"."""
    kind = pen.weigh([(4, "name"), (3, "pronoun"), (4, "kin"), (2, "described")])
    if kind == "name":
        return name(pen)
    if kind == "pronoun":
        return pronoun(pen, pen.pick(("I", "you", "he", "she")))
    if kind == "described":
        return described_person(pen, pen.pick(CLASSES["individuals"]))
    return kin(pen)


def job(pen: Pen, who: NounPhrase, rate: float = 0.2) -> Duo:
    """a young doctor / 一 名 年轻 的 医生."""
    pen.note("profession")
    noun = pen.pick(_JOBS)
    while noun.en in ("student", "police officer") and who.ident in (
        "grandfather",
        "grandmother",
        "father",
        "mother",
        "uncle",
        "aunt",
    ):
        noun = pen.pick(_JOBS)
    person_noun = Noun(noun.en, noun.plural, noun.zh, "名", noun.tags)
    return count_noun(pen, person_noun, "a", adjectives=modifiers(pen, noun, rate)).duo()


def is_a(pen: Pen) -> Duo:
    """Mary's father is a teacher / 玛丽 的 爸爸 是 一 名 老师."""
    who = single(pen)
    while who.ident in ("child", "boy", "girl"):
        who = single(pen)
    be = pen.duo(be_of(who), "是")
    what = job(pen, who)
    return Duo(who.en + be.en + what.en, who.zh + be.zh + what.zh)


def is_somebody(pen: Pen) -> Duo:
    """The man who is wearing a red hat is my uncle."""
    pen.note("identity")
    noun = pen.pick(nouns("man woman boy girl"))
    who = placed_person(pen, noun) if pen.roll(0.35) else described_person(pen, noun)
    be = pen.duo("is", "是")
    male = gender(noun) == "he"
    adult = noun.en in ("man", "woman")
    pick = pen.pick(("kin", "friend", "name"))
    if pick == "kin":
        options = {
            (True, True): "father uncle older_brother",
            (True, False): "younger_brother",
            (False, True): "mother aunt older_sister",
            (False, False): "younger_sister",
        }[male, adult]
        other = pen.pick(nouns(options))
        owner = name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        whose = possessive(pen, owner, close=True)
        pen.note("kinship")
        core = pen.duo(other.en, other.zh)
        what = Duo(whose.en + core.en, whose.zh + core.zh)
    elif pick == "friend":
        other = pen.pick(nouns("colleague neighbor teacher" if adult else "classmate friend"))
        owner = name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "he", "she", "we")))
        what = count_noun(pen, other, "own", owner=owner).duo()
    else:
        sex = gender(noun)
        what = pen.until(
            lambda: name(pen), lambda got: got.pronoun == sex and got.ident not in SURNAMED
        ).duo()
    return Duo(who.en + be.en + what.en, who.zh + be.zh + what.zh)


PERSON_STATES = [
    "tired 累",
    "hungry 饿",
    "thirsty 渴",
    "busy 忙",
    "happy 高兴",
    "sad 难过",
    "worried 担心",
    "angry 生气",
    "excited 激动",
    "nervous 紧张",
    "bored 无聊",
    "healthy 健康",
]


def traits(noun: Noun) -> list[Adjective]:
    """The adjectives that can be said of a noun with "is"."""
    return [ADJECTIVES[en] for tag in noun.tags for en in BY_TAG.get(tag, ())]


def thing_with_traits(pen: Pen, need: str = "npbif") -> tuple[NounPhrase, Noun]:
    """A thing to say something about: this book, the coat that Tom bought, his car."""
    pool = [
        n
        for group in ("paper", "clothes", "device", "vehicle", "plants", "shows", "fruit", "snack")
        for n in CLASSES[group]
    ]
    pool = [noun for noun in pool if any(tag in need for tag in noun.tags)]
    noun = pen.pick(pool)
    kind = pen.weigh([(4, "the"), (3, "this"), (2, "own"), (3, "described")])
    if kind == "own" and (
        noun.en in ("dress", "flower", "tree", "movie", "song") or noun in CLASSES["fruit"]
    ):
        kind = "this"
    if kind == "own":
        owner = name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        return count_noun(pen, noun, "own", owner=owner), noun
    if kind == "described":
        return thing_or_described(pen, noun), noun
    colour = modifiers(pen, noun, 0.0)
    return count_noun(pen, noun, kind, adjectives=colour), noun


def thing_or_described(pen: Pen, noun: Noun) -> NounPhrase:
    """The thing with a relative clause where one fits it, else plain "the", never with an adjective."""
    key = next(key for key, value in NOUNS.items() if value is noun)
    if not describable(key):
        return count_noun(pen, noun, "the")
    return described_thing(pen, key, plain=True)


def is_so(pen: Pen) -> Duo:
    """The book is very interesting; Tom is tired; the coat is red; this car is too expensive."""
    kind = pen.weigh([(4, "thing"), (3, "person"), (2, "colour"), (2.5, "too")])
    pen.note("predicate-adjective")
    if kind == "person":
        who = person(pen)
        en, zh = pen.pick(PERSON_STATES).split()
        return _said_of(pen, who, en, zh, pen.weigh([(4, "plain"), (3, "very"), (1, "not")]))
    if kind == "colour":
        pen.note("colour-predicate")
        noun = pen.pick(nouns("coat hat shirt car bicycle umbrella cup bag sweater phone truck"))
        owner = name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
        kind = pen.weigh([(4, "own"), (2, "the"), (2, "this"), (4, "placed")])
        if kind == "placed":
            who = placed_thing(pen, "coat hat shirt umbrella cup bag sweater phone", plain=True)
        else:
            who = count_noun(pen, noun, kind, owner=owner if kind == "own" else None)
        key, colour = pen.key(), pen.duo(*pen.pick(COLOURS))
        en = who.en + words("is", key) + colour.en
        return Duo(en, who.zh + words("是", key) + colour.zh + words("的", key))
    who, noun = thing_with_traits(pen, "p" if kind == "too" else "npbif")
    if kind == "too":
        pen.note("too")
        return _said_of(pen, who, "expensive", "贵", "too")
    adjective = pen.pick([a for a in traits(noun) if a.en not in ("young",)])
    return _said_of(
        pen,
        who,
        adjective.en,
        adjective.predicate,
        pen.weigh([(4, "plain"), (4, "very"), (2, "not")]),
    )


def _said_of(
    pen: Pen, who: NounPhrase, en: str, zh: str, degree: str, *, past: bool = False
) -> Duo:
    """Subject, be, degree, adjective: is / 很, is very / 非常, is not / 不, is too / 太…了."""
    be, state = pen.key(), pen.duo(en, zh)
    form = be_of(who, past)
    every = who.every
    if degree == "plain":
        return Duo(who.en + words(form, be) + state.en, who.zh + every + words("很", be) + state.zh)
    if degree == "not":
        if every:
            return _said_of(pen, who, en, zh, "plain")
        pen.note("adjective-negative")
        return Duo(
            who.en + words(form) + words("not", be) + state.en, who.zh + words("不", be) + state.zh
        )
    grade = pen.key()
    word, chinese = {"very": ("very", "非常"), "too": ("too", "太")}[degree]
    if degree == "very":
        pen.note("very")
    after = words("了", grade) if degree == "too" else ()
    return Duo(
        who.en + words(form) + words(word, grade) + state.en,
        who.zh + every + words(chinese, grade) + state.zh + after,
    )


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
        "more beautiful 漂亮",
        "bigger 大",
        "smaller 小",
    ],
    "text": ["longer 长", "more interesting 有趣", "easier 容易", "more difficult 难"],
    "animal": ["bigger 大", "smaller 小", "fatter 胖", "cuter 可爱"],
    "place": ["bigger 大", "smaller 小", "cleaner 干净", "quieter 安静", "more beautiful 漂亮"],
}


def two_alike(pen: Pen) -> tuple[NounPhrase, NounPhrase, str]:
    """Two things of a kind to compare, and the kind."""
    kind = pen.weigh([(5, "people"), (4, "thing"), (3, "text"), (2, "animal"), (2, "place")])
    if kind == "people":
        left: NounPhrase = person(pen)
        while left.plural or left.every or left.first == "you" or (left.en[0].text == "a"):
            left = person(pen)
        right = (
            name(pen, left.ident)
            if pen.roll(0.5) or not left.pronoun
            else kin(pen, _owner_like(pen, left))
        )
        while right.ident == left.ident:
            right = name(pen, left.ident)
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
        "text": "story article poem letter report",
        "animal": "cat dog rabbit bird",
    }
    noun = pen.pick(nouns(specs[kind]))
    first = pen.weigh([(3, "own"), (3, "this"), (2, "described")])
    if first == "own" and kind == "thing":
        owner, other = name(pen), name(pen)
        while other.ident == owner.ident:
            other = name(pen)
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
    bi, state = pen.key(), pen.duo(en, zh)
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
        "thing": "expensive 贵|cheap 便宜|new 新|heavy 重|beautiful 漂亮|big 大",
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
        found = name(pen)
        while found.ident in ("Wang", "Li", "Zhang", "Chen", "Liu"):
            found = name(pen)
        return found
    if kind == "pronoun":
        return pronoun(pen, pen.pick(("he", "she")))
    if kind == "described":
        return described_person(pen, pen.pick(nouns("boy girl")))
    found = kin(pen)
    while found.ident not in ("younger brother", "younger sister"):
        found = kin(pen)
    return found


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
            "on": "book letter key cup bag phone hat map photo newspaper umbrella pen pencil plate dictionary",
            "under": "cat dog ball box",
            "in": "apple egg pear tomato orange cake",
        }[en]
        spot = pen.pick(nouns(furniture))
        if en == "in":
            spot = pen.pick(nouns("refrigerator basket"))
        noun = pen.pick(nouns(fit))
        if spot.en == "refrigerator" and en == "on":
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
        what = count_noun(pen, noun, kind, number=number, adjectives=modifiers(pen, noun, 0.3))
    be = pen.key()
    form = (
        "are" if what.plural or (what.en and what.en[0].text in ("two", "three", "four")) else "is"
    )
    en = words("there", be) + words(form, be) + what.en + where.en
    return Duo(en, where.zh[1:] + words("有", be) + what.zh)


def _there_is_no(pen: Pen, where: Duo, noun: Noun) -> Duo:
    pen.note("existential-negative")
    adjectives = modifiers(pen, noun, 0.5) if noun.plural else EMPTY
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


def there_are_doing(pen: Pen) -> Duo:
    """There are two boys playing football in the park / 公园 里 有 两 个 男孩 正在 踢 足球."""
    pen.note("existential-progressive")
    noun = pen.pick(nouns("boy girl man woman child student"))
    stand = NounPhrase((), (), (), (), "", False, "", (), noun.en)
    while True:
        row, thing = choose(pen, "progressive", stand)
        fits = [spot for spot in row.places if spot not in ("home", "office", "bedroom")]
        if (
            fits
            and row.verb not in ("wash", "sleep", "clean", "look for", "wait for")
            and (row.fixed or ("",))[0] not in ("the piano", "the violin")
        ):
            break
    place = pen.pick(fits)
    where = at_place(pen, PLACES[place])
    count = pen.weigh([(3, "a"), (4, "number"), (1, "many")])
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
    who = person(pen)
    while who.en[0].text in ("a", "an"):
        who = person(pen)
    noun = pen.pick(
        nouns(
            "cat dog rabbit bicycle computer guitar dictionary camera umbrella watch coat son daughter question ticket house car"
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
            ["library", "park", "office", "kitchen", "classroom", "hospital", "garden", "museum", "bank", "airport", "station", "bedroom"]
        )
        where = at_place(pen, PLACES[spot])
    else:
        noun = pen.pick(
            nouns(
                "book letter key cup bag phone hat map photo newspaper umbrella dictionary camera watch"
            )
        )
        if pen.roll(0.4):
            owner = (
                name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "you", "he", "she")))
            )
            who = count_noun(pen, noun, "own", owner=owner)
        elif pen.roll(0.4):
            who = thing_or_described(pen, noun)
        else:
            who = count_noun(pen, noun, "the", adjectives=modifiers(pen, noun))
        where = somewhere(pen)
        if where.en[-1].text == "tree":
            where = on_furniture(pen, "on", "上", NOUNS["table"])
    be = where.zh[0].keys
    form = be_of(who)
    en = who.en + tuple(tok._replace(keys=be) for tok in words(form)) + where.en
    return Duo(en, who.zh + who.every + where.zh)


def weather(pen: Pen) -> Duo:
    """Today is sunny; it is raining; it will rain tomorrow; it was very cold yesterday; it is getting hotter."""
    pen.note("weather")
    kind = pen.pick(("day", "rain", "will", "was", "getting", "habit", "sunny", "sunny"))
    if kind == "day":
        day = pen.duo(*pen.pick([("today", "今天"), ("tomorrow", "明天"), ("yesterday", "昨天")]))
        form = {"today": "is", "tomorrow": "will be", "yesterday": "was"}[day.en[0].text]
        state = pen.pick([("sunny", "晴天"), ("cloudy", "阴天")])
        be = pen.key()
        sky = pen.duo(*state)
        return Duo(day.en + words(form, be) + sky.en, day.zh + words("是", be) + sky.zh)
    if kind == "sunny":
        return _sunny(pen)
    en, zh = pen.pick([("rain", "下雨"), ("snow", "下雪")])
    key, mark = pen.key(), pen.key()
    if kind == "rain":
        city, chinese = pen.pick(CITIES)
        where, at = pen.duo(city, chinese), pen.key()
        now = pen.duo("now", "现在")
        return Duo(
            words("it")
            + words("is", mark)
            + words(en + "ing", key)
            + words("in", at)
            + where.en
            + now.en,
            now.zh + where.zh + words("正在", mark) + words(zh, key),
        )
    if kind == "habit":
        pen.note("frequency")
        season = pen.duo(
            *pen.pick(
                [("winter", "冬天"), ("spring", "春天"), ("autumn", "秋天")]
                if en == "snow"
                else [("summer", "夏天"), ("spring", "春天"), ("autumn", "秋天")]
            )
        )
        if en == "snow":
            season = pen.duo("winter", "冬天")
        city = pen.duo(*pen.pick(CITIES + COUNTRIES))
        often = pen.duo(*pen.pick([("often", "经常"), ("sometimes", "有时")]))
        return Duo(
            words("it")
            + often.en
            + words(en + "s", key)
            + words("in")
            + city.en
            + words("in")
            + season.en,
            city.zh + season.zh + often.zh + words(zh, key),
        )
    if kind == "will":
        day = pen.duo(
            *pen.pick(
                [
                    ("tomorrow", "明天"),
                    ("tomorrow morning", "明天 早上"),
                    ("tomorrow afternoon", "明天 下午"),
                    ("next Sunday", "下个 星期天"),
                    ("this evening", "今天 晚上"),
                    ("next week", "下个 星期"),
                ]
            )
        )
        city = pen.duo(*pen.pick(CITIES))
        no = pen.roll(0.25)
        may = pen.roll(0.3) and not no
        aux = words("may", mark) if may else words("will", mark)
        chinese = "可能 会" if may else "不会" if no else "会"
        return Duo(
            words("it")
            + aux
            + (words("not", mark) if no else ())
            + words(en, key)
            + words("in")
            + city.en
            + day.en,
            day.zh + city.zh + words(chinese, mark) + words(zh, key),
        )
    state = pen.pick(["cold 冷", "hot 热", "warm 暖和", "cool 凉快"]).split()
    if kind == "was":
        day = pen.duo(
            *pen.pick(
                [
                    ("yesterday", "昨天"),
                    ("yesterday morning", "昨天 早上"),
                    ("yesterday evening", "昨天 晚上"),
                    ("last Sunday", "上个 星期天"),
                    ("last week", "上个 星期"),
                ]
            )
        )
        city = pen.duo(*pen.pick(CITIES))
        very, cold = pen.roll(0.5), pen.duo(*state)
        be = pen.key()
        grade = words("very", be) if very else ()
        verb = words("was") if very else words("was", be)
        return Duo(
            words("it") + verb + grade + cold.en + words("in") + city.en + day.en,
            day.zh + city.zh + words("非常" if very else "很", be) + cold.zh,
        )
    pen.note("more-and-more")
    comparative = {"cold": "colder", "hot": "hotter", "warm": "warmer", "cool": "cooler"}[state[0]]
    more, cold = pen.key(), pen.key()
    city = pen.duo(*pen.pick(CITIES))
    sky = pen.duo("weather", "天气")
    both = words(comparative, cold) + words("and") + words(comparative, cold)
    en_side = (
        words("the") + sky.en + words("in") + city.en + words("is") + words("getting", more) + both
    )
    return Duo(
        en_side, city.zh + words("的") + sky.zh + words("越来越", more) + words(state[1], cold)
    )


def _sunny(pen: Pen) -> Duo:
    """It was cloudy in Paris yesterday / 昨天 巴黎 是 阴天."""
    past = [
        ("yesterday", "昨天"),
        ("yesterday morning", "昨天 早上"),
        ("yesterday afternoon", "昨天 下午"),
        ("last Sunday", "上个 星期天"),
        ("last Saturday", "上个 星期六"),
    ]
    future = [
        ("tomorrow", "明天"),
        ("tomorrow morning", "明天 早上"),
        ("tomorrow afternoon", "明天 下午"),
        ("next Sunday", "下个 星期天"),
        ("next Monday", "下个 星期一"),
    ]
    form, days = pen.pick([("is", [("today", "今天")]), ("was", past), ("will be", future)])
    day, city, be = pen.duo(*pen.pick(days)), pen.duo(*pen.pick(CITIES)), pen.key()
    sky = pen.duo(*pen.pick([("sunny", "晴天"), ("cloudy", "阴天")]))
    en = words("it") + words(form, be) + sky.en + words("in") + city.en + day.en
    return Duo(en, day.zh + city.zh + words("是", be) + sky.zh)


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
                ("cleverer", "聪明"),
                ("braver", "勇敢"),
                ("friendlier", "友好"),
            ]
        )
    more, state = pen.key(), pen.key()
    middle = words(be_of(who)) + words("getting", more)
    both = words(en, state) + words("and", more) + words(en, state)
    return Duo(who.en + middle + both, who.zh + words("越来越", more) + words(zh, state))


def there_is_no(pen: Pen) -> Duo:
    """There is no milk in the refrigerator; there are no tigers in the zoo."""
    pen.note("existential-negative")
    if pen.roll(0.4):
        noun = pen.pick(nouns("milk water juice beer meat chocolate bread soup fish rice"))
        return _there_is_no(pen, on_furniture(pen, "in", "里", NOUNS["refrigerator"]), noun)
    spot, things = pen.pick(FURNISHED)
    return _there_is_no(pen, at_place(pen, PLACES[spot]), pen.pick(nouns(things)))


def became(pen: Pen) -> Duo:
    """My older sister became a doctor three years ago; Tom wants to become a singer."""
    pen.note("becoming")
    who = single(pen)
    while who.ident in ("child", "grandfather", "grandmother", "boy", "girl"):
        who = single(pen)
    tense = pen.pick(("past", "want", "will", "hope"))
    made = Act(
        "become",
        "成为",
        obj=pen.until(
            lambda: job(pen, who, 0),
            lambda got: got.en[-1].text not in ("student", "worker", "waiter"),
        ),
        tags="b",
    )
    time = time_of(pen, Act("", "", tags="b"), "past") if tense == "past" else EMPTY
    if tense == "past":
        time = pen.duo(
            *pen.pick(
                [
                    ("last year", "去年"),
                    ("three years ago", "三 年 前"),
                    ("two years ago", "两 年 前"),
                    ("last month", "上个 月"),
                ]
            )
        )
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.4)))


def aged(pen: Pen) -> Duo:
    """Tom is ten years old / 汤姆 十 岁; my brother is two years older than me / 比 我 大 两 岁."""
    pen.note("age")
    if pen.roll(0.5):
        who = single_third(pen)
        en, zh = pen.pick(
            NUMBERS[3:] + [("twelve", "十二"), ("fifteen", "十五"), ("twenty", "二十")]
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


RELATED = {noun.en for noun in CLASSES["kin"]}


def two_people(pen: Pen) -> tuple[NounPhrase, NounPhrase, str]:
    """Two people to compare."""
    while True:
        left, right, kind = two_alike(pen)
        siblings = ("older brother", "older sister", "younger brother", "younger sister")
        if (
            kind == "people"
            and right.ident not in RELATED
            and (left.ident not in RELATED or left.ident in siblings)
        ):
            return left, right, kind


def travel_time(pen: Pen) -> Duo:
    """It takes two hours to go from Beijing to Shanghai by train / 从 北京 坐 火车 到 上海 需要 两 个 小时."""
    pen.note("from-to", "transport")
    far = pen.roll(0.5)
    if far:
        a, b = pen.sample(CITIES, 2)
        start, end = pen.duo(*a), pen.duo(*b)
        vehicle = ("plane", "坐", "飞机")
        if {a[0], b[0]} == {"Beijing", "Shanghai"} or {a[0], b[0]} == {"London", "Paris"}:
            vehicle = pen.pick([("train", "坐", "火车"), ("plane", "坐", "飞机")])
        spans = [
            ("two hours", "两 个 小时"),
            ("three hours", "三 个 小时"),
            ("five hours", "五 个 小时"),
        ]
        if vehicle[0] == "plane" and {a[0], b[0]} not in (
            {"Beijing", "Shanghai"},
            {"London", "Paris"},
        ):
            spans = [("ten hours", "十 个 小时"), ("twelve hours", "十二 个 小时")]
            if {a[0], b[0]} <= {"Beijing", "Shanghai", "Tokyo"}:
                spans = [("three hours", "三 个 小时")]
        article: tuple[str, str] = ("", "")
    else:
        spots = pen.sample(["station", "library", "hospital", "museum", "airport", "park", "bank", "hotel"], 2)
        start, end = (pen.duo(PLACES[s].en.removeprefix("the "), PLACES[s].zh) for s in spots)
        vehicle = pen.pick(
            [("bus", "坐", "公共汽车"), ("taxi", "坐", "出租车"), ("bicycle", "骑", "自行车")][
                : 2 if "airport" in spots else 3
            ]
        )
        spans = [
            ("twenty minutes", "二十 分钟"),
            ("thirty minutes", "三十 分钟"),
            ("half an hour", "半 个 小时"),
            ("an hour", "一 个 小时"),
        ]
        article = ("the", "the")
    en, zh = pen.pick(spans)
    *number, unit = en.split()
    *figures, measure = zh.split()
    count, last, need, by, go = pen.key(), pen.key(), pen.key(), pen.key(), pen.key()
    origin, goal = pen.key(), pen.key()
    car = pen.duo(vehicle[0], vehicle[2])
    english = (
        words("it")
        + words("takes", need)
        + words(" ".join(number), count)
        + words(unit, last)
        + words("to")
        + words("go", go)
        + words("from", origin)
        + words(article[0])
        + start.en
        + words("to", goal)
        + words(article[1])
        + end.en
        + words("by", by)
        + car.en
    )
    chinese = (
        words("从", origin)
        + start.zh
        + words(vehicle[1], by)
        + car.zh
        + words("到", goal, go)
        + end.zh
        + words("需要", need)
        + words(" ".join(figures), count)
        + words(measure, last)
    )
    return Duo(english, chinese)


def works_from(pen: Pen) -> Duo:
    """My father works from nine to five every day; the library is open from eight to six."""
    pen.note("from-to", "clock")
    who = pen.pick((kin, name))(pen)
    hours = [("seven", "七"), ("eight", "八"), ("nine", "九"), ("ten", "十")]
    ends = [("four", "四"), ("five", "五"), ("six", "六")]
    start, end = pen.duo(*pen.pick(hours)), pen.duo(*pen.pick(ends))
    a, b, work = pen.key(), pen.key(), pen.key()
    when = pen.duo(
        *pen.pick(
            [
                ("every day", "每天"),
                ("every Saturday", "每个 星期六"),
                ("every Monday", "每个 星期一"),
            ]
        )
    )
    verb = pen.pick([("work", "工作"), ("study", "学习")])
    if who.ident in RELATED or who.ident in SURNAMED:
        verb = ("work", "工作")
    form = verb[0] + "s" if verb[0] == "work" else "studies"
    clock = tuple(tok for tok in start.zh), tuple(tok for tok in end.zh)
    en = (
        who.en + words(form, work) + words("from", a) + start.en + words("to", b) + end.en + when.en
    )
    zh = (
        who.zh
        + when.zh
        + words("从", a)
        + clock[0]
        + words("点", a)
        + words("到", b)
        + clock[1]
        + words("点", b)
        + words(verb[1], work)
    )
    return Duo(en, zh)


def thing_passive_described(pen: Pen) -> Duo:
    """The vase that was broken by the boy is very expensive."""
    who = broken_thing(pen)
    noun = next(value for value in NOUNS.values() if value.en == who.ident)
    good = ("old", "expensive", "cheap", "beautiful", "interesting")
    options = [a for a in traits(noun) if a.en in good] or [ADJECTIVES["big"]]
    adjective = pen.pick(options)
    pen.note("predicate-adjective")
    return _said_of(
        pen, who, adjective.en, adjective.predicate, pen.pick(("plain", "very")), past=True
    )
