"""Three ways to link words, all answering alike: one way, and the other.

    attention.py   seqattn: two models, one for each way, and where they look
    eflomal.py     a sampler over word links (HMM and fertility), from PyPI
    diagonal.py    no knowledge: words at the same place in their sentence

Each gives `Directions`: for every gold pair the links of the target's words (forward) and those of
the source's words (backward), both as (source word, target word). Both ways are joined by one code,
`seqattn.word_alignment.symmetrize`, so that aligners differ and joining does not. Only seqattn has
weights, too, and so links that both ways agree on.
"""

from dataclasses import dataclass, field
from typing import Any

Links = list[set[tuple[int, int]]]
"""(source word, target word) links of each pair."""


@dataclass(frozen=True)
class Directions:
    """What an aligner found, and how it was made.

    Attributes:
        forward: at most one link for each word of the target.
        backward: at most one for each word of the source; as (source, target), too.
        facts: what the row keeps besides the scores, such as the seed and the minutes.
        agreement: read off the weights of both ways together; None of an aligner without weights.
    """

    forward: Links
    backward: Links
    facts: dict[str, Any] = field(default_factory=dict)
    agreement: Links | None = None
