"""`seqattn translate`: a sentence, or lines as they come."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seqattn.cli.options import (
    DebugOption,
    FileOption,
    QuietOption,
    TextArgument,
    say,
)
from seqattn.cli.remarks import Remarks, Unfamiliar
from seqattn.cli.runs import choose_runs
from seqattn.cli.search_options import (
    PRECISION,
    BeamOption,
    CoveragePenaltyOption,
    EnsembleOption,
    LengthPenaltyOption,
    PrecisionOption,
    UnknownOption,
    check_precision,
    check_unknown,
    remark_on_penalties,
    remark_on_unknown,
)
from seqattn.cli.streams import stdout_console
from seqattn.errors import UsageError
from seqattn.translation import LENGTH_PENALTY

if TYPE_CHECKING:
    from seqattn.translation import Translation
    from seqattn.translator import Translator

NBestOption = Annotated[
    int,
    typer.Option(
        "--n-best",
        metavar="N",
        min=1,
        max=1000,
        help="Translations of each sentence, at most --beam; above 1 each has a line of its own: "
        "number of the sentence, tab, score, tab, text.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Write one JSON object a sentence, attention included.")
]
ShowAttentionOption = Annotated[
    bool, typer.Option("--show-attention", help="Draw the attention of each translation under it.")
]


def translate(
    text: TextArgument = None,
    file: FileOption = None,
    beam: BeamOption = 1,
    n_best: NBestOption = 1,
    length_penalty: LengthPenaltyOption = LENGTH_PENALTY,
    coverage_penalty: CoveragePenaltyOption = 0.0,
    as_json: JsonOption = False,
    show_attention: ShowAttentionOption = False,
    unknown: UnknownOption = "avoid",
    precision: PrecisionOption = PRECISION,
    run: EnsembleOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Translate a sentence, or lines as they come.

    Writes one line for each line read. Type sentences at the terminal, or pipe them: each is
    answered as soon as it is there. A TEXT that begins with - goes after --. The score of a
    translation is its log-probability in nats over its length in pieces. With --run several times
    each piece is chosen by the mean of the runs' probabilities.
    """
    from seqattn.cli.texts import is_typed, text_windows
    from seqattn.corpus import Tally

    _check(beam, n_best, as_json, show_attention)
    check_unknown(unknown)
    check_precision(precision)
    remark_on_penalties(beam, length_penalty, coverage_penalty, quiet=quiet)
    aligned = as_json or show_attention
    tally = Tally()
    line = 0
    typed = is_typed(text, file)
    with text_windows(text, file, tally, quiet=quiet) as windows:
        folders = choose_runs(run or (), windows.first_sentence, quiet=quiet)
        translator = open_translator(
            folders, unknown, length_penalty, coverage_penalty, precision, quiet=quiet
        )
        if show_attention:
            translator.require("decoder")
        remarks = Remarks(aligned and "decoder" in translator.layers)
        unfamiliar = Unfamiliar(translator.tokenizers.source)
        for window in windows:
            for translation in translator.translate_many(
                window, beam=beam, n_best=n_best, with_alignment=aligned
            ):
                line += 1
                _write(translation, line, n_best, as_json=as_json)
                if show_attention:
                    _draw(translation)
                remarks.note(translation, line)
                said = unfamiliar.note(translation.source, line)
                if typed and said:  # who sits there should not wait for the end
                    say(said, quiet=quiet)
            sys.stdout.flush()
    say(*tally, *remarks.all(), *([] if typed else unfamiliar.remarks()), quiet=quiet)


def _check(beam: int, n_best: int, as_json: bool, show_attention: bool) -> None:
    """Refuse options that contradict each other, before the model is loaded."""
    if n_best > beam:
        raise UsageError(
            f"--n-best is {n_best}, but the search keeps only {beam}.",
            hint=f"Give --beam {n_best} or more.",
        )
    if show_attention and (as_json or n_best > 1):
        raise UsageError(
            "--show-attention draws one translation of each sentence.",
            hint="Leave out --json and --n-best; --json holds the attention as numbers.",
        )


def _write(translation: "Translation", number: int, n_best: int, *, as_json: bool) -> None:
    """One line, or with n-best a line for each translation found."""
    if as_json:
        print(translation.to_json())
    elif n_best == 1:
        print(translation.text)
    else:
        for found in (translation, *translation.alternatives):
            print(f"{number}\t{found.score:.4f}\t{found.text}")


def _draw(translation: "Translation") -> None:
    """The picture under a translation; a blank line has none."""
    from seqattn.heatmap import Canvas, render

    if translation.alignment is not None:
        console = stdout_console()
        console.print(render(translation.alignment, Canvas.of(console)), soft_wrap=True)
        print()


def open_translator(
    runs: Sequence[Path],
    unknown: str,
    length_penalty: float,
    coverage_penalty: float,
    precision: str,
    *,
    quiet: bool,
) -> "Translator":
    """The translator of a run, or of several together."""
    from seqattn.translator import load
    from seqattn.unknown import UNKNOWN

    wanted = next(name for name in UNKNOWN if name == unknown)
    translator = load(
        *runs,
        length_penalty=length_penalty,
        coverage_penalty=coverage_penalty,
        unknown=wanted,
        precision=precision,
    )
    remark_on_unknown(unknown, [translator], quiet=quiet)
    return translator
