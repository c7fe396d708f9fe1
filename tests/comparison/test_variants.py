"""What --preset, --vary and --variant mean, and what they refuse."""

import pytest

from seqattn import config
from seqattn.comparison.variants import (
    PRESETS,
    VARIED_IN_TRAINING,
    Variant,
    check_effect,
    common_heading,
    short_names,
    variants,
    with_common_sizes,
)
from seqattn.compatibility import NEEDS
from seqattn.config import Config, all_settings
from seqattn.errors import UsageError

CHOICES = {
    "contexts": ("context", config.CONTEXTS),
    "scores": ("score", config.SCORES),
    "encoders": ("encoder", config.ENCODERS),
    "summaries": ("summary", config.SUMMARIES),
}


@pytest.mark.parametrize("preset", CHOICES)
def test_a_preset_is_every_choice_of_one_mechanism_and_nothing_else_differs(preset):
    assert CHOICES.keys() == PRESETS.keys()
    name, choices = CHOICES[preset]
    found = variants([preset])
    assert [dict(variant.changes) for variant in found] == [{name: choice} for choice in choices]
    common = Config().with_values({"embedding_size": 7, "seed": 3})
    for variant, choice in zip(found, choices, strict=True):
        assert variant.config(common, 5) == common.with_values({name: choice, "seed": 5})


def test_ways_to_name_a_variant_add_up_and_none_comes_twice():
    found = variants(["contexts"], ["context=none", "decoder-self-attention=no,yes"], ["score=dot"])
    assert [variant.name for variant in found] == [
        *(f"context={choice}" for choice in config.CONTEXTS),
        "decoder-self-attention=no",
        "decoder-self-attention=yes",
        "score=dot",
    ]


def test_one_variant_may_change_several_settings_of_any_type():
    text = "encoder=self-attentive-rnn,--encoder_update=hxc,embedding-size=9,label-smoothing=0"
    (found,) = variants(single=[text])
    assert dict(found.changes) == {
        "encoder": "self-attentive-rnn",
        "encoder_update": "hxc",
        "embedding_size": 9,
        "label_smoothing": 0.0,
    }
    assert variants(single=[found.name]) == (found,)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"presets": ["context"]}, "--preset"),
        ({"vary": ["context"]}, "--vary"),
        ({"vary": ["context="]}, "--vary"),
        ({"vary": ["context=none,"]}, "--vary"),
        ({"vary": ["context=nothing"]}, "--context is 'nothing'"),
        ({"vary": ["score=dot,best"]}, "--score is 'best'"),
        ({"vary": ["colour=red"]}, "--vary"),
        ({"vary": ["embedding-size=wide"]}, "--embedding-size is 'wide'"),
        ({"vary": ["embedding-size=0"]}, "--embedding-size"),
        ({"vary": ["label-smoothing=nan"]}, "--label-smoothing"),
        ({"vary": ["decoder-self-attention=perhaps"]}, "--decoder-self-attention"),
        ({"single": ["encoder"]}, "--variant"),
        ({"single": ["encoder=rnn,score"]}, "--variant"),
        ({"single": ["encoder=lstm"]}, "--encoder is 'lstm'"),
        *(({"vary": [f"{name}=1"]}, f"--{name}") for name in ("seed", "epochs", "batch-tokens")),
        ({"vary": ["vocab-size=100,200"]}, "--vocab-size"),
        ({"vary": ["con\x1btext=none"]}, "--vary"),
    ],
)
def test_a_mistake_names_its_option(arguments, said):
    with pytest.raises(UsageError) as caught:
        variants(**arguments)
    assert said in caught.value.message
    assert "\x1b" not in caught.value.message
    assert caught.value.hint


def test_what_may_vary_leaves_text_budget_and_chance_alone():
    table = {setting.name: setting for setting in all_settings()}
    for name in VARIED_IN_TRAINING:
        assert table[name].section == "training"
    kept = {"epochs", "max_minutes", "batch_tokens", "seed", "device", "precision", "patience"}
    assert not kept & set(VARIED_IN_TRAINING)


@pytest.mark.parametrize(
    ("variant", "common", "names"),
    [
        ("score=dot", {"context": "fixed"}, ("--score", "--context fixed")),
        ("query=state-and-input", {"context": "none"}, ("--query", "--context none")),
        ("lexical-shortcut=yes", {"context": "fixed"}, ("--lexical-shortcut", "--context fixed")),
        ("encoder-score=dot", {}, ("--encoder-score", "--encoder gru")),
        ("encoder-update=hxc", {"encoder": "rnn"}, ("--encoder-update", "--encoder rnn")),
        ("summary-query-seed=2", {}, ("--summary-query-seed", "--summary last")),
    ],
)
def test_a_change_that_the_other_settings_make_void_is_refused(variant, common, names):
    with pytest.raises(UsageError) as caught:
        check_effect(variants(single=[variant]), Config().with_values(common))
    assert all(name in caught.value.message for name in names)
    [(other, (needed, *_))] = NEEDS[variant.split("=")[0].replace("-", "_")][0].items()
    assert f"--{other} {needed}" in caught.value.hint
    mended = f"{variant},{other}={needed}"
    check_effect(variants(single=[mended]), Config().with_values(common))


def test_all_variants_get_the_sizes_that_one_of_them_needs():
    common = Config().with_values({"encoder_size": 5, "decoder_size": 7})
    for texts, given, size in (
        (["score=additive,general"], {}, 7),
        (["score=additive,dot"], {}, 10),
        (["score=additive", "embedding-size=3,4"], {}, 7),
        (["score=additive,scaled-dot"], {"decoder_size": 7}, 7),
    ):
        sized = with_common_sizes(variants(vary=texts), common, given)
        assert sized == common.with_values({"decoder_size": size})


def test_no_preset_is_void_with_its_default_partners():
    check_effect(variants([*PRESETS]), Config())


def test_names_are_short_only_where_one_setting_differs():
    several = variants(["contexts"], single=["encoder=rnn"])
    assert common_heading(several) is None
    assert short_names(several)[-1] == "encoder=rnn"
    assert common_heading([Variant((("encoder", "rnn"), ("score", "dot")))]) is None


def test_run_folders_of_different_variants_differ():
    found = variants([*PRESETS], ["averaging=0,0.5"], ["encoder=rnn,score=dot"])
    folders = {variant.folder(seed) for variant in found for seed in (1, 11)}
    assert len(folders) == 2 * len(found)
