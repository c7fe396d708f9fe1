"""docs/quality.md, made of the rows of results/quality.json by `benchmarks.quality`.

    python -m benchmarks.quality.page      writes the page from what rows there are

The page says which runs are still missing. Which there should be is `plan.py`'s to say, so a
change of the plan, or of a default that turns a trick on, changes the page too.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean

from benchmarks.measuring import PROJECT, Row, markdown
from benchmarks.quality.claims import PUBLISHED, deviation, goals, odd_settings, others, verdict
from benchmarks.quality.plan import (
    BEAM,
    CURVE,
    FULL,
    RECIPE,
    TEST_SETS,
    UNKNOWN_WORDS,
    curve_label,
    planned,
    unknown_words_label,
)
from benchmarks.quality.rows import read_rows
from seqattn.files import write_atomic
from seqattn.sizes import sized_like
from seqattn.text import counted

PAGE = PROJECT / "docs" / "quality.md"

HEAD = f"""# Quality, measured

Made by `python -m benchmarks.quality` from `benchmarks/results/quality.json`, which holds the
commands, commit, seed, minutes, threads and processor of each run; not by hand.

Each run is trained by `seqattn train` with nothing but its files and a seed: all settings are the
default ones for the size of the text, save in half of the learning curve, in the ablations and
where bytes are left out. It is translated by `seqattn translate`, greedily and with
`--beam {BEAM}`, and scored by sacrebleu. One model at a time, no ensemble. Settings are chosen on
validation text alone; a test part is translated once, when the run is finished. BLEU and chrF of
two texts, or with two signatures, cannot be compared. Minutes are those of the run's own log,
validations included. A mean of several seeds is followed by their standard deviation.
"""

TEXTS_TOLD = """
**multi30k** are image captions, 29,000 pairs: the `lc.norm.tok` files, lowercased and tokenised,
scored as they are (`--tokenize none`); **multi30k-raw** the same captions as they were written,
cased, scored with `13a`. Validated on `val`, tested on `test_2016_flickr`. **tanaka** are 51,000
short Japanese-English sentences, **tatoeba** 29,000 everyday English-Chinese ones. Their sentences
repeat, so they are cut anew (`benchmarks/quality/splits.py`, seed 1): no sentence of a part, on
either side, stands in another, whatever its case and punctuation; 1,000 pairs validate and 1,000
test.
"""

CURVE_TOLD = f"""\
BLEU on Multi30k's validation part (English-German, greedy) when only the first pairs of the
shuffled training part are there: with the defaults, which follow the size of the text, against
the settings that {FULL:,} pairs get (vocabulary, widths, dropouts, batch, learning rate), given as
options. Both have equally many steps, and as many between two validations, so that sizes are
compared and not time: the epochs of the fixed half are as many as that takes. Either half may stop
early. *Sized as* says for which numbers of pairs the defaults of that point
are made (`seqattn/sizes.py`). At all pairs both halves are the same. A tie is within one standard
deviation, the larger of both.
"""

ABLATIONS_TOLD = """\
One change at a time: a trick of the recipe turned off, or one that it does without turned on.
Multi30k English-German, one seed, a schedule of fewer epochs, scored on the validation part. With
one seed, a few tenths of BLEU mean nothing; and what thins the training signal may need more
epochs than there are here.
"""

UNKNOWN_TOLD = """\
With byte fallback, the default, no word is unknown: a character without a piece is spelled in
bytes. Trained without it, a model may lack pieces for characters of a new text. Then
`translate --unknown copy` writes the part of the source that the decoder looked at; `avoid`, the
default, never chooses the unknown piece, `mark` writes `<unk>`. Greedy, validation part, one seed.
*Unknown* are pieces; copying can only be right about a part of the reference that stands in its
source as well.
"""

PUBLISHED_TOLD = (
    "At least and aimed at are the project's own goals. What was known of others' single models on "
    "the same test part, lowercased Moses tokens, none of them trained again here: "
    + "; ".join(f"{model} {bleu:.1f} ({name})" for name, model, bleu in PUBLISHED)
    + "."
)


def write_page(rows: Sequence[Row], path: Path = PAGE) -> None:
    """Write docs/quality.md."""
    write_atomic(path, page(rows).encode())


def page(rows: Sequence[Row]) -> str:
    """The whole page."""
    measured = [_test_sets(rows), _curve(rows), _ablations(rows), _unknown_words(rows)]
    parts = [*measured, _circumstances(rows), _missing(rows)]
    return "\n".join([HEAD, *("\n".join(part) + "\n" for part in parts if part)])


# ---- tests ---------------------------------------------------------------------------------------


def _test_sets(rows: Sequence[Row]) -> list[str]:
    found = [row for row in rows if row["set"] in TEST_SETS]
    said = ["## Test parts", TEXTS_TOLD]
    if not found:
        return [*said, "No run is there yet."]
    said += markdown(
        ("text", "seeds", "validation BLEU", "BLEU, greedy", f"BLEU, beam {BEAM}",
         f"chrF, beam {BEAM}", "minutes", "parameters"),
        [_mean_of(name, [r for r in found if r["set"] == name]) for name in TEST_SETS
         if any(row["set"] == name for row in found)],
    )  # fmt: skip
    said += ["", *(f"- {claim}" for claim in goals(found)), *_signatures(found)]
    said += ["", PUBLISHED_TOLD, ""]
    said += ["Each run:", ""]
    said += markdown(
        ("text", "seed", "validation loss", "greedy BLEU", "chrF", "length",
         f"beam {BEAM} BLEU", "chrF", "length", "epochs", "minutes", "starts", "load", "commit"),
        [_run_of(row) for row in found],
    )  # fmt: skip
    said += ["", "*Length* is that of the translations over that of the references, in words as "]
    said[-1] += "BLEU counts them. *Starts* above 1: the run was broken off and gone on with. "
    said[-1] += "*Load*: about how many other processes computed as it began, or as it ended."
    return said


def _mean_of(name: str, found: Sequence[Row]) -> tuple[str, ...]:
    def of(number: Callable[[Row], float]) -> str:
        return _with_deviation([number(row) for row in found])

    return (
        name,
        ", ".join(str(row["seed"]) for row in found),
        of(lambda row: row["scores"]["dev"]["greedy"]["bleu"]),
        of(lambda row: row["scores"]["test"]["greedy"]["bleu"]),
        of(lambda row: row["scores"]["test"]["beam"]["bleu"]),
        of(lambda row: row["scores"]["test"]["beam"]["chrf"]),
        f"{mean(row['minutes'] for row in found):.0f}",
        f"{max(row['parameters'] for row in found) / 1e6:.1f} M",
    )


def _run_of(row: Row) -> tuple[str, ...]:
    cells = [row["set"], str(row["seed"]), f"{row['validation_loss']:.3f}"]
    for way in ("greedy", "beam"):
        scores = row["scores"]["test"][way]
        cells += [f"{scores['bleu']:.1f}", f"{scores['chrf']:.1f}", f"{scores['length_ratio']:.3f}"]
    made = (f"{row['minutes']:.1f}", str(len(row["starts"])), f"{others(row):.1f}")
    return (*cells, _epochs(row), *made, f"`{row['commit']}`")


def _epochs(row: Row) -> str:
    """Epochs trained, and planned where they were fewer.

    >>> _epochs({"epochs": 20.0, "epochs_planned": 20}), _epochs({"epochs": 7.5,
    ... "epochs_planned": 20})
    ('20', '7.5 of 20')
    """
    done, asked = row["epochs"], row["epochs_planned"]
    return f"{done:g}" if done >= asked else f"{done:g} of {asked}"


def _signatures(found: Sequence[Row]) -> Iterator[str]:
    """sacrebleu's signatures, with the sets that have them."""
    for measure in ("bleu", "chrf"):
        sets: dict[str, list[str]] = {}
        for row in found:
            names = sets.setdefault(row["scores"]["test"][f"{measure}_signature"], [])
            names += [row["set"]] if row["set"] not in names else []
        for signature, names in sets.items():
            yield f"- `{signature}`: {', '.join(names)}."


