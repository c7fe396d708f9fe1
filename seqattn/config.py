"""Every setting: unit, range, default, help. The names of all choices. JSON in and out.

One table, written as four dataclasses, is the source of the command line's options, of docs/cli.md
and of a run's config.json. A setting is named the same everywhere: `embedding_size` here and in
JSON is `--embedding-size` on the command line.

A setting marked *by size* follows the number of training pairs (`Config.sized`) unless the user
gave it. Nothing here needs torch.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from seqattn.errors import RunError, UsageError
from seqattn.setting import Setting as Setting
from seqattn.setting import row
from seqattn.sizes import size_defaults

FORMAT = 1
"""Version of config.json. A run of a newer version is refused, never guessed at."""

ENCODERS = ("gru", "rnn", "self-attentive-rnn", "self-attention")
ENCODER_UPDATES = ("xc", "hxc")
CONTEXTS = ("attention", "fixed", "none")
SCORES = ("additive", "concat", "dot", "scaled-dot", "general", "pooling")
SAME_SIZE_SCORES = ("dot", "scaled-dot")
"""Scores that compare a decoder state with an encoder state number by number."""

QUERIES = ("state-and-input", "state")
SUMMARIES = ("last", "mean", "attention-learned", "attention-fixed")
DEVICES = ("auto", "cpu", "cuda", "mps")
PRECISIONS = ("auto", "float32", "bfloat16")
INPUT_FORMATS = ("auto", "lines", "tsv", "jsonl", "tmx")
VOCABULARIES = ("auto", "joint", "separate")
TOKENIZER_MODELS = ("bpe", "unigram")
NORMALIZATIONS = ("nfc", "nfkc", "identity")
TIED_EMBEDDINGS = ("auto", "none", "decoder", "all")
EVALUATION_TOKENIZERS = ("auto", "13a", "zh", "ja-mecab", "char", "none")


BEFORE_THERE_WAS = {
    "lexical_shortcut": False, "query": "state", "subword_sampling": 0.0,
    "layer_norm": False, "encoder_layers": 1, "transition_depth": 1,
}  # fmt: skip
"""Settings that came after the first runs, and what those did: their config.json lacks them."""


@dataclass(frozen=True)
class DataConfig:
    """What of the corpus is used."""

    reverse: bool = row(False, "Swap the sides: translate the second language into the first.")
    max_length: int = row(
        200, "Longest sentence used for training.", unit="pieces a side", minimum=1, maximum=5000
    )
    max_chars: int = row(
        2000,
        "Drop a pair with a side longer than this; 0: never.",
        unit="characters",
        minimum=0,
        maximum=10_000_000,
    )
    max_ratio: float = row(
        9.0,
        "Drop a pair with a side this many times longer than the other, in bytes; 0: never.",
        minimum=0,
        maximum=1000,
        smallest=1,
    )
    drop_duplicates: bool = row(True, "Use a pair that occurs several times only once.")
    drop_identical: bool = row(False, "Drop pairs whose two sides are the same text.")
    held_out: int = row(
        1000,
        "Without --dev: pairs kept out of training for validation, at most a tenth of them.",
        unit="pairs",
        minimum=1,
        maximum=100_000,
    )


@dataclass(frozen=True)
class TokenizerConfig:
    """How text becomes pieces."""

    vocabularies: str = row(
        "auto",
        "One vocabulary for both sides, or one each; auto: joint when both sides share a script.",
        choices=VOCABULARIES,
    )
    vocab_size: int = row(
        4000, "Pieces in a vocabulary.", unit="pieces", minimum=8, maximum=1_000_000, by_size=True
    )
    tokenizer_model: str = row("bpe", "SentencePiece's algorithm.", choices=TOKENIZER_MODELS)
    character_pieces: bool = row(
        True,
        "In scripts written without spaces (Chinese, Thai, ..) each character is a piece.",
        by_size=True,
    )
    normalization: str = row(
        "nfc",
        "Unicode normal form of all text, stored with the model and applied when translating.",
        choices=NORMALIZATIONS,
    )
    lowercase: bool = row(False, "Lowercase all text, also when translating.")
    byte_fallback: bool = row(
        True, "Spell characters that the vocabulary lacks as bytes, so that no text is unknown."
    )


@dataclass(frozen=True)
class ModelConfig:
    """Which mechanisms, how large."""

    encoder: str = row("gru", "Encoder.", choices=ENCODERS)
    encoder_score: str = row(
        "additive", "Score of the self-attentive RNN over its own states.", choices=SCORES
    )
    encoder_update: str = row(
        "xc",
        "Update of the self-attentive RNN: from [x; c] or from [h; x; c].",
        choices=ENCODER_UPDATES,
    )
    context: str = row(
        "attention", "What of the source the decoder sees at each step.", choices=CONTEXTS
    )
    score: str = row(
        "additive", "How a decoder state is matched with an encoder state.", choices=SCORES
    )
    query: str = row(
        "state-and-input",
        "Who asks at a step: the decoder's state, or the state with the piece just written.",
        choices=QUERIES,
    )
    summary: str = row("last", "Sentence summary that starts the decoder.", choices=SUMMARIES)
    summary_query_seed: int = row(
        0, "Seed of the fixed query of attention-fixed.", minimum=0, maximum=2**31 - 1
    )
    decoder_self_attention: bool = row(
        False, "The decoder also looks back at its own earlier states."
    )
    lexical_shortcut: bool = row(
        True,
        "The attended source words also reach the readout directly, without their sentence; only "
        "with context attention.",
    )
    encoder_layers: int = row(
        1,
        "Bidirectional GRUs on top of each other, each adding to the states below it; only in the "
        "encoders gru and self-attention.",
        minimum=1,
        maximum=4,
    )
    transition_depth: int = row(
        1,
        "GRU cells that a decoder's state passes through at each step; all but the first read "
        "nothing else.",
        minimum=1,
        maximum=8,
    )
    layer_norm: bool = row(
        False, "Normalise the products inside the GRUs, of the encoder and of the decoder."
    )
    embedding_size: int = row(
        256, "Embedding of a piece.", unit="numbers", minimum=1, maximum=8192, by_size=True
    )
    encoder_size: int = row(
        256,
        "Encoder state in each direction; twice that in an encoder of one direction.",
        unit="numbers",
        minimum=1,
        maximum=8192,
        by_size=True,
    )
    decoder_size: int = row(
        512, "Decoder state.", unit="numbers", minimum=1, maximum=8192, by_size=True
    )
    attention_size: int = row(
        256,
        "Inside of the additive and concat scores, and of attention pooling.",
        unit="numbers",
        minimum=1,
        maximum=8192,
        by_size=True,
    )
    tied_embeddings: str = row(
        "auto",
        "Share weights: the target embedding with the output layer (decoder), with the source "
        "embedding too (all); auto: all with a joint vocabulary, else decoder.",
        choices=TIED_EMBEDDINGS,
    )

    @property
    def needs_same_size(self) -> bool:
        """Whether attention multiplies the decoder's states with the encoder's as they are."""
        return self.context == "attention" and self.score in SAME_SIZE_SCORES


@dataclass(frozen=True)
class TrainingConfig:
    """How the model is trained."""

    epochs: int = row(
        30, "Passes over the corpus at most.", minimum=1, maximum=100_000, by_size=True
    )
    max_minutes: float = row(
        0.0,
        "Stop after this time, resumed time included; 0: no limit.",
        unit="minutes",
        minimum=0,
        maximum=1_000_000,
    )
    batch_tokens: int = row(
        2000,
        "Pieces in a batch, both sides and padding together.",
        unit="pieces",
        minimum=1,
        maximum=1_000_000,
        by_size=True,
    )
    learning_rate: float = row(
        1e-3, "Adam's step at its highest.", minimum=1e-8, maximum=100.0, by_size=True
    )
    warmup_steps: int = row(
        400,
        "Steps in which the learning rate rises; then it falls linearly to 0 at the last epoch.",
        unit="steps",
        minimum=0,
        maximum=10_000_000,
    )
    clip_norm: float = row(
        1.0, "Longest gradient; a longer one is scaled down.", minimum=1e-6, maximum=1e6
    )
    label_smoothing: float = row(
        0.1, "Share of each target spread over the vocabulary.", minimum=0, maximum=0.9
    )
    embedding_dropout: float = row(
        0.3, "Dropout on the embeddings.", minimum=0, maximum=0.95, by_size=True
    )
    context_dropout: float = row(
        0.3, "Dropout on the encoder's states.", minimum=0, maximum=0.95, by_size=True
    )
    output_dropout: float = row(
        0.3, "Dropout before the output layer.", minimum=0, maximum=0.95, by_size=True
    )
    word_dropout: float = row(
        0.0,
        "Share of input pieces whose whole embedding is dropped, on both sides.",
        minimum=0,
        maximum=0.9,
        by_size=True,
    )
    subword_sampling: float = row(
        0.0,
        "Cut the corpus into other pieces each epoch; with bpe the chance that a merge is left "
        "out, with unigram the exponent of a way's probability; 0: off.",
        minimum=0,
        maximum=1,
    )
    averaging: float = row(
        0.999,
        "Decay of the running average of the weights that is validated and kept; 0: off.",
        minimum=0,
        maximum=0.999999,
    )
    validate_every: int = row(
        0,
        "Steps between validations; 0: once an epoch, at least every 2,000 steps.",
        unit="steps",
        minimum=0,
        maximum=10_000_000,
        by_size=True,
    )
    patience: int = row(
        8,
        "Validations without a better BLEU or a lower loss before training stops early.",
        minimum=1,
        maximum=1000,
    )
    seed: int = row(1, "Seed of everything drawn by chance.", minimum=0, maximum=2**31 - 1)
    device: str = row("auto", "Where to compute; auto: a GPU when there is one.", choices=DEVICES)
    precision: str = row(
        "auto",
        "Of matrix products in training; auto: bfloat16 where the processor multiplies it fast.",
        choices=PRECISIONS,
    )
    tokenize: str = row(
        "auto",
        "sacrebleu's tokenization of validation BLEU; auto: by the target's script.",
        choices=EVALUATION_TOKENIZERS,
    )


@dataclass(frozen=True)
class Config:
    """All settings of a run.

    >>> Config().with_values({"embedding_size": 64}).model.embedding_size
    64
    >>> Config.from_json(Config().to_json()) == Config()
    True
    """

    data: DataConfig = field(default_factory=DataConfig)
    tokenizer: TokenizerConfig = field(default_factory=TokenizerConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)

    def __post_init__(self) -> None:
        for setting in all_settings():
            setting.check(self.value(setting.name))

    def value(self, name: str) -> Any:
        """The value of the setting called `name`."""
        return getattr(getattr(self, section_of(name)), name)

    def values(self) -> dict[str, Any]:
        """All settings by name, without their sections."""
        return {setting.name: self.value(setting.name) for setting in all_settings()}

    def with_values(self, values: Mapping[str, Any]) -> "Config":
        """A copy with these settings changed.

        Raises:
            UsageError: a name is no setting, or a value is out of its range.
        """
        changed = self
        for name, value in values.items():
            section = section_of(name)
            part = replace(getattr(changed, section), **{name: value})
            changed = replace(changed, **{section: part})
        return changed

    def sized(self, pairs: int, given: Mapping[str, Any]) -> "Config":
        """A copy whose *by size* settings follow the number of pairs, save those in `given`.

        With attention by a score of `SAME_SIZE_SCORES` the decoder's states get the encoder's size.
        """
        chosen = {k: v for k, v in size_defaults(pairs).items() if k not in given}
        config = self.with_values({**chosen, **given})
        if config.model.needs_same_size and "decoder_size" not in given:
            return config.with_values({"decoder_size": 2 * config.model.encoder_size})
        return config

    def to_json(self) -> dict[str, Any]:
        """Plain data for config.json."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Config":
        """The opposite of `to_json`; a setting that is not there is as it was before it was one.

        Raises:
            RunError: a section or a setting is unknown, or a value has the wrong type.
            UsageError: a value is out of its range.
        """
        values: dict[str, Any] = dict(BEFORE_THERE_WAS)
        for section, part in data.items():
            if section not in _SECTIONS or not isinstance(part, Mapping):
                raise RunError(f"The settings have an unknown section {section!r}.")
            for name, value in part.items():
                if section_of(name) != section:
                    raise RunError(f"The settings have {name!r} in the section {section!r}.")
                values[name] = value
        return cls().with_values(values)


_SECTIONS: dict[str, type] = {
    "data": DataConfig,
    "tokenizer": TokenizerConfig,
    "model": ModelConfig,
    "training": TrainingConfig,
}


def all_settings() -> Iterator[Setting]:
    """Every setting of every section, in the order of the table."""
    yield from _TABLE.values()


def section_of(name: str) -> str:
    """The section that holds the setting called `name`.

    Raises:
        UsageError: there is no such setting.
    """
    if name not in _TABLE:
        raise UsageError(
            f"There is no setting called {name!r}.",
            hint="`seqattn train --help` lists them all.",
        )
    return _TABLE[name].section


_TABLE = {
    field.name: Setting.of(section, dataclass_of, field)
    for section, dataclass_of in _SECTIONS.items()
    for field in fields(dataclass_of)
}
