"""Questions: 吗, who, what, which, how many. Chinese leaves the wh-word where the answer stands."""

from __future__ import annotations

from dataclasses import replace

from .choices import ADULT, ROLES, YOUNG, choose
from .clauses import Clause, statement, time_of, yes_no
from .doings import handling
from .errands import motion
from .events import act
from .noun_phrases import NounPhrase, at_place, count_noun, kin, modifiers, name, pronoun
from .nouns import nouns
from .phrases import PLACES
from .pieces import EMPTY, Duo, Pen, words
from .predicates import Act, conjugate
from .relatives import described_person
from .sentences_being import PERSON_STATES, be_of, job, thing_with_traits, traits
from .sentences_tastes import liking
from .situations import FELT


def asked_person(pen: Pen) -> NounPhrase:
    """Somebody one asks about: mostly you, he, a name, somebody's father."""
    kind = pen.weigh([(4, "you"), (3, "name"), (3, "kin"), (2, "pronoun")])
    if kind == "you":
        return pronoun(pen, "you")
    if kind == "name":
        return name(pen)
    if kind == "kin":
        return kin(pen, pronoun(pen, pen.pick(("you", "he", "she"))))
    return pronoun(pen, pen.pick(("he", "she", "they")))


def do_question(pen: Pen) -> Duo:
    """Did you buy the book yesterday? Does she often play chess? Can you swim?"""
    who = asked_person(pen)
    tense = pen.pick(
        (
            "past",
            "past",
            "present",
            "present",
            "progressive",
            "can-skill",
            "ever",
            "ever",
            "ever",
            "want",
            "will",
            "going",
        )
    )
    kind = pen.weigh([(6, "event"), (2, "like"), (2, "ba"), (2, "go")])
    if kind == "like":
        made = pen.until(
            lambda: liking(pen, who), lambda got: got.verb in ("like", "know", "love", "need")
        )
        return yes_no(pen, Clause(who, made, "present"))
    if kind == "ba":
        made = pen.until(
            lambda: handling(pen, who),
            lambda got: got.verb not in ("hide", "break", "leave", "lend"),
        )
        return yes_no(
            pen,
            Clause(who, made, "past", time=time_of(pen, made, "past") if pen.roll(0.3) else EMPTY),
        )
    if kind == "go":
        tense = pen.pick(("past", "want", "going"))
        made = motion(pen, who, tense)
        return yes_no(
            pen,
            Clause(who, made, tense, time=time_of(pen, made, tense) if pen.roll(0.4) else EMPTY),
        )
    row, noun = pen.until(
        lambda: choose(pen, tense, who),
        lambda got: (
            (got[0].verb not in ("wait for", "look for", "sleep") or tense != "past")
            and not (tense in ("will", "going") and "k" in got[0].tags)
        ),
    )
    made = act(pen, row, tense, who, noun=noun, negative=tense != "present", spare=0.6)
    made = replace(made, duration=EMPTY)
    # 你 会 游泳 吗 without a time would ask for a skill.
    time = time_of(pen, made, tense) if tense == "will" or pen.roll(0.4) else EMPTY
    return yes_no(pen, Clause(who, made, tense, time=time))


def be_question(pen: Pen) -> Duo:
    """Is your father a doctor? Is this book interesting? Are you tired?"""
    pen.note("yes-no-question")
    key = pen.key()
    kind = pen.pick(("job", "state", "thing"))
    if kind == "job":
        who = pen.until(lambda: asked_person(pen), lambda got: not got.plural)
        what = job(pen, who)
        return Duo(
            words(be_of(who), key) + who.en + what.en,
            who.zh + words("是", key) + what.zh + words("吗"),
        )
    if kind == "state":
        who = asked_person(pen)
        en, zh = pen.pick(PERSON_STATES).split()
        pen.note("predicate-adjective")
    else:
        pen.note("predicate-adjective")
        who, noun = thing_with_traits(pen)
        adjective = pen.pick(traits(noun))
        en, zh = adjective.en, adjective.predicate
    state = pen.duo(en, zh)
    felt = words("觉得", key) if en in FELT else ()
    return Duo(words(be_of(who), key) + who.en + state.en, who.zh + felt + state.zh + words("吗"))


