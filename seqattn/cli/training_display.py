"""What `seqattn train` shows on stderr while it works.

On a terminal a bar with the time left, tokens/s and loss, and above it what stays: a line for each
validation with a sample translation beside its reference. In a log file the same lines without the
bar, and once a minute one that says where training stands. Lines are plain text: no carriage
returns, no escapes but the bar's own.

A watched sentence has its picture under the bar, drawn anew after each validation; the last one
stays. In a log file there is one after each validation.
"""

import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from seqattn.cli.streams import stderr_console
from seqattn.config import Config
from seqattn.reports import Progress, Report, Started, Stopped, Validated, Watched
from seqattn.text import counted, visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress as Bar

SECONDS_BETWEEN_LINES = 60.0
"""Time between two lines that say where training stands, in a log file."""

SAMPLE_LENGTH = 300
"""Characters shown of a sample sentence."""

LINES_LEFT = 2
"""Lines of the terminal that a picture must leave: to the bar and to the cursor."""

Write = Callable[[str], None]


class Display(Protocol):
    """Something that shows a training's reports."""

    def show(self, report: Report) -> None:
        """Take note of a report."""
        ...


class Silent:
    """Shows nothing."""

    def show(self, report: Report) -> None:
        """Take no note of a report."""


class LogLines:
    """Plain lines, for a log file.

    Args:
        write: prints one line.
        clock: seconds, of which only differences count.
    """

    def __init__(self, write: Write, clock: Callable[[], float] = time.monotonic) -> None:
        self.write, self.clock = write, clock
        self.last = clock()

    def show(self, report: Report) -> None:
        """Write the lines of a report; of `Progress` at most one a minute."""
        if isinstance(report, Progress):
            if self.clock() - self.last < SECONDS_BETWEEN_LINES:
                return
            self.last = self.clock()
        for line in lines_of(report):
            self.write(line)


class TerminalBar:
    """A bar at the bottom of the terminal, a picture under it, and above the lines that stay.

    Args:
        bar: started, and drawn anew when it is told to.
        draw: puts a picture under the bar.
    """

    def __init__(self, bar: "Bar", draw: "Callable[[RenderableType], None]") -> None:
        self.bar, self.draw = bar, draw
        self.task = bar.add_task("", total=None, state="reading the first batches")
        self.watched: Watched | None = None

    def show(self, report: Report) -> None:
        """Move the bar, draw the picture, or print the lines of a report above them."""
        if isinstance(report, Progress):
            self.bar.update(
                self.task,
                completed=report.step,
                total=report.total_steps,
                state=f"epoch {report.epoch}/{report.epochs}  {_speed(report)}",
            )
        elif isinstance(report, Watched):
            self._watch(report)
        else:
            if isinstance(report, Stopped):
                self._stop()
            for line in lines_of(report):
                self.bar.console.print(line, soft_wrap=True)
        self.bar.refresh()

    def _watch(self, report: Watched) -> None:
        from seqattn.heatmap import FittedPicture

        self.watched = report
        if report.translation.alignment is not None:
            self.draw(FittedPicture(report.translation.alignment, lines_left=LINES_LEFT))

    def _stop(self) -> None:
        """Take the bar away, and let the last picture stay, however long it is."""
        from seqattn.heatmap import render

        self.bar.stop()
        if self.watched is not None and self.watched.translation.alignment is not None:
            self.bar.console.print(f"Validation at step {self.watched.validated.step:,}:")
            picture = render(self.watched.translation.alignment)
            self.bar.console.print(picture, soft_wrap=True)


@contextmanager
def _terminal_bar() -> Iterator[Display]:
    from rich.console import RenderableType
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    class BarAndPicture(Bar):
        """The bar with a picture under it."""

        picture: RenderableType = ""

        def get_renderables(self) -> Iterable[RenderableType]:
            yield self.make_tasks_table(self.tasks)
            if self.picture:
                yield self.picture

    columns = (
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:>3.0f}%", markup=False),
        TextColumn("{task.fields[state]}", markup=False),
    )
    # No thread that redraws: the reports come often enough, and the cores are for training.
    with BarAndPicture(
        *columns, console=stderr_console(), transient=True, auto_refresh=False
    ) as bar:
        yield TerminalBar(bar, lambda picture: setattr(bar, "picture", picture))


def display_for(*, quiet: bool, terminal: bool) -> AbstractContextManager[Display]:
    """The display that fits the place, to be used in a `with` statement."""
    if quiet:
        return nullcontext(Silent())
    if terminal:
        return _terminal_bar()
    return nullcontext(LogLines(write_line))


def write_line(line: str) -> None:
    """Write a line to stderr at once, so that who follows a log file sees it."""
    print(line, file=sys.stderr, flush=True)


