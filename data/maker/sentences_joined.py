"""Two clauses: because, if, when, although, before, after, while, but, and; and days told in several steps."""

from __future__ import annotations

from dataclasses import replace

from .clauses import Clause, statement, time_of
from .doings import errand, motion
from .events import act, choose
from .noun_phrases import (
    NounPhrase,
    count_noun,
    kin,
    modifiers,
    name,
    person,
    pronoun,
)
from .nouns import CLASSES, nouns
from .phrases import PLACES, PRONOUNS
from .pieces import EMPTY, Duo, Pen, join, words
from .predicates import Act, conjugate
from .relatives import described_person, described_thing
from .sentences_plain import TASTE_GROUPS, taste
from .situations import (
    SKIES,
    STATES,
    WEATHERS,
    act_of,
    consequence,
    sky_clause,
    state_clause,
    weather_clause,
)


def same(pen: Pen, who: NounPhrase) -> NounPhrase:
    """The pronoun for a person just named."""
    return pronoun(pen, who.pronoun)


def known_person(pen: Pen, *, plain: bool = False) -> NounPhrase:
    """A person whose pronoun English fixes: a name, a relative, a pronoun, or "the boy who …"."""

    def make() -> NounPhrase:
        if not plain and pen.roll(0.5 if pen.rich else 0.15):
            return described_person(pen, pen.pick(CLASSES["individuals"][:4]))
        return person(pen)

    return pen.until(
        make, lambda got: got.pronoun in PRONOUNS and got.en[0].text not in ("a", "an")
    )


def _comma(pen: Pen) -> Duo:
    return pen.duo(",", "，")


def pair_of(pen: Pen, front: bool, marks: tuple[str, str, str], sub: Duo, main: Duo) -> Duo:
    """Subordinate and main clause; Chinese always puts the subordinate clause first.

    `marks`: English conjunction, Chinese before the subordinate clause, Chinese before the main clause.
    """
    key = pen.key()
    conjunction, first, second = marks
    comma = _comma(pen)
    zh = words(first, key) + sub.zh + comma.zh + words(second, key) + main.zh
    if front:
        return Duo(words(conjunction, key) + sub.en + comma.en + main.en, zh)
    pen.note("main-clause-first")
    return Duo(main.en + words(conjunction, key) + sub.en, zh)


BECAUSE = ("because", "因为", "所以")
ALTHOUGH = ("although", "虽然", "但是")


def causes(
    pen: Pen, although: bool, tense: str, main_who: NounPhrase | None = None, time: Duo = EMPTY
) -> tuple[Duo, Duo, bool]:
    """A cause and what came of it (or came all the same). The flag: the two may be told in either order."""
    past = tense == "past"
    kind = pen.weigh([(5, "state"), (2, "weather"), (2, "sky")])
    who = main_who or known_person(pen)
    if kind == "state":
        rows = [row for row in STATES if (row[3] if although else row[1] or row[2])]
        state, leads, keeps, still = pen.pick(rows)
        first = who
        later = same(pen, who) if who.ident != who.pronoun else pronoun(pen, who.pronoun)
        cause = state_clause(pen, first, state, past=past)
        if although:
            main = _result(pen, later, still, tense, False, time)
        else:
            negative = bool(keeps) and (not leads or pen.roll(0.4))
            main = _result(pen, later, keeps if negative else leads, tense, negative, time)
        return cause, main, who.ident == who.pronoun
    table = WEATHERS if kind == "weather" else SKIES
    rows2 = [row for row in table if (row[3] if although else row[1])]
    state, leads, keeps, still = pen.pick(rows2)
    cause = (weather_clause if kind == "weather" else sky_clause)(pen, state, tense)
    if although:
        return cause, _result(pen, who, still, tense, False, time), True
    negative = bool(keeps) and pen.roll(0.4)
    return cause, _result(pen, who, keeps if negative else leads, tense, negative, time), True


def _result(pen: Pen, who: NounPhrase, specs: str, tense: str, negative: bool, time: Duo) -> Duo:
    """What came of it: in the past done or not done, in the present wanted or not wanted."""
    if tense == "past":
        return consequence(pen, who, specs, "past", negative=negative and not who.every, time=time)
    kept = "|".join(spec for spec in specs.split("|") if spec not in ("x cry", "x smile")) or specs
    return consequence(pen, who, kept, "want", negative=negative and not who.every)


