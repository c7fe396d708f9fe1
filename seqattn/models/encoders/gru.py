"""The bidirectional GRU encoder."""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from seqattn.models.cells import gate, normalize_gates
from seqattn.models.encoders.encoded import Encoded
from seqattn.recurrence import FAST_DEVICES, bidirectional_gru


class GRUEncoder(nn.Module):
    """h_j = [forward GRU at j; backward GRU at j] (Cho 2014, eq. 5 to 8; Bahdanau 2015, 3.2).

    PyTorch's GRU puts the reset gate behind the recurrent product (its eq. for n_t), which lets
    all three gates share one product.

    Args:
        input_size: E.
        size: H, of a state in each direction.
        layer_norm: normalise the products inside (`seqattn.models.cells`).

    Attributes:
        fast: use `seqattn.recurrence` on a CPU; False keeps to the reference below, the same
            numbers from PyTorch's own GRU. Elsewhere that one is the fast one. With layer norm,
            which PyTorch's GRU does not know, `seqattn.recurrence` is used on all `FAST_DEVICES`.
        precision: of the fast path's products, torch.float32 or torch.bfloat16.
    """

    fast: bool = True
    precision: torch.dtype = torch.float32

    def __init__(self, input_size: int, size: int, *, layer_norm: bool = False) -> None:
        super().__init__()
        self.state_size = 2 * size
        self.gru = nn.GRU(input_size, size, batch_first=True, bidirectional=True)
        self.layer_norm = layer_norm
        if layer_norm:  # a row each for forward and backward
            self.gain_ih = nn.Parameter(torch.ones(2, 3 * size))
            self.gain_hh = nn.Parameter(torch.ones(2, 3 * size))

    def forward(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """(B, T_x, E) and (B, T_x) bool -> states (B, T_x, 2 * size), last (B, 2 * size)."""
        if self.fast and embedded.device.type in (FAST_DEVICES if self.layer_norm else ("cpu",)):
            return self._forward_fast(embedded, mask)
        if self.layer_norm:
            return self._forward_normalized(embedded, mask)
        lengths = mask.sum(dim=1).cpu()  # packing wants them there
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, last = self.gru(packed)  # last: (2, B, size), forward then backward
        padded, _ = pad_packed_sequence(states, batch_first=True, total_length=mask.shape[1])
        return Encoded(states=padded, last=torch.cat([last[0], last[1]], dim=-1))

    def _forward_normalized(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """The reference with layer norm: step after step, each direction from a state of zeros."""
        halves, ends = [], []
        for direction, steps in enumerate((range(mask.shape[1]), reversed(range(mask.shape[1])))):
            weight_ih, weight_hh, bias_ih, bias_hh = self.gru.all_weights[direction]
            products = nn.functional.linear(embedded, weight_ih)
            inputs = normalize_gates(products, self.gain_ih[direction], bias_ih)  # (B, T_x, 3H)
            h = embedded.new_zeros(len(mask), self.state_size // 2)
            states = {}
            for t in steps:
                recurrent = nn.functional.linear(h, weight_hh)
                recurrent = normalize_gates(recurrent, self.gain_hh[direction], bias_hh)
                # On padding the state stands still: behind the end for one, at 0 for the other.
                h = torch.where(mask[:, t, None], gate(inputs[:, t], recurrent, h), h)
                states[t] = h
            halves.append(torch.stack([states[t] for t in range(mask.shape[1])], dim=1))
            ends.append(h)
        states_of_both = torch.cat(halves, dim=-1).masked_fill(~mask.unsqueeze(-1), 0.0)
        return Encoded(states=states_of_both, last=torch.cat(ends, dim=-1))

    def _forward_fast(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """What `forward` says, by `seqattn.recurrence`."""
        forward, backward = self.gru.all_weights
        gains = (self.gain_ih, self.gain_hh) if self.layer_norm else None
        return Encoded(*bidirectional_gru(embedded, mask, forward, backward, self.precision, gains))
