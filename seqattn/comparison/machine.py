"""What of a machine the speeds of a comparison depend on."""

import platform
from typing import Any

import torch

from seqattn.devices import resolve_device
from seqattn.recurrence.precision import CPUINFO

FLAGS = ("avx2", "avx512f", "avx512_bf16", "amx_bf16", "asimd", "bf16", "sve")
"""Instructions that multiply matrices, by the names that Linux has for them."""


def machine(device: str) -> dict[str, Any]:
    """The processor, its instructions for matrices, the threads used, and the GPU if there is one.

    Args:
        device: as on the command line.

    Returns:
        system: such as `Linux x86_64`.
        processor: its name; empty where the system does not tell.
        flags: those of `FLAGS` that it has; empty outside Linux.
        threads: of torch, on the processor.
        gpu: its name, or None.

    >>> machine("cpu")["gpu"] is None and machine("cpu")["threads"] > 0
    True
    """
    about = CPUINFO.read_text(encoding="utf-8", errors="replace") if CPUINFO.exists() else ""
    words = set(about.split())
    names = [line.partition(":")[2] for line in about.split("\n") if line.startswith("model name")]
    on_gpu = resolve_device(device).type == "cuda"
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": names[0].strip() if names else platform.processor(),
        "flags": [flag for flag in FLAGS if flag in words],
        "threads": torch.get_num_threads(),
        "gpu": torch.cuda.get_device_name() if on_gpu else None,
    }