def because(pen: Pen) -> Duo:
    """Because it was raining, Tom did not go to the park. / 因为 … ，所以 …"""
    pen.note("because")
    tense = pen.pick(("past", "past", "present"))
    time = time_of(pen, Act("", ""), "past") if tense == "past" and pen.roll(0.35) else EMPTY
    cause, main, free = causes(pen, False, tense, time=time)
    return pair_of(pen, not (free and pen.roll(0.6)) or bool(time.en), BECAUSE, cause, main)


def although(pen: Pen) -> Duo:
    """Although she was tired, she cooked dinner. / 虽然 … ，但是 …"""
    pen.note("although")
    if pen.roll(0.25):
        return _although_thing(pen)
    tense = pen.pick(("past", "past", "present"))
    cause, main, free = causes(pen, True, tense)
    return pair_of(pen, not (free and pen.roll(0.5)), ALTHOUGH, cause, main)


_CONTRASTS = [
    ("coat dress shirt car bicycle computer camera watch", "expensive 贵", "old 旧"),
    ("coat dress shirt sweater hat", "cheap 便宜", "beautiful 漂亮"),
    ("bag dictionary cup", "small 小", "heavy 重"),
    ("story article novel book", "interesting 有趣", "difficult 难"),
    ("story novel article poem book letter", "long 长", "interesting 有趣"),
    ("car bicycle computer camera watch", "small 小", "expensive 贵"),
    ("coat dress sweater painting hat", "old 旧", "beautiful 漂亮"),
    ("cake apple orange", "small 小", "delicious 好吃"),
    ("phone camera computer watch", "new 新", "cheap 便宜"),
]


def _although_thing(pen: Pen) -> Duo:
    names, first, second = pen.pick(_CONTRASTS)
    noun = pen.pick(nouns(names))
    if pen.roll(0.5) and noun.en not in (
        "bag",
        "cup",
        "hat",
        "apple",
        "orange",
        "shirt",
        "sweater",
        "phone",
    ):
        who = described_thing(pen, noun.en)
    elif pen.roll(0.5):
        who = count_noun(
            pen,
            noun,
            "own",
            owner=name(pen) if pen.roll(0.5) else pronoun(pen, pen.pick(("I", "you", "he", "she"))),
        )
    else:
        who = count_noun(pen, noun, pen.pick(("the", "this")))
    it = pronoun(pen, "it")
    left = state_clause(pen, who, first, past=False)
    right = state_clause(pen, it, second, past=False)
    return pair_of(pen, True, ALTHOUGH, left, right)


def if_clause(pen: Pen) -> Duo:
    """If it rains tomorrow, we will stay at home. / 如果 … ，… 就 …"""
    pen.note("if")
    key, comma = pen.key(), _comma(pen)
    who = known_person(pen)
    kind = pen.weigh([(4, "rain"), (4, "state"), (2, "sky")])
    later = who
    free = True
    if kind == "rain":
        state, leads, keeps, _ = pen.pick(WEATHERS)
        day = pen.duo(
            *pen.pick(
                [
                    ("tomorrow", "明天"),
                    ("tomorrow morning", "明天 早上"),
                    ("tomorrow afternoon", "明天 下午"),
                    ("next Sunday", "下个 星期天"),
                    ("next Saturday", "下个 星期六"),
                    ("this evening", "今天 晚上"),
                ]
            )
        )
        sub = weather_clause(pen, state, "if", day)
        tense = "will"
    elif kind == "sky":
        state, leads, keeps, _ = pen.pick(SKIES)
        day = pen.duo(
            *pen.pick(
                [
                    ("tomorrow", "明天"),
                    ("tomorrow afternoon", "明天 下午"),
                    ("next Sunday", "下个 星期天"),
                ]
            )
        )
        sub = sky_clause(pen, state, "if", day)
        tense = "will"
    else:
        state, leads, keeps, _ = pen.pick(
            [
                row
                for row in STATES
                if row[1] and row[0].split()[0] not in ("happy", "sad", "angry", "busy", "nervous")
            ]
        )
        sub = state_clause(pen, who, state, past=False)
        later = same(pen, who)
        free = who.ident == who.pronoun
        tense = pen.pick(("should", "can", "can")) if state[:4] != "sick" else "should"
        keeps = ""
        leads = "|".join(
            spec for spec in leads.split("|") if spec not in ("x cry", "x smile", "x leave")
        )
    negative = bool(keeps) and pen.roll(0.35) and not who.every
    options = [spec for spec in (keeps if negative else leads).split("|") if spec]
    made = act_of(pen, pen.pick(options), later, "must" if negative else tense, negative)
    done = statement(pen, Clause(later, made, tense, negative))
    # 就 stands between the Chinese subject and its predicate.
    cut = len(later.zh)
    zh = words("如果", key) + sub.zh + comma.zh + done.zh[:cut] + words("就", key) + done.zh[cut:]
    if free and pen.roll(0.5):
        pen.note("main-clause-first")
        return Duo(done.en + words("if", key) + sub.en, zh)
    return Duo(words("if", key) + sub.en + comma.en + done.en, zh)


