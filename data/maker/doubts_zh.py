"""Chinese function words of which English says nothing by a word of its own, and what they go with.

Each function yields the links, of the grammar's or beside them, that some annotators draw and
others do not. `grades.RULES` says for each of them why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .linked import BE, DO, HAVE, Linked

Link = tuple[int, int]
Links = Iterator[Link]

_BRIDGES = ("在", "到", "给", "回")


def _all(view: Linked, j: int) -> Links:
    """Every link of the grammar's to Chinese word j."""
    return ((i, j) for i in view.of_zh(j))


def _to(english: Iterable[int], j: int) -> Links:
    return ((i, j) for i in english)


def measure_word(view: Linked) -> Links:
    """一 本 书, a book: 本 with book."""
    for j in range(len(view.zh)):
        if view.is_measure(j):
            yield from _to(view.of_zh(view.noun_after(j)), j)


def le(view: Linked) -> Links:
    """了 with the verb, and with the auxiliary that says the time."""
    for j in view.places("了"):
        yield from _all(view, j)
        k = j - 1
        while view.zh[k] in _BRIDGES:
            k -= 1
        partners = view.of_zh(j)
        if all(view.en[i] in HAVE | BE | {"too"} for i in partners):
            yield from _to(view.of_zh(k), j)
        for i in (i for i in range(view.size) if view.en[i] == "did" and not view.of_en(i)):
            if view.verb_after(i) in partners:
                yield i, j
        for mark in view.places("被"):
            yield from _to((i for i in view.of_zh(mark) if _acts_on(view, i, partners)), j)


def _acts_on(view: Linked, i: int, verbs: list[int]) -> bool:
    """Whether the form of be at i stands right before one of these participles."""
    return view.en[i] != "by" and i + 1 in verbs


def zhe_guo(view: Linked) -> Links:
    """着 and 过 with the auxiliary and with the verb before them."""
    for j in view.places("着", "过"):
        yield from _all(view, j)
        yield from _to(view.of_zh(j - 1), j)


def progressive(view: Linked) -> Links:
    """正在, 正, 在 and 当时 of what is going on: with is or was, with the verb, with at or in."""
    for j in view.places("正在", "正", "在", "当时"):
        marks = [i for i in view.of_zh(j) if view.en[i] in BE]
        verbs = [view.ing_after(i) for i in marks]
        going_on = any(view.en[k - 1] in BE or view.zh[j] != "在" for k in verbs if k > 0)
        if view.zh[j] == "正在" or going_on:
            yield from _all(view, j)
            yield from _to((k for k in verbs if k > 0), j)


def de(view: Linked) -> Links:
    """的 without 's, who or that: with what stands before it, and with the noun after it.

    的 of 是 … 的 is `is_de`'s.
    """
    for j in view.places("的"):
        partners = view.of_zh(j)
        if view.places("是") and any(view.en[i] in _ASKING for i in partners):
            continue
        if all(view.en[i] in ("'s", "who", "that") for i in partners):
            continue
        yield from _all(view, j)
        if all(view.en[i] in BE for i in partners):  # is red: 是 红色 的
            yield from _to(view.of_zh(j - 1), j)
        if j + 1 < len(view.zh) and view.zh[j + 1] != "时候":
            yield from _to(view.of_zh(view.noun_after(j)), j)


def manner_de(view: Linked) -> Links:
    """地 of an adverb."""
    for j in view.places("地"):
        yield from _all(view, j)


_ASKING = ("where", "when", "how")


def is_de(view: Linked) -> Links:
    """是 … 的 around a question of a past event, and 在 of 在 哪里: with the asking word and did.

    的 is possible with the verb as well, which it gives its time.
    """
    for i in (i for i in range(view.size) if view.en[i] in _ASKING):
        for j in view.of_en(i):
            if view.zh[j] in ("是", "的", "在") and view.texts(i) & {"哪里", "怎么", "时候"}:
                if view.zh[j] == "的" and "是" not in view.texts(i):
                    continue
                yield i, j
                if view.zh[j] != "在" and view.en[i + 1] == "did":
                    yield i + 1, j
                if view.zh[j] == "的":
                    yield from _to((k for k in [view.verb_after(i + 1)] if k > 0), j)


