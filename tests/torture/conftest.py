"""Tells what the torture did, behind all results."""

import pytest

from tests.torture.form import FIGURES, LONG, SEED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FIGURES:
        form = "long" if LONG else "short"
        terminalreporter.section(f"torture, {form} form, seed {SEED}")
        for name, count in FIGURES.items():
            terminalreporter.write_line(f"{count:>7,}  {name}")