def occupation(pen: Pen, who: NounPhrase) -> tuple[str, str]:
    """Live, and work or study as it fits the person, in both languages."""
    verbs = [("live", "住")]
    if who.ident not in YOUNG and who.ident not in ROLES:
        verbs.append(("work", "工作"))
    if who.ident not in ADULT:
        verbs.append(("study", "学习"))
    return pen.pick(verbs)


def wh_word(pen: Pen, which: str, en: str, zh: str) -> Duo:
    """A question word, and the note that the sentence has it."""
    pen.note("question-" + which)
    return pen.duo(en, zh)


def who_question(pen: Pen) -> Duo:
    """Who bought the book? / 谁 买 了 那 本 书?"""
    who = wh_word(pen, "who", "who", "谁")
    stand = NounPhrase(who.en, who.zh, who.en, ident="who")
    kind = pen.pick(("event", "ba", "like", "can"))
    if kind == "ba":
        made, tense = handling(pen, stand), "past"
    elif kind == "like":
        made, tense = (
            pen.until(lambda: liking(pen, stand), lambda got: got.verb in ("like", "know", "need")),
            "present",
        )
    else:
        tense = pen.pick(("past", "progressive", "want")) if kind == "event" else "can-skill"
        row, noun = pen.until(
            lambda: choose(pen, tense, stand),
            lambda got: got[0].verb not in ("wait for", "look for", "sleep", "find"),
        )
        made = replace(
            act(pen, row, tense, stand, noun=noun, negative=tense == "past", spare=0.5),
            duration=EMPTY,
        )
    time = time_of(pen, made, tense) if tense == "past" and pen.roll(0.5) else EMPTY
    return statement(pen, Clause(stand, made, tense, time=time))


def what_question(pen: Pen) -> Duo:
    """What did Tom buy in the shop? / 汤姆 在 商店 里 买 了 什么?"""
    what = wh_word(pen, "what", "what", "什么")
    who = asked_person(pen)
    if pen.roll(0.25):
        tense = pen.pick(("progressive", "going", "want"))
        made = Act("do", "做", obj=Duo((), what.zh))
    else:
        verb, zh, spots, tenses = pen.pick(
            [
                ("buy", "买", "shop supermarket market bookstore", "past want going"),
                ("eat", "吃", "restaurant home kitchen", "past want progressive"),
                ("drink", "喝", "cafe home", "past want progressive"),
                ("read", "读", "library bedroom classroom", "past progressive"),
                ("draw", "画", "classroom", "past progressive"),
                ("study", "学习", "university library", "progressive want present"),
                ("cook", "做", "kitchen", "past progressive"),
            ]
        )
        tense = pen.pick(tenses.split())
        place = EMPTY
        if pen.roll(0.4):
            pen.note("place")
            place = at_place(pen, PLACES[pen.pick(spots.split())])
        made = Act(verb, zh, obj=Duo((), what.zh), place=place)
    time = time_of(pen, made, tense) if pen.roll(0.4) and tense != "present" else EMPTY
    return fronted(pen, what, Clause(who, made, tense, time=time))


def fronted(
    pen: Pen, wh: Duo, clause: Clause, drop: bool = False, shi: bool = False, zh_wh: bool = False
) -> Duo:
    """English wh + auxiliary + subject + rest; Chinese in statement order.

    `drop`: the past takes no 了 (为什么); `shi`: 是 … 的 around it (where, when, how of a past
    event); `zh_wh`: the Chinese wh-word stands before the predicate.
    """
    made = conjugate(pen, clause.act, clause.agreement, clause.tense, question=True)
    who = clause.who
    zh = made.zh
    if drop or shi:
        zh = tuple(tok for tok in zh if tok.text != "了")
    front = wh.zh if zh_wh else ()
    if shi:
        focus = wh.en[0].keys
        zh = words("是", *focus) + front + zh + words("的", *focus)
    else:
        zh = front + zh
    en = wh.en + made.aux + who.en + made.rest + clause.time.en
    return Duo(en, who.zh + clause.time.zh + zh)


