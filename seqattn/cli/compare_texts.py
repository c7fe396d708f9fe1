"""The texts of `seqattn compare`: to train on, to validate on, and to score on in the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from seqattn.cli.inputs import SHIPPED, Input, check_count, open_files, open_texts
from seqattn.cli.options import say

if TYPE_CHECKING:
    from seqattn.comparison.results import TestSet
    from seqattn.corpus import Corpus
    from seqattn.preparation import Prepared


@dataclass(frozen=True)
class Texts:
    """What the command line names.

    Attributes:
        files: the training text.
        dev: the files of --dev, if any.
        test: the files of --test, if any.
    """

    files: Input
    dev: Sequence[str]
    test: Sequence[str]

    @property
    def short_name(self) -> str:
        """What a folder is named after."""
        return Path(self.files.paths[0]).name if self.files.paths else "shipped"

    def open(self, *, reverse: bool) -> "tuple[Corpus, Corpus | None, Corpus | None]":
        """Training, validation and test text; None where there is none of its own.

        Raises:
            UsageError: --dev or --test was given too often, or options do not fit the files.
            CorpusError: a file cannot be used.
        """
        corpus, dev = open_texts(self.files, self.dev, reverse=reverse)
        return corpus, dev, self._open_test(reverse)

    def _open_test(self, reverse: bool) -> "Corpus | None":
        from seqattn.corpus import shipped_corpus

        check_count("--test", self.test)
        if self.test:
            return open_files(self.files, self.test, reverse=reverse)
        if self.files.paths:
            return None
        corpus = shipped_corpus("test", reverse=reverse)
        corpus.name = f"the test part of {SHIPPED}"
        return corpus


def read_test(corpus: "Corpus | None", *, quiet: bool) -> "TestSet | None":
    """Both sides of the text to score on, if it is one of its own; says what was dropped.

    It is read before pieces are learned: a bad line of it should show at once.
    """
    from seqattn.comparison.results import TestSet

    if corpus is None:
        return None
    pairs = list(corpus)
    say(*corpus.notices, quiet=quiet)
    return TestSet(corpus.name, [pair.source for pair in pairs], [pair.target for pair in pairs])


def validation_as_test(prepared: "Prepared") -> "TestSet":
    """What is scored on where there is no test text."""
    from seqattn.comparison.results import TestSet

    return TestSet("the validation text", prepared.dev.sources, prepared.dev.references)
