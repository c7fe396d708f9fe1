"""A sequence that attends to itself: who asks and who answers are tokens of the same sentence.

    SelfAttention   every token asks every token, all at once       Vaswani 2017, eq. 1
    look_back       the newest state asks all states so far         after Cheng 2016, eq. 4 to 6

The first needs no order and so can run over a whole sentence in three products. The second is
what a recurrence can use: at step t there are no later states to look at.
"""

import torch
from torch import Tensor, nn

from seqattn.attention.attend import attend
from seqattn.attention.scores import DotScore, Score

START_SCORE = 4.0
"""Score of a token with itself before training: exp(4) is 55 others' weight."""


class SelfAttention(nn.Module):
    """z_i = sum_j a_ij v_j, a_i = softmax_j(q_i . k_j / sqrt(D)) (Vaswani 2017, eq. 1).

    q_i = W_query x_i, k_j = W_key x_j and v_j = W_value x_j come from the same x_1 .. x_T.

    Args:
        input_size: E, size of an input x_i.
        size: D, size of queries, keys, values and outputs.
        scaled: divide by sqrt(D), so that the scores do not grow with the size.
    """

    def __init__(self, input_size: int, size: int, *, scaled: bool = True) -> None:
        super().__init__()
        self.query_layer = nn.Linear(input_size, size, bias=False)  # W_query
        self.key_layer = nn.Linear(input_size, size, bias=False)  # W_key
        self.value_layer = nn.Linear(input_size, size, bias=False)  # W_value
        self.score = DotScore(scaled=scaled)

    def look_at_itself(self) -> None:
        """Set W_query = W_key so that each token begins by looking chiefly at itself.

        With small random matrices all scores are near 0, every token gets the mean of its sentence
        and no layer behind can tell the words apart. Here an input of length 1 scores about
        `START_SCORE` with itself, and near 0 with any other that points elsewhere.
        """
        scale = self.key_layer.out_features**0.5 if self.score.scaled else 1.0
        nn.init.orthogonal_(self.key_layer.weight, gain=(START_SCORE * scale) ** 0.5)
        with torch.no_grad():
            self.query_layer.weight.copy_(self.key_layer.weight)

    def forward(self, inputs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Let each token gather what it needs from its sentence.

        Args:
            inputs: (B, T_x, E) float, x_i.
            mask: (B, T_x) bool, True on real tokens; at least one a sentence.

        Returns:
            outputs (B, T_x, D) float, z_i, and weights (B, T_x, T_x) float in [0, 1], row i what
            token i looks at. Rows of real tokens sum to 1; all that concerns padding is exactly 0.
        """
        keys = self.score.prepare(self.key_layer(inputs))
        scores = self.score(self.query_layer(inputs), keys)  # (B, T_x, T_x)
        outputs, weights = attend(scores, self.value_layer(inputs), mask)
        padding = ~mask.unsqueeze(2)  # (B, T_x, 1), rows in which padding asks
        return outputs.masked_fill(padding, 0.0), weights.masked_fill(padding, 0.0)


def look_back(score: Score, states: Tensor, keys: Tensor) -> tuple[Tensor, Tensor]:
    """The newest of the states asks all states so far, itself included.

    a_ti = softmax_i(score(h_t, h_i)) and c_t = sum_i a_ti h_i over i = 0 .. t.

    Args:
        score: any of the six, for queries and keys of size D.
        states: (B, t + 1, D) float, h_0 .. h_t.
        keys: (B, t + 1, D or D_a) float, what `score.prepare` makes of the states. A state's key
            does not depend on the other states, so each step need prepare only its own.

    Returns:
        context c_t (B, D) float and weights (B, t + 1) float in [0, 1], rows sum to 1.
    """
    scores = score(states[:, -1:], keys)  # (B, 1, t + 1)
    context, weights = attend(scores, states, states.new_ones(states.shape[:2]).bool())
    return context.squeeze(1), weights.squeeze(1)