def how_many_question(pen: Pen) -> Duo:
    """How many apples did you buy?

    你 买 了 多少 个 苹果？ How many students are there in the classroom?
    """
    many = pen.key()
    pen.note("question-how-many")
    if pen.roll(0.5):
        who = asked_person(pen)
        verb, zh, things = pen.pick(
            [
                ("buy", "买", "apple book egg orange banana ticket pear"),
                ("read", "读", "book novel article"),
                ("eat", "吃", "apple egg banana hamburger"),
                ("write", "写", "letter report article"),
                ("have", "有", "cat dog book watch computer"),
                ("borrow", "借", "book magazine"),
            ]
        )
        noun = pen.pick(nouns(things))
        core = pen.duo(noun.plural, noun.zh)
        obj = Duo((), words(f"多少 {noun.measure}", many) + core.zh)
        tense = "present" if verb == "have" else "past"
        made = Act(verb, zh, obj=obj, shape="state" if verb == "have" else "plain")
        time = time_of(pen, made, "past") if tense == "past" and pen.roll(0.6) else EMPTY
        wh = Duo(words("how many", many) + core.en, ())
        return fronted(pen, wh, Clause(who, made, tense, time=time))
    spot, things = pen.pick(
        [
            ("classroom", "student desk chair window"),
            ("zoo", "tiger monkey panda elephant"),
            ("farm", "cow horse pig sheep duck"),
            ("park", "tree child"),
            ("office", "computer desk"),
            ("library", "computer student"),
            ("garden", "tree flower"),
        ]
    )
    noun = pen.pick(nouns(things))
    core, where, be = pen.duo(noun.plural, noun.zh), at_place(pen, PLACES[spot]), pen.key()
    en = words("how many", many) + core.en + words("are there", be) + where.en
    pen.note("existential")
    return Duo(en, where.zh[1:] + words("有", be) + words(f"多少 {noun.measure}", many) + core.zh)


def which_question(pen: Pen) -> Duo:
    """Which book do you like? / 你 喜欢 哪 本 书？ Whose bicycle is this? / 这 是 谁 的 自行车?"""
    if pen.roll(0.4):
        pen.note("question-whose")
        noun = pen.pick(
            nouns(
                "bicycle umbrella book bag coat hat phone cup key computer dictionary pencil camera"
            )
        )
        key, be, this = pen.key(), pen.duo("is", "是"), pen.duo("this", "这")
        what = count_noun(
            pen, noun, "generic-one", adjectives=modifiers(pen, noun, 0.9, judging=False)
        )
        core = what.duo()
        return Duo(
            words("whose", key) + core.en + be.en + this.en,
            this.zh + be.zh + words("谁 的", key) + core.zh,
        )
    pen.note("question-which")
    which = pen.key()
    noun = pen.pick(
        nouns(
            "book novel coat dress hat car bicycle movie song painting computer story "
            "shirt watch umbrella cup bag"
        )
    )
    core = count_noun(
        pen, noun, "generic-one", adjectives=modifiers(pen, noun, 0.4, judging=False)
    ).duo()
    who = asked_person(pen)
    verb, zh, tense = pen.pick(
        [("like", "喜欢", "present"), ("buy", "买", "want"), ("buy", "买", "past")]
    )
    if verb == "buy" and noun.en in ("movie", "song", "story"):
        verb, zh, tense = "like", "喜欢", "present"
    obj = Duo((), words(f"哪 {noun.measure}", which) + core.zh)
    made = Act(verb, zh, obj=obj, shape="state" if verb == "like" else "plain")
    time = time_of(pen, made, "past") if tense == "past" and pen.roll(0.4) else EMPTY
    return fronted(
        pen, Duo(words("which", which) + core.en, ()), Clause(who, made, tense, time=time)
    )


def who_is_question(pen: Pen) -> Duo:
    """Who is the man who is wearing a red hat? / 戴着红色帽子的那个男人是谁?"""
    who = wh_word(pen, "who", "who", "谁")
    be = pen.duo("is", "是")
    whom = described_person(pen, pen.pick(nouns("man woman boy girl")))
    return Duo(who.en + be.en + whom.en, whom.zh + be.zh + who.zh)
