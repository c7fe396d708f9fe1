"""How much of the torture is done: the short form with all tests, or the long one.

The long form is chosen by the environment: `SEQATTN_TORTURE=1 pytest tests/torture`, which is what
`make torture` runs. What it did is counted in FIGURES and told at the end.
"""

import os
from collections import Counter

LONG = bool(os.environ.get("SEQATTN_TORTURE"))
SEED = int(os.environ.get("SEQATTN_TORTURE_SEED", "1"))
"""Of all that is drawn by chance; another one gives other kills and other inputs."""

FIGURES: Counter[str] = Counter()
"""What was done, by its name in words."""


def of(short: int, long: int) -> int:
    """How often, in the form that runs now."""
    return long if LONG else short
