"""Every choice of mechanism from the command line: it trains, is loaded, translates, is seen.

Whether each computes what its formula says is the business of tests/attention and tests/models;
here it is whether the commands know what to do with it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seqattn.alignment import Alignment
from seqattn.config import (
    CONTEXTS,
    ENCODER_UPDATES,
    ENCODERS,
    all_settings,
)
from seqattn.layers import LAYERS
from tests.cli.command import options_of, seqattn, told
from tests.tiny import TINY, copy_pairs, write_pairs

SELF_ATTENTIVE = "self-attentive-rnn"
IN_PAIRS = ("encoder", "encoder_update", "context")
OPTIONS = options_of({**TINY, "encoder_size": 7, "epochs": 1, "batch_tokens": 1000})
"""One step of a model whose sizes a dot score can join: 2 * 7 = 14, the decoder's."""

SOURCE, TARGET = "a b c", "d e f g"
T_X, T_Y = 4, 5  # pieces and the end mark


def mechanisms() -> Iterator[dict[str, Any]]:
    """Each pair of encoder and context, each other choice once beside the defaults, and depth."""
    for encoder in ENCODERS:
        updates = ENCODER_UPDATES if encoder == SELF_ATTENTIVE else (None,)
        for update in updates:
            of_update = {} if update is None else {"encoder_update": update}
            yield from ({"encoder": encoder, **of_update, "context": c} for c in CONTEXTS)
    for setting in all_settings():
        if setting.section == "model" and setting.name not in IN_PAIRS:
            needed = {"encoder": SELF_ATTENTIVE} if setting.name == "encoder_score" else {}
            choices = (True, False) if setting.type is bool else setting.choices or ()
            yield from ({**needed, setting.name: c} for c in choices if c != setting.default)
    for deeper in ({"encoder_layers": 2}, {"transition_depth": 2}):
        yield from (deeper | norm for norm in ({}, {"layer_norm": True}))


def expected(chosen: dict[str, Any]) -> dict[str, tuple[int, int] | str]:
    """For each layer the shape of its matrix, or the option that a refusal must name."""
    encoder = chosen.get("encoder", "gru")
    context, summary = chosen.get("context", "attention"), chosen.get("summary", "last")
    self_attention = chosen.get("decoder_self_attention", False)
    of_encoder = {"self-attention": (T_X, T_X), SELF_ATTENTIVE: (T_X, T_X + 1)}
    attends = summary.startswith("attention")
    return {
        "decoder": (T_Y, T_X) if context == "attention" else f"--context {context}",
        "encoder": of_encoder.get(encoder, f"--encoder {encoder}"),
        "summary": (1, T_X) if attends else f"--summary {summary}",
        "decoder-self": (T_Y, T_Y) if self_attention else "--no-decoder-self-attention",
    }


@pytest.fixture(scope="module")
def few_pairs(tmp_path_factory) -> Path:
    return write_pairs(tmp_path_factory.mktemp("few"), copy_pairs(30))


@pytest.mark.parametrize("chosen", [*mechanisms()], ids=lambda chosen: " ".join(options_of(chosen)))
def test_a_mechanism_trains_translates_and_shows_or_refuses_its_attention(few_pairs, chosen):
    trained = seqattn("train", few_pairs, "--run", "run", "-q", *OPTIONS, *options_of(chosen))
    assert (trained.exit_code, trained.stderr) == (0, "")

    translated = seqattn("translate", "--run", "run", "-q", stdin="a b\n\nh\n")
    assert translated.exit_code == 0
    assert translated.stdout.count("\n") == 3

    for layer, wanted in expected(chosen).items():
        given = ["--target", TARGET] if layer.startswith("decoder") else []
        options = ["--layer", layer, "--format", "json", *given]
        shown = seqattn("show-attention", SOURCE, "--run", "run", *options)
        if isinstance(wanted, str):
            assert shown.exit_code == 2
            assert f"no attention in its {layer}: it was trained with {wanted}." in told(shown)[0]
            continue
        assert shown.exit_code == 0, shown.stderr
        found = Alignment.from_json(shown.stdout)
        assert found.shape == wanted
        np.testing.assert_allclose(found.row_sums(), 1.0, atol=1e-5)
        if layer == "decoder-self" or wanted == (T_X, T_X + 1):
            ahead = 1 if layer == "decoder-self" else 2  # row t looks back at itself, or at s_t-1
            assert not np.triu(found.weights, ahead).any()


def test_no_choice_and_no_layer_is_left_out():
    chosen = list(mechanisms())
    for setting in all_settings():
        if setting.section == "model" and setting.choices:
            found = {mechanism.get(setting.name, setting.default) for mechanism in chosen}
            assert found == set(setting.choices), setting.name
    shapes = [expected(mechanism) for mechanism in chosen]
    for layer in LAYERS:
        kinds = {type(of_layers[layer]) for of_layers in shapes}
        assert kinds == {tuple, str}, "a layer is never shown, or never refused"
