"""The decoder: a GRU that sees, at each step, what its context lets it see of the source.

    context      what enters the cell at step t
    none         e(y_{t-1})             plain seq2seq (Sutskever 2014): the summary only starts s_0
    fixed        e(y_{t-1}), C          the same C at every step (Cho 2014)
    attention    e(y_{t-1}), c_t        c_t = sum_j a_tj h_j, a_t = softmax_j(score(q_t, h_j))
                                        (Bahdanau 2015, eq. 4 to 6)

Who asks is, in the paper and with the query `state`, q_t = s_{t-1}, which has not read y_{t-1} yet:
it must know a word ahead where to look. With `state-and-input` it is q_t = s_{t-1} + P e(y_{t-1})
(the idea of the conditional GRU of Sennrich 2017, section 2.1, whose first cell reads y_{t-1}
before it asks).

With decoder self-attention, z_t is added to each row: the weighted mean of s_0 .. s_{t-1}, asked
by s_{t-1}. The cell: s_t = GRU([inputs of the row], s_{t-1}), with layer norm or without
(`seqattn.models.cells`), and behind it as many transitions s_t <- GRU(0, s_t) as its depth has
beyond 1 (Miceli Barone 2017, section 2.2). The readout that predicts y_t:
r_t = tanh(W [s_t; e(y_{t-1}); context]).

Training runs `forward` over the whole reference shifted by one; inference runs `step`, feeding
back its own output. The reference calls `step` for each t; on a CPU, and without self-attention,
`seqattn.recurrence` computes all steps faster, and the tests hold both equal.
"""

from dataclasses import dataclass, fields, replace

import torch
from torch import Tensor, nn

from seqattn.attention.attend import attend
from seqattn.attention.scores import AdditiveScore, ConcatScore, build_score
from seqattn.attention.self_attention import look_back
from seqattn.config import ModelConfig
from seqattn.models.cells import (
    LayerNormGRUCell,
    TransitionCell,
    loop_weights,
    transition_weights,
)
from seqattn.recurrence import (
    FAST_DEVICES,
    Transitions,
    additive_scores,
    attention_gru,
    gru,
    linear,
    normalize,
)


@dataclass(frozen=True)
class Memory:
    """A batch of source sentences as the decoder sees them; B comes first everywhere.

    Attributes:
        states: (B, T_x, D_k) float, h_j.
        keys: (B, T_x, D_a or D_q) float, what the score prepared from the states; None without
            attention.
        mask: (B, T_x) bool, True on real tokens.
        summary: (B, D_k) float, C.
        start: (B, D) float, s_0.
        embedded: (B, T_x, E) float, x_j, the source embeddings; None unless the lexical shortcut
            reads them.
        encoder_weights: (B, T_x, T_k) float, the encoder's own attention, if it has one.
        summary_weights: (B, T_x) float, the summary's attention, if it has one.
    """

    states: Tensor
    keys: Tensor | None
    mask: Tensor
    summary: Tensor
    start: Tensor
    embedded: Tensor | None = None
    encoder_weights: Tensor | None = None
    summary_weights: Tensor | None = None

    def select(self, indices: Tensor) -> "Memory":
        """The sentences `indices` (N,) int64 of the batch, in that order; any may repeat."""
        parts = {f.name: getattr(self, f.name) for f in fields(self)}
        return replace(
            self, **{k: v.index_select(0, indices) for k, v in parts.items() if v is not None}
        )

    def without(self, places: Tensor) -> "Memory":
        """Attention no longer reaches token `places` (B,) int64 of each sentence.

        The summary and the states beside it still know of it.
        """
        return replace(self, mask=self.mask.scatter(1, places.unsqueeze(1), False))


@dataclass(frozen=True)
class DecoderState:
    """Where the decoder stands in each sentence of a batch.

    Attributes:
        hidden: (B, D) float, s_t.
        history: (B, t + 1, D) float, s_0 .. s_t, kept only for decoder self-attention.
    """

    hidden: Tensor
    history: Tensor | None = None

    def select(self, indices: Tensor) -> "DecoderState":
        """The rows `indices` (N,) int64 of the batch, in that order; any may repeat."""
        kept = None if self.history is None else self.history.index_select(0, indices)
        return DecoderState(self.hidden.index_select(0, indices), kept)


@dataclass(frozen=True)
class Decoded:
    """What the decoder says of one step (without T_y) or of a whole target.

    Attributes:
        readout: (B, [T_y,] E) float, r_t; the output layer turns it into logits.
        weights: (B, [T_y,] T_x) float, a_t; None without attention.
        scores: (B, [T_y,] T_x) float, raw scores before softmax; None without attention or when
            nobody asked for them.
        self_weights: (B, [T_y,] T_k) float over s_0 .. s_{t-1}; None without decoder
            self-attention. For a whole target T_k is T_y: 0 above the diagonal.
    """

    readout: Tensor
    weights: Tensor | None = None
    scores: Tensor | None = None
    self_weights: Tensor | None = None


