"""Text to pieces and back with SentencePiece: learn, load, encode, decode.

The only file that touches SentencePiece. A piece is a word or a part of one, learned from the
corpus itself, so that any language works, with or without spaces between words, and nothing has to
be segmented before. Two ways to learn them:

    bpe       join the most frequent neighbours, again and again  Sennrich 2016, section 3.2
    unigram   keep the pieces that make the corpus likeliest      Kudo 2018, section 3.2

SentencePiece's unigram starts from strings that several *different* words share, however often they
occur. A text of few different words (`and` shares nothing) is left in letters; bpe keeps it whole.

What holds for every tokenizer here:

- Ids 0 to 3 are PAD, UNK, BOS, EOS. No text can produce PAD, BOS or EOS: a typed `</s>` is four
  characters. UNK stands for characters never seen, and only without byte fallback.
- With byte fallback `decode(encode(text)) == normalize(text)` for any text: a character that was
  never seen becomes its UTF-8 bytes, a piece each.
- SentencePiece marks spaces with `▁`, which never leaves this file. A text whose first letter is of
  a script written with spaces is read as if a space stood before it, so that `the` is the same
  piece at the start and inside; `我` needs none, and would otherwise exist twice.
- A typed `▁` (U+2581) survives: inside it stands as U+FDD0, which normalisation keeps free; so
  does `▅` (U+2585), which SentencePiece keeps for itself, as U+FDD1.
- Digits are not cut apart by rule: each number would begin with a piece that is only a space.
- The settings travel inside the model file, in a field that SentencePiece passes over.
"""

import hashlib
import io
import itertools
import math
import os
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sentencepiece

from seqattn.errors import CorpusError, RunError
from seqattn.graphemes import clusters, is_unspaced
from seqattn.normalization import normalize
from seqattn.pieces import Part, Piece, lay_out, spell_bytes
from seqattn.tokenizer_settings import Side, foreign_model, read_settings, with_settings
from seqattn.tokenizer_settings import TokenizerSettings as TokenizerSettings  # others find it here

PAD, UNK, BOS, EOS = 0, 1, 2, 3
MARK_NAMES = {PAD: "<pad>", BOS: "<s>", EOS: "</s>"}
UNKNOWN_MARK = "<unk>"
"""What decoding writes for UNK, an id without a text of its own."""

AUTOMATIC_SIZE_LIMIT = 16_000
PIECES_PER_ROOT = 4
"""A fitted size grows by this many pieces per square root of a byte of text: as the distinct words
of a text do (Heaps 1978), so that a piece is met often enough to be learned, a dozen times or more.
"""

_TO_OUTER = str.maketrans({"▁": " ", "\ufdd0": "▁", "\ufdd1": "▅"})
_BOUND = "\x01"  # normalised text holds no control character
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST_LINE = 1000  # characters; longer lines are cut for learning: SentencePiece drops them
_MARK_TYPED = re.compile(r"(?<=<)(?=(?:/?s|pad|unk|0x[0-9A-F]{2})>)")  # `<s>`, `<0x41>`, ..


