"""What `show-attention` writes: one sentence's attention after the other, in one format.

format     one model                          two models (A and B)
text       the picture                        side by side, and B - A
json       an `Alignment` a line              a `seqattn-comparison` a line
svg        one picture                        side by side, and B - A
html       a page with all sentences          a page with all sentences
tsv, npz, pharaoh                             refused: they hold one matrix
"""

import json
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from seqattn.cli.streams import stdout_console
from seqattn.errors import UsageError
from seqattn.layers import Layer
from seqattn.text import is_blank, json_line, visible

if TYPE_CHECKING:
    from seqattn.alignment import Alignment, Segment
    from seqattn.heatmap import Canvas, Comparison
    from seqattn.translator import Translator

Format = Literal["text", "json", "tsv", "npz", "pharaoh", "svg", "html"]
FORMATS: tuple[Format, ...] = get_args(Format)
ONE_SENTENCE = ("npz", "svg")
"""Formats whose file holds one sentence."""

OF_TWO = ("text", "json", "svg", "html")
"""Formats that can show two models."""

COMPARISON, VERSION = "seqattn-comparison", 1


@dataclass(frozen=True)
class View:
    """Which attention of a sentence is wanted, of which model, and in what units.

    Attributes:
        translator: the model.
        name: what to call it where there are two; empty for one alone.
        target: a given translation, or None.
        layer: whose attention.
        words: what ends a word, or None: pieces stay pieces.
        hide_end: leave the end marks out.
    """

    translator: "Translator"
    name: str
    target: str | None
    layer: Layer
    words: "Segment | None"
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
        """The attention of a sentence.

        Raises:
            UsageError: this model has nothing to show of it; named where there are two.
        """
        try:
            found = self.translator.show_attention(text, target=self.target, layer=self.layer)
        except UsageError as error:
            if not self.name:
                raise
            raise UsageError(f"{self.name}: {error.message}", hint=error.hint) from error
        if self.words is not None:
            found = found.words(self.words)
        return found.without_end() if self.hide_end else found


@dataclass
class Output:
    """Writes the attention of sentences to stdout.

    Attributes:
        form: one of `FORMATS`.
        width: cells of a picture; None: the terminal's, or all.
        palette: a name in `seqattn.heatmap.PALETTES`.
        compact: half a character a weight.
        views: one model, or two to be compared.
    """

    form: Format
    width: int | None
    palette: str
    compact: bool
    views: tuple[View, ...]
    _written: int = 0
    _page: "list[Alignment]" = field(default_factory=list)
    _pairs: "list[Comparison]" = field(default_factory=list)

    def skip(self) -> None:
        """Keep lines out equal to lines in, in the formats of one line a sentence."""
        if self.form in ("json", "pharaoh"):
            print("null" if self.form == "json" else "")

    def write(self, text: str) -> None:
        """Show a sentence.

        Raises:
            UsageError: a model has nothing to show of it.
        """
        alignments = [view.of(text) for view in self.views]
        if self._written and self.form in ("text", "tsv"):
            print()
        self._written += 1
        if len(alignments) == 2:
            self._write_two(self._comparison(*alignments))
        else:
            self._write_one(alignments[0])

    def close(self) -> None:
        """Write what only the end allows: the page of all sentences.

        Raises:
            UsageError: there was none, and an empty file is no picture and no numbers.
        """
        if not self._written and self.form in (*ONE_SENTENCE, "html"):
            raise UsageError(
                f"There was no sentence to show, so there is nothing for --format {self.form}.",
                hint="Give one that is neither blank nor too long.",
            )
        if self.form != "html":
            return
        from seqattn.heatmap import comparisons_to_html, to_html

        if self._pairs:
            print(comparisons_to_html(self._pairs), end="")
        else:
            page = to_html(self._page, palette=self.palette, log_probs=self._log_probs)
            print(page, end="")

    @property
    def _log_probs(self) -> bool:
        """Whether to show how probable the model finds each row: of a translation given to it."""
        return self.views[0].target is not None

    def _write_one(self, alignment: "Alignment") -> None:
        if self.form == "npz":
            alignment.to_npz(sys.stdout.buffer)
        elif self.form == "json":
            print(alignment.to_json())
        elif self.form == "pharaoh":
            print(alignment.to_pharaoh())
        elif self.form == "tsv":
            print(alignment.to_tsv(), end="")
        elif self.form == "svg":
            from seqattn.heatmap import to_svg

            picture = to_svg(alignment, palette=self.palette, log_probs=self._log_probs)
            print(picture, end="")
        elif self.form == "html":
            self._page.append(alignment)
        else:
            self._draw(alignment)

    def _draw(self, alignment: "Alignment") -> None:
        from seqattn.heatmap import render

        picture = render(
            alignment,
            self._canvas(),
            palette=self.palette,
            compact=self.compact,
            log_probs=self._log_probs,
        )
        stdout_console().print(picture, soft_wrap=True)

    def _write_two(self, pair: "Comparison") -> None:
        if self.form == "json":
            print(comparison_json(pair))
        elif self.form == "svg":
            print(pair.to_svg(), end="")
        elif self.form == "html":
            self._pairs.append(pair)
        else:
            stdout_console().print(pair, soft_wrap=True)

    def _comparison(self, first: "Alignment", second: "Alignment") -> "Comparison":
        from seqattn.heatmap import Comparison

        return Comparison(
            first,
            second,
            (self.views[0].name, self.views[1].name),
            self._why_none(first, second),
            palette=self.palette,
            compact=self.compact,
            log_probs=self._log_probs,
            canvas=self._canvas(),
        )

    def _why_none(self, first: "Alignment", second: "Alignment") -> str:
        """Why two alignments have no difference, and what would give them one."""
        from seqattn.alignment import unlike

        side = unlike(first, second)
        if not side:
            return ""
        if side == "rows" and first.row_role == "target" and first.row_text != second.row_text:
            return (
                "The two wrote other translations, so there is no difference to draw: "
                "--target TEXT gives both the same one."
            )
        what = first.column_role if side == "columns" else first.row_role
        read = (first.column_text, second.column_text)
        if side == "columns" and read[0] != read[1]:
            return (
                f"The two read the {what} otherwise, as '{visible(read[0], 60)}' and "
                f"'{visible(read[1], 60)}', so there is no difference to draw."
            )
        if side == "rows" and not unlike(first.without_end(), second.without_end()):
            return (
                f"One of the two has not ended the {what}, so there is no difference to draw: "
                "--hide-end leaves the end marks out."
            )
        remedy = (
            ": --words may join them to the same words." if self.views[0].words is None else "."
        )
        return (
            f"The two cut the {what} into other pieces, so there is no difference to draw{remedy}"
        )

    def _canvas(self) -> "Canvas":
        from seqattn.heatmap import Canvas

        return Canvas.of(stdout_console(), width=self.width)


def comparison_json(pair: "Comparison") -> str:
    """One line: both alignments as `Alignment.to_json` writes them, and B - A if there is one."""
    difference = pair.difference
    return json_line(
        {
            "format": COMPARISON,
            "version": VERSION,
            "runs": list(pair.names),
            "alignments": [json.loads(one.to_json()) for one in (pair.first, pair.second)],
            "difference": None if difference is None else difference.values,
            "why_none": pair.why_none,
        }
    )
