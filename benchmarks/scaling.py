"""Whether the cost of a token stays the same as the corpus grows, and as sentences grow.

    python -m benchmarks.scaling            1 k to 1 M pairs; sentences of 5 to 200 pieces
    python -m benchmarks.scaling --quick    tiny sizes: tries the form only

Corpus: the same model steps through batches of the usual budget drawn from corpora of made-up text.
`prepare_s_per_million` is reading, cleaning, learning the tokenizer and encoding, a million pieces
of both sides; `epoch_s_per_million` is drawing and padding all batches of an epoch; `bytes_a_token`
is what the encoded corpus holds. The model and its tokenizer's size are the same for all.

Sentences: a corpus of sentences of one length each, in batches of the usual budget of pieces, so
that longer sentences come in smaller batches; and greedy translation, every sentence as long as its
source. Attention alone grows with the square of the length, so a token may cost more there.
"""

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import measuring
from benchmarks.measuring import Row

if TYPE_CHECKING:
    from benchmarks.models import Training
    from seqattn.batches import Batch

PAIRS = (1_000, 10_000, 100_000, 1_000_000)
LENGTHS = (5, 10, 20, 50, 100, 200)
STEPS = 20
BATCH_TOKENS = 2000
QUICK_PAIRS, QUICK_LENGTHS, QUICK_STEPS = (200, 400), (3, 6), 2

COLUMNS = {
    "what": "", "threads": "d", "tokens_per_second": ",.0f", "spread": ".1%",
    "translated_per_second": ",.0f", "prepare_s_per_million": ",.2f",
    "epoch_s_per_million": ",.3f", "bytes_a_token": ",.2f", "peak_mib": ",.0f", "padding": ".1%",
}  # fmt: skip


def main() -> None:
    """Measure, print the table, write the JSON file."""
    parser = measuring.arguments(__doc__)
    parser.set_defaults(threads=[1])
    options = parser.parse_args()
    if options.one:
        case = json.loads(options.one)
        print(json.dumps((grown_corpus if "pairs" in case else grown_sentences)(**case)))
        return
    pairs, lengths = (QUICK_PAIRS, QUICK_LENGTHS) if options.quick else (PAIRS, LENGTHS)
    common = {"repeats": options.repeats, "steps": QUICK_STEPS if options.quick else STEPS,
              "tiny": options.quick}  # fmt: skip
    cases: list[Row] = [{"pairs": count} for count in pairs]
    cases += [{"length": length} for length in lengths]
    rows = []
    for threads in options.threads:
        for case in cases:
            measuring.say(f"{case}, {threads} threads")
            given = {**case, **common}
            rows.append(measuring.in_a_process("benchmarks.scaling", given, threads))
    measuring.publish(
        "scaling",
        f"Cost of a token as corpus and sentences grow: medians of {options.repeats}",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
    )


