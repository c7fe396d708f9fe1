"""English function words of which Chinese says nothing by a word of its own, and what they go with.

As in `doubts_zh`, each function yields the links that some annotators draw and others do not.
"""

from __future__ import annotations

from collections.abc import Iterator

from .linked import BE, DO, HAVE, STATE_WORDS, Linked

Links = Iterator[tuple[int, int]]

_PARTICLES = ("了", "的", "过", "着", "把", "给", "正在", "们")
_FULL = ("知道", "说", "认为", "相信", "告诉", "希望")


def _with(view: Linked, i: int, k: int) -> Links:
    """English word i with what its head, English word k, is linked with, but for particles."""
    return ((i, j) for j in view.of_en(k) if view.zh[j] not in _PARTICLES)


def article(view: Linked) -> Links:
    """the and a without 那 or 一: with the noun."""
    for i in view.free("the", "a", "an"):
        yield from _with(view, i, view.head_of(i))


def preposition(view: Linked) -> Links:
    """to, of, at, for and in without a word of their own.

    to before a verb: with that verb; after go: with 去; of: with the vessel; at, for, in and any
    other to: with the noun.
    """
    for i in view.free("to"):
        went = "去" in view.texts(i - 1)
        yield from _with(view, i, i - 1 if went else i + 1)
    for i in view.free("of"):
        yield from _with(view, i, i - 1)
    for i in view.free("at"):
        last = i + 2 if i + 2 < view.size and view.en[i + 2] == "o'clock" else i + 1
        yield from _with(view, i, last)
    for i in view.free("for", "in"):
        yield from _with(view, i, _last_of_phrase(view, i))


def _last_of_phrase(view: Linked, i: int) -> int:
    """half an hour, thirty minutes, New York, a walk: the noun."""
    units = ("hour", "hours", "minutes", "years", "year", "months", "days")
    near = range(i + 1, min(i + 4, view.size))
    return next((k for k in near if view.en[k] in units), view.head_of(i))


def told(view: Linked) -> Links:
    """that before what is said or thought: with the verb of saying."""
    for i in view.free("that"):
        found = [k for k in range(i) if view.texts(k) & set(_FULL)]
        if found:
            yield from _with(view, i, found[-1])


def copula(view: Linked) -> Links:
    """is, was without a word of their own: with the verb in -ing, or with what one is like."""
    for i in view.free(*BE):
        ing, state = view.ing_after(i), view.state_after(i)
        head = i + 1 if i + 1 == ing else state
        if i + 1 < view.size and view.en[i + 1] == "getting":
            head = i + 1
        yield from _with(view, i, head)


def auxiliary(view: Linked) -> Links:
    """do, does, did and will without a word of their own: with the verb."""
    for i in view.free(*DO, "will"):
        yield from _with(view, i, view.verb_after(i))


def negation(view: Linked) -> Links:
    """do, does, did, has, will before not, and be of there is no: with 不, 没有 or 不要.

    do, does and did are possible with the verb as well.
    """
    for i in range(view.size):
        negated = view.texts(i) & {"不", "没有", "不要"}
        if view.en[i] in DO and negated:
            yield from ((i, j) for j in view.of_en(i))
            yield from _with(view, i, view.verb_after(i + 1))
        if view.en[i] in HAVE and negated and "not" in view.en[i + 1 : i + 2]:
            yield from ((i, j) for j in view.of_en(i))
        if view.en[i] == "will" and "不" in view.texts(i):
            yield from ((i, j) for j in view.of_en(i))


def dummy(view: Linked) -> Links:
    """it of the weather and of it takes: with what happens; there of there is: with 有, 没有."""
    for i in view.free("it"):
        if view.en[i + 1] in _AFTER_IT or view.texts(i + 1) & {"下雨", "下雪"}:
            near = range(i + 1, view.size)
            weather = STATE_WORDS | {"下雨", "下雪", "需要"}
            yield from _with(view, i, next((k for k in near if view.texts(k) & weather), -1))
    for i in (i for i in range(view.size) if view.en[i] == "there"):
        yield from ((i, j) for j in view.of_en(i) if view.zh[j] in ("有", "没有"))


