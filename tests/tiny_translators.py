"""Translators with random weights: they say real pieces, and know nothing."""

import random

import torch

from seqattn.config import Config
from seqattn.models.seq2seq import Seq2Seq
from seqattn.tokenizer import EOS, TokenizerPair
from seqattn.translator import Translation, Translator
from seqattn.unknown import Unknown

SOURCES = ["the red fox eats the house", "a dog runs to the red house", "the fox runs home"]
TARGETS = ["der rote Fuchs isst", "ein Hund rennt zum roten Haus", "der Fuchs rennt heim"]

TALKATIVE = 38
"""A seed whose model says something to most sentences, and ends most of what it says."""


def tiny_translator(
    tokenizers: TokenizerPair, seed: int = TALKATIVE, **settings: object
) -> Translator:
    """A model of the smallest sizes that ends its sentences."""
    sizes = {"embedding_size": 6, "encoder_size": 5, "decoder_size": 8, "attention_size": 4}
    return random_translator(tokenizers, Config().with_values({**sizes, **settings}), seed)


def random_translator(
    tokenizers: TokenizerPair, config: Config, seed: int, boldness: float = 2.0
) -> Translator:
    """Random weights, times `boldness`, that much readier to end, and never a byte."""
    torch.manual_seed(seed)
    model = Seq2Seq(config, tokenizers.source.size, tokenizers.target.size, joint=False)
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(boldness)
        model.output.bias[EOS] += boldness
        for piece in tokenizers.target.pieces_of(list(range(tokenizers.target.size))):
            model.output.bias[piece.id] -= 100.0 * piece.is_byte
    return Translator(model, tokenizers, config)


def always_says(translator: Translator, token: int) -> Translator:
    """The translator, its mind set on one token."""
    with torch.no_grad():
        translator.model.output.bias[token] = 1000.0
    return translator


def told_to(translator: Translator, unknown: Unknown) -> Translator:
    """The same model, and what it is to write where it does not know a word."""
    return Translator(translator.model, translator.tokenizers, translator.config, unknown=unknown)


def random_texts(seed: int, count: int) -> list[str]:
    draw = random.Random(seed)
    words = " ".join(SOURCES).split()
    return [" ".join(draw.choices(words, k=draw.randint(1, 12))) for _ in range(count)]


def weights_of(translation: Translation) -> torch.Tensor:
    assert translation.alignment is not None
    return torch.tensor(translation.alignment.weights)