def grown_corpus(pairs: int, repeats: int, steps: int, threads: int, tiny: bool) -> Row:
    """From a file of so many pairs to training steps, in this process."""
    import torch

    from benchmarks.made_corpus import made_pairs
    from benchmarks.models import BASE, SMALL, training_of
    from seqattn.batches import bucketed, make_batch
    from seqattn.config import Config
    from seqattn.corpus import open_corpus
    from seqattn.preparation import prepare

    torch.set_num_threads(threads)
    settings = {
        **BASE, "vocab_size": 400 if tiny else 4000, "vocabularies": "joint", "max_length": 200,
        "batch_tokens": BATCH_TOKENS, "character_pieces": True, "tokenize": "none",
    }  # fmt: skip
    if tiny:
        settings |= dict.fromkeys(SMALL, 8)
    with tempfile.TemporaryDirectory(prefix="seqattn-scaling-") as folder:
        file = Path(folder) / "pairs.tsv"
        with file.open("w", encoding="utf-8") as lines:
            lines.writelines(f"{source}\t{target}\n" for source, target in made_pairs(pairs))
        prepared = []
        prepare_seconds = measuring.seconds(
            lambda: prepared.append(
                prepare(open_corpus([file]), None, Config().with_values(settings), settings)
            )
        )
        corpus = prepared[0].train
    vocabulary = prepared[0].tokenizers.target.size
    training = training_of({**settings, "vocab_size": vocabulary})
    tokens = int(corpus.source_lengths.sum() + corpus.target_lengths.sum())
    rows = []
    order_seconds = measuring.seconds(
        lambda: rows.extend(bucketed(corpus, batch_tokens=BATCH_TOKENS, seed=1, epoch=0))
    )
    padding_seconds = measuring.seconds(lambda: [make_batch(corpus, row) for row in rows[:500]])
    shown = sum(
        int(corpus.source_lengths[row].sum() + corpus.target_lengths[row].sum())
        for row in rows[:500]
    )
    batches = [make_batch(corpus, row) for row in rows[:steps]]
    times = measuring.repeated(lambda: _steps(training, batches), repeats)
    million = 1e6 / tokens
    return {
        "what": f"{pairs:,} pairs", "pairs": pairs, "threads": threads,
        "tokens_per_second": sum(b.target_tokens for b in batches) / measuring.median(times),
        "spread": measuring.spread(times), "seconds": times,
        "prepare_s_per_million": prepare_seconds * million,
        "epoch_s_per_million": order_seconds * million + padding_seconds * 1e6 / shown,
        "bytes_a_token": corpus.nbytes / tokens, "peak_mib": measuring.peak_memory(),
        "padding": _padding(batches),
    }  # fmt: skip


def grown_sentences(length: int, repeats: int, steps: int, threads: int, tiny: bool) -> Row:
    """Training and translating sentences of one length, in this process."""
    import torch

    from benchmarks import models
    from seqattn.batches import bucketed, make_batch
    from seqattn.search import FORBIDDEN, greedy
    from seqattn.tokenizer import EOS

    torch.set_num_threads(threads)
    vocabulary = 50 if tiny else 4000
    sizes = dict.fromkeys(models.SMALL, 8) if tiny else {}
    sentences = max(2, BATCH_TOKENS // (2 * length)) * steps * 2
    corpus = models.random_corpus(sentences, vocabulary, length)
    training = models.training_of({**sizes, "vocab_size": vocabulary})
    rows = bucketed(corpus, batch_tokens=BATCH_TOKENS, seed=1, epoch=0)[:steps]
    batches = [make_batch(corpus, row) for row in rows]
    times = measuring.repeated(lambda: _steps(training, batches), repeats)
    tokens = sum(batch.target_tokens for batch in batches)
    peak = measuring.peak_memory()

    def translate() -> None:
        for batch in batches:
            greedy(
                training.learner.averaged,
                batch.source,
                batch.source_mask,
                batch.source_lengths,
                forbidden=(*FORBIDDEN, EOS),  # what ends a sentence is its limit
                keep_weights=False,
            )

    translating = measuring.repeated(translate, repeats)
    translated = sum(int(batch.source_lengths.sum()) for batch in batches)
    return {
        "what": f"{length} pieces", "length": length, "threads": threads,
        "tokens_per_second": tokens / measuring.median(times), "spread": measuring.spread(times),
        "translated_per_second": translated / measuring.median(translating),
        "seconds": times, "translating_seconds": translating, "peak_mib": peak,
        "padding": _padding(batches),
    }  # fmt: skip


def _steps(training: "Training", batches: "list[Batch]") -> None:
    for batch in batches:
        training.step(batch)


def _padding(batches: "list[Batch]") -> float:
    """Share of the places of the batches that are padding."""
    real = sum(int(b.source_mask.sum() + b.target_mask.sum()) for b in batches)
    places = sum(b.source_mask.numel() + b.target_mask.numel() for b in batches)
    return 1 - real / places


if __name__ == "__main__":
    main()
