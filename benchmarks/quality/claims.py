"""What the rows of `benchmarks.quality` say, in sentences that are computed, never written by hand.

A goal that is not reached is said to be not reached, with the score of every seed; rows that were
not trained with the same settings are named, since the difference between them is then no one's.
"""

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, stdev
from typing import Any

from benchmarks.measuring import Row
from benchmarks.quality.plan import RECIPE, TEST_SETS
from seqattn.text import counted

GOALS = {"multi30k-en-de": (39.5, 41.5), "multi30k-de-en": (41.0, 43.0)}
"""BLEU on the test part, mean of the seeds: at least wanted, and aimed at. The project's own goals,
set before any run was trained; nobody published them."""

PUBLISHED = (
    ("multi30k-de-en", "a tutorial's GRU", 28.0),
    ("multi30k-en-de", "a tuned GRU with layer normalisation", 39.0),
    ("multi30k-en-de", "a tiny Transformer, checkpoints averaged, beam 5", 41.0),
    ("multi30k-en-de", "the best that also sees the images", 42.0),
)
"""BLEU of single models of others on the same test part, lowercased Moses tokens, as they were
known when the goals were set: text, model, score. None was trained again here."""

MOST_PARAMETERS, MOST_MINUTES, MOST_THREADS = 15e6, 60.0, 2
"""Of one of those runs, with nothing else running: goals of the project as well."""

IDLE = 0.5
"""Load at most of a machine that has nothing else to do."""


def deviation(values: Sequence[float]) -> float:
    """Standard deviation of a sample; 0 of one value.

    >>> deviation([1.0, 2.0, 3.0]), deviation([5.0])
    (1.0, 0.0)
    """
    return stdev(values) if len(values) > 1 else 0.0


def shown(values: Sequence[float]) -> str:
    """A mean, and behind it what it is the mean of.

    >>> shown([1.0, 2.0]), shown([3.14])
    ('1.5 (1.0, 2.0)', '3.1')
    """
    every = ", ".join(f"{value:.1f}" for value in values)
    return f"{mean(values):.1f} ({every})" if len(values) > 1 else every


def test_bleu(row: Row) -> float:
    """BLEU on the test part with the beam."""
    return float(row["scores"]["test"]["beam"]["bleu"])


def goals(rows: Sequence[Row]) -> Iterator[str]:
    """For each goal, whether it is reached, and at what cost."""
    for name, (least, aim) in GOALS.items():
        found = [row for row in rows if row["set"] == name]
        if not found:
            continue
        scores = [test_bleu(row) for row in found]
        asked = len(TEST_SETS[name][0])
        so_far = f", so far {len(found)} of {asked} seeds" if len(found) < asked else ""
        yield (
            f"{name}, beam {found[0]['beam']}{so_far}: {shown(scores)} BLEU. "
            f"Wanted are at least {least:g}: {_reached(mean(scores), least)}; "
            f"aimed at is {aim:g}: {_reached(mean(scores), aim)}. {_cost(found)}"
        )


def _reached(value: float, goal: float) -> str:
    return "reached" if value >= goal else f"not reached, {goal - value:.1f} below"


def _cost(found: Sequence[Row]) -> str:
    """Parameters and minutes beside what they may be at most."""
    parameters = max(row["parameters"] for row in found)
    slowest = max(found, key=lambda row: row["minutes"])
    few = "within" if parameters <= MOST_PARAMETERS else "above"
    return (
        f"{parameters / 1e6:.1f} M parameters ({few} {MOST_PARAMETERS / 1e6:g} M), at most "
        f"{slowest['minutes']:.0f} minutes on {counted(slowest['threads'], 'thread')} "
        f"({_speed(slowest)}), {_company(slowest)}."
    )


def _speed(row: Row) -> str:
    """The minutes of a run beside the goal; more of them say nothing of it on a busier machine.

    >>> idle = [{"load": 0.1, "load_at_end": 2.0}]
    >>> _speed({"minutes": 70.0, "threads": 2, "starts": idle})
    'above 60'
    >>> _speed({"minutes": 50.0, "threads": 1, "starts": idle})
    'within 60'
    >>> _speed({"minutes": 70.0, "threads": 1, "starts": idle})
    'not comparable with 60 on 2 threads with nothing else running'
    """
    if row["minutes"] <= MOST_MINUTES:
        return f"within {MOST_MINUTES:g}"
    if row["threads"] == MOST_THREADS and others(row) <= IDLE:
        return f"above {MOST_MINUTES:g}"
    return (
        f"not comparable with {MOST_MINUTES:g} on {MOST_THREADS} threads with nothing else running"
    )


def _company(row: Row) -> str:
    """Whether other processes computed while a run was trained.

    >>> _company({"threads": 2, "starts": [{"load": 0.1, "load_at_end": 2.0}]})
    'nothing else running'
    >>> _company({"threads": 1, "starts": [{"load": 0.1, "load_at_end": 2.0}]})
    'other processes beside it'
    """
    return "other processes beside it" if others(row) > IDLE else "nothing else running"


def others(row: Row) -> float:
    """Load that was not the run's own: the largest, as each of its starts began and as it ended."""
    found = [start["load"] for start in row["starts"]]
    ends = [start["load_at_end"] for start in row["starts"]]
    found += [end - row["threads"] for end in ends if end is not None]
    return float(max(found))


def verdict(defaults: Sequence[float], fixed: Sequence[float]) -> str:
    """Who wins at a point of the learning curve; a tie is within one standard deviation.

    The larger of both deviations counts. One seed has none, so nothing is decided by it.

    >>> verdict([30.0, 31.0], [28.0, 28.1]), verdict([30.0, 31.0], [30.9, 30.9])
    ('the defaults win', 'a tie')
    """
    if min(len(defaults), len(fixed)) < 2:
        return "open: one seed"
    lead = mean(defaults) - mean(fixed)
    if abs(lead) <= max(deviation(defaults), deviation(fixed)):
        return "a tie"
    return "the defaults win" if lead > 0 else "the fixed settings win"


def odd_settings(rows: Sequence[Row]) -> Iterator[str]:
    """Rows that should have equal settings and have not, a sentence each."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["set"], row["label"]), []).append(row)
    for (name, label), group in groups.items():
        for row in group[1:]:
            if told := _differences(group[0], row, ()):
                seeds = f"seeds {group[0]['seed']} and {row['seed']}"
                yield f"{name}, {label}, {seeds} were trained with different settings: {told}."
    first = groups.get(("ablations", RECIPE), [{}])[0]
    for (name, label), group in groups.items():
        if not first or name != "ablations" or label == RECIPE:
            continue
        if told := _differences(first, group[0], group[0]["options"]):
            yield f"Ablation {label!r} differs in more than its trick: {told}."


def _differences(one: Row, other: Row, options: Sequence[str]) -> str:
    """Settings that differ, save those that an option of the second row names."""
    first: Mapping[str, Any] = one["settings"]
    second: Mapping[str, Any] = other["settings"]
    told = []
    for name in sorted(first.keys() | second.keys()):
        word = name.replace("_", "-")
        if first.get(name) != second.get(name) and not {f"--{word}", f"--no-{word}"} & {*options}:
            told.append(f"{name} {first.get(name)} and {second.get(name)}")
    return ", ".join(told)
