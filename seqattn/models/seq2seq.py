"""Embeddings, encoder, summary, decoder and output layer as one model.

    p(y_t | y_<t, x) = softmax(E_out r_t + b)        r_t: the decoder's readout
    s_0 = tanh(W C + b)                              C: the sentence summary

Dropout stands on the embeddings, on the encoder's states (between its layers, too, if there are
several) and on the readout; whole-word dropout (Gal 2016) blanks an input token's embedding.
All are off when the model is in evaluation mode.
"""

from dataclasses import dataclass, replace
from typing import cast

import torch
from torch import Tensor, nn

from seqattn.attention.self_attention import SelfAttention
from seqattn.batches import Batch
from seqattn.compatibility import decided_tied
from seqattn.config import Config
from seqattn.models.decoder import Decoded, Decoder, DecoderState, Memory
from seqattn.models.encoders import build_encoder
from seqattn.models.lexical_shortcut import LexicalShortcut
from seqattn.models.output import OutputLayer
from seqattn.models.summaries import build_summary
from seqattn.tokenizer import BOS, PAD


@dataclass(frozen=True)
class Dropouts:
    """Shares in [0, 1) of what training blanks by chance.

    Attributes:
        embedding: numbers of an embedding.
        context: numbers of an encoder state.
        output: numbers of the readout.
        word: whole embeddings of input tokens.
    """

    embedding: float = 0.0
    context: float = 0.0
    output: float = 0.0
    word: float = 0.0


