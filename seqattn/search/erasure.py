"""What each source token does for a given target: attention, and what is lost without the token.

Attention says where a model looked, before it knew the token it would write. Once the token is
known, another question can be asked (erasure: Li, Monroe and Jurafsky 2016; as a word aligner: Li
2019, "On the word alignment from neural machine translation", the prediction difference): how much
less likely is y_t if the model does not get to read x_j?

    e_tj = max(0, 1 - p(y_t | y_<t, x without x_j) / p(y_t | y_<t, x))      the share that is lost
    w_tj = a_tj (e_tj + F) / sum_k a_tk (e_tk + F)                          F: `FLOOR`

Neither is enough: attention may stand beside the word that decides, and what is lost with a word
may be lost elsewhere too (with the subject, the verb's ending). x_j is erased as whole-word dropout
does it, its embedding 0, which the model has met in training. The end mark is never erased.
"""

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from seqattn.search.force import force
from seqattn.search.hypotheses import Hypothesis
from seqattn.search.stepper import M, S, Stepper
from seqattn.tokenizer import PAD

FLOOR = 0.01
"""Of the share lost: with less, a word that others make sure without it gets no weight at all."""


def erasure(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    target_out: Tensor,
    forced: Sequence[Hypothesis],
) -> list[Hypothesis]:
    """Forced hypotheses with w_tj for a_tj, and without the raw scores, which made a_tj.

    Asks the model once for each source token, of all sentences together.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        target_out: (B, T_y) int64, each target ended by EOS, then PAD.
        forced: B hypotheses, what `force` gave for these with their weights, if there are any.
    """
    lost = _lost(model, source, mask, target_out, forced)
    made = []
    for each, shares in zip(forced, lost, strict=True):
        if each.weights is not None:
            T_y, T_x = each.weights.shape
            weights = each.weights * (shares[:T_y, :T_x] + FLOOR)
            weights = (weights / weights.sum(dim=-1, keepdim=True)).to(each.weights.dtype)
            each = replace(each, weights=weights, scores=None)
        made.append(each)
    return made


def _lost(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    target_out: Tensor,
    forced: Sequence[Hypothesis],
) -> Tensor:
    """e (B, T_y, T_x) float64 in [0, 1] on the CPU; 0 on end marks and on padding."""
    whole = _log_probs(forced, target_out)
    ends = mask.sum(dim=1) - 1  # (B,), where the end marks stand
    lost = whole.new_zeros(*whole.shape, source.shape[1])
    for j in range(int(ends.max())):
        erased = torch.zeros_like(mask)
        erased[:, j] = ends > j
        left = force(model, source, mask, target_out, erased=erased, keep_weights=False)
        lost[:, :, j] = -torch.expm1((_log_probs(left, target_out) - whole).clamp(max=0))
    return lost


def _log_probs(forced: Sequence[Hypothesis], target_out: Tensor) -> Tensor:
    """log p(y_t | ..), (B, T_y) float64 on the CPU; 0 on padding."""
    rows = torch.zeros(target_out.shape, dtype=torch.float64)
    said = [log_prob for each in forced for log_prob in each.log_probs]
    rows[(target_out != PAD).cpu()] = rows.new_tensor(said)
    return rows
