"""The peers, each in an environment of its own under the cache folder, made once.

Torch comes first and is the project's own version, so that what is compared is the toolkits. Both
peers then are installed without their dependencies, and only what they import while they train and
translate follows: OpenNMT-py asks for a torch older than 2.3, and of what both list, much is for
plots, linters and other tools. Versions are pinned, for the same figures later.
"""

import subprocess
import sys
from pathlib import Path

from benchmarks.measuring import CACHE, PROJECT, say

PEERS = ("joeynmt", "opennmt")

PACKAGES = {
    "joeynmt": (
        ("joeynmt==2.3.0",),
        # It imports importlib_metadata and does not list it; sentencepiece changed after 0.2.0.
        ("importlib_metadata==10.2.0", "sentencepiece==0.2.0", "protobuf==3.20.3", "numpy",
         "PyYAML==6.0.4", "packaging==26.4", "sacrebleu==2.6.0", "sacremoses==0.2.0",
         "subword-nmt==0.3.8", "matplotlib==3.11.2", "tensorboard==2.20.0", "tqdm==4.70.1"),
    ),
    "opennmt": (
        ("OpenNMT-py==3.5.1",),
        ("ConfigArgParse==1.9.0", "ctranslate2==4.8.5", "pyonmttok==1.38.1", "numpy",
         "PyYAML==6.0.4", "sacrebleu==2.6.0", "RapidFuzz==3.14.6", "pyahocorasick==2.3.1",
         "fasttext-wheel==0.9.2", "spacy==3.8.18", "six==1.17.0", "tensorboard==2.21.0",
         "flask==3.1.3", "waitress==3.0.2"),
    ),
}  # fmt: skip
"""Of each peer: what is installed without dependencies, and what it needs of them."""


def python_of(peer: str, cache: Path = CACHE) -> Path:
    """The Python of a peer's environment, which is made if it is not there.

    Raises:
        subprocess.CalledProcessError: it cannot be made; pip has said why.
    """
    folder = cache / "peers" / peer
    python = folder / "bin" / "python"
    if not (folder / ".installed").exists():
        say(f"Making {folder}: a few minutes, over a gigabyte")
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        bare, needed = PACKAGES[peer]
        for packages in ([_torch()], ["--no-deps", *bare], [_torch(), *needed]):
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", *packages], check=True)
        (folder / ".installed").touch()
    return python


def _torch() -> str:
    """The project's own pin of torch, such as `torch==2.13.0`."""
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("torch=="))
