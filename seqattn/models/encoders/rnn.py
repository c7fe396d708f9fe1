"""The SimpleRNN encoder: the plainest recurrence there is (Elman 1990)."""

import torch
from torch import Tensor, nn

from seqattn.models.encoders.encoded import Encoded


class RNNEncoder(nn.Module):
    """h_{t+1} = tanh(A [h_t; x_{t+1}] + b) from left to right, h_0 = 0 (Elman 1990).

    A is kept as its two halves: A [h; x] = A_h h + A_x x, and A_x x needs no state, so that it is
    one product for the whole sentence.

    Args:
        input_size: E.
        size: D, size of a state.
    """

    def __init__(self, input_size: int, size: int) -> None:
        super().__init__()
        self.state_size = size
        self.hidden_layer = nn.Linear(size, size, bias=False)  # A_h
        self.input_layer = nn.Linear(input_size, size)  # A_x, b

    def forward(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """(B, T_x, E) and (B, T_x) bool -> states (B, T_x, D), last (B, D)."""
        inputs = self.input_layer(embedded)  # (B, T_x, D)
        h = inputs.new_zeros(inputs.shape[0], self.state_size)
        states = []
        for x, real in zip(inputs.unbind(1), mask.unsqueeze(2).unbind(1), strict=True):
            # On padding the state stands still, so that after the loop it is the last real one.
            h = torch.where(real, torch.tanh(self.hidden_layer(h) + x), h)
            states.append(h)
        return Encoded(torch.stack(states, dim=1).masked_fill(~mask.unsqueeze(2), 0.0), last=h)
