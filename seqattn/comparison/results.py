"""What came out of a comparison, and the file that holds it: comparison.json.

The file is written before the first training and after each, so it always says what is compared,
with which common settings, and how far it has come. It holds plain numbers and names, no path but
those of the run folders beside it and those in the commands, as they were typed.
"""

import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

from seqattn.comparison import variants
from seqattn.comparison.variants import Variant
from seqattn.config import Config
from seqattn.errors import RunError, SeqattnError
from seqattn.evaluation import LENGTH_BINS
from seqattn.files import read_object
from seqattn.text import visible

FILE = "comparison.json"
PLOT = "bleu-by-length.svg"
FORMAT = 1

_PACKAGES = ("seqattn", "torch", "sacrebleu", "sentencepiece", "safetensors", "numpy")


@dataclass(frozen=True)
class TestSet:
    """The sentences that every model translates in the end.

    Attributes:
        name: what to call them.
        sources: N texts.
        references: N texts.
    """

    __test__ = False  # for pytest, which takes the name for a test class

    name: str
    sources: list[str]
    references: list[str]

    @property
    def fingerprint(self) -> str:
        """Sha256 of all texts, in hexadecimal."""
        return sha256("\n".join([*self.sources, *self.references]).encode()).hexdigest()


@dataclass(frozen=True)
class LengthScore:
    """BLEU of the sentences of one bin.

    Attributes:
        shortest: tokens of the shortest source of the bin.
        longest: of the longest; None in the last bin.
        sentences: how many the test set has.
        bleu: 0 to 100.
    """

    shortest: int
    longest: int | None
    sentences: int
    bleu: float

    @property
    def span(self) -> str:
        """The bin as one reads it.

        >>> [LengthScore(*ends, 5, 1.0).span for ends in ((0, 10), (11, 11), (51, None))]
        ['0-10', '11', '51+']
        """
        if self.shortest == self.longest:
            return str(self.shortest)
        return f"{self.shortest}+" if self.longest is None else f"{self.shortest}-{self.longest}"


@dataclass(frozen=True)
class Result:
    """One training and what its best model scores.

    Attributes:
        variant: name of the variant.
        seed: of the training.
        folder: run folder, within the comparison's.
        parameters: numbers the model learns, shared ones once.
        reason: what ended the training: `epochs`, `early-stop` or `max-minutes`.
        steps: steps done.
        epochs: epochs done.
        seconds: time trained, validations included.
        validation_loss: nats per target token, of the model kept.
        validation_bleu: of the model kept, greedy.
        bleu: on the test set, greedy, 0 to 100.
        chrf: likewise.
        bleu_signature: sacrebleu's.
        by_length: BLEU for each bin that holds a sentence, from short to long.
        tokens_per_second: real target tokens of training, validations not included.
        peak_memory: most bytes of main memory that the training's process held at once, torch and
            the corpus included; None where it was not measured.
        first_memory: likewise, before the first step: what any training of this text takes.
        peak_gpu_memory: most bytes of tensors on the GPU; None without one, or where not measured.
    """

    variant: str
    seed: int
    folder: str
    parameters: int
    reason: str
    steps: int
    epochs: float
    seconds: float
    validation_loss: float
    validation_bleu: float
    bleu: float
    chrf: float
    bleu_signature: str
    by_length: tuple[LengthScore, ...]
    tokens_per_second: float
    peak_memory: int | None = None
    first_memory: int | None = None
    peak_gpu_memory: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Result":
        """The opposite of `dataclasses.asdict`."""
        rows = tuple(LengthScore(**row) for row in data["by_length"])
        return cls(**{**data, "by_length": rows})


@dataclass(frozen=True)
class Plan:
    """What is compared.

    Attributes:
        variants: one or more.
        seeds: of the repeats of each variant, one or more.
        bins: longest source of each bin of the test set, rising; one more bin takes the rest.
    """

    variants: tuple[Variant, ...]
    seeds: tuple[int, ...]
    bins: tuple[int, ...] = LENGTH_BINS

    def trainings(self) -> Iterator[tuple[Variant, int]]:
        """All trainings in their order: every variant with the first seed, then with the next."""
        for seed in self.seeds:
            for variant in self.variants:
                yield variant, seed


