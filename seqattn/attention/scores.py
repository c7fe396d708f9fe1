"""Score functions: how well a decoder state matches each encoder state.

Every score maps queries (B, T_y, D_q) and keys (B, T_x, D_k) to raw scores (B, T_y, T_x).
Larger means "look here"; the numbers have no unit until `attend` puts them through softmax.
Masking, softmax and the weighted sum are `attend`'s work, never a score's.

    dot         q . k                  D_q == D_k, no weights    Luong 2015, eq. 8
    scaled-dot  q . k / sqrt(D_k)      D_q == D_k, no weights    Vaswani 2017, eq. 1
    general     q . (W k)              any sizes                 Luong 2015, eq. 8
    additive    v . tanh(W q + U k)    any sizes                 Bahdanau 2015, A.1.2
    concat      v . tanh(W [q; k])     any sizes                 Luong 2015, eq. 8
    pooling     q . tanh(W k + b)      any sizes                 Yang 2016, eq. 5 and 6

What depends on the keys alone is computed once a sentence, by `prepare`; what depends on the query
is computed once a target token, by `forward`. Nothing is remembered between the two.
"""

import math

import torch
from torch import Tensor, nn

from seqattn.config import SCORES
from seqattn.errors import UsageError
from seqattn.text import counted


class DotScore(nn.Module):
    """q . k (Luong 2015, eq. 8), divided by sqrt(D_k) when scaled (Vaswani 2017, eq. 1).

    >>> import torch
    >>> query, key = torch.tensor([[[1.0, 2.0]]]), torch.tensor([[[3.0, 0.0], [1.0, 1.0]]])
    >>> DotScore(scaled=False)(query, key)
    tensor([[[3., 3.]]])
    """

    def __init__(self, *, scaled: bool) -> None:
        super().__init__()
        self.scaled = scaled

    def prepare(self, key: Tensor) -> Tensor:
        """k or k / sqrt(D_k), (B, T_x, D_k) -> the same shape."""
        return key / math.sqrt(key.shape[-1]) if self.scaled else key

    def forward(self, query: Tensor, prepared_key: Tensor) -> Tensor:
        """(B, T_y, D) and (B, T_x, D) -> raw scores (B, T_y, T_x)."""
        return query @ prepared_key.transpose(1, 2)


class GeneralScore(nn.Module):
    """q . (W k): the key is projected to the query's size (Luong 2015, eq. 8)."""

    def __init__(self, query_size: int, key_size: int) -> None:
        super().__init__()
        self.key_layer = nn.Linear(key_size, query_size, bias=False)  # W

    def prepare(self, key: Tensor) -> Tensor:
        """W k, (B, T_x, D_k) -> (B, T_x, D_q)."""
        return self.key_layer(key)

    def forward(self, query: Tensor, prepared_key: Tensor) -> Tensor:
        """(B, T_y, D_q) and (B, T_x, D_q) -> raw scores (B, T_y, T_x)."""
        return query @ prepared_key.transpose(1, 2)


class PoolingScore(nn.Module):
    """q . tanh(W k + b): attention pooling asked by the decoder state (Yang 2016, eq. 5, 6)."""

    def __init__(self, query_size: int, key_size: int) -> None:
        super().__init__()
        self.key_layer = nn.Linear(key_size, query_size)  # W, b

    def prepare(self, key: Tensor) -> Tensor:
        """tanh(W k + b), (B, T_x, D_k) -> (B, T_x, D_q)."""
        return torch.tanh(self.key_layer(key))

    def forward(self, query: Tensor, prepared_key: Tensor) -> Tensor:
        """(B, T_y, D_q) and (B, T_x, D_q) -> raw scores (B, T_y, T_x)."""
        return query @ prepared_key.transpose(1, 2)


