"""The two texts on which word aligners are compared, each with links made by hand or by rule.

    gold-deen   Multi30k's training part (captions) and, behind it, the gold pairs (sentences of a
                parliament): scored on the latter, which are unlike most of the text
    shipped     the shipped English-Chinese corpus: scored on its dev and its test part

**gold-deen.** Multi30k is taken as its `lc.norm.tok` files have it, but with what Moses escaped
written back (`&apos;s` becomes `'s`), which is how the gold files spell it. The gold sentences keep
their words, on which the links count, and are only lowercased, by Python's `str.lower`. White
space is made one space. Of pairs that occur twice the first is kept, by the same code that
`seqattn train` cleans with. What is left are the lines that *every* aligner reads, no more and no
fewer. Multi30k's validation part, spelled likewise, is what `seqattn train` validates on; no other
aligner reads it.

**shipped.** Attention learns from the training part alone, as it is written. Other aligners have
nothing to say of a line that they did not read, so they read the dev and the test part too, and all
parts as words: those with which the corpus was made, which no user of Chinese text would have.
"""

import hashlib
import html
import importlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import CACHE, PROJECT, say
from seqattn.config import Config
from seqattn.corpus import Pair, Tally, clean, rules_of
from seqattn.evaluation import GoldLinks, parse_pharaoh
from seqattn.word_alignment import WordedPair

NAMES = ("gold-deen", "shipped")
QUICK_LINES, QUICK_GOLD = 400, 20

Lines = list[tuple[str, str]]


@dataclass(frozen=True)
class Gold:
    """Pairs with links to be scored on.

    Attributes:
        name: of the part.
        pairs: as words, and as a model reads them.
        links: one for each pair.
    """

    name: str
    pairs: tuple[WordedPair, ...]
    links: tuple[GoldLinks, ...]


@dataclass(frozen=True)
class AlignedText:
    """What aligners read, and what they are scored on.

    Attributes:
        name: one of `NAMES`.
        languages: of the source and of the target, such as ("de", "en").
        read: pairs of lines of words, as aligners that count words read them; each gold pair is
            among them.
        train_files: what attention learns from: source and target; empty for the shipped corpus.
        dev_files: what its training validates on.
        gold: what is scored.
        fingerprint: changes with the text and with the links.
    """

    name: str
    languages: tuple[str, str]
    read: Lines
    train_files: tuple[Path, ...]
    dev_files: tuple[Path, ...]
    gold: tuple[Gold, ...]
    fingerprint: str


def german_english(multi30k: Path, gold: Path, *, quick: bool = False) -> AlignedText:
    """Multi30k and the German-English gold pairs.

    Args:
        multi30k: folder with train.lc.norm.tok.de and so on.
        gold: folder with src.txt, tgt.txt, align.txt.
        quick: a few lines of it, to try the form.
    """
    sides = [_lines(gold / name, lower=True) for name in ("src.txt", "tgt.txt")]
    hand = list(zip(*sides, strict=True))[: QUICK_GOLD if quick else None]
    links = tuple(map(parse_pharaoh, _lines(gold / "align.txt")))[: len(hand)]
    read = [*_captions(multi30k, "train")[: QUICK_LINES if quick else None], *hand]
    read = list(_kept(read))
    folder = CACHE / "alignment" / ("gold-deen.quick" if quick else "gold-deen")
    dev = _captions(multi30k, "val")[: QUICK_GOLD if quick else None]
    pairs = tuple(WordedPair.of(*pair) for pair in hand)
    return AlignedText(
        name="gold-deen",
        languages=("de", "en"),
        read=read,
        train_files=_written(read, folder / "train", ("de", "en")),
        dev_files=_written(dev, folder / "dev", ("de", "en")),
        gold=(Gold("gold", pairs, links),),
        fingerprint=_digest(repr((read, hand, links))),
    )


