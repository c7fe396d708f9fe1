"""From sentences to a vocabulary: sampling, the size, and SentencePiece's own training."""

import io
import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import sentencepiece

from seqattn.errors import CorpusError
from seqattn.graphemes import clusters, is_unspaced
from seqattn.normalization import normalize
from seqattn.text import counted, visible
from seqattn.tokenizer.pair import TokenizerPair
from seqattn.tokenizer.settings import Side, TokenizerSettings, with_settings
from seqattn.tokenizer.spelling import BOS, EOS, PAD, TO_OUTER, UNK, inner
from seqattn.tokenizer.tokenizer import Tokenizer

AUTOMATIC_SIZE_LIMIT = 16_000
PIECES_PER_ROOT = 4
"""A fitted size grows by this many pieces per square root of a byte of text: as the distinct words
of a text do (Heaps 1978), so that a piece is met often enough to be learned, a dozen times or more.
"""

_BOUND = "\x01"  # normalised text holds no control character
_LONGEST_LINE = 1000  # characters; longer lines are cut for learning: SentencePiece drops them
_MARK_TYPED = re.compile(r"(?<=<)(?=(?:/?s|pad|unk|0x[0-9A-F]{2})>)")  # `<s>`, `<0x41>`, ..


def learn_tokenizers(
    sources: Iterable[str], targets: Iterable[str], settings: TokenizerSettings, *, joint: bool
) -> TokenizerPair:
    """Learn one vocabulary from both sides, or one from each.

    Args:
        sources: source sentences, read once.
        targets: target sentences, read once.
        settings: of each tokenizer learned.
        joint: one for both. Names and numbers are then the same pieces on both sides.

    Raises:
        CorpusError: there is no visible character to learn from.
    """
    if joint:
        tokenizer = learn_tokenizer(itertools.chain(sources, targets), settings)
        return TokenizerPair(tokenizer, tokenizer)
    return TokenizerPair(
        learn_tokenizer(sources, settings, side="source"),
        learn_tokenizer(targets, settings, side="target"),
    )


def learn_tokenizer(
    texts: Iterable[str], settings: TokenizerSettings, *, side: Side = "joint"
) -> Tokenizer:
    """Learn a vocabulary; the same texts and settings give the same bytes.

    Args:
        texts: sentences, read once; at most `settings.sample_lines` are held in memory.
        settings: see there.
        side: what the texts are, stored in the model.

    Raises:
        CorpusError: there is no visible character to learn from.

    >>> tokenizer = learn_tokenizer(["the red fox", "the red house"], TokenizerSettings())
    >>> [piece.text for piece in tokenizer.pieces("the fox")]
    ['the', 'fox']
    >>> tokenizer.decode(tokenizer.encode("the ☃"))
    'the ☃'
    """
    sample, total = _sample(texts, settings)
    normalized = (
        normalize(text, form=settings.normalization, lowercase=settings.lowercase)
        for text in sample
    )
    lines = [line for text in normalized if text for line in _cut(inner(text))]
    if not lines:
        side_name = "" if side == "joint" else f"{side} "
        raise CorpusError(
            f"No usable {side_name}text to learn a tokenizer from: {counted(total, 'line')}, "
            "none with a visible character.",
            hint="Is the file empty, or are its columns the ones you mean?",
        )
    size, minimum = _size(lines, settings)
    tokenizer = Tokenizer(with_settings(_train(lines, size, settings), settings, side))
    tokenizer.notices = tuple(_notices(tokenizer, lines, minimum, len(sample), total))
    return tokenizer


def _sample(texts: Iterable[str], settings: TokenizerSettings) -> tuple[list[str], int]:
    """At most `sample_lines` texts, all as likely (Vitter 1985, algorithm R); and their number."""
    generator = random.Random(settings.seed)
    kept: list[tuple[int, str]] = []
    total = 0
    for position, text in enumerate(texts):
        total = position + 1
        if position < settings.sample_lines:
            kept.append((position, text))
        elif (place := generator.randrange(total)) < settings.sample_lines:
            kept[place] = (position, text)
    return [text for _, text in sorted(kept)], total


