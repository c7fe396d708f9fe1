"""The same text for all toolkits: a folder of files, sentences as numbers of pieces.

    tokenizer.model           one vocabulary of both sides, learned on the training text
    pieces.txt                the numbers that occur, one a line: a vocabulary for the toolkits
    train.src, train.trg      a sentence a line, such as `17 934 5`; dev.* and test.* too
    same64.src, same64.trg    training text in batches of 64 sentences of like length, one after
                              the other; a toolkit that does not shuffle makes these very batches
    test.txt                  the references as text, what BLEU is computed on

The end mark is no part of a line: every toolkit adds its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measuring import say
from seqattn.batches import EncodedCorpus, bucketed
from seqattn.config import Config
from seqattn.corpus import Tally, open_corpus
from seqattn.preparation import encode, prepare

FIRST_PIECE = 4
"""Ids below are seqattn's marks, which no text has."""

SETTINGS: dict[str, Any] = {
    "vocab_size": 4000, "vocabularies": "joint", "byte_fallback": False, "embedding_size": 256,
    "encoder_size": 256, "decoder_size": 512, "attention_size": 256, "tied_embeddings": "all",
    "query": "state", "lexical_shortcut": False,  # as the others have it
    "embedding_dropout": 0.3, "context_dropout": 0.3, "output_dropout": 0.3, "word_dropout": 0.0,
    "label_smoothing": 0.1, "clip_norm": 1.0, "learning_rate": 1e-3, "drop_duplicates": False,
    "device": "cpu", "tokenize": "none",
}  # fmt: skip
"""The model that is compared, as seqattn's settings."""


@dataclass(frozen=True)
class Files:
    """Parallel text: pairs of line-aligned files, and how many training pairs to take.

    Attributes:
        train: source and target to train on.
        dev: to choose the best model by.
        test: to translate.
    """

    train: tuple[Path, Path]
    dev: tuple[Path, Path]
    test: tuple[Path, Path]

    @classmethod
    def multi30k(cls, folder: Path) -> "Files":
        """English to German of a folder with Multi30k's lowercased, tokenised files."""
        names = ("train", "val", "test_2016_flickr")
        train, dev, test = (
            (folder / f"{name}.lc.norm.tok.en", folder / f"{name}.lc.norm.tok.de") for name in names
        )
        return cls(train, dev, test)


def write_text(files: Files, folder: Path, batches: Sequence[int], **settings: Any) -> Path:
    """Write the files into a folder; done once, found again.

    Args:
        files: the text.
        folder: made if it is not there.
        batches: sentences of the batches to lay out for equal steps.
        settings: what differs from `SETTINGS`.
    """
    done = folder / "written"
    laid_out = all((folder / f"same{size}.src").exists() for size in batches)
    if laid_out and done.exists() and done.read_text() == str(files):
        return folder
    say(f"Writing {folder}")
    folder.mkdir(parents=True, exist_ok=True)
    given = {**SETTINGS, **settings}
    config = Config().with_values(given)
    prepared = prepare(open_corpus(files.train), open_corpus(files.dev), config, given)
    prepared.tokenizers.save(folder)
    limit = config.data.max_length
    test = encode(open_corpus(files.test), prepared.tokenizers, limit, Tally())
    parts = {"train": prepared.train, "dev": prepared.dev.encoded, "test": test}
    for name, corpus in parts.items():
        _write_pairs(folder / name, corpus, range(len(corpus)))
    for size in batches:
        rows = bucketed(prepared.train, batch_sentences=size, seed=1, epoch=0)
        full = [indices for indices in rows if len(indices) == size]
        _write_pairs(folder / f"same{size}", prepared.train, (i for row in full for i in row))
    pieces = range(FIRST_PIECE, prepared.tokenizers.target.size)
    (folder / "pieces.txt").write_text("".join(f"{piece}\n" for piece in pieces))
    references = [pair.target for pair in open_corpus(files.test)]
    (folder / "test.txt").write_text("".join(f"{line}\n" for line in references), "utf-8")
    done.write_text(str(files))
    return folder


def _write_pairs(stem: Path, corpus: EncodedCorpus, indices: Iterable[int]) -> None:
    with (
        stem.with_name(f"{stem.name}.src").open("w") as sources,
        stem.with_name(f"{stem.name}.trg").open("w") as targets,
    ):
        for i in indices:
            source, target = corpus.pair(i)
            sources.write(" ".join(map(str, source)) + "\n")
            targets.write(" ".join(map(str, target)) + "\n")


def read_ids(path: Path) -> list[list[int]]:
    r"""Lines of numbers; what is no number (a toolkit's mark for the unknown) is left out.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".trg") as file:
    ...     _ = file.write("5 <unk> 7\n\n"); file.flush(); read_ids(Path(file.name))
    [[5, 7], []]
    """
    lines = path.read_text("utf-8").splitlines()
    return [[int(word) for word in line.split() if word.isdigit()] for line in lines]


def read_corpus(stem: Path) -> EncodedCorpus:
    """Both sides of what `write_text` wrote under a name, such as FOLDER/same64."""
    sides = (read_ids(stem.with_name(f"{stem.name}.{side}")) for side in ("src", "trg"))
    return EncodedCorpus.build(zip(*sides, strict=True))