# ---- validation ----------------------------------------------------------------------------------


def _seeds(rows: Sequence[Row], name: str, label: str) -> list[Row]:
    """The rows of a run that differ in their seeds alone."""
    return [row for row in rows if (row["set"], row["label"]) == (name, label)]


def _dev(rows: Sequence[Row]) -> list[float]:
    """Greedy validation BLEU of each."""
    return [row["scores"]["dev"]["greedy"]["bleu"] for row in rows]


def _steps(rows: Sequence[Row]) -> str:
    """Steps that were trained, the mean of all seeds."""
    return f"{mean(row['steps'] for row in rows):,.0f}" if rows else "missing"


def _curve(rows: Sequence[Row]) -> list[str]:
    said = ["## Learning curve", "", CURVE_TOLD]
    lines = []
    for pairs in CURVE:
        labels = [curve_label(pairs, half) for half in ("defaults", "fixed")]
        halves = [_seeds(rows, "learning-curve", label) for label in labels]
        if any(halves):
            scores = [_dev(half) for half in halves]
            cells = (*map(_with_deviation, scores), *map(_steps, halves))
            lines.append((f"{pairs:,}", sized_like(pairs), *cells, _verdict(*scores)))
    if whole := _seeds(rows, "multi30k-en-de", RECIPE):
        cells = (*2 * [_with_deviation(_dev(whole))], *2 * [_steps(whole)])
        lines.append((f"{FULL:,}", sized_like(FULL), *cells, "the same"))
    if not lines:
        return [*said, "No run is there yet."]
    head = ("pairs", "sized as", "defaults", "fixed", "steps, defaults", "steps, fixed", "who wins")
    return [*said, *markdown(head, lines)]


def _verdict(defaults: Sequence[float], fixed: Sequence[float]) -> str:
    return verdict(defaults, fixed) if defaults and fixed else "open: one half is missing"


