"""docs/alignment.md, made of the rows of results/alignment.json by `benchmarks.alignment`."""

from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.measuring import PROJECT, Row
from seqattn.word_alignment import AGREEMENT, HEURISTICS

PAGE = PROJECT / "docs" / "alignment.md"

COLUMNS = {
    "text": "", "gold": "", "system": "", "way": "", "precision": ".3f", "recall": ".3f",
    "aer": ".3f", "minutes": ",.1f",
}  # fmt: skip
"""Of the table on the terminal."""

LANGUAGES = {"gold-deen": ("de", "en"), "shipped": ("en", "zh")}
GOLDS = {"gold-deen": ("gold",), "shipped": ("dev", "test")}
SYSTEMS = ("attention", "eflomal", "diagonal")

HEAD = """# Word alignments, measured

Made by `python -m benchmarks.alignment` from `benchmarks/results/alignment.json`, which holds the
command, commit, seed and minutes of each row; not by hand.

`seqattn align` reads links between words off attention. Here they are held against links that
people made (German-English) or that a grammar knows (the shipped English-Chinese corpus), beside
those of an aligner that was built for the purpose, eflomal, and beside a guess that knows nothing
but places, the diagonal.

## The measures

Och and Ney (2003, section 5) let annotators mark two kinds of links: *sure* ones, S, which
everybody must find, and *possible* ones, P, which nobody is blamed for finding or for missing; a
sure link is possible as well. Of the links A that a program proposes,

- **precision** is the share that is at least possible, |A ∩ P| / |A|: what is wrong lowers it;
- **recall** is the share of the sure links that it found, |A ∩ S| / |S|: what is missing lowers it;
- **alignment error rate** (AER) is 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|): both kinds of mistakes in
  one number, 0 where all sure links and nothing impossible were proposed, 1 where nothing fits.

Counts are summed over all pairs before they are divided, so that long sentences weigh more. Words
that have no partner need no link and count nowhere by themselves. Where all links are sure, AER is
1 minus the harmonic mean of precision and recall.

## Why attention is no alignment

An aligner is asked: given both sentences, which words mean each other? A decoder is asked: what
comes next? It spreads its weights before it knows the word, wherever in the source it finds what it
needs for the decision, and for many words that is not their partner. An article depends on the noun
to come; a word that the language model foresees needs no look at all, and the weights then lie
anywhere, often on the end mark. A partner of two or three words gets the peak on one of them. The
encoder moves things too: its states hold the neighbourhood of a word, so that looking beside a word
may be as good as looking at it. So a low error rate does not mean that attention *explains* a
translation, nor a high one that the translation is bad.

## What is done about it

Once the word is known, more can be asked: how much less likely is it if the decoder may not look at
one source word? The attention is multiplied with the square root of the share of the probability
that is lost (`--weights erasure`, the default; `seqattn/search/erasure.py`). Then the weights of
the whole sentence are *balanced*: where several target words claim one source word and another has
none, those that are least sure give way (`--balance`).

One way, each word of what the model writes is linked with the word that gets most of its weight,
the end mark left out, if that is enough; otherwise it gets no link (`--least`). (These options and
`--threshold` and `--shift` were chosen on the shipped corpus's dev part alone, as docs/decisions.md
tells; the other links only score.) A model of the other direction links each word of the other
side. Both ways are joined by the same code for every aligner,
`seqattn/word_alignment/symmetrization.py`. For *agreement* a mean of both ways' weights is taken
before links are read off it; the other aligners have no weights to give.
"""

ABOUT = {
    "gold-deen": """\
## German-English: captions, and the parliament

All aligners read exactly the same {read:,} lines: the training part of Multi30k, lowercased and
tokenised as its `lc.norm.tok` files are, with Moses' escapes (`&apos;`) written back as characters,
and behind it the {pairs} gold pairs, lowercased. Of pairs that occur twice one is kept. Scores are
on the gold pairs: sentences from the European Parliament, so that most of what there is to learn
from speaks of something else. No published figure is comparable: others read millions of sentences
of the parliament itself. `seqattn train` validates on Multi30k's validation part, which no other
aligner reads; all its settings are the default ones. eflomal reads nothing else, and its settings
are its own default ones.
""",
    "shipped": """\
## English-Chinese: the shipped corpus

The links here come from the grammar that wrote the corpus. Content words and function words with a
counterpart are linked for sure; where a function word has none (了, most 的, an article that
Chinese does without), links to what annotators may attach it to are possible. `data/README.md`
lists the rules. What stays sure by convention (a measure word with its number) a program that reads
text alone cannot know: what it finds regular may still be counted wrong.

The aligners read different things. Attention learns from the training part ({attention:,} pairs)
as people write it, Chinese without spaces, and never learns from the pairs that it aligns; which of
its states is kept is decided by how well it translates dev, so test is the cleaner part. eflomal
has nothing to say of a line that it has not read: it gets dev and test too ({eflomal:,} pairs), and
all of them cut into the grammar's own words, which nobody has for real text.
""",
}


