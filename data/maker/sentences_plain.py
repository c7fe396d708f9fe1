"""Sentences about one event: doing, handling, suffering, going, giving, liking, ordering."""

from __future__ import annotations

from dataclasses import replace

from .actions import SUFFERINGS
from .clauses import Clause, arrange, frequency, statement, time_of
from .doings import (
    agent_of,
    benefiting,
    errand,
    giving,
    handling,
    motion,
    passive,
    row_of,
    shopping,
)
from .events import act, event, place_of
from .noun_phrases import (
    NounPhrase,
    at_place,
    count_noun,
    kin,
    mass_noun,
    modifiers,
    name,
    person,
    pronoun,
)
from .nouns import CLASSES, NOUNS, nouns
from .phrases import CITIES, COUNTRIES, PLACES, PRONOUNS
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, Agreement, Predicate, conjugate
from .relatives import (
    described_animal,
    described_person,
    described_thing,
    live_act,
    placed_thing,
    worn,
)


def plain_event(pen: Pen) -> Duo:
    """Tom bought two books in the bookstore yesterday."""
    return statement(pen, event(pen))


def described_event(pen: Pen) -> Duo:
    """The man who lives in Beijing bought a red car last month."""
    who = described_person(pen)
    return statement(
        pen, event(pen, pen.pick(("past", "past", "will", "going", "want", "plan", "already")), who)
    )


def handled(pen: Pen, who: NounPhrase | None = None, tense: str = "") -> Duo:
    """Mary put the book on the table."""
    return statement(pen, handled_clause(pen, who, tense))


def handled_clause(pen: Pen, who: NounPhrase | None = None, tense: str = "") -> Clause:
    """A 把 clause."""
    who = who or (described_person(pen) if pen.roll(0.7 if pen.rich else 0.12) else person(pen))
    tense = tense or pen.weigh(
        [
            (8, "past"),
            (2, "already"),
            (2, "will"),
            (1, "going"),
            (1, "want"),
            (1, "should"),
            (1, "just"),
        ]
    )
    made = handling(pen, who)
    slip = made.verb in ("break", "leave", "lock", "drink up", "eat up")
    if slip and tense not in ("past", "just", "already"):
        tense = "past"
    negative = tense == "past" and pen.roll(0.12)
    time = time_of(pen, made, tense) if pen.roll(0.45) else EMPTY
    if negative and time.en and time.en[-1].text == "ago":
        time = EMPTY
    return Clause(who, made, tense, negative, time, bool(time.en) and pen.roll(0.4))


def suffered(pen: Pen) -> Duo:
    """The mouse was caught by the cat yesterday."""
    row = pen.pick(SUFFERINGS)
    noun = pen.pick(row.objects)
    if row.verb in ("praise", "criticize") and pen.roll(0.6):
        who: NounPhrase = _schoolchild(pen) if row.verb == "praise" else name(pen)
        plural = False
    else:
        plural = bool(noun.plural) and pen.roll(0.1) and "t" not in noun.tags
        kind = "those" if plural else "the"
        who = (
            count_noun(pen, noun, kind, adjectives=modifiers(pen, noun, 0.3))
            if noun.plural
            else mass_noun(pen, noun, "the")
        )
        if not noun.plural:
            plural = noun.en in ("noodles", "dumplings")
    agent = agent_of(pen, row, noun)
    while agent is not None and agent.ident == who.ident:
        agent = agent_of(pen, row, noun)
    tense = pen.weigh([(8, "past"), (2, "already")])
    if row.verb in ("praise", "criticize", "scare away", "bite"):
        tense = "past"
    if row.verb == "repair" and pen.roll(0.4):
        tense = "will"
    negative = (
        tense == "past" and row.verb in ("close", "sell", "borrow", "solve") and pen.roll(0.3)
    )
    made = passive(pen, row, noun, agent, tense, negative=negative, plural=plural)
    time = EMPTY
    if pen.roll(0.45) and tense != "already" and not negative:
        time = time_of(pen, Act("", "", tags="b" if row.verb in ("sell", "repair") else ""), tense)
    clause = Clause(who, Act("", ""), tense, negative, time, bool(time.en) and pen.roll(0.4))
    return arrange(pen, clause, made)


def _schoolchild(pen: Pen) -> NounPhrase:
    """Somebody a teacher may praise."""
    brothers = ("younger brother", "younger sister", "older brother", "older sister")
    return (
        name(pen)
        if pen.roll(0.5)
        else pen.until(lambda: kin(pen), lambda got: got.ident in brothers)
    )


