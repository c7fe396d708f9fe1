"""What a comparison varies: each variant is the common settings with one choice changed, or a few.

    contexts    every decoder context          encoders     every encoder
    scores      every score                    summaries    every sentence summary

A preset is `--vary` with all choices of one setting. What may vary are the mechanisms and sizes of
the model and those settings of training that leave text, batches, budget and chance as they are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from seqattn.compatibility import option, unmet
from seqattn.config import Config, Setting, all_settings
from seqattn.errors import UsageError
from seqattn.setting import dashed, option_of
from seqattn.text import visible

PRESETS = {"contexts": "context", "scores": "score", "encoders": "encoder", "summaries": "summary"}
"""The setting of which a preset takes every choice."""

VARIED_IN_TRAINING = (
    "learning_rate", "warmup_steps", "clip_norm", "label_smoothing", "embedding_dropout",
    "context_dropout", "output_dropout", "word_dropout", "averaging",
)  # fmt: skip
"""Settings of training that may differ; the others are the budget, the batches or the chance."""

_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True)
class Variant:
    """One thing compared.

    Attributes:
        changes: settings that differ from the common ones, by name; never empty.
    """

    changes: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> str:
        """As a person reads it and --variant takes it.

        >>> Variant((("encoder", "self-attentive-rnn"), ("encoder_update", "hxc"))).name
        'encoder=self-attentive-rnn,encoder-update=hxc'
        """
        return ",".join(f"{dashed(name)}={_shown(value)}" for name, value in self.changes)

    def folder(self, seed: int) -> str:
        """The name of the run folder of its training with this seed.

        >>> Variant((("context", "none"),)).folder(3)
        'context-none-seed-3'
        """
        return f"{self.name.replace('=', '-').replace(',', '-')}-seed-{seed}"

    def config(self, common: Config, seed: int) -> Config:
        """The settings of its training with this seed."""
        return common.with_values({**dict(self.changes), "seed": seed})


def variants(
    presets: Sequence[str] = (), vary: Sequence[str] = (), single: Sequence[str] = ()
) -> tuple[Variant, ...]:
    """What --preset, --vary and --variant ask for together, each variant once, in this order.

    Args:
        presets: names in `PRESETS`.
        vary: as `context=none,fixed`: a variant for each value.
        single: as `encoder=rnn,score=dot`: one variant with all of these.

    Raises:
        UsageError: names the option and what is wrong with it.

    >>> [variant.name for variant in variants(vary=["context=none,fixed"], single=["encoder=rnn"])]
    ['context=none', 'context=fixed', 'encoder=rnn']
    """
    found: dict[Variant, None] = {}
    for preset in presets:
        if preset not in PRESETS:
            raise UsageError(
                f"--preset is {visible(preset)!r}.", hint=f"Choose one of {', '.join(PRESETS)}."
            )
        setting = _setting(PRESETS[preset], "--preset")
        found.update((Variant(((setting.name, value),)), None) for value in setting.choices)
    for text in vary:
        found.update((Variant((change,)), None) for change in _one_setting(text))
    for text in single:
        found[Variant(tuple(_several_settings(text).items()))] = None
    return tuple(found)


def check_effect(compared: Iterable[Variant], common: Config) -> None:
    """Refuse a variant whose change the other settings make void.

    Raises:
        UsageError: names both options.
    """
    for variant in compared:
        config = variant.config(common, common.training.seed)
        for name, _ in variant.changes:
            if reason := unmet(config, name):
                other, values = reason
                raise UsageError(
                    f"{option_of(name)} makes no difference with "
                    f"{option(other, config.value(other))}.",
                    hint=f"Compare it with {option(other, values[0])}.",
                )


def with_common_sizes(
    compared: Iterable[Variant], common: Config, given: Mapping[str, Any]
) -> Config:
    """The common settings, with a decoder that every score can ask: equal sizes for all, or none.

    Where one of the variants needs states of one size, all get them, or the comparison would be
    one of sizes. A decoder size in `given` stays as it is.
    """
    configs = [variant.config(common, common.training.seed) for variant in compared]
    if "decoder_size" in given or not any(c.model.needs_same_size for c in configs):
        return common
    return common.with_values({"decoder_size": 2 * common.model.encoder_size})


def from_json(data: Iterable[Mapping[str, Any]]) -> tuple[Variant, ...]:
    """Variants from their changes.

    Raises:
        UsageError: a change names no setting, or a value is out of its range.
    """
    changes = [tuple(part.items()) for part in data]
    for part in changes:
        Config().with_values(dict(part))
    return tuple(Variant(part) for part in changes)


def common_heading(compared: Sequence[Variant]) -> str | None:
    """The one setting in which all variants differ, as `context`; None where there are several.

    >>> common_heading(variants(presets=["contexts"]))
    'context'
    """
    names = {tuple(name for name, _ in variant.changes) for variant in compared}
    only = names.pop() if len(names) == 1 else ()
    return dashed(only[0]) if len(only) == 1 else None


def short_names(compared: Sequence[Variant]) -> list[str]:
    """Names as short as they can be: the value alone where `common_heading` names the setting.

    >>> short_names(variants(presets=["contexts"]))
    ['attention', 'fixed', 'none']
    """
    if common_heading(compared) is None:
        return [variant.name for variant in compared]
    return [_shown(variant.changes[0][1]) for variant in compared]


def _one_setting(text: str) -> Iterator[tuple[str, Any]]:
    """The changes of one --vary."""
    name, equals, values = text.partition("=")
    if not equals or not all(values.split(",")):
        raise UsageError(
            f"--vary is {visible(text)!r}.",
            hint="Give a setting and its values, such as --vary context=none,attention.",
        )
    setting = _setting(name, "--vary")
    for value in values.split(","):
        yield setting.name, _value(setting, value)


def _several_settings(text: str) -> dict[str, Any]:
    """The changes of one --variant."""
    changes: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or not value:
            raise UsageError(
                f"--variant is {visible(text)!r}.",
                hint="Give settings, such as --variant encoder=rnn,score=dot.",
            )
        setting = _setting(name, "--variant")
        changes[setting.name] = _value(setting, value)
    return changes


def _setting(name: str, asked_by: str) -> Setting:
    """The row of a setting that may vary, by either spelling of its name."""
    table = {setting.name: setting for setting in all_settings()}
    setting = table.get(name.strip().removeprefix("--").replace("-", "_"))
    if setting is None:
        raise UsageError(
            f"{asked_by} names the setting {visible(name)!r}, which there is not.",
            hint="`seqattn compare --help` lists them all.",
        )
    if setting.section != "model" and setting.name not in VARIED_IN_TRAINING:
        raise UsageError(
            f"{asked_by} names {setting.option}, which is the same for all that is compared.",
            hint="What may differ are the mechanisms, the sizes and "
            f"{', '.join(map(dashed, VARIED_IN_TRAINING))}.",
        )
    return setting


def _value(setting: Setting, text: str) -> Any:
    """A value as the setting's type, checked; its error names the setting's option."""
    value: Any = text.strip()
    if setting.type is bool:
        value = _WORDS.get(value.lower(), value)
    elif setting.type in (int, float):
        with suppress(ValueError):  # the check says what it is not
            value = setting.type(value)
    setting.check(value)
    return value


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
