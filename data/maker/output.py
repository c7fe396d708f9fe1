"""The files of the corpus, as text by file name."""

from __future__ import annotations

from collections.abc import Iterable

from .figures import novel_combinations, seen_combinations
from .grades import graded
from .page import readme
from .pieces import Pair
from .split import Parts


def files(parts: Parts) -> dict[str, str]:
    """Everything the folder holds beside this program, file name -> content (UTF-8, LF)."""
    made = {}
    for name, pairs in (("train", parts.train), ("dev", parts.dev), ("test", parts.test)):
        made[f"{name}.tsv"] = _lines(f"{pair.english}\t{pair.chinese}" for pair in pairs)
    seen = seen_combinations(parts.train)
    for name, pairs in (("dev", parts.dev), ("test", parts.test)):
        made[f"{name}.words.en"] = _lines(" ".join(pair.en_words) for pair in pairs)
        made[f"{name}.words.zh"] = _lines(" ".join(pair.zh_words) for pair in pairs)
        made[f"{name}.align"] = _lines(graded(pair).line() for pair in pairs)
        made[f"{name}.patterns"] = _lines(_patterns(pair, seen) for pair in pairs)
    made["README.md"] = readme(parts)
    return made


def _patterns(pair: Pair, seen: set[tuple[str, str]]) -> str:
    """novel or seen, the patterns, and the combinations that make it novel, split by tabs."""
    new = novel_combinations(pair, seen)
    flag = "novel" if new else "seen"
    return "\t".join((flag, " ".join(pair.patterns), " ".join("+".join(both) for both in new)))


def _lines(rows: Iterable[str]) -> str:
    """Rows as lines."""
    return "".join(f"{row}\n" for row in rows)
