"""The README of the corpus, written with the corpus so that no figure in it can go stale."""

from __future__ import annotations

from pathlib import Path

from .figures import (
    novel_combinations,
    pattern_counts,
    seen_combinations,
    share,
    vocabulary,
)
from .grades import RULES, graded, rule_counts
from .pieces import Pair
from .split import HELD_OUT, LEAST, Parts

# Needs sacrebleu, which this program does without; a test measures it and compares.
BASELINE_BLEU = 41.6


def _example(pairs: list[Pair], pattern: str) -> Pair:
    """The shortest sentence with this pattern; of equal ones the first in the alphabet."""
    fits = [pair for pair in pairs if pattern in pair.patterns]
    return min(fits, key=lambda pair: (len(pair.en_words), len(pair.patterns), pair.english))


def _patterns(parts: Parts) -> str:
    counts = pattern_counts(parts.train)
    rows = ["| pattern | in training | example | |", "|---|---|---|---|"]
    for pattern, count in counts.items():
        shown = _example(parts.train, pattern)
        rows.append(f"| {pattern} | {count} | {shown.english} | {shown.chinese} |")
    head = f"""\
## Patterns

{len(counts)} named patterns, nested freely; each sentence records all that it uses.
"""
    return head + "\n" + "\n".join(rows) + "\n"


def _figures(parts: Parts) -> str:
    rows = [
        "| part | pairs | under 8 words | 8 to 19 | 20 and more | longest | mean |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, pairs in zip(("train", "dev", "test"), parts, strict=True):
        cells = [f"{100 * share(pairs, *span):.1f} %" for span in ((0, 7), (8, 19), (20, 40))]
        mean = sum(pair.length for pair in pairs) / len(pairs)
        longest = max(pair.length for pair in pairs)
        rows.append(f"| {name} | {len(pairs)} | {' | '.join(cells)} | {longest} | {mean:.1f} |")
    en, zh = (len(vocabulary(parts.train, side)) for side in ("en", "zh"))
    return f"""\
## Figures

Lengths are English words without punctuation (what stands between spaces). With punctuation
counted, the shares of short and long sentences keep their bounds too: at most 40 % and at least
15 %, 3 to 40 words either way.

{chr(10).join(rows)}

Different words in training: {en} English (lower case), {zh} Chinese. But for a few of the textbook
sentences each occurs in at least {LEAST} training sentences, and none is new in dev or test.

**Dictionary baseline**: each English word replaced by its most frequent gold partner in training,
in English order: BLEU {BASELINE_BLEU:.1f} on test (sacrebleu, `zh` tokenisation).
"""


def _novelty(parts: Parts) -> str:
    seen = seen_combinations(parts.train)
    new = sum(bool(novel_combinations(pair, seen)) for pair in parts.test)
    total = len(parts.test)
    held = ", ".join(f"{a} + {b}" for a, b in HELD_OUT)
    return f"""\
## Novel combinations

{new} of {total} test sentences ({100 * new / total:.1f} %) combine two patterns that never stand
together in a training sentence, though each is frequent there. Score them apart with the flags
in `test.patterns`. These combinations are kept out of training: {held}.
"""


def _grades(parts: Parts) -> str:
    rows = [
        "| part | words that share a key | of these sure | only possible | possible beside them |",
        "|---|---|---|---|---|",
    ]
    for name, pairs in (("dev", parts.dev), ("test", parts.test)):
        keyed = sum(len(pair.links) for pair in pairs)
        found = [graded(pair) for pair in pairs]
        sure = sum(len(one.sure) for one in found)
        beside = sum(len(one.possible) for one in found) - (keyed - sure)
        rows.append(f"| {name} | {keyed} | {sure} | {keyed - sure} | {beside} |")
    rules = ["| what | sure | possible | why | dev | test |", "|---|---|---|---|---|---|"]
    counts = zip(RULES, rule_counts(parts.dev), rule_counts(parts.test), strict=True)
    for rule, dev, test in counts:
        rules.append(
            f"| {rule.what} | {rule.sure} | {rule.possible} | {rule.why} | {dev} | {test} |"
        )
    return "\n".join([*rules, "", *rows]) + "\n"


def readme(parts: Parts) -> str:
    """The whole page: `page.md` with its figures filled in."""
    text = Path(__file__).with_name("page.md").read_text(encoding="utf-8")
    made = {"figures": _figures, "novelty": _novelty, "grades": _grades, "patterns": _patterns}
    for name, make in made.items():
        text = text.replace(f"{{{name}}}\n", make(parts))
    return text
