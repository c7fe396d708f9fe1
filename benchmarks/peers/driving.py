"""How a driver is started, and what it answers.

A driver is a program that knows one toolkit and runs in its environment. It is given one JSON
object and prints one as its last line:

    {"do": "steps", "text": FOLDER, "batch": 64, "warmup": 5, "steps": 20, "work": FOLDER}
        trains on text/same64, unshuffled; answers {"tokens": .., "seconds": .., "peak_mib": ..} of
        the steps after the warm-up. Tokens are target pieces, end marks included.
    {"do": "learn", "text": FOLDER, "batch": 64, "minutes": 60, "work": FOLDER}
        trains on text/train and keeps a model under `work`
    {"do": "translate", "text": FOLDER, "batch": 64, "beam": 1, "work": FOLDER, "out": FILE}
        translates text/test with the model under `work` to a file of numbers of pieces; answers
        {"seconds": ..}, without the time to start and to load the model

`threads` and `tool` are in all of them.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarks.measuring import PROJECT, Row, environment
from benchmarks.peers.environments import PEERS, python_of

HERE = Path(__file__).parent

TOOLS = ("seqattn", "seqattn-auto", "plain", *PEERS)
"""seqattn in float32 and in the precision that `auto` chooses, plain PyTorch, the peers."""


def drive(tool: str, task: Mapping[str, object], threads: int, cache: Path) -> Row:
    """Give a tool a task and wait for its answer.

    Args:
        tool: one of `TOOLS`.
        task: see above.
        threads: that it computes with.
        cache: folder of the peers' environments.

    Raises:
        subprocess.CalledProcessError: it failed; what it said stands in work/TOOL.log.
    """
    work = Path(str(task["work"]))
    work.mkdir(parents=True, exist_ok=True)
    log = work / f"{tool}.log"
    given = json.dumps({**task, "threads": threads, "tool": tool})
    with log.open("a", encoding="utf-8") as said:
        done = subprocess.run(
            [*command(tool, cache), given],
            cwd=PROJECT, env=environment(threads), stdout=subprocess.PIPE, stderr=said,
            text=True, check=False,
        )  # fmt: skip
        said.write(done.stdout)
    if done.returncode:
        print(log.read_text("utf-8")[-3000:], file=sys.stderr)
        done.check_returncode()
    answer: Row = json.loads(done.stdout.splitlines()[-1])
    return answer


def command(tool: str, cache: Path) -> list[str]:
    """What starts a tool's driver, but for the task."""
    if tool in PEERS:
        return [str(python_of(tool, cache)), str(HERE / f"drive_{tool}.py")]
    return [sys.executable, "-m", "benchmarks.peers.drive_seqattn"]
