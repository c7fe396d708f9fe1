"""Every text of the lessons and of the command's help, in English and in Chinese: one table.

A key is `lesson.step.title` or `lesson.step.prose`; what several lessons share begins with
`matrix`, `show` or `error`, the command's help with `help`. `{name}` is filled in, and
`{count:word}` as "1 word" or "2 words"; blank lines part paragraphs. Both languages have the same
placeholders, which a test reads from the table.

The table's files, a lesson each, are joined here; `Voice` speaks one language of it. To add a
language, add a field to `Text` and to `LANGUAGES`.
"""

import locale
import os
from collections.abc import Iterable, Iterator, Mapping

from seqattn.lessons.texts import (
    command,
    context,
    kinds,
    pooling,
    rnn_self_attention,
    scores,
    self_attention,
    shared,
    step,
    teacher_forcing,
)
from seqattn.lessons.texts.text import Text
from seqattn.text import counted

LANGUAGES = ("en", "zh")

TABLES: tuple[Mapping[str, Text], ...] = (
    command.TEXTS,
    shared.TEXTS,
    self_attention.TEXTS,
    kinds.TEXTS,
    scores.TEXTS,
    context.TEXTS,
    rnn_self_attention.TEXTS,
    pooling.TEXTS,
    teacher_forcing.TEXTS,
    step.TEXTS,
)
TEXTS: Mapping[str, Text] = {key: text for table in TABLES for key, text in table.items()}


class Voice:
    """Says the table's texts in one language.

    >>> Voice("en")("show.step", number=3, count=8), Voice("zh")("show.step", number=3, count=8)
    ('Step 3 of 8 ·', '第 3 步，共 8 步 ·')
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"unknown language {language!r}, expected one of {LANGUAGES}")
        self.language = language

    def __call__(self, key: str, **given: object) -> str:
        """The text of a key, its placeholders filled in; KeyError for one that is not there."""
        [text] = self._filled([getattr(TEXTS[key], self.language)], given)
        return text

    def paragraphs(self, key: str, **given: object) -> tuple[str, ...]:
        """The paragraphs of a key's text."""
        text: str = getattr(TEXTS[key], self.language)
        return tuple(self._filled(text.split("\n\n"), given))

    def _filled(self, texts: Iterable[str], given: Mapping[str, object]) -> Iterator[str]:
        values = {k: _Number(v) if isinstance(v, int) else v for k, v in given.items()}
        return (text.format(**values) for text in texts)


class _Number(int):
    """A number that a text may count something with: `{count:word}`."""

    def __format__(self, noun: str) -> str:
        return counted(int(self), noun) if noun else str(int(self))


def language_of(environ: Mapping[str, str] = os.environ) -> str:
    """The language of the locale: zh for any Chinese one, else en.

    >>> language_of({"LANG": "zh_CN.UTF-8"}), language_of({"LANG": "zh_CN", "LC_ALL": "C"})
    ('zh', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "zh" if environ[name].lower().startswith("zh") else "en"
    system = (locale.getlocale()[0] or "").lower()  # Windows: Chinese (Simplified)_China
    return "zh" if system.startswith(("zh", "chinese")) else "en"
