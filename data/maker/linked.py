"""A finished pair as a reader of its links sees it: which word goes with which, heads of phrases.

The grammar links every word of one key with every other (see `pieces`). Whether such a link is one
that every annotator would draw is told from the words around it; what is needed for that is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .actions import ACTIONS, HANDLINGS, SUFFERINGS
from .nouns import NOUNS
from .phrases import ADJECTIVES, COLOURS
from .pieces import Pair
from .situations import QUICK, STATES

MEASURES = {noun.measure for noun in NOUNS.values()} | {"名"}
"""名 is that of professions."""
COUNTERS = set("一两三四五六七八九十半这那哪几每") | {"多少"}
"""What a measure word follows."""
BE = {"am", "is", "are", "was", "were"}
HAVE = {"has", "have"}
DO = {"do", "does", "did"}

ATTRIBUTES = {word for row in ADJECTIVES.values() for word in row.before_noun.split()}
ATTRIBUTES |= {row.predicate for row in ADJECTIVES.values()} | {zh for _, zh in COLOURS}
STATE_WORDS = ATTRIBUTES | {row[0].split()[1] for row in STATES}
STATE_WORDS |= {
    "热",
    "冷",
    "暖和",
    "凉快",
    "好",
    "不好",
    "晴天",
    "阴天",
    "岁",
    "病",
    "无聊",
    "紧张",
    "健康",
}
STATE_WORDS |= {"激动", "高兴", "生气", "难过", "担心"}

SUFFERED = {row.result for row in SUFFERINGS}
VERBS = {row.zh + tail for row in ACTIONS for tail in ("", row.tail)}
VERBS |= {word for row in HANDLINGS for word in row.result.split()}
VERBS |= SUFFERED | {row[1] for row in QUICK.values()}
VERBS |= {
    "喜欢",
    "讨厌",
    "爱",
    "想念",
    "佩服",
    "尊敬",
    "信任",
    "知道",
    "认识",
    "认为",
    "相信",
    "希望",
}
VERBS |= {
    "想",
    "打算",
    "需要",
    "说",
    "告诉",
    "讲",
    "让",
    "有",
    "没有",
    "住",
    "来自",
    "成为",
    "起床",
}
VERBS |= {"待", "坐", "躺", "站", "带", "送", "寄", "借", "给", "看", "戴", "穿", "下雨", "下雪"}


@dataclass(frozen=True)
class Linked:
    """Words of both sides and the grammar's links.

    Attributes:
        en: English words in lower case.
        zh: Chinese words.
        links: (English, Chinese) from 0.
    """

    en: tuple[str, ...]
    zh: tuple[str, ...]
    links: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, pair: Pair) -> Linked:
        """The view of a pair."""
        return cls(tuple(map(str.lower, pair.en_words)), pair.zh_words, frozenset(pair.links))

    @cached_property
    def _to_zh(self) -> list[list[int]]:
        return [[j for j in range(len(self.zh)) if (i, j) in self.links] for i in range(self.size)]

    @cached_property
    def _to_en(self) -> list[list[int]]:
        return [[i for i in range(self.size) if (i, j) in self.links] for j in range(len(self.zh))]

    @property
    def size(self) -> int:
        """How many English words there are."""
        return len(self.en)

    def of_en(self, i: int) -> list[int]:
        """The Chinese words of English word i; none for a place outside of the sentence."""
        return self._to_zh[i] if 0 <= i < self.size else []

    def of_zh(self, j: int) -> list[int]:
        """The English words of Chinese word j; none for a place outside of the sentence."""
        return self._to_en[j] if 0 <= j < len(self.zh) else []

    def texts(self, i: int) -> set[str]:
        """The Chinese words of English word i, as text."""
        return {self.zh[j] for j in self.of_en(i)}

    def free(self, *words: str) -> list[int]:
        """The places of these English words, as far as the grammar links them with nothing."""
        return [i for i, word in enumerate(self.en) if word in words and not self.of_en(i)]

    def places(self, *words: str) -> list[int]:
        """The places of these Chinese words."""
        return [j for j, word in enumerate(self.zh) if word in words]

    def is_measure(self, j: int) -> bool:
        """Whether Chinese word j is a measure word here (张 is a surname as well).

        What holds food or drink (杯, 碗) has an English noun of its own and is none.
        """
        if j == 0 or self.zh[j] not in MEASURES or self.zh[j - 1] not in COUNTERS:
            return False
        return bool(set(self.of_zh(j)) & set(self.of_zh(j - 1)))

    def noun_after(self, j: int) -> int:
        """The Chinese noun that what ends at j belongs to, -1 for none.

        Determiners, measure words and adjectives stand between.
        """
        for k in range(j + 1, len(self.zh)):
            word = self.zh[k]
            between = word in COUNTERS or self.is_measure(k) or word in ATTRIBUTES
            if not between and word not in ("的", "最", "那些", "一些"):
                return k if self._is_noun(k) else -1
        return -1

    def _is_noun(self, j: int) -> bool:
        return self.zh[j] not in (*"。？，、", "吗", "了", "比", "和") and bool(self.of_zh(j))

    def head_of(self, i: int) -> int:
        """The English noun that the article (or number) at i belongs to, -1 for none."""
        for k in range(i + 1, self.size):
            if self.of_en(k) and not self.texts(k) & (ATTRIBUTES | {"最", "半"}):
                return k
        return -1

    def verb_after(self, i: int) -> int:
        """The first English verb after i (a cook is none), -1 for none."""
        return next((k for k in range(i + 1, self.size) if self.texts(k) & VERBS), -1)

    def suffered_after(self, i: int) -> int:
        """The first English participle after i that says what is done to somebody, or -1."""
        return next((k for k in range(i + 1, self.size) if self.texts(k) & SUFFERED), -1)

    def ing_after(self, i: int) -> int:
        """The first English present participle after i, -1 for none."""
        found = (k for k in range(i + 1, self.size) if self.en[k].endswith("ing"))
        return next((k for k in found if self.texts(k) & VERBS), -1)

    def state_after(self, i: int) -> int:
        """The first English word after i that says what somebody or something is like, or -1."""
        return next((k for k in range(i + 1, self.size) if self.texts(k) & STATE_WORDS), -1)
