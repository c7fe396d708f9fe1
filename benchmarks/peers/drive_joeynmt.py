"""JoeyNMT 2.3.0 at work: trains, times its steps, translates. Runs in JoeyNMT's environment.

The toolkit's own training loop runs, with a hook before each step that looks at the clock; so
loading of batches, the optimiser and all else is in a step's time. The tasks are in `driving.py`.
"""

import json
import resource
import sys
import time
from pathlib import Path

import torch
from joeynmt import prediction, training
from joeynmt.config import parse_global_args

NEVER = 10**9


def main() -> None:
    """Do the task of the first argument."""
    task = json.loads(sys.argv[1])
    torch.set_num_threads(task["threads"])
    answer = {"steps": steps, "learn": learn, "translate": translate}[task["do"]](task)
    print(json.dumps(answer))


def configuration(task: dict, train: str, model: str, **changed: object) -> dict:
    """JoeyNMT's settings: the sizes of all models here; `changed` goes to its part `training`."""
    text, work = Path(task["text"]), Path(task["work"]) / model
    work.mkdir(parents=True, exist_ok=True)
    side = {"level": "word", "max_length": 200, "voc_file": str(text / "pieces.txt")}
    embeddings = {"embedding_dim": 256, "dropout": 0.3}
    return {
        "name": "peer",
        "joeynmt_version": "2.3.0",
        "model_dir": str(work),
        "use_cuda": False,
        "random_seed": 1,
        "data": {
            "train": str(text / train), "dev": str(text / "dev"), "test": str(text / "test"),
            "dataset_type": "plain",
            "src": {"lang": "src", **side}, "trg": {"lang": "trg", **side},
        },
        "testing": {
            "batch_size": task["batch"], "beam_size": task.get("beam", 1), "beam_alpha": 1.0,
            "eval_metrics": ["bleu"], "max_output_length": 100, "generate_unk": False,
            "sacrebleu_cfg": {"tokenize": "none"},
        },
        "training": {
            "optimizer": "adam", "learning_rate": 1e-3, "learning_rate_min": 1e-6,
            "clip_grad_norm": 1.0, "label_smoothing": 0.1, "normalization": "tokens",
            "batch_size": task["batch"], "batch_type": "sentence", "epochs": NEVER,
            "logging_freq": 100, "validation_freq": NEVER // 100 * 100,
            "early_stopping_metric": "bleu", "print_valid_sents": [], "keep_best_ckpts": 1,
            # Each epoch; "plateau" wants an older torch.
            "scheduling": "exponential", "decrease_factor": 0.8,
            **changed,
        },
        "model": {
            "initializer": "xavier_uniform", "bias_initializer": "zeros",
            "embed_initializer": "normal", "embed_init_weight": 0.1,
            "tied_embeddings": True, "tied_softmax": False,
            "encoder": {
                "type": "recurrent", "rnn_type": "gru", "embeddings": embeddings,
                "hidden_size": 256, "bidirectional": True, "num_layers": 1, "dropout": 0.3,
            },
            "decoder": {
                "type": "recurrent", "rnn_type": "gru", "embeddings": embeddings,
                "hidden_size": 512, "num_layers": 1, "dropout": 0.3, "hidden_dropout": 0.3,
                "init_hidden": "bridge", "attention": "bahdanau", "input_feeding": True,
            },
        },
    }  # fmt: skip


def hooked(before: "callable") -> None:
    """Call `before(tokens)` at the beginning of every step, with its target tokens."""
    step = training.TrainManager._train_step

    def with_hook(self: object, batch: object) -> object:
        before(int(batch.ntokens))
        return step(self, batch)

    training.TrainManager._train_step = with_hook


def steps(task: dict) -> dict:
    """Time of the steps after the warm-up, each with all that belongs to it."""
    clock: list[float] = []
    tokens: list[int] = []

    def before(count: int) -> None:
        clock.append(time.perf_counter())
        tokens.append(count)
        if len(clock) > task["warmup"] + task["steps"]:
            raise KeyboardInterrupt  # as a user ends a training; it then saves

    hooked(before)
    train = f"same{task['batch']}"
    training.train(0, None, configuration(task, train, "steps", shuffle=False), skip_test=True)
    first = task["warmup"]
    return {
        "seconds": clock[-1] - clock[first],
        "tokens": sum(tokens[first:-1]),
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10,
        "torch": torch.__version__,
    }


def learn(task: dict) -> dict:
    """Train for some minutes; the checkpoint with the best BLEU is kept as best.ckpt."""
    clock: list[float] = []

    def before(count: int) -> None:
        clock.append(time.monotonic())
        if clock[-1] - clock[0] > 60 * task["minutes"]:
            raise KeyboardInterrupt

    hooked(before)
    every = task.get("validate", 450)
    config = configuration(
        task, "train", "model", shuffle=True, validation_freq=every, logging_freq=every
    )
    training.train(0, None, config, skip_test=True)
    return {"steps": len(clock) - 1}


def translate(task: dict) -> dict:
    """Translate the test set; the time is that of `predict`, its loading of batches included."""
    config = configuration(task, "train", "model")
    args = parse_global_args(config, rank=0, mode="test")
    model, _, _, test = prediction.prepare(args, rank=0, mode="test")
    start = time.perf_counter()
    found = prediction.predict(
        model=model, data=test, compute_loss=False, device=args.device, rank=0, n_gpu=0,
        num_workers=0, args=args.test, autocast=args.autocast,
    )  # fmt: skip
    seconds = time.perf_counter() - start
    Path(task["out"]).write_text("".join(f"{line}\n" for line in found[2]), "utf-8")
    return {"seconds": seconds}


if __name__ == "__main__":
    main()
