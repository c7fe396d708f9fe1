"""Text to text: a trained model and its tokenizers, used. Tensors end here.

`Translator` turns sentences into `Translation`s and attention into `Alignment`s, both plain str and
float. A sentence gives the same answer alone and in any batch; one that the tokenizer reads as
nothing (blank, only spaces) gives an empty translation, so that lines out == lines in.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

import torch

from seqattn.alignment import Alignment
from seqattn.batches import source_batch
from seqattn.checkpoint import load_run
from seqattn.config import Config
from seqattn.errors import UsageError
from seqattn.layers import Layer, check_layer, decoder_alignment, encoder_alignment, layers_of
from seqattn.models.decoder import Memory
from seqattn.models.ensemble import Ensemble
from seqattn.models.lowered import lowered
from seqattn.models.seq2seq import Seq2Seq
from seqattn.recurrence import choose_precision
from seqattn.search import BATCH_SENTENCES, LENGTH_PENALTY, Hypothesis, Searcher
from seqattn.shipped import shown
from seqattn.tokenizer import TokenizerPair
from seqattn.translation import Translation as Translation
from seqattn.translation import WeightKind
from seqattn.unknown import Unknown, copied, forbidden_ids

WINDOW = 512
"""Sentences read ahead and sorted by length; more give less padding, and a later first answer."""

LONGEST_SHOWN = 1000
"""Source pieces, without the end mark, whose attention is given; and of a given target.