_ARRIVALS = [
    ("get home", "回到 家", ""),
    ("arrive at", "到达", "school station airport hotel office museum"),
    ("leave", "离开", "library office cinema shop school restaurant hospital"),
]
_AT_HOME = "cook dinner|do homework|watch television|read newspaper|wash cup|listen to music|play the piano|write letter|clean room|play chess|do housework|read novel|drink tea|sleep|take a shower"
_BACKGROUND = "read book|do homework|cook dinner|take a shower|watch television|write letter|wash cup|listen to music|play chess|sleep|clean room|play the piano|read newspaper|write report"


def when_clause(pen: Pen) -> Duo:
    """When I got home, my mother was cooking dinner. / 我 回到 家 的 时候，…"""
    pen.note("when")
    key, comma = pen.key(), _comma(pen)
    kind = pen.weigh([(3, "home"), (3, "call"), (3, "child"), (3, "state")])
    free = True
    dropped = 0  # Chinese names the subject once: 艾玛 小 的 时候，经常 抓 鱼
    if kind == "home":
        who = known_person(pen, plain=True)
        other = pen.until(
            lambda: kin(pen) if pen.roll(0.6) else name(pen), lambda got: got.ident != who.ident
        )
        sub = statement(pen, Clause(who, _arrival(pen), "past"))
        sub = Duo(sub.en, tuple(tok for tok in sub.zh if tok.text != "了"))
        made = errand(pen, pen.pick(_AT_HOME.split("|")), other, "past-progressive")
        main = statement(pen, Clause(other, made, "past-progressive"))
    elif kind == "call":
        other = known_person(pen, plain=True)
        event_ = pen.pick(
            [
                "the telephone rang 电话 响",
                "it began to rain 开始 下雨",
                "the doctor arrived 医生 到",
                "the lights went out 灯 灭",
            ]
        )
        *english, a, b = event_.split()
        text = " ".join(english)
        left, right = pen.key(), pen.key()
        if text.startswith("it"):
            main = Duo(
                words("it") + words("began", left) + words("to") + words("rain", right),
                words(a, left) + words(b, right) + words("了", left),
            )
        elif text.startswith("the lights"):
            main = Duo(
                words("the") + words("lights", left) + words("went out", right),
                words(a, left) + words(b, right) + words("了", right),
            )
        else:
            main = Duo(
                words("the") + words(english[1], left) + words(english[2], right),
                words(a, left) + words(b, right) + words("了", right),
            )
        made = errand(pen, pen.pick(_BACKGROUND.split("|")), other, "past-progressive")
        sub = statement(pen, Clause(other, made, "past-progressive"))
    elif kind == "child":
        who = known_person(pen, plain=True)
        small = pen.key()
        form = "were" if who.plural or who.first == "you" else "was"
        sub = Duo(who.en + words(form) + words("young", small), who.zh + words("小", small))
        later = same(pen, who)
        often = pen.duo("often", "经常")
        pen.note("frequency")
        specs = "play football|swim|fly kites|climb mountains|ride a bicycle|play chess|play the piano|read story|catch fish|draw horse|go zoo|go beach|sing|dance|play basketball|go library|listen to the radio"
        made = act_of(pen, pen.pick(specs.split("|")), later, "present")
        done = conjugate(pen, made, Clause(later, made, "past").agreement, "past")
        zh = tuple(tok for tok in done.zh if tok.text != "了")
        main = Duo(later.en + often.en + done.rest, later.zh + later.every + often.zh + zh)
        free = who.ident == who.pronoun
        dropped = len(later.zh)
    else:
        who = known_person(pen, plain=True)
        state, leads, _, _ = pen.pick(
            [
                row
                for row in STATES
                if row[1] and row[0].split()[0] not in ("angry", "nervous", "busy", "sick")
            ]
        )
        sub = state_clause(pen, who, state, past=False)
        sub = (
            Duo(sub.en, tuple(tok for tok in sub.zh if tok.text not in ("很", "非常")))
            if "非常" not in [t.text for t in sub.zh]
            else sub
        )
        later = same(pen, who)
        usually = pen.duo(
            *pen.pick(
                [("often", "经常"), ("usually", "通常"), ("always", "总是"), ("sometimes", "有时")]
            )
        )
        pen.note("frequency")
        specs = "|".join(
            s
            for s in leads.split("|")
            if s not in ("x leave", "x go home", "x bed", "x stay", "x cry", "x smile")
        )
        made = act_of(pen, pen.pick(specs.split("|")), later, "present")
        main = statement(pen, Clause(later, made, "present", adverb=usually))
        free = who.ident == who.pronoun
        dropped = len(later.zh)
    zh = sub.zh + words("的 时候", key) + comma.zh + main.zh[dropped:]
    if free and pen.roll(0.45):
        pen.note("main-clause-first")
        return Duo(main.en + words("when", key) + sub.en, zh)
    return Duo(words("when", key) + sub.en + comma.en + main.en, zh)


