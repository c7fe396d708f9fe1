"""The lexical shortcut: the source words that are attended to speak for themselves."""

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
        shortened: Tensor = readout + self.layer(torch.tanh(words))
        return shortened