def lines_of(report: Report) -> list[str]:
    """What is said of a report, line by line."""
    if isinstance(report, Started):
        return _started(report)
    if isinstance(report, Validated):
        return _validated(report)
    if isinstance(report, Watched):
        return _watched(report)
    if isinstance(report, Stopped):
        return _stopped(report)
    return [f"epoch {report.epoch} of {report.epochs}, step {report.step:,}, {_speed(report)}"]


def _speed(report: Progress) -> str:
    return (
        f"loss {report.loss:.2f}  {report.tokens_per_second:,.0f} tokens/s  "
        f"{duration(report.eta_seconds)} left at most"
    )


def _started(report: Started) -> list[str]:
    training = report.config.training
    lines = [
        f"Model: {mechanisms(report.config)}; {report.parameters / 1e6:.1f} million parameters, "
        f"{report.precision} on {report.device}",
        f"Training: {counted(report.pairs, 'pair')}, validated on {report.dev_pairs:,}; at most "
        f"{counted(training.epochs, 'epoch')} of about "
        f"{counted(report.batches_per_epoch, 'step')}; stops after "
        f"{counted(training.patience, 'validation')} without a better BLEU or loss",
    ]
    if training.max_minutes:
        lines.append(f"Stops after {training.max_minutes:g} min, wherever it is.")
    if report.resumed_at:
        # The total is about right (`Epochs.plan`): the last epoch may go beyond it.
        of = f" of {report.total_steps:,}" if report.resumed_at < report.total_steps else ""
        lines.append(f"Going on after step {report.resumed_at:,}{of}.")
    return [*lines, f"Run: {visible(str(report.folder))}"]


def mechanisms(config: Config) -> str:
    """The mechanisms of a model in words.

    >>> mechanisms(Config())
    'gru encoder, attention (additive), summary last'
    """
    model = config.model
    context = {"attention": f"attention ({model.score})", "fixed": "fixed context"}
    parts = [f"{model.encoder} encoder", context.get(model.context, "no context")]
    parts.append(f"summary {model.summary}")
    if model.decoder_self_attention:
        parts.append("decoder self-attention")
    return ", ".join(parts)


def _validated(report: Validated) -> list[str]:
    line = (
        f"epoch {round(report.epoch, 2):g}  step {report.step:,}  loss {report.loss:.3f}  "
        f"BLEU {report.bleu:.1f}{' (best)' if report.best else ''}  "
        f"{report.tokens_per_second:,.0f} tokens/s  {duration(report.seconds)}"
    )
    sample = report.sample
    lines = [
        line,
        f"    source       {visible(sample.source, SAMPLE_LENGTH)}",
        f"    translation  {visible(sample.output, SAMPLE_LENGTH)}",
        f"    reference    {visible(sample.reference, SAMPLE_LENGTH)}",
    ]
    if report.all_equal:
        lines.append(
            "    Every validation sentence got this one translation: the model does not look at "
            "its source yet."
        )
    return lines


def _watched(report: Watched) -> list[str]:
    """The picture, without colours or a limit of width."""
    from seqattn.heatmap import to_text

    if report.translation.alignment is None:
        return []
    picture = to_text(report.translation.alignment, brief=True)
    return [f"    {line}".rstrip() for line in picture.splitlines()]


def _stopped(report: Stopped) -> list[str]:
    reasons = {
        "epochs": "Done: all epochs",
        "early-stop": "Done: stopped early, as neither BLEU nor loss got better",
        "max-minutes": "Stopped: the time of --max-minutes is over",
        "interrupted": "Stopped: interrupted",
    }
    folder = _quoted(report.folder)
    lines = [f"{reasons[report.reason]} (step {report.step:,}, {duration(report.seconds)})."]
    if report.best_bleu is None:
        lines.append("There was no validation yet, so the run cannot translate.")
    else:
        lines.append(f"Best validation BLEU: {report.best_bleu:.1f} at step {report.best_step:,}.")
        lines.append(f'Next: seqattn translate --run {folder} "A sentence."')
    if report.reason in ("max-minutes", "interrupted"):
        # Time counts over all resumes: with the same limit it would stop again at once.
        more = " a larger --max-minutes (0: no limit) and" if report.reason == "max-minutes" else ""
        lines.append(f"To go on, the same command with{more}: --resume --run {folder}")
    return lines


def _quoted(folder: Path) -> str:
    """A path as the shell wants it, if it can be shown as it is."""
    name = str(folder)
    return shlex.quote(name) if visible(name) == name else visible(name)


def duration(seconds: float) -> str:
    """A time as one says it.

    >>> [duration(s) for s in (0.2, 59, 61, 3600, 7265)]
    ['0 s', '59 s', '1 min 1 s', '1 h 0 min', '2 h 1 min']
    """
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
