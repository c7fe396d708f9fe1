"""eflomal (Östling and Tiedemann 2016), in an environment of its own, with its own settings.

Installing it compiles C: pip needs a compiler. It takes no seed, since its random numbers come from
the system, so it is run several times. It lowercases what it reads.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.alignment.aligners import Directions, Links
from benchmarks.measuring import CACHE, environment, say
from seqattn.evaluation import parse_pharaoh

VERSION = "2.0.0"


def executable(cache: Path = CACHE) -> Path:
    """The program; its environment is made if it is not there.

    Raises:
        subprocess.CalledProcessError: it cannot be made; pip has said why.
    """
    folder = cache / "peers" / "eflomal"
    if not (folder / ".installed").exists():
        say(f"Making {folder}: a minute, and a C compiler")
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, f"eflomal=={VERSION}"], check=True)
        (folder / ".installed").touch()
    return folder / "bin" / "eflomal-align"


def align(
    program: Path, read: Sequence[tuple[str, str]], places: Sequence[int], threads: int
) -> Directions:
    """Align a text once, both ways.

    Args:
        program: `eflomal-align`.
        read: lines of words.
        places: the lines that are wanted, by their place in `read`.
        threads: for its three samplers.
    """
    with tempfile.TemporaryDirectory() as made:
        files = {name: Path(made) / name for name in ("source", "target", "forward", "reverse")}
        for name, side in zip(("source", "target"), zip(*read, strict=True), strict=True):
            files[name].write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
        options = [part for name, path in files.items() for part in (_OPTIONS[name], str(path))]
        start = time.perf_counter()
        subprocess.run([str(program), *options], env=environment(threads), check=True)
        minutes = (time.perf_counter() - start) / 60
        found = [_links(files[name], len(read)) for name in ("forward", "reverse")]
    forward, backward = ([links[place] for place in places] for links in found)
    facts = {"version": VERSION, "seed": None, "minutes": round(minutes, 2), "threads": threads}
    return Directions(forward, backward, facts)


_OPTIONS = {
    "source": "--source",
    "target": "--target",
    "forward": "--forward-links",
    "reverse": "--reverse-links",
}


def _links(path: Path, count: int) -> Links:
    """The links it wrote: source-target in both files, a line for each line read."""
    lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    if len(lines) != count:
        raise ValueError(f"eflomal wrote {len(lines)} lines for {count}")
    return [set(parse_pharaoh(line).sure) for line in lines]
