"""Named tensors on disk, and in and out of a model; safetensors, so that reading runs no code."""

import json
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from seqattn.errors import RunError
from seqattn.files import require_plain, write_atomic
from seqattn.text import visible

COPY_AGAIN = "Copy the run folder again from where it was trained."


def save_tensors(path: Path, tensors: Mapping[str, Tensor], about: Mapping[str, Any]) -> None:
    """Write tensors and a JSON object about them as one safetensors file, atomically."""
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    write_atomic(path, save(plain, metadata={"about": json.dumps(about)}))


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The opposite of `save_tensors`; tensors come to the CPU.

    Raises:
        RunError: the file is missing, truncated or no safetensors file of ours.
    """
    with _opened(path) as file:
        return {name: file.get_tensor(name) for name in file.keys()}, _about(file)  # noqa: SIM118


def load_about(path: Path) -> dict[str, Any]:
    """What a file says about its tensors, without reading these.

    Raises:
        RunError: as `load_tensors`.
    """
    with _opened(path) as file:
        return _about(file)


def _about(file: Any) -> dict[str, Any]:
    about = json.loads((file.metadata() or {}).get("about", "{}"))
    if not isinstance(about, dict):
        raise ValueError("what is said of the tensors is no JSON object")
    return about


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """A safetensors file, open for reading; what goes wrong in the block is told of the file."""
    require_plain(path)
    try:
        with safe_open(path, framework="pt", device="cpu") as file:
            yield file
    except FileNotFoundError as error:
        raise RunError(
            f"{visible(str(path))} is missing.",
            hint="Is this the folder that `seqattn train` wrote, copied whole?",
        ) from error
    except (SafetensorError, OSError, ValueError, RecursionError, struct.error) as error:
        raise RunError(
            f"{visible(str(path))} cannot be read: it is damaged or not a seqattn file.",
            hint=COPY_AGAIN,
        ) from error


def tensor_shapes(path: Path, prefix: str = "") -> dict[str, tuple[int, ...]]:
    """The shapes of the tensors of a file whose names begin so, read without their numbers.

    Raises:
        RunError: as `load_tensors`.
    """
    with _opened(path) as file:
        names = [name for name in file.keys() if name.startswith(prefix)]  # noqa: SIM118
        return {n.removeprefix(prefix): tuple(file.get_slice(n).get_shape()) for n in names}


def unique_tensors(model: torch.nn.Module) -> dict[str, Tensor]:
    """A model's parameters and buffers by name, each tied weight once."""
    tensors: dict[str, Tensor] = dict(
        model.named_parameters()
    )  # leaves out the second name of a tied weight
    tensors.update(model.named_buffers())
    return {name: tensor.detach() for name, tensor in tensors.items()}


def put_tensors(model: torch.nn.Module, tensors: Mapping[str, Tensor], path: Path) -> None:
    """Copy tensors into a model in place; numbers of lower precision become float32 as they are.

    Raises:
        RunError: names, shapes or kinds of number differ from the model's, or a number is none.
    """
    own = unique_tensors(model)
    require_same(
        {name: (tuple(t.shape), t.is_floating_point()) for name, t in own.items()},
        {name: (tuple(t.shape), t.is_floating_point()) for name, t in tensors.items()},
        path,
    )
    strange = [name for name, t in tensors.items() if not bool(torch.isfinite(t.float()).all())]
    if strange:
        raise RunError(
            f"{visible(str(path))} is damaged: {visible(strange[0])} holds what is no number.",
            hint=COPY_AGAIN,
        )
    with torch.no_grad():
        for name, tensor in own.items():
            tensor.copy_(tensors[name])


def require_same(own: Mapping[str, Any], found: Mapping[str, Any], path: Path) -> None:
    """Refuse a file whose tensors are not those of the settings; what is compared is by name.

    Raises:
        RunError: a name is missing, or too much, or something differs.
    """
    wrong = sorted(own.keys() ^ found.keys())
    wrong += [name for name in own.keys() & found.keys() if own[name] != found[name]]
    if wrong:
        raise RunError(
            f"{visible(str(path))} does not fit this run's settings: {visible(wrong[0])} differs.",
            hint="Was a file of another run put into this folder?",
        )