def _arrival(pen: Pen) -> Act:
    verb, zh, spots = pen.pick(_ARRIVALS)
    if not spots:
        return Act("get", "回到", obj=pen.duo("home", "家"), ident="get home")
    spot = pen.pick(spots.split())
    if spot == "school":
        return Act(verb, zh, obj=pen.duo("school", "学校"))
    core = pen.duo(PLACES[spot].en.removeprefix("the "), PLACES[spot].zh)
    return Act(verb, zh, obj=Duo(words("the") + core.en, core.zh))


_AFTERS = [
    (
        "have breakfast",
        "go school|go office|go market|read newspaper|wash cup|go library|take a walk",
    ),
    ("have lunch", "go library|drink coffee|play chess|go park|take a walk|go museum"),
    (
        "have dinner",
        "watch television|take a walk|do homework|wash cup|play the piano|listen to music|read novel|play chess|watch movie",
    ),
    ("do homework", "watch television|play football|listen to music|go park|play chess|x bed"),
    ("cook dinner", "clean room|wash cup|listen to music|watch television"),
    ("take a shower", "x bed|read novel|listen to music|drink water"),
    ("play football", "drink water|take a shower|x go home|drink juice"),
    ("clean room", "rest|drink tea|listen to music|cook dinner"),
    ("watch movie", "x go home|drink coffee|eat noodles"),
    ("read letter", "x cry|x smile|write letter"),
    ("buy fruit", "x go home|cook dinner"),
    ("swim", "drink juice|take a shower|x go home"),
]
_BEFORES = [
    ("x bed", "take a shower|read novel|do homework|drink milk|listen to music|read newspaper"),
    ("have breakfast", "take a walk|run|read newspaper|exercise|take a shower"),
    ("have dinner", "do homework|play football|read newspaper|clean room|swim|play the piano"),
    ("go school", "have breakfast|exercise|run|feed dog"),
    ("go station", "buy map|have lunch|buy newspaper!"),
    ("watch movie", "do homework|have dinner|buy bread"),
    ("cook dinner", "wash cup|buy vegetables|clean room|buy meat"),
]


