"""The lexical shortcut: the source words that are attended to speak for themselves.

Asked of one word at a time, it is a dictionary, p(y | x_j). With it Bayes' rule says of a target
piece that is known where it came from, which its attention, computed before, did not know:

    p(j | y_t) = a_tj p(y_t | x_j) / sum_k a_tk p(y_t | x_k)

where a_tj, the attention, is what was to be expected before y_t. So IBM model 2 aligns (Brown
1993), whose a_tj knows nothing but lengths and places.
"""

import torch
from torch import Tensor, nn


class LexicalShortcut(nn.Module):
    """r_t + L tanh(sum_j a_tj x_j), x_j the source embeddings.

    Nguyen and Chiang (2018), eq. 8 to 11. An encoder state carries its whole sentence, so that a
    decoder may translate a word while looking at its neighbour, and a rare word is drowned by what
    usually stands there. The embedding is the word alone: what it says is right only if the weight
    stands on the word.

    The paper gives these words an output layer of their own; here they join the readout, so that
    one output layer serves both.

    Args:
        size: E, of embeddings and of readouts.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.layer = nn.Linear(size, size, bias=False)

    def forward(self, readout: Tensor, weights: Tensor, embedded: Tensor) -> Tensor:
        """Readouts (B, [T_y,] E), weights (B, [T_y,] T_x), embeddings (B, T_x, E) -> readouts."""
        words = torch.einsum("b...j,bje->b...e", weights, embedded)
        return readout + self.said_of(words)

    def said_of(self, words: Tensor) -> Tensor:
        """L tanh(x): embeddings (..., E), single or mixed -> what they add to the readout."""
        said: Tensor = self.layer(torch.tanh(words))
        return said


def posterior(weights: Tensor, log_probs: Tensor) -> Tensor:
    """p(j | y_t), by the formula above.

    Args:
        weights: (..., T_x) float in [0, 1], a_t; each row sums to 1.
        log_probs: (..., T_x) float, natural logarithms of p(y_t | x_j).

    Returns:
        (..., T_x) float in [0, 1]. Rows sum to 1; what has no weight gets none.

    What is looked at a little may be the likelier origin:

    >>> posterior(torch.tensor([0.75, 0.25, 0.0]), torch.tensor([0.1, 0.9, 1.0]).log())
    tensor([0.2500, 0.7500, 0.0000])
    """
    # In logarithms, since p(y_t | x_j) may be small for all j; softmax divides by the sum.
    return (weights.log() + log_probs).softmax(dim=-1)
