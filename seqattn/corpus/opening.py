"""From the files a user names to a `Corpus`: the format is chosen, the paths are checked."""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Literal

from seqattn.corpus.aligned import check_line_counts, read_aligned
from seqattn.corpus.jsonl import find_keys, read_jsonl
from seqattn.corpus.pairs import Corpus
from seqattn.corpus.signatures import recognise, refuse_binary, refuse_markup
from seqattn.corpus.sources import STDIN, Source, locate
from seqattn.corpus.tmx import find_languages, read_tmx
from seqattn.corpus.tsv import read_tsv
from seqattn.errors import CorpusError, UsageError

FORMATS = ("auto", "lines", "tsv", "jsonl", "tmx")


def open_corpus(
    paths: Sequence[Path | str],
    *,
    input_format: str = "auto",
    columns: tuple[int, int] | None = None,
    reverse: bool = False,
    source_lang: str | None = None,
    target_lang: str | None = None,
) -> Corpus:
    """Open one file that holds both sides, or two line-aligned ones.

    What can be known early is checked here: the paths, what the files are, and for two files that
    they have the same number of lines. Bad lines show up while the pairs are read.

    Args:
        paths: one or two paths; `-` is stdin.
        input_format: one of FORMATS; "auto" tells by the content and the ending.
        columns: for TSV, 1-based numbers of the source and the target column.
        reverse: swap the two sides.
        source_lang: for JSON lines the key, for TMX the language code of the source side.
        target_lang: the same for the target side.

    Raises:
        UsageError: the options do not fit each other or the files.
        CorpusError: a file cannot be used; the message names it and the remedy.
    """
    _check_options(paths, input_format, columns)
    sources = [locate(path) for path in paths]
    if len(sources) == 2:
        return _open_aligned(*sources, guess=input_format == "auto", reverse=reverse)
    source = sources[0]
    if input_format == "auto":
        chosen = recognise(source)
    else:
        chosen = input_format
        refuse_binary(source.head(), source.name, source.place, wide=chosen == "tmx")
    if columns is not None and chosen != "tsv":
        raise UsageError(
            f"--columns is for TSV, but {source.name} is {chosen}.", hint="Leave it out."
        )
    if chosen == "tsv":
        return Corpus(source.name, lambda tally: read_tsv(source, columns, tally, reverse=reverse))
    return _open_named(source, chosen, (source_lang, target_lang), reverse=reverse)


def shipped_corpus(part: Literal["train", "dev", "test"], *, reverse: bool = False) -> Corpus:
    """The English-Chinese corpus that comes with the project.

    Raises:
        CorpusError: the installation lacks it.
    """
    place = shipped_file(f"{part}.tsv")
    if place is None:
        raise CorpusError(
            f"The shipped corpus is missing its {part} part.", hint="Install seqattn again."
        )
    return open_corpus([place], input_format="tsv", columns=(1, 2), reverse=reverse)


def shipped_file(name: str) -> Path | None:
    """Where a file of the shipped corpus lies, such as `test.patterns`; None if it is not there."""
    installed = Path(str(resources.files("seqattn"))) / "data" / name
    checkout = Path(__file__).parents[2] / "data" / name
    return next((place for place in (installed, checkout) if place.is_file()), None)


def _check_options(
    paths: Sequence[Path | str], input_format: str, columns: tuple[int, int] | None
) -> None:
    """Raise a UsageError for what can be told without looking at a file."""
    if input_format not in FORMATS:
        raise UsageError(
            f"There is no input format {input_format!r}.", hint=f"Use one of: {', '.join(FORMATS)}."
        )
    if len(paths) not in (1, 2):
        raise UsageError(
            f"One file with both sides or two line-aligned files are needed, not {len(paths)}.",
            hint="Give PAIRS, or SOURCE TARGET.",
        )
    if len(paths) == 1 and input_format == "lines":
        raise UsageError("Line-aligned text needs two files.", hint="Give SOURCE TARGET.")
    if len(paths) == 2:
        if input_format not in ("auto", "lines"):
            raise UsageError(
                f"The format {input_format} holds both sides in one file, but two were given.",
                hint="Give one file, or leave --input-format out.",
            )
        if columns is not None:
            raise UsageError("--columns is for one TSV file, but two files were given.")
        if all(str(path) == STDIN for path in paths):
            raise UsageError(
                "Both sides cannot come from stdin.", hint="Give a TSV: paste SOURCE TARGET | ... -"
            )
    if columns is not None and (min(columns) < 1 or columns[0] == columns[1]):
        raise UsageError(
            f"--columns {columns[0]},{columns[1]} does not name two columns.",
            hint="Columns count from 1: the first two are 1,2.",
        )


def _open_aligned(source: Source, target: Source, *, guess: bool, reverse: bool) -> Corpus:
    """Two files, checked before anything is read from them."""
    for side in (source, target):
        refuse_binary(side.head(), side.name, side.place)
        if guess:
            refuse_markup(side.head(), side.name)
    check_line_counts(source, target)
    name = f"{source.name} + {target.name}"
    first, second = (target, source) if reverse else (source, target)
    return Corpus(name, lambda tally: read_aligned(first, second, tally))


def _open_named(
    source: Source, chosen: str, wanted: tuple[str | None, str | None], *, reverse: bool
) -> Corpus:
    """A format that names its sides: JSON lines or TMX."""
    if chosen == "jsonl":
        keys = find_keys(source, *wanted)
        keys = keys.reversed() if reverse else keys
        sides = (keys.source, keys.target)
        return Corpus(source.name, lambda tally: read_jsonl(source, keys, tally), languages=sides)
    guessed = wanted == (None, None)
    first, second = find_languages(source, *wanted)
    languages = (second, first) if reverse else (first, second)
    return Corpus(
        source.name,
        lambda tally: read_tmx(source, languages, tally, guessed=guessed),
        unit="unit",
        languages=languages,
    )
