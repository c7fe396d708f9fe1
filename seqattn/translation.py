"""A sentence and what a model made of it, as plain text and numbers."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from seqattn.alignment import Alignment
from seqattn.text import json_line

FORMAT = "seqattn-translation"
VERSION = 1

LENGTH_PENALTY = 1.0
"""Exponent of the length in a score."""

WeightKind = Literal["attention", "erasure"]
"""What the weights of a forced translation are: where the decoder looked before it knew a token, or
that times what the token, now known, loses without a source token, see `seqattn.search.erasure`."""


@dataclass(frozen=True)
class Translation:
    """A sentence and what the model made of it.

    Attributes:
        source: the text as given.
        text: the translation, one line, may be empty.
        alignment: the decoder's attention, or what was asked for instead; None where the model has
            none, where it was not asked for, and for a blank source.
        score: the log-probability over length ** length_penalty, see `seqattn.search`.
        log_prob: natural logarithm of the probability of the whole translation.
        ended: whether the model ended the sentence itself; False where the length limit cut it.
        alternatives: the next best translations of an n-best search, best first.
        stray_bytes: bytes that the model wrote and that make no character, each U+FFFD in `text`.
    """

    source: str
    text: str
    alignment: Alignment | None
    score: float
    log_prob: float
    ended: bool
    alternatives: tuple["Translation", ...] = ()
    stray_bytes: int = 0

    def to_json(self) -> str:
        """One line of JSON with all attributes; the alignment as `Alignment.to_json` writes it."""
        return json_line({"format": FORMAT, "version": VERSION, **self._plain()})

    def _plain(self) -> dict[str, Any]:
        alignment = None if self.alignment is None else json.loads(self.alignment.to_json())
        alternatives = [other._plain() for other in self.alternatives]
        names = ("source", "text", "score", "log_prob", "ended", "stray_bytes")
        plain = {name: getattr(self, name) for name in names}
        return {**plain, "alignment": alignment, "alternatives": alternatives}
