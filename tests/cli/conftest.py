"""A run that the tests of the commands share."""

from pathlib import Path

import pytest

from tests.cli.command import TINY_OPTIONS, seqattn
from tests.tiny import copy_pairs, write_pairs


@pytest.fixture(scope="session")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A TSV of 60 pairs; each sentence is its own translation."""
    return write_pairs(tmp_path_factory.mktemp("corpus"), copy_pairs(60))


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory, pairs: Path) -> Path:
    """A run folder, trained far enough to end its translations."""
    folder = tmp_path_factory.mktemp("runs") / "tiny"
    result = seqattn("train", pairs, "--run", folder, *TINY_OPTIONS, "--epochs", 40, "--quiet")
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test starts in an empty folder, with no run chosen from outside."""
    monkeypatch.chdir(tmp_path)
    for name in ("SEQATTN_RUN", "FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path
