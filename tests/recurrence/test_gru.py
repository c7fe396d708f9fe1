"""The GRU over whole sequences."""

import pytest
import torch

from seqattn.recurrence import Transitions, bidirectional_gru, gru


def weights(input_size=3, size=4, dtype=torch.float64):
    shapes = [(3 * size, input_size), (3 * size, size), (3 * size,), (3 * size,)]
    return [torch.randn(shape, dtype=dtype).requires_grad_() for shape in shapes]


def test_a_state_is_what_the_formula_says():
    torch.manual_seed(0)
    N, T, B, H = 2, 3, 5, 4
    inputs, start = torch.randn(N, T, B, 3 * H), torch.randn(N, B, H)
    R, b = torch.randn(N, 3 * H, H), torch.randn(N, 3 * H)
    states = gru(inputs, start, R, b)
    for i in range(N):
        for k in range(B):
            s = start[i, k]
            for t in range(T):
                i_r, i_z, i_n = inputs[i, t, k].chunk(3)
                g_r, g_z, g_n = (R[i] @ s + b[i]).chunk(3)
                r, z = torch.sigmoid(i_r + g_r), torch.sigmoid(i_z + g_z)
                s = (1 - z) * torch.tanh(i_n + r * g_n) + z * s
                torch.testing.assert_close(states[i, t, k], s)


@pytest.mark.parametrize("N", [1, 2])
@pytest.mark.parametrize("T", [1, 3])
@pytest.mark.parametrize("norm", [False, True])
def test_its_gradients_are_those_of_finite_differences(N, T, norm):
    torch.manual_seed(0)
    B, H = 2, 4
    shapes = [(N, T, B, 3 * H), (N, B, H), (N, 3 * H, H), (N, 3 * H), *[(N, 3 * H)] * norm]
    arguments = [torch.randn(shape, dtype=torch.float64).requires_grad_() for shape in shapes]

    def call(inputs, start, weight, bias, gain=None):
        return gru(inputs, start, weight, bias, gain=gain)

    assert torch.autograd.gradcheck(call, arguments)


@pytest.mark.parametrize("norm", [False, True])
def test_with_transitions_its_gradients_are_those_of_finite_differences(norm):
    torch.manual_seed(0)
    N, T, B, H, K = 2, 3, 1, 4, 2
    shapes = [(N, T, B, 3 * H), (N, B, H), (N, 3 * H, H), (N, 3 * H)]
    shapes += [(K, N, 3 * H, H), (K, N, 3 * H), (K, N, 3 * H), *[(K, N, 3 * H)] * norm]
    arguments = [torch.randn(shape, dtype=torch.float64).requires_grad_() for shape in shapes]

    def call(inputs, start, weight, bias, *transitions):
        return gru(inputs, start, weight, bias, transitions=Transitions(*transitions))

    assert torch.autograd.gradcheck(call, arguments)


@pytest.mark.parametrize("norm", [False, True])
def test_both_directions_have_the_gradients_of_finite_differences(norm):
    torch.manual_seed(0)
    mask = torch.tensor([[True, True, True], [True, False, False]])
    embedded = torch.randn(2, 3, 3, dtype=torch.float64).requires_grad_()
    gains = [torch.randn(2, 12, dtype=torch.float64).requires_grad_() for _ in range(2 * norm)]

    def states_and_last(embedded, *both):
        return bidirectional_gru(embedded, mask, both[:4], both[4:8], gains=both[8:] or None)

    assert torch.autograd.gradcheck(states_and_last, (embedded, *weights(), *weights(), *gains))


def test_states_on_padding_are_exactly_zero_and_padding_never_enters_a_state():
    torch.manual_seed(0)
    lengths = torch.tensor([2, 6, 1])
    mask = torch.arange(6) < lengths.unsqueeze(1)
    embedded, both = torch.randn(3, 6, 3, dtype=torch.float64), (weights(), weights())
    states, last = bidirectional_gru(embedded, mask, *both)
    assert (states[~mask] == 0).all()
    embedded[~mask] = torch.nan
    again = bidirectional_gru(embedded, mask, *both)
    assert torch.equal(again[0], states)
    assert torch.equal(again[1], last)


def test_no_gradient_flows_into_padding():
    torch.manual_seed(0)
    mask = torch.tensor([[True, True, False], [True, True, True]])
    embedded = torch.randn(2, 3, 3, dtype=torch.float64).requires_grad_()
    states, last = bidirectional_gru(embedded, mask, weights(), weights())
    (grad,) = torch.autograd.grad(states.sum() + last.sum(), embedded)
    assert (grad[~mask] == 0).all()
    assert (grad[mask] != 0).all()


def test_a_sentence_alone_has_the_states_it_has_in_a_batch():
    torch.manual_seed(0)
    lengths = [3, 6, 1]
    mask = torch.arange(6) < torch.tensor(lengths).unsqueeze(1)
    embedded, both = torch.randn(3, 6, 3, dtype=torch.float64), (weights(), weights())
    states, last = bidirectional_gru(embedded, mask, *both)
    for b, length in enumerate(lengths):
        alone = bidirectional_gru(embedded[b : b + 1, :length], mask[b : b + 1, :length], *both)
        torch.testing.assert_close(alone[0][0], states[b, :length], rtol=0, atol=1e-12)
        torch.testing.assert_close(alone[1][0], last[b], rtol=0, atol=1e-12)


def test_last_is_the_forward_state_at_the_end_and_the_backward_state_at_the_beginning():
    torch.manual_seed(0)
    lengths = [3, 5]
    mask = torch.arange(5) < torch.tensor(lengths).unsqueeze(1)
    states, last = bidirectional_gru(
        torch.randn(2, 5, 3, dtype=torch.float64), mask, weights(), weights()
    )
    for b, length in enumerate(lengths):
        by_hand = torch.cat([states[b, length - 1, :4], states[b, 0, 4:]])
        assert torch.equal(last[b], by_hand)
