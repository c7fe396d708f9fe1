"""The runs that come with seqattn: trains both directions, and writes seqattn/shipped/.

    python -m benchmarks.shipped_runs              or: make shipped
    python -m benchmarks.shipped_runs en-zh        one direction, e.g. each on a core of its own

Each is trained by `seqattn train` on the shipped corpus, in benchmarks/.cache/shipped; a training
that was broken off is gone on with. Then its weights are halved to float16, and what the halved run
scores on the dev and the test part goes into its scores.json. Sizes were chosen so that both
directions together take less than 4 MB, on the dev part; the test part is looked at once, here.

All settings stand below, so that the runs stay as they are when seqattn's defaults change.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from benchmarks.measuring import CACHE, Row, machine, say
from benchmarks.quality.plan import options_of

DIRECTIONS = ("en-zh", "zh-en")

SETTINGS: dict[str, Any] = {
    "vocabularies": "separate",
    "vocab_size": 1500,
    "tokenizer_model": "bpe",
    "character_pieces": True,
    "byte_fallback": True,
    "encoder": "gru",
    "context": "attention",
    "score": "additive",
    "query": "state-and-input",
    "summary": "last",
    "lexical_shortcut": True,
    "tied_embeddings": "decoder",
    "encoder_layers": 1,
    "transition_depth": 1,
    "layer_norm": False,
    "decoder_self_attention": False,
    "embedding_size": 128,
    "encoder_size": 112,
    "decoder_size": 176,
    "attention_size": 96,
    "epochs": 10,
    "batch_tokens": 2000,
    "learning_rate": 2e-3,
    "warmup_steps": 400,
    "label_smoothing": 0.1,
    "embedding_dropout": 0.1,
    "context_dropout": 0.1,
    "output_dropout": 0.1,
    "word_dropout": 0.05,
    "subword_sampling": 0.0,
    "averaging": 0.999,
    "patience": 8,
    "seed": 1,
    "precision": "auto",
}


def options(settings: Mapping[str, Any], direction: str) -> list[str]:
    """Settings as options of `seqattn train`.

    >>> options({"epochs": 3, "lexical_shortcut": True, "lowercase": False}, "zh-en")
    ['--epochs', '3', '--lexical-shortcut', '--no-lowercase', '--reverse']
    """
    return [*options_of(settings), *(["--reverse"] if direction == "zh-en" else [])]


def train(direction: str, run: Path, settings: Mapping[str, Any]) -> None:
    """Train a direction on the shipped corpus, or go on with what was broken off.

    Raises:
        SystemExit: the training failed, or was broken off again; it has said why.
    """
    from seqattn import checkpoint

    if checkpoint.is_finished(run):
        say(f"{direction} is trained: {run}")
        return
    resumed = ["--resume"] if (run / checkpoint.CONFIG).exists() else []
    command = [sys.executable, "-m", "seqattn", "train", "--run", str(run), *resumed]
    done = subprocess.run([*command, *options(settings, direction)])
    if done.returncode:
        sys.exit(done.returncode)


def ship(run: Path, into: Path) -> None:
    """Copy a trained run, its weights in float16, without the state that it would go on from.

    Its config.json gives every setting, also those that came after it was trained.

    Raises:
        ValueError: a weight is too large for float16.
    """
    import torch

    from seqattn import checkpoint

    tensors, about = checkpoint.load_tensors(run / checkpoint.MODEL)
    halved = {name: tensor.half() for name, tensor in tensors.items()}
    if not all(bool(torch.isfinite(tensor).all()) for tensor in halved.values()):
        raise ValueError(f"{run}: a weight is beyond 65,504, the largest number of float16")
    shutil.rmtree(into, ignore_errors=True)
    left = shutil.ignore_patterns(checkpoint.MODEL, checkpoint.STATE, ".*")
    shutil.copytree(run, into, ignore=left)
    checkpoint.save_tensors(into / checkpoint.MODEL, halved, about)
    config, info = checkpoint.read_config(run)
    checkpoint.write_config(into, config, checkpoint.load_tokenizers(run, info), info)


def scored(folder: Path, part: Literal["dev", "test"]) -> Row:
    """What a run, translating greedily, scores on a part of the shipped corpus."""
    from seqattn import checkpoint
    from seqattn.corpus import shipped_corpus
    from seqattn.evaluation import corpus_scores
    from seqattn.translator import load

    config, info = checkpoint.read_config(folder)
    pairs = list(shipped_corpus(part, reverse=config.data.reverse))
    found = load(folder).translate_many((pair.source for pair in pairs), with_alignment=False)
    outputs = [translation.text for translation in found]
    references = [pair.target for pair in pairs]
    return asdict(corpus_scores(outputs, references, tokenize=info["tokenize"]))


def describe(folder: Path, facts: Row) -> Row:
    """What goes into scores.json: scores, size, time, and the facts of the machine."""
    from seqattn import checkpoint, run_log

    tensors, about = checkpoint.load_tensors(folder / checkpoint.MODEL)
    log = run_log.read_log(folder)
    return {
        "command": f"python -m benchmarks.shipped_runs {folder.name}",
        "parameters": sum(tensor.numel() for tensor in tensors.values()),
        "bytes": sum(file.stat().st_size for file in folder.iterdir()),
        "best_step": about["step"],
        "epochs": log[-1]["epoch"],
        "minutes": round(log[-1]["seconds"] / 60, 1),
        "machine": facts,
        "dev": scored(folder, "dev"),
        "test": scored(folder, "test"),
    }


def main() -> None:
    """Train, halve and score the directions asked for."""
    from seqattn import shipped

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("direction", nargs="*", help=f"of {', '.join(DIRECTIONS)}; without it both")
    parser.add_argument("--work", type=Path, default=CACHE / "shipped", help="where it trains")
    parser.add_argument("--into", type=Path, default=shipped.FOLDER, help="where the runs go")
    given = parser.parse_args()
    facts = machine()  # before a file changes, which its commit would be marked with
    for direction in given.direction or DIRECTIONS:
        if direction not in DIRECTIONS:
            parser.error(f"there is no direction {direction}")
        run, folder = given.work / direction, given.into / direction
        train(direction, run, SETTINGS)
        ship(run, folder)
        scores = describe(folder, facts)
        text = json.dumps(scores, indent=1, ensure_ascii=False) + "\n"
        (folder / "scores.json").write_text(text, encoding="utf-8", newline="\n")
        parts = ", ".join(f"{part} BLEU {scores[part]['bleu']:.1f}" for part in ("dev", "test"))
        print(
            f"{direction}: {scores['parameters']:,} parameters, {scores['bytes']:,} bytes, {parts}"
        )


if __name__ == "__main__":
    main()
