"""Searches of many sentences: those of like length together, in batches that memory can hold."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_args

from torch import Tensor

from seqattn.batches import in_length_order, source_batch
from seqattn.models.ensemble import Ensemble
from seqattn.models.seq2seq import Seq2Seq
from seqattn.search.beam import Found, Rules, find, ranked
from seqattn.search.erasure import erasure
from seqattn.search.force import force
from seqattn.search.greedy import greedy
from seqattn.search.hypotheses import Hypothesis
from seqattn.search.stepper import FORBIDDEN, LENGTH_PENALTY, Stepper, length_limits
from seqattn.translation import WeightKind

BATCH_SENTENCES = 64
BATCH_TOKENS = 4000
"""Source tokens of a batch, padding included; a beam, whose every prefix looks at each of them at
every step, gets as many fewer."""

Answer = TypeVar("Answer")


class Searcher:
    """A model that is asked for many sentences.

    A sentence gives the same answer alone and among others, and the answers come in the order of
    the sentences.

    Args:
        model: is put into evaluation mode; works where its weights lie.
        length_penalty: exponent of the length in scores, 0 or more.
        coverage_penalty: weight of the coverage in the ranking of a beam, 0 or more.
    """

    def __init__(
        self,
        model: Seq2Seq | Ensemble,
        length_penalty: float = LENGTH_PENALTY,
        coverage_penalty: float = 0.0,
    ) -> None:
        self.model = model.eval()
        self._stepper: Stepper[Any, Any] = self.model
        self.length_penalty = length_penalty
        self.coverage_penalty = coverage_penalty

    def best(
        self,
        sentences: Sequence[list[int]],
        *,
        size: int = 1,
        n_best: int = 1,
        batch_size: int = BATCH_SENTENCES,
        forbidden: Sequence[int] = FORBIDDEN,
        keep_weights: bool = True,
        by_coverage: bool = True,
    ) -> list[list[Hypothesis]]:
        """The best hypotheses of each sentence, best first.

        Args:
            sentences: source ids without their end marks.
            size: prefixes kept at each step, 1 or more; 1 is greedy.
            n_best: hypotheses wanted of each sentence, in 1 to `size`.
            batch_size: most sentences of a batch, 1 or more.
            forbidden: ids that are never chosen.
            keep_weights: whether the hypotheses carry their weights.
            by_coverage: whether coverage counts, for which the weights of all prefixes are kept
                until the end.

        Raises:
            ValueError: as `beam` and its `Rules`.
        """
        penalties = self.length_penalty, self.coverage_penalty if by_coverage else 0.0
        rules = Rules(size, n_best, *penalties, forbidden, keep_weights)

        def fan(source: Tensor, mask: Tensor, _: list[int]) -> list[Found]:
            return find(self._stepper, source, mask, length_limits(mask.sum(dim=1)), rules)

        def walk(source: Tensor, mask: Tensor, _: list[int]) -> list[Hypothesis]:
            return greedy(
                self._stepper,
                source,
                mask,
                length_limits(mask.sum(dim=1)),
                length_penalty=self.length_penalty,
                forbidden=forbidden,
                keep_weights=rules.looks,
            )

        def walk_all(lost: list[int]) -> list[Hypothesis]:
            # Few of each batch: together they take no more steps than those of one.
            return self._in_batches([sentences[i] for i in lost], walk, batch_size, BATCH_TOKENS)

        found = self._in_batches(sentences, fan, batch_size, max(1, BATCH_TOKENS // size))
        return ranked(found, walk_all, rules)

    def force(
        self,
        sentences: Sequence[list[int]],
        targets: Sequence[list[int]],
        *,
        batch_size: int = BATCH_SENTENCES,
        keep_weights: bool = True,
        weights: WeightKind = "attention",
    ) -> list[Hypothesis]:
        """What the model makes of a given target for each sentence.

        Args:
            sentences: source ids without their end marks.
            targets: target ids of each, likewise.
            batch_size: most sentences of a batch, 1 or more.
            keep_weights: whether the hypotheses carry their weights.
            weights: of what kind; those of erasure come without the raw scores.

        Raises:
            ValueError: an unknown kind of weights.
        """
        if weights not in get_args(WeightKind):
            raise ValueError(f"unknown weights {weights!r}, expected one of {get_args(WeightKind)}")

        def find(source: Tensor, mask: Tensor, indices: list[int]) -> list[Hypothesis]:
            target_out = source_batch([targets[i] for i in indices])[0].to(source.device)
            found = force(
                self._stepper,
                source,
                mask,
                target_out,
                length_penalty=self.length_penalty,
                keep_weights=keep_weights,
            )
            if keep_weights and weights == "erasure":
                return erasure(self._stepper, source, mask, target_out, found)
            return found

        return self._in_batches(sentences, find, batch_size, BATCH_TOKENS)

    def _in_batches(
        self,
        sentences: Sequence[list[int]],
        find: Callable[[Tensor, Tensor, list[int]], list[Answer]],
        batch_size: int,
        batch_tokens: int,
    ) -> list[Answer]:
        """What `find` finds for each sentence, in the order given."""
        found: dict[int, Answer] = {}
        device = next(self.model.parameters()).device
        lengths = [len(sentence) + 1 for sentence in sentences]
        for batch in in_length_order(
            lengths, batch_tokens=batch_tokens, batch_sentences=batch_size
        ):
            indices: list[int] = batch.tolist()
            source, mask, _ = source_batch([sentences[i] for i in indices])
            found |= zip(indices, find(source.to(device), mask.to(device), indices), strict=True)
        return [found[i] for i in range(len(sentences))]
