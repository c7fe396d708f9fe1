"""Gold links in two grades: sure, and only possible (Och and Ney 2003, section 5).

The grammar links all words that share a key; that says what belongs together, but not which of it
every annotator would link. A link is **sure** between content words and between function words
that answer to each other. It is only **possible** where a function word of one language has no
counterpart of its own: annotators then leave it alone or attach it to one or another of its
neighbours, as their guidelines have it. `RULES` is the whole list; the README prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from . import doubts_en as en
from . import doubts_zh as zh
from .linked import Linked
from .pieces import Pair

Links = frozenset[tuple[int, int]]


class Rule(NamedTuple):
    """One kind of doubt.

    Attributes:
        what: the words, with an example.
        sure: what is sure of them all the same ("–": nothing).
        possible: what is possible.
        why: where annotators differ.
        doubts: yields the possible links of a pair.
    """

    what: str
    sure: str
    possible: str
    why: str
    doubts: Callable[[Linked], Iterator[tuple[int, int]]]


RULES = (
    Rule(
        "measure word: a book 一 本 书",
        "本 with a (and with the, this, two, every, many), for number and measure word are one "
        "phrase that answers to it",
        "本 with the noun",
        "it is chosen by the noun",
        zh.measure_word,
    ),
    Rule(
        "了: bought 买 了, has bought 买 了",
        "–",
        "了 with the verb and with has, did, was; with too (太 贵 了), will not (不 去 了)",
        "the form of the English verb says it",
        zh.le,
    ),
    Rule(
        "着, 过: is wearing 穿 着, has played 打 过",
        "–",
        "with is, has and with the verb",
        "auxiliary and ending say it together",
        zh.zhe_guo,
    ),
    Rule(
        "正在, 在, 当时 在: is reading 正在 读",
        "–",
        "with is, was and with the verb; with in, at where a 在 of place has melted into it",
        "auxiliary and ending say it together",
        zh.progressive,
    ),
    Rule(
        "的: a clever girl 聪明 的 女孩, my bag 我 的 包, the bag on the bed 床 上 的 那 个 包",
        "with 's (Tom 's bag) and with who, that of a relative clause, its counterparts",
        "else with the adjective, owner, preposition, when, all, is beside it, and with the noun",
        "it joins two words and belongs to either",
        zh.de,
    ),
    Rule("地: happily 高兴 地", "–", "with the adverb", "a suffix in English", zh.manner_de),
    Rule(
        "是 … 的: where did she sing 她 是 在 哪里 唱歌 的",
        "–",
        "是, 的 with where, when, how and did, 的 with the verb; 在 of 在 哪里 with where",
        "a frame that English has not",
        zh.is_de,
    ),
    Rule(
        "很, 觉得: is cold 很 冷, is bored 觉得 无聊",
        "–",
        "with is (with really) and with the adjective (verb)",
        "Chinese adjectives need no is; 很 says nothing of degree",
        zh.hen,
    ),
    Rule(
        "就: if it rains, he will 如果 下雨 , 他 就 会",
        "–",
        "with if, and with the will, can, should after it",
        "English has no then here",
        zh.jiu,
    ),
    Rule(
        "所以, 但是, second 一边: because 因为 … 所以",
        "the first half",
        "the second half with because, although, while",
        "English says one half alone",
        zh.second_half,
    ),
    Rule(
        "都: every, all, everyone … 都",
        "–",
        "with every, all, everyone",
        "English has no second word for it",
        zh.dou,
    ),
    Rule(
        "把", "–", "with the verb and with the noun that it fronts", "word order in English", zh.ba
    ),
    Rule(
        "被: was bitten by 被 … 咬伤",
        "with by; with was where there is no by",
        "was with 被 beside by; was with the verb",
        "two English words mark the passive",
        zh.bei,
    ),
    Rule(
        "给 without to or for: gave Mary a book 送 给 了 玛丽",
        "–",
        "with the verb",
        "word order in English",
        zh.gei,
    ),
    Rule(
        "一起, 会, 能, 完, 们, 吧: with 和 … 一起, may 可能 会, hopes to 希望 能, after 完 … 以后, "
        "boys 男孩 们, let's … 吧",
        "the other Chinese word",
        "these; 能 and 完 with the verb too",
        "they repeat or round off another word",
        zh.helper,
    ),
    Rule(
        "吗",
        "–",
        "with ? and with is, do, has that comes first in English",
        "word order and ? say it together",
        zh.ma,
    ),
    Rule(
        "the, a without 那, 一: the park 公园",
        "–",
        "with the noun",
        "left alone by some, attached to the noun by others",
        en.article,
    ),
    Rule(
        "to, of, at, for, in unsaid in Chinese: wants to go 想 去",
        "–",
        "to with the verb after it, after go with 去; of with the vessel; at, for, in with the "
        "noun",
        "as for articles",
        en.preposition,
    ),
    Rule(
        "that: says that 说",
        "–",
        "with the verb of saying or thinking",
        "as for articles",
        en.told,
    ),
    Rule(
        "is, was unsaid in Chinese: is very cold 非常 冷",
        "–",
        "with the adjective, or with the verb (is sitting 坐 在)",
        "an adjective is a predicate by itself",
        en.copula,
    ),
    Rule(
        "do, does, did, will unsaid in Chinese: did you see 你 看 了",
        "–",
        "with the verb",
        "the Chinese verb says all of it",
        en.auxiliary,
    ),
    Rule(
        "do, has, will before not: does not like 不 喜欢",
        "not with 不, 没有",
        "do, has, will with 不, 没有; do with the verb too",
        "an auxiliary for the sake of not",
        en.negation,
    ),
    Rule(
        "it, there: it rains 下雨, there is 有",
        "is, are with 有",
        "it with what happens, there with 有",
        "they stand for nothing",
        en.dummy,
    ),
    Rule(
        "and, comma: sang, and danced 唱歌 , 跳舞",
        "comma with comma, and with 和",
        "and with the comma and with 然后; a comma before and with 和",
        "two marks for one",
        en.conjunction,
    ),
    Rule(
        "verb of several words: go to bed 睡觉, take a walk 散步, get up 起床, listen to 听",
        "the word that says it: bed, walk, shower, get, listen, arrive, go (out); both where "
        "Chinese says both (eat up 吃光, turn off 关掉)",
        "the others; home with 回 of 带 回 家",
        "a light verb or a particle",
        en.verb_of_several_words,
    ),
    Rule(
        "by of transport: by train 坐 火车",
        "train",
        "by with 坐, 骑",
        "a preposition for a verb: a free translation",
        en.transport,
    ),
    Rule(
        "more, as: more honest than 比 … 诚实, not as kind as 没有 … 善良",
        "than with 比, not with 没有",
        "more with 比 and the adjective, is and as with what they mark",
        "an ending in other adjectives",
        en.comparison,
    ),
    Rule(
        "be going to 要, be getting … and … 越来越, half an hour 半 个 小时, how many 多少 本, "
        "what time 几 点",
        "going; getting; half; many with 本, both with 多少; what with 几, time with 点",
        "the lesser words: is, to, and, an, how with 本",
        "several words for one",
        en.fixed_phrase,
    ),
)


class Graded(NamedTuple):
    """Gold links of a pair: those every annotator draws, and those that only some do."""

    sure: Links
    possible: Links

    def line(self) -> str:
        """`i-j` for a sure link, `ipj` for one that is only possible, in order."""
        marks = {**dict.fromkeys(self.sure, "-"), **dict.fromkeys(self.possible, "p")}
        return " ".join(f"{i}{marks[i, j]}{j}" for i, j in sorted(marks))


def graded(pair: Pair) -> Graded:
    """The gold links of a pair, in two grades that have no link in common."""
    view = Linked.of(pair)
    possible = frozenset(link for rule in RULES for link in rule.doubts(view))
    return Graded(view.links - possible, possible)


def rule_counts(pairs: Iterable[Pair]) -> list[int]:
    """How many possible links each rule gives, in the order of `RULES`."""
    views = [Linked.of(pair) for pair in pairs]
    return [sum(len(set(rule.doubts(view))) for view in views) for rule in RULES]
