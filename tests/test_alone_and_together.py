"""A sentence says the same alone and in any company, whatever the mechanisms of the model."""

import random
from typing import Any

import pytest
import torch
from torch import Tensor

from seqattn.batches import source_batch
from seqattn.config import Config, all_settings
from seqattn.models.decoder import Memory
from seqattn.search import Hypothesis, greedy
from seqattn.tokenizer import TokenizerPair, TokenizerSettings, learn_tokenizers
from seqattn.translator import Translator
from tests.tiny_translators import random_translator

BATCHES = 200
WORDS = ["the", "red", "fox", "eats", "a", "dog", "runs", "to", "house", "home", "no", "old", "man"]
LENGTHS = (1, 1, 2, 2, 3, 4, 5, 7, 9, 12, 17, 40)
"""Words of the sentences; batches are drawn from these, so that each meets many others."""

STEPS = 8
"""Most pieces said: long enough for some sentences to end before others, short enough for 2,000
batches in seconds."""

SELF_ATTENTIVE: dict[str, Any] = {"encoder": "self-attentive-rnn"}
BY_STATE: dict[str, Any] = {"query": "state"}
MODELS: tuple[dict[str, Any], ...] = (
    {"encoder": "gru", "summary": "last", "score": "additive", "encoder_layers": 2}
    | {"transition_depth": 3},
    {"encoder": "rnn", "summary": "mean", "score": "concat"},
    {"encoder": "self-attention", "summary": "attention-learned", "score": "dot"} | BY_STATE,
    {"encoder": "gru", "summary": "attention-fixed"} | BY_STATE,
    SELF_ATTENTIVE | {"encoder_score": "additive", "encoder_update": "xc", "score": "scaled-dot"},
    SELF_ATTENTIVE | {"encoder_score": "concat", "encoder_update": "hxc", "score": "general"},
    SELF_ATTENTIVE | {"encoder_score": "dot", "encoder_update": "xc", "score": "pooling"},
    SELF_ATTENTIVE | {"encoder_score": "scaled-dot", "encoder_update": "hxc", "context": "fixed"},
    SELF_ATTENTIVE | {"encoder_score": "general", "encoder_update": "xc", "context": "none"},
    SELF_ATTENTIVE | {"encoder_score": "pooling", "encoder_update": "hxc", "summary": "mean"},
)
"""Every choice of every mechanism at least once; `config_of` adds what is on or off."""


def choices(setting: Any) -> tuple[Any, ...]:
    """The choices of a setting of the model that is a mechanism; of others none."""
    if setting.section != "model" or setting.name == "tied_embeddings":  # which only shares weights
        return ()
    return (False, True) if setting.type is bool else tuple(setting.choices or ())


def config_of(number: int) -> Config:
    """The settings of one of the models, tiny; what can be on or off is on in every second."""
    sizes = {"embedding_size": 8, "encoder_size": 4, "decoder_size": 8, "attention_size": 5}
    switches = {s.name: number % 2 == 1 for s in all_settings() if choices(s) == (False, True)}
    return Config().with_values({**sizes, **switches, **MODELS[number]})


def test_every_choice_of_every_mechanism_is_among_the_models():
    everything = [config_of(number) for number in range(len(MODELS))]
    for setting in all_settings():
        found = {config.value(setting.name) for config in everything}
        assert found >= set(choices(setting)), setting.name


@pytest.fixture(scope="module")
def tokenizers() -> TokenizerPair:
    lines = [" ".join(WORDS)] * 9
    settings = TokenizerSettings()
    return learn_tokenizers(lines, [line.upper() for line in lines], settings, joint=False)


def tiny(tokenizers: TokenizerPair, config: Config) -> Translator:
    """A model that says different things and ends most of them early."""
    return random_translator(tokenizers, config, seed=5, boldness=1.5)


def looks(translator: Translator, texts: list[str]) -> list[tuple[str, dict[str, Tensor]]]:
    """What is said to each text, all in one batch, and every weight on the way."""
    source, mask, lengths = source_batch(translator.tokenizers.source.encode_batch(texts))
    model = translator.model
    with torch.inference_mode():
        memory = model.encode(source, mask)
    found = greedy(model, source, mask, torch.full_like(lengths, STEPS))
    return [
        (translator.tokenizers.target.decode(said.tokens), weights_of(memory, said, i, int(T_x)))
        for i, (said, T_x) in enumerate(zip(found, lengths, strict=True))
    ]


def weights_of(memory: Memory, said: Hypothesis, i: int, T_x: int) -> dict[str, Tensor]:
    """All that is there of sentence i, without the columns that are padding."""
    weights = {"decoder": said.weights, "decoder-self": said.self_weights}
    if memory.summary_weights is not None:
        weights["summary"] = memory.summary_weights[i, :T_x]
    if memory.encoder_weights is not None:
        extra = memory.encoder_weights.shape[2] - memory.encoder_weights.shape[1]  # a start
        weights["encoder"] = memory.encoder_weights[i, :T_x, : T_x + extra]
    return {name: weight for name, weight in weights.items() if weight is not None}


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_a_sentence_alone_and_in_200_batches_says_the_same_with_the_same_weights(
    tokenizers, number
):
    translator, draw = tiny(tokenizers, config_of(number)), random.Random(1)
    texts = [" ".join(draw.choices(WORDS, k=length)) for length in LENGTHS]
    alone = [looks(translator, [text])[0] for text in texts]
    assert len({said for said, _ in alone}) > 1  # else it could not say anything wrong
    for _ in range(BATCHES):
        chosen = draw.choices(range(len(texts)), k=draw.randint(2, 6))
        batch = [texts[i] for i in chosen]
        for i, (said, weights) in zip(chosen, looks(translator, batch), strict=True):
            assert said == alone[i][0]
            assert weights.keys() == alone[i][1].keys()
            for name, weight in weights.items():
                expected = alone[i][1][name]
                assert weight.shape == expected.shape
                assert (weight - expected).abs().max() < 1e-5, name


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_a_translator_says_the_same_to_a_sentence_in_whatever_company(tokenizers, number):
    translator, draw = tiny(tokenizers, config_of(number)), random.Random(2)
    texts = [" ".join(draw.choices(WORDS, k=length)) for length in LENGTHS[:-2]]
    alone = [translator.translate(text) for text in texts]
    for _ in range(5):
        chosen = draw.choices(range(len(texts)), k=draw.randint(2, 6))
        together = translator.translate_many([texts[i] for i in chosen])
        assert [each.text for each in together] == [alone[i].text for i in chosen]
