"""The lexical shortcut against its formula, and what it may depend on."""

import torch

from seqattn.models.lexical_shortcut import LexicalShortcut
from tests import reference
from tests.mechanisms import SHARES, float64, gradients_agree, plain, shake

B, T_y, T_x, E = 2, 3, 4, 5


def draw():
    """Readouts, weights of which the last columns of the second sentence are 0, embeddings."""
    torch.manual_seed(23)
    weights = torch.rand(B, T_y, T_x, dtype=torch.float64)
    weights[1, :, 2:] = 0
    weights /= weights.sum(dim=-1, keepdim=True)
    readout, embedded = (torch.randn(B, T, E, dtype=torch.float64) for T in (T_y, T_x))
    return readout, weights, embedded


def test_the_shortcut_equals_the_loop_written_from_its_formula():
    shortcut, (readout, weights, embedded) = shake(LexicalShortcut(E), seed=24), draw()
    L = plain(shortcut.layer.weight)
    by_hand = [
        [
            reference.add(
                readout[b, t].tolist(),
                reference.product(
                    L,
                    reference.tanh(
                        [
                            sum(
                                weights[b, t, j].item() * embedded[b, j, e].item()
                                for j in range(T_x)
                            )
                            for e in range(E)
                        ]
                    ),
                ),
            )
            for t in range(T_y)
        ]
        for b in range(B)
    ]
    torch.testing.assert_close(shortcut(readout, weights, embedded), float64(by_hand), **SHARES)


def test_the_gradients_are_those_of_finite_differences():
    shortcut = shake(LexicalShortcut(E), seed=24)
    assert gradients_agree(shortcut, shortcut, draw())


def test_a_word_without_weight_says_nothing():
    shortcut, (readout, weights, embedded) = shake(LexicalShortcut(E), seed=24), draw()
    moved = embedded.clone()
    moved[1, 2:] += 1.0
    assert torch.equal(
        shortcut(readout, weights, embedded)[1], shortcut(readout, weights, moved)[1]
    )
    moved[1, 1] += 1.0
    assert not torch.equal(
        shortcut(readout, weights, embedded)[1], shortcut(readout, weights, moved)[1]
    )