A model that does not know how to end writes 2 T_x + 22 rows of T_x columns, weights and scores:
4 million numbers for 1,000 pieces, 100 million for 5,000.
"""

Item = TypeVar("Item")


class Translator:
    """A model with its tokenizers, ready to use.

    Args:
        model: is put into evaluation mode; works where its weights lie. An ensemble translates, and
            of its layers it has the decoder's alone.
        tokenizers: those it was trained with.
        config: the settings it was built from; an ensemble's, those of its first member.
        length_penalty: exponent of the length in scores, 0 or more.
        coverage_penalty: weight of the coverage in the ranking of a beam, 0 or more.
        unknown: what is written where the model does not know a word, see `seqattn.unknown`.

    Raises:
        UsageError: what is unknown should be copied, or coverage should count, but there is no
            attention.
    """

    def __init__(
        self,
        model: Seq2Seq | Ensemble,
        tokenizers: TokenizerPair,
        config: Config,
        *,
        length_penalty: float = LENGTH_PENALTY,
        coverage_penalty: float = 0.0,
        unknown: Unknown = "avoid",
    ) -> None:
        self.model = model.eval()
        self.searcher = Searcher(model, length_penalty, coverage_penalty)
        self.tokenizers = tokenizers
        self.config = config
        self.unknown = unknown
        if unknown == "copy" or coverage_penalty:
            self.require("decoder")

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers of attention that this model has."""
        if isinstance(self.model, Ensemble):
            return ("decoder",) if self.model.attends else ()
        return layers_of(self.config.model)

    def require(self, layer: Layer, target: str | None = None) -> None:
        """Refuse a layer that cannot be shown.

        Args:
            layer: one of `LAYERS`.
            target: a translation to look at instead of the model's own, or None.

        Raises:
            UsageError: as `check_layer`, or several runs have no such layer together.
        """
        if isinstance(self.model, Ensemble) and layer not in self.layers:
            raise UsageError(
                f"The runs have no attention in their {layer} together.",
                hint="Give one run, or only runs with the context attention.",
            )
        check_layer(layer, self.config.model, target)

    # -- translating ---------------------------------------------------------------------------

    def translate(self, text: str, *, beam: int = 1, n_best: int = 1) -> Translation:
        """Translate one sentence; greedily with a `beam` of 1. Arguments as in `translate_many`."""
        return next(self.translate_many([text], beam=beam, n_best=n_best))

    def translate_many(
        self,
        texts: Iterable[str],
        *,
        beam: int = 1,
        n_best: int = 1,
        batch_size: int = BATCH_SENTENCES,
        window: int = WINDOW,
        with_alignment: bool = True,
    ) -> Iterator[Translation]:
        """Translate sentences, one answer for each, in order, in constant memory.

        Args:
            texts: sentences; read `window` at a time, so an endless stream will do.
            beam: prefixes kept at each step, 1 or more; 1 is greedy.
            n_best: translations of each sentence, in 1 to `beam`; those behind the best one are
                its `alternatives`.
            batch_size: most sentences of a batch, 1 or more.
            window: sentences read ahead; 1 answers each before the next is read.
            with_alignment: whether the translations carry their alignment. Those of texts of over
                `LONGEST_SHOWN` pieces have none, nothing is copied into them, and their coverage
                does not count: their weights take more memory than there may be.

        Raises:
            UsageError: a number is out of its range.
        """
        _check_search(beam, n_best, batch_size, window)

        def answer(chunk: list[str]) -> Iterator[Translation]:
            ids = self.tokenizers.source.encode_batch(chunk)
            shown = [i for i, each in enumerate(ids) if 0 < len(each) <= LONGEST_SHOWN]
            long = [i for i, each in enumerate(ids) if len(each) > LONGEST_SHOWN]
            by_text: dict[int, list[Hypothesis]] = {}
            for spoken, looks, unknown in ((shown, True, self.unknown), (long, False, "avoid")):
                found = self.searcher.best(
                    [ids[i] for i in spoken],
                    size=beam,
                    n_best=n_best,
                    batch_size=batch_size,
                    forbidden=self._forbidden(unknown),
                    keep_weights=looks and (with_alignment or unknown == "copy"),
                    by_coverage=looks,
                )
                by_text |= zip(spoken, found, strict=True)
            for i, text in enumerate(chunk):
                yield self._best(text, by_text.get(i, []), with_alignment)

        return _in_windows(texts, window, answer)

    def force(self, source: str, target: str) -> Translation:
        """What the model makes of a given translation: its alignment and its probability."""
        return next(self.force_many([(source, target)]))

    def force_many(
        self,
        pairs: Iterable[tuple[str, str]],
        *,
        batch_size: int = BATCH_SENTENCES,
        window: int = WINDOW,
        with_alignment: bool = True,
        weights: WeightKind = "attention",
    ) -> Iterator[Translation]:
        """`force` for many pairs of source and target, in order, in constant memory.

        The translations' `text` is the target as the tokenizer reads it. A blank side is its end
        mark alone. The weights are of the kind asked for; raw scores are the attention's.

        Raises:
            UsageError: a number is out of its range.
        """
        _check_search(1, 1, batch_size, window)

        def answer(chunk: list[tuple[str, str]]) -> Iterator[Translation]:
            found = self.searcher.force(
                self.tokenizers.source.encode_batch([source for source, _ in chunk]),
                self.tokenizers.target.encode_batch([target for _, target in chunk]),
                batch_size=batch_size,
                keep_weights=with_alignment,
                weights=weights,
            )
            for (source, target), hypothesis in zip(chunk, found, strict=True):
                yield self._translation(source, hypothesis, target)

        return _in_windows(pairs, window, answer)

    def _forbidden(self, unknown: Unknown) -> tuple[int, ...]:
        """The ids that a search must not choose."""
        byte_fallback = self.tokenizers.target.settings.byte_fallback
        return forbidden_ids(unknown, byte_fallback=byte_fallback)

    def _best(self, text: str, found: list[Hypothesis], with_alignment: bool) -> Translation:
        """The best hypothesis as a translation, the others as its alternatives."""
        if not found:
            return Translation(text, "", None, score=0.0, log_prob=0.0, ended=True)
        made = [self._translation(text, hypothesis) for hypothesis in found]
        if not with_alignment:  # weights were kept to copy by
            made = [replace(translation, alignment=None) for translation in made]
        best, *others = made
        return replace(best, alternatives=tuple(others))

    def _translation(
        self, source: str, hypothesis: Hypothesis, target: str | None = None
    ) -> Translation:
        """`target` is the text that was forced; without it the tokens are decoded."""
        tokenizer = self.tokenizers.target
        unknown: list[str] = []
        if target is None:
            unknown = self._copied(source, hypothesis)
            text = tokenizer.decode(hypothesis.tokens, unknown)
        else:
            text = tokenizer.normalize(target)
        return Translation(
            source=source,
            text=text,
            alignment=decoder_alignment(
                self.tokenizers, source, hypothesis, target, "decoder", unknown
            ),
            score=hypothesis.score,
            log_prob=hypothesis.log_prob,
            ended=hypothesis.ended,
            stray_bytes=0 if target is not None else tokenizer.stray_bytes(hypothesis.tokens),
        )

    def _copied(self, source: str, hypothesis: Hypothesis) -> list[str]:
        """What each UNK of the hypothesis is written as; nothing: `<unk>`."""
        if self.unknown != "copy":
            return []
        return copied(hypothesis, self.tokenizers.source.pieces(source))

    # -- attention -----------------------------------------------------------------------------

    def show_attention(
        self, text: str, *, target: str | None = None, layer: Layer = "decoder", beam: int = 1
    ) -> Alignment:
        """Where the model looks when it reads or translates a sentence.

        Args:
            text: the source sentence.
            target: a translation to look at instead of the model's own (forced decoding).
            layer: one of `layers`, see `seqattn.layers`.
            beam: of the search, when there is no `target`.

        Raises:
            UsageError: this model has no such layer, the text is blank, it or the target has over
                `LONGEST_SHOWN` pieces, or a target is given where the encoder looks, which never
                sees one.

        Returns:
            the alignment of exactly this sentence's pieces, with raw scores where they are kept
            and, in the decoder's layers, each token's log-probability.
        """
        self.require(layer, target)
        ids = self.tokenizers.source.encode(text)
        if not ids:
            raise UsageError(
                "The text is empty, so there is nothing to look at.",
                hint="Give a sentence with at least one visible character.",
            )
        _check_length("text", ids)
        if layer in ("encoder", "summary"):
            memory = self._encoded(ids)
            return encoder_alignment(self.tokenizers, text, memory, layer)
        if target is not None:
            targets = [self.tokenizers.target.encode(target)]
            _check_length("target", targets[0])
            [hypothesis] = self.searcher.force([ids], targets)
        else:
            _check_search(beam, 1, 1, 1)
            forbidden = self._forbidden(self.unknown)
            [[hypothesis]] = self.searcher.best([ids], size=beam, forbidden=forbidden)
        unknown = self._copied(text, hypothesis) if target is None else []
        alignment = decoder_alignment(self.tokenizers, text, hypothesis, target, layer, unknown)
        assert alignment is not None  # `layers` says that the model has it
        return alignment

    @torch.inference_mode()
    def _encoded(self, ids: list[int]) -> Memory:
        """One sentence as the decoder would see it."""
        assert isinstance(self.model, Seq2Seq)  # `layers` says that an ensemble has no such layer
        source, mask, _ = source_batch([ids])
        device = next(self.model.parameters()).device
        return self.model.encode(source.to(device), mask.to(device))


