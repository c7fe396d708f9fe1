"""The texts that `benchmarks.quality` trains on, as files for `seqattn train`.

A folder of texts, `DIR`, is expected to hold what their makers publish:

    multi30k-en-de/   train, val, test_2016_flickr, each .en and .de as they are, and
                      .lc.norm.tok.en and .lc.norm.tok.de lowercased and tokenised
    tanaka-en-ja/     train, dev, test, each .en and .ja, tokenised
    tatoeba-en-zh/    cmn.txt: English, a tab, Chinese

Multi30k is taken as it is. The other two are put together and cut anew by `splits`, since
their sentences repeat. What is written goes to the benchmarks' own folder, never to the project.
"""

import hashlib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measuring import CACHE, PROJECT
from benchmarks.quality.splits import HELD, SEED, Pairs, split
from seqattn.files import write_atomic

MULTI30K = {"train": "train", "dev": "val", "test": "test_2016_flickr"}
"""What the parts are called there."""

SHUFFLE_SEED = 1
"""Of the order whose first pairs are the learning curve's."""

MADE = CACHE / "quality"
"""Where what is cut here is kept."""

QUICK_LINES, QUICK_HELD = 120, 12


class Sides(NamedTuple):
    """Two files whose lines belong together."""

    source: Path
    target: Path


@dataclass(frozen=True)
class Text:
    """The files of a text.

    Attributes:
        train: what is trained on.
        dev: what validates.
        test: what is scored at the end.
        about: pairs of each part, a fingerprint of all files, and how it was split, if it was.
    """

    train: Sides
    dev: Sides
    test: Sides
    about: dict[str, Any] = field(default_factory=dict)


class Source(NamedTuple):
    """How a text comes about.

    Attributes:
        languages: endings of the files of the source and of the target.
        tokenize: sacrebleu's tokenizations of the target; the first that is installed is taken.
        ending: of Multi30k's files, before the language.
        read: all pairs of a text that is cut here; None for one that has its parts.
    """

    languages: tuple[str, str]
    tokenize: tuple[str, ...]
    ending: str = ""
    read: Callable[[Path], Pairs] | None = None


def _tanaka(data: Path) -> Pairs:
    """All three parts, one behind the other."""
    pairs: Pairs = []
    for part in ("train", "dev", "test"):
        files = [data / "tanaka-en-ja" / f"{part}.{side}" for side in ("en", "ja")]
        pairs += zip(*map(lines, files), strict=True)
    return pairs


def _tatoeba(data: Path) -> Pairs:
    """The first two columns."""
    rows = [line.split("\t") for line in lines(data / "tatoeba-en-zh" / "cmn.txt")]
    return [(row[0], row[1]) for row in rows if len(row) > 1]


TEXTS = {
    "multi30k-en-de": Source(("en", "de"), ("none",), ending=".lc.norm.tok"),
    "multi30k-de-en": Source(("de", "en"), ("none",), ending=".lc.norm.tok"),
    "multi30k-raw-en-de": Source(("en", "de"), ("13a",)),
    "tanaka-en-ja": Source(("en", "ja"), ("ja-mecab", "char"), read=_tanaka),
    "tanaka-ja-en": Source(("ja", "en"), ("13a",), read=_tanaka),
    "tatoeba-en-zh": Source(("en", "zh"), ("zh",), read=_tatoeba),
    "tatoeba-zh-en": Source(("zh", "en"), ("13a",), read=_tatoeba),
}


def ready(name: str, data: Path, made: Path, *, pairs: int = 0, held: int = HELD) -> Text:
    """The files of a text, made where they have to be.

    Args:
        name: one of `TEXTS`.
        data: the folder of texts.
        made: a folder for what is cut here.
        pairs: train on the first so many of the shuffled training part; 0: on all.
        held: pairs of dev and of test each, of a text that is cut here.

    Raises:
        FileNotFoundError: the folder lacks a file.
    """
    source = TEXTS[name]
    if source.read is None:
        text = _published(source, data)
    else:
        text = _cut(source, data, made / name.partition("-")[0], held)
    if pairs:
        text = replace(text, train=_first(text.train, pairs, made / f"{name}.first-{pairs}"))
    parts = {"train": text.train, "dev": text.dev, "test": text.test}
    counts = {part: len(lines(sides.source)) for part, sides in parts.items()}
    files = [path for sides in parts.values() for path in sides]
    about = {**counts, **text.about, "fingerprint": fingerprint(files)}
    return replace(text, about=about)