class Decoder(nn.Module):
    """One GRU cell, transitions behind it, what it sees of the source, and the readout.

    Attributes:
        fast: on `FAST_DEVICES`, teacher-force with `seqattn.recurrence`, and score with it where no
            gradient is wanted; False keeps to the reference, step after step with autograd.
            Decoder self-attention knows only the reference.
        precision: of the fast path's products, torch.float32 or torch.bfloat16.
    """

    fast: bool = True
    precision: torch.dtype = torch.float32

    def __init__(self, config: ModelConfig, memory_size: int) -> None:
        super().__init__()
        size = config.decoder_size
        self.context = config.context
        self.start_layer = nn.Linear(memory_size, size)
        context_size = 0 if config.context == "none" else memory_size
        self.score = (
            build_score(config.score, size, memory_size, config.attention_size)
            if config.context == "attention"
            else None
        )
        self.query_layer = (
            nn.Linear(config.embedding_size, size, bias=False)
            if self.score is not None and config.query == "state-and-input"
            else None
        )
        self.self_score = (
            build_score("general", size, size, config.attention_size)
            if config.decoder_self_attention
            else None
        )
        seen = context_size + (size if self.self_score is not None else 0)
        cell = LayerNormGRUCell if config.layer_norm else nn.GRUCell
        self.cell = cell(config.embedding_size + seen, size)
        self.transitions = nn.ModuleList(
            TransitionCell(size, layer_norm=config.layer_norm)
            for _ in range(config.transition_depth - 1)
        )
        self.readout_layer = nn.Linear(size + config.embedding_size + seen, config.embedding_size)

    def remember(self, states: Tensor, mask: Tensor, summary: Tensor) -> Memory:
        """Once a sentence: keys for the score, and s_0 = tanh(W summary + b) (Bahdanau, A.2.2)."""
        keys = None if self.score is None else self.score.prepare(states)
        start = torch.tanh(self.start_layer(summary))
        return Memory(states=states, keys=keys, mask=mask, summary=summary, start=start)

    def begin(self, memory: Memory) -> DecoderState:
        """The state before the first target token."""
        history = None if self.self_score is None else memory.start.unsqueeze(1)
        return DecoderState(memory.start, history)

    def forward(self, memory: Memory, embedded: Tensor) -> Decoded:
        """Teacher forcing: e(y_{t-1}) of the whole reference, (B, T_y, E), as the inputs."""
        if self._is_fast_on(embedded.device) and self.self_score is None:
            return self._forward_fast(memory, embedded)
        state = self.begin(memory)
        steps = []
        for t in range(embedded.shape[1]):
            state, decoded = self.step(memory, state, embedded[:, t])
            steps.append(decoded)
        return _stack(steps)

    def step(
        self, memory: Memory, state: DecoderState, embedded: Tensor
    ) -> tuple[DecoderState, Decoded]:
        """One target token: e(y_{t-1}) (N, E) and s_{t-1} -> s_t and what predicts y_t.

        N is B K: each sentence of the memory has K rows, one behind the other, such as the prefixes
        of a beam. They look at one and the same source, which is not repeated for them.
        """
        seen: list[Tensor] = []
        weights = scores = self_weights = None
        B, rows = len(memory.mask), len(embedded)
        if self.score is not None:
            assert memory.keys is not None
            query = state.hidden  # (N, D)
            if self.query_layer is not None:
                query = query + self.query_layer(embedded)
            queries = query.view(B, rows // B, -1)  # (B, K, D)
            scores = self._ask(queries, memory.keys)  # (B, K, T_x)
            context, weights = attend(scores, memory.states, memory.mask)
            scores, weights = scores.flatten(0, 1), weights.flatten(0, 1)  # (N, T_x)
            seen.append(context.flatten(0, 1))  # (N, D_k)
        elif self.context == "fixed":
            seen.append(memory.summary.repeat_interleave(rows // B, dim=0))
        if self.self_score is not None:
            assert state.history is not None  # its last is s_{t-1}, who asks
            keys = self.self_score.prepare(state.history)
            looked_back, self_weights = look_back(self.self_score, state.history, keys)  # (N, D)
            seen.append(looked_back)
        hidden = self.cell(torch.cat([embedded, *seen], dim=-1), state.hidden)  # (N, D)
        for transition in self.transitions:
            hidden = transition(hidden)
        readout = torch.tanh(self.readout_layer(torch.cat([hidden, embedded, *seen], dim=-1)))
        history = None
        if state.history is not None:
            history = torch.cat([state.history, hidden.unsqueeze(1)], dim=1)
        return DecoderState(hidden, history), Decoded(readout, weights, scores, self_weights)

    def _ask(self, query: Tensor, keys: Tensor) -> Tensor:
        """Scores (B, K, T_x) of K queries a sentence (B, K, D) and keys (B, T_x, .)."""
        assert self.score is not None
        query_weight, score_weight = self._score_weights()
        is_fast = self._is_fast_on(query.device) and not torch.is_grad_enabled()
        if is_fast and query_weight is not None:
            assert score_weight is not None
            return additive_scores(nn.functional.linear(query, query_weight), keys, score_weight)
        return self.score(query, keys)

    def _is_fast_on(self, device: torch.device) -> bool:
        return self.fast and device.type in FAST_DEVICES

    def _forward_fast(self, memory: Memory, embedded: Tensor) -> Decoded:
        """What `forward` says, by `seqattn.recurrence`; time stands first until the end."""
        inputs = embedded.transpose(0, 1)  # (T_y, B, E)
        cell = loop_weights(self.cell)
        context_weight = cell.weight_ih[:, embedded.shape[2] :]  # (3D, D_k or 0)
        gates = linear(
            inputs, cell.weight_ih[:, : embedded.shape[2]], cell.bias_of_product, self.precision
        )  # (T_y, B, 3D)
        if self.context == "attention":
            assert memory.keys is not None
            hidden, contexts, weights, scores = attention_gru(
                gates,
                memory.start,
                memory.states,
                memory.keys,
                memory.mask,
                context_weight,
                cell.weight_hh,
                self.cell.bias_hh,
                *self._score_weights(),
                self._query_inputs(inputs),
                self.precision,
                cell.gain_hh,
                cell.gain_ih,
                cell.bias_of_norm,
                transition_weights(self.transitions),
            )
            decoded = self._read_out([hidden, inputs, contexts])
            return replace(decoded, weights=weights.transpose(0, 1), scores=scores.transpose(0, 1))
        seen: list[Tensor] = []
        if self.context == "fixed":
            gates = gates + linear(memory.summary, context_weight, None, self.precision)
            seen.append(memory.summary.expand(len(inputs), -1, -1))
        if cell.gain_ih is not None:
            assert cell.bias_of_norm is not None
            gates = normalize(gates, cell.gain_ih, cell.bias_of_norm)
        deep = transition_weights(self.transitions)
        (hidden,) = gru(
            gates.unsqueeze(0),
            memory.start.unsqueeze(0),
            cell.weight_hh.unsqueeze(0),
            self.cell.bias_hh.unsqueeze(0),
            self.precision,
            None if cell.gain_hh is None else cell.gain_hh.unsqueeze(0),
            Transitions(*(None if part is None else part.unsqueeze(1) for part in deep)),
        )
        return self._read_out([hidden, inputs, *seen])

    def _query_inputs(self, inputs: Tensor) -> Tensor | None:
        """What the embedded targets (T_y, B, E) add to each query, where the score compares it."""
        if self.query_layer is None:
            return None
        asked = linear(inputs, self.query_layer.weight, None, self.precision)  # (T_y, B, D)
        query_weight, _ = self._score_weights()
        return asked if query_weight is None else linear(asked, query_weight, None, self.precision)

    def _read_out(self, seen: list[Tensor]) -> Decoded:
        """r_t of all steps at once: (T_y, B, .) each -> (B, T_y, E)."""
        weight, bias = self.readout_layer.weight, self.readout_layer.bias
        readout = torch.tanh(linear(torch.cat(seen, dim=-1), weight, bias, self.precision))
        return Decoded(readout.transpose(0, 1))

    def _score_weights(self) -> tuple[Tensor | None, Tensor | None]:
        """Q (D_a, D) and v (D_a,) of a score of the additive form, None and None of the others."""
        if isinstance(self.score, AdditiveScore):
            return self.score.query_layer.weight, self.score.score_layer.weight[0]
        if isinstance(self.score, ConcatScore):
            query_size = self.score.query_size
            return self.score.joint_layer.weight[:, :query_size], self.score.score_layer.weight[0]
        return None, None


def _stack(steps: list[Decoded]) -> Decoded:
    """Join the steps along a new T_y axis; rows of growing length are filled up with 0."""

    def join(parts: list[Tensor | None]) -> Tensor | None:
        rows = [part for part in parts if part is not None]
        if not rows:
            return None
        width = max(row.shape[-1] for row in rows)
        padded = [nn.functional.pad(row, (0, width - row.shape[-1])) for row in rows]
        return torch.stack(padded, dim=1)

    readout = join([step.readout for step in steps])
    assert readout is not None
    return Decoded(
        readout=readout,
        weights=join([step.weights for step in steps]),
        scores=join([step.scores for step in steps]),
        self_weights=join([step.self_weights for step in steps]),
    )
