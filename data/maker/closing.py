"""Closing a sentence: the mark, the capital, the place of the last 了, the links."""

from __future__ import annotations

from .actions import ACTIONS
from .pieces import Duo, Pair, Pen, Side, Tok


def sentence(pen: Pen, duo: Duo, mark: str = ".") -> Pair:
    """Close a sentence: the mark on both sides, the capital, and the links read off the keys."""
    end = pen.duo(mark, {".": "。", "?": "？"}[mark])
    en, zh = duo.en + end.en, duo.zh + end.zh
    if zh[-2].text == "吗":  # 吗 stands for the question mark
        zh = (*zh[:-2], Tok("吗", end.zh[0].keys), zh[-1])
    zh = _one_word(_le_last(zh))
    first = en[0]
    en = (Tok(first.text[0].upper() + first.text[1:], first.keys), *en[1:])
    used = tuple(sorted(pen.used))
    return Pair(tuple(t.text for t in en), tuple(t.text for t in zh), links(en, zh), used)


# Verbs with an object that names no particular thing: 踢 足球, 买 水果, 游 泳, 回 家.
_BARE = {(row.zh, row.fixed[1]) for row in ACTIONS if row.fixed}
_BARE |= {(row.zh, row.tail) for row in ACTIONS if row.tail} | {("回", "家")}
_BARE |= {(row.zh, noun.zh) for row in ACTIONS for noun in row.objects if not noun.plural}
# What bounds the act already, so that its 了 stays at the verb in a statement.
_BOUND = {"已经", "刚刚", "都", "地", "给", "一起", "谁"}


def _le_last(zh: Side) -> Side:
    """The 了 of a bare object that ends the sentence stands last (踢 足球 了, 踢 足球 了 吗).

    So does that of going in a question (去 公园 了 吗). In a row of clauses it stays at the verb,
    but for the outcome of a reason (所以 他 回 家 了).
    """
    texts = [tok.text for tok in zh]
    start = len(texts) - texts[::-1].index("，") if "，" in texts else 0
    ends_alone = start == 0 or texts[start] == "所以"
    asked = texts[-2] == "吗"
    end = len(texts) - (2 if asked else 1)
    if not ends_alone or end - start < 4 or texts[end - 2] != "了":
        return zh
    verb, obj = texts[end - 3], texts[end - 1]
    if not ((verb, obj) in _BARE or (asked and verb == "去")):
        return zh
    if not asked and _BOUND & set(texts[start:]):
        return zh
    return (*zh[: end - 2], zh[end - 1], zh[end - 2], *zh[end:])


_SPLIT = {("游", "泳"), ("跑", "步"), ("跳", "舞"), ("散", "步"), ("洗", "澡"), ("睡", "觉")}
_SPLIT |= {("聊", "天"), ("唱", "歌")}


def _one_word(zh: Side) -> Side:
    """Split verbs between whose halves nothing stands are one word (游泳; but 游 了 泳).

    唱 歌 stays two words where 歌 says "songs".
    """
    made: list[Tok] = []
    for tok in zh:
        last = made[-1] if made else None
        split = last is not None and (last.text, tok.text) in _SPLIT
        if last and split and (tok.text != "歌" or set(last.keys) & set(tok.keys)):
            made[-1] = Tok(last.text + tok.text, tuple(sorted({*last.keys, *tok.keys})))
        else:
            made.append(tok)
    return tuple(made)


def links(en: Side, zh: Side) -> tuple[tuple[int, int], ...]:
    """Every i, j whose words share a key, in order."""
    places: dict[int, list[int]] = {}
    for j, tok in enumerate(zh):
        for key in tok.keys:
            places.setdefault(key, []).append(j)
    return tuple(
        (i, j)
        for i, tok in enumerate(en)
        for j in sorted({j for key in tok.keys for j in places.get(key, ())})
    )
