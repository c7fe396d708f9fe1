"""Encoders: source embeddings (B, T_x, E) in, one state a source token out.

    gru                  gru.py                   bidirectional GRU, the default
    rnn                  rnn.py                   SimpleRNN
    self-attentive-rnn   self_attentive_rnn.py    SimpleRNN that looks back at its earlier states
    self-attention       self_attention.py        self-attention over the inputs, then the GRU

The GRU may be a stack of several, stacked.py.

Every encoder is a module with `state_size` (D, numbers in one state) and
`forward(embedded: (B, T_x, E), mask: (B, T_x) bool) -> Encoded`. A sentence gives the same states
alone and in any batch: padding stands behind the sentence and never enters a state.

All hand the decoder states of one size, twice `encoder_size`, so that comparing two encoders
compares nothing else: the bidirectional ones join `encoder_size` numbers of each direction, the
one-directional ones have all of them in their only direction.
"""

from seqattn.config import ENCODERS, ModelConfig
from seqattn.models.encoders.encoded import Encoded
from seqattn.models.encoders.gru import GRUEncoder
from seqattn.models.encoders.rnn import RNNEncoder
from seqattn.models.encoders.self_attention import SelfAttentionEncoder
from seqattn.models.encoders.self_attentive_rnn import SelfAttentiveRNNEncoder
from seqattn.models.encoders.stacked import StackedGRUEncoder, build_gru

__all__ = ["Encoded", "Encoder", "build_encoder"]

Encoder = (
    GRUEncoder | StackedGRUEncoder | RNNEncoder | SelfAttentiveRNNEncoder | SelfAttentionEncoder
)


def build_encoder(config: ModelConfig, dropout: float = 0.0) -> Encoder:
    """The encoder that `config.encoder` names; its states have `2 * config.encoder_size` numbers.

    Args:
        config: mechanisms and sizes.
        dropout: between the layers of a stack, in [0, 1).

    >>> from dataclasses import replace
    >>> config = ModelConfig(embedding_size=3, encoder_size=5)
    >>> [build_encoder(replace(config, encoder=name)).state_size for name in ENCODERS]
    [10, 10, 10, 10]
    """
    inputs, size = config.embedding_size, config.encoder_size
    if config.encoder in ("gru", "self-attention"):
        recurrence = build_gru(
            inputs,
            size,
            layers=config.encoder_layers,
            layer_norm=config.layer_norm,
            dropout=dropout,
        )
        if config.encoder == "gru":
            return recurrence
        return SelfAttentionEncoder(inputs, recurrence)
    if config.encoder == "rnn":
        return RNNEncoder(inputs, 2 * size)
    if config.encoder == "self-attentive-rnn":
        return SelfAttentiveRNNEncoder(
            inputs,
            2 * size,
            score=config.encoder_score,
            update=config.encoder_update,
            attention_size=config.attention_size,
        )
    raise ValueError(f"unknown encoder {config.encoder!r}, expected one of {ENCODERS}")
