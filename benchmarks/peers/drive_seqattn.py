"""seqattn at work, and plain PyTorch: trains, times its steps, translates.

The tools are `seqattn` (float32), `seqattn-auto` (the precision that `auto` chooses, in training
and in translating) and `plain`. The tasks are in `driving.py`.
"""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from benchmarks import measuring, models, operations
from benchmarks.measuring import Row
from benchmarks.peers.plain_pytorch import PlainModel, train_step
from benchmarks.peers.text import SETTINGS, read_corpus, read_ids
from seqattn.batches import (
    Batch,
    EncodedCorpus,
    bucketed,
    in_length_order,
    make_batch,
    source_batch,
)
from seqattn.checkpoint import load_tensors, put_tensors
from seqattn.config import Config
from seqattn.corpus import Tally
from seqattn.models.lowered import lowered
from seqattn.models.seq2seq import Seq2Seq
from seqattn.preparation import Prepared
from seqattn.recurrence import choose_precision
from seqattn.search import Searcher
from seqattn.tokenizer import TokenizerPair
from seqattn.training import train
from seqattn.validation import DevSet

LIMIT = 100
"""Most pieces of a translation, for all tools but seqattn, whose limit follows the source."""


def main() -> None:
    """Do the task of the first argument."""
    task = json.loads(sys.argv[1])
    torch.set_num_threads(task["threads"])
    torch.manual_seed(1)
    jobs = PLAIN if task["tool"] == "plain" else SEQATTN
    print(json.dumps(jobs[task["do"]](task)))


def precision_of(task: Row) -> str:
    """The precision asked of a tool."""
    return "auto" if task["tool"] == "seqattn-auto" else "float32"


def settings_of(task: Row) -> dict[str, Any]:
    """seqattn's settings of a task."""
    tokenizers = TokenizerPair.load(Path(task["text"]))
    size = {"vocab_size": tokenizers.target.size, "precision": precision_of(task)}
    return {**SETTINGS, **size, **task.get("settings", {})}


# ---- seqattn ------------------------------------------------------------------------------------


def steps(task: Row) -> Row:
    """Time of the steps after the warm-up; what share of a matrix product's rate that is."""
    settings = settings_of(task)
    corpus = read_corpus(Path(task["text"]) / f"same{task['batch']}")
    training = models.training_of(settings)
    batches = _in_file_order(corpus, task)
    for batch in batches[: task["warmup"]]:
        training.step(batch)
    timed = batches[task["warmup"] :]
    start = time.perf_counter()
    for batch in timed:
        training.step(batch)
    seconds = time.perf_counter() - start
    peak = measuring.peak_memory()
    needed = sum(
        operations.step_operations(training.config.model, settings["vocab_size"], batch)
        for batch in timed
    )
    return {
        "seconds": seconds,
        "tokens": sum(batch.target_tokens for batch in timed),
        "peak_mib": peak,
        "precision": training.precision,
        "share": needed / seconds / measuring.product_rate(),
        "torch": torch.__version__,
    }


def _in_file_order(corpus: EncodedCorpus, task: Row) -> list[Batch]:
    size = task["batch"]
    count = task["warmup"] + task["steps"]
    if count * size > len(corpus):
        raise ValueError(f"{len(corpus)} pairs are too few for {count} batches of {size}")
    return [make_batch(corpus, range(i * size, (i + 1) * size)) for i in range(count)]


def learn(task: Row) -> Row:
    """Train for some minutes as `seqattn train` does, on the numbers of the text."""
    text, work = Path(task["text"]), Path(task["work"])
    tokenizers = TokenizerPair.load(text)
    given = {"max_minutes": task["minutes"], "patience": 1000, **settings_of(task)}
    config = Config().sized(20_000, given)
    corpus, dev = read_corpus(text / "train"), read_corpus(text / "dev")
    references = [tokenizers.target.decode(ids) for ids in read_ids(text / "dev.trg")]
    prepared = Prepared(
        config, tokenizers, corpus, DevSet(dev, references, references), "none", Tally()
    )
    prepared = replace(prepared, info={"pieces": [tokenizers.source.size, tokenizers.target.size]})
    step = 0
    for report in train(prepared, work / "model"):
        step = getattr(report, "step", step)
    return {"steps": step}