def after_before(pen: Pen) -> Duo:
    """After having dinner, Tom watched television. / 吃 了 晚饭 以后，汤姆 看 了 电视。"""
    after = pen.roll(0.55)
    pen.note("after" if after else "before-doing")
    first, seconds = pen.pick(_AFTERS if after else _BEFORES)
    spec = pen.pick([s for s in seconds.split("|") if not s.endswith("!")])
    who = pen.until(lambda: known_person(pen), lambda got: got.ident not in ("doctor",))
    key, comma = pen.key(), _comma(pen)
    habit = (
        pen.roll(0.35)
        and spec not in ("x cry", "x smile", "write letter", "buy map", "buy bread")
        and first not in ("buy fruit", "go station", "read letter", "watch movie")
    )
    inner = act_of(pen, first, who, "present" if habit else "past")
    done = conjugate(pen, inner, Clause(who, inner, "past").agreement, "gerund")
    sub_zh = done.zh
    if after:
        past = conjugate(pen, inner, Clause(who, inner, "past").agreement, "past")
        sub_zh = _match(done.rest, past.rest, past.zh)
    tense = "present" if habit else "past"
    made = act_of(pen, spec, who, tense)
    adverb = EMPTY
    if habit:
        pen.note("frequency")
        adverb = pen.duo(*pen.pick([("often", "经常"), ("usually", "通常"), ("always", "总是")]))
    time = EMPTY
    main = statement(pen, Clause(who, made, tense, False, time, False, adverb))
    en_word, zh_word = ("after", "以后") if after else ("before", "以前")
    zh = sub_zh + words(zh_word, key) + comma.zh + main.zh
    if pen.roll(0.45):
        pen.note("main-clause-first")
        return Duo(main.en + words(en_word, key) + done.rest, zh)
    return Duo(words(en_word, key) + done.rest + comma.en + main.en, zh)


def _match(gerund: tuple, past: tuple, zh: tuple) -> tuple:  # type: ignore[type-arg]
    """Give the Chinese of the past form the keys of the gerund (verb first in both)."""
    swap = {b: a for left, right in zip(gerund, past) for a, b in zip(left.keys, right.keys)}
    return tuple(tok._replace(keys=tuple(swap.get(key, key) for key in tok.keys)) for tok in zh)


_BOTH = [
    ("do homework", "listen to music"),
    ("cook dinner", "listen to the radio"),
    ("drink tea", "read newspaper"),
    ("have breakfast", "watch television"),
    ("clean room", "sing"),
    ("take a walk", "chat"),
    ("drink coffee", "read novel"),
    ("do housework", "listen to music"),
    ("have dinner", "watch television"),
    ("wash cup", "sing"),
    ("drink juice", "chat"),
    ("play the guitar", "sing"),
    ("write letter", "drink tea"),
    ("run", "listen to music"),
]


def while_doing(pen: Pen) -> Duo:
    """Tom listens to music while doing homework. / 汤姆 一边 做 作业，一边 听 音乐。"""
    pen.note("while")
    background, main = pen.pick(_BOTH)
    who = pen.until(lambda: person(pen), lambda got: got.en[0].text not in ("a", "an"))
    key = pen.key()
    adverb = pen.duo(
        *pen.pick(
            [("often", "经常"), ("always", "总是"), ("usually", "通常"), ("sometimes", "有时")]
        )
    )
    pen.note("frequency")
    first = errand(pen, background, who, "present")
    second = errand(pen, main, who, "present")
    left = conjugate(pen, first, Clause(who, first, "present").agreement, "gerund")
    right = conjugate(pen, second, Clause(who, second, "present").agreement, "present")
    en = who.en + adverb.en + right.rest + words("while", key) + left.rest
    zh = (
        who.zh
        + who.every
        + adverb.zh
        + words("一边", key)
        + left.zh
        + words("一边", key)
        + right.zh
    )
    return Duo(en, zh)


