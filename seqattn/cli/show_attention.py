"""`seqattn show-attention`: the matrix of attention weights, as a picture or as numbers."""

import sys
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
from seqattn.cli.streams import is_terminal
from seqattn.cli.translate import ask_for_lines, open_translator
from seqattn.errors import UsageError
from seqattn.text import is_blank, visible

if TYPE_CHECKING:
    from rich.console import Console

    from seqattn.alignment import Alignment
    from seqattn.translator import Layer, Translator

FORMATS = ("text", "json", "tsv", "npz", "pharaoh")
LAYERS: "tuple[Layer, ...]" = ("decoder", "encoder", "summary", "decoder-self")


def show_attention(
    text: TextArgument = None,
    file: FileOption = None,
    target: Annotated[
        str | None,
        typer.Option(
            "--target",
            metavar="TEXT",
            help="Weights for this translation instead of the model's own.",
        ),
    ] = None,
    layer: Annotated[
        str,
        typer.Option(
            "--layer",
            metavar="NAME",
            help=f"Whose attention: {', '.join(LAYERS)}.",
            autocompletion=lambda: list(LAYERS),
        ),
    ] = "decoder",
    words: Annotated[
        bool,
        typer.Option("--words", help="Merge pieces to words: columns summed, rows averaged."),
    ] = False,
    segment: Annotated[
        str,
        typer.Option(
            "--segment",
            metavar="NAME",
            help="With --words: a word ends at spaces, or characters: each character of a script "
            "without spaces is one.",
            autocompletion=lambda: ["spaces", "characters"],
        ),
    ] = "spaces",
    hide_end: Annotated[
        bool,
        typer.Option("--hide-end", help="Leave the end marks out; rows are scaled back to 1."),
    ] = False,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(FORMATS)}.",
            autocompletion=lambda: list(FORMATS),
        ),
    ] = "text",
    width: Annotated[
        int | None,
        typer.Option(
            "--width", metavar="N", min=20, help="Cells to use; without it the terminal's, or all."
        ),
    ] = None,
    palette: Annotated[
        str | None,
        typer.Option("--palette", metavar="NAME", help="Colours of the picture."),
    ] = None,
    compact: Annotated[
        bool, typer.Option("--compact", help="Half a character a weight, for long sentences.")
    ] = False,
    log_probs: Annotated[
        bool, typer.Option("--log-probs", help="Show each row's log-probability at its end.")
    ] = False,
    run: RunOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Show where the model looked for each piece.

    Translates TEXT, or each line, and draws its attention: rows are the pieces of the translation
    and its end mark </s>, columns those of the source, numbers are percent, and a row sums to 100.
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
    windows = text_windows(text, file, tally)
    translator = open_translator(run, quiet=quiet)
    ask_for_lines(text, file, quiet=quiet)
    writer = _Writer(form, width=width, palette=palette, compact=compact, log_probs=log_probs)
    number = 0
    for window in windows:
        for sentence in window:
            number += 1
            found = _look(translator, sentence, target, layer, number, alone=text is not None)
            if found is None:
                say(f"Line {number} is empty: nothing to show.", quiet=quiet)
            elif words:
                found = found.words("characters" if segment == "characters" else "spaces")
            if found is not None and hide_end:
                found = found.without_end()
            writer.write(found)
            sys.stdout.flush()
    say(*tally, quiet=quiet)


def _check_names(form: str, layer: str, segment: str, palette: str | None) -> None:
    """Refuse an unknown name before the model is loaded."""
    from seqattn.heatmap import PALETTES

    for option, name, known in (
        ("--format", form, FORMATS),
        ("--layer", layer, LAYERS),
        ("--segment", segment, ("spaces", "characters")),
        ("--palette", palette, tuple(PALETTES)),
    ):
        if name is not None and name not in known:
            raise UsageError(
                f"{option} is {visible(name)!r}.", hint=f"Choose one of {', '.join(known)}."
            )


def _look(
    translator: "Translator", text: str, target: str | None, layer: str, line: int, *, alone: bool
) -> "Alignment | None":
    """The alignment of a sentence; None for a blank line among others."""
    if is_blank(text) and not alone:
        return None
    chosen = next(name for name in LAYERS if name == layer)
    return translator.show_attention(text, target=target, layer=chosen)


class _Writer:
    """Writes alignments to stdout, one after the other, in one format."""

    def __init__(
        self, form: str, *, width: int | None, palette: str | None, compact: bool, log_probs: bool
    ) -> None:
        from seqattn.heatmap import DEFAULT_PALETTE, Canvas

        self.form, self.compact, self.log_probs = form, compact, log_probs
        self.palette = palette or DEFAULT_PALETTE
        self.console = _console()
        self.canvas = Canvas.of(self.console, width=width)
        self.count = 0

    def write(self, alignment: "Alignment | None") -> None:
        """Write one; None is a blank line in the formats of one line a sentence."""
        if alignment is None:
            if self.form in ("json", "pharaoh"):
                print("null" if self.form == "json" else "")
            return
        self.count += 1
        if self.form == "npz":
            if self.count > 1:
                raise UsageError("An npz file holds one sentence.", hint="Use --format json.")
            alignment.to_npz(sys.stdout.buffer)
        elif self.form == "json":
            print(alignment.to_json())
        elif self.form == "pharaoh":
            print(alignment.to_pharaoh())
        elif self.form == "tsv":
            print(("\n" if self.count > 1 else "") + alignment.to_tsv(), end="")
        else:
            self._draw(alignment)

    def _draw(self, alignment: "Alignment") -> None:
        from seqattn.heatmap import render

        if self.count > 1:
            print()
            sys.stdout.flush()
        picture = render(
            alignment,
            self.canvas,
            palette=self.palette,
            compact=self.compact,
            log_probs=self.log_probs,
        )
        self.console.print(picture, soft_wrap=True)


def _console() -> "Console":
    """Stdout as rich sees it; a terminal only if it is one, whatever FORCE_COLOR says."""
    from rich.console import Console

    terminal = is_terminal(sys.stdout)
    return Console(file=sys.stdout, force_terminal=terminal, markup=False, emoji=False)
