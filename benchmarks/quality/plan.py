"""What `benchmarks.quality` trains: the sets, their seeds, and the tricks that are turned off.

To change what is measured, change the tables here. Nothing of the recipe stands here: every set
but the learning curve's `fixed` half, the ablations and the runs without bytes is trained with
nothing but its files and a seed. Minutes are guesses for two threads, used until a run of the same
kind has been timed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from seqattn.config import all_settings
from seqattn.sizes import size_defaults

BEAM = 5
"""Of the translations that are scored beside the greedy ones; chosen on validation text alone."""

SEEDS = (1, 2, 3)
FULL = 29_000
"""Pairs of Multi30k: whose settings by size are the learning curve's fixed ones."""

CURVE = (500, 2_000, 8_000)
"""Pairs of the learning curve; at all pairs both its halves are the runs of multi30k-en-de."""

FILLED = {500: 0.9}
"""Of the fixed half's batches at so few pairs: how much of them is filled, beside the defaults'
smaller ones, counted as batches an epoch; nearly 1 at more pairs."""

ABLATION_EPOCHS = 10
"""Of each ablation: so many that the schedule ends in about 20 minutes on two threads."""

ABLATIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("no lexical shortcut", {"lexical_shortcut": False}),
    ("no word dropout", {"word_dropout": 0.0}),
    ("no embedding dropout", {"embedding_dropout": 0.0}),
    ("no context dropout", {"context_dropout": 0.0}),
    ("no output dropout", {"output_dropout": 0.0}),
    ("no label smoothing", {"label_smoothing": 0.0}),
    ("no averaging", {"averaging": 0.0}),
    ("no tied embeddings", {"tied_embeddings": "none"}),
    ("the state alone asks", {"query": "state"}),
    ("with subword sampling", {"subword_sampling": 0.1}),
    ("with layer normalisation", {"layer_norm": True}),
    ("with two layers in the encoder", {"encoder_layers": 2}),
    ("with transitions of depth 2", {"transition_depth": 2}),
    ("with states half as wide again", {"encoder_size": 384, "decoder_size": 384}),
)
"""One change to the recipe each: a trick of it turned off, or one it does without turned on."""

UNKNOWN_WORDS = (("multi30k-raw-en-de", 500), ("tatoeba-en-zh", 2_000))
"""Texts, and how many of their pairs, that are trained on with byte fallback and without: so few
that the validation part has characters which training never saw."""

RECIPE = "default"
"""Label of the runs whose settings are all their own default ones."""

TINY: dict[str, Any] = {
    "epochs": 1, "vocab_size": 400, "embedding_size": 16, "encoder_size": 16, "decoder_size": 16,
    "attention_size": 16, "warmup_steps": 4, "validate_every": 0,
}  # fmt: skip
"""What --quick trains with."""

QUICK_CURVE = (40, 60)


@dataclass(frozen=True)
class Planned:
    """A run that belongs on the page.

    Attributes:
        set: one of `SETS`.
        label: what is special about it within its set.
        seed: of the training.
        text: what it is trained on, one of `texts.TEXTS`.
        settings: given to `seqattn train` as options.
        pairs: the first so many of the shuffled training part; 0: all, as they stand.
        parts: of the text that it is scored on.
        minutes: a guess.
    """

    set: str
    label: str
    seed: int
    text: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    pairs: int = 0
    parts: tuple[str, ...] = ("dev", "test")
    minutes: float = 45.0

    @property
    def name(self) -> str:
        """Of its run folder.

        >>> Planned("ablations", "no averaging", 1, "multi30k-en-de").name
        'ablations.no-averaging.seed1'
        """
        label = re.sub(r"\W+", "-", self.label).strip("-")
        return f"{self.set}.{label}.seed{self.seed}"

    @property
    def key(self) -> tuple[str, str, int]:
        """What tells it from all others."""
        return (self.set, self.label, self.seed)


TEST_SETS: dict[str, tuple[tuple[int, ...], float]] = {
    "multi30k-en-de": (SEEDS, 50.0),
    "multi30k-de-en": (SEEDS, 50.0),
    "multi30k-raw-en-de": ((1,), 50.0),
    "tanaka-en-ja": ((1,), 55.0),
    "tanaka-ja-en": ((1,), 55.0),
    "tatoeba-en-zh": ((1,), 30.0),
    "tatoeba-zh-en": ((1,), 30.0),
}
"""Sets that are scored on a test part: their seeds, and minutes a run."""

