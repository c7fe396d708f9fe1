"""Scoring a model on the dev set while it trains: loss, free-running BLEU, a sample.

The loss is teacher forced; BLEU is not: the model translates each source greedily, feeding back its
own output, so a decoder that could see the answer would be found out here.
"""

from dataclasses import dataclass

import torch

from seqattn.batches import EncodedCorpus, in_length_order, make_batch
from seqattn.evaluation import corpus_scores
from seqattn.models.seq2seq import Seq2Seq
from seqattn.reports import Sample
from seqattn.search import greedy, length_limits
from seqattn.tokenizer import Tokenizer

BATCH_TOKENS = 6000
"""Pieces of a validation batch, both sides: nothing is kept for gradients, so more fit."""


@dataclass(frozen=True)
class DevSet:
    """Pairs kept out of training.

    Attributes:
        encoded: N pairs of ids.
        sources: N texts.
        references: N texts, as the corpus has them: what BLEU compares with.
    """

    encoded: EncodedCorpus
    sources: list[str]
    references: list[str]

    def __len__(self) -> int:
        return len(self.references)


@dataclass(frozen=True)
class Outcome:
    """What a validation found; see `reports.Validated`."""

    loss: float
    bleu: float
    sample: Sample
    all_equal: bool


@torch.inference_mode()
def validate(
    model: Seq2Seq, dev: DevSet, tokenizer: Tokenizer, *, tokenize: str, sample: int
) -> Outcome:
    """Loss and greedy BLEU of a model in evaluation mode.

    Args:
        model: on any device, in evaluation mode.
        dev: at least one pair.
        tokenizer: of the target.
        tokenize: sacrebleu's tokenization.
        sample: any number; chooses the pair shown.
    """
    device = next(model.parameters()).device
    outputs = [""] * len(dev)
    loss, tokens = 0.0, 0
    for indices in in_length_order(dev.encoded, batch_tokens=BATCH_TOKENS):
        batch = make_batch(dev.encoded, indices).to(device)
        loss += model.loss(batch).item()
        tokens += batch.target_tokens
        limits = length_limits(batch.source_lengths)
        found = greedy(model, batch.source, batch.source_mask, limits, keep_weights=False)
        for index, hypothesis in zip(indices.tolist(), found, strict=True):
            outputs[index] = tokenizer.decode(hypothesis.tokens)
    scores = corpus_scores(outputs, dev.references, tokenize=tokenize)
    # Knuth's multiplicative hash: steps come in multiples, the pairs shown should not.
    shown = (sample * 2654435761 % 2**32) * len(dev) >> 32
    return Outcome(
        loss=loss / tokens,
        bleu=scores.bleu,
        sample=Sample(dev.sources[shown], outputs[shown], dev.references[shown]),
        all_equal=len(dev) > 1 and len(set(outputs)) == 1,
    )
