"""From parallel text to what training needs: clean, split, learn the tokenizers, encode.

The corpus is gone through several times as a stream and never held as text: what stays in memory is
the flat arrays of `batches.EncodedCorpus`, and the dev set's texts, which BLEU compares with. While
it is prepared, some 60 bytes a pair more are held: lines, lengths and fingerprints.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePath
from typing import Any, Literal, cast

from seqattn import __version__
from seqattn.batches import EncodedCorpus
from seqattn.compatibility import refuse_unfit
from seqattn.config import Config
from seqattn.corpus import (
    Corpus,
    Kept,
    LengthWatch,
    Overlap,
    Pair,
    Reason,
    Stretch,
    Tally,
    clean,
    hold_out,
    rules_of,
)
from seqattn.corpus.scripts import main_script, script_of
from seqattn.errors import CorpusError
from seqattn.evaluation import choose_tokenize
from seqattn.inspection import expectation
from seqattn.normalization import Form
from seqattn.sizes import chosen_by_size
from seqattn.text import counted
from seqattn.tokenizer import TokenizerPair, TokenizerSettings, learn_tokenizers
from seqattn.validation import DevSet

CHUNK = 4096
"""Pairs encoded at a time: SentencePiece is faster on many, and memory stays flat."""

BLOCK = 1 << 20
"""Numbers fingerprinted at a time."""

SCRIPT_SAMPLE = 1000
"""Pairs whose scripts decide whether both sides share one."""

REPEATED = 0.01
"""Share of the validation pairs, in [0, 1], from which it is said that they are trained on."""

MOSTLY = 0.5
"""Share of them from which BLEU measures memory."""

Pairs = Callable[[], Iterable[Pair]]


@dataclass(frozen=True)
class Prepared:
    """All that a training starts from.

    Attributes:
        config: settings, all of them decided.
        tokenizers: source and target.
        train: encoded training pairs.
        dev: encoded dev pairs and their texts.
        tokenize: sacrebleu's tokenization for this target language.
        tally: what was dropped, mended or noted, with line numbers.
        remarks: what the user should know before training, a sentence each.
        info: what config.json keeps besides the settings.
    """

    config: Config
    tokenizers: TokenizerPair
    train: EncodedCorpus
    dev: DevSet
    tokenize: str
    tally: Tally
    remarks: list[str] = field(default_factory=list)
    info: dict[str, Any] = field(default_factory=dict)


def prepare(
    corpus: Corpus,
    dev: Corpus | None,
    config: Config,
    given: Mapping[str, Any],
    *,
    tokenizers: TokenizerPair | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Prepared:
    """Clean, split, tokenize and encode a corpus.

    Args:
        corpus: training text; without `dev` also the text that dev pairs are held out from.
        dev: validation text, or None.
        config: settings; those *by size* that are not in `given` will follow the corpus.
        given: settings that the user chose, by name.
        tokenizers: those of a run that is gone on with, whose settings are all decided already.

        tell: told in a few words what begins, before each stage that may take minutes.

    Raises:
        CorpusError: text cannot be used, or nothing is left of it.
        UsageError: no model can be made of the settings, now that this corpus has decided the rest.
    """
    sizes = ""
    tally = Tally(corpus.name, unit=corpus.unit)
    watch = LengthWatch(corpus.unit)
    # First, since it is short: a bad line of it shows before pieces are learned.
    dev_pairs = None if dev is None else list(dev)
    overlap = Overlap(dev_pairs or ())
    pairs, dev_part, count = _training_pairs(corpus, dev_pairs, config, tally, (watch, overlap))
    if tokenizers is None:
        config = _decided(config.sized(count, given), pairs)
        sizes = chosen_by_size(count, given)
        refuse_unfit(config, config.values())
        tell("Learning pieces")
        tokenizers = _learn(config, pairs)
    limit = config.data.max_length
    tell(f"Encoding {counted(count, 'pair')}")
    left_out = Tally(corpus.name, unit=corpus.unit)
    train = encode(pairs(), tokenizers, limit, left_out)
    if not len(train):
        raise CorpusError(
            f"0 of {counted(count, 'pair')} left with at most {counted(limit, 'piece')} a side: "
            + "; ".join(map(str, left_out)),
            hint="Raise --max-length, or give one sentence a line.",
        )
    tally.merge(left_out)
    dev_tally = Tally(dev.name if dev else f"dev part of {corpus.name}", unit=corpus.unit)
    dev_set = _dev_set(list(dev_part()), tokenizers, limit, dev_tally)
    if dev is not None:
        tally.merge(dev.notices)
    tally.merge(dev_tally)
    tokenize = config.training.tokenize
    if tokenize == "auto":
        tokenize = choose_tokenize(dev_set.references)
    prepared = Prepared(config, tokenizers, train, dev_set, tokenize, tally)
    prepared.remarks.extend(filter(None, [sizes, *_remarks(prepared, watch.stretches())]))
    if dev is not None and (said := _read_by_heart(overlap, corpus.name, dev.name)):
        prepared.remarks.append(said)
    prepared.info.update(_info(prepared, corpus, dev))
    return prepared


def encode(
    pairs: Iterable[Pair], tokenizers: TokenizerPair, max_length: int, tally: Tally
) -> EncodedCorpus:
    """Pieces of every pair, those with a side over `max_length` pieces dropped and counted."""
    return EncodedCorpus.build(
        (source, target) for source, target, _ in _encoded(pairs, tokenizers, max_length, tally)
    )


def _encoded(
    pairs: Iterable[Pair], tokenizers: TokenizerPair, max_length: int, tally: Tally
) -> Iterator[tuple[list[int], list[int], Pair]]:
    stream = iter(pairs)
    while chunk := list(islice(stream, CHUNK)):
        sources = tokenizers.source.encode_batch([pair.source for pair in chunk])
        targets = tokenizers.target.encode_batch([pair.target for pair in chunk])
        for pair, source, target in zip(chunk, sources, targets, strict=True):
            longest = max(len(source), len(target))
            if longest > max_length:
                shown = pair.source if len(source) == longest else pair.target
                tally.add(Reason.MANY_PIECES, pair.line, shown, measure=longest)
            elif source and target:
                yield source, target, pair
            else:  # nothing is left of a side once it is normalised
                tally.add(Reason.EMPTY_TARGET if source else Reason.EMPTY_SOURCE, pair.line)


def _training_pairs(
    corpus: Corpus,
    dev: list[Pair] | None,
    config: Config,
    tally: Tally,
    watching: tuple[LengthWatch, Overlap],
) -> tuple[Pairs, Pairs, int]:
    """What gives the training pairs again and again, what gives the dev pairs, and the count."""
    kept, (watch, overlap) = Kept(), watching
    cleaned = clean(watch.through(corpus), rules_of(config.data), tally)
    for _ in overlap.through(kept.through(cleaned)):
        pass
    tally.merge(corpus.notices)
    if not len(kept):
        raise CorpusError(
            f"0 pairs of {corpus.name} are left after cleaning: " + "; ".join(map(str, tally)),
            hint="See what was dropped, and which rule to relax, in `seqattn train --help`.",
        )
    if dev is not None:
        return lambda: kept.of(corpus), lambda: dev, len(kept)
    size = max(1, min(config.data.held_out, len(kept) // 10))
    split = hold_out(kept.of(corpus), size=size, seed=config.training.seed)
    if not split.dev_count:
        raise CorpusError(
            f"{corpus.name} has too few different sentences to hold some out for validation.",
            hint="Give validation text by --dev.",
        )
    return (
        lambda: split.train(kept.of(corpus)),
        lambda: split.dev(kept.of(corpus)),
        split.train_count,
    )


def _dev_set(pairs: list[Pair], tokenizers: TokenizerPair, max_length: int, tally: Tally) -> DevSet:
    kept: list[Pair] = []

    def remembered() -> Iterator[tuple[list[int], list[int]]]:
        for source, target, pair in _encoded(pairs, tokenizers, max_length, tally):
            kept.append(pair)
            yield source, target

    encoded = EncodedCorpus.build(remembered())
    if not kept:
        raise CorpusError(
            f"No validation pair is left: {'; '.join(map(str, tally))}.",
            hint="Give validation text by --dev, or raise --max-length.",
        )
    return DevSet(encoded, [pair.source for pair in kept], [pair.target for pair in kept])


def _decided(config: Config, pairs: Pairs) -> Config:
    """The settings with `--vocabularies auto` decided by the scripts of both sides."""
    if config.tokenizer.vocabularies != "auto":
        return config
    sample = list(islice(pairs(), SCRIPT_SAMPLE))
    same = _main_script(p.source for p in sample) == _main_script(p.target for p in sample)
    return config.with_values({"vocabularies": "joint" if same else "separate"})


def _main_script(texts: Iterable[str]) -> str:
    return main_script(Counter(map(script_of, texts)))


def _learn(config: Config, pairs: Pairs) -> TokenizerPair:
    settings = config.tokenizer
    return learn_tokenizers(
        (pair.source for pair in pairs()),
        (pair.target for pair in pairs()),
        TokenizerSettings(
            vocab_size=settings.vocab_size,
            model_type=cast(Literal["unigram", "bpe"], settings.tokenizer_model),
            normalization=cast(Form, settings.normalization),
            lowercase=settings.lowercase,
            byte_fallback=settings.byte_fallback,
            character_pieces=settings.character_pieces,
            seed=config.training.seed,
        ),
        joint=settings.vocabularies == "joint",
    )


def _remarks(prepared: Prepared, stretches: Iterable[Stretch]) -> Iterator[str]:
    """What to expect of this corpus, and what the tokenizers had to change."""
    yield from prepared.tokenizers.notices
    for stretch in stretches:
        yield f"Misaligned? {stretch}; `seqattn check` shows more."
    if said := expectation(len(prepared.train)):
        yield said


def _read_by_heart(overlap: Overlap, corpus: str, dev: str) -> str:
    """What validation is worth on pairs that are trained on; "" if they are few.

    Short sentences occur twice in any text. Were all translations of such pairs perfect, they would
    still lift BLEU by no more than their share of what it lacks to 100: a point at REPEATED.
    """
    found, total = overlap.found, overlap.total
    if found < REPEATED * total or not found:
        return ""
    said = (
        f"{found:,} of {counted(total, 'validation pair')} ({dev}) also "
        f"{'occurs' if found == 1 else 'occur'} in the training text ({corpus}): "
    )
    if found < MOSTLY * total:
        return f"{said}BLEU will be higher than on text that the model has not read."
    return (
        f"{said}BLEU will tell what the model remembers, not how well it translates. Give other "
        "text by --dev, or leave --dev out to hold a part out."
    )


def _info(prepared: Prepared, corpus: Corpus, dev: Corpus | None) -> dict[str, Any]:
    tokenizers = prepared.tokenizers
    return {
        "seqattn": __version__,
        "corpus": {
            "name": without_folders(corpus.name),
            "dev": without_folders(dev.name) if dev else "held out",
            "pairs": len(prepared.train),
            "dev_pairs": len(prepared.dev),
            "sha256": fingerprint(prepared.train),
            "notices": [
                {**notice.as_dict(), "where": without_folders(notice.where)}
                for notice in prepared.tally
            ],
        },
        "pieces": [tokenizers.source.size, tokenizers.target.size],
        "tokenize": prepared.tokenize,
    }


def without_folders(name: str) -> str:
    r"""A corpus's name without the folders of its files: a run that is given away tells no paths.

    A name is what `visible` made of it: on systems whose paths have no backslash, one stands for a
    character that cannot be shown.

    >>> without_folders("/home/me/a.en + b/a.de")
    'a.en + a.de'
    """
    return " + ".join(PurePath(part).name for part in name.split(" + "))


def fingerprint(corpus: EncodedCorpus) -> str:
    """Sha256 of the encoded pairs, in hexadecimal: tells whether a resumed run's text changed."""
    digest = hashlib.sha256()
    for side in (corpus.source, corpus.target):
        for values, stored in ((side.ids, "<u4"), (side.offsets, "<i8")):
            for start in range(0, len(values), BLOCK):  # a copy of all would double the memory
                digest.update(values[start : start + BLOCK].astype(stored).tobytes())
    return digest.hexdigest()
