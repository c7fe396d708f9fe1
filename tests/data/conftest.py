"""What the tests of the corpus share: the corpus as its program makes it, once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "data"))

from maker.split import Parts, make_parts


@pytest.fixture(scope="session")
def parts() -> Parts:
    """All three parts, made anew."""
    return make_parts()
