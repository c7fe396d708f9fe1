"""Where to compute: the processor, or a GPU when there is one."""

from collections.abc import Callable

import torch

from seqattn.errors import UsageError


def resolve_device(name: str) -> torch.device:
    """The device called `auto`, `cpu`, `cuda` or `mps`.

    Args:
        name: as on the command line; `auto` takes CUDA, then Apple's GPU, then the processor.

    Raises:
        UsageError: this machine has no such device.

    >>> resolve_device("cpu")
    device(type='cpu')
    """
    there: dict[str, Callable[[], bool]] = {
        "cuda": torch.cuda.is_available,
        "mps": torch.backends.mps.is_available,
        "cpu": lambda: True,
    }
    if name == "auto":
        return torch.device(next(kind for kind, is_there in there.items() if is_there()))
    if name not in there or not there[name]():
        raise UsageError(
            f"--device {name}: torch finds no such device on this machine.",
            hint="Use --device auto, or install the build of torch made for the device.",
        )
    return torch.device(name)
