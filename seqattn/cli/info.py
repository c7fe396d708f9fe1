"""`seqattn info`: what a run was trained on, with what, and its scores."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seqattn.cli.options import DebugOption, QuietOption
from seqattn.cli.runs import RunOption, choose_run
from seqattn.text import counted, visible

if TYPE_CHECKING:
    from seqattn.config import Config


def info(
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
    run: RunOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Tell what a run was trained on, and its scores."""
    import json

    from seqattn import checkpoint, run_log, shipped

    folder = choose_run(run, quiet=quiet)
    config, about = checkpoint.read_config(folder)
    log = run_log.read_log(folder)
    if as_json:
        name = shipped.name_of(folder) or str(folder)
        everything = {"run": name, **about, "config": config.to_json(), "validations": log}
        if scores := shipped.scores(folder):
            everything["scores"] = scores
        print(json.dumps(everything))
        return
    for name, value in _rows(folder, config, about, log):
        print(f"{name:<12} {visible(value)}")


def _rows(
    folder: Path, config: "Config", about: dict[str, Any], log: list[dict[str, Any]]
) -> list[tuple[str, str]]:
    from seqattn import shipped
    from seqattn.cli.training_display import duration, mechanisms

    corpus = about.get("corpus", {})
    rows = [
        ("run", shipped.name_of(folder) or str(folder)),
        ("seqattn", str(about.get("seqattn", "unknown"))),
        ("corpus", f"{corpus.get('name')}: {counted(corpus.get('pairs', 0), 'pair')}"),
        *([("begun with", _origin(about["init_from"]))] if "init_from" in about else []),
        ("validation", f"{corpus.get('dev')}: {counted(corpus.get('dev_pairs', 0), 'pair')}"),
        ("pieces", _pieces(config, about)),
        ("model", mechanisms(config)),
        ("sizes", ", ".join(f"{name} {value}" for name, value in sizes(config).items())),
        ("tokenize", str(about.get("tokenize", "unknown"))),
    ]
    if log:
        best = max(log, key=lambda record: (record["bleu"], -record["loss"]))
        epochs = f"{round(log[-1]['epoch'], 2):g} epoch{'' if log[-1]['epoch'] == 1 else 's'}"
        rows.append(("trained", f"{epochs}, {duration(log[-1]['seconds'])}"))
        rows.append(("best", f"BLEU {best['bleu']:.1f} at step {best['step']:,}"))
    scores = shipped.scores(folder)
    rows.extend((f"{part} part", _scored(scores[part])) for part in ("dev", "test") if scores)
    rows.append(("state", _state(folder)))
    return rows


def _scored(scores: dict[str, Any]) -> str:
    """The scores of one part of a shipped run's corpus."""
    sentences = counted(scores["sentences"], "sentence")
    return f"BLEU {scores['bleu']:.1f}, chrF {scores['chrf']:.1f} on {sentences}"


def _pieces(config: "Config", about: dict[str, Any]) -> str:
    """How many pieces the vocabularies hold, in the words of `train`."""
    found = [f"{size:,}" for size in about.get("pieces", ())]
    if len(found) != 2:
        return "unknown"
    if config.tokenizer.vocabularies == "joint":
        return f"{found[0]}, one vocabulary for both sides"
    return f"{found[0]} for the source, {found[1]} for the target"


def _origin(start: Any) -> str:
    """The run that a training began with."""
    if not isinstance(start, dict):
        return "another run"
    told = f"{start.get('run')}, trained on {start.get('corpus')}"
    numbers = (start.get("step"), start.get("bleu"))
    if all(isinstance(number, int | float) for number in numbers):
        told += f" (step {numbers[0]:,}, BLEU {numbers[1]:.1f})"
    return told


def _state(folder: Path) -> str:
    from seqattn import checkpoint, shipped

    if name := shipped.name_of(folder):
        return f"only read: train --init-from {name} begins with it"
    if not (folder / checkpoint.STATE).exists():
        return f"cannot be gone on with: it was copied without {checkpoint.STATE}"
    finished = checkpoint.is_finished(folder)
    return "finished" if finished else "not finished: train with the same text and --resume goes on"


def sizes(config: "Config") -> dict[str, int]:
    """The widths of a model by name.

    >>> from seqattn.config import Config
    >>> sizes(Config())
    {'embedding': 256, 'encoder': 256, 'decoder': 512, 'attention': 256}
    """
    names = ("embedding", "encoder", "decoder", "attention")
    return {name: config.value(f"{name}_size") for name in names}
