"""Settings beside each other: what is said to do nothing does, and what is refused is unfit."""

import itertools
from typing import Any

import pytest
import torch

from seqattn.batches import EncodedCorpus, make_batch
from seqattn.compatibility import NEEDS, refuse_unfit, unmet, without_effect
from seqattn.config import SCORES, Config, all_settings
from seqattn.errors import UsageError
from seqattn.models.seq2seq import Seq2Seq
from seqattn.sizes import SMALLEST, size_defaults

SIZES = {"embedding_size": 6, "encoder_size": 4, "decoder_size": 8, "attention_size": 5}
PAIRS = [([4, 5, 6, 7], [8, 4]), ([10], [9, 5, 6])]
OTHER = {
    "encoder": "rnn", "encoder_score": "general", "encoder_update": "hxc", "context": "fixed",
    "score": "general", "query": "state-and-input", "summary": "mean", "tied_embeddings": "none",
}  # fmt: skip
"""Another value than the default of each setting that is a name."""

CONFIGS: list[dict[str, Any]] = [
    {},
    {"context": "none"},
    {"context": "fixed", "summary": "attention-learned"},
    {"score": "dot", "summary": "attention-fixed"},
    {"score": "dot"},
    {"score": "pooling", "encoder": "self-attention"},
    {"score": "scaled-dot", "encoder": "self-attentive-rnn"},
    {"score": "scaled-dot", "encoder": "self-attentive-rnn", "encoder_score": "dot"},
    {"score": "concat", "encoder": "self-attentive-rnn", "encoder_score": "dot"},
]


def made(settings: dict[str, Any]) -> tuple[list[tuple[str, torch.Size]], float]:
    """The parameters of a model and its loss."""
    torch.manual_seed(3)
    model = Seq2Seq(Config().with_values({**SIZES, **settings}), 11, 13, joint=False).eval()
    with torch.no_grad():
        loss = model.double().loss(make_batch(EncodedCorpus.build(PAIRS), [0, 1])).item()
    return [(name, weight.shape) for name, weight in model.named_parameters()], loss


def another(name: str, value: Any) -> Any:
    """A value of a setting that is not this one."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else OTHER[name]


@pytest.mark.parametrize("settings", CONFIGS, ids=lambda s: "-".join(s.values()) or "default")
def test_a_setting_makes_a_difference_exactly_where_it_is_said_to(settings):
    config = Config().with_values({**SIZES, **settings})
    before = made(settings)
    for setting in (setting for setting in all_settings() if setting.section == "model"):
        value = another(setting.name, config.value(setting.name))
        if setting.name in ("encoder_size", "decoder_size") and "dot" in config.model.score:
            continue  # no model at all: see below
        if value == config.value(setting.name):
            continue
        same = made({**settings, setting.name: value}) == before
        assert same == (unmet(config, setting.name) is not None), setting.name


def test_each_setting_of_the_table_is_one_and_both_idle_and_used_somewhere():
    configs = [Config().with_values(settings) for settings in CONFIGS]
    for name in NEEDS:
        reasons = [unmet(config, name) for config in configs]
        if name != "summary_query_seed":
            assert reasons.count(None) < len(reasons)
        assert None in reasons, name


def test_what_is_of_use_to_one_of_several_is_not_said_to_do_nothing():
    plain, recurrent = Config(), Config().with_values({"encoder": "self-attentive-rnn"})
    names = ["encoder_score", "encoder_update", "epochs"]
    assert len(list(without_effect([plain], names))) == 2
    assert list(without_effect([plain, recurrent], names)) == []
    assert list(without_effect([], names)) == []


def test_what_is_needed_is_said_as_it_is_typed():
    cases = [
        ({}, "encoder_update", "--encoder gru: it needs self-attentive-rnn."),
        ({"score": "dot"}, "attention_size", "--score dot: it needs additive or concat."),
    ]
    for settings, name, said in cases:
        [sentence] = without_effect([Config().with_values(settings)], [name])
        assert sentence.endswith(f" makes no difference with {said}")


def is_refused(settings: dict[str, Any], *, joint: tuple[bool, ...]) -> bool:
    """Whether no corpus of any size gives a model."""
    for pairs, one in itertools.product(SMALLEST, joint):
        config = Config().with_values(settings).sized(pairs, settings)
        # The same proportions, but small: only whether sizes are equal counts.
        sizes = {"embedding_size": 8, "attention_size": 8}
        small = {n: -(-config.value(n) // 8) for n in ("encoder_size", "decoder_size")}
        try:
            Seq2Seq(config.with_values({**sizes, **small}), 8, 8, joint=one)
        except UsageError:
            continue
        return False
    return True


GIVEN = [
    {},
    {"decoder_size": 512},
    {"decoder_size": 1024},
    {"decoder_size": 104},
    {"decoder_size": 8192},
    {"encoder_size": 64},
    {"encoder_size": 64, "decoder_size": 128},
    {"encoder_size": 64, "decoder_size": 64},
]


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("context", ["attention", "fixed"])
def test_sizes_are_refused_where_no_model_of_any_corpus_can_be_built(score, context):
    count = 0
    for given in GIVEN:
        settings = {"score": score, "context": context, **given}
        config = Config().with_values(settings)
        if is_refused(settings, joint=(True,)):
            count += 1
            with pytest.raises(UsageError, match=f"The {score} score needs") as caught:
                refuse_unfit(config, settings)
            assert "--decoder-size" in caught.value.hint
        else:
            refuse_unfit(config, settings)
    assert count == (3 if "dot" in score and context == "attention" else 0)


@pytest.mark.parametrize(
    ("vocabularies", "joint"), [("joint", (True,)), ("separate", (False,)), ("auto", (True, False))]
)
def test_embeddings_that_cannot_be_one_are_refused(vocabularies, joint):
    for tied in ("auto", "none", "decoder", "all"):
        settings = {"vocabularies": vocabularies, "tied_embeddings": tied}
        refused = is_refused(settings, joint=joint)
        assert refused == (tied == "all" and vocabularies == "separate")
        if refused:
            with pytest.raises(UsageError, match="--tied-embeddings all"):
                refuse_unfit(Config().with_values(settings), settings)
        else:
            refuse_unfit(Config().with_values(settings), settings)


def test_the_smallest_corpora_have_each_its_sizes_and_there_are_no_others():
    rows = [size_defaults(pairs) for pairs in SMALLEST]
    assert all(rows.count(row) == 1 for row in rows)
    for smallest, following in itertools.pairwise(SMALLEST):
        assert size_defaults(following - 1) == size_defaults(smallest)
    assert size_defaults(10**9) == rows[-1]
