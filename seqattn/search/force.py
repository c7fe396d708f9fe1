"""A given target: its probability and its weights."""

import torch
from torch import Tensor

from seqattn.search.greedy import follow
from seqattn.search.hypotheses import Hypothesis
from seqattn.search.stepper import LENGTH_PENALTY, M, S, Stepper, check
from seqattn.tokenizer import PAD


@torch.inference_mode()
def force(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    target_out: Tensor,
    *,
    length_penalty: float = LENGTH_PENALTY,
    keep_weights: bool = True,
) -> list[Hypothesis]:
    """Feed given targets: the probability of each of their tokens, and the weights.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        target_out: (B, T_y) int64, each target ended by EOS, then PAD; it is fed shifted by one,
            behind BOS.
        length_penalty: exponent of the length in the score, 0 or more.
        keep_weights: whether the hypotheses carry their weights.

    Raises:
        ValueError: the model is in training mode, or shapes do not fit.
    """
    lengths = (target_out != PAD).sum(dim=1)
    check(model, source, mask, lengths)

    def choose(log_probs: Tensor, alive: Tensor, t: int) -> Tensor:
        return target_out[alive, t]

    memory = model.encode(source, mask)
    return follow(model, memory, mask, lengths, choose, length_penalty, keep_weights)
