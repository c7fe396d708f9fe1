"""What the tests share: where the real data lies, which go first, and what the torture did."""

from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.torture.form import FIGURES, LONG, SEED

PROJECT = Path(__file__).parents[1]
LONGEST = ("torture/test_kills", "test_main_job", "test_shipped_corpus", "test_processes")
"""Files of which one test or one fixture takes long."""

hypothesis.settings.register_profile("project", deadline=None)  # a busy machine is no mistake
hypothesis.settings.load_profile("project")


@pytest.fixture
def shared_data() -> Path:
    """The folder of real parallel text beside the project; skips where it is absent."""
    folder = PROJECT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the real data in ../shared/data, which is not part of the project")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first: of several processes none should wait for another at the end."""

    def place(item: pytest.Item) -> int:
        places = (i for i, name in enumerate(LONGEST) if name in item.nodeid)
        return next(places, len(LONGEST))

    items.sort(key=place)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """One of several test processes hands over what its torture did."""
    handed: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if handed is not None:
        handed["figures"] = dict(FIGURES)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_testnodedown(node: Any) -> None:
    """The process that started the others takes it; one that broke down has nothing to hand."""
    FIGURES.update(getattr(node, "workeroutput", {}).get("figures", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what the torture did, behind all results."""
    if FIGURES:
        form = "long" if LONG else "short"
        terminalreporter.section(f"torture, {form} form, seed {SEED}")
        for name, count in FIGURES.items():
            terminalreporter.write_line(f"{count:>7,}  {name}")
