"""A headless Chromium that opens a page of ours and says what its title became."""

import shutil
import subprocess
from pathlib import Path

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync"
    " --disable-background-networking --disable-component-update --virtual-time-budget=9000"
)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")


def title_after(page: str, visitor: str, folder: Path, address: str = "") -> str:
    """The title of a page once a script, put at its end, has run; `address` is a #fragment."""
    file = folder / "page.html"
    file.write_text(page.replace("</body>", visitor + "</body>"), encoding="utf-8")
    assert BROWSER is not None
    command = [BROWSER, *FLAGS.split(), f"--user-data-dir={folder / 'profile'}", "--dump-dom"]
    done = subprocess.run(
        [*command, file.as_uri() + address],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    return done.stdout.partition("<title>")[2].partition("</title>")[0]
