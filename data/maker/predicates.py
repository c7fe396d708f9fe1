"""Verb phrases in every tense, English beside Chinese.

An `Act` is what is done, with everything around it; `conjugate` writes it in a tense. English
keeps its auxiliary apart from the rest, so that a question can move it; Chinese comes out in one
piece, ready to stand behind subject and time.
"""

from __future__ import annotations

from dataclasses import dataclass

from .morphology import inflect
from .pieces import EMPTY, Duo, Pen, Side, Tok, words


@dataclass(frozen=True)
class Act:
    """A verb with its objects and adjuncts.

    `shape` is plain (V O), ba (把 O V goal), state (a stative: never 了), or end
    (去 游泳 了). `goal` stands after
    the object in English and after the verb in Chinese (on the table / 桌子 上). The adjuncts
    `company` ... `manner` stand after the object in English and before the verb in Chinese.
    """

    verb: str
    zh: str
    tail: str = ""
    shape: str = "plain"
    particle: str = ""
    obj: Duo = EMPTY
    receiver: Duo = EMPTY  # gave *Mary* a book / 给 了 *玛丽* 一本书
    goal: Duo = EMPTY
    bridge: Side = ()  # the 在, 到, 给, 回 between verb and 了 that leads to the goal
    toward: Side = ()  # whom one shows or tells something: 给 *玛丽* 看 了
    benefit: Duo = EMPTY
    company: Duo = EMPTY
    transport: Duo = EMPTY
    manner: Duo = EMPTY
    place: Duo = EMPTY
    duration: Duo = EMPTY
    object_first: bool = False
    purpose: Duo = EMPTY
    tags: str = ""
    ident: str = ""


@dataclass(frozen=True)
class Predicate:
    """English auxiliary and rest (the subject or an adverb may stand between).

    And the whole Chinese.
    """

    aux: Side
    rest: Side
    zh: Side


@dataclass(frozen=True)
class Agreement:
    """What the verb must know of its subject: first is "I", "you" or ""."""

    plural: bool = False
    first: str = ""

    def be(self, past: bool = False) -> str:
        """The form of be."""
        if self.first == "I":
            return "was" if past else "am"
        if self.plural or self.first == "you":
            return "were" if past else "are"
        return "was" if past else "is"

    def choose(self, third: str, other: str) -> str:
        """has or have, does or do, "s" or "base"."""
        return other if self.plural or self.first else third


def _english(act: Act, form: str, key: int) -> Side:
    """Verb, object and adjuncts in English order."""
    verb = _verb(act, form, key)
    particle = words(act.particle, -key)
    return (
        verb
        + act.receiver.en
        + act.obj.en
        + particle
        + act.goal.en
        + act.benefit.en
        + act.transport.en
        + act.company.en
        + act.manner.en
        + act.place.en
        + act.duration.en
        + act.purpose.en
    )


def _parts(act: Act) -> tuple[str, ...]:
    """Verbs whose English words answer to Chinese words of their own.

    Which English word is the second part.
    """
    head, *rest = act.verb.split()
    if head == "finish" or act.verb == "clean up" or rest[:1] == ["a"]:
        return tuple(rest[-1:])
    return ()


def _verb(act: Act, form: str, key: int) -> Side:
    """The English verb; the last word of "take a walk", "finish reading" has its own key, -key."""
    toks = words(inflect(act.verb, form), key)
    if not _parts(act):
        return toks[:1] + tuple(Tok(tok.text, (-key,)) for tok in toks[1:])
    middle = tuple(Tok(tok.text, ()) for tok in toks[1:-1])
    return (toks[0], *middle, Tok(toks[-1].text, (-key,)))