def went(pen: Pen) -> Duo:
    """Tom went to the library by bus to borrow a book."""
    return statement(pen, went_clause(pen))


def went_clause(pen: Pen, who: NounPhrase | None = None, tense: str = "") -> Clause:
    """A clause of going somewhere."""
    who = who or (described_person(pen) if pen.rich and pen.roll(0.7) else person(pen))
    tense = tense or pen.weigh(
        [(7, "past"), (3, "present"), (3, "will"), (3, "going"), (2, "want"), (2, "plan")]
    )
    made = motion(pen, who, tense)
    if tense == "present" and made.obj.zh[0].text in dict((zh, en) for en, zh in CITIES):
        tense = "past"
    adverb, time = EMPTY, EMPTY
    if tense == "present":
        if pen.roll(0.6):
            adverb = frequency(pen)
        else:
            time = time_of(pen, made, tense)
    elif pen.roll(0.6):
        time = time_of(pen, made, tense)
    return Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.5), adverb)


def gave(pen: Pen) -> Duo:
    """Tom gave his mother a red hat yesterday."""
    who = described_person(pen) if pen.rich and pen.roll(0.7) else person(pen)
    tense = pen.weigh(
        [(7, "past"), (2, "will"), (1, "already"), (1, "want"), (1, "just"), (1, "going")]
    )
    made = giving(pen, who)
    time = time_of(pen, made, tense) if pen.roll(0.5) else EMPTY
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.4)))


def did_for(pen: Pen) -> Duo:
    """Mary cooked dinner for us yesterday evening."""
    who = person(pen)
    tense = pen.weigh([(7, "past"), (2, "will"), (2, "want"), (2, "going"), (1, "just")])
    made = benefiting(pen, who)
    time = time_of(pen, made, tense) if pen.roll(0.5) else EMPTY
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.4)))


def shopped(pen: Pen, count: int = 0) -> Duo:
    """Anna bought two apples, three pears, and a watermelon at the market."""
    who = described_person(pen) if pen.rich and pen.roll(0.5) else person(pen)
    tense = pen.weigh([(7, "past"), (2, "will"), (2, "want"), (2, "going"), (1, "just")])
    made = shopping(pen, who, count)
    time = time_of(pen, made, tense) if pen.roll(0.6) else EMPTY
    return statement(pen, Clause(who, made, tense, False, time, bool(time.en) and pen.roll(0.5)))


_TASTES = "cat dog rabbit panda horse flower bird monkey elephant"
_BULK = "tea coffee milk juice beer chocolate noodles dumplings fish meat bread fruit vegetables apple banana pear orange watermelon cake"
_HOBBIES = "play football|play basketball|play tennis|play chess|play the piano|swim|dance|sing|listen to music"
_HOBBIES += "|watch television|read novel|read newspaper|climb mountains|take a walk|drink tea|fly kites|ride a bicycle"


def liking(pen: Pen, who: NounPhrase) -> Act:
    """like apples, love swimming, miss his mother."""
    pen.note("stative")
    kind = pen.weigh(
        [(4, "taste"), (4, "hobby"), (5, "family"), (4, "respect"), (1, "need"), (1, "thing")]
    )
    if kind == "hobby":
        pen.note("gerund")
        inner = errand(pen, pen.pick(_HOBBIES.split("|")), who, "present")
        made = conjugate(pen, inner, Agreement(), "gerund")
        return Act(
            "like", "喜欢", shape="state", obj=Duo(made.rest, made.zh), ident="like " + inner.ident
        )
    if kind == "family" and who.pronoun in PRONOUNS:
        owner = who if who.ident == who.pronoun else replace(who, ident=who.pronoun)
        whom = kin(pen, owner)
        verb, zh = pen.pick(
            [("love", "爱"), ("miss", "想念"), ("understand", "理解"), ("trust", "信任")]
        )
        if whom.ident != who.ident:
            return Act(verb, zh, shape="state", obj=whom.duo(), ident=f"{verb} {whom.ident}")
    if kind == "respect":
        verb, zh = pen.pick(
            [("respect", "尊敬"), ("know", "认识"), ("admire", "佩服"), ("trust", "信任")]
        )
        noun = pen.pick(nouns("teacher doctor writer scientist singer engineer"))
        if noun.en != who.ident:
            whom = (
                described_person(pen, noun)
                if pen.roll(0.35)
                else count_noun(pen, noun, pen.pick(("this", "the")))
            )
            return Act(verb, zh, shape="state", obj=whom.duo(), ident=f"{verb} {noun.en}")
    if kind == "need":
        noun = pen.pick(nouns("umbrella bicycle dictionary computer phone map coat camera"))
        thing = count_noun(pen, noun, "a", adjectives=modifiers(pen, noun, 0.5))
        return Act("need", "需要", shape="state", obj=thing.duo(), ident="need")
    if kind == "thing":
        thing = (
            described_thing(pen, "book dictionary coat car bicycle painting watch novel story poem")
            if pen.roll(0.5)
            else placed_thing(pen, "book cup bag photo")
        )
        return Act("like", "喜欢", shape="state", obj=thing.duo(), ident="like thing")
    noun = pen.pick(nouns(_TASTES + " " + _BULK))
    obj = count_noun(pen, noun, "generic") if noun.plural else mass_noun(pen, noun, "bare")
    return Act("like", "喜欢", shape="state", obj=obj.duo(), ident="like " + noun.en)