def ways(system: str) -> tuple[str, ...]:
    """The rows of a system: either direction, then both joined; the diagonal is not joined."""
    joined = (*HEURISTICS, AGREEMENT) if system == "attention" else HEURISTICS
    return ("forward", "backward", *(joined if system != "diagonal" else ()))


def is_complete(rows: Sequence[Row]) -> bool:
    """Whether the page can be made: every system on every text is there."""
    return _wanted() <= {_key(row) for row in rows}


def _wanted() -> set[tuple[str, ...]]:
    return {
        (text, gold, system, way)
        for text, golds in GOLDS.items()
        for gold in golds
        for system in SYSTEMS
        for way in ways(system)
    }


def _key(row: Row) -> tuple[str, ...]:
    return (row["text"], row["gold"], row["system"], row["way"])


def page(rows: Sequence[Row]) -> str:
    """The whole page.

    Args:
        rows: complete, as `is_complete` says.
    """
    found = {_key(row): row for row in rows}
    return "\n".join([HEAD, *("\n".join(_part(text, found)) for text in GOLDS)])


def _part(text: str, found: dict[tuple[str, ...], Row]) -> Iterator[str]:
    """What stands on the page of one text."""
    first = {system: found[text, GOLDS[text][0], system, "forward"] for system in SYSTEMS}
    read = {system: row["pairs_read"] for system, row in first.items()}
    yield ABOUT[text].format(read=read["eflomal"], pairs=first["eflomal"]["pairs"], **read)
    yield "\n".join(_table(text, found)) + "\n"
    yield _remarks(first) + "\n"


def _table(text: str, found: dict[tuple[str, ...], Row]) -> Iterator[str]:
    golds = GOLDS[text]
    names = ("precision", "recall", "AER")
    several = len(golds) > 1
    heads = [f"{gold} {name}" if several else name for gold in golds for name in names]
    yield f"| aligner | links | {' | '.join(heads)} |"
    yield f"|---|---|{'---:|' * len(heads)}"
    for system in SYSTEMS:
        for way in ways(system):
            cells = [_cells(found[text, gold, system, way]) for gold in golds]
            yield f"| {system} | {_way(text, way)} | {' | '.join(cells)} |"


def _way(text: str, way: str) -> str:
    """How a row's links are called.

    >>> _way("shipped", "backward"), _way("shipped", "union")
    ('one way, zh → en', 'union')
    """
    source, target = LANGUAGES[text]
    one_way = {"forward": f"{source} → {target}", "backward": f"{target} → {source}"}
    return f"one way, {one_way[way]}" if way in one_way else way


def _cells(row: Row) -> str:
    """Precision, recall and AER in %."""
    return " | ".join(f"{100 * row[name]:.1f}" for name in ("precision", "recall", "aer"))


def _remarks(rows: dict[str, Row]) -> str:
    """In %, and what each system was, in a few sentences."""
    attention, eflomal = rows["attention"], rows["eflomal"]
    said = ["All figures in %."]
    scores = attention["bleu"]
    said.append(
        f"Attention: one model for each way, seed {attention['seed']}, "
        f"BLEU {scores[0]:.1f} and {scores[1]:.1f} on its validation text"
        f"{_unusual(attention['settings'])}."
    )
    widest = max(eflomal["aer_of_each"]) - min(eflomal["aer_of_each"])
    said.append(
        f"eflomal {eflomal['version']} takes no seed: medians of {eflomal['repeats']} runs, whose "
        f"error rates one way lie within {100 * widest:.1f} of each other."
    )
    return " ".join(said)


def _unusual(settings: Sequence[dict[str, Any]]) -> str:
    """Settings that were not the default ones.

    >>> _unusual([{}, {}]), _unusual([{"epochs": 4}, {}])
    ('', ', trained with epochs 4')
    """
    told = {f"{name} {value}": None for one in settings for name, value in one.items()}
    return f", trained with {', '.join(told)}" if told else ""
