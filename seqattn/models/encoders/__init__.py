"""Encoders: source embeddings (B, T_x, E) in, one state a source token out.

    gru                  gru.py                   bidirectional GRU, the default
    rnn                  rnn.py                   SimpleRNN
    self-attentive-rnn   self_attentive_rnn.py    SimpleRNN that looks back at its earlier states
    self-attention       self_attention.py        self-attention over the inputs, then the GRU

Every encoder is a module with `state_size` (D, numbers in one state) and
`forward(embedded: (B, T_x, E), mask: (B, T_x) bool) -> Encoded`. A sentence gives the same states
alone and in any batch: padding stands behind the sentence and never enters a state.
"""

from seqattn.config import ModelConfig
from seqattn.models.encoders.encoded import Encoded
from seqattn.models.encoders.gru import GRUEncoder

__all__ = ["Encoded", "Encoder", "build_encoder"]

Encoder = GRUEncoder


def build_encoder(config: ModelConfig) -> Encoder:
    """The encoder that `config.encoder` names, with inputs of `config.embedding_size`."""
    return GRUEncoder(config.embedding_size, config.encoder_size)
