"""Settings beside each other: which make no difference, and which no model can be made of.

Both are found out before any text is read, so that nobody learns of a typing mistake after minutes
of reading and learning pieces.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from seqattn.config import Config, ModelConfig
from seqattn.errors import UsageError
from seqattn.setting import dashed, option_of
from seqattn.sizes import SMALLEST

Conditions = Mapping[str, tuple[Any, ...]]
"""Values of other settings, one of which each of them must have."""

_ATTENTION: Conditions = {"context": ("attention",)}
_SELF_ATTENTIVE: Conditions = {"encoder": ("self-attentive-rnn",)}
_SCORES_WITH_A_LAYER = ("additive", "concat")

NEEDS: Mapping[str, tuple[Conditions, ...]] = {
    "score": (_ATTENTION,),
    "query": (_ATTENTION,),
    "lexical_shortcut": (_ATTENTION,),
    "encoder_score": (_SELF_ATTENTIVE,),
    "encoder_update": (_SELF_ATTENTIVE,),
    "encoder_layers": ({"encoder": ("gru", "self-attention")},),
    "summary_query_seed": ({"summary": ("attention-fixed",)},),
    "attention_size": (
        {**_ATTENTION, "score": _SCORES_WITH_A_LAYER},
        {**_SELF_ATTENTIVE, "encoder_score": _SCORES_WITH_A_LAYER},
        {"summary": ("attention-learned", "attention-fixed")},
    ),
}
"""Settings that make a difference only where one of these holds."""


def unmet(config: Config, name: str) -> tuple[str, tuple[Any, ...]] | None:
    """Why the setting called `name` makes no difference; None where it makes one.

    Returns:
        another setting that stands in the way of its first use in `NEEDS`, and the values that this
        other one would have to have.

    >>> unmet(Config(), "encoder_update")
    ('encoder', ('self-attentive-rnn',))
    >>> unmet(Config(), "score") is None
    True
    """
    missing = [
        [(other, values) for other, values in use.items() if config.value(other) not in values]
        for use in NEEDS.get(name, ())
    ]
    return missing[0][0] if missing and all(missing) else None


def without_effect(configs: Iterable[Config], names: Iterable[str]) -> Iterator[str]:
    """A sentence for each setting of `names` that makes no difference in any of the configs.

    >>> list(without_effect([Config()], ["encoder_score"]))
    ['--encoder-score makes no difference with --encoder gru: it needs self-attentive-rnn.']
    """
    configs = list(configs)
    for name in names:
        reasons = [unmet(config, name) for config in configs]
        if reasons and reasons[0] is not None and None not in reasons:
            other, values = reasons[0]
            beside = option(other, configs[0].value(other))
            needed = " or ".join(values)
            yield f"{option_of(name)} makes no difference with {beside}: it needs {needed}."


def refuse_unfit(config: Config, given: Mapping[str, Any]) -> None:
    """Refuse settings that no model can be made of, however large the corpus turns out to be.

    Args:
        config: settings; those *by size* that are not in `given` are still to be decided.
        given: settings that the user chose, by name.

    Raises:
        UsageError: names what does not fit.
    """
    separate = config.tokenizer.vocabularies == "separate"  # `auto` may still come to be one
    decided_tied(config.model.tied_embeddings, joint=not separate)
    if config.model.needs_same_size:
        _refuse_unequal([config.sized(pairs, given).model for pairs in SMALLEST])


def decided_tied(tied_embeddings: str, *, joint: bool) -> str:
    """Which embeddings are one: the setting, with `auto` decided.

    Args:
        tied_embeddings: the setting.
        joint: whether both sides have one vocabulary.

    Raises:
        UsageError: all embeddings shall be one, and `joint` is False.

    >>> decided_tied("auto", joint=False), decided_tied("none", joint=True)
    ('decoder', 'none')
    """
    if tied_embeddings == "auto":
        return "all" if joint else "decoder"
    if tied_embeddings == "all" and not joint:
        raise UsageError(
            "--tied-embeddings all needs one vocabulary for both sides, but each has its own.",
            hint="Choose --tied-embeddings decoder, or --vocabularies joint.",
        )
    return tied_embeddings


def _refuse_unequal(models: Sequence[ModelConfig]) -> None:
    """Refuse a score of `SAME_SIZE_SCORES` where the states differ in size in every corpus."""
    if any(model.decoder_size == 2 * model.encoder_size for model in models):
        return
    from seqattn.attention.scores import build_score  # torch: not where nothing is trained

    first = models[0]
    build_score(first.score, first.decoder_size, 2 * first.encoder_size, first.attention_size)


def option(name: str, value: Any) -> str:
    """A setting as it is typed.

    >>> option("encoder_update", "xc"), option("lexical_shortcut", False)
    ('--encoder-update xc', '--no-lexical-shortcut')
    """
    if isinstance(value, bool):
        return f"--{'' if value else 'no-'}{dashed(name)}"
    return f"{option_of(name)} {value}"
