"""Pairs and gold links written by hand, and the grammar that must come out the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
sys.path.insert(0, str(DATA))

from maker.clauses import Clause, object_gap, statement, subject_gap, yes_no  # noqa: E402
from maker.noun_phrases import Behind, at_place, count_noun, phrase, pronoun  # noqa: E402
from maker.nouns import NOUNS  # noqa: E402
from maker.phrases import PLACES  # noqa: E402
from maker.pieces import Duo, Pair, Pen, sentence, words  # noqa: E402
from maker.predicates import Act  # noqa: E402
from maker.sentences_causes import BECAUSE, pair_of  # noqa: E402
from maker.situations import weather_clause  # noqa: E402


@pytest.fixture
def pen() -> Pen:
    return Pen(1)


def tom(pen: Pen):
    return phrase(pen.duo("Tom", "汤姆"), "he", ident="Tom")


def buy(pen: Pen, determiner: str = "a", **more) -> Act:
    noun = count_noun(pen, NOUNS["book"], determiner, number=("two", "两"))
    return Act("buy", "买", obj=noun.duo(), **more)


def check(pair: Pair, en: str, zh: str, links: str) -> None:
    assert " ".join(pair.en_words) == en
    assert " ".join(pair.zh_words) == zh
    assert " ".join(f"{i}-{j}" for i, j in pair.links) == links


def test_past_with_time_and_article(pen):
    clause = Clause(tom(pen), buy(pen), "past", time=pen.duo("yesterday", "昨天"))
    check(
        sentence(pen, statement(pen, clause)),
        "Tom bought a book yesterday .",
        "汤姆 昨天 买 了 一 本 书 。",
        "0-0 1-2 1-3 2-4 2-5 3-6 4-1 5-7",
    )


def test_the_time_may_stand_first(pen):
    clause = Clause(
        tom(pen), buy(pen, "the"), "past", time=pen.duo("yesterday", "昨天"), front=True
    )
    check(
        sentence(pen, statement(pen, clause)),
        "Yesterday , Tom bought the book .",
        "昨天 汤姆 买 了 那 本 书 。",
        "0-0 2-1 3-2 3-3 4-4 4-5 5-6 6-7",
    )


def test_negation_of_the_past_takes_no_le(pen):
    check(
        sentence(pen, statement(pen, Clause(tom(pen), buy(pen, "this"), "past", negative=True))),
        "Tom did not buy this book .",
        "汤姆 没有 买 这 本 书 。",
        "0-0 1-1 2-1 3-2 4-3 4-4 5-5 6-6",
    )


def test_progressive_swallows_the_preposition_of_place(pen):
    act = Act(
        "read",
        "读",
        obj=count_noun(pen, NOUNS["book"], "a").duo(),
        place=at_place(pen, PLACES["library"]),
    )
    check(
        sentence(pen, statement(pen, Clause(tom(pen), act, "progressive"))),
        "Tom is reading a book in the library .",
        "汤姆 正在 图书馆 里 读 一 本 书 。",
        "0-0 1-1 2-4 3-5 3-6 4-7 5-1 5-3 7-2 8-8",
    )


def test_a_yes_no_question_ends_in_ma(pen):
    clause = Clause(pronoun(pen, "you"), buy(pen, "number"), "past")
    check(
        sentence(pen, yes_no(pen, clause), "?"),
        "Did you buy two books ?",
        "你 买 了 两 本 书 吗 ？",
        "0-6 1-0 2-1 2-2 3-3 3-4 4-5 5-7",
    )


def test_a_subject_relative_clause_turns_round(pen):
    book = count_noun(pen, NOUNS["book"], "the")
    clause = subject_gap(pen, Act("buy", "买", obj=book.duo(bare=True)), "past", "who", False)
    man = count_noun(pen, NOUNS["man"], "the", behind=Behind(clause))
    be = pen.duo("is", "是")
    who = tom(pen)
    check(
        sentence(pen, Duo(man.en + be.en + who.en, man.zh + be.zh + who.zh)),
        "The man who bought the book is Tom .",
        "买 了 书 的 那 个 男人 是 汤姆 。",
        "0-4 0-5 1-6 2-3 3-0 3-1 5-2 6-7 7-8 8-9",
    )


def test_an_object_relative_clause_turns_round_and_drops_le(pen):
    clause = object_gap(
        pen, tom(pen), Act("buy", "买"), "past", "that", pen.duo("yesterday", "昨天")
    )
    book = count_noun(pen, NOUNS["book"], "the", behind=Behind(clause))
    act = Act("like", "喜欢", shape="state", obj=book.duo())
    check(
        sentence(pen, statement(pen, Clause(pronoun(pen, "she"), act, "present"))),
        "She likes the book that Tom bought yesterday .",
        "她 喜欢 汤姆 昨天 买 的 那 本 书 。",
        "0-0 1-1 2-6 2-7 3-8 4-5 5-2 6-4 7-3 8-9",
    )


def test_ba_fronts_the_object(pen):
    key = pen.key()
    table = pen.duo("table", "桌子")
    goal = Duo(words("on", key) + words("the") + table.en, table.zh + words("上", key))
    book = count_noun(pen, NOUNS["book"], "the")
    act = Act("put", "放 在", shape="ba", obj=book.duo(bare=True), goal=goal)
    check(
        sentence(pen, statement(pen, Clause(pronoun(pen, "she"), act, "past"))),
        "She put the book on the table .",
        "她 把 书 放 在 了 桌子 上 。",
        "0-0 1-1 1-3 1-4 1-5 3-2 4-7 6-6 7-8",
    )


def test_because_always_comes_first_in_chinese(pen):
    pen.used.clear()
    main = statement(pen, Clause(tom(pen), buy(pen, "a"), "past"))
    duo = pair_of(pen, False, BECAUSE, weather_clause(pen, "rain 下雨", "past"), main)
    check(
        sentence(pen, duo),
        "Tom bought a book because it was raining .",
        "因为 正在 下雨 ， 所以 汤姆 买 了 一 本 书 。",
        "0-5 1-6 1-7 2-8 2-9 3-10 4-0 4-4 6-1 7-2 8-11",
    )


@pytest.mark.parametrize(
    ("tense", "en", "zh"),
    [
        ("will", "Tom will buy a book .", "汤姆 会 买 一 本 书 。"),
        ("going", "Tom is going to buy a book .", "汤姆 要 买 一 本 书 。"),
        ("already", "Tom has already bought a book .", "汤姆 已经 买 了 一 本 书 。"),
        ("just", "Tom has just bought a book .", "汤姆 刚刚 买 了 一 本 书 。"),
        ("never", "Tom has never bought a book .", "汤姆 从来 没有 买 过 一 本 书 。"),
        ("not-yet", "Tom has not bought a book yet .", "汤姆 还 没有 买 一 本 书 。"),
        ("must", "Tom must buy a book .", "汤姆 必须 买 一 本 书 。"),
        ("want", "Tom wants to buy a book .", "汤姆 想 买 一 本 书 。"),
    ],
)
def test_tenses(tense, en, zh, pen):
    pair = sentence(pen, statement(pen, Clause(tom(pen), buy(pen), tense)))
    assert (" ".join(pair.en_words), " ".join(pair.zh_words)) == (en, zh)


def test_two_is_liang_and_each_noun_has_its_measure_word(pen):
    for key, zh in [
        ("dog", "两 只 狗"),
        ("car", "两 辆 汽车"),
        ("letter", "两 封 信"),
        ("hat", "两 顶 帽子"),
    ]:
        found = count_noun(pen, NOUNS[key], "number", number=("two", "两"))
        assert " ".join(tok.text for tok in found.zh) == zh
