"""A trained run as the starting point of a new one: what is kept of it, and what begins anew.

Kept are its weights, its pieces, its mechanisms and its sizes, since weights mean nothing without
them, and what of a corpus is used, unless that is given anew. Anew are the schedule, the optimiser,
the validations and whatever else the section `training` holds; *by size* settings of it follow the
new corpus. The run itself is only read.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from seqattn import checkpoint
from seqattn.batches import FlatIds
from seqattn.compatibility import decided_tied
from seqattn.config import Config, section_of
from seqattn.corpus import Corpus
from seqattn.errors import UsageError
from seqattn.preparation import Prepared, prepare
from seqattn.setting import option_of
from seqattn.shipped import name_of
from seqattn.text import visible
from seqattn.tokenizer import Tokenizer, TokenizerPair

KEPT = ("data", "tokenizer", "model")
"""Sections of the settings that a new run takes from its starting point."""

FIXED = ("tokenizer", "model")
"""Those of them that cannot be given anew."""

STRANGE = 0.1
"""Share of unknown pieces on a side above which a vocabulary of its own may serve a text better."""


@dataclass(frozen=True)
class StartingPoint:
    """A trained run that another training begins with.

    Attributes:
        name: its folder's name, without the path; `shipped:NAME` if it comes with seqattn.
        config: its settings.
        tokenizers: source and target.
        weights: its model's, those it translates with.
        origin: what a new run's config.json says of it, as plain data without a path.
    """

    name: str
    config: Config
    tokenizers: TokenizerPair
    weights: dict[str, Tensor]
    origin: dict[str, Any]

    @classmethod
    def load(cls, folder: Path) -> "StartingPoint":
        """Read a run.

        Raises:
            RunError: it is none, has no weights yet, or is damaged.
        """
        run = checkpoint.load_run(folder)
        _, about = checkpoint.load_tensors(folder / checkpoint.MODEL)
        name = name_of(folder) or folder.resolve().name
        corpus = run.info.get("corpus", {}).get("name", "another corpus")
        origin = {"run": name, "corpus": corpus}
        origin |= {key: about[key] for key in ("step", "bleu") if key in about}
        if "init_from" in run.info:  # where that one had begun
            origin["init_from"] = run.info["init_from"]
        weights = checkpoint.unique_tensors(run.model)
        return cls(name, run.config, run.tokenizers, weights, origin)

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The settings given, joined by those that are kept of the run.

        Raises:
            UsageError: one that was given contradicts what the weights were trained with.
        """
        kept = {n: value for n, value in self.config.values().items() if section_of(n) in KEPT}
        for name, value in given.items():
            if section_of(name) in FIXED and value not in (self._decided(name), kept[name], "auto"):
                option = option_of(name)
                raise UsageError(
                    f"{option} is {visible(str(value))}, but the weights of --init-from "
                    f"{visible(self.name)} were trained with {visible(str(kept[name]))}.",
                    hint=f"Leave {option} out, or leave --init-from out to train from nothing.",
                )
        asked = {name: v for name, v in given.items() if section_of(name) not in FIXED}
        return {**kept, **asked}

    def _decided(self, name: str) -> Any:
        """The value of a setting, with `auto` as it was decided for these weights."""
        value = self.config.value(name)
        if name == "tied_embeddings":
            return decided_tied(value, joint=self.tokenizers.joint)
        return value

    def prepare(
        self,
        corpus: Corpus,
        dev: Corpus | None,
        given: Mapping[str, Any],
        *,
        tell: Callable[[str], None] = lambda _: None,
    ) -> Prepared:
        """Clean, split and encode a corpus with the run's pieces, as `preparation.prepare` does.

        Args:
            corpus: training text.
            dev: validation text, or None to hold a part out.
            given: settings that the user chose, by name.
            tell: told in a few words what begins, before each stage that may take minutes.

        Raises:
            CorpusError: text cannot be used, or nothing is left of it.
            UsageError: a setting contradicts the run's.
        """
        settings = self.settings(given)
        config = Config().with_values(settings)
        prepared = prepare(corpus, dev, config, settings, tokenizers=self.tokenizers, tell=tell)
        prepared.info["init_from"] = self.origin
        prepared.remarks.extend(self._remarks(prepared))
        return replace(prepared, config=config.sized(len(prepared.train), settings))

    def _remarks(self, prepared: Prepared) -> Iterator[str]:
        """Where it begins, and how much of the text its pieces cannot write."""
        name, sides = visible(self.name), (prepared.train.source, prepared.train.target)
        tokenizers = (self.tokenizers.source, self.tokenizers.target)
        shares = [unknown_share(*side) for side in zip(tokenizers, sides, strict=True)]
        turned = prepared.config.data.reverse
        swapped = ", the sides swapped as there" if turned and self.config.data.reverse else ""
        yield (
            f"Starting from {name}, trained on {visible(self.origin['corpus'])}{swapped}. Pieces "
            f"unknown to it, or bytes in their place: {shares[0]:.1%} of the source, "
            f"{shares[1]:.1%} of the target."
        )
        if max(shares) > STRANGE:
            yield (
                f"Much of this text is strange to {name}: training without --init-from learns "
                "pieces of its own."
            )


def unknown_share(tokenizer: Tokenizer, ids: FlatIds) -> float:
    """The share, in [0, 1], of ids that text without a piece of its own is left: UNK and bytes."""
    return float(np.isin(ids.ids, sorted(tokenizer.unfamiliar_ids)).mean())