class AdditiveScore(nn.Module):
    """v . tanh(W q + U k): a one-layer network reads both states (Bahdanau 2015, A.1.2)."""

    def __init__(self, query_size: int, key_size: int, hidden_size: int) -> None:
        super().__init__()
        self.query_layer = nn.Linear(query_size, hidden_size, bias=False)  # W
        self.key_layer = nn.Linear(key_size, hidden_size, bias=False)  # U
        self.score_layer = nn.Linear(hidden_size, 1, bias=False)  # v

    def prepare(self, key: Tensor) -> Tensor:
        """U k, (B, T_x, D_k) -> (B, T_x, D_a). Once per sentence, not once per target token."""
        return self.key_layer(key)

    def forward(self, query: Tensor, prepared_key: Tensor) -> Tensor:
        """(B, T_y, D_q) and (B, T_x, D_a) -> raw scores (B, T_y, T_x)."""
        q = self.query_layer(query).unsqueeze(2)  # (B, T_y, 1, D_a)
        k = prepared_key.unsqueeze(1)  # (B, 1, T_x, D_a)
        # tanh sits between q and k, so every pair needs its own D_a numbers:
        # B * T_y * T_x * D_a floats, against B * T_y * T_x for the dot scores.
        return self.score_layer(torch.tanh(q + k)).squeeze(-1)


class ConcatScore(nn.Module):
    """v . tanh(W [q; k]): the additive score written with one matrix (Luong 2015, eq. 8)."""

    def __init__(self, query_size: int, key_size: int, hidden_size: int) -> None:
        super().__init__()
        self.query_size = query_size
        self.joint_layer = nn.Linear(query_size + key_size, hidden_size, bias=False)  # W
        self.score_layer = nn.Linear(hidden_size, 1, bias=False)  # v

    def prepare(self, key: Tensor) -> Tensor:
        """The key's columns of W times k, (B, T_x, D_k) -> (B, T_x, D_a).

        W [q; k] = W[:, :D_q] q + W[:, D_q:] k, so the key's half needs computing only once.
        """
        return nn.functional.linear(key, self.joint_layer.weight[:, self.query_size :])

    def forward(self, query: Tensor, prepared_key: Tensor) -> Tensor:
        """(B, T_y, D_q) and (B, T_x, D_a) -> raw scores (B, T_y, T_x)."""
        q = nn.functional.linear(query, self.joint_layer.weight[:, : self.query_size])
        inside = torch.tanh(q.unsqueeze(2) + prepared_key.unsqueeze(1))  # (B, T_y, T_x, D_a)
        return self.score_layer(inside).squeeze(-1)


Score = DotScore | GeneralScore | PoolingScore | AdditiveScore | ConcatScore


def build_score(name: str, query_size: int, key_size: int, hidden_size: int) -> Score:
    """The score called `name`, one of `config.SCORES`.

    Args:
        name: as on the command line.
        query_size: D_q, size of the asking state.
        key_size: D_k, size of the states asked.
        hidden_size: D_a, inside of additive and concat; the others have no use for it.

    Raises:
        UsageError: a dot score between states of different sizes.
    """
    if name not in SCORES:
        raise ValueError(f"unknown score {name!r}, expected one of {SCORES}")
    if name in ("dot", "scaled-dot") and query_size != key_size:
        raise UsageError(
            f"The {name} score needs states of one size, but the state that asks has "
            f"{counted(query_size, 'number')} and the states asked have {key_size}.",
            hint=f"Set --decoder-size {key_size} (twice --encoder-size, whatever the encoder), or "
            "choose --score general, which needs no equal sizes.",
        )
    if name in ("dot", "scaled-dot"):
        return DotScore(scaled=name == "scaled-dot")
    if name == "general":
        return GeneralScore(query_size, key_size)
    if name == "pooling":
        return PoolingScore(query_size, key_size)
    if name == "additive":
        return AdditiveScore(query_size, key_size, hidden_size)
    return ConcatScore(query_size, key_size, hidden_size)
