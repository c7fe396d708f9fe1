"""Several processes that train one model, as `torchrun` starts them; one alone otherwise.

    torchrun --nproc-per-node 2 -m seqattn train SOURCE TARGET

Every process holds the whole model and takes its share of each batch. The gradients of the shares
are summed, each already divided by the target tokens of the whole batch, so that a step is the step
of one process with the whole batch (up to rounding, and up to what dropout draws). All processes
then do the same with the same numbers, and so stay alike. What must be decided once (when to stop,
what a validation found) the first process decides; it alone writes and reports.

The run folder must be in sight of all of them, for `--resume`.
"""

import atexit
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from torch import Tensor

    from seqattn.batches import Ints

T = TypeVar("T")

PATIENCE = timedelta(days=1)
"""How long the others wait for the first process, which validates meanwhile."""


@dataclass(frozen=True)
class Processes:
    """The processes of one training, seen by one of them.

    Attributes:
        rank: number of this process, in 0 to count - 1.
        count: how many there are.
    """

    rank: int = 0
    count: int = 1

    @property
    def is_first(self) -> bool:
        """Whether this is the one that decides, writes and reports."""
        return self.rank == 0

    def share(self, indices: "Ints") -> "Ints":
        """This process's part of a batch; empty if there are fewer sentences than processes.

        >>> import numpy as np
        >>> Processes(rank=1, count=2).share(np.array([5, 6, 7]))
        array([6])
        """
        return indices[self.rank :: self.count]

    def add_up(self, parameters: "Sequence[Tensor]", loss: "Tensor") -> "Tensor":
        """Sum gradients and loss over the processes; all of them wait for the last.

        Args:
            parameters: each gets the summed gradient; a missing one counts as 0.
            loss: () float, of this process's share.

        Returns:
            the summed loss, () float.
        """
        if self.count == 1:
            return loss
        import torch
        from torch import distributed

        gradients = [torch.zeros_like(p) if p.grad is None else p.grad for p in parameters]
        total = torch.cat([*(g.flatten() for g in gradients), loss.reshape(1)])
        distributed.all_reduce(total)
        parts = torch.split(total[:-1], [p.numel() for p in parameters])
        for parameter, part in zip(parameters, parts, strict=True):
            parameter.grad = part.view_as(parameter)
        return total[-1]

    def first(self, decide: Callable[[], T]) -> T:
        """What the first process finds, in all of them; the others only wait for it.

        >>> Processes().first(lambda: 3)
        3
        """
        if self.count == 1:
            return decide()
        from torch import distributed

        found: list[T | None] = [decide() if self.is_first else None]
        distributed.broadcast_object_list(found, src=0)
        return found[0]  # type: ignore[return-value]

    def agree(self, find: Callable[[], object]) -> bool:
        """Whether all processes find the same; each of them is told.

        >>> Processes().agree(lambda: 3)
        True
        """
        if self.count == 1:
            return True
        from torch import distributed

        found: list[object] = [None] * self.count
        distributed.all_gather_object(found, find())
        return all(one == found[0] for one in found)


def is_first() -> bool:
    """Whether this process is alone, or the first of those that `torchrun` started; no torch."""
    return int(os.environ.get("RANK", "0")) == 0


def meet(device: str) -> Processes:
    """The other processes that `torchrun` started, and this one; they stay in touch until it exits.

    Leaving and meeting anew for a second training would not do: torchrun keeps the addresses of the
    first meeting, and who comes early takes those for the new ones.

    Args:
        device: `cpu`, `cuda` or another kind; on CUDA each process of a machine takes a GPU.
    """
    count = int(os.environ.get("WORLD_SIZE", "1"))
    if count == 1:
        return Processes()
    import torch
    from torch import distributed

    if not distributed.is_initialized():
        if device == "cuda":
            torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
        distributed.init_process_group("nccl" if device == "cuda" else "gloo", timeout=PATIENCE)
        atexit.register(distributed.destroy_process_group)
    return Processes(distributed.get_rank(), count)
