"""An ensemble: the mean of its members' probabilities and of their attention."""

import pytest
import torch

from seqattn.config import Config
from seqattn.models.ensemble import Ensemble
from seqattn.models.seq2seq import Seq2Seq
from seqattn.search import Rules, beam, greedy
from seqattn.tokenizer import EOS, PAD
from tests.search.table import random_batch, tiny_model


def trio():
    return [
        tiny_model(1),
        tiny_model(2, encoder="rnn", score="general", decoder_size=6),
        tiny_model(3, query="state"),
    ]


def test_each_step_is_the_mean_of_the_probabilities_and_of_the_weights():
    models = trio()
    ensemble = Ensemble(models).eval()
    source, mask, _ = random_batch(1)
    with torch.inference_mode():
        memory = ensemble.encode(source, mask)
        state = ensemble.begin(memory)
        memories = [model.encode(source, mask) for model in models]
        states = [model.begin(each) for model, each in zip(models, memories, strict=True)]
        for token in (1, 5, 4):
            tokens = torch.full((len(source),), token)
            log_probs, state, decoded = ensemble.step(memory, state, tokens)
            alone = [
                model.step(seen, stands, tokens)
                for model, seen, stands in zip(models, memories, states, strict=True)
            ]
            states = [after for _, after, _ in alone]
            expected = sum(each.exp() for each, _, _ in alone) / 3
            torch.testing.assert_close(log_probs.exp(), expected)
            torch.testing.assert_close(log_probs.exp().sum(1), torch.ones(len(source)))
            weights = sum(each.weights for _, _, each in alone) / 3
            torch.testing.assert_close(decoded.weights, weights)
            assert decoded.scores is None


def test_given_targets_have_the_mean_of_the_members_probabilities():
    models = trio()
    source, mask, _ = random_batch(1)
    target_out = torch.tensor([[5, 6, EOS], [EOS, PAD, PAD], [7, EOS, PAD], [4, 4, 4]])
    with torch.inference_mode():
        together, *alone = (
            model.log_probs(model.encode(source, mask), target_out)
            for model in (Ensemble(models).eval(), *models)
        )
    torch.testing.assert_close(together.exp(), sum(each.exp() for each in alone) / 3)
    assert torch.equal(together == 0, target_out == PAD)


@pytest.mark.parametrize("size", [1, 3])
def test_an_ensemble_of_one_model_twice_says_what_the_model_says(size):
    model = tiny_model(4)
    source, mask, limits = random_batch(4)
    together = beam(Ensemble([model, model]).eval(), source, mask, limits, Rules(size=size))
    alone = beam(model, source, mask, limits, Rules(size=size))
    for [one], [other] in zip(together, alone, strict=True):
        assert one.tokens == other.tokens
        assert one.score == pytest.approx(other.score, abs=1e-5)
        torch.testing.assert_close(one.weights, other.weights)


def test_members_that_disagree_are_outvoted():
    # A shared wish of two members wins over the strong wish of a third.
    models = [tiny_model(5), tiny_model(6), tiny_model(7)]
    with torch.no_grad():
        for model, token in zip(models, (4, 4, 5), strict=True):
            for weight in model.parameters():
                weight.zero_()
            model.output.bias[token] = 3.0
    source, mask, _ = random_batch(5)
    limits = torch.ones(len(source), dtype=torch.int64)
    assert {h.tokens[0] for h in greedy(Ensemble(models).eval(), source, mask, limits)} == {4}
    assert {h.tokens[0] for h in greedy(models[2], source, mask, limits)} == {5}


def test_a_member_without_attention_leaves_the_ensemble_without_weights():
    ensemble = Ensemble([tiny_model(1), tiny_model(2, context="fixed")]).eval()
    source, mask, limits = random_batch(2)
    assert not ensemble.attends
    assert all(h.weights is None for h in greedy(ensemble, source, mask, limits))


def test_members_of_different_vocabularies_are_refused():
    sizes = {"embedding_size": 6, "encoder_size": 5, "decoder_size": 7, "attention_size": 4}
    larger = Seq2Seq(Config().with_values(sizes), 13, 17, joint=False)
    with pytest.raises(ValueError, match="one target vocabulary"):
        Ensemble([tiny_model(1), larger])