def translate(task: Row) -> Row:
    """Translate the test set; the time is that of the search, batching and sorting included."""
    text = Path(task["text"])
    tokenizers = TokenizerPair.load(text)
    config = Config().sized(20_000, settings_of(task))
    path = Path(task["work"]) / "model" / "model.safetensors"
    model = Seq2Seq(config, tokenizers.source.size, tokenizers.target.size, joint=tokenizers.joint)
    put_tensors(model, load_tensors(path)[0], path)
    if choose_precision(precision_of(task), torch.device("cpu")) == torch.bfloat16:
        model = lowered(model)
    searcher = Searcher(model)
    sources = read_ids(text / "test.src")
    start = time.perf_counter()
    found = searcher.best(sources, size=task["beam"], batch_size=task["batch"], keep_weights=False)
    seconds = time.perf_counter() - start
    _write(Path(task["out"]), [best.tokens for best, *_ in found])
    return {"seconds": seconds}


def _sorted_batches(
    sources: list[list[int]], size: int
) -> Iterator[tuple[list[int], Tensor, Tensor]]:
    """Batches of sources of like length: where they stand in the text, ids, mask."""
    for indices in in_length_order([len(ids) + 1 for ids in sources], batch_sentences=size):
        rows: list[int] = indices.tolist()
        ids, mask, _ = source_batch([sources[i] for i in rows])
        yield rows, ids, mask


def _write(path: Path, sentences: list[list[int]]) -> None:
    path.write_text("".join(" ".join(map(str, ids)) + "\n" for ids in sentences))


# ---- plain PyTorch ------------------------------------------------------------------------------


def plain_steps(task: Row) -> Row:
    """Time of the steps after the warm-up."""
    corpus = read_corpus(Path(task["text"]) / f"same{task['batch']}")
    model, optimizer = _plain_model(task)
    batches = _in_file_order(corpus, task)
    for batch in batches[: task["warmup"]]:
        train_step(model, optimizer, _plain(batch))
    timed = batches[task["warmup"] :]
    start = time.perf_counter()
    for batch in timed:
        train_step(model, optimizer, _plain(batch))
    seconds = time.perf_counter() - start
    tokens = sum(batch.target_tokens for batch in timed)
    return {"seconds": seconds, "tokens": tokens, "peak_mib": measuring.peak_memory()}


def plain_learn(task: Row) -> Row:
    """Train for some minutes, the learning rate falling with the time."""
    text = Path(task["text"])
    corpus = read_corpus(text / "train")
    model, optimizer = _plain_model(task)
    start, end, count = time.monotonic(), time.monotonic() + 60 * task["minutes"], 0
    while time.monotonic() < end:
        for indices in bucketed(corpus, batch_sentences=task["batch"], seed=1, epoch=count):
            left = max(0.0, (end - time.monotonic()) / (end - start))
            optimizer.param_groups[0]["lr"] = 1e-3 * left
            train_step(model, optimizer, _plain(make_batch(corpus, indices)))
            count += 1
            if time.monotonic() >= end:
                break
    folder = Path(task["work"]) / "model"
    folder.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), folder / "model.pt")
    return {"steps": count}


def plain_translate(task: Row) -> Row:
    """Translate the test set greedily; a beam is more than a tutorial has."""
    if task["beam"] > 1:
        return {"seconds": None}
    model, _ = _plain_model(task)
    model.load_state_dict(torch.load(Path(task["work"]) / "model" / "model.pt", weights_only=True))
    model.eval()
    sources = read_ids(Path(task["text"]) / "test.src")
    found: list[list[int]] = [[] for _ in sources]
    start = time.perf_counter()
    for indices, ids, mask in _sorted_batches(sources, task["batch"]):
        translations = model.translate(ids, mask.sum(dim=1), LIMIT)
        for index, translation in zip(indices, translations, strict=True):
            found[index] = translation
    seconds = time.perf_counter() - start
    _write(Path(task["out"]), found)
    return {"seconds": seconds}


def _plain_model(task: Row) -> tuple[PlainModel, torch.optim.Optimizer]:
    settings = settings_of(task)
    model = PlainModel(
        settings["vocab_size"],
        embedding=settings["embedding_size"],
        encoder=settings["encoder_size"],
        decoder=settings["decoder_size"],
        attention=settings["attention_size"],
    )
    return model, torch.optim.Adam(model.parameters(), lr=1e-3)


def _plain(batch: Batch) -> tuple[Tensor, ...]:
    """Source, lengths, what the decoder is fed, what it must say."""
    return batch.source, batch.source_lengths, batch.target_in, batch.target_out


SEQATTN = {"steps": steps, "learn": learn, "translate": translate}
PLAIN = {"steps": plain_steps, "learn": plain_learn, "translate": plain_translate}

if __name__ == "__main__":
    main()
