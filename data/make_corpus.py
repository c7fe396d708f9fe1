"""Write the shipped corpus beside this file: `python data/make_corpus.py`.

No arguments and no third-party packages; the same bytes on every Python from 3.10 on.
"""

from __future__ import annotations

from pathlib import Path

from maker.output import files
from maker.split import make_parts


def main() -> None:
    """Write every file of the corpus."""
    folder = Path(__file__).parent
    for name, content in files(make_parts()).items():
        (folder / name).write_bytes(content.encode("utf-8"))


if __name__ == "__main__":
    main()
