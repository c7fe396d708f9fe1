"""What the tests share: where the real data lies, if it is there."""

from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.fixture
def shared_data() -> Path:
    """The folder of real parallel text beside the project; skips where it is absent."""
    folder = PROJECT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the real data in ../shared/data, which is not part of the project")
    return folder