def _chinese_verb(act: Act, key: int) -> tuple[Side, Side]:
    """The Chinese verb and its split-off tail, with the keys of `_verb`."""
    own = (-key,) if _parts(act) else (key,)
    if act.verb.startswith("finish"):
        read, done = act.zh.split()  # finished reading: 读 is reading, 完 is finished
        return (Tok(read, own), Tok(done, (key,))), ()
    if act.verb == "clean up":
        clean, result = act.zh.split()
        return (Tok(clean, (key,)), Tok(result, own)), ()
    if act.shape == "ba" or " " in act.verb:
        # threw … away: 扔掉 is both, 把 and 了 are the verb's alone; so too went to bed
        return words(act.zh, key, -key), tuple(Tok(word, own) for word in act.tail.split())
    return words(act.zh, key), tuple(Tok(word, own) for word in act.tail.split())


def _chinese(act: Act, key: int, aspect: Side, place: Side) -> Side:
    """Adjuncts, verb, aspect mark and objects in Chinese order."""
    before = act.company.zh + place + act.benefit.zh + act.transport.zh + act.manner.zh
    if act.toward:  # 给 is part of showing and telling: no English word says it
        before += words("给", key) + act.toward
    verb, tail = _chinese_verb(act, key)
    if act.shape == "ba":
        after = act.bridge + aspect + act.goal.zh
        return before + words("把", key) + act.obj.zh + verb + after
    if act.tail and not (aspect or act.duration.zh):
        verb, tail = (Tok(act.zh + act.tail, (key, *tail[0].keys)),), ()
    if act.shape == "end":  # went swimming: 去 游泳 了
        return before + verb + act.obj.zh + aspect
    middle = act.obj.zh + act.duration.zh if act.object_first else act.duration.zh + act.obj.zh
    return before + verb + aspect + act.receiver.zh + middle + act.goal.zh + tail + act.purpose.zh


# tense: English auxiliary, Chinese before the verb
_MODALS = {
    "will": ("will", "会"),
    "can": ("can", "可以"),
    "can-skill": ("can", "会"),
    "must": ("must", "必须"),
    "should": ("should", "应该"),
    "may": ("may", "可能 会"),
}
_NEGATED_MODALS = {
    "will": ("will", "不会"),
    "can": ("cannot", "不能"),
    "can-skill": ("cannot", "不会"),
    "should": ("should", "不应该"),
}
_CATENATIVES = {
    "want": ("want", "想"),
    "plan": ("plan", "打算"),
    "need": ("need", "需要"),
    "decide": ("decide", "决定"),
    "hope": ("hope", "希望"),
}


def conjugate(
    pen: Pen,
    act: Act,
    who: Agreement,
    tense: str,
    *,
    negative: bool = False,
    question: bool = False,
) -> Predicate:
    """The act in a tense.

    Args:
        pen: the source of keys and the record of patterns.
        act: what is done.
        who: agreement with the subject.
        tense: present, past, progressive, past-progressive, going, already, before, never, just,
        not-yet, bare,
            a modal (will, can, can-skill, must, should, may) or a catenative (want, plan, need).
        negative: with not; for present, past, modals, want and need.
        question: the auxiliary must be apart, so the simple tenses take do.
    """
    pen.note("tense-" + tense + ("-negative" if negative else ""))
    key = pen.key()
    if tense in ("present", "past"):
        return _simple(pen, act, who, tense, key, negative, question)
    if tense in ("progressive", "past-progressive"):
        return _progressive(pen, act, who, tense, key)
    if tense in ("already", "before", "never", "just", "not-yet", "ever"):
        return _perfect(pen, act, who, tense, key)
    if tense in _MODALS:
        mark = pen.key()
        en, zh = _NEGATED_MODALS[tense] if negative else _MODALS[tense]
        no = words("not", mark) if negative and en != "cannot" else ()
        return Predicate(
            words(en, mark),
            no + _english(act, "base", key),
            words(zh, mark) + _chinese(act, key, (), act.place.zh),
        )
    if tense == "going":
        mark = pen.key()
        rest = words("going", mark) + words("to") + _english(act, "base", key)
        return Predicate(
            words(who.be(), mark), rest, words("要", mark) + _chinese(act, key, (), act.place.zh)
        )
    if tense == "gerund":
        return Predicate((), _english(act, "ing", key), _chinese(act, key, (), act.place.zh))
    if tense == "bare":
        return Predicate((), _english(act, "base", key), _chinese(act, key, (), act.place.zh))
    return _catenative(pen, act, who, tense, key, negative, question)


