"""Search: from a source sentence to the target tokens that a model gives it.

Ways through the one `step` interface of `Stepper`:

    greedy.py   the likeliest token at each step
    beam.py     the `size` likeliest prefixes at each step (Graves 2012; Sutskever 2014, 3.2)
    force.py    a given target, to see its weights and its probability
    erasure.py  what each source token does for it: the same target without the token

    searcher.py     many sentences, in batches of like length
    stepper.py      what a search needs of a model, and the limits that all of them keep
    hypotheses.py   what is found, read off the steps of a search
    lattice.py      the steps of a beam with their back-pointers

Token ids and tensors in, `Hypothesis` out; no text here. What holds for all of them:

- Score: sum_t log p(y_t | y_<t, x) / n ** length_penalty, n the tokens with the end mark. 0 leaves
  the plain sum, which prefers short outputs; 1 is the mean. (Wu 2016, 7 has a kindred rule.)
  With a coverage penalty, a beam's finalists also pay for what they left of the source unread.
- A search stops at `length_limits`, so it always stops. What has not ended by then is marked, and
  ranks behind all that has ended: a loop repeated up to the limit often has the best mean.
- PAD, BOS and UNK are never chosen. UNK would tell the reader nothing; the next best token does,
  and with byte fallback every character can be spelled. Probabilities stay the model's own, not
  shared out anew over what is allowed, so that forcing the same tokens gives the same numbers.
- Row t of the weights is what predicted token t, of `erasure` what was worth most to it; the last
  row is the end mark's.
"""

from seqattn.search.beam import Rules, beam
from seqattn.search.force import force
from seqattn.search.greedy import greedy
from seqattn.search.hypotheses import Hypothesis
from seqattn.search.searcher import BATCH_SENTENCES, Searcher
from seqattn.search.stepper import FORBIDDEN, LENGTH_PENALTY, Stepper, length_limits

__all__ = [
    "BATCH_SENTENCES",
    "FORBIDDEN",
    "LENGTH_PENALTY",
    "Hypothesis",
    "Rules",
    "Searcher",
    "Stepper",
    "beam",
    "force",
    "greedy",
    "length_limits",
]