def _cut(line: str) -> Iterator[str]:
    """Parts of a line to learn from; SentencePiece would skip the name of a mark, `<s>`."""
    for part in _MARK_TYPED.split(line):
        yield from (part[i : i + _LONGEST_LINE] for i in range(0, len(part), _LONGEST_LINE))


def _size(lines: Sequence[str], settings: TokenizerSettings) -> tuple[int, int]:
    """Pieces to ask for, and the fewest that can be: marks, bytes, and each character covered."""
    minimum = len((PAD, UNK, BOS, EOS)) + 256 * settings.byte_fallback
    minimum += len(_covered_characters(lines, settings))
    if settings.vocab_size is not None:
        return max(settings.vocab_size, minimum), minimum
    root = math.isqrt(sum(len(line.encode()) for line in lines))
    return max(minimum, min(minimum + PIECES_PER_ROOT * root, AUTOMATIC_SIZE_LIMIT)), minimum


def _covered_characters(lines: Iterable[str], settings: TokenizerSettings) -> set[str]:
    """The most frequent characters, together at least `character_coverage` of the text."""
    counts = Counter(itertools.chain.from_iterable(lines))
    wanted = settings.character_coverage * counts.total()
    covered: set[str] = set()
    reached = 0
    for character, count in counts.most_common():
        if reached >= wanted:
            break
        covered.add(character)
        reached += count
    return covered


def _train(lines: Sequence[str], size: int, settings: TokenizerSettings) -> bytes:
    """SentencePiece's own training, on one thread: with more, sums would round differently."""
    model = io.BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=map(_bounded, lines) if settings.character_pieces else iter(lines),
            pretokenization_delimiter=_BOUND if settings.character_pieces else "",
            model_writer=model,
            vocab_size=size,
            hard_vocab_limit=False,
            model_type=settings.model_type,
            pad_id=PAD,
            unk_id=UNK,
            bos_id=BOS,
            eos_id=EOS,
            byte_fallback=settings.byte_fallback,
            character_coverage=settings.character_coverage,
            max_sentencepiece_length=settings.longest_piece,
            max_sentence_length=5 * (_LONGEST_LINE + 1),  # bytes: 4 a character, 1 a bound
            normalization_rule_name="identity",  # `normalize` has been here already
            remove_extra_whitespaces=False,
            add_dummy_prefix=False,  # `inner` decides
            num_threads=1,
            minloglevel=2,
        )
    except RuntimeError as error:
        raise CorpusError(
            "No tokenizer could be learned from this text.",
            hint=f"It has {counted(len(lines), 'line')}; is it text? --debug shows the cause.",
        ) from error
    return model.getvalue()


def _bounded(line: str) -> str:
    """The line with bounds, which no piece crosses, around each character of an unspaced script."""
    if line.isascii():
        return line
    parts: list[str] = []
    after_unspaced = False
    for cluster in clusters(line):
        unspaced = is_unspaced(cluster)
        if parts and (unspaced or after_unspaced):
            parts.append(_BOUND)
        parts.append(cluster)
        after_unspaced = unspaced
    return "".join(parts)


def _notices(
    tokenizer: Tokenizer, lines: Sequence[str], minimum: int, used: int, total: int
) -> Iterator[str]:
    settings = tokenizer.settings
    if used < total:
        drawn = f"{used:,} of {counted(total, 'line')}"
        yield f"the tokenizer was learned from {drawn}, drawn by the seed."
    wanted = settings.vocab_size
    if wanted is not None and tokenizer.size != wanted:
        reason = "the text is small, it holds no more"
        if wanted < minimum:
            reason = "its characters alone take as many"
        elif settings.character_pieces and any(map(is_unspaced, "".join(lines[:100]))):
            reason = "each character is a piece (see --no-character-pieces)"
        yield f"{counted(tokenizer.size, 'piece')} instead of {wanted:,}: {reason}."
    if settings.character_coverage < 1.0:
        everything = set(itertools.chain.from_iterable(lines))
        if left_out := sorted(everything - _covered_characters(lines, settings)):
            shown = " ".join(left_out[:20]).translate(TO_OUTER)
            yield f"No piece for {counted(len(left_out), 'rare character')}: {visible(shown)}"
