"""Word alignments of a bitext: forced decoding by one model or by two, then links."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import compress, islice
from typing import TYPE_CHECKING, NamedTuple, get_args

from seqattn.translation import WeightKind
from seqattn.word_alignment.balance import BALANCE, balanced
from seqattn.word_alignment.links import Link, links
from seqattn.word_alignment.symmetrization import AGREEMENT, HEURISTICS, agreed, symmetrize
from seqattn.word_alignment.words import Normalize, WordWeights, joined, word_weights

if TYPE_CHECKING:
    from seqattn.translator import Translator

HEURISTIC = AGREEMENT
"""Unless another is named: what is sure in one direction decides where the other is not."""

WEIGHTS: WeightKind = "erasure"
"""Unless others are named."""

LEAST = 0.3
"""Weight from which one direction links a target word to its peak."""

LEAST_AGREED = 0.22
"""The same for the agreement of two, where a peak of one alone is drawn down."""

SURE = 0.45
"""Weight of two directions that links a pair beside the target word's peak."""

WINDOW = 512  # pairs read ahead; they are sorted by length within


class WordedPair(NamedTuple):
    """A sentence and its translation, cut into words.

    Attributes:
        source_words: S words, which links count from 0.
        target_words: T words, likewise.
        source_text: what the model is to read: the same characters, perhaps with other spaces.
        target_text: likewise.
    """

    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    source_text: str
    target_text: str

    @classmethod
    def of(
        cls, source: str, target: str, *, unsegmented: tuple[bool, bool] = (False, False)
    ) -> "WordedPair":
        """Two lines, their words parted by white space.

        Args:
            source: a line.
            target: a line.
            unsegmented: for each side, whether its language writes no spaces between words, so
                that the model is to read them joined.

        >>> WordedPair.of("Tom runs .", "汤姆 跑步 。", unsegmented=(False, True)).target_text
        '汤姆跑步。'
        """
        words = (tuple(source.split()), tuple(target.split()))
        texts = [
            joined(side, unsegmented=joins) for side, joins in zip(words, unsegmented, strict=True)
        ]
        return cls(*words, *texts)


class WordAligner:
    """Links words by the weights of a model, or of two that translate in opposite directions.

    Args:
        forward: reads the source.
        backward: reads the target; None: links are those of `forward` alone.
        heuristic: one of `HEURISTICS`, or `AGREEMENT`: how both directions are joined.
        weights: of the attention, or of erasure, which knows the target piece and asks the model
            once more for each source piece.
        balance: the strength of `balanced`, in 0 to 1; 0 leaves the weights as they are.
        threshold: as in `links`; None takes each target word's peak, of `AGREEMENT` also all pairs
            of `SURE` or more, so that a target word may have two partners.
        least: of a peak that is taken, in 0 to 1; None: `LEAST`, of `AGREEMENT` `LEAST_AGREED`. A
            word may be left without a link, as one without a counterpart should.
        shift: as in `word_weights`.

    Raises:
        UsageError: a model has no attention in its decoder.
        ValueError: an unknown heuristic or kind of weights, or a number out of its range.
    """

    def __init__(
        self,
        forward: "Translator",
        backward: "Translator | None" = None,
        *,
        heuristic: str = HEURISTIC,
        weights: WeightKind = WEIGHTS,
        balance: float = BALANCE,
        threshold: float | None = None,
        least: float | None = None,
        shift: int = 0,
    ) -> None:
        _check(heuristic, weights, balance, threshold, least, shift)
        for translator in (forward, backward):
            if translator is not None:
                translator.require("decoder")
        self.forward = forward
        self.backward = backward
        self.heuristic = heuristic
        self.weights = weights
        self.balance = balance
        self.threshold = threshold
        agrees = backward is not None and heuristic == AGREEMENT
        usual = LEAST_AGREED if agrees else LEAST
        self.least = usual if least is None else least
        self.shift = shift

    def align_many(self, pairs: Iterable[WordedPair]) -> Iterator[set[Link]]:
        """The links of each pair, in order, in constant memory.

        An empty set where a side has no words, or the pair `is_too_long`.
        """
        left = iter(pairs)
        while chunk := list(islice(left, WINDOW)):
            has_links = [self._can_link(pair) for pair in chunk]
            spoken = list(compress(chunk, has_links))
            there = self._one_way(self.forward, spoken)
            if self.backward is None:
                found = (self._links(weights) for weights in there)
            else:
                swapped = [WordedPair(b, a, d, c) for a, b, c, d in spoken]
                back = self._one_way(self.backward, swapped)
                found = (self._joined(*both) for both in zip(there, back, strict=True))
            for linked in has_links:
                yield next(found) if linked else set()

    def _can_link(self, pair: WordedPair) -> bool:
        has_words = bool(pair.source_words and pair.target_words)
        return has_words and not self.is_too_long(pair)

    def is_too_long(self, pair: WordedPair) -> bool:
        """Whether a model reads more pieces of a side than attention is shown of.

        The weights of a pair take memory by the square of its length, and those of erasure time
        by its cube: one line without end would hold up all others.
        """
        from seqattn.translator import LONGEST_SHOWN  # torch, which the translators have loaded

        readers = [self.forward.tokenizers.source, self.forward.tokenizers.target]
        texts = [pair.source_text, pair.target_text]
        if self.backward is not None:
            readers += [self.backward.tokenizers.target, self.backward.tokenizers.source]
            texts *= 2
        return any(
            len(reader.encode(text)) > LONGEST_SHOWN
            for reader, text in zip(readers, texts, strict=True)
        )

    def _joined(self, forward: WordWeights, backward: WordWeights) -> set[Link]:
        """The links of both directions, of weights (T, S) and (S, T)."""
        if self.heuristic == AGREEMENT:
            weights = agreed(forward, backward)
            found = self._links(weights)
            return found if self.threshold is not None else found | links(weights, SURE)
        turned = ((j, i) for i, j in self._links(backward))
        return symmetrize(self._links(forward), turned, self.heuristic)

    def _links(self, weights: WordWeights) -> set[Link]:
        return links(weights, self.threshold, least=self.least)

    def _one_way(self, translator: "Translator", pairs: list[WordedPair]) -> Iterator[WordWeights]:
        """Weights of the words that the translator writes over those that it reads."""
        sides = translator.tokenizers
        normalize: tuple[Normalize, Normalize] = (sides.source.normalize, sides.target.normalize)
        texts = [(pair.source_text, pair.target_text) for pair in pairs]
        found = translator.force_many(texts, weights=self.weights)
        for pair, forced in zip(pairs, found, strict=True):
            assert forced.alignment is not None  # `require` saw that the model has it
            suited = balanced(forced.alignment.weights, self.balance)
            yield word_weights(
                replace(forced.alignment, weights=suited, scores=None),
                pair.source_words,
                pair.target_words,
                normalize=normalize,
                shift=self.shift,
            )


def _check(
    heuristic: str,
    weights: str,
    balance: float,
    threshold: float | None,
    least: float | None,
    shift: int,
) -> None:
    """Refuse what would give silently wrong links."""
    for name, value, known in (
        ("heuristic", heuristic, (*HEURISTICS, AGREEMENT)),
        ("weights", weights, get_args(WeightKind)),
    ):
        if value not in known:
            raise ValueError(f"unknown {name} {value!r}, expected one of {known}")
    for name, number in (("balance", balance), ("threshold", threshold), ("least", least)):
        if number is not None and not 0 <= number <= 1:
            raise ValueError(f"{name} is in 0 to 1, got {number}")
    if shift < 0:
        raise ValueError(f"shift is 0 or more, got {shift}")
