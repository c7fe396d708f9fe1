"""What each source token does for a given target: attention, and what is lost without the token.

Attention says where a model looked, before it knew the token it would write. Once the token is
known, another question can be asked (erasure: Li, Monroe and Jurafsky 2016; as a word aligner: Li
2019, "On the word alignment from neural machine translation", the prediction difference): how much
less likely is y_t if the model may not look at x_j?

    e_tj = max(0, 1 - p(y_t | y_<t, x, a_.j = 0) / p(y_t | y_<t, x))        the share that is lost
    w_tj = a_tj sqrt(e_tj + F) / sum_k a_tk sqrt(e_tk + F)                  F: `FLOOR`

Neither is enough: attention may stand beside the word that decides, and what is lost with a word
may be lost elsewhere too (with the subject, the verb's ending). The decoder's attention alone is
kept from x_j, at every step: the state beside it still knows the word from its neighbourhood, so
that only what stands in x_j is lost. The end mark always stays.
"""

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from seqattn.search.hypotheses import Hypothesis
from seqattn.search.stepper import M, S, Stepper

FLOOR = 0.005
"""Of the share lost: with less, a word that others make sure without it gets no weight at all."""

BATCH_TOKENS = 8000
"""Tokens of the longer side that the model reads at once, padding included."""


def erasure(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    target_out: Tensor,
    forced: Sequence[Hypothesis],
) -> list[Hypothesis]:
    """Forced hypotheses with w_tj for a_tj, and without the raw scores, which made a_tj.

    Asks the model once for each source token, some `BATCH_TOKENS` in one go.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        target_out: (B, T_y) int64, each target ended by EOS, then PAD.
        forced: B hypotheses, what `force` gave for these with their weights, if there are any.
    """
    if all(each.weights is None for each in forced):
        return list(forced)
    lost = _lost(model, source, mask, target_out).cpu()
    made = []
    for each, shares in zip(forced, lost, strict=True):
        if each.weights is not None:
            T_y, T_x = each.weights.shape
            weights = each.weights * (shares[:T_y, :T_x] + FLOOR).sqrt()
            weights = (weights / weights.sum(dim=-1, keepdim=True)).to(each.weights.dtype)
            each = replace(each, weights=weights, scores=None)
        made.append(each)
    return made


@torch.inference_mode()
def _lost(model: Stepper[M, S], source: Tensor, mask: Tensor, target_out: Tensor) -> Tensor:
    """e (B, T_y, T_x) float32 in [0, 1]; 0 on end marks and on padding."""
    memory = model.encode(source, mask)
    whole = model.log_probs(memory, target_out)
    real = mask.clone()  # what may be erased: all but the end mark
    real[torch.arange(len(mask)), mask.sum(dim=1) - 1] = False
    sentences, places = real.nonzero().unbind(dim=1)
    lost = whole.new_zeros(*whole.shape, source.shape[1])
    if not len(places):
        return lost
    rows = max(1, BATCH_TOKENS // max(source.shape[1], target_out.shape[1]))
    for b, j in zip(torch.split(sentences, rows), torch.split(places, rows), strict=True):
        left = model.log_probs(memory.select(b).without(j), target_out[b])
        lost[b, :, j] = -torch.expm1((left - whole[b]).clamp(max=0))
    return lost
