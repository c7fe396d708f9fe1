"""The attention-GRU over a whole target."""

import pytest
import torch

from seqattn.recurrence import Transitions, attention_gru

T, B, T_X, D, D_K, D_A, K = 3, 2, 4, 5, 6, 7, 2
FORMS = (
    "dot",
    "additive",
    "dot and inputs",
    "additive and inputs",
    "dot and norm",
    "additive and inputs and norm",
    "dot and transitions",
    "additive and norm and transitions",
)


def draw_arguments(form, dtype=torch.float64):
    torch.manual_seed(0)
    shapes = {
        "inputs": (T, B, 3 * D),
        "start": (B, D),
        "states": (B, T_X, D_K),
        "keys": (B, T_X, D_A if "additive" in form else D),
        "context_weight": (3 * D, D_K),
        "weight": (3 * D, D),
        "bias": (3 * D,),
    }
    if "additive" in form:
        shapes |= {"query_weight": (D_A, D), "score_weight": (D_A,)}
    if "and inputs" in form:
        shapes["query_inputs"] = (T, B, D_A if "additive" in form else D)
    if "norm" in form:
        shapes |= {"gain": (3 * D,), "input_gain": (3 * D,), "input_bias": (3 * D,)}
    if "transitions" in form:
        deep = {"weight": (K, 3 * D, D), "bias": (K, 3 * D), "input_bias": (K, 3 * D)}
        deep |= {"gain": (K, 3 * D)} if "norm" in form else {}
        shapes |= {f"transition_{name}": shape for name, shape in deep.items()}
    drawn = {k: torch.randn(shape, dtype=dtype).requires_grad_() for k, shape in shapes.items()}
    return drawn, torch.tensor([[True, True, True, True], [True, True, False, False]])


def attend_with(mask, **drawn):
    """`attention_gru` with the transitions' weights as one argument."""
    names = [name for name in drawn if name.startswith("transition_")]
    deep = {name.removeprefix("transition_"): drawn.pop(name) for name in names}
    return attention_gru(mask=mask, transitions=Transitions(**deep), **drawn)


@pytest.mark.parametrize("form", FORMS)
def test_its_gradients_are_those_of_finite_differences(form):
    drawn, mask = draw_arguments(form)

    def everything(*values):
        return attend_with(mask=mask, **dict(zip(drawn, values, strict=True)))

    assert torch.autograd.gradcheck(everything, tuple(drawn.values()))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("output", ["states", "contexts", "weights", "scores"])
def test_each_output_alone_has_the_gradients_of_finite_differences(form, output):
    # Outputs nobody used have no gradient at all; one left out must not disturb the others.
    drawn, mask = draw_arguments(form)

    def one(*values):
        attended = attend_with(mask=mask, **dict(zip(drawn, values, strict=True)))
        return getattr(attended, output)

    # Along one random direction where the cell is more than the plain one: there are many weights.
    is_fast = "norm" in form or "transitions" in form
    assert torch.autograd.gradcheck(one, tuple(drawn.values()), fast_mode=is_fast)


@pytest.mark.parametrize("form", FORMS)
def test_weights_sum_to_one_and_padding_gets_nothing(form):
    drawn, mask = draw_arguments(form)
    attended = attend_with(mask=mask, **drawn)
    torch.testing.assert_close(attended.weights.sum(dim=-1), torch.ones(T, B).double())
    assert (attended.weights[:, ~mask] == 0).all()


@pytest.mark.parametrize("form", FORMS)
def test_what_stands_on_padding_changes_nothing(form):
    drawn, mask = draw_arguments(form)
    before = attend_with(mask=mask, **drawn)
    with torch.no_grad():
        drawn["keys"][~mask] = 1e6
        drawn["states"][~mask] = 1e6
    after = attend_with(mask=mask, **drawn)
    for name in ("states", "contexts", "weights"):
        assert torch.equal(getattr(after, name), getattr(before, name)), name
    grads = torch.autograd.grad(after.states.sum(), [drawn["keys"], drawn["states"]])
    assert all((grad[~mask] == 0).all() for grad in grads)


@pytest.mark.parametrize("form", FORMS)
def test_a_sentence_alone_attends_as_it_does_in_a_batch(form):
    drawn, mask = draw_arguments(form)
    together = attend_with(mask=mask, **drawn)
    length = int(mask[1].sum())
    of_one = {
        "inputs": drawn["inputs"][:, 1:],
        "start": drawn["start"][1:],
        "states": drawn["states"][1:, :length],
        "keys": drawn["keys"][1:, :length],
        "mask": mask[1:, :length],
    }
    if "query_inputs" in drawn:
        of_one["query_inputs"] = drawn["query_inputs"][:, 1:]
    alone = attend_with(**drawn | of_one)
    for name, got in alone._asdict().items():
        expected = getattr(together, name)[:, 1:]
        if name in ("weights", "scores"):
            expected = expected[..., :length]
        torch.testing.assert_close(got, expected, rtol=0, atol=1e-12)
