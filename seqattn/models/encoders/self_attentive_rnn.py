"""A SimpleRNN that attends to its own earlier states (Cheng 2016, with a tanh cell for the LSTM).

At each token the newest state asks all states so far, and the next state is made from what it
finds. The state h_0 before the first token takes part: at the start it is all there is to look at.
"""

import torch
from torch import Tensor, nn

from seqattn.attention.scores import build_score
from seqattn.attention.self_attention import look_back
from seqattn.models.encoders.encoded import Encoded


class SelfAttentiveRNNEncoder(nn.Module):
    """SimpleRNN + self-attention, h_0 = c_0 = 0.

        a_t = softmax_i(score(h_t, h_i)),  c_t = sum_i a_ti h_i      over i = 0 .. t
        xc     h_{t+1} = tanh(A [x_{t+1}; c_t] + b)
        hxc    h_{t+1} = tanh(A [h_t; x_{t+1}; c_t] + b)

    A is kept as one matrix for each part of what it multiplies, as in the SimpleRNN.

    Args:
        input_size: E.
        size: D, size of a state.
        score: name of the score, one of `config.SCORES`.
        update: `xc` or `hxc`.
        attention_size: D_a, inside of the additive and concat scores.
    """

    def __init__(
        self, input_size: int, size: int, *, score: str, update: str, attention_size: int
    ) -> None:
        super().__init__()
        self.state_size = size
        self.score = build_score(score, size, size, attention_size)
        self.input_layer = nn.Linear(input_size, size)  # A_x, b
        self.context_layer = nn.Linear(size, size, bias=False)  # A_c
        self.hidden_layer = nn.Linear(size, size, bias=False) if update == "hxc" else None  # A_h

    def forward(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """Encode a batch.

        Args:
            embedded: (B, T_x, E) float.
            mask: (B, T_x) bool, True on real tokens; padding stands behind them.

        Returns:
            states (B, T_x, D), h_1 .. h_{T_x}, and last (B, D); weights (B, T_x, T_x + 1): row t is
            a_t over the columns h_0 .. h_t and exactly 0 to their right, for t = 1 .. T_x. Row T_x
            is there to be seen alone: no state comes after it to make use of its c_t.
        """
        inputs = self.input_layer(embedded)  # (B, T_x, D)
        h = context = inputs.new_zeros(inputs.shape[0], self.state_size)  # h_0 = c_0 = 0
        states, keys = [h], [self._key(h)]
        rows: list[Tensor] = []
        for x, real in zip(inputs.unbind(1), mask.unsqueeze(2).unbind(1), strict=True):
            inside = x + self.context_layer(context)
            if self.hidden_layer is not None:
                inside = inside + self.hidden_layer(h)
            # On padding the state stands still, so that after the loop it is the last real one.
            h = torch.where(real, torch.tanh(inside), h)
            states.append(h)
            keys.append(self._key(h))
            context, weights = look_back(
                self.score, torch.stack(states, dim=1), torch.stack(keys, dim=1)
            )
            rows.append(nn.functional.pad(weights, (0, mask.shape[1] - len(rows) - 1)))
        padding = ~mask.unsqueeze(2)
        return Encoded(
            states=torch.stack(states[1:], dim=1).masked_fill(padding, 0.0),
            last=h,
            weights=torch.stack(rows, dim=1).masked_fill(padding, 0.0),
        )

    def _key(self, h: Tensor) -> Tensor:
        """What the score prepares from one state, (B, D) -> (B, D or D_a)."""
        return self.score.prepare(h.unsqueeze(1)).squeeze(1)