TASTE_GROUPS = [
    "tea|coffee|milk|juice|beer",
    "noodles|dumplings|fish|meat|bread",
    "apple|banana|orange|pear|watermelon",
    "cat|dog|rabbit|bird|horse",
    "play football|play basketball|play tennis|swim|climb mountains|ride a bicycle",
    "play the piano|play chess|read novel|watch television|listen to music|dance",
]


def taste(pen: Pen, who: NounPhrase, spec: str) -> Act:
    """like tea, like playing chess: what `TASTE_GROUPS` names."""
    pen.note("stative")
    if spec in NOUNS:
        noun = NOUNS[spec]
        obj = count_noun(pen, noun, "generic") if noun.plural else mass_noun(pen, noun, "bare")
        return Act("like", "喜欢", shape="state", obj=obj.duo(), ident="like " + noun.en)
    pen.note("gerund")
    inner = errand(pen, spec, who, "present")
    made = conjugate(pen, inner, Agreement(), "gerund")
    return Act(
        "like", "喜欢", shape="state", obj=Duo(made.rest, made.zh), ident="like " + inner.ident
    )


def liked(pen: Pen) -> Duo:
    """Tom likes playing football; Mary does not like coffee."""
    who = person(pen)
    made = liking(pen, who)
    negative = made.verb == "like" and pen.roll(0.25)
    adverb = EMPTY
    if not negative and made.verb in ("like", "love", "miss") and pen.roll(0.25):
        en, zh = pen.pick([("really", "真的 很"), ("also", "也")])
        pen.note("focus-adverb")
        adverb = pen.duo(en, zh)
    return statement(pen, Clause(who, made, "present", negative, adverb=adverb))


def hated(pen: Pen) -> Duo:
    """Everyone hates mice and flies."""
    who = person(pen)
    pen.note("stative")
    noun = pen.pick(nouns("mouse thief"))
    made = Act("hate", "讨厌", shape="state", obj=count_noun(pen, noun, "generic").duo())
    return statement(pen, Clause(who, made, "present"))


def settled(pen: Pen) -> Duo:
    """My uncle lives in London; Tom comes from Canada; Mary works in the bank."""
    who = person(pen)
    kind = pen.pick(("live", "from", "work"))
    pen.note("settled")
    if kind == "live":
        made = live_act(pen)
    elif kind == "from":
        en, zh = pen.pick(COUNTRIES)
        where = pen.duo(en, zh)
        key = pen.key()
        made = Act(
            "come",
            "来",
            obj=Duo(words("from", key) + where.en, words("自", key) + where.zh),
            shape="state",
        )
        return statement(pen, Clause(who, made, "present"))
    else:
        while who.ident in {noun.en for noun in CLASSES["roles"]} | {
            "boy",
            "girl",
            "child",
            "classmate",
        }:
            who = person(pen)
        spot = pen.pick(
            ["bank", "hotel", "factory", "hospital", "restaurant", "bookstore", "airport", "museum", "supermarket"]
        )
        made = Act("work", "工作", place=at_place(pen, PLACES[spot]), shape="state")
    return statement(pen, Clause(who, made, "present", made.verb == "live" and pen.roll(0.15)))