def _ablations(rows: Sequence[Row]) -> list[str]:
    found = [row for row in rows if row["set"] == "ablations"]
    said = ["## Ablations", "", ABLATIONS_TOLD]
    if not found:
        return [*said, "No run is there yet."]
    first = next((row for row in found if row["label"] == RECIPE), None)
    return said + markdown(
        ("", "options", "BLEU, greedy", f"BLEU, beam {BEAM}", f"chrF, beam {BEAM}", "loss",
         "length", "epochs", "minutes", "parameters"),
        [_ablation(row, first) for row in found],
    )  # fmt: skip


def _ablation(row: Row, first: Row | None) -> tuple[str, ...]:
    scores = row["scores"]["dev"]
    cells = []
    for way, measure in (("greedy", "bleu"), ("beam", "bleu"), ("beam", "chrf")):
        value = scores[way][measure]
        change = value - first["scores"]["dev"][way][measure] if first else 0.0
        differs = first is not None and row["label"] != RECIPE
        cells.append(f"{value:.1f}" + (f" ({change:+.1f})" if differs else ""))
    return (
        _name_of(row["label"]), f"`{' '.join(row['options'])}`", *cells,
        f"{row['validation_loss']:.3f}", f"{scores['beam']['length_ratio']:.3f}", _epochs(row),
        f"{row['minutes']:.1f}", f"{row['parameters'] / 1e6:.1f} M",
    )  # fmt: skip


def _unknown_words(rows: Sequence[Row]) -> list[str]:
    said = ["## Unknown words", "", UNKNOWN_TOLD]
    lines = []
    for text, pairs in UNKNOWN_WORDS:
        labels = [unknown_words_label(text, pairs, kind) for kind in ("bytes", "no bytes")]
        with_bytes, without = (_seeds(rows, "unknown-words", label) for label in labels)
        if with_bytes and without:
            lines.append(_unknown_line(text, pairs, with_bytes[0], without[0]))
    if not lines:
        return [*said, "No pair of runs is there yet."]
    head = ("text", "pairs", "BLEU with bytes", "without: avoid", "copy", "mark",
            "unknown in sources", "in references", "also in the source", "written",
            "copied right")  # fmt: skip
    return [*said, *markdown(head, lines)]


def _unknown_line(text: str, pairs: int, with_bytes: Row, without: Row) -> tuple[str, ...]:
    facts = without["unknown"]
    bleu = [*_dev([with_bytes]), *(facts["bleu"][way] for way in ("avoid", "copy", "mark"))]
    counts = ("in_sources", "in_references", "of_these_in_the_source", "written", "copied_right")
    return (
        text, f"{pairs:,}", *(f"{each:.1f}" for each in bleu),
        *(f"{facts[name]:,}" for name in counts),
    )  # fmt: skip


# ---- the rest ------------------------------------------------------------------------------------


def _circumstances(rows: Sequence[Row]) -> list[str]:
    """On what machines and states of the project rows were made, and what is odd about them."""
    if not rows:
        return []
    kinds: dict[str, list[str]] = {}
    for row in rows:
        at = row["starts"][0]
        flags = " ".join(at["flags"]) or "no flags known"
        text = (
            f"commit {row['commit'] or 'unknown'}, {at['processor']} ({flags}), "
            f"{counted(row['threads'], 'thread')}, torch {at['torch']}, Python {at['python']}"
        )
        names = kinds.setdefault(text, [])
        names += [row["set"]] if row["set"] not in names else []
    said = ["## How they were made", ""]
    said += [f"- {', '.join(names)}: {text}." for text, names in kinds.items()]
    said += [f"- {claim}" for claim in odd_settings(rows)]
    return [*said, "", "```sh", "python -m benchmarks.quality --data DIR --runs RUNS", "```"]


def _missing(rows: Sequence[Row]) -> list[str]:
    """Runs of the plan that have no row, by set."""
    there = {(row["set"], row["label"], row["seed"]) for row in rows}
    missing: dict[tuple[str, str], list[str]] = {}
    for run in planned():
        if run.key not in there:
            missing.setdefault((run.set, run.label), []).append(str(run.seed))
    if not missing:
        return []
    said = ["## Still missing", "", "These runs are planned and not there yet:", ""]
    for (name, label), seeds in missing.items():
        named = name if name in TEST_SETS else f"{name}, {_name_of(label)}"
        said.append(f"- {named}: seed{'s' if len(seeds) > 1 else ''} {', '.join(seeds)}")
    return [*said, "", "`python -m benchmarks.quality --list` tells how many minutes they need."]


def _name_of(label: str) -> str:
    """What a row of the ablations is called.

    >>> _name_of("default"), _name_of("no averaging")
    ('the recipe', 'no averaging')
    """
    return "the recipe" if label == RECIPE else label


def _with_deviation(values: Sequence[float]) -> str:
    """A mean and the standard deviation of several values.

    >>> _with_deviation([1.0, 2.0, 3.0]), _with_deviation([4.0]), _with_deviation([])
    ('2.0 ± 1.0', '4.0', 'missing')
    """
    if not values:
        return "missing"
    middle = f"{mean(values):.1f}"
    return f"{middle} ± {deviation(values):.1f}" if len(values) > 1 else middle


if __name__ == "__main__":
    write_page(read_rows())
    print(PAGE)