def _simple(
    pen: Pen, act: Act, who: Agreement, tense: str, key: int, negative: bool, question: bool
) -> Predicate:
    """Simple present and past. 了 comes from the past form itself, 不 and 没有 from do and not."""
    past = tense == "past"
    aspect = (
        words("了", key)
        if past and not negative and act.shape != "state" and not act.purpose.zh
        else ()
    )
    zh = _chinese(act, key, aspect, act.place.zh)
    if not (negative or question):
        form = "past" if past else who.choose("s", "base")
        return Predicate((), _english(act, form, key), zh)
    do = "did" if past else who.choose("does", "do")
    mark = pen.key()
    if negative:
        word = "没有" if past and act.shape != "state" else "不"
        return Predicate(
            words(do, mark), words("not", mark) + _english(act, "base", key), words(word, mark) + zh
        )
    return Predicate(words(do, mark), _english(act, "base", key), zh)


def _progressive(pen: Pen, act: Act, who: Agreement, tense: str, key: int) -> Predicate:
    """正在; a following 在 of place melts into it."""
    mark = pen.key()
    place, now = act.place.zh, words("正在", mark)
    if place and not act.company.zh and place[0].text == "在":
        now = (Tok("正在", (mark, *place[0].keys)),)
        place = place[1:]
    elif place and place[0].text == "在":
        now = words("正", mark)
    aux = words(who.be(tense == "past-progressive"), mark)
    return Predicate(aux, _english(act, "ing", key), now + _chinese(act, key, (), place))


def _perfect(pen: Pen, act: Act, who: Agreement, tense: str, key: int) -> Predicate:
    """已经…了, 刚刚…了, …过, 从来没有…过, 还没有…."""
    mark, adverb = pen.key(), pen.key()
    aux = words(who.choose("has", "have"), mark)
    main = _english(act, "pp", key)
    if tense in ("already", "just"):
        zh = words("已经" if tense == "already" else "刚刚", adverb)
        aspect = words("了", mark)
        return Predicate(
            aux, words(tense, adverb) + main, zh + _chinese(act, key, aspect, act.place.zh)
        )
    if tense == "never":
        chinese = words("从来 没有", adverb) + _chinese(act, key, words("过", mark), act.place.zh)
        return Predicate(aux, words("never", adverb) + main, chinese)
    if tense == "before":
        chinese = words("以前", adverb) + _chinese(act, key, words("过", mark), act.place.zh)
        return Predicate(aux, main + words("before", adverb), chinese)
    if tense == "ever":
        chinese = words("曾经", adverb) + _chinese(act, key, words("过", mark), act.place.zh)
        return Predicate(aux, words("ever", adverb) + main, chinese)
    no = words("not", mark) + main + words("yet", adverb)
    chinese = words("还", adverb) + words("没有", mark)
    return Predicate(aux, no, chinese + _chinese(act, key, (), act.place.zh))


def _catenative(
    pen: Pen, act: Act, who: Agreement, tense: str, key: int, negative: bool, question: bool
) -> Predicate:
    """want to / 想, plan to / 打算, need to / 需要."""
    en, zh = _CATENATIVES[tense]
    mark = pen.key()
    infinitive = words("to") + _english(act, "base", key)
    able = words("能", mark) if tense == "hope" else ()
    chinese = words(zh, mark) + able + _chinese(act, key, (), act.place.zh)
    if not (negative or question):
        return Predicate(
            (), words(inflect(en, who.choose("s", "base")), mark) + infinitive, chinese
        )
    aux = pen.key()
    do = words(who.choose("does", "do"), aux)
    if negative:
        return Predicate(
            do, words("not", aux) + words(en, mark) + infinitive, words("不", aux) + chinese
        )
    return Predicate(do, words(en, mark) + infinitive, chinese)