def postured(pen: Pen) -> Duo:
    """The girl is wearing a red hat; the cat is lying under the table."""
    pen.note("durative")
    key, mark = pen.key(), pen.key()
    if pen.roll(0.5):
        who = person(pen)
        made = worn(pen, bare=False)
        be = Agreement(who.plural, who.first).be()
        en = who.en + words(be, mark) + words("wearing", key) + made.obj.en
        return Duo(en, who.zh + words(made.zh, key) + words("着", mark) + made.obj.zh)
    verb, zh, spots, animal = pen.pick(
        [
            ("sitting", "坐", "on sofa 上|on chair 上|under tree 下", False),
            ("lying", "躺", "on bed 上|on sofa 上", False),
            ("standing", "站", "under tree 下", False),
            ("sleeping", "睡", "under table 下|on sofa 上|on bed 上|under tree 下", True),
            ("lying", "趴", "under table 下|under chair 下|on bed 上", True),
        ]
    )
    if animal:
        noun = pen.pick(nouns("cat dog"))
        who = count_noun(pen, noun, "the", adjectives=modifiers(pen, noun))
    else:
        who = person(pen)
    preposition, spot, localiser = pen.pick(spots.split("|")).split()
    at = pen.key()
    thing = pen.duo(spot, NOUNS[spot].zh)
    be = Agreement(who.plural, who.first).be()
    en = who.en + words(be) + words(verb, key) + words(preposition, at) + words("the") + thing.en
    return Duo(en, who.zh + words(zh, key) + words("在", at) + thing.zh + words(localiser, at))


def chased(pen: Pen) -> Duo:
    """The dog is chasing a small cat in the yard."""
    tense = pen.pick(("progressive", "progressive", "present"))
    kinds = ("the", "a") if tense == "progressive" else ("the",)
    if pen.roll(0.2):
        who, whom = name(pen), name(pen)
        while whom.ident == who.ident:
            whom = name(pen)
    else:
        hunter, prey = pen.pick(
            [
                ("cat", "mouse"),
                ("dog", "cat"),
                ("dog", "rabbit"),
                ("cat", "bird"),
                ("tiger", "monkey"),
                ("lion", "horse"),
                ("dog", "chicken"),
                ("bear", "sheep"),
            ]
        )
        noun = NOUNS[hunter]
        who = count_noun(pen, noun, pen.pick(kinds), adjectives=modifiers(pen, noun))
        small = NOUNS[prey]
        whom = count_noun(pen, small, pen.pick(kinds), adjectives=modifiers(pen, small, 0.3))
    wild = who.ident in ("tiger", "lion", "bear")
    spot = pen.pick(["forest"] if wild else ["yard", "garden", "farm"])
    place = EMPTY
    if pen.roll(0.5):
        pen.note("place")
        place = at_place(pen, PLACES[spot])
    made = Act("chase", "追逐", obj=whom.duo(), place=place)
    adverb = frequency(pen) if tense == "present" else EMPTY
    return statement(pen, Clause(who, made, tense, adverb=adverb))


def animals(pen: Pen) -> Duo:
    """The dog that bit the boy is sleeping under the table."""
    who = described_animal(pen)
    key, at = pen.key(), pen.key()
    pen.note("durative")
    spot, zh, preposition, localiser = pen.pick(
        [
            ("table", "桌子", "under", "下"),
            ("sofa", "沙发", "on", "上"),
            ("tree", "树", "under", "下"),
        ]
    )
    thing = pen.duo(spot, zh)
    en = (
        who.en
        + words("is")
        + words("sleeping", key)
        + words(preposition, at)
        + words("the")
        + thing.en
    )
    return Duo(en, who.zh + words("睡", key) + words("在", at) + thing.zh + words(localiser, at))


def ordered(pen: Pen) -> Duo:
    """Please close the window; do not open the box; let's go to the park."""
    kind = pen.weigh([(4, "please"), (3, "dont"), (4, "lets")])
    you = pronoun(pen, "you")
    pen.used.discard("pronoun")
    if kind == "lets":
        pen.note("hortative")
        made = motion(pen, pronoun(pen, "we"), "bare") if pen.roll(0.5) else _suggested(pen)
        done = conjugate(pen, made, Agreement(True), "bare")
        key = pen.key()
        return Duo(words("let's", key) + done.rest, words("我们", key) + done.zh + words("吧", key))
    made = handling(pen, you) if pen.roll(0.5) else _ordered_act(pen, kind)
    useless = ("clean up", "finish reading", "finish writing", "return")
    while kind == "dont" and made.verb in useless:
        made = handling(pen, you)
    while (
        (made.verb in ("leave", "break", "eat up", "drink up", "sell", "hide", "take")
        and kind == "please")
        or made.verb == "take"
    ):
        made = handling(pen, you)
    done = conjugate(pen, made, Agreement(False, "you"), "bare")
    if kind == "please":
        pen.note("imperative")
        please = pen.duo("please", "请")
        return Duo(please.en + done.rest, please.zh + done.zh)
    pen.note("prohibitive")
    key = pen.key()
    return Duo(words("do not", key) + done.rest, words("不要", key) + done.zh)


