"""Sentences that every course of this field begins with, linked by hand; they stand in training."""

from __future__ import annotations

from .pieces import Pair

# Two lines each: English words | Chinese words, then links i-j | patterns.
_CLASSICS = """
Tom chases Jerry .|汤姆 追逐 杰瑞 。
0-0 1-1 2-2 3-3|proper-name tense-present
Jerry chases Tom .|杰瑞 追逐 汤姆 。
0-0 1-1 2-2 3-3|proper-name tense-present
Today is sunny .|今天 是 晴天 。
0-0 1-1 2-2 3-3|weather
The cat chases the mouse .|那 只 猫 追逐 那 只 老鼠 。
0-0 0-1 1-2 2-3 3-4 3-5 4-6 5-7|definite tense-present
The dog is chasing the cat .|那 只 狗 正在 追逐 那 只 猫 。
0-0 0-1 1-2 2-3 3-4 4-5 4-6 5-7 6-8|definite tense-progressive
I am a student .|我 是 一 名 学生 。
0-0 1-1 2-2 2-3 3-4 4-5|pronoun profession indefinite
He is a teacher .|他 是 一 名 老师 。
0-0 1-1 2-2 2-3 3-4 4-5|pronoun profession indefinite
I love my mother .|我 爱 我 妈妈 。
0-0 1-1 2-2 3-3 4-4|pronoun possessive-pronoun kinship stative tense-present
I like apples .|我 喜欢 苹果 。
0-0 1-1 2-2 3-3|pronoun stative tense-present
She is reading a book .|她 正在 读 一 本 书 。
0-0 1-1 2-2 3-3 3-4 4-5 5-6|pronoun indefinite tense-progressive
It is raining .|正在 下雨 。
1-0 2-1 3-2|weather
Where is the library ?|图书馆 在 哪里 ？
0-2 1-1 3-0 4-3|question-where
"""


def classics() -> list[Pair]:
    """The classic pairs."""
    pairs = []
    rows = _CLASSICS.strip().splitlines()
    for text, marks in zip(rows[::2], rows[1::2], strict=True):
        (en, zh), (links, patterns) = text.split("|"), marks.split("|")
        numbers = [tuple(int(n) for n in link.split("-")) for link in links.split()]
        pairs.append(
            Pair(
                tuple(en.split()),
                tuple(zh.split()),
                tuple((a, b) for a, b in numbers),
                tuple(sorted(patterns.split())),
            )
        )
    return pairs
