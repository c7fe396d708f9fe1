"""`seqattn show-attention`: the matrix of attention weights, as a picture or as numbers."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.cli.options import (
    DebugOption,
    FileOption,
    QuietOption,
    RunOption,
    TextArgument,
    say,
)
from seqattn.cli.remarks import Unfamiliar
from seqattn.cli.streams import is_terminal, stdout_console
from seqattn.cli.translate import ask_for_lines, open_translator
from seqattn.errors import UsageError
from seqattn.layers import LAYERS
from seqattn.text import is_blank, visible

if TYPE_CHECKING:
    from seqattn.alignment import Alignment, Segment
    from seqattn.translator import Translator

FORMATS = ("text", "json", "tsv", "npz", "pharaoh", "svg", "html")
ONE_SENTENCE = ("npz", "svg")
"""Formats whose file holds one matrix."""

SEGMENTS: "tuple[Segment, ...]" = ("spaces", "characters")

TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target", metavar="TEXT", help="Weights for this translation instead of the model's own."
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
    bool, typer.Option("--words", help="Merge pieces to words: columns summed, rows averaged.")
]
SegmentOption = Annotated[
    str,
    typer.Option(
        "--segment",
        metavar="NAME",
        help="With --words: a word ends at spaces, or characters: each character of a script "
        "without spaces is one.",
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
        help=f"{', '.join(FORMATS)}.",
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
LogProbsOption = Annotated[
    bool, typer.Option("--log-probs", help="Show each row's log-probability at its end.")
]


def show_attention(
    text: TextArgument = None,
    file: FileOption = None,
    target: TargetOption = None,
    layer: LayerOption = "decoder",
    words: WordsOption = False,
    segment: SegmentOption = "spaces",
    hide_end: HideEndOption = False,
    form: FormatOption = "text",
    width: WidthOption = None,
    palette: PaletteOption = None,
    compact: CompactOption = False,
    log_probs: LogProbsOption = False,
    run: RunOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Show where the model looked for each piece.

    Translates TEXT, or each line, and draws its attention: rows are the pieces of the translation
    and its end mark </s>, columns those of the source, numbers are hundredths, and a row sums to 1.
    It shows where the model looked, not why it chose a word.
    """
    from seqattn.cli.texts import text_windows
    from seqattn.corpus import Tally

    _check_names(form, layer, segment, palette)
    if form == "npz" and is_terminal(sys.stdout):
        raise UsageError(
            "--format npz writes a binary file.", hint="Redirect it: ... --format npz > FILE.npz"
        )
    tally = Tally()
    writer = _Writer(form, width, palette, compact, log_probs)
    with text_windows(text, file, tally) as windows:
        view = _View(open_translator(run, quiet=quiet), target, layer, words, segment, hide_end)
        typed = ask_for_lines(text, file, quiet=quiet)
        unfamiliar = Unfamiliar(view.translator.tokenizers.source)
        lines: Iterator[str] = (line for window in windows for line in window)
        if form in ONE_SENTENCE or target is not None:
            lines = _only(lines, form)
        for number, line in enumerate(lines, start=1):
            if text in (None, "-") and (reason := view.cannot_show(line)):
                say(f"Line {number} {reason}.", quiet=quiet)
                writer.skip()
            else:
                writer.write(view.of(line))
                said = unfamiliar.note(line, number)
                if typed and said:
                    say(said, quiet=quiet)
            sys.stdout.flush()
    writer.close()
    say(*tally, *([] if typed else unfamiliar.remarks()), quiet=quiet)


def _check_names(form: str, layer: str, segment: str, palette: str | None) -> None:
    """Refuse an unknown name before the model is loaded."""
    from seqattn.heatmap import PALETTES

    for option, name, known in (
        ("--format", form, FORMATS),
        ("--layer", layer, LAYERS),
        ("--segment", segment, SEGMENTS),
        ("--palette", palette, tuple(PALETTES)),
    ):
        if name is not None and name not in known:
            raise UsageError(
                f"{option} is {visible(name)!r}.", hint=f"Choose one of {', '.join(known)}."
            )


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


@dataclass(frozen=True)
class _View:
    """Which attention of a sentence is wanted, and in what units."""

    translator: "Translator"
    target: str | None
    layer: str
    words: bool
    segment: str
    hide_end: bool

    def cannot_show(self, line: str) -> str:
        """Why nothing can be shown of a line among others; empty if it can."""
        from seqattn.translator import LONGEST_SHOWN

        if is_blank(line):
            return "is empty: nothing to show"
        size = len(self.translator.tokenizers.source.encode(line))
        if size > LONGEST_SHOWN:
            return f"has {size:,} pieces, too many to show: {LONGEST_SHOWN:,} is the limit"
        return ""

    def of(self, text: str) -> "Alignment":
        layer = next(name for name in LAYERS if name == self.layer)
        alignment = self.translator.show_attention(text, target=self.target, layer=layer)
        if self.words:
            segment = next(name for name in SEGMENTS if name == self.segment)
            alignment = alignment.words(segment)
        return alignment.without_end() if self.hide_end else alignment


@dataclass
class _Writer:
    """Writes alignments to stdout, one after the other, in one format."""

    form: str
    width: int | None
    palette: str | None
    compact: bool
    log_probs: bool
    written: int = 0
    for_page: "list[Alignment]" = field(default_factory=list)

    def skip(self) -> None:
        """Keep lines out equal to lines in, in the formats of one line a sentence."""
        if self.form in ("json", "pharaoh"):
            print("null" if self.form == "json" else "")

    def write(self, alignment: "Alignment") -> None:
        from seqattn.heatmap import DEFAULT_PALETTE, to_svg

        palette = self.palette or DEFAULT_PALETTE
        if self.written and self.form in ("text", "tsv"):
            print()
        self.written += 1
        if self.form == "npz":
            alignment.to_npz(sys.stdout.buffer)
        elif self.form == "json":
            print(alignment.to_json())
        elif self.form == "pharaoh":
            print(alignment.to_pharaoh())
        elif self.form == "tsv":
            print(alignment.to_tsv(), end="")
        elif self.form == "svg":
            print(to_svg(alignment, palette=palette), end="")
        elif self.form == "html":
            self.for_page.append(alignment)
        else:
            self._draw(alignment, palette)

    def _draw(self, alignment: "Alignment", palette: str) -> None:
        from seqattn.heatmap import Canvas, render

        console = stdout_console()
        picture = render(
            alignment,
            Canvas.of(console, width=self.width),
            palette=palette,
            compact=self.compact,
            log_probs=self.log_probs,
        )
        console.print(picture, soft_wrap=True)

    def close(self) -> None:
        """Write what only the end allows: the page of all sentences."""
        from seqattn.heatmap import DEFAULT_PALETTE, to_html

        if self.form == "html":
            print(to_html(self.for_page, palette=self.palette or DEFAULT_PALETTE), end="")
