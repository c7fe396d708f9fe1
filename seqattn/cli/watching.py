"""`train --watch`: one sentence whose attention is drawn after each validation.

`--watch-html DIR` keeps the pictures of all validations:

    index.html      a page with a slider, from the first validation to the last
    series.jsonl    the same as numbers, a line a validation; what a resumed training goes on from
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.cli.options import folder
from seqattn.cli.remarks import strange_pieces
from seqattn.cli.texts import argument_text
from seqattn.config import Config
from seqattn.errors import RunError, UsageError
from seqattn.files import write_atomic
from seqattn.layers import layers_of
from seqattn.reports import Report, Started, Watched
from seqattn.text import counted, is_blank, visible

if TYPE_CHECKING:
    from seqattn.heatmap import Frame, SeriesPage
    from seqattn.tokenizer import Tokenizer

PAGE = "index.html"
SERIES = "series.jsonl"
NUMBERS = ("step", "epoch", "loss", "bleu", "best")
"""What of a validation stands beside its picture."""

WatchOption = Annotated[
    str | None,
    typer.Option(
        "--watch",
        metavar="TEXT",
        help="A source sentence: its attention is drawn anew after each validation.",
    ),
]
WatchHtmlOption = Annotated[
    Path | None,
    typer.Option(
        "--watch-html",
        parser=folder,
        metavar="DIR",
        help="With --watch: keep the pictures as a page with a slider, DIR/index.html.",
    ),
]


class Watching:
    """What --watch and --watch-html ask for.

    Args:
        text: the sentence, or None: nothing is watched.
        folder: of --watch-html, or None.
    """

    def __init__(self, text: str | None, folder: Path | None) -> None:
        self.text, self.folder = text, folder
        self.frames: list[Frame] = []
        self.page: SeriesPage | None = None

    @classmethod
    def of(cls, watch: str | None, folder: Path | None) -> "Watching":
        """Read the two options.

        Raises:
            UsageError: the sentence is blank, or a page is wanted of none.
        """
        if watch is None and folder is not None:
            raise UsageError(
                "--watch-html keeps the pictures of a sentence, but none is watched.",
                hint='Name one: --watch "A sentence of the source language."',
            )
        text = None if watch is None else argument_text(watch, or_file=False)
        if text is not None and is_blank(text):
            raise UsageError(
                "The sentence of --watch is empty.",
                hint="Give one with at least one visible character.",
            )
        return cls(text, folder)

    def require_attention(self, config: Config) -> None:
        """Refuse to watch a model that looks at nothing.

        Raises:
            UsageError: its decoder has no attention.
        """
        if self.text is not None and "decoder" not in layers_of(config.model):
            raise UsageError(
                f"There is no attention to watch in a model with --context {config.model.context}.",
                hint="Leave --watch out, or train with --context attention.",
            )

    def require_pieces(self, tokenizer: "Tokenizer") -> list[str]:
        """Refuse a sentence too long to be shown; what is to be said of one hardly known.

        Raises:
            UsageError: it has more pieces than a picture may.
        """
        if self.text is None:
            return []
        from seqattn.translator import LONGEST_SHOWN

        size = len(tokenizer.encode(self.text))
        if size > LONGEST_SHOWN:
            raise UsageError(
                f"The sentence of --watch has {counted(size, 'piece')}, too many to show.",
                hint=f"Watch one of at most {LONGEST_SHOWN:,}.",
            )
        strange = strange_pieces(self.text, tokenizer)
        return [f"The sentence of --watch: {strange}"] if strange else []

    def open_folder(self, *, resume: bool) -> None:
        """Make the folder of --watch-html, and take up the series that a resumed training goes on.

        Raises:
            RunError: it cannot be written, or holds a series that does not go on here.
        """
        if self.folder is None:
            return
        from seqattn.checkpoint import make_folder

        with _about_this_folder():
            make_folder(self.folder)
        path = self.folder / SERIES
        if not path.exists():
            if (self.folder / PAGE).exists():  # some other page, since ours come second
                path = self.folder / PAGE
                raise RunError(
                    f"{visible(str(path))} is there already, and no series of pictures beside it.",
                    hint="Choose another folder with --watch-html.",
                )
            return
        if not resume:
            raise RunError(
                f"{visible(str(path))} is there already.",
                hint="Choose another folder with --watch-html, or go on with --resume.",
            )
        self.frames = read_series(path)
        for frame in self.frames:
            if frame.source != self.text:
                raise RunError(
                    f"{visible(str(path))} is of another sentence: '{visible(frame.source, 80)}'.",
                    hint="Watch that one, or choose another folder with --watch-html.",
                )

    def keep(self, report: Report) -> None:
        """Add a picture to the series; what a resumed training will do again is forgotten."""
        if self.folder is None or not isinstance(report, Started | Watched):
            return
        from seqattn.heatmap import Frame, SeriesPage

        if isinstance(report, Started):
            self.page = SeriesPage()
            for frame in self.frames:
                if frame.step <= report.resumed_at:
                    self.page.add(frame)
        elif self.page is not None:
            found = report.translation
            if found.alignment is not None:
                numbers = {name: getattr(report.validated, name) for name in NUMBERS}
                self.page.add(Frame(**numbers, source=found.source, alignment=found.alignment))
                self._write(self.folder, self.page)

    def where(self) -> list[str]:
        """Where the page is, if there is one."""
        if self.folder is None or self.page is None or not self.page.frames:
            return []
        return [f"The pictures: {visible(str(self.folder / PAGE))}"]

    @staticmethod
    def _write(folder: Path, page: "SeriesPage") -> None:
        lines = "".join(frame.to_json() + "\n" for frame in page.frames)
        with _about_this_folder():
            write_atomic(folder / SERIES, lines.encode())
            write_atomic(folder / PAGE, page.to_html().encode())


@contextmanager
def _about_this_folder() -> Iterator[None]:
    """What cannot be written is here no matter of --run."""
    try:
        yield
    except RunError as error:
        hint = "Make room, or choose another folder with --watch-html."
        raise RunError(error.message, hint=hint) from error


def read_series(path: Path) -> "list[Frame]":
    """What --watch-html has kept.

    Raises:
        RunError: it cannot be read.
    """
    from seqattn.heatmap import Frame

    try:
        return [Frame.from_json(line) for line in path.read_bytes().split(b"\n") if line]
    except (OSError, ValueError, RecursionError) as error:
        raise RunError(
            f"{visible(str(path))} cannot be read: it is damaged or not a seqattn file.",
            hint="Choose another folder with --watch-html.",
        ) from error
