"""`seqattn check`: what training would use, drop and warn of."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.inputs import Input, open_texts, with_corpus
from seqattn.cli.options import (
    DebugOption,
    QuietOption,
    file_path,
    say,
)
from seqattn.cli.settings import read_settings, with_settings_of
from seqattn.cli.streams import stdout_console
from seqattn.config import Config, section_of
from seqattn.errors import CorpusError, UsageError
from seqattn.text import counted, visible

if TYPE_CHECKING:
    from seqattn.inspection import Report, Side

BAR = 24
"""Cells of the longest bar of the histogram."""

SHOWN = 200
"""Characters of a sentence that are shown at most."""

WriteCleanOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--write-clean",
        parser=file_path,
        metavar="FILE",
        help="Write what is kept: of one file a TSV, of two files two, FILE.en and FILE.de for "
        "a.en and b.de. Given twice: names both files. Ending .gz or .xz: packed.",
        show_default=False,
    ),
]
CheckConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        parser=file_path,
        metavar="FILE",
        help="Settings as TOML or JSON, as train takes them.",
    ),
]


@with_settings_of("data")
@with_corpus
def check(
    *,
    write_clean: WriteCleanOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
    files: Input,
    config: CheckConfigOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
    given: dict[str, Any],
) -> None:
    """Tell what training would make of parallel text.

    Counts what is used and dropped, by reason and with line numbers; shows lengths, scripts,
    repeats, stretches where the two sides seem to have slipped, and a few pairs. Exit code 0 if the
    text can be trained on, 2 if not.

    Lengths are in characters, since there is no tokenizer yet: what --max-length, in pieces, would
    drop is known only to `train`.
    """
    from seqattn.inspection import inspect

    filed = read_settings(config) if config else {}
    of_data = {name: value for name, value in filed.items() if section_of(name) == "data"}
    data = Config().with_values({**of_data, **given}).data
    places = _places(write_clean or (), files.paths, reverse=data.reverse)
    corpus, _ = open_texts(files, reverse=data.reverse)
    say(f"Reading {corpus.name}", quiet=quiet)
    report = inspect(corpus, data, write_to=places)
    if as_json:
        print(json.dumps(report.as_dict()))
    else:
        _show(report)
    if not report.usable:
        raise CorpusError(
            f"0 of {counted(report.read, 'pair')} of {report.name} left after cleaning.",
            hint="See above what was dropped: --max-chars 0 and --max-ratio 0 turn limits off.",
        )
    if places:
        names = " and ".join(visible(str(place)) for place in places)
        say(f"Wrote {counted(report.kept, 'pair')} to {names}", quiet=quiet)


def _places(wanted: Sequence[Path], inputs: Sequence[str], *, reverse: bool) -> list[Path]:
    """Where kept pairs go: one path for a TSV, two for a side each, none if nobody asked.

    Raises:
        UsageError: more than two were named, or one is no file or is read from.

    >>> [path.name for path in _places([Path("new")], ["a.en.gz", "b.de"], reverse=True)]
    ['new.de', 'new.en']
    """
    if len(wanted) > 2 or len(set(wanted)) < len(wanted):
        raise UsageError(
            f"--write-clean does not name one file or two: {visible(', '.join(map(str, wanted)))}.",
            hint="Once for a TSV or the beginning of two names, twice for both names.",
        )
    places = list(wanted)
    if len(places) == 1 and len(inputs) == 2 and ".tsv" not in places[0].suffixes:
        endings = [Path(name.removesuffix(".gz").removesuffix(".xz")).suffix for name in inputs]
        if endings[0] == endings[1] or "" in endings:
            endings = [".target", ".source"] if reverse else [".source", ".target"]
        if reverse:
            endings.reverse()
        places = [places[0].with_name(places[0].name + ending) for ending in endings]
    for place in places:
        if place.is_dir():
            raise UsageError(
                f"--write-clean {visible(str(place))} is a folder.", hint="Name a file in it."
            )
        if place.exists() and not place.is_file():  # a device would be replaced by a file
            raise UsageError(
                f"--write-clean {visible(str(place))} is a device or a pipe, not a file.",
                hint="Name a file.",
            )
        if any(_is_same(place, Path(name)) for name in inputs):
            raise UsageError(
                f"--write-clean would overwrite {visible(str(place))}, which is being checked.",
                hint="Choose another name.",
            )
    return places


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # one of them is not there, or is no file name
        return False


def _show(report: "Report") -> None:
    """The report as text: headings in bold on a terminal, plain anywhere else."""
    from rich.text import Text

    from seqattn.heatmap import Canvas

    console = stdout_console()
    canvas = Canvas.of(console)
    for line in report_lines(report, block=canvas.glyph("█", "#")):
        heading = bool(line) and not line.startswith(" ") and canvas.depth != "none"
        console.print(Text(line, style="bold" if heading else ""), soft_wrap=True)


def report_lines(report: "Report", *, block: str = "█") -> Iterator[str]:
    """The report, a line each; headings begin at the margin, all else is indented.

    Args:
        report: what was found.
        block: one cell of a bar.
    """
    dropped = report.notices.dropped
    yield f"{report.name}"
    yield f"    {counted(report.read, 'pair')} read, {report.kept:,} kept, {dropped:,} dropped"
    if report.held_out:
        trained = report.kept - report.held_out
        held = f"holds {report.held_out:,} out for validation"
        yield f"    without --dev, train uses {trained:,} of these and {held}"
    yield from (f"    {notice}" for notice in report.notices)
    if report.source and report.target:
        yield from _lengths(report.source, report.target, block)
        yield from ("", "Scripts")
        yield f"    source   {_shares(report.source)}"
        yield f"    target   {_shares(report.target)}"
    if report.findings or report.stretches:
        yield from ("", "Worth a look")
        yield from (f"    {stretch}" for stretch in report.stretches)
        yield from (f"    {finding}" for finding in report.findings)
    if report.samples:
        yield from ("", "Start, middle and end: do the sides translate each other?")
        width = len(f"{report.samples[-1].line:,}")
        for pair in report.samples:
            yield f"    {report.unit} {pair.line:>{width},}   {visible(pair.source, SHOWN)}"
            yield f"    {'':{len(report.unit) + width + 1}}   {visible(pair.target, SHOWN)}"
    if report.remarks:
        yield from ("", "What to expect")
        yield from (f"    {remark}" for remark in report.remarks)


def _lengths(source: "Side", target: "Side", block: str) -> Iterator[str]:
    """The histogram of both sides, on one scale."""
    from seqattn.inspection import BINS

    filled = [i for i in range(len(BINS) + 1) if source.histogram[i] or target.histogram[i]]
    most = max(*source.histogram, *target.histogram)
    starts = (1, *BINS)
    spans = [f"{a:,}-{b - 1:,}" for a, b in zip(starts, BINS, strict=False)] + [f"{BINS[-1]:,}-"]
    yield from ("", "Lengths in characters")
    yield f"    {'':>11}  {'source':<{BAR + 11}}  target"
    for i in range(filled[0], filled[-1] + 1):
        cells = [f"{side.histogram[i]:>9,}" for side in (source, target)]
        bars = [block * -(-side.histogram[i] * BAR // most) for side in (source, target)]
        yield (f"    {spans[i]:>11}  {cells[0]}  {bars[0]:<{BAR}}  {cells[1]}  {bars[1]}").rstrip()
    yield f"    {'median':>11}  {source.median:>9,}  {'':{BAR}}  {target.median:>9,}"
    yield f"    {'longest':>11}  {source.longest:>9,}  {'':{BAR}}  {target.longest:>9,}"


def _shares(side: "Side") -> str:
    """Sentences by script: the share, or of rare ones the count.

    >>> from seqattn.inspection import Side
    >>> _shares(Side("Latin", {"Latin": 297, "none": 1}, 20, 40, (298,)))
    'Latin 99.7 %, without letters 0.3 %'
    >>> _shares(Side("Han", {"Han": 6000, "Latin": 1}, 20, 40, (6001,)))
    'Han 100.0 %, Latin 1'
    """
    from seqattn.corpus.scripts import NONE

    total = sum(side.scripts.values())
    parts = []
    for script, count in side.scripts.items():
        name = "without letters" if script == NONE else script
        share = 100 * count / total
        exact = "100" if count == total else f"{share:.1f}"
        parts.append(f"{name} {exact} %" if share >= 0.1 else f"{name} {count:,}")
    return ", ".join(parts)
