"""Pairs and gold links written by hand, and the grammar that must come out the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
sys.path.insert(0, str(DATA))

from maker.actions import HANDLINGS  # noqa: E402
from maker.clauses import Clause, object_gap, statement, subject_gap, yes_no  # noqa: E402
from maker.closing import sentence  # noqa: E402
from maker.doings import handling  # noqa: E402
from maker.noun_phrases import Behind, at_place, count_noun, phrase, pronoun  # noqa: E402
from maker.nouns import NOUNS  # noqa: E402
from maker.phrases import PLACES  # noqa: E402
from maker.pieces import Duo, Pair, Pen  # noqa: E402
from maker.predicates import Act  # noqa: E402
from maker.relatives import wearing  # noqa: E402
from maker.sentences_causes import BECAUSE, pair_of  # noqa: E402
from maker.situations import felt_by, weather_clause  # noqa: E402


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


def play(pen: Pen, **more) -> Act:
    return Act("play", "踢", obj=pen.duo("football", "足球"), **more)


def test_a_bare_object_that_ends_the_sentence_comes_before_le(pen):
    check(
        sentence(pen, statement(pen, Clause(tom(pen), play(pen), "past"))),
        "Tom played football .",
        "汤姆 踢 足球 了 。",
        "0-0 1-1 1-3 2-2 3-4",
    )


def test_manner_keeps_le_at_the_verb(pen):
    act = play(pen, manner=pen.duo("happily", "高兴 地"))
    check(
        sentence(pen, statement(pen, Clause(tom(pen), act, "past"))),
        "Tom played football happily .",
        "汤姆 高兴 地 踢 了 足球 。",
        "0-0 1-3 1-4 2-5 3-1 3-2 4-6",
    )


def test_a_question_about_going_ends_in_le_ma(pen):
    act = Act("go", "去", goal=pen.duo("there", "那里"))
    pair = sentence(pen, yes_no(pen, Clause(tom(pen), act, "past")), "?")
    assert pair.chinese == "汤姆去那里了吗？"


def test_a_yes_no_question_ends_in_ma(pen):
    clause = Clause(pronoun(pen, "you"), buy(pen, "number"), "past")
    check(
        sentence(pen, yes_no(pen, clause), "?"),
        "Did you buy two books ?",
        "你 买 了 两 本 书 吗 ？",
        "1-0 2-1 2-2 3-3 3-4 4-5 5-6 5-7",
    )


def test_a_subject_relative_clause_turns_round(pen):
    book = count_noun(pen, NOUNS["book"], "the")
    clause = subject_gap(pen, Act("buy", "买", obj=book.duo()), "past", "who", False)
    man = count_noun(pen, NOUNS["man"], "the", behind=Behind(clause))
    be = pen.duo("is", "是")
    who = tom(pen)
    check(
        sentence(pen, Duo(man.en + be.en + who.en, man.zh + be.zh + who.zh)),
        "The man who bought the book is Tom .",
        "买 了 那 本 书 的 那 个 男人 是 汤姆 。",
        "0-6 0-7 1-8 2-5 3-0 3-1 4-2 4-3 5-4 6-9 7-10 8-11",
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
    row = next(row for row in HANDLINGS if row.verb == "hang")
    lady = phrase(pen.duo("Lily", "莉莉"))
    act = handling(pen, lady, row, bare_object=NOUNS["photo"])
    check(
        sentence(pen, statement(pen, Clause(lady, act, "past"))),
        "Lily hung the photo on the wall .",
        "莉莉 把 那 张 照片 挂 在 了 墙 上 。",
        "0-0 1-1 1-5 1-7 2-2 2-3 3-4 4-6 4-9 6-8 7-10",
    )


def test_because_always_comes_first_in_chinese(pen):
    pen.used.clear()
    main = statement(pen, Clause(tom(pen), buy(pen, "a"), "past"))
    duo = pair_of(pen, False, BECAUSE, weather_clause(pen, "rain 下雨", "past"), main)
    check(
        sentence(pen, duo),
        "Tom bought a book because it was raining .",
        "因为 当时 在 下雨 ， 所以 汤姆 买 了 一 本 书 。",
        "0-6 1-7 1-8 2-9 2-10 3-11 4-0 4-5 6-1 6-2 7-3 8-12",
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
        ("hope", "Tom hopes to buy a book .", "汤姆 希望 能 买 一 本 书 。"),
    ],
)
def test_tenses(tense, en, zh, pen):
    pair = sentence(pen, statement(pen, Clause(tom(pen), buy(pen), tense)))
    assert (" ".join(pair.en_words), " ".join(pair.zh_words)) == (en, zh)


def girl_in_a_hat(pen: Pen):
    hat = count_noun(pen, NOUNS["hat"], "a")
    behind = Behind(wearing(pen, False, Act("wear", "戴", obj=hat.duo()), "who"))
    return count_noun(pen, NOUNS["girl"], "the", behind=behind)


def test_a_fronted_time_follows_a_subject_with_a_relative_clause(pen):
    time = pen.duo("yesterday", "昨天")
    clause = Clause(girl_in_a_hat(pen), buy(pen), "past", time=time, front=True)
    pair = sentence(pen, statement(pen, clause))
    assert pair.english == "Yesterday, the girl who is wearing a hat bought a book."
    assert pair.chinese == "戴着一顶帽子的那个女孩昨天买了一本书。"


def test_what_is_hoped_for_has_the_time(pen):
    time = pen.duo("tomorrow", "明天")
    clause = Clause(tom(pen), buy(pen), "hope", time=time, front=True)
    check(
        sentence(pen, statement(pen, clause)),
        "Tom hopes to buy a book tomorrow .",
        "汤姆 希望 明天 能 买 一 本 书 。",
        "0-0 1-1 1-3 3-4 4-5 4-6 5-7 6-2 7-8",
    )


def test_whom_one_shows_something_comes_after_gei_which_is_the_verbs(pen):
    photo = count_noun(pen, NOUNS["photo"], "a")
    mary = phrase(pen.duo("Mary", "玛丽"), "she")
    act = Act("show", "看", obj=photo.duo(), receiver=Duo(mary.en, ()), toward=mary.zh)
    check(
        sentence(pen, statement(pen, Clause(tom(pen), act, "past"))),
        "Tom showed Mary a photo .",
        "汤姆 给 玛丽 看 了 一 张 照片 。",
        "0-0 1-1 1-3 1-4 2-2 3-5 3-6 4-7 5-8",
    )


def test_a_particle_has_the_outcome_but_not_ba(pen):
    box = count_noun(pen, NOUNS["box"], "the")
    act = Act("throw away", "扔掉", shape="ba", obj=box.duo())
    check(
        sentence(pen, statement(pen, Clause(tom(pen), act, "past"))),
        "Tom threw away the box .",
        "汤姆 把 那 个 箱子 扔掉 了 。",
        "0-0 1-1 1-5 1-6 2-5 3-2 3-3 4-4 5-7",
    )


def test_not_yet_has_three_words(pen):
    check(
        sentence(pen, statement(pen, Clause(tom(pen), buy(pen, "this"), "not-yet"))),
        "Tom has not bought this book yet .",
        "汤姆 还 没有 买 这 本 书 。",
        "0-0 1-2 2-2 3-3 4-4 4-5 5-6 6-1 7-7",
    )


def test_people_feel_bored(pen):
    for degree, en, zh in [
        ("plain", "Tom is bored.", "汤姆觉得很无聊。"),
        ("very", "Tom is very bored.", "汤姆觉得非常无聊。"),
        ("not", "Tom is not bored.", "汤姆不觉得无聊。"),
    ]:
        pair = sentence(pen, felt_by(pen, tom(pen), "bored", "无聊", degree))
        assert (pair.english, pair.chinese) == (en, zh)


def test_two_is_liang_and_each_noun_has_its_measure_word(pen):
    for key, zh in [
        ("dog", "两 只 狗"),
        ("car", "两 辆 汽车"),
        ("letter", "两 封 信"),
        ("hat", "两 顶 帽子"),
    ]:
        found = count_noun(pen, NOUNS[key], "number", number=("two", "两"))
        assert " ".join(tok.text for tok in found.zh) == zh
