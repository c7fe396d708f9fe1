"""Settings: what follows the size of the corpus, and what follows other settings."""

import itertools

import pytest

from seqattn.config import BEFORE_THERE_WAS, SAME_SIZE_SCORES, SCORES, Config, section_of
from seqattn.sizes import size_defaults

PAIRS = (50, 5_000, 50_000, 500_000, 5_000_000)


@pytest.mark.parametrize("pairs", PAIRS)
def test_settings_by_size_follow_the_corpus_unless_they_were_given(pairs):
    sized = Config().sized(pairs, {"embedding_size": 77})
    for name, value in size_defaults(pairs).items():
        assert sized.value(name) == (77 if name == "embedding_size" else value)


@pytest.mark.parametrize(("pairs", "score"), list(itertools.product(PAIRS, SCORES)))
def test_a_score_that_needs_states_of_one_size_gets_them(pairs, score):
    model = Config().sized(pairs, {"score": score}).model
    if score in SAME_SIZE_SCORES:
        assert model.decoder_size == 2 * model.encoder_size
    else:
        assert model.decoder_size == size_defaults(pairs)["decoder_size"]
    given = Config().sized(pairs, {"score": score, "decoder_size": 9})
    assert given.model.decoder_size == 9


@pytest.mark.parametrize("context", ["none", "fixed"])
def test_where_nothing_is_scored_the_score_changes_no_size(context):
    model = Config().sized(500_000, {"score": "dot", "context": context}).model
    assert model.decoder_size == size_defaults(500_000)["decoder_size"]
    assert model.decoder_size != 2 * model.encoder_size


def test_a_run_from_before_a_setting_is_read_as_it_was_trained():
    data = Config().to_json()
    for name in BEFORE_THERE_WAS:
        del data[section_of(name)][name]
    assert Config.from_json(data) == Config().with_values(BEFORE_THERE_WAS)
    assert Config.from_json(Config().to_json()) == Config()