def load(
    run: str | Path,
    *others: str | Path,
    length_penalty: float = LENGTH_PENALTY,
    coverage_penalty: float = 0.0,
    unknown: Unknown = "avoid",
    precision: str = "float32",
) -> Translator:
    """Open the folder that `seqattn train` wrote; several translate together, as an ensemble.

    `shipped:en-zh` and `shipped:zh-en` are the runs that come with seqattn. The options as in
    `Translator`; `precision` is one of `config.PRECISIONS`. Only with float32 a sentence gives the
    same alone and in a batch, see `seqattn.models.lowered`.

    Raises:
        RunError: a file is missing, damaged, of a newer version or of another run.
        UsageError: the runs do not share their tokenizers; or what is unknown should be copied, or
            coverage should count, but there is no attention.
        ValueError: an unknown precision.
    """
    first, *rest = opened = [load_run(each) for each in (run, *others)]
    for other in rest:
        if _fingerprints(other.tokenizers) != _fingerprints(first.tokenizers):
            raise UsageError(
                f"{shown(first.folder)} and {shown(other.folder)} cut text into different pieces, "
                "so they cannot translate together.",
                hint="Train the second with --init-from the first, or both on the same files with "
                "the same tokenizer settings.",
            )
    models = [each.model for each in opened]
    if choose_precision(precision, torch.device("cpu")) == torch.bfloat16:
        models = [lowered(model) for model in models]
    return Translator(
        Ensemble(models) if rest else models[0],
        first.tokenizers,
        first.config,
        length_penalty=length_penalty,
        coverage_penalty=coverage_penalty,
        unknown=unknown,
    )


def _fingerprints(tokenizers: TokenizerPair) -> tuple[str, str]:
    return tokenizers.source.fingerprint, tokenizers.target.fingerprint


def _in_windows(
    items: Iterable[Item], window: int, answer: Callable[[list[Item]], Iterator[Translation]]
) -> Iterator[Translation]:
    """Answer `window` items at a time; the next ones are read when those have been given out."""
    left = iter(items)
    while chunk := list(islice(left, window)):
        yield from answer(chunk)


def _check_length(name: str, ids: list[int]) -> None:
    if len(ids) > LONGEST_SHOWN:
        raise UsageError(
            f"The {name} has {len(ids):,} pieces; attention is shown of {LONGEST_SHOWN:,} at most.",
            hint="Give one sentence at a time; to translate it, there is no such limit.",
        )


def _check_search(beam: int, n_best: int, batch_size: int, window: int) -> None:
    for name, value in (("beam", beam), ("n-best", n_best), ("batch size", batch_size)):
        if value < 1:
            raise UsageError(f"The {name} is {value}.", hint="It must be 1 or more.")
    if window < 1:
        raise UsageError(f"The window is {window} sentences.", hint="It must be 1 or more.")
    if n_best > beam:
        raise UsageError(
            f"{n_best} translations are asked of a beam of {beam}.",
            hint=f"Search with --beam {n_best} or more.",
        )
