"""Training on a GPU, held against the CPU; for a machine that has one.

    python -m benchmarks.gpu_check            without a GPU: says so, exit 2
    python -m benchmarks.gpu_check --device cpu --quick    the same path without one, its form only

1. Gradients of one batch on the GPU and on the CPU, without dropout, in float32: the largest
   difference of any parameter is at most `TOLERANCE` of that parameter's largest gradient.
2. 200 steps of `seqattn train` on the shipped corpus; the loss falls below half.
3. The run, opened on the CPU: its translations of test sentences are those that the GPU gives with
   the same weights, and the teacher-forced loss agrees to 1e-3.
4. Target tokens a second of the 200 steps, the first 20 left out.

Exit code 0: all hold. 1: one does not. 2: there is no GPU.
"""

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import measuring
from benchmarks.measuring import Row

STEPS, WARMUP = 200, 20
TOLERANCE = 2e-3
"""float32 products on a GPU may sum in another order; TF32 is off by PyTorch's default."""
SENTENCES = 50

COLUMNS = {"check": "", "found": "", "wanted": "", "holds": ""}


def main() -> None:
    """Check, print the table, write the JSON file; exit as the docstring says."""
    parser = measuring.arguments(__doc__)
    parser.add_argument("--device", default="auto", help="cuda, mps; auto takes the one there is")
    options = parser.parse_args()
    from seqattn.devices import resolve_device

    device = resolve_device(options.device)
    if device.type == "cpu" and not options.quick:
        print("There is no GPU here: nothing was checked.", file=sys.stderr)
        sys.exit(2)
    with tempfile.TemporaryDirectory(prefix="seqattn-gpu-") as folder:
        rows, facts = check(device.type, Path(folder), quick=options.quick)
    measuring.publish(
        "gpu_check",
        f"Training on {facts['device']}: {facts['tokens_per_second']:,.0f} target tokens/s",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
        **facts,
    )
    sys.exit(not all(row["holds"] == "yes" for row in rows))


def check(device: str, folder: Path, *, quick: bool) -> tuple[list[Row], Row]:
    """All checks on a device; the rows of the table, and what else the file keeps."""
    prepared = _prepared(device, quick=quick)
    rows = [compared_gradients(prepared, device)]
    trained, facts = train_steps(prepared, folder / "run", quick=quick)
    rows += [trained, *reopened(prepared, folder / "run", device, 5 if quick else SENTENCES)]
    return rows, {**facts, "device": _name(device)}


def _name(device: str) -> str:
    import torch

    return torch.cuda.get_device_name() if device == "cuda" else device


def _prepared(device: str, *, quick: bool) -> Any:
    from benchmarks.models import SMALL
    from seqattn.config import Config
    from seqattn.corpus import shipped_corpus
    from seqattn.preparation import prepare

    given: dict[str, Any] = {"device": device, "precision": "float32", "epochs": 3}
    if quick:
        given |= {**dict.fromkeys(SMALL, 16), "vocab_size": 400}
    corpus, dev = shipped_corpus("dev" if quick else "train"), shipped_corpus("dev")
    return prepare(corpus, dev, Config().with_values(given), given)


def _row(name: str, found: str, wanted: str, holds: bool) -> Row:
    return {"check": name, "found": found, "wanted": wanted, "holds": "yes" if holds else "NO"}


def compared_gradients(prepared: Any, device: str) -> Row:
    """The largest difference of gradients, in units of each parameter's largest gradient."""
    import torch

    from seqattn.batches import make_batch
    from seqattn.checkpoint import build_model

    torch.manual_seed(1)
    model = build_model(prepared.config, prepared.tokenizers).eval()  # no dropout
    batch = make_batch(prepared.train, range(min(64, len(prepared.train))))
    gradients = []
    for where in ("cpu", device):
        model.to(where).zero_grad(set_to_none=True)
        (model.loss(batch.to(where), label_smoothing=0.1) / batch.target_tokens).backward()  # type: ignore[no-untyped-call]
        gradients.append(
            [p.grad.to("cpu", copy=True) for p in model.parameters() if p.grad is not None]
        )
    worst = max(
        float((a - b).abs().max() / b.abs().max().clamp_min(1e-12))
        for a, b in zip(gradients[1], gradients[0], strict=True)
    )
    return _row(
        "gradients as on the CPU", f"{worst:.1e}", f"<= {TOLERANCE:.0e}", worst <= TOLERANCE
    )


def train_steps(prepared: Any, folder: Path, *, quick: bool) -> tuple[Row, Row]:
    """200 steps of a real training, stopped as Ctrl-C stops it; loss and speed."""
    from seqattn.training import Trainer, train

    steps, warmup = (4, 1) if quick else (STEPS, WARMUP)
    losses: list[float] = []
    clock: list[float] = []
    tokens: list[int] = []
    step_of = Trainer.train_step

    def noted(self: Any, batch: Any, target_tokens: int | None = None) -> float:
        losses.append(step_of(self, batch, target_tokens))  # it has waited for the device
        clock.append(time.perf_counter())
        tokens.append(target_tokens or batch.target_tokens)
        return losses[-1]

    Trainer.train_step = noted  # type: ignore[method-assign]
    try:
        for _ in train(prepared, folder, should_stop=lambda: len(losses) >= steps):
            pass
    finally:
        Trainer.train_step = step_of  # type: ignore[method-assign]
    rate = sum(tokens[warmup:steps]) / (clock[steps - 1] - clock[warmup - 1])
    falls = losses[-1] < losses[0] * (0.5 if not quick else 1.5)
    row = _row(f"loss after {steps} steps", f"{losses[-1]:.2f} of {losses[0]:.2f}", "half", falls)
    return row, {"tokens_per_second": rate, "losses": losses}


def reopened(prepared: Any, folder: Path, device: str, sentences: int) -> list[Row]:
    """The trained weights on the device and on the CPU: translations and loss."""
    import torch

    from seqattn.batches import make_batch
    from seqattn.checkpoint import STATE, build_model, load_tensors, put_tensors
    from seqattn.translator import Translator

    tensors, _ = load_tensors(folder / STATE)
    weights = {name[6:]: t for name, t in tensors.items() if name.startswith("model/")}
    batch = make_batch(prepared.dev.encoded, range(min(64, len(prepared.dev))))
    texts, losses = [], []
    for where in (device, "cpu"):
        model = build_model(prepared.config, prepared.tokenizers).eval()
        put_tensors(model, weights, folder)
        model.to(where)
        with torch.inference_mode():
            losses.append(model.loss(batch.to(where)).item() / batch.target_tokens)
        translator = Translator(model, prepared.tokenizers, prepared.config)
        sources = prepared.dev.sources[:sentences]
        texts.append([answer.text for answer in translator.translate_many(sources)])
    same = sum(a == b for a, b in zip(*texts, strict=True))
    off = abs(losses[0] - losses[1])
    count = len(texts[0])
    return [
        _row("translations as on the CPU", f"{same} of {count}", "all", same == count),
        _row("loss as on the CPU", f"{off:.1e}", "<= 1e-03", off <= 1e-3),
    ]


if __name__ == "__main__":
    main()
