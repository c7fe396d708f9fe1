"""A sentence as one vector: attention whose query is no state but a vector of the model's own.

    u_j = tanh(W h_j + b)      a = softmax_j(u_j . e)      summary = sum_j a_j h_j

Yang 2016, eq. 5 to 7. The query e is learned, or drawn once and left as it is. With a decoder state
in its place, this is the decoder's own attention with the `pooling` score.
"""

import torch
from torch import Tensor, nn

from seqattn.attention.attend import attend
from seqattn.attention.scores import PoolingScore


class AttentionPooling(nn.Module):
    """sum_j a_j h_j with a = softmax_j(e . tanh(W h_j + b)) (Yang 2016, eq. 5 to 7).

    Args:
        state_size: D, size of a state h_j.
        query_size: D_a, size of u_j and of the query e.
        query_seed: None for a learned query; else the seed of a fixed one. The numbers are drawn by
            a generator of their own, so that nothing else drawn by chance can change them.

    A fixed query is a buffer: it travels with the weights and no optimiser sees it.
    """

    query: Tensor  # (1, D_a), e

    def __init__(self, state_size: int, query_size: int, *, query_seed: int | None = None) -> None:
        super().__init__()
        self.score = PoolingScore(query_size, state_size)  # W, b
        chance = None if query_seed is None else torch.Generator().manual_seed(query_seed)
        # Of length about 1, so that every state has its share at the start.
        query = torch.randn(1, query_size, generator=chance) / query_size**0.5
        if query_seed is None:
            self.query = nn.Parameter(query)
        else:
            self.register_buffer("query", query)

    def forward(self, states: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Pool each sentence.

        Args:
            states: (B, T_x, D) float, h_j.
            mask: (B, T_x) bool, True on real tokens; at least one a sentence.

        Returns:
            summary (B, D) float and weights (B, T_x) float in [0, 1]: rows sum to 1, padding gets
            exactly 0.
        """
        query = self.query.expand(len(states), 1, -1)  # (B, 1, D_a)
        pooled, weights = attend(self.score(query, self.score.prepare(states)), states, mask)
        return pooled.squeeze(1), weights.squeeze(1)
