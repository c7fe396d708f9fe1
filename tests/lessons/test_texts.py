"""The table of texts is complete in both languages, and nothing in it goes unused."""

import re
import string
from collections.abc import Iterable
from pathlib import Path

import pytest

import seqattn.lessons
from seqattn.lessons.catalogue import CATALOGUE
from seqattn.lessons.texts import LANGUAGES, TABLES, TEXTS, Voice, language_of
from seqattn.lessons.texts.text import Text

HAN = re.compile(r"[\u4e00-\u9fff]")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def mistakes(texts: dict[str, Text]) -> list[str]:
    """Keys whose two languages do not belong together."""
    found = []
    for key, text in texts.items():
        same = placeholders(text.en) == placeholders(text.zh)
        paragraphs = text.en.count("\n\n") == text.zh.count("\n\n")
        if not (same and paragraphs and text.en.strip() and text.zh.strip()):
            found.append(key)
    return found


def test_both_languages_have_the_same_placeholders_and_paragraphs():
    assert mistakes(dict(TEXTS)) == []
    assert mistakes({"a": Text("{x}", "{y}"), "b": Text("x", ""), "c": Text("{x}", "{x}")}) == [
        "a",
        "b",
    ]


def uncounted(texts: dict[str, Text]) -> list[str]:
    """Keys whose English has a number before a noun in the plural, whatever the number is."""
    wrong = re.compile(r"\{(count|size|input_size)\} (?!encoder states|is )([a-z]+ )?[a-z]+s\b")
    return [key for key, text in texts.items() if wrong.search(text.en)]


def test_one_of_a_thing_is_not_called_several():
    assert uncounted(dict(TEXTS)) == []
    assert uncounted({"a": Text("{count} more words", ""), "b": Text("{count:word}s", "")}) == ["a"]
    en, zh = Voice("en"), Voice("zh")
    assert "has 1 word;" in en("error.long", count=1, most=12)
    assert "has 13 words;" in en("error.long", count=13, most=12)
    assert "13 个词" in zh("error.long", count=13, most=12)


def test_no_key_stands_twice_in_the_table():
    assert sum(map(len, TABLES)) == len(TEXTS)


def test_english_has_no_chinese_but_examples_and_chinese_prose_is_chinese():
    for key, text in TEXTS.items():
        assert set(HAN.findall(text.en)) <= set("汤姆追逐杰瑞"), key
        if key.endswith((".prose", ".title")) or key.startswith(("help.", "list.", "error.")):
            assert HAN.search(text.zh) or key == "step.closing", key


def test_every_lesson_has_a_line_in_the_list_and_a_title():
    for entry in CATALOGUE:
        assert {f"list.{entry.name}", f"{entry.name}.title"} <= set(TEXTS)


def left_over(keys: Iterable[str]) -> list[str]:
    """Keys that the code never asks for, whole or put together from their parts."""
    package = Path(seqattn.lessons.__file__).parent
    files = [*package.glob("*.py"), package.parent / "cli" / "explain.py"]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    found = []
    for key in keys:
        family, *middle = key.removesuffix(".title").removesuffix(".prose").split(".")
        if family in ("matrix", "list", "help", "kinds", "scores"):  # put together from less there
            continue
        if not any(f'"{part}"' in code for part in (key, ".".join(middle) or key, *middle)):
            found.append(key)
    return found


def test_no_text_is_left_over():
    assert left_over(TEXTS) == []
    assert left_over(["pooling.nowhere.title"]) == ["pooling.nowhere.title"]


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, "zh"),
    ],
)
def test_the_locale_chooses_the_language(environ, language):
    assert language_of(environ) == language


def test_there_is_a_voice_for_each_language_and_no_other():
    assert [Voice(language).language for language in LANGUAGES] == ["en", "zh"]
    with pytest.raises(ValueError, match="fr"):
        Voice("fr")
