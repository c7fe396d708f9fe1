"""One vocabulary: text to ids and back."""

import hashlib
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import sentencepiece

from seqattn.normalization import normalize
from seqattn.pieces import Part, Piece, lay_out, spell_bytes
from seqattn.tokenizer.settings import foreign_model, read_settings
from seqattn.tokenizer.spelling import (
    BOS,
    EOS,
    MARK_NAMES,
    PAD,
    TO_OUTER,
    UNK,
    UNKNOWN_MARK,
    inner,
)


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
        unfamiliar_ids: UNK and the bytes: what is left for text that has no piece of its own.

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
        self.unfamiliar_ids = frozenset([UNK, *self._bytes])
        self._surfaces = [name.translate(TO_OUTER) for name in names]
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
        ids: list[int] = self._processor.encode(inner(self.normalize(text)))
        return ids

    def encode_batch(self, texts: Sequence[str]) -> list[list[int]]:
        """`encode` for many texts, faster."""
        ids: list[list[int]] = self._processor.encode([inner(self.normalize(t)) for t in texts])
        return ids

    def sample(
        self, sentences: Sequence[Sequence[int]], *, strength: float, seed: int
    ) -> list[list[int]]:
        """Each sentence cut into pieces in another of its many ways, drawn by chance.

        Args:
            sentences: ids that `encode` gave. Those with unknown pieces stay as they are, since
                what they stand for is not in the ids.
            strength: bpe: in 0 to 1, the chance that a merge is left out (Provilkov 2020, section
                3). unigram: the exponent alpha of each way's probability, 0 or more; small ones
                stray further (Kudo 2018, section 3.1).
            seed: 0 or more; the same one gives the same pieces.
        """
        known = [i for i, ids in enumerate(sentences) if UNK not in ids]
        spelled = self._processor.decode([list(sentences[i]) for i in known])
        sentencepiece.set_random_generator_seed(seed % 2**32)
        drawn = self._processor.encode(
            spelled,
            enable_sampling=True,
            alpha=strength,
            nbest_size=-1,
            num_threads=1,  # several would draw from the one generator in any order
        )
        sampled = [list(ids) for ids in sentences]
        for i, ids in zip(known, drawn, strict=True):
            sampled[i] = ids
        return sampled

    def decode(self, ids: Sequence[int], unknown: Sequence[str] = ()) -> str:
        """The text of any ids, with single spaces.

        PAD, BOS and EOS add nothing, a byte of no character U+FFFD.

        Args:
            ids: such as a model produced.
            unknown: what each UNK among them stands for; `<unk>` where nothing is given.
        """
        if unknown or not self._bytes.keys().isdisjoint(ids):
            return lay_out(self._parts(ids, unknown))[0]
        return " ".join("".join([self._surfaces[i] for i in ids]).split())

    def stray_bytes(self, ids: Sequence[int]) -> int:
        """How many of the ids are bytes that make no character: `decode` writes U+FFFD for each."""
        if self._bytes.keys().isdisjoint(ids):
            return 0
        # A whole U+FFFD is labelled as the character that it is.
        return sum(
            part.raw == "\ufffd" and part.label == f"byte {self._bytes[part.id]:02X}"
            for part in self._parts(ids)
            if part.is_byte
        )

    def pieces(self, text: str) -> list[Piece]:
        """The pieces of a text, one for each id of `encode(text)`, unknown text as it is written.

        The spans refer to `normalize(text)`.
        """
        spelled = inner(self.normalize(text))
        ids = self._processor.encode(spelled)
        return lay_out(self._parts(ids, self._unknown_runs(ids, spelled.translate(TO_OUTER))))[1]

    def pieces_of(self, ids: Sequence[int], unknown: Sequence[str] = ()) -> list[Piece]:
        """The pieces of ids that a model produced, one for each, as `decode` reads them."""
        return lay_out(self._parts(ids, unknown))[1]

    def _parts(self, ids: Sequence[int], unknown: Iterable[str] = ()) -> list[Part]:
        runs = iter(unknown)
        parts: list[Part] = []
        for is_byte, group in itertools.groupby(ids, key=self._bytes.__contains__):
            if is_byte:
                members = list(group)
                parts += spell_bytes(members, [self._bytes[i] for i in members], TO_OUTER)
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
