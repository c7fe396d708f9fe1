"""`seqattn show-attention`: the matrix of attention weights, as a picture or as numbers."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.cli.attention_output import FORMATS, OF_TWO, ONE_SENTENCE, Output, View
from seqattn.cli.options import (
    DebugOption,
    FileOption,
    QuietOption,
    TextArgument,
    check_choice,
    say,
)
from seqattn.cli.remarks import Folded, Unfamiliar
from seqattn.cli.runs import RUNS_HELP, choose_runs, complete_run, run_folder
from seqattn.cli.search_options import (
    PRECISION,
    PrecisionOption,
    UnknownOption,
    check_precision,
    check_unknown,
    remark_on_unknown,
)
from seqattn.cli.streams import is_terminal
from seqattn.errors import UsageError
from seqattn.layers import LAYERS
from seqattn.text import is_blank

if TYPE_CHECKING:
    from seqattn.alignment import Segment

SEGMENTS: "tuple[Segment, ...]" = ("characters", "spaces")

TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        metavar="TEXT",
        help="Weights for this translation instead of the model's own, and each row's "
        "log-probability.",
    ),
]
LayerOption = Annotated[
    str,
    typer.Option(
        "--layer",
        metavar="NAME",
        help=f"Whose attention: {', '.join(LAYERS)}.",
        autocompletion=lambda: list(LAYERS),
    ),
]
WordsOption = Annotated[
    bool,
    typer.Option(
        "--words",
        help="Merge pieces to words: columns summed, rows averaged, log-probabilities summed. "
        "Punctuation stays with the word that it touches.",
    ),
]
SegmentOption = Annotated[
    str,
    typer.Option(
        "--segment",
        metavar="NAME",
        help="With --words: characters, where each character of a script without spaces is a "
        "word, or spaces, for text of such a script whose words have spaces between them.",
        autocompletion=lambda: list(SEGMENTS),
    ),
]
HideEndOption = Annotated[
    bool, typer.Option("--hide-end", help="Leave the end marks out; rows are scaled back to 1.")
]
FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        help=f"{', '.join(FORMATS)}. Links of pharaoh count pieces from 0, with --words words.",
        autocompletion=lambda: list(FORMATS),
    ),
]


def _palettes() -> list[str]:
    from seqattn.heatmap import PALETTES

    return list(PALETTES)


WidthOption = Annotated[
    int | None,
    typer.Option(
        "--width", metavar="N", min=20, help="Cells to use; without it the terminal's, or all."
    ),
]
PaletteOption = Annotated[
    str | None,
    typer.Option(
        "--palette",
        metavar="NAME",
        help="Colours of the picture: dusk, ember, sea, grey; default dusk.",
        autocompletion=_palettes,
    ),
]
CompactOption = Annotated[
    bool, typer.Option("--compact", help="Half a character a weight, for long sentences.")
]
RunsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--run",
        parser=run_folder,
        autocompletion=complete_run,
        metavar="DIR",
        help=f"{RUNS_HELP} Twice: two models side by side.",
        show_default=False,
    ),
]


def show_attention(
    text: TextArgument = None,
    file: FileOption = None,
    target: TargetOption = None,
    layer: LayerOption = "decoder",
    words: WordsOption = False,
    segment: SegmentOption = "characters",
    hide_end: HideEndOption = False,
    form: FormatOption = "text",
    width: WidthOption = None,
    palette: PaletteOption = None,
    compact: CompactOption = False,
    unknown: UnknownOption = "avoid",
    precision: PrecisionOption = PRECISION,
    run: RunsOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Show where the model looked for each piece.

    Translates TEXT, or each line, and draws its attention: rows are the pieces of the translation
    and its end mark </s>, columns those of the source, numbers are hundredths, and a row sums to 1.
    It shows where the model looked, not why it chose a word.
    """
    from seqattn.cli.texts import argument_text, is_typed, text_windows
    from seqattn.corpus import Tally
    from seqattn.heatmap import DEFAULT_PALETTE

    _check_names(form, layer, segment, palette)
    check_unknown(unknown)
    check_precision(precision)
    _check_form(form, run or ())
    tally = Tally()
    if target is not None:
        target = argument_text(target, name="--target", or_file=False, tally=tally)
    say(*_idle(form, words, segment, width, palette, compact), quiet=quiet)
    typed = is_typed(text, file)
    with text_windows(text, file, tally, quiet=quiet) as windows:
        runs = choose_runs(run or (), windows.first_sentence, quiet=quiet)
        views = _views(
            runs, target, layer, segment if words else None, hide_end, unknown, precision
        )
        translators = [view.translator for view in views]
        remark_on_unknown(unknown, translators, is_given=target is not None, quiet=quiet)
        output = Output(
            next(known for known in FORMATS if known == form),
            width,
            palette or DEFAULT_PALETTE,
            compact,
            views,
        )
        tokenizer = translators[0].tokenizers.source
        unfamiliar, folded = Unfamiliar(tokenizer), Folded(tokenizer)
        lines: Iterator[str] = (line for window in windows for line in window)
        if form in ONE_SENTENCE or target is not None:
            lines = _only(lines, form)
        for number, line in enumerate(lines, start=1):
            reasons = filter(None, (view.cannot_show(line) for view in views))
            if text in (None, "-") and (reason := next(reasons, "")):
                say(f"Line {number} {reason}.", quiet=quiet)
                output.skip()
            else:
                output.write(line)
                folded.note(line, number)
                said = unfamiliar.note(line, number)
                if typed and said:
                    say(said, quiet=quiet)
            sys.stdout.flush()
    output.close()
    say(*tally, *([] if typed else unfamiliar.remarks()), *folded.remarks(), quiet=quiet)


