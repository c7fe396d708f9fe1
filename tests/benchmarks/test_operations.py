"""Operations counted off the sizes, against those that PyTorch counts while the model runs."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from benchmarks import models
from benchmarks.operations import forward_multiply_adds, step_operations
from seqattn.batches import EncodedCorpus, make_batch
from seqattn.config import QUERIES, SCORES, ModelConfig
from seqattn.models.seq2seq import Seq2Seq

SIZES = {"embedding_size": 6, "encoder_size": 5, "decoder_size": 10, "attention_size": 7}


def counted_by_pytorch(model: Seq2Seq, batch) -> int:
    """Operations of the products that the reference carries out, 2 a multiply-add."""
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        model.loss(batch)
    return counter.get_total_flops()


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("score", SCORES)
def test_a_step_needs_three_times_the_products_that_pytorch_counts_forward(score, query):
    settings = {**SIZES, "score": score, "query": query, "vocab_size": 17}
    pairs = [([5, 6, 7], [4, 8]), ([9, 4, 6], [5, 5])]  # lengths agree: no padding is computed
    training = models.training_of(settings)
    model = training.learner.model.eval()
    model.encoder.fast = model.decoder.fast = False
    batch = make_batch(EncodedCorpus.build(pairs), [0, 1])
    counted = counted_by_pytorch(model, batch)
    assert step_operations(training.config.model, 17, batch) == 3 * counted


def test_padding_counts_for_nothing():
    config = ModelConfig(**SIZES)
    pairs = [([5, 6, 7, 8, 9], [4]), ([9], [5, 5, 6])]
    corpus = EncodedCorpus.build(pairs)
    alone = [step_operations(config, 17, make_batch(corpus, [i])) for i in range(2)]
    assert step_operations(config, 17, make_batch(corpus, [0, 1])) == sum(alone)


@pytest.mark.parametrize(
    "other",
    [{"encoder": "rnn"}, {"context": "fixed"}, {"encoder_layers": 2}, {"transition_depth": 2}],
)
def test_what_is_not_counted_is_refused(other):
    with pytest.raises(ValueError, match="counted for"):
        forward_multiply_adds(ModelConfig(**other), 17, sources=1, targets=1, pairs=1, sentences=1)
