"""OpenNMT-py 3.5.1 at work: trains, times its steps, translates. Runs in OpenNMT-py's environment.

The toolkit's own training loop runs, with a hook before each step that looks at the clock; so
loading of batches, the optimiser and all else is in a step's time. The tasks are in `driving.py`.
"""

import functools
import json
import resource
import sys
import time
import warnings
from pathlib import Path

warnings.simplefilter("ignore")  # of a torch newer than it was written for

import torch  # noqa: E402

# Torch now refuses by default what OpenNMT-py keeps in its files; these are our own.
torch.load = functools.partial(torch.load, weights_only=False)

from onmt.bin import train as onmt_train  # noqa: E402
from onmt.inference_engine import InferenceEnginePY  # noqa: E402
from onmt.opts import translate_opts  # noqa: E402
from onmt.trainer import Trainer  # noqa: E402
from onmt.utils.parse import ArgumentParser  # noqa: E402

NEVER = 10**9


def main() -> None:
    """Do the task of the first argument."""
    task = json.loads(sys.argv[1])
    torch.set_num_threads(task["threads"])
    answer = {"steps": steps, "learn": learn, "translate": translate}[task["do"]](task)
    print(json.dumps(answer))


def configuration(task: dict, train: str, model: str, **changed: object) -> list[str]:
    """OpenNMT-py's settings as its command line: the sizes of all models here."""
    text, work = Path(task["text"]), Path(task["work"]) / model
    work.mkdir(parents=True, exist_ok=True)
    settings = {
        "data": {
            "train": {
                "path_src": str(text / f"{train}.src"), "path_tgt": str(text / f"{train}.trg"),
            },
            "valid": {"path_src": str(text / "dev.src"), "path_tgt": str(text / "dev.trg")},
        },
        "src_vocab": str(text / "pieces.txt"), "tgt_vocab": str(text / "pieces.txt"),
        "share_vocab": True, "share_embeddings": True, "save_model": str(work / "model"),
        "model_type": "text", "encoder_type": "brnn", "decoder_type": "rnn", "rnn_type": "GRU",
        "layers": 1, "word_vec_size": 256, "hidden_size": 512, "bridge": True,
        "global_attention": "mlp", "input_feed": 1, "dropout": [0.3],
        "optim": "adam", "learning_rate": 1e-3, "max_grad_norm": 1.0, "label_smoothing": 0.1,
        "normalization": "tokens", "batch_type": "sents", "batch_size": task["batch"],
        "valid_batch_size": task["batch"], "num_workers": 0, "world_size": 1, "seed": 1,
        "train_steps": NEVER, "valid_steps": NEVER, "save_checkpoint_steps": NEVER,
        "report_every": 100, **changed,
    }  # fmt: skip
    path = work / "config.json"
    path.write_text(json.dumps(settings))  # JSON is YAML too
    return ["-config", str(path)]


def run_training(arguments: list[str]) -> None:
    """What the command onmt_train does."""
    opt, _ = onmt_train._get_parser().parse_known_args(arguments)
    onmt_train.train(opt)


def hooked(goes_on: "callable") -> None:
    """Ask `goes_on(tokens)` before every step, with its target tokens; False ends the training."""
    batches_of = Trainer._accum_batches

    def with_hook(self: Trainer, iterator: object) -> object:
        for batches, normalization in batches_of(self, iterator):
            padding = self.train_loss.padding_idx
            tokens = sum(int(batch["tgt"][:, 1:, 0].ne(padding).sum()) for batch in batches)
            if not goes_on(tokens):
                return
            yield batches, normalization

    Trainer._accum_batches = with_hook


def steps(task: dict) -> dict:
    """Time of the steps after the warm-up, each with all that belongs to it."""
    clock: list[float] = []
    tokens: list[int] = []

    def goes_on(count: int) -> bool:
        clock.append(time.perf_counter())
        tokens.append(count)
        return len(clock) <= task["warmup"] + task["steps"]

    hooked(goes_on)
    size = task["batch"]
    # A bucket of one batch leaves the sentences in the order of the file.
    run_training(configuration(task, f"same{size}", "steps", bucket_size=size))
    first = task["warmup"]
    return {
        "seconds": clock[-1] - clock[first],
        "tokens": sum(tokens[first:-1]),
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10,
        "torch": torch.__version__,
    }


def learn(task: dict) -> dict:
    """Train for some minutes; the last state is kept, its learning rate falling by then."""
    clock: list[float] = []

    def goes_on(count: int) -> bool:
        clock.append(time.monotonic())
        return len(clock) == 1 or clock[-1] - clock[0] < 60 * task["minutes"]

    hooked(goes_on)
    every = task.get("validate", 450)
    changed = {
        # One bucket is one epoch: a larger one would hold a pair several times.
        "bucket_size": (Path(task["text"]) / "train.src").read_text().count("\n"),
        "valid_steps": every, "start_decay_steps": 12 * every,
        "decay_steps": 2 * every, "learning_rate_decay": 0.7,
    }  # fmt: skip
    run_training(configuration(task, "train", "model", **changed))
    return {"steps": len(clock) - 1}


def translate(task: dict) -> dict:
    """Translate the test set; the time is that of `infer_file`, its loading of text included."""
    states = (Path(task["work"]) / "model").glob("model_step_*.pt")
    model = max(states, key=lambda path: path.stat().st_mtime)
    parser = ArgumentParser()
    translate_opts(parser)
    opt = parser.parse_args([
        "-model", str(model), "-src", str(Path(task["text"]) / "test.src"), "-output", task["out"],
        "-batch_type", "sents", "-batch_size", str(task["batch"]), "-gpu", "-1",
        "-beam_size", str(task["beam"]), "-max_length", "100",
        "-length_penalty", "avg",
    ])  # fmt: skip
    ArgumentParser.validate_translate_opts(opt)
    ArgumentParser._get_all_transform_translate(opt)
    ArgumentParser._validate_transforms_opts(opt)
    ArgumentParser.validate_translate_opts_dynamic(opt)
    engine = InferenceEnginePY(opt)
    start = time.perf_counter()
    engine.infer_file()
    return {"seconds": time.perf_counter() - start}


if __name__ == "__main__":
    main()