def hen(view: Linked) -> Links:
    """很 and 觉得 before what somebody is like: with is and with the adjective."""
    for j in view.places("很", "觉得"):
        marks = [i for i in view.of_zh(j) if view.en[i] in BE | {"really"}]
        yield from _to(marks, j)
        yield from _to((k for k in (_like(view, i) for i in marks) if k > 0), j)


def _like(view: Linked, i: int) -> int:
    """What is said by the word after i: the adjective, or likes of really likes."""
    return i + 1 if view.en[i] == "really" else view.state_after(i)


def jiu(view: Linked) -> Links:
    """就: with if, and with the auxiliary that follows it (will 会, can 可以, should 应该)."""
    for j in view.places("就"):
        yield from _all(view, j)
        yield from _to((i for i in view.of_zh(j + 1) if view.en[i] in _MODALS), j)


def second_half(view: Linked) -> Links:
    """所以 of because, 但是 of although, the second 一边 of while."""
    for j in view.places("所以", "但是"):
        yield from _to((i for i in view.of_zh(j) if view.en[i] in ("because", "although")), j)
    for j in view.places("一边")[1::2]:
        yield from _all(view, j)


def dou(view: Linked) -> Links:
    """都 with every, all, everyone."""
    for j in view.places("都"):
        yield from _all(view, j)


def ba(view: Linked) -> Links:
    """把 with the verb, and with the noun of the object that it brings forward."""
    for j in view.places("把"):
        if not view.is_measure(j):
            yield from _all(view, j)
            yield from _to(_object(view, j), j)


def _object(view: Linked, j: int) -> list[int]:
    """The English of the noun that 把 at j brings forward: the word before the verb."""
    verbs = (k for i in view.of_zh(j) for k in view.of_en(i) if k > j)
    k = next(verbs)
    return view.of_zh(k - 2 if view.zh[k] == "完" else k - 1)


def bei(view: Linked) -> Links:
    """被 with was where by says it too; was with the verb."""
    for j in view.places("被"):
        partners = view.of_zh(j)
        marks = [i for i in partners if view.en[i] != "by"]
        if len(marks) < len(partners):
            yield from _to(marks, j)
        for i in marks:
            yield from ((i, k) for k in view.of_en(view.suffered_after(i)) if view.zh[k] != "了")


def gei(view: Linked) -> Links:
    """给 with the verb where English has no to and no for: gave Mary a book, 送 给 了 玛丽."""
    for j in view.places("给"):
        if not any(view.en[i] in ("to", "for") for i in view.of_zh(j)):
            yield from _all(view, j)


def helper(view: Linked) -> Links:
    """What repeats or rounds off what another Chinese word says already.

    一起 of 和 … 一起, 会 of 可能 会, 能 of 希望 能, 完 of 做 完 … 以后, 们, 吧.
    """
    for j in view.places("一起", "能", "完", "们", "会", "吧"):
        wanted = _HELPED.get(view.zh[j], {"boys"})
        for i in view.of_zh(j):
            if view.en[i] in wanted or view.zh[j] == "们":
                yield i, j
                if view.zh[j] == "能":
                    yield from _to((k for k in [view.verb_after(i + 1)] if k > 0), j)
        if view.zh[j] == "完" and any(view.en[i] == "after" for i in view.of_zh(j)):
            yield from _to(view.of_zh(j - 1), j)


_HELPED = {
    "一起": {"with"},
    "会": {"may"},
    "能": {"hope", "hopes"},
    "完": {"after"},
    "吧": {"let's"},
}


def ma(view: Linked) -> Links:
    """吗 with the question mark, and with the auxiliary that English puts first."""
    for j in view.places("吗"):
        yield from _all(view, j)
        if view.en[0] in _FIRST:
            yield 0, j


_MODALS = {"can", "will", "should", "must", "may"}
_FIRST = BE | HAVE | DO | _MODALS
