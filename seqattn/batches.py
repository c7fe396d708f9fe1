"""Token ids to padded batches: masks, shifted targets, length buckets.

A corpus is held flat: one integer array a side and where each sentence starts in it, so that ten
million pairs cost a few bytes a token and no Python object each. Ids are stored without marks;
a batch adds them:

    source      x_1 .. x_n EOS PAD ..     (B, T_x)   what the encoder reads
    target_in   BOS y_1 .. y_n PAD ..     (B, T_y)   what the decoder is fed
    target_out  y_1 .. y_n EOS PAD ..     (B, T_y)   what it must say, the same step

Lengths count the end mark. Which sentences go together is decided by `bucketed` for training,
shuffled anew each epoch, and by `in_length_order` for validation and translation.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from seqattn.tokenizer import BOS, EOS, PAD

Ints = npt.NDArray[np.int64]

BUCKET_POOL = 1 << 16
"""Sentences sorted by length together. More give less padding, fewer more chance in the batches."""


@dataclass(frozen=True)
class Batch:
    """Sentence pairs of one training or validation step, padded to their longest.

    Attributes:
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        source_mask: (B, T_x) bool, True on real tokens, EOS included.
        source_lengths: (B,) int64 in 1..T_x, EOS included.
        target_in: (B, T_y) int64, BOS y_1 .. y_n, then PAD.
        target_out: (B, T_y) int64, y_1 .. y_n EOS, then PAD.
        target_mask: (B, T_y) bool, True on real tokens of `target_out`, EOS included.
        indices: (B,) int64, the positions of the pairs in their corpus.
        target_tokens: real target tokens, EOS included; what a loss is divided by.

    Raises:
        ValueError: shapes that do not agree, or a sentence without a real token: softmax over
            nothing would be nan. Checked here once, never again downstream.
    """

    source: Tensor
    source_mask: Tensor
    source_lengths: Tensor
    target_in: Tensor
    target_out: Tensor
    target_mask: Tensor
    indices: Tensor
    target_tokens: int

    def __post_init__(self) -> None:
        B = self.source.shape[0]
        for name, expected in {
            "source_mask": tuple(self.source.shape),
            "source_lengths": (B,),
            "target_in": (B, self.target_out.shape[1]),
            "target_out": (B, self.target_out.shape[1]),
            "target_mask": (B, self.target_out.shape[1]),
            "indices": (B,),
        }.items():
            got = tuple(getattr(self, name).shape)
            if got != expected:
                raise ValueError(f"{name} has shape {got}, expected {expected}")
        if self.source.device.type != "cpu":
            return  # a copy of a batch checked before; looking at values would wait for the GPU
        if B == 0:
            raise ValueError("a batch needs at least one sentence pair")
        for name, mask in (("source", self.source_mask), ("target", self.target_mask)):
            if not bool(mask.any(dim=1).all()):
                raise ValueError(f"a {name} sentence of the batch has no real token")

    def __len__(self) -> int:
        return self.source.shape[0]

    def to(self, device: torch.device | str) -> "Batch":
        """The same batch on another device."""
        return Batch(
            self.source.to(device),
            self.source_mask.to(device),
            self.source_lengths.to(device),
            self.target_in.to(device),
            self.target_out.to(device),
            self.target_mask.to(device),
            self.indices.to(device),
            self.target_tokens,
        )


@dataclass(frozen=True)
class FlatIds:
    """The ids of one side of a corpus, sentence after sentence.

    Attributes:
        ids: (tokens,) unsigned integers of the smallest size that fits.
        offsets: (sentences + 1,) int64; sentence i is ids[offsets[i] : offsets[i + 1]].
    """

    ids: npt.NDArray[np.unsignedinteger]
    offsets: Ints

    def __getitem__(self, i: int) -> npt.NDArray[np.unsignedinteger]:
        return self.ids[self.offsets[i] : self.offsets[i + 1]]


class EncodedCorpus:
    """Sentence pairs as flat integer arrays: 2 bytes a token up to 65,536 pieces, 4 beyond.

    Args:
        source: the source side.
        target: the target side, as many sentences.

    Attributes:
        source_lengths: (N,) int64, tokens of each source sentence, EOS included.
        target_lengths: (N,) int64, tokens of each target sentence, EOS included.
    """

    def __init__(self, source: FlatIds, target: FlatIds) -> None:
        if len(source.offsets) != len(target.offsets):
            raise ValueError(
                f"{len(source.offsets) - 1} source sentences but {len(target.offsets) - 1} target"
            )
        self.source = source
        self.target = target
        self.source_lengths: Ints = np.diff(source.offsets) + 1
        self.target_lengths: Ints = np.diff(target.offsets) + 1

    @classmethod
    def build(cls, pairs: Iterable[tuple[Sequence[int], Sequence[int]]]) -> "EncodedCorpus":
        """Store the pairs of ids (no marks in them) as they stream by; none is kept as it came.

        >>> corpus = EncodedCorpus.build([([5, 6], [7]), ([8], [9, 10, 11])])
        >>> len(corpus), corpus.pair(1), corpus.target_lengths
        (2, ([8], [9, 10, 11]), array([2, 4]))
        """
        source, target = _Growing(), _Growing()
        for source_ids, target_ids in pairs:
            source.append(source_ids)
            target.append(target_ids)
        return cls(source.finish(), target.finish())

    def __len__(self) -> int:
        return len(self.source_lengths)

    def pair(self, i: int) -> tuple[list[int], list[int]]:
        """Source and target ids of pair `i`, without marks."""
        return self.source[i].tolist(), self.target[i].tolist()

    @property
    def nbytes(self) -> int:
        """Bytes of memory the ids, offsets and lengths take."""
        sides = (self.source, self.target)
        lengths = self.source_lengths.nbytes + self.target_lengths.nbytes
        return lengths + sum(side.ids.nbytes + side.offsets.nbytes for side in sides)


class _Growing:
    """One side while it is read: 2 bytes a token until an id needs 4."""

    def __init__(self) -> None:
        self.ids = array("H")
        self.offsets = array("q", [0])

    def append(self, sentence: Sequence[int]) -> None:
        start = len(self.ids)
        try:
            self.ids.extend(sentence)
        except OverflowError:
            del self.ids[start:]  # what was stored before the id that did not fit
            self.ids = array("I", self.ids)
            self.ids.extend(sentence)
        self.offsets.append(len(self.ids))

    def finish(self) -> FlatIds:
        ids = np.frombuffer(self.ids, dtype=f"u{self.ids.itemsize}")
        return FlatIds(ids, np.frombuffer(self.offsets, dtype=np.int64))


def make_batch(corpus: EncodedCorpus, indices: Sequence[int] | Ints) -> Batch:
    """Pad the pairs at `indices` into one batch, rows in that order.

    >>> batch = make_batch(EncodedCorpus.build([([5, 6], [7]), ([8], [9, 10])]), [0, 1])
    >>> batch.source.tolist(), batch.target_in.tolist(), batch.target_out.tolist()
    ([[5, 6, 3], [8, 3, 0]], [[2, 7, 0], [2, 9, 10]], [[7, 3, 0], [9, 10, 3]])
    """
    rows = np.asarray(indices, dtype=np.int64)
    source, source_mask, source_lengths = source_batch([corpus.source[i] for i in rows])
    target_out, target_mask, _ = source_batch([corpus.target[i] for i in rows])
    target_in = torch.full_like(target_out, PAD)
    target_in[:, 1:] = target_out[:, :-1]
    target_in[:, 0] = BOS
    target_in.masked_fill_(~target_mask, PAD)  # the EOS of shorter rows, moved on by one
    return Batch(
        source,
        source_mask,
        source_lengths,
        target_in,
        target_out,
        target_mask,
        torch.from_numpy(rows),
        target_tokens=int(corpus.target_lengths[rows].sum()),
    )


def source_batch(
    sentences: Sequence[Sequence[int] | npt.NDArray[np.unsignedinteger]],
) -> tuple[Tensor, Tensor, Tensor]:
    """End each sentence with EOS and pad them to the longest.

    Args:
        sentences: B lists of ids without marks; an empty one becomes EOS alone.

    Returns:
        ids: (B, T_x) int64, x_1 .. x_n EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens, EOS included.
        lengths: (B,) int64, EOS included.

    >>> ids, mask, lengths = source_batch([[7, 8], []])
    >>> ids.tolist(), lengths.tolist()
    ([[7, 8, 3], [3, 0, 0]], [3, 1])
    """
    lengths = np.fromiter((len(s) + 1 for s in sentences), dtype=np.int64, count=len(sentences))
    T_x = int(lengths.max(initial=0))
    ids = np.full((len(sentences), T_x), PAD, dtype=np.int64)
    for row, sentence in zip(ids, sentences, strict=True):
        row[: len(sentence)] = np.asarray(sentence, dtype=np.int64)
        row[len(sentence)] = EOS
    mask = np.arange(T_x) < lengths[:, None]
    return torch.from_numpy(ids), torch.from_numpy(mask), torch.from_numpy(lengths)


def bucketed(
    corpus: EncodedCorpus,
    *,
    batch_tokens: int | None = None,
    batch_sentences: int | None = None,
    seed: int,
    epoch: int,
) -> list[Ints]:
    """Which pairs go together in the batches of one epoch, and the order of the batches.

    The corpus is shuffled, cut into pools of `BUCKET_POOL` sentences, each pool sorted by length
    and cut into batches, and the batches shuffled. The same (corpus, budget, seed, epoch) gives
    the same batches on every machine, which resuming relies on.

    Args:
        corpus: N pairs.
        batch_tokens: most padded tokens of a batch, B * (T_x + T_y); a pair that is longer by
            itself gets a batch of its own. Memory grows with this number.
        batch_sentences: most sentences of a batch. One of the two limits, or both.
        seed: of the run, 0 or more.
        epoch: 0 or more; each has its own order.

    Returns:
        arrays of indices into the corpus, each index in exactly one of them.
    """
    rng = np.random.default_rng([seed, epoch])
    order = rng.permutation(len(corpus))
    widths = (corpus.source_lengths, corpus.target_lengths)
    batches: list[Ints] = []
    for start in range(0, len(order), BUCKET_POOL):
        pool = order[start : start + BUCKET_POOL]
        # By target length, and among equal ones by source length, up and down in turn: where one
        # target length ends and the next begins, the source lengths still are neighbours.
        # Sorting is stable, so pairs of the same two lengths keep their chance order. That, which
        # turn comes first and where the first batch ends make other batches each epoch.
        turn = np.where((widths[1][pool] + rng.integers(2)) % 2 == 0, 1, -1)
        by_length = np.lexsort((widths[0][pool] * turn, widths[1][pool]))
        batches += _cut(pool[by_length], widths, batch_tokens, batch_sentences, rng.random())
    return [batches[i] for i in rng.permutation(len(batches))]


def in_length_order(
    corpus: EncodedCorpus | Sequence[int] | Ints,
    *,
    batch_tokens: int | None = None,
    batch_sentences: int | None = None,
) -> list[Ints]:
    """Batches from the shortest sentences to the longest, always the same ones.

    Args:
        corpus: N pairs, or the N lengths of source sentences that are to be translated.
        batch_tokens: most padded tokens of a batch, as in `bucketed`.
        batch_sentences: most sentences of a batch.

    Returns:
        arrays of indices into the corpus, each index in exactly one of them.

    >>> in_length_order([9, 2, 8, 3], batch_tokens=18)
    [array([1, 3]), array([2, 0])]
    """
    if isinstance(corpus, EncodedCorpus):
        widths: tuple[Ints, ...] = (corpus.source_lengths, corpus.target_lengths)
    else:
        widths = (np.asarray(corpus, dtype=np.int64),)
    return _cut(np.lexsort(widths), widths, batch_tokens, batch_sentences)


def _cut(
    order: Ints,
    widths: tuple[Ints, ...],
    batch_tokens: int | None,
    batch_sentences: int | None,
    first: float = 1.0,
) -> list[Ints]:
    """Cut indices, neighbours alike in length, into batches within the budget.

    The first batch has only the share `first`, in 0 to 1, of the budget.
    """
    if batch_tokens is None and batch_sentences is None:
        raise ValueError("give batch_tokens or batch_sentences")
    token_limit = np.iinfo(np.int64).max if batch_tokens is None else batch_tokens
    sentence_limit = len(order) if batch_sentences is None else batch_sentences
    if token_limit < 1 or (batch_sentences is not None and batch_sentences < 1):
        raise ValueError(f"a budget below 1: {batch_tokens=}, {batch_sentences=}")
    columns = [width[order] for width in widths]
    cuts: list[int] = []
    start, share = 0, first
    while start < len(order):
        # No batch is larger than one of pairs all as short as its first.
        shortest = sum(int(column[start]) for column in columns)
        most = int(min(share * sentence_limit, share * token_limit // shortest)) + 2
        longest = [np.maximum.accumulate(column[start : start + most]) for column in columns]
        sizes = np.arange(1, len(longest[0]) + 1)
        tokens = sizes * np.sum(longest, axis=0)
        over = (sizes > share * sentence_limit) | (tokens > share * token_limit)
        over[0] = False  # a pair beyond the budget is alone
        if not over.any():
            break
        start, share = start + int(over.argmax()), 1.0
        cuts.append(start)
    return np.split(order, cuts) if len(order) else []
