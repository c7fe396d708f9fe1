"""The command line: one file a command, and what they share.

    mistakes.py          where every expected mistake is printed, as two lines
    help_pages.py        what --help looks like
    streams.py           UTF-8 out, and who sits at the other end
    timestamps.py        the time in front of every line of stderr
    texts.py             sentences in: TEXT, --file or stdin, lines as they come
    remarks.py           what is said of translations once all are written
    bitext_remarks.py    what is said of a text that was aligned
    options.py           options that several commands have
    runs.py              which run a command reads: named, trained last, or shipped
    gold_links.py        word alignments by hand, and the score against them
    option_groups.py     several options that reach a command as one argument
    inputs.py            parallel text in: files, validation text, the shipped corpus
    interruption.py      Ctrl-C while a training runs
    settings.py          the settings table as options and as a file
    origins.py           where the value of each setting comes from
    training_display.py  what `train` shows while it works
    watching.py          the sentence whose attention `train` draws, and the page of its pictures
    attention_output.py  what `show-attention` writes: of one model, or of two
    compare_plan.py      which mechanisms, seeds and bins `compare` was asked for
    compare_texts.py     what `compare` trains on and what it scores on

Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 failed while running, 2 wrong
use or wrong data, 130 interrupted. No command imports torch before it needs it, so that `--help`
and tab completion answer at once.

To add a command, write its file and name it in `COMMANDS`.
"""

import sys
import warnings

import typer

from seqattn.cli.align import align
from seqattn.cli.check import check
from seqattn.cli.compare import compare
from seqattn.cli.evaluate import evaluate
from seqattn.cli.explain import ExplainCommand, explain
from seqattn.cli.help_pages import PlainCommand
from seqattn.cli.info import info
from seqattn.cli.mistakes import MistakePrinter
from seqattn.cli.options import VersionOption
from seqattn.cli.show_attention import show_attention
from seqattn.cli.tokenize import tokenize
from seqattn.cli.train import train
from seqattn.cli.translate import translate

COMMANDS = (
    train,
    translate,
    show_attention,
    evaluate,
    align,
    tokenize,
    check,
    compare,
    explain,
    info,
)

app = typer.Typer(
    name="seqattn",
    cls=MistakePrinter,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def seqattn(context: typer.Context, version: VersionOption = False) -> None:
    """Train an attention encoder-decoder on your own parallel text, translate, see the attention.

    Try: seqattn show-attention "Tom chases Jerry." Then train on your own text: seqattn train
    SOURCE TARGET, or without files on the shipped corpus.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


for command in COMMANDS:
    name = command.__name__.replace("_", "-")
    app.command(name, cls=ExplainCommand if command is explain else PlainCommand)(command)


def main() -> None:
    """Run the command line; the entry point of the installed `seqattn`."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # what torch tells its developers is no word to our users
    app(prog_name="seqattn")