class Seq2Seq(nn.Module):
    """The whole model; it knows token ids, never text.

    Args:
        config: sizes, mechanisms and dropouts.
        source_size: V of the source vocabulary.
        target_size: V of the target vocabulary.
        joint: both sides use one vocabulary, so that all three embeddings may be one.

    Raises:
        UsageError: settings that do not fit each other: sizes a score cannot compare, or embeddings
            of two vocabularies that shall be one.
    """

    def __init__(self, config: Config, source_size: int, target_size: int, *, joint: bool) -> None:
        super().__init__()
        model, training = config.model, config.training
        self.dropouts = Dropouts(
            training.embedding_dropout,
            training.context_dropout,
            training.output_dropout,
            training.word_dropout,
        )
        tied = decided_tied(model.tied_embeddings, joint=joint)
        self.source_embedding = nn.Embedding(source_size, model.embedding_size, padding_idx=PAD)
        self.target_embedding = (
            self.source_embedding
            if tied == "all"
            else nn.Embedding(target_size, model.embedding_size, padding_idx=PAD)
        )
        self.encoder = build_encoder(model, training.context_dropout)
        self.summary = build_summary(model, self.encoder.state_size)
        self.decoder = Decoder(model, self.encoder.state_size)
        self.shortcut = (
            LexicalShortcut(model.embedding_size)
            if model.lexical_shortcut and model.context == "attention"
            else None
        )
        self.output = OutputLayer(model.embedding_size, target_size)
        if tied != "none":
            self.output.weight = cast(nn.Parameter, self.target_embedding.weight)
        self._initialise()

    def _initialise(self) -> None:
        """Orthogonal recurrences keep a gradient's length (Saxe 2014); the rest is Glorot 2010."""
        for name, weight in self.named_parameters():
            if "embedding" in name or name == "output.weight":
                nn.init.normal_(weight, std=weight.shape[1] ** -0.5)
            elif "gain" in name:
                nn.init.ones_(weight)
            elif weight.dim() < 2:
                nn.init.zeros_(weight)
            elif "weight_hh" in name or "hidden_layer" in name:
                for gate in weight.data.chunk(3 if weight.shape[0] == 3 * weight.shape[1] else 1):
                    nn.init.orthogonal_(gate)
            else:
                nn.init.xavier_uniform_(weight)
        for module in self.modules():
            if isinstance(module, SelfAttention):
                module.look_at_itself()
        with torch.no_grad():
            self.source_embedding.weight[PAD] = 0
            self.target_embedding.weight[PAD] = 0

    def encode(self, source: Tensor, mask: Tensor) -> Memory:
        """Source ids (B, T_x) int64 and their mask (B, T_x) bool -> what the decoder sees."""
        embedded = self._embed(self.source_embedding, source)
        encoded = self.encoder(embedded, mask)
        states = nn.functional.dropout(encoded.states, self.dropouts.context, self.training)
        summary, summary_weights = self.summary(encoded.states, encoded.last, mask)
        memory = self.decoder.remember(states, mask, summary)
        return replace(
            memory,
            embedded=None if self.shortcut is None else embedded,
            encoder_weights=encoded.weights,
            summary_weights=summary_weights,
        )

    def begin(self, memory: Memory) -> DecoderState:
        """The decoder's state before the first target token."""
        return self.decoder.begin(memory)

    def step(
        self, memory: Memory, state: DecoderState, tokens: Tensor
    ) -> tuple[Tensor, DecoderState, Decoded]:
        """Feed y_{t-1}, ids (N,) int64; get the log-probabilities (N, V) of y_t.

        Args:
            memory: of B sentences, of which each has K rows, one behind the other: N is B K.
            state: of N rows.
            tokens: of each row.

        Returns:
            log-probabilities (N, V) float, the state to go on from, and the step's weights.
        """
        state, decoded = self.decoder.step(memory, state, self.target_embedding(tokens))
        decoded = self._shorten(memory, decoded)
        return self.output(decoded.readout).log_softmax(dim=-1), state, decoded

    def log_probs(self, memory: Memory, target_out: Tensor) -> Tensor:
        """log p(y_t | y_<t, x) of given targets, all steps at once.

        Args:
            memory: of B sentences.
            target_out: (B, T_y) int64, each target ended by EOS, then PAD; it is fed shifted by
                one, behind BOS.

        Returns:
            (B, T_y) float, 0 on padding.
        """
        fed = nn.functional.pad(target_out[:, :-1], (1, 0), value=BOS)
        decoded = self.decoder(memory, self._embed(self.target_embedding, fed))
        readout = self._shorten(memory, decoded).readout
        real = target_out != PAD
        said = readout.new_zeros(target_out.shape)
        said[real] = self.output.log_probs(readout[real], target_out[real])
        return said

    def forward(self, batch: Batch) -> Decoded:
        """Teacher forcing over a batch; readouts (B, T_y, E), weights (B, T_y, T_x)."""
        memory = self.encode(batch.source, batch.source_mask)
        embedded = self._embed(self.target_embedding, batch.target_in)
        decoded = self._shorten(memory, self.decoder(memory, embedded))
        readout = nn.functional.dropout(decoded.readout, self.dropouts.output, self.training)
        return replace(decoded, readout=readout)

    def loss(self, batch: Batch, *, label_smoothing: float = 0.0) -> Tensor:
        """Cross entropy in nats, summed over the batch's real target tokens.

        Divide by `batch.target_tokens` for the mean: padding then counts for nothing.
        """
        readout = self(batch).readout
        real = batch.target_mask
        return self.output.loss(readout[real], batch.target_out[real], label_smoothing)

    def _shorten(self, memory: Memory, decoded: Decoded) -> Decoded:
        """With the lexical shortcut, if the model has one, added to the readout."""
        if self.shortcut is None:
            return decoded
        assert decoded.weights is not None
        assert memory.embedded is not None
        # Rows of one step go by sentence: (N, .) -> (B, K, .), as (B, T_y, .) of a whole target is.
        B = len(memory.embedded)
        readout, weights = (
            part.reshape(B, -1, part.shape[-1]) for part in (decoded.readout, decoded.weights)
        )
        said = self.shortcut(readout, weights, memory.embedded)
        return replace(decoded, readout=said.view_as(decoded.readout))

    def _embed(self, embedding: nn.Embedding, ids: Tensor) -> Tensor:
        """Ids (B, T) -> (B, T, E), with word and embedding dropout while training."""
        embedded = embedding(ids)
        if self.training and self.dropouts.word > 0:
            kept = torch.rand(ids.shape, device=ids.device) >= self.dropouts.word
            embedded = embedded * kept.unsqueeze(-1)
        return nn.functional.dropout(embedded, self.dropouts.embedding, self.training)