def _published(source: Source, data: Path) -> Text:
    folder = data / "multi30k-en-de"
    parts = {
        part: Sides(*(folder / f"{file}{source.ending}.{side}" for side in source.languages))
        for part, file in MULTI30K.items()
    }
    return Text(parts["train"], parts["dev"], parts["test"])


def _cut(source: Source, data: Path, folder: Path, held: int) -> Text:
    """Split the text, the same way for both directions, and write its parts."""
    assert source.read is not None
    parts = split(source.read(data), dev=held, test=held, seed=SEED)
    named = {"train": parts.train, "dev": parts.dev, "test": parts.test}
    sides = {}
    for part, pairs in named.items():
        turned = pairs if source.languages[0] == "en" else [(b, a) for a, b in pairs]
        files = [folder / f"{part}.{side}" for side in source.languages]
        sides[part] = _written(turned, Sides(*files))
    about = {"split_seed": SEED, "left_out": parts.left_out}
    return Text(sides["train"], sides["dev"], sides["test"], about)


def _first(train: Sides, pairs: int, folder: Path) -> Sides:
    """The first pairs of the training part, its order drawn by the seed.

    A larger number of pairs holds all of a smaller one.
    """
    whole = list(zip(*map(lines, train), strict=True))
    random.Random(SHUFFLE_SEED).shuffle(whole)
    return _written(whole[:pairs], Sides(folder / train.source.name, folder / train.target.name))


def _written(pairs: Iterable[tuple[str, ...]], files: Sides) -> Sides:
    """Write a line for each sentence."""
    files.source.parent.mkdir(parents=True, exist_ok=True)
    for path, side in zip(files, zip(*pairs, strict=True), strict=True):
        write_atomic(path, "".join(f"{line}\n" for line in side).encode())
    return files


def lines(path: Path) -> list[str]:
    """The lines of a file as `seqattn` counts them: only a line feed ends one.

    A byte order mark is none of the text.
    """
    text = path.read_bytes().decode("utf-8-sig")
    return text.removesuffix("\n").split("\n")


def fingerprint(files: Iterable[Path]) -> str:
    """16 hexadecimal digits that change with any byte of the files."""
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(b"%d:" % len(content) + content)
    return digest.hexdigest()[:16]


def shown(path: Path, data: Path) -> str:
    """A file's name without the folders of this machine.

    >>> shown(Path("/home/me/texts/tatoeba-en-zh/cmn.txt"), Path("/home/me/texts"))
    'DIR/tatoeba-en-zh/cmn.txt'
    """
    for folder, name in ((data, "DIR"), (MADE, "benchmarks/.cache/quality")):
        if path.is_relative_to(folder):
            return f"{name}/{path.relative_to(folder).as_posix()}"
    return path.name


def make_quick_data(folder: Path) -> None:
    """Write small files of the shipped corpus under all names that are expected in `DIR`."""
    with (PROJECT / "data" / "train.tsv").open(encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in islice(file, QUICK_LINES)]
    pairs = [(row[0], row[1]) for row in rows]
    held = {"train": pairs[2 * QUICK_HELD :], "dev": pairs[:QUICK_HELD]}
    held["test"] = pairs[QUICK_HELD : 2 * QUICK_HELD]
    for part, file_name in MULTI30K.items():
        for ending in ("", ".lc.norm.tok"):
            stem = folder / "multi30k-en-de" / f"{file_name}{ending}"
            _written(held[part], Sides(Path(f"{stem}.en"), Path(f"{stem}.de")))
    for part in held:
        stem = folder / "tanaka-en-ja" / part
        _written(held[part], Sides(Path(f"{stem}.en"), Path(f"{stem}.ja")))
    (folder / "tatoeba-en-zh").mkdir(parents=True, exist_ok=True)
    text = "".join(f"{english}\t{chinese}\n" for english, chinese in pairs)
    write_atomic(folder / "tatoeba-en-zh" / "cmn.txt", text.encode())
