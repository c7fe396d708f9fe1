"""The bidirectional GRU encoder."""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from seqattn.models.encoders.encoded import Encoded
from seqattn.recurrence import bidirectional_gru


class GRUEncoder(nn.Module):
    """h_j = [forward GRU at j; backward GRU at j] (Cho 2014, eq. 5 to 8; Bahdanau 2015, 3.2).

    PyTorch's GRU puts the reset gate behind the recurrent product (its eq. for n_t), which lets
    all three gates share one product.

    Attributes:
        fast: use `seqattn.recurrence` on a CPU; False keeps to the reference below, the same
            numbers from PyTorch's own GRU. Elsewhere that one is the fast one.
        precision: of the fast path's products, torch.float32 or torch.bfloat16.
    """

    fast: bool = True
    precision: torch.dtype = torch.float32

    def __init__(self, input_size: int, size: int) -> None:
        super().__init__()
        self.state_size = 2 * size
        self.gru = nn.GRU(input_size, size, batch_first=True, bidirectional=True)

    def forward(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """(B, T_x, E) and (B, T_x) bool -> states (B, T_x, 2 * size), last (B, 2 * size)."""
        if self.fast and embedded.device.type == "cpu":
            return self._forward_fast(embedded, mask)
        lengths = mask.sum(dim=1).cpu()  # packing wants them there
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, last = self.gru(packed)  # last: (2, B, size), forward then backward
        padded, _ = pad_packed_sequence(states, batch_first=True, total_length=mask.shape[1])
        return Encoded(states=padded, last=torch.cat([last[0], last[1]], dim=-1))

    def _forward_fast(self, embedded: Tensor, mask: Tensor) -> Encoded:
        """What `forward` says, by `seqattn.recurrence`."""
        forward, backward = self.gru.all_weights
        return Encoded(*bidirectional_gru(embedded, mask, forward, backward, self.precision))
