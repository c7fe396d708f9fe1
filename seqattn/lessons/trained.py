"""A trained run in a lesson: its sentence as pieces, its encoder, and its decoder step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from seqattn.batches import source_batch
from seqattn.errors import UsageError
from seqattn.lessons.catalogue import Request
from seqattn.models.decoder import Decoded, Memory
from seqattn.models.seq2seq import Seq2Seq
from seqattn.search import greedy, length_limits
from seqattn.shipped import shown
from seqattn.tokenizer import BOS, EOS
from seqattn.translator import LONGEST_SHOWN, Translator, load

SHOWN = 6
"""Numbers of a long vector that a picture shows; JSON has all of them."""
END = "</s>"
START = "<s>"


@dataclass(frozen=True)
class Source:
    """A sentence as a run reads it; B is 1.

    Attributes:
        translator: the run.
        ids: (1, T_x) int64, the end mark included.
        mask: (1, T_x) bool, all True.
        labels: T_x pieces, the last one the end mark.
        embedded: (1, T_x, E) float.
    """

    translator: Translator
    ids: Tensor
    mask: Tensor
    labels: tuple[str, ...]
    embedded: Tensor

    @property
    def model(self) -> Seq2Seq:
        """The run's model, in evaluation mode."""
        assert isinstance(self.translator.model, Seq2Seq)  # a lesson opens one run
        return self.translator.model

    def encode(self) -> Memory:
        """What the decoder sees of it."""
        return self.model.encode(self.ids, self.mask)


def source_of(request: Request) -> Source:
    """The request's text as the request's run reads it.

    Raises:
        UsageError: the text is blank, or of over `LONGEST_SHOWN` pieces.
        RunError: the run cannot be used.
    """
    assert request.run is not None
    assert request.text is not None
    translator = load(request.run)
    tokenizer = translator.tokenizers.source
    sentence = tokenizer.encode(request.text)
    if not sentence:
        raise UsageError(request.say("error.blank"), hint=request.say("error.blank.hint"))
    _check_length(request, "error.source-pieces", sentence)
    ids, mask, _ = source_batch([sentence])
    labels = (*(piece.label for piece in tokenizer.pieces(request.text)), END)
    assert isinstance(translator.model, Seq2Seq)  # one run was opened
    embedded = translator.model.source_embedding(ids)
    return Source(translator, ids, mask, labels, embedded)


def _check_length(request: Request, text: str, ids: Sequence[int]) -> None:
    """Refuse more pieces than attention is shown of, by the text called `text`."""
    if len(ids) > LONGEST_SHOWN:
        say = request.say
        raise UsageError(
            say(text, count=len(ids), most=LONGEST_SHOWN),
            hint=say("error.long.hint"),
        )


def encoder_source(request: Request, wanted: type[Any]) -> Source:
    """`source_of`, if the run's encoder is of the wanted class.

    Raises:
        UsageError: it is of another.
    """
    source = source_of(request)
    if not isinstance(source.model.encoder, wanted):
        name = {"SelfAttentionEncoder": "self-attention"}.get(wanted.__name__, "self-attentive-rnn")
        raise UsageError(
            request.say("error.encoder", has=source.translator.config.model.encoder, needs=name),
            hint=request.say("error.encoder.hint", needs=name),
        )
    return source


@dataclass(frozen=True)
class Moment:
    """The decoder at step t.

    Attributes:
        before: (1, D) float, s_{t-1}.
        after: (1, D) float, s_t.
        log_probs: (V,) float, of y_t.
        decoded: readout, scores and weights of the step.
    """

    before: Tensor
    after: Tensor
    log_probs: Tensor
    decoded: Decoded


def follow(model: Seq2Seq, memory: Memory, tokens: Sequence[int]) -> list[Moment]:
    """Feed the start mark and then tokens[:-1]; a moment for each of the tokens."""
    state = model.begin(memory)
    moments = []
    for fed in (BOS, *tokens[:-1]):
        log_probs, following, decoded = model.step(memory, state, torch.tensor([fed]))
        moments.append(Moment(state.hidden, following.hidden, log_probs[0], decoded))
        state = following
    return moments


def own_tokens(source: Source) -> list[int]:
    """The run's greedy translation as ids, with the end mark if it came to it."""
    limits = length_limits(source.mask.sum(dim=1))
    [found] = greedy(source.model, source.ids, source.mask, limits)
    return [*found.tokens, EOS] if found.ended else found.tokens


def given_tokens(source: Source, request: Request) -> list[int]:
    """The ids of the request's translation, with the end mark.

    Raises:
        UsageError: it is blank, or of over `LONGEST_SHOWN` pieces.
    """
    assert request.target is not None
    ids = source.translator.tokenizers.target.encode(request.target)
    if not ids:
        raise UsageError(request.say("error.blank-target"), hint=request.say("error.blank.hint"))
    _check_length(request, "error.target-pieces", ids)
    return [*ids, EOS]


def target_label(source: Source, token: int) -> str:
    """What to call one target id."""
    if token == EOS:
        return END
    return source.translator.tokenizers.target.pieces_of([token])[0].label


def target_labels(source: Source, tokens: Sequence[int]) -> tuple[str, ...]:
    """What to call target ids that stand together; an end mark at the end is one of them."""
    ended = bool(tokens) and tokens[-1] == EOS
    inner = list(tokens[:-1] if ended else tokens)
    labels = [piece.label for piece in source.translator.tokenizers.target.pieces_of(inner)]
    return (*labels, END) if ended else tuple(labels)


def shown_run(request: Request) -> str:
    """The run's name for prose."""
    assert request.run is not None
    return shown(request.run)
