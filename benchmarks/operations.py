"""Floating-point operations of a training step, counted off the model's own sizes.

Counted is what the matrix products of the formulas need for real tokens, 2 operations a
multiply-add; padding, sums, activations, softmax, the optimiser and whatever an implementation
computes twice count nothing. With E embedding, H encoder state of one direction, M = 2H encoder
state of both, D decoder state, A inside of the additive score, V pieces, multiply-adds of the
forward pass are

    a source token      2 (3H E + 3H H)     both directions of the encoder: x's share, h's share
                        + keys              M A (additive, concat), M D (general, pooling), else 0
    a sentence          M D                 s_0 = tanh(W C)
    a target token      3D (E + M + D)      the cell: e(y_{t-1}), c_t and s_{t-1}
                        + query             D A (additive, concat), else 0
                        + its input         D E with the query state-and-input, else 0
                        + (D + E + M) E     readout
                        + E V               output layer
    a pair of tokens    A (additive, concat), else D       score: v . tanh(..), or q . k
    of one sentence     + M                                c_t = sum_j a_tj h_j
    the shortcut adds   E a pair, E E a target token       sum_j a_tj x_j and its layer

The backward pass needs each product twice, once for either factor's gradient: so a step needs
three times the forward pass.

What share of the machine's rate a training reaches is these operations a second, divided by those
of one large matrix product in the same run (`measuring.product_rate`). It can be no more than 1.
"""

from seqattn.batches import Batch
from seqattn.config import ModelConfig

COUNTED = ("gru", "attention", False, 1, 1)
"""Encoder, context, decoder self-attention, encoder layers and transition depth of the models
counted here."""


def forward_multiply_adds(
    model: ModelConfig, vocabulary: int, *, sources: int, targets: int, pairs: int, sentences: int
) -> int:
    """Multiply-adds of one forward pass over real tokens.

    Args:
        model: sizes; the encoder `gru` and the context `attention`.
        vocabulary: V of the target.
        sources: source tokens, end marks included.
        targets: target tokens, end marks included.
        pairs: sum of T_x * T_y over the sentences, each at its own length.
        sentences: B.

    Raises:
        ValueError: a mechanism that is not counted here.
    """
    if (
        model.encoder,
        model.context,
        model.decoder_self_attention,
        model.encoder_layers,
        model.transition_depth,
    ) != COUNTED:
        raise ValueError(f"operations are counted for {COUNTED} only")
    E, H, D, A = (
        model.embedding_size,
        model.encoder_size,
        model.decoder_size,
        model.attention_size,
    )
    M = 2 * H
    is_additive = model.score in ("additive", "concat")
    keys = M * A if is_additive else M * D if model.score in ("general", "pooling") else 0
    a_source = 2 * 3 * H * (E + H) + keys
    a_target = (
        3 * D * (E + M + D) + (D * A if is_additive else 0) + (D + E + M) * E + E * vocabulary
    )
    a_pair = (A if is_additive else D) + M
    if model.query == "state-and-input":
        a_target += D * E
    if model.lexical_shortcut:
        a_target, a_pair = a_target + E * E, a_pair + E
    return sources * a_source + targets * a_target + pairs * a_pair + sentences * M * D


def step_operations(model: ModelConfig, vocabulary: int, batch: Batch) -> int:
    """Operations of one training step on a batch: forward and backward, real tokens only."""
    target_lengths = batch.target_mask.sum(dim=1)
    forward = forward_multiply_adds(
        model,
        vocabulary,
        sources=int(batch.source_lengths.sum()),
        targets=batch.target_tokens,
        pairs=int((batch.source_lengths * target_lengths).sum()),
        sentences=len(batch),
    )
    return 3 * 2 * forward