def shipped(*, quick: bool = False) -> AlignedText:
    """The shipped corpus.

    Args:
        quick: only dev and test are read, to try the form.
    """
    parts = {part: _shipped_words(part) for part in ("dev", "test")}
    gold = []
    for part, words in parts.items():
        written = [line.split("\t") for line in _lines(PROJECT / "data" / f"{part}.tsv", tabs=True)]
        pairs = tuple(
            WordedPair(tuple(en.split()), tuple(zh.split()), *sides)
            for (en, zh), sides in zip(words, written, strict=True)
        )
        links = tuple(map(parse_pharaoh, _lines(PROJECT / "data" / f"{part}.align")))
        gold.append(Gold(part, pairs, links))
    train = (PROJECT / "data" / "train.tsv").read_text(encoding="utf-8")
    fingerprint = _digest(repr((train, gold)))
    taught = [] if quick else _training_words(fingerprint)
    return AlignedText(
        name="shipped",
        languages=("en", "zh"),
        read=[*taught, *parts["dev"], *parts["test"]],
        train_files=(),
        dev_files=(),
        gold=tuple(gold),
        fingerprint=fingerprint,
    )


def _captions(folder: Path, part: str) -> Lines:
    names = [folder / f"{part}.lc.norm.tok.{side}" for side in ("de", "en")]
    sides = [[html.unescape(line) for line in _lines(name)] for name in names]
    return list(zip(*sides, strict=True))


def _lines(path: Path, *, lower: bool = False, tabs: bool = False) -> list[str]:
    """Lines, their white space made one space; only a line feed ends one."""
    text = path.read_bytes().decode()  # as text, a lone carriage return would end a line
    lines = text.removesuffix("\n").split("\n")
    if not tabs:
        lines = [" ".join(line.split()) for line in lines]
    return [line.lower() for line in lines] if lower else lines


def _kept(pairs: Lines) -> Iterator[tuple[str, str]]:
    """What a training with the default settings keeps.

    Raises:
        ValueError: it would keep less than all different pairs.
    """
    numbered = [Pair(*pair, line) for line, pair in enumerate(pairs, start=1)]
    kept = list(clean(numbered, rules_of(Config().data), Tally("the text")))
    if len(kept) != len(set(pairs)):
        raise ValueError("a rule of cleaning drops pairs that would be missing in the comparison")
    return ((pair.source, pair.target) for pair in kept)


def _written(pairs: Lines, stem: Path, endings: Sequence[str]) -> tuple[Path, ...]:
    """Both sides as files for `seqattn train`."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    paths = []
    for ending, side in zip(endings, zip(*pairs, strict=True), strict=True):
        paths.append(stem.with_name(f"{stem.name}.{ending}"))
        paths[-1].write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
    return tuple(paths)


def _shipped_words(part: str) -> Lines:
    names = [PROJECT / "data" / f"{part}.words.{side}" for side in ("en", "zh")]
    return list(zip(*map(_lines, names), strict=True))


def _training_words(fingerprint: str) -> Lines:
    """The training part of the shipped corpus as words, which only its maker knows; kept.

    Raises:
        ValueError: the maker makes another text than the one that lies there.
    """
    paths = [CACHE / "alignment" / f"shipped-{fingerprint}.{side}" for side in ("en", "zh")]
    if not all(path.exists() for path in paths):
        say("Making the shipped corpus again, for the words of its training part")
        sys.path.insert(0, str(PROJECT / "data"))
        made = importlib.import_module("maker.split").make_parts().train
        written = _lines(PROJECT / "data" / "train.tsv", tabs=True)
        if [f"{pair.english}\t{pair.chinese}" for pair in made] != written:
            raise ValueError("data/train.tsv is not what data/make_corpus.py writes")
        words = [(" ".join(pair.en_words), " ".join(pair.zh_words)) for pair in made]
        _written(words, paths[0].with_suffix(""), ("en", "zh"))
    return list(zip(*map(_lines, paths), strict=True))


def _digest(text: str) -> str:
    """16 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
