"""The layers of attention that a model may have, each as an alignment.

    layer          rows            columns                    a model has it with
    decoder        target, end     source, end                context attention
    decoder-self   target, end     start, target              decoder self-attention
    encoder        source, end     source, end                encoder self-attention
                   source, end     start, source, end         encoder self-attentive-rnn
    summary        the summary     source, end                summary attention-learned or -fixed

Row t of the decoder's layers is what predicted token t. Column k of decoder-self is the decoder
state that wrote piece k; the start is s_0, before any piece.

No torch here: the command line asks for the names, and weights are read only as lists.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from seqattn.alignment import Alignment, Label, Matrix
from seqattn.config import ModelConfig
from seqattn.errors import UsageError
from seqattn.text import visible

if TYPE_CHECKING:
    from torch import Tensor

    from seqattn.models.decoder import Memory
    from seqattn.pieces import Piece
    from seqattn.search import Hypothesis
    from seqattn.tokenizer import TokenizerPair

Layer = Literal["decoder", "encoder", "summary", "decoder-self"]
LAYERS: tuple[Layer, ...] = ("decoder", "encoder", "summary", "decoder-self")

END = Label("</s>", starts_word=True, special="end")
START = Label("<s>", starts_word=True, special="start")
START_STATE = Label("start", starts_word=True, special="start")
"""h_0, which no piece has been read into."""
SUMMARY = Label("summary")


def layers_of(model: ModelConfig) -> tuple[Layer, ...]:
    """The layers of attention that a model of these settings has.

    >>> layers_of(ModelConfig(context="none", summary="attention-fixed"))
    ('summary',)
    """
    present: dict[Layer, bool] = {
        "decoder": model.context == "attention",
        "encoder": model.encoder in ("self-attention", "self-attentive-rnn"),
        "summary": model.summary.startswith("attention"),
        "decoder-self": model.decoder_self_attention,
    }
    return tuple(layer for layer, is_present in present.items() if is_present)


def check_layer(layer: str, model: ModelConfig, target: str | None) -> None:
    """Refuse a layer that cannot be shown.

    Args:
        layer: what is asked for.
        model: settings of the model that is asked.
        target: a translation to look at instead of the model's own, or None.

    Raises:
        UsageError: there is no such layer, the model has not got it, or it never sees a target.
    """
    if layer not in LAYERS:
        raise UsageError(
            f"There is no layer {visible(layer)!r}.", hint=f"Choose one of {', '.join(LAYERS)}."
        )
    there = layers_of(model)
    if layer not in there:
        raise UsageError(
            f"This model has no attention in its {layer}: it was trained with "
            f"{_chosen_without(layer, model)}.",
            hint=f"Layers it has: {', '.join(there)}." if there else "It has no attention at all.",
        )
    if target is not None and layer in ("encoder", "summary"):
        raise UsageError(
            f"The {layer} never sees a target, so its attention is the same for any.",
            hint="Leave --target out, or look at the decoder.",
        )


def _chosen_without(layer: str, model: ModelConfig) -> str:
    """The option of training that left a layer out, as it was given."""
    return {
        "decoder": f"--context {model.context}",
        "encoder": f"--encoder {model.encoder}",
        "summary": f"--summary {model.summary}",
        "decoder-self": "--no-decoder-self-attention",
    }[layer]


def decoder_alignment(
    tokenizers: "TokenizerPair",
    source: str,
    hypothesis: "Hypothesis",
    target: str | None,
    layer: Layer,
    unknown: Sequence[str] = (),
) -> Alignment | None:
    """The decoder's attention, or its self-attention; None if the hypothesis carries none.

    Args:
        tokenizers: of the source and the target.
        source: the sentence that was translated.
        hypothesis: what was found, or forced.
        target: the text that was forced; None: the tokens are decoded.
        layer: `decoder` or `decoder-self`.
        unknown: what each UNK of the hypothesis is written as, see `seqattn.unknown`.
    """
    of_self = layer == "decoder-self"
    weights = hypothesis.self_weights if of_self else hypothesis.weights
    if weights is None:
        return None
    if target is None:
        pieces = tokenizers.target.pieces_of(hypothesis.tokens, unknown)
        row_text = tokenizers.target.decode(hypothesis.tokens, unknown)
    else:
        pieces = tokenizers.target.pieces(target)
        row_text = tokenizers.target.normalize(target)
    rows = _labels(pieces, end=hypothesis.ended)
    if of_self:
        columns, column_text = (START, *rows[:-1]), row_text
    else:
        columns = _labels(tokenizers.source.pieces(source))
        column_text = tokenizers.source.normalize(source)
    scores = None if of_self else hypothesis.scores
    return Alignment(
        rows=rows,
        columns=columns,
        weights=_matrix(weights),
        row_text=row_text,
        column_text=column_text,
        row_role="target",
        column_role="target" if of_self else "source",
        scores=None if scores is None else _matrix(scores),
        log_probs=tuple(min(0.0, log_prob) for log_prob in hypothesis.log_probs),
    )


def encoder_alignment(
    tokenizers: "TokenizerPair", text: str, memory: "Memory", layer: Layer
) -> Alignment:
    """Where the encoder or its summary looks, without any decoding.

    Args:
        tokenizers: of the source and the target.
        text: the sentence that was encoded.
        memory: of this sentence alone; the model has the layer.
        layer: `encoder` or `summary`.
    """
    labels = _labels(tokenizers.source.pieces(text))
    read = tokenizers.source.normalize(text)
    if layer == "summary":
        assert memory.summary_weights is not None
        weights = _matrix(memory.summary_weights)  # 1 x T_x
        return Alignment((SUMMARY,), labels, weights, "", read, "summary", "source")
    assert memory.encoder_weights is not None
    weights = _matrix(memory.encoder_weights[0])  # T_x x T_k
    if len(weights[0]) == len(labels):
        return Alignment(labels, labels, weights, read, read, "source", "source")
    columns = (START_STATE, *labels)
    return Alignment(labels, columns, weights, read, read, "encoder state", "encoder state")


def _labels(pieces: "Sequence[Piece]", *, end: bool = True) -> tuple[Label, ...]:
    """A label a piece, and one for the end mark."""
    labels = [
        Label(
            piece.label,
            piece.starts_word,
            "unknown" if piece.unknown else "",
            None if piece.text == piece.label else piece.text,
        )
        for piece in pieces
    ]
    return (*labels, END) if end else tuple(labels)


def _matrix(weights: "Tensor") -> Matrix:
    return tuple(map(tuple, weights.tolist()))
