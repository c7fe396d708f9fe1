"""The hot loops, computed faster than autograd does, with gradients derived by hand.

The models define each mechanism as its formula reads; this computes the same numbers.

    products.py         the matrix products: a loop's, a layer's, in float32 or bfloat16
    precision.py        which precision that is, decided by the processor's flags
    cell.py             one step of a GRU and its gradient
    layer_norm.py       layer normalisation of the products that make its gates
    looped_cell.py      such a cell in a loop: product, norm and gates, step after step
    deep_cell.py        the same with transitions behind it
    gru.py              a GRU over whole sequences: the encoder, and a decoder without attention
    score_forms.py      the two forms that all scores have, and their gradients
    attention_gru.py    a GRU that attends at every step: the decoder over a whole target

What makes them faster: inputs are projected for all steps in one product before the loop; the
gradient of a weight is one product over all steps after it; both directions of an encoder share
each product of the loop; what is as large as T_y * T_x * D_a is computed twice and not kept.
"""

from seqattn.recurrence.attention_gru import attention_gru
from seqattn.recurrence.deep_cell import Transitions
from seqattn.recurrence.gru import bidirectional_gru, gru
from seqattn.recurrence.layer_norm import centred, normalize
from seqattn.recurrence.precision import (
    choose_precision,
    processor_multiplies_bfloat16,
    set_precision,
)
from seqattn.recurrence.products import linear
from seqattn.recurrence.score_forms import additive_scores

FAST_DEVICES = ("cpu", "cuda")
"""Where it is used. It writes into slices all the time, which PyTorch has more than once got
silently wrong on Apple's GPU; the models' own formulas never do."""

__all__ = [
    "FAST_DEVICES",
    "Transitions",
    "additive_scores",
    "attention_gru",
    "bidirectional_gru",
    "centred",
    "choose_precision",
    "gru",
    "linear",
    "normalize",
    "processor_multiplies_bfloat16",
    "set_precision",
]