class Tokenizer:
    """One vocabulary: text to ids and back.

    Args:
        model: bytes that `to_bytes` gave.

    Attributes:
        size: pieces in the vocabulary, the special ones included.
        settings: what it was learned with.
        side: which side of the corpus it was learned from.
        fingerprint: sha256 of the model's bytes, in hexadecimal.
        notices: what a user should know of the learning, a sentence each; none after loading.

    Raises:
        RunError: the bytes are no tokenizer of this program.
    """

    def __init__(self, model: bytes) -> None:
        self._model = model
        self.side, self.settings = read_settings(model)
        self._processor = _open_model(model)
        self.size: int = self._processor.vocab_size()
        self.fingerprint = hashlib.sha256(model).hexdigest()
        self.notices: tuple[str, ...] = ()
        names: list[str] = self._processor.id_to_piece(list(range(self.size)))
        self._bytes = {
            i: int(name[3:5], 16) for i, name in enumerate(names) if self._processor.is_byte(i)
        }
        self._surfaces = [name.translate(_TO_OUTER) for name in names]
        self._surfaces[: EOS + 1] = ["", UNKNOWN_MARK, "", ""]
        self._characters = {surface for surface in self._surfaces if len(surface) == 1}

    def to_bytes(self) -> bytes:
        """The content of a model file, settings included."""
        return self._model

    @classmethod
    def from_bytes(cls, model: bytes) -> "Tokenizer":
        """The tokenizer that `to_bytes` wrote; RunError for anything else."""
        return cls(model)

    def normalize(self, text: str) -> str:
        """The text as the tokenizer reads it, see `seqattn.normalization`."""
        settings = self.settings
        return normalize(text, form=settings.normalization, lowercase=settings.lowercase)

    def encode(self, text: str) -> list[int]:
        """Ids of a text, without BOS and EOS; none for a text that normalises to nothing."""
        ids: list[int] = self._processor.encode(_inner(self.normalize(text)))
        return ids

    def encode_batch(self, texts: Sequence[str]) -> list[list[int]]:
        """`encode` for many texts, faster."""
        ids: list[list[int]] = self._processor.encode([_inner(self.normalize(t)) for t in texts])
        return ids

    def sample(self, text: str, *, alpha: float = 0.2, seed: int | None = None) -> list[int]:
        """Ids of one of the many ways to cut the text, drawn by chance (Kudo 2018, eq. 8).

        Args:
            text: any text.
            alpha: unigram: 0 or more; 0 makes all ways alike, large ones keep to the best.
                bpe: in 0 to 1, the chance that a merge is left out (Provilkov 2020, section 3).
            seed: sets SentencePiece's only generator first; None goes on from where it stands.
        """
        if seed is not None:
            sentencepiece.set_random_generator_seed(seed)
        ids: list[int] = self._processor.encode(
            _inner(self.normalize(text)), enable_sampling=True, alpha=alpha, nbest_size=-1
        )
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """The text of any ids, with single spaces.

        PAD, BOS and EOS add nothing, UNK is written `<unk>`, a byte of no character U+FFFD.
        """
        if any(i in self._bytes for i in ids):
            return lay_out(self._parts(ids))[0]
        return " ".join("".join([self._surfaces[i] for i in ids]).split())

    def pieces(self, text: str) -> list[Piece]:
        """The pieces of a text, one for each id of `encode(text)`, unknown text as it is written.

        The spans refer to `normalize(text)`.
        """
        inner = _inner(self.normalize(text))
        ids = self._processor.encode(inner)
        return lay_out(self._parts(ids, self._unknown_runs(ids, inner.translate(_TO_OUTER))))[1]

    def pieces_of(self, ids: Sequence[int]) -> list[Piece]:
        """The pieces of ids that a model produced, one for each; spans refer to `decode(ids)`."""
        return lay_out(self._parts(ids))[1]

    def _parts(self, ids: Sequence[int], unknown_runs: Iterable[str] = ()) -> list[Part]:
        runs = iter(unknown_runs)
        parts: list[Part] = []
        for is_byte, group in itertools.groupby(ids, key=self._bytes.__contains__):
            if is_byte:
                members = list(group)
                spelled = spell_bytes(members, [self._bytes[i] for i in members])
                parts += [p._replace(raw=p.raw.translate(_TO_OUTER)) for p in spelled]
                continue
            for i in group:
                raw = next(runs, UNKNOWN_MARK) if i == UNK else self._surfaces[i]
                parts.append(Part(i, raw, MARK_NAMES.get(i), unknown=i == UNK))
        return parts

    def _unknown_runs(self, ids: Sequence[int], text: str) -> list[str]:
        """What each UNK stands for: a run of characters that have no piece."""
        runs: list[str] = []
        position = 0
        for i in ids if UNK in ids else ():
            end = position + len(self._surfaces[i])
            if i == UNK:
                end = position
                while end < len(text) and text[end] not in self._characters:
                    end += 1
                runs.append(text[position:end])
            position = end
        return runs


