"""A model that searches with bfloat16 products: faster on processors with instructions for them.

A search multiplies the same weights at every step, so they are rounded once. States, gates, softmax
and sums stay float32. What is rounded is what costs: the decoder's cell, its readout and query, and
the output layer; the encoder rounds as it does in training (`seqattn.recurrence`). Cells with layer
norm, transitions behind the cell and the scores themselves stay in float32.

A rounded product depends on how many rows are multiplied together, so a sentence may come out
differently alone and in a batch; only float32 promises that it does not.
"""

from copy import deepcopy

import torch
from torch import Tensor, nn

from seqattn.models.cells import gate
from seqattn.models.output import OutputLayer
from seqattn.models.seq2seq import Seq2Seq
from seqattn.recurrence import set_precision


class LoweredLinear(nn.Module):
    """x W^T + b, the product in bfloat16.

    Args:
        weight: (N, K) float32.
        bias: (N,) float32, or None.
    """

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.low_weight: Tensor
        self.register_buffer("low_weight", weight.detach().to(torch.bfloat16))
        self.weight, self.bias = weight, bias

    def forward(self, x: Tensor) -> Tensor:
        """(..., K) float32 -> (..., N) float32."""
        product = nn.functional.linear(x.to(torch.bfloat16), self.low_weight).to(x.dtype)
        return product if self.bias is None else product.add_(self.bias)


class LoweredGRUCell(nn.GRUCell):
    """`nn.GRUCell` with both products in bfloat16; its weights are the cell's own."""

    def __init__(self, cell: nn.GRUCell) -> None:
        super().__init__(cell.input_size, cell.hidden_size)
        for name, weight in cell.named_parameters():
            setattr(self, name, weight)
        self.inputs = LoweredLinear(cell.weight_ih, cell.bias_ih)
        self.recurrent = LoweredLinear(cell.weight_hh, cell.bias_hh)

    def forward(self, x: Tensor, state: Tensor) -> Tensor:  # type: ignore[override]
        """(B, E) and (B, H) -> (B, H)."""
        return gate(self.inputs(x), self.recurrent(state), state)


class LoweredOutput(OutputLayer):
    """Logits from a product in bfloat16; the loss is the output layer's own."""

    def __init__(self, output: OutputLayer) -> None:
        vocabulary, size = output.weight.shape
        super().__init__(size, vocabulary)
        self.weight, self.bias = output.weight, output.bias
        self.logits = LoweredLinear(output.weight, output.bias)

    def forward(self, readout: Tensor) -> Tensor:
        """(..., E) -> logits (..., V)."""
        logits: Tensor = self.logits(readout)
        return logits


def lowered(model: Seq2Seq) -> Seq2Seq:
    """A copy of a trained model that only searches and says what targets are worth."""
    copy = deepcopy(model).requires_grad_(False)
    set_precision(copy, torch.bfloat16)
    decoder = copy.decoder
    for name in ("readout_layer", "query_layer"):
        layer = getattr(decoder, name)
        if layer is not None:
            setattr(decoder, name, LoweredLinear(layer.weight, layer.bias))
    if type(decoder.cell) is nn.GRUCell:
        decoder.cell = LoweredGRUCell(decoder.cell)
    copy.output = LoweredOutput(copy.output)
    return copy
