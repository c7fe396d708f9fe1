"""From scores to weights to a context: the one place where attention is normalised."""

from torch import Tensor


def attention_weights(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax of each query's scores over the positions it may look at.

    Args:
        scores: (B, T_y, T_x) float, any range.
        mask: (B, T_x) or (B, T_y, T_x) bool, True where looking is allowed; at least one True for
            every query, which `Batch` guarantees; a query without one would come out nan.

    Returns:
        weights (B, T_y, T_x) float in [0, 1]: rows sum to 1, a False position gets exactly 0.
    """
    if mask.dim() == 2:
        mask = mask.unsqueeze(1)  # (B, 1, T_x)
    # exp(-inf) is 0 exactly, so nothing of the padding is left after the division either.
    return scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)


def attend(scores: Tensor, values: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Share each query's attention out over the real source tokens and sum their values.

    a_tj = exp(e_tj) / sum_k exp(e_tk) and c_t = sum_j a_tj h_j (Bahdanau 2015, eq. 5 and 6).

    Args:
        scores: (B, T_y, T_x) float, any range.
        values: (B, T_x, D) float.
        mask: (B, T_x) or (B, T_y, T_x) bool, True on real tokens, False on padding.

    Returns:
        context: (B, T_y, D) float, weights @ values.
        weights: (B, T_y, T_x) float in [0, 1]. Rows sum to 1; padding gets exactly 0.

    Two real tokens with equal scores share the row; the padding's 9.0 counts for nothing:

    >>> import torch
    >>> context, weights = attend(
    ...     scores=torch.tensor([[[0.0, 0.0, 9.0]]]),
    ...     values=torch.tensor([[[1.0], [3.0], [5.0]]]),
    ...     mask=torch.tensor([[True, True, False]]),
    ... )
    >>> weights
    tensor([[[0.5000, 0.5000, 0.0000]]])
    >>> context
    tensor([[[2.]]])
    """
    weights = attention_weights(scores, mask)
    return weights @ values, weights
