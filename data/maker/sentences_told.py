"""Clauses inside clauses: what somebody says, thinks, knows, hopes; indirect questions.

People told to do things.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .choices import WISHES
from .clauses import Clause, statement, time_of
from .errands import motion
from .events import event
from .morphology import inflect
from .noun_phrases import NounPhrase, name, pronoun
from .persons import person
from .pieces import Duo, Pen, words
from .predicates import Act, Agreement, conjugate
from .relatives import described_person
from .sentences_asking import occupation
from .sentences_being import became, is_so
from .sentences_causes import although, because, if_clause
from .sentences_comparing import aged, best, compared, equalled
from .sentences_having import has, is_at
from .sentences_tastes import liked, settled
from .sentences_times import when_clause

# verb, Chinese, pattern, and what kinds of content it takes
_SPEECH = [
    ("say", "说", "say-that", "fact"),
    ("know", "知道", "know-that", "fact"),
    ("think", "认为", "think-that", "view"),
    ("believe", "相信", "think-that", "duty"),
    ("hope", "希望", "hope-that", "wish"),
]


def _view(pen: Pen) -> Duo:
    """Something one may think: a comparison, a judgement, what somebody should or will do."""
    make: Callable[[Pen], Duo] = pen.pick(
        (compared, equalled, best, is_so, _should, _should, _will)
    )
    return make(pen)


def _should(pen: Pen) -> Duo:
    return statement(pen, event(pen, "should", front=False, timed=0.2))


def _will(pen: Pen) -> Duo:
    return statement(pen, event(pen, "will", front=False, timed=0.6))


# What is too small to be hoped for or told beforehand.
_TRIFLES = ("have", "eat", "drink", "rest", "chat", "wash", "open", "pick", "carry")


def _wish(pen: Pen) -> Duo:
    """What somebody will, one hopes, do: 能, for 会 would say that they know how."""
    who = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
    if pen.roll(0.4):
        made = motion(pen, who, "will")
        clause = Clause(who, made, "will", time=time_of(pen, made, "will"))
    else:
        clause = pen.until(
            lambda: event(pen, "will", who, front=False, timed=0.6, positive=True),
            lambda got: got.act.verb in WISHES and got.act.verb not in _TRIFLES,
        )
    done = statement(pen, clause)
    will = next(tok for tok in done.zh if tok.text == "会")
    return Duo(done.en, tuple(tok._replace(text="能") if tok is will else tok for tok in done.zh))


def _hopeful(pen: Pen) -> Duo:
    """Something one may believe: what somebody will do, and no trifle."""
    clause = pen.until(
        lambda: event(pen, "will", front=False, timed=1, positive=True),
        lambda got: got.act.verb in WISHES,
    )
    return statement(pen, clause)


def _fact(pen: Pen) -> Duo:
    """Something one may say or know."""
    make: Callable[[Pen], Duo] = pen.weigh(
        [
            (6, _event_inside),
            (3, liked),
            (2, settled),
            (2, is_at),
            (2, has),
            (2, compared),
            (1.5, aged),
            (1, became),
            (1, _view),
        ]
    )
    return make(pen)


def _event_inside(pen: Pen) -> Duo:
    return statement(pen, event(pen, front=False, spare=0.8))


_HEAVY: list[tuple[float, Callable[[Pen], Duo]]] = [
    (3, because),
    (2, although),
    (2, if_clause),
    (2, when_clause),
]


def _speaker(pen: Pen) -> NounPhrase:
    def make() -> NounPhrase:
        return described_person(pen) if pen.roll(0.4 if pen.rich else 0.15) else person(pen)

    return pen.until(make, lambda got: got.en[0].text not in ("a", "an") and got.pronoun != "you")


def _inner(pen: Pen, speaker: NounPhrase, make: Callable[[Pen], Duo]) -> Duo:
    """Content that does not speak of the speaker by name or as a stranger (Tom says that Tom ….

    I think that I …).
    """
    taken = {tok.text for tok in speaker.en} - {
        "the",
        "my",
        "his",
        "her",
        "your",
        "our",
        "older",
        "younger",
        "who",
        "in",
        "a",
        "'s",
    }

    def fresh(got: Duo) -> bool:
        texts = {tok.text for tok in got.en}
        return not texts & taken

    return pen.until(lambda: make(pen), lambda got: fresh(got) and _plain_talk(got, speaker))


_ABOUT = {"he": ("he", "him", "his"), "she": ("she", "her", "hers")}


def _plain_talk(got: Duo, speaker: NounPhrase) -> bool:
    """Whether what is told has no relative clause but one with a subject, and no open pronoun.

    "Mary says that he …" leaves open who he is; "Mary says that she …" does not.
    """
    texts = {tok.text.lower() for tok in got.en}
    others = [form for who, forms in _ABOUT.items() if who != speaker.pronoun for form in forms]
    return "who" not in texts and not texts.intersection(others)


def said(pen: Pen, heavy: bool = False) -> Duo:
    """Mary says that her brother likes playing football.

    I think that this book is more interesting than that one.
    """
    verb, zh, pattern, kind = pen.pick(_SPEECH)
    who = pen.until(  # nobody says "I say that"
        lambda: _speaker(pen),
        lambda got: not (heavy or verb == "say") or got.pronoun not in ("I", "we"),
    )
    if heavy:
        verb, zh, pattern = "say", "说", "say-that"
        inner = _inner(pen, who, pen.weigh(_HEAVY))
    else:
        inner = _inner(
            pen, who, {"fact": _fact, "view": _view, "wish": _wish, "duty": _hopeful}[kind]
        )
    pen.note(pattern)
    return _that(pen, who, verb, zh, inner)


def said_heavy(pen: Pen) -> Duo:
    """Mary says that because it was raining, she …: a told clause that has a clause of its own."""
    return said(pen, heavy=True)


def _that(pen: Pen, who: NounPhrase, verb: str, zh: str, inner: Duo) -> Duo:
    key = pen.key()
    form = inflect(verb, Agreement(who.plural, who.first).choose("s", "base"))
    return Duo(
        who.en + words(form, key) + words("that") + inner.en,
        who.zh + who.every + words(zh, key) + inner.zh,
    )


def told(pen: Pen) -> Duo:
    """The teacher told us that the museum …: told + somebody + that.

    The content is timeless or to come.
    """
    pen.note("tell-that")
    who = _speaker(pen)
    whom = pen.until(
        lambda: (
            name(pen) if pen.roll(0.4) else pronoun(pen, pen.pick(("I", "he", "she", "we", "they")))
        ),
        lambda got: (
            got.ident != who.ident
            and got.pronoun != who.pronoun
            and not (
                (who.pronoun == "I" and got.pronoun == "we")
                or (who.pronoun == "we" and got.pronoun == "I")
            )
            and not (got.ident in ("he", "she") and who.pronoun == "")
        ),
    )
    both = replace(who, en=who.en + whom.me + words(whom.pronoun))
    inner = _inner(pen, both, lambda p: _would(p))
    key = pen.key()
    return Duo(
        who.en + words("told", key) + whom.me + words("that") + inner.en,
        who.zh + who.every + words("告诉", key) + whom.zh + inner.zh,
    )


# What one tells others of beforehand.
_NEWS = ("buy", "visit", "study", "plant", "solve", "borrow")


def _would(pen: Pen) -> Duo:
    """Reported future: would / 会."""
    who = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
    made = (
        motion(pen, who, "will")
        if pen.roll(0.4)
        else pen.until(
            lambda: event(pen, "will", who, positive=True, timed=0).act,
            lambda got: got.verb in _NEWS and "k" not in got.tags,
        )
    )
    done = conjugate(pen, made, Agreement(who.plural, who.first), "will")
    pen.note("reported-future")
    would = tuple(tok._replace(text="would") for tok in done.aux)
    return Duo(who.en + would + done.rest, who.zh + who.every + done.zh)


def indirect(pen: Pen) -> Duo:
    """I do not know where he lives; do you know … is a question elsewhere."""
    pen.note("indirect-question")
    who = pen.until(
        lambda: person(pen), lambda got: got.en[0].text not in ("a", "an") and not got.every
    )
    knows = pen.roll(0.4)
    be = Agreement(who.plural, who.first)
    key, no = pen.key(), pen.key()
    if knows:
        en, zh = words(inflect("know", be.choose("s", "base")), key), words("知道", key)
    else:
        en = words(be.choose("does", "do"), no) + words("not", no) + words("know", key)
        zh = words("不", no) + words("知道", key)
    inner = _inner(pen, who, _what_is_asked)
    return Duo(who.en + en + inner.en, who.zh + zh + inner.zh)


def _what_is_asked(pen: Pen) -> Duo:
    who = pen.until(
        lambda: person(pen),
        lambda got: got.first == "" and got.ident != "we" and got.en[0].text not in ("a", "an"),
    )
    kind = pen.pick(("where", "why", "when", "what", "whether"))
    wh = pen.key()
    if kind == "where":
        pen.note("question-where")
        verb, zh = occupation(pen, who)
        form = inflect(verb, Agreement(who.plural, who.first).choose("s", "base"))
        core = pen.key()
        place, act = words("在 哪里", wh), words(zh, core)
        chinese = act + place if verb == "live" else place + act
        return Duo(words("where", wh) + who.en + words(form, core), who.zh + chinese)
    if kind == "what":
        pen.note("question-what")
        verb, zh = pen.pick(
            [
                ("buy", "买"),
                ("eat", "吃"),
                ("draw", "画"),
                ("read", "读"),
                ("write", "写"),
                ("do", "做"),
                ("cook", "做"),
            ]
        )
        made = Act(verb, zh, obj=Duo((), words("什么", wh)))
        done = conjugate(
            pen, made, Agreement(who.plural, who.first), pen.pick(("want", "progressive"))
        )
        return Duo(words("what", wh) + who.en + done.aux + done.rest, who.zh + who.every + done.zh)
    if kind == "when":
        pen.note("question-when")
        made = motion(pen, who, "will", plain=True)
        done = conjugate(pen, made, Agreement(who.plural, who.first), "will")
        plain = tuple(tok._replace(keys=()) for tok in done.aux)
        return Duo(
            words("when", wh) + who.en + plain + done.rest,
            who.zh + words("什么 时候", wh) + done.zh[1:],
        )
    if kind == "why":
        pen.note("question-why")
        made = motion(pen, who, "want", plain=True)
        done = conjugate(pen, made, Agreement(who.plural, who.first), "want")
        return Duo(words("why", wh) + who.en + done.rest, who.zh + words("为什么", wh) + done.zh)
    pen.note("whether")
    clause = event(pen, "will", who, positive=True, front=False)
    done = conjugate(pen, clause.act, clause.agreement, "will")
    return Duo(
        words("whether", wh) + who.en + done.aux + done.rest + clause.time.en,
        who.zh + clause.time.zh + words("是否", wh) + done.zh,
    )


def do_you_know(pen: Pen) -> Duo:
    """Do you know where Mary lives? / 你 知道 玛丽 住 在 哪里 吗?"""
    pen.note("indirect-question", "yes-no-question")
    you = pronoun(pen, "you")
    inner = _what_is_asked(pen)
    key = pen.key()
    return Duo(
        words("do") + you.en + words("know", key) + inner.en,
        you.zh + words("知道", key) + inner.zh + words("吗"),
    )
