"""Orders, invitations, and people who are made to do or feel something."""

from __future__ import annotations

from dataclasses import replace

from .choices import place_of
from .clauses import Clause, arrange, time_of
from .doings import handling
from .errands import errand, motion, row_of
from .events import act
from .noun_phrases import NounPhrase, count_noun, kin, name, pronoun
from .nouns import NOUNS, nouns
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, Agreement, Predicate, conjugate
from .relatives import described_thing

# What nobody asks for, and what nobody forbids.
_USELESS = {
    "please": ("leave", "break", "eat up", "drink up", "sell", "hide", "take"),
    "dont": ("clean up", "finish reading", "finish writing", "return", "take"),
}


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
    useless = _USELESS[kind]
    made = pen.until(
        lambda: handling(pen, you) if pen.roll(0.5) else _ordered_act(pen, kind),
        lambda got: got.verb not in useless,
    )
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
        [
            "play football",
            "play basketball",
            "watch movie",
            "take a walk",
            "play chess",
            "have dinner",
            "cook dinner",
            "study Chinese",
            "clean room",
        ]
    )
    row, noun = row_of(spec)
    made = act(pen, row, "bare", None, noun=noun, spare=0)
    if row.places and pen.roll(0.6):
        made = replace(made, place=place_of(pen, row, "we"))
    return replace(made, duration=EMPTY)


def _ordered_act(pen: Pen, kind: str) -> Act:
    specs = (
        "open window|open door|answer question|read letter|wash cup|clean room|feed dog|"
        "feed cat|open box|read article|repair bicycle|plant tree|wash plate|solve problem"
    )
    if kind == "dont":
        specs = "open window|open door|open box|feed cat|drink beer|play football|pick flower"
    row, noun = row_of(pen.pick(specs.split("|")))
    return act(pen, row, "should", None, noun=noun, spare=0)


def caused(pen: Pen) -> Duo:
    """The teacher asked the students to clean the classroom; Tom's story made us very happy."""
    return _asked(pen) if pen.roll(0.6) else _made(pen)


def _asked(pen: Pen) -> Duo:
    pen.note("causative")
    bosses = (
        "teacher student boy girl child|mother child boy girl|"
        "manager worker driver reporter engineer|doctor nurse"
    )
    boss, *others = pen.pick(bosses.split("|")).split()
    if boss == "mother":
        elders = ("mother", "father", "grandmother", "grandfather")
        who = pen.until(
            lambda: kin(pen, pronoun(pen, pen.pick(("I", "he", "she")))),
            lambda got: got.ident in elders,
        )
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
    elif boss == "teacher":
        specs = "do homework|study English|answer question|read story|read book|write story"
    else:
        specs = "clean room|do homework|wash cup|feed cat|study English|read book"
    inner_who = noun if pick == "noun" else None
    stand = NounPhrase((), (), (), "", False, "", (), inner_who.en if inner_who else "")
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
        described_thing(pen, story, done=True)
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