def contrast(pen: Pen) -> Duo:
    """Tom likes coffee, but Mary likes tea; he bought the book, but he has not read it yet."""
    pen.note("but")
    comma, but = _comma(pen), pen.duo("but", "但是")
    kind = pen.pick(("like", "time", "want", "yet"))
    if kind == "yet":
        return _not_yet(pen, comma, but)
    left = known_person(pen)
    right = pen.until(
        lambda: known_person(pen, plain=True),
        lambda got: (
            got.ident != left.ident and not (got.pronoun == left.pronoun and got.ident in PRONOUNS)
        ),
    )
    if kind == "like":
        group = pen.pick(TASTE_GROUPS)
        first_taste, second_taste = pen.sample(group.split("|"), 2)
        one, two = taste(pen, left, first_taste), taste(pen, right, second_taste)
        a = statement(pen, Clause(left, one, "present"))
        b = statement(pen, Clause(right, two, "present"))
    elif kind == "want":
        one = motion(pen, left, "want", plain=True)
        two = pen.until(
            lambda: motion(pen, right, "want", plain=True),
            lambda got: got.ident != one.ident and ("b" in got.tags) == ("b" in one.tags),
        )
        a = statement(pen, Clause(left, one, "want"))
        b = statement(pen, Clause(right, two, "want"))
    else:
        place = pen.pick(["museum", "zoo", "hospital", "bank", "cinema", "library", "beach"])
        one = act_of(pen, "go " + place, left, "past")
        two = act_of(pen, "go " + place, right, "will")
        first, second = time_of(pen, Act("", ""), "past"), time_of(pen, Act("", ""), "will")
        a = statement(pen, Clause(left, one, "past", time=first))
        b = statement(pen, Clause(right, two, "will", time=second))
    return join(a, comma, but, b)


def _not_yet(pen: Pen, comma: Duo, but: Duo) -> Duo:
    """Tom bought the novel last week, but he has not read it yet."""
    who = known_person(pen)
    verb, zh, names, then, done = pen.pick(
        [
            ("buy", "买", "book novel magazine dictionary", "read", "读"),
            ("borrow", "借", "book novel magazine", "read", "读"),
            ("receive", "收到", "letter email", "read", "读"),
            ("receive", "收到", "gift", "open", "打开"),
            ("buy", "买", "coat shirt sweater hat", "wear", "穿"),
        ]
    )
    noun = pen.pick(nouns(names))
    if verb == "buy" and then == "wear":
        then, done = "wear", "戴" if noun.en == "hat" else "穿"
    obj = count_noun(pen, noun, "a", adjectives=modifiers(pen, noun, 0.4))
    made = Act(verb, zh, obj=obj.duo(), ident=f"{verb} {noun.en}")
    time = pen.duo(
        *pen.pick(
            [
                ("last week", "上个 星期"),
                ("three days ago", "三 天 前"),
                ("last Sunday", "上个 星期天"),
                ("two days ago", "两 天 前"),
                ("last month", "上个 月"),
            ]
        )
    )
    a = statement(pen, Clause(who, made, "past", time=time, front=False))
    again = same(pen, who)
    it = pronoun(pen, "it")
    b = statement(pen, Clause(again, Act(then, done, obj=it.duo()), "not-yet"))
    return join(a, comma, but, b)


def likewise(pen: Pen) -> Duo:
    """Tom bought a hat, and Mary bought two shirts. / 汤姆 买 了 …，玛丽 买 了 …"""
    pen.note("clause-coordination")
    comma = _comma(pen)
    tense = pen.pick(("past", "progressive", "will", "want", "progressive"))
    left = pen.until(lambda: person(pen), lambda got: got.ident not in ("you",))
    right = pen.until(
        lambda: person(pen),
        lambda got: (
            got.ident != left.ident
            and not (got.pronoun == left.pronoun and got.ident in PRONOUNS)
            and got.en[0].text not in ("a", "an", "this")
        ),
    )
    odd = ("wait for", "look for", "sleep", "find", "lose", "receive")
    (row, noun), (row2, noun2) = pen.until(
        lambda: (choose(pen, tense, left), choose(pen, tense, right)),
        lambda got: (
            got[0] != got[1]
            and bool(set(got[0][0].places) & set(got[1][0].places))
            and not {got[0][0].verb, got[1][0].verb} & set(odd)
        ),
    )
    one = replace(act(pen, row, tense, left, noun=noun, spare=0.3), duration=EMPTY, company=EMPTY)
    two = replace(act(pen, row2, tense, right, noun=noun2, spare=0), duration=EMPTY)
    time = (
        time_of(
            pen, Act("", "", tags="".join(sorted(set(row.tags + row2.tags) & set("MNV")))), tense
        )
        if tense in ("past", "will")
        else EMPTY
    )
    a = (
        statement(pen, Clause(left, one, tense, time=time, front=True))
        if time.en
        else statement(pen, Clause(left, one, tense))
    )
    b = statement(pen, Clause(right, two, tense))
    return Duo(a.en + comma.en + words("and") + b.en, a.zh + comma.zh + b.zh)