def _suggested(pen: Pen) -> Act:
    spec = pen.pick(
        ["play football", "play basketball", "watch movie", "take a walk", "swim", "play chess", "have dinner", "cook dinner", "study Chinese", "clean room"]
    )
    row, noun = row_of(spec)
    made = act(pen, row, "bare", None, noun=noun, spare=0)
    if row.places and pen.roll(0.6):
        made = replace(made, place=place_of(pen, row, "we"))
    return replace(made, duration=EMPTY)


def _ordered_act(pen: Pen, kind: str) -> Act:
    specs = "open window|open door|answer question|read letter|wash cup|clean room|feed dog|feed cat|open box|read article|repair bicycle|plant tree|wash plate|solve problem"
    if kind == "dont":
        specs = "open window|open door|open box|read letter|feed cat|wash coat|eat cake|drink beer|play football|pick flower"
    row, noun = row_of(pen.pick(specs.split("|")))
    return act(pen, row, "should", None, noun=noun, spare=0)


def caused(pen: Pen) -> Duo:
    """The teacher asked the students to clean the classroom; Tom's story made us very happy."""
    return _asked(pen) if pen.roll(0.6) else _made(pen)


def _asked(pen: Pen) -> Duo:
    pen.note("causative")
    bosses = "teacher student boy girl child|mother child boy girl|manager worker driver reporter engineer|doctor nurse"
    boss, *others = pen.pick(bosses.split("|")).split()
    if boss == "mother":
        who = kin(pen, pronoun(pen, pen.pick(("I", "he", "she"))))
        while who.ident not in ("mother", "father", "grandmother", "grandfather"):
            who = kin(pen, pronoun(pen, pen.pick(("I", "he", "she"))))
    else:
        who = count_noun(pen, NOUNS[boss], "the")
    noun = NOUNS[pen.pick(others)]
    pick = pen.pick(("name", "noun", "pronoun"))
    if pick == "noun":
        many = boss in ("teacher", "mother") and pen.roll(0.5)
        whom = count_noun(pen, noun, "those" if many else "the")
    elif pick == "name":
        whom = name(pen)
    else:
        whom = pronoun(pen, pen.pick(("I", "we", "they")))
    if boss in ("manager", "doctor"):
        specs = "write report|solve problem|write email|answer question"
    else:
        specs = "clean room|do homework|study English|answer question|read story|wash cup|read book|write story|feed cat"
    inner_who = noun if pick == "noun" else None
    stand = NounPhrase((), (), (), (), "", False, "", (), inner_who.en if inner_who else "")
    made = errand(pen, pen.pick(specs.split("|")), stand, "should")
    done = conjugate(pen, made, Agreement(), "bare")
    key = pen.key()
    tense = "past"
    adverb = EMPTY
    verb = {"past": "asked", "present": "ask" if who.first or who.plural else "asks"}[tense]
    time = time_of(pen, Act("", ""), "past") if tense == "past" and pen.roll(0.5) else EMPTY
    en = words(verb, key) + whom.me + words("to") + done.rest
    clause = Clause(who, Act("", ""), tense, False, time, bool(time.en) and pen.roll(0.4), adverb)
    return arrange(pen, clause, Predicate((), en, words("让", key) + whom.zh + done.zh))


FEELINGS = [
    ("happy", "高兴"),
    ("sad", "难过"),
    ("angry", "生气"),
    ("excited", "激动"),
    ("worried", "担心"),
]


def _made(pen: Pen) -> Duo:
    pen.note("causative", "predicate-adjective")
    key = pen.key()
    story = pen.pick(("story letter article book novel poem", "letter gift"))
    thing = (
        described_thing(pen, story)
        if pen.roll(0.5)
        else count_noun(
            pen, pen.pick(nouns("story letter article movie song gift")), pen.pick(("this", "the"))
        )
    )
    whom = name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "he", "she", "we", "they")))
    if pen.roll(0.3):
        whom = kin(pen, pronoun(pen, pen.pick(("I", "he", "she"))))
    if thing.ident == "gift":
        feeling = ("happy", "高兴")
    elif thing.ident == "song":
        feeling = pen.pick([FEELINGS[0], FEELINGS[1], FEELINGS[3]])
    else:
        feeling = pen.pick(FEELINGS[:4])
    very = pen.duo("very", "非常")
    state = pen.duo(*feeling)
    return Duo(
        thing.en + words("made", key) + whom.me + very.en + state.en,
        thing.zh + words("让", key) + whom.zh + very.zh + state.zh,
    )


def quick_event(pen: Pen, tense: str) -> Clause:
    """An event without much around it, to be embedded."""
    return event(pen, tense, spare=0.5, timed=0.3, front=False)