@dataclass(frozen=True)
class Comparison:
    """A comparison as comparison.json keeps it.

    Attributes:
        plan: what is compared.
        config: the common settings, all of them decided.
        info: what the common text is, as in each run's config.json.
        test: name, sentences and fingerprint of the test set, and the unit of source lengths.
        results: of the trainings done, by run folder; may hold some that the plan has no more.
        versions: of Python and the packages that the numbers depend on.
        machine: what the speeds depend on, where it was begun; see `comparison.machine`.
        commands: arguments of `seqattn` that began it and went on with it; empty if from Python.
    """

    plan: Plan
    config: Config
    info: Mapping[str, Any]
    test: Mapping[str, Any]
    results: dict[str, Result] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=lambda: versions())
    machine: Mapping[str, Any] = field(default_factory=dict)
    commands: tuple[tuple[str, ...], ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether every training of the plan is done."""
        return all(v.folder(seed) in self.results for v, seed in self.plan.trainings())

    def results_of(self, variant: Variant) -> list[Result]:
        """The results of a variant, by seed, in the order of the plan."""
        folders = [variant.folder(seed) for seed in self.plan.seeds]
        return [self.results[folder] for folder in folders if folder in self.results]

    def to_json(self) -> dict[str, Any]:
        """Plain data with everything: settings, differences, seeds, scores, means, versions."""
        return {
            "format": FORMAT,
            "commands": [list(command) for command in self.commands],
            "versions": dict(self.versions),
            "machine": dict(self.machine),
            **self.info,
            "config": self.config.to_json(),
            "test": dict(self.test),
            "bins": list(self.plan.bins),
            "seeds": list(self.plan.seeds),
            "variants": [
                {
                    "name": variant.name,
                    "changes": dict(variant.changes),
                    "mean": means(self.results_of(variant)),
                }
                for variant in self.plan.variants
            ],
            "results": [asdict(result) for result in self.results.values()],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Comparison":
        """The opposite of `to_json`; means are made anew.

        Raises:
            KeyError, TypeError, SeqattnError: it is no comparison's.
        """
        known = (
            "format", "commands", "versions", "machine", "config", "test", "bins", "seeds",
            "variants", "results",
        )  # fmt: skip
        results = [Result.from_json(result) for result in data["results"]]
        compared = variants.from_json(part["changes"] for part in data["variants"])
        return cls(
            plan=Plan(compared, tuple(data["seeds"]), tuple(data["bins"])),
            config=Config.from_json(data["config"]),
            info={name: value for name, value in data.items() if name not in known},
            test=data["test"],
            results={result.folder: result for result in results},
            versions=data["versions"],
            machine=data.get("machine", {}),  # early comparisons lack these two
            commands=tuple(map(tuple, data.get("commands", ()))),
        )


def read(folder: Path) -> Comparison:
    """The comparison of a folder.

    Raises:
        RunError: it holds none, or one of another version, or a damaged file.
    """
    data = read_object(folder, FILE, FORMAT, thing="comparison", command="seqattn compare")
    try:
        return Comparison.from_json(data)
    except (SeqattnError, LookupError, TypeError, AttributeError) as error:
        raise RunError(
            f"{visible(str(folder / FILE))} is damaged.",
            hint="Copy the folder again from where it was trained.",
        ) from error


def means(results: list[Result]) -> dict[str, Any]:
    """Means over the seeds of one variant; empty without a result.

    A bin's mean is over the same sentences each time, since all translate one test set.
    """
    if not results:
        return {}
    names = ("validation_loss", "validation_bleu", "bleu", "chrf", "tokens_per_second", "epochs",
             "seconds")  # fmt: skip
    mean: dict[str, Any] = {name: _mean([getattr(r, name) for r in results]) for name in names}
    mean["parameters"] = results[0].parameters
    for name in ("peak_memory", "first_memory", "peak_gpu_memory"):
        measured = [value for r in results if (value := getattr(r, name)) is not None]
        mean[name] = round(_mean(measured)) if measured else None
    bins = zip(*(r.by_length for r in results), strict=True)
    mean["by_length"] = [
        asdict(LengthScore(b[0].shortest, b[0].longest, b[0].sentences, _mean([s.bleu for s in b])))
        for b in bins
    ]
    return mean


def versions() -> dict[str, str]:
    """Versions of Python and the packages that the numbers depend on."""
    return {
        "python": platform.python_version(),
        **{package: metadata.version(package) for package in _PACKAGES},
    }


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