def _views(
    runs: Sequence[Path],
    target: str | None,
    layer: str,
    segment: str | None,
    hide_end: bool,
    unknown: str,
    precision: str,
) -> tuple[View, ...]:
    """What is wanted of each run."""
    from seqattn import shipped
    from seqattn.translator import load
    from seqattn.unknown import UNKNOWN

    known_layer = next(name for name in LAYERS if name == layer)
    words = next((name for name in SEGMENTS if name == segment), None)
    written = next(name for name in UNKNOWN if name == unknown)
    names = [shipped.shown(run) if len(runs) > 1 else "" for run in runs]
    return tuple(
        View(
            load(run, unknown=written, precision=precision),
            name,
            target,
            known_layer,
            words,
            hide_end,
        )
        for run, name in zip(runs, names, strict=True)
    )


def _check_form(form: str, runs: Sequence[Path]) -> None:
    """Refuse more runs than can be shown, and bytes for the eye."""
    if form == "npz" and is_terminal(sys.stdout):
        raise UsageError(
            "--format npz writes a binary file.", hint="Redirect it: ... --format npz > FILE.npz"
        )
    if len(runs) > 2:
        raise UsageError(
            f"--run was given {len(runs)} times.", hint="Two models are shown side by side."
        )
    if len(runs) == 2 and form not in OF_TWO:
        raise UsageError(
            f"The format {form} holds one matrix, but two runs were given.",
            hint=f"Use one of {', '.join(OF_TWO)}, or give one --run.",
        )


def _check_names(form: str, layer: str, segment: str, palette: str | None) -> None:
    """Refuse an unknown name before the model is loaded."""
    from seqattn.heatmap import PALETTES

    for option, name, known in (
        ("--format", form, FORMATS),
        ("--layer", layer, LAYERS),
        ("--segment", segment, SEGMENTS),
        ("--palette", palette, tuple(PALETTES)),
    ):
        if name is not None:
            check_choice(option, name, known)


def _idle(
    form: str, words: bool, segment: str, width: int | None, palette: str | None, compact: bool
) -> Iterator[str]:
    """The options given that change nothing beside the others, a remark each."""
    if segment != SEGMENTS[0] and not words:
        yield "--segment says what a word of --words is: without that it changes nothing."
    for option, is_given, forms in (
        ("--width", width is not None, ("text",)),
        ("--compact", compact, ("text",)),
        ("--palette", palette is not None, ("text", "svg", "html")),
    ):
        if is_given and form not in forms:
            yield f"{option} is of --format {' or '.join(forms)}: here it changes nothing."


def _only(lines: Iterable[str], form: str) -> Iterator[str]:
    """The lines, where only one sentence makes sense; blank ones are none.

    All of them are read before the first is given, so that nothing is written of what is refused.

    Raises:
        UsageError: there are several sentences, for a format that holds one or for one --target.
    """
    read: list[str] = []
    sentences = 0
    for line in lines:
        read.append(line)
        sentences += not is_blank(line)
        if sentences > 1 and form in ONE_SENTENCE:
            raise UsageError(
                f"The format {form} holds one sentence, but more lines were given.",
                hint="Use --format json or html, or give one sentence.",
            )
        if sentences > 1:
            raise UsageError(
                "--target is the translation of one sentence, but more lines were given.",
                hint="Give one sentence.",
            )
    yield from read
