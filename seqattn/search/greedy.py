"""The likeliest token at each step, and what greedy search shares with a forced target."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from seqattn.search.hypotheses import Hypothesis, Step, Trace, looks_of
from seqattn.search.stepper import FORBIDDEN, LENGTH_PENALTY, M, S, Stepper, check, forbid
from seqattn.tokenizer import BOS, EOS


@torch.inference_mode()
def greedy(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    max_lengths: Tensor,
    *,
    length_penalty: float = LENGTH_PENALTY,
    forbidden: Sequence[int] = FORBIDDEN,
    keep_weights: bool = True,
) -> list[Hypothesis]:
    """The likeliest token at each step; a sentence that has ended leaves the batch.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        max_lengths: (B,) int64, most steps of each sentence, 1 or more, the end mark included.
        length_penalty: exponent of the length in the score, 0 or more.
        forbidden: ids that are never chosen.
        keep_weights: whether the hypotheses carry their weights.

    Returns:
        a hypothesis for each sentence, in the order of the batch.

    Raises:
        ValueError: the model is in training mode, shapes do not fit, or a limit is under 1.
    """
    check(model, source, mask, max_lengths)

    def choose(log_probs: Tensor, alive: Tensor, t: int) -> Tensor:
        return forbid(log_probs, forbidden).max(dim=1).indices

    memory = model.encode(source, mask)
    return follow(model, memory, mask, max_lengths, choose, length_penalty, keep_weights)


def follow(
    model: Stepper[M, S],
    memory: M,
    mask: Tensor,
    max_lengths: Tensor,
    choose: Callable[[Tensor, Tensor, int], Tensor],
    length_penalty: float,
    keep_weights: bool,
) -> list[Hypothesis]:
    """One path a sentence; `choose` picks y_t from (log-probabilities, sentences alive, t)."""
    B = mask.shape[0]
    alive = torch.arange(B, device=mask.device)  # sentences still in the batch
    tokens = torch.full_like(alive, BOS)
    limits = max_lengths.to(mask.device)
    state = model.begin(memory)
    trace = Trace()
    while len(alive):
        log_probs, state, decoded = model.step(memory, state, tokens)
        tokens = choose(log_probs, alive, len(trace.steps))
        chosen = log_probs.gather(1, tokens.unsqueeze(1)).squeeze(1)
        trace.add(Step(alive, tokens, chosen, looks_of(decoded, keep_weights)))
        going_on = (tokens != EOS) & (limits[alive] > len(trace.steps))
        if not bool(going_on.all()):
            kept = going_on.nonzero().squeeze(1)
            memory, state = memory.select(kept), state.select(kept)
            alive, tokens = alive[kept], tokens[kept]
    return trace.hypotheses(mask, length_penalty)
