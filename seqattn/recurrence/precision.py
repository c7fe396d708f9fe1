"""Which precision the matrix products have, and where that is decided: by flags, never by timing.

bfloat16 has the range of float32 and 8 significant bits. A processor with its own instructions for
it (AVX512-BF16, AMX) multiplies more than twice as fast; one without is slower than in float32.
"""

from pathlib import Path

import torch
from torch import nn

PROCESSOR_FLAGS = {"avx512_bf16", "amx_bf16"}
"""What Linux calls the instructions, either of which will do."""

CPUINFO = Path("/proc/cpuinfo")


def processor_multiplies_bfloat16() -> bool:
    """True if this processor has instructions for bfloat16 products, and this PyTorch uses them."""
    if not torch.backends.mkldnn.is_available():  # type: ignore[no-untyped-call]
        return False
    if CPUINFO.exists():
        words = CPUINFO.read_text(encoding="utf-8", errors="replace").split()
        return not PROCESSOR_FLAGS.isdisjoint(words)
    # Outside Linux PyTorch must say; older ones do not, and stay with float32.
    probes = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(getattr(torch.cpu, probe, bool)() for probe in probes)


def choose_precision(name: str, device: torch.device) -> torch.dtype:
    """The precision called `name`, one of `config.PRECISIONS`, on `device`.

    `auto` is bfloat16 where the device has instructions for it, else float32.
    """
    if name == "auto":
        if device.type == "cpu":
            fast = processor_multiplies_bfloat16()
        else:
            fast = device.type == "cuda" and torch.cuda.is_bf16_supported(including_emulation=False)
        return torch.bfloat16 if fast else torch.float32
    if name not in ("float32", "bfloat16"):
        raise ValueError(f"unknown precision {name!r}, expected auto, float32 or bfloat16")
    return torch.bfloat16 if name == "bfloat16" else torch.float32


def set_precision(model: nn.Module, precision: torch.dtype) -> None:
    """Give every module of `model` that has a `precision` this one; weights stay as they are."""
    for module in model.modules():
        if hasattr(module, "precision"):
            setattr(module, "precision", precision)  # noqa: B010 (mypy takes it for a Tensor)