_AFTER_IT = BE | {"will", "may", "began", "takes", "often", "sometimes", "usually", "always"}


def conjunction(view: Linked) -> Links:
    """and where Chinese has a comma: with the comma and with 然后; a comma before and: with 和."""
    for i in view.free("and"):
        after = [j for k in range(i + 1, i + 3) for j in view.of_en(k)]
        marks = [j for j in view.places("，") if after and j < min(after)]
        if marks and view.of_zh(marks[-1]) in ([], [i - 1]):
            yield i, marks[-1]
        if view.texts(i + 1) == {"然后"}:
            yield from _with(view, i, i + 1)
    for i in view.free(","):
        if view.en[i + 1] == "and":
            yield from ((i, j) for j in view.of_en(i + 1) if view.zh[j] == "和")


def verb_of_several_words(view: Linked) -> Links:
    """What a verb of several words has beside its head.

    go to *bed* 睡觉, take a *walk* 散步, *get* up 起床, *listen* to 听, *arrive* at 到达,
    *go* out 灭, take home 带 回 家.
    """
    for i in range(view.size):
        word, here = view.en[i], view.texts(i)
        light = here & {"睡觉", "散步", "散", "洗澡", "洗"} and view.en[i] not in _HEADS
        particle = (word == "up" and here & {"起床"}) or (word == "out" and here & {"灭"})
        loose = word in ("to", "at", "for") and here & {"听", "到达", "等", "找"}
        if particle or loose:
            yield from ((i, j) for j in view.of_en(i))
        elif light and _is_light(view, i):
            yield from ((i, j) for j in view.of_en(i) if view.zh[j] != "了")
        if word == "home":
            yield from ((i, j) for j in view.of_en(i) if view.zh[j] == "回")


_HEADS = ("bed", "walk", "shower")


def _is_light(view: Linked, i: int) -> bool:
    """Whether the word is go, to or take of go to bed, take a walk, take a shower."""
    return view.en[i] == "to" or view.en[i].startswith(("go", "went", "tak", "took"))


def transport(view: Linked) -> Links:
    """by of by train: with 坐, 骑."""
    for i in (i for i in range(view.size) if view.en[i] == "by"):
        yield from ((i, j) for j in view.of_en(i) if view.zh[j] in ("坐", "骑"))


def comparison(view: Linked) -> Links:
    """more of more interesting than: with 比 and the adjective; as of not as kind as: so too."""
    for i in range(view.size):
        if view.en[i] == "more" and "比" in view.texts(i):
            yield from ((i, j) for j in view.of_en(i))
            yield from _with(view, i, i + 1)
    free = view.free("as")
    for first, second in zip(free[::2], free[1::2], strict=False):
        yield from _with(view, first, first + 1)
        for i in (first, second):
            yield from _with(view, i, first - 1)


def fixed_phrase(view: Linked) -> Links:
    """The lesser words of a phrase that has one Chinese counterpart.

    is and to of is *going* to 要, and of is *getting* colder and colder 越来越, an of *half* an
    hour, how of how *many*; what with 点 and time with 几 in what time.
    """
    for i in range(view.size):
        here = [(i, j) for j in view.of_en(i)]
        if view.en[i] in BE and "要" in view.texts(i):
            yield from here
        if view.en[i] == "going" and "要" in view.texts(i):
            yield from ((i + 1, j) for _, j in here)
        if view.en[i] == "and" and "越来越" in view.texts(i):
            yield from here
        if view.en[i] in ("a", "an") and "半" in view.texts(i):
            yield from here
        if view.en[i] == "how" and "多少" in view.texts(i):
            yield from (link for link in here if view.zh[link[1]] != "多少")
        if view.en[i] in ("what", "time") and "几" in view.texts(i):
            other = "点" if view.en[i] == "what" else "几"
            yield from (link for link in here if view.zh[link[1]] == other)
        if view.en[i] == "will" and "是" in view.texts(i):
            yield from here