@dataclass(frozen=True)
class TokenizerPair:
    """The tokenizers of a run: two, or one for both sides.

    Attributes:
        source: reads the text that is translated.
        target: writes the translation.
    """

    source: Tokenizer
    target: Tokenizer

    @property
    def joint(self) -> bool:
        """Whether both sides share one vocabulary."""
        return self.source.fingerprint == self.target.fingerprint

    @property
    def notices(self) -> tuple[str, ...]:
        """What a user should know of the learning, a sentence each."""
        if self.joint:
            return self.source.notices
        return tuple(
            f"{side.side}: {notice}"
            for side in (self.source, self.target)
            for notice in side.notices
        )

    def save(self, folder: Path) -> None:
        """Write `tokenizer.model`, or `tokenizer.source.model` and `tokenizer.target.model`."""
        names = _JOINT_NAMES if self.joint else _SEPARATE_NAMES
        for name, tokenizer in zip(names, (self.source, self.target), strict=False):
            beside = folder / f".{name}.part"
            beside.write_bytes(tokenizer.to_bytes())
            os.replace(beside, folder / name)

    @classmethod
    def load(cls, folder: Path) -> "TokenizerPair":
        """Read what `save` wrote.

        Raises:
            RunError: a file is missing, is no tokenizer, or the two were swapped.
        """
        joint = folder / _JOINT_NAMES[0]
        if joint.exists():
            tokenizer = _read(joint)
            return cls(tokenizer, tokenizer)
        source, target = (_read(folder / name) for name in _SEPARATE_NAMES)
        if (source.side, target.side) == ("target", "source"):
            raise RunError(
                f"The two tokenizers in {folder} are swapped.",
                hint=f"Exchange the names of {' and '.join(_SEPARATE_NAMES)}.",
            )
        return cls(source, target)


_JOINT_NAMES = ("tokenizer.model",)
_SEPARATE_NAMES = ("tokenizer.source.model", "tokenizer.target.model")


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
    lines = [line for text in normalized if text for line in _cut(_inner(text))]
    if not lines:
        side_name = "" if side == "joint" else f"{side} "
        raise CorpusError(
            f"No usable {side_name}text to learn a tokenizer from: {total} lines, "
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


def _inner(text: str) -> str:
    """Normalised text as SentencePiece gets it: see the module's notes on `▁`."""
    letter = _LETTER.search(text)
    opening = "" if not text or (letter and is_unspaced(letter.group())) else " "
    return opening + text.replace("▁", "\ufdd0").replace("▅", "\ufdd1")


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
            max_sentence_length=4 * (_LONGEST_LINE + 1),  # bytes
            normalization_rule_name="identity",  # `normalize` has been here already
            remove_extra_whitespaces=False,
            add_dummy_prefix=False,  # `_inner` decides
            num_threads=1,
            minloglevel=2,
        )
    except RuntimeError as error:
        raise CorpusError(
            "No tokenizer could be learned from this text.",
            hint=f"It has {len(lines)} lines; is it text? With --debug the cause is shown.",
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
        yield f"the tokenizer was learned from {used:,} of {total:,} lines, drawn by the seed."
    wanted = settings.vocab_size
    if wanted is not None and tokenizer.size != wanted:
        reason = "its characters alone take as many" if wanted < minimum else "it holds no more"
        yield f"{tokenizer.size:,} pieces instead of {wanted:,}: the text is small, {reason}."
    if settings.character_coverage < 1.0:
        everything = set(itertools.chain.from_iterable(lines))
        if left_out := sorted(everything - _covered_characters(lines, settings)):
            shown = " ".join(left_out[:20]).translate(_TO_OUTER)
            yield f"{len(left_out):,} rare characters have no piece: {shown}"


def _open_model(model: bytes) -> Any:
    """A SentencePiece processor whose four special ids are ours."""
    processor = sentencepiece.SentencePieceProcessor()
    try:
        processor.load_from_serialized_proto(model)
    except RuntimeError as error:
        raise foreign_model() from error
    ids = (processor.pad_id(), processor.unk_id(), processor.bos_id(), processor.eos_id())
    if ids != (PAD, UNK, BOS, EOS):
        raise foreign_model()
    return processor


def _read(path: Path) -> Tokenizer:
    try:
        return Tokenizer.from_bytes(path.read_bytes())
    except FileNotFoundError as error:
        raise RunError(
            f"{path} is missing.", hint="Copy the whole run folder, the tokenizer included."
        ) from error
    except RunError as error:
        raise RunError(f"{path}: {error.message}", hint=error.hint) from error