SETS = (*TEST_SETS, "learning-curve", "ablations", "unknown-words")


def planned(
    sets: Sequence[str] = SETS, seeds: Sequence[int] = (), *, quick: bool = False
) -> Iterator[Planned]:
    """The runs of some sets, in the order of the page.

    Args:
        sets: some of `SETS`.
        seeds: of all of them; without it those that each set has by itself.
        quick: tiny ones.

    >>> [run.seed for run in planned(["tatoeba-zh-en"], [4, 5])]
    [4, 5]
    """
    for name in SETS:
        if name in sets:
            for run in _of_set(name, seeds, QUICK_CURVE if quick else CURVE):
                yield replace(run, settings={**run.settings, **TINY}) if quick else run


def _of_set(name: str, seeds: Sequence[int], curve: Sequence[int]) -> Iterator[Planned]:
    if name == "learning-curve":
        yield from _curve(seeds or SEEDS, curve)
    elif name == "ablations":
        for seed in seeds or (1,):
            yield from _ablations(seed)
    elif name == "unknown-words":
        for seed in seeds or (1,):
            yield from _unknown_words(seed)
    else:
        own, minutes = TEST_SETS[name]
        for seed in seeds or own:
            yield Planned(name, RECIPE, seed, name, minutes=minutes)


def curve_label(pairs: int, half: str) -> str:
    """The label of a point of the learning curve, whose half is `defaults` or `fixed`."""
    return f"{pairs} pairs, {half}"


def _curve(seeds: Sequence[int], sizes: Sequence[int]) -> Iterator[Planned]:
    for pairs in sizes:
        for half, settings in (("defaults", {}), ("fixed", fixed_settings(pairs))):
            for seed in seeds:
                yield Planned(
                    "learning-curve", curve_label(pairs, half), seed, "multi30k-en-de",
                    settings, pairs, ("dev",), minutes=3 + pairs / 500,
                )  # fmt: skip


def fixed_settings(pairs: int) -> dict[str, Any]:
    """Settings of the learning curve's `fixed` half: those of the full text, with time to learn.

    The epochs of the full text would be a handful of steps for few pairs, and the comparison one of
    time. So the epochs are those with which the half has as many steps as the defaults have there:
    more by as much as its batches are larger. It is validated after as many steps, too, and so
    waits as long for a better validation.

    Args:
        pairs: of the point.

    >>> fixed_settings(500)["batch_tokens"] == size_defaults(FULL)["batch_tokens"]
    True
    """
    usual, full = size_defaults(pairs), size_defaults(FULL)
    more = full["batch_tokens"] / usual["batch_tokens"] * FILLED.get(pairs, 1.0)
    time = {"epochs": round(usual["epochs"] * more), "validate_every": usual["validate_every"]}
    return {**full, **time}


def _ablations(seed: int) -> Iterator[Planned]:
    short = {"epochs": ABLATION_EPOCHS}
    for label, settings in ((RECIPE, {}), *ABLATIONS):
        yield Planned(
            "ablations", label, seed, "multi30k-en-de", {**settings, **short}, 0, ("dev",), 20.0
        )


def unknown_words_label(text: str, pairs: int, kind: str) -> str:
    """The label of a run with `bytes` or `no bytes`."""
    return f"{text}, {pairs} pairs, {kind}"


def _unknown_words(seed: int) -> Iterator[Planned]:
    for text, pairs in UNKNOWN_WORDS:
        for kind, settings in (("bytes", {}), ("no bytes", {"byte_fallback": False})):
            yield Planned(
                "unknown-words", unknown_words_label(text, pairs, kind), seed, text,
                settings, pairs, ("dev",), minutes=3 + pairs / 500,
            )  # fmt: skip


def options_of(settings: Mapping[str, Any]) -> list[str]:
    """Settings as options of `seqattn train`.

    >>> options_of({"batch_tokens": 9, "lexical_shortcut": False})
    ['--batch-tokens', '9', '--no-lexical-shortcut']
    """
    names = {setting.name: setting.option for setting in all_settings()}
    words: list[str] = []
    for name, value in settings.items():
        if isinstance(value, bool):
            words.append(names[name] if value else names[name].replace("--", "--no-", 1))
        else:
            words += [names[name], str(value)]
    return words
