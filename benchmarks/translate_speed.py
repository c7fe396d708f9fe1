"""Speed of translating: output pieces and sentences a second, greedily and with a beam of 5.

    python -m benchmarks.translate_speed                       the shipped corpus's test part
    python -m benchmarks.translate_speed --run DIR --file F    any run, any text, a sentence a line
    python -m benchmarks.translate_speed --quick               tiny sizes: tries the form only

Without `--run` one is trained first on the shipped corpus, for `--minutes`, and kept for the next
time. What is timed is `Translator.translate_many` without alignments: tokenising, batching by
length, searching, decoding the text; not starting and loading. Batches of 16, 64 and 128 sentences,
in float32 and in the precision that `auto` chooses here, with 1 and 2 threads.
"""

import json
from pathlib import Path

from benchmarks import measuring
from benchmarks.measuring import Row

BATCHES = (16, 64, 128)
BEAMS = (1, 5)

COLUMNS = {
    "threads": "d", "precision": "", "beam": "d", "batch": "d", "tokens_per_second": ",.0f",
    "sentences_per_second": ",.1f", "spread": ".1%", "mean_length": ".2f", "peak_mib": ",.0f",
}  # fmt: skip


def main() -> None:
    """Measure, print the table, write the JSON file."""
    parser = measuring.arguments(__doc__)
    parser.add_argument("--run", type=Path, help="the run to translate with")
    parser.add_argument("--file", type=Path, help="the sentences to translate")
    parser.add_argument("--minutes", type=float, default=5, help="to train without --run (5)")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(**json.loads(options.one))))
        return
    from benchmarks.models import run_to_translate_with

    run = options.run or run_to_translate_with(options.minutes, quick=options.quick)
    sizes = ((4,), (1, 2)) if options.quick else (BATCHES, BEAMS)
    rows = []
    for threads in options.threads:
        for precision in ("float32", "auto"):
            measuring.say(f"{precision}, {threads} threads")
            case = {
                "run": str(run.resolve()), "file": options.file and str(options.file.resolve()),
                "precision": precision, "repeats": options.repeats, "batches": sizes[0],
                "beams": sizes[1], "sentences": 8 if options.quick else None,
            }  # fmt: skip
            rows += measuring.in_a_process("benchmarks.translate_speed", case, threads)["rows"]
    measuring.publish(
        "translate_speed",
        f"Translating: medians of {options.repeats}",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
        run=run.name,
    )


def measure(
    run: str,
    file: str | None,
    precision: str,
    repeats: int,
    batches: list[int],
    beams: list[int],
    sentences: int | None,
    threads: int,
) -> Row:
    """All batches and beams of one precision, in this process."""
    import torch

    from seqattn.recurrence import choose_precision
    from seqattn.translator import load

    torch.set_num_threads(threads)
    translator = load(run, precision=precision)
    chosen = choose_precision(precision, torch.device("cpu"))
    texts = _texts(file)[:sentences]
    rows = []
    for beam in beams:
        for batch in batches:
            found: list[str] = []

            def translate(beam: int = beam, batch: int = batch, found: list[str] = found) -> None:
                answers = translator.translate_many(
                    texts, beam=beam, batch_size=batch, with_alignment=False
                )
                found[:] = [answer.text for answer in answers]

            times = measuring.repeated(translate, repeats)
            pieces = translator.tokenizers.target.encode_batch(found)
            tokens = sum(len(sentence) for sentence in pieces)
            rows.append({
                "threads": threads, "asked": precision,
                "precision": str(chosen).removeprefix("torch."), "beam": beam, "batch": batch,
                "tokens_per_second": tokens / measuring.median(times),
                "sentences_per_second": len(texts) / measuring.median(times),
                "spread": measuring.spread(times), "mean_length": tokens / len(texts),
                "peak_mib": measuring.peak_memory(), "seconds": times,
            })  # fmt: skip
    return {"rows": rows}


def _texts(file: str | None) -> list[str]:
    """The lines of a file, or the sources of the shipped test part."""
    if file is not None:
        return Path(file).read_text("utf-8").splitlines()
    from seqattn.corpus import shipped_corpus

    return [pair.source for pair in shipped_corpus("test")]


if __name__ == "__main__":
    main()
