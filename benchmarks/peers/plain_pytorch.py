"""The same model in plain PyTorch, as a careful reader of a tutorial writes it.

`nn.GRU` over packed sentences encodes; a Python loop over the target attends (Bahdanau 2015),
steps an `nn.GRUCell` and keeps its readout; the output layer and `cross_entropy` come once, after
it; autograd finds all gradients. Keys are projected once a sentence. It computes what the default
model of seqattn computes, at the same sizes, so that what is compared is how, not what.
"""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

PAD, BOS, EOS = 0, 2, 3


class PlainModel(nn.Module):
    """A bidirectional GRU, an additive score, a GRU cell, a readout, tied embeddings."""

    def __init__(
        self,
        vocabulary: int,
        *,
        embedding: int = 256,
        encoder: int = 256,
        decoder: int = 512,
        attention: int = 256,
        dropout: float = 0.3,
    ) -> None:
        super().__init__()
        memory = 2 * encoder
        self.embedding = nn.Embedding(vocabulary, embedding, padding_idx=PAD)
        self.encoder = nn.GRU(embedding, encoder, batch_first=True, bidirectional=True)
        self.start = nn.Linear(memory, decoder)
        self.query = nn.Linear(decoder, attention, bias=False)
        self.key = nn.Linear(memory, attention, bias=False)
        self.energy = nn.Linear(attention, 1, bias=False)
        self.cell = nn.GRUCell(embedding + memory, decoder)
        self.readout = nn.Linear(decoder + embedding + memory, embedding)
        self.output = nn.Linear(embedding, vocabulary)
        self.output.weight = self.embedding.weight
        self.dropout = nn.Dropout(dropout)
        nn.init.normal_(self.embedding.weight, std=embedding**-0.5)

    def encode(self, source: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Ids (B, T_x), lengths (B,) -> states (B, T_x, M), s_0 (B, D)."""
        embedded = self.dropout(self.embedding(source))
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, last = self.encoder(packed)
        padded, _ = pad_packed_sequence(states, batch_first=True, total_length=source.shape[1])
        start = torch.tanh(self.start(torch.cat([last[0], last[1]], dim=-1)))
        return self.dropout(padded), start

    def attend(self, state: Tensor, states: Tensor, keys: Tensor, mask: Tensor) -> Tensor:
        """c_t (B, M) of the state (B, D)."""
        scores = self.energy(torch.tanh(self.query(state).unsqueeze(1) + keys)).squeeze(-1)
        weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)  # (B, T_x)
        return torch.bmm(weights.unsqueeze(1), states).squeeze(1)

    def step(
        self, embedded: Tensor, state: Tensor, states: Tensor, keys: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """e(y_{t-1}) (B, E), s_{t-1} -> s_t, r_t."""
        context = self.attend(state, states, keys, mask)
        state = self.cell(torch.cat([embedded, context], dim=-1), state)
        return state, torch.tanh(self.readout(torch.cat([state, embedded, context], dim=-1)))

    def loss(self, source: Tensor, lengths: Tensor, fed: Tensor, said: Tensor) -> Tensor:
        """Mean cross entropy, smoothed by 0.1, of the real target tokens `said` (B, T_y)."""
        states, state = self.encode(source, lengths)
        keys, mask = self.key(states), source != PAD
        embedded = self.dropout(self.embedding(fed))
        readouts = []
        for t in range(fed.shape[1]):
            state, readout = self.step(embedded[:, t], state, states, keys, mask)
            readouts.append(readout)
        logits = self.output(self.dropout(torch.stack(readouts, dim=1)))
        return nn.functional.cross_entropy(
            logits.flatten(0, 1), said.flatten(), ignore_index=PAD, label_smoothing=0.1
        )

    @torch.no_grad()
    def translate(self, source: Tensor, lengths: Tensor, limit: int) -> list[list[int]]:
        """Greedy search until every sentence has ended, `limit` steps at most."""
        states, state = self.encode(source, lengths)
        keys, mask = self.key(states), source != PAD
        token = torch.full((len(source),), BOS)
        ended = torch.zeros(len(source), dtype=torch.bool)
        chosen = []
        for _ in range(limit):
            state, readout = self.step(self.embedding(token), state, states, keys, mask)
            token = self.output(readout).argmax(dim=-1)
            chosen.append(token)
            ended |= token == EOS
            if bool(ended.all()):
                break
        rows = torch.stack(chosen, dim=1).tolist()
        return [row[: row.index(EOS)] if EOS in row else row for row in rows]


def train_step(
    model: PlainModel, optimizer: torch.optim.Optimizer, batch: tuple[Tensor, ...]
) -> None:
    """Forward, backward, clipping to 1, Adam."""
    optimizer.zero_grad()
    model.loss(*batch).backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
