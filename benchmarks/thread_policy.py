"""What two threads cost beside other work, and whether waiting differently helps.

    python -m benchmarks.thread_policy            wants the machine for itself, and at least 2 cores
    python -m benchmarks.thread_policy --quick    tiny sizes: tries the form only

Torch's threads meet at the end of every operation. Who comes first waits there, spinning for a
while before it sleeps; when another program has one of the cores, the thread on it comes late each
time. Measured is training speed with 1 and 2 threads, with nothing else to do and beside a busy
process, with the ways of waiting that the OpenMP libraries of torch's builds know: GNU's reads
GOMP_SPINCOUNT and OMP_WAIT_POLICY, Intel's and LLVM's KMP_BLOCKTIME and OMP_WAIT_POLICY. A variable
that the library at hand does not know changes nothing.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks import measuring, train_speed
from benchmarks.measuring import Row

POLICIES: dict[str, dict[str, str]] = {
    "default": {},
    "OMP_WAIT_POLICY=passive": {"OMP_WAIT_POLICY": "passive"},
    "GOMP_SPINCOUNT=100": {"GOMP_SPINCOUNT": "100"},
    "GOMP_SPINCOUNT=1000": {"GOMP_SPINCOUNT": "1000"},
    "GOMP_SPINCOUNT=10000": {"GOMP_SPINCOUNT": "10000"},
    "KMP_BLOCKTIME=0": {"KMP_BLOCKTIME": "0"},
    "KMP_BLOCKTIME=1": {"KMP_BLOCKTIME": "1"},
}
QUICK_POLICIES = ("default", "GOMP_SPINCOUNT=1000")

COLUMNS = {
    "threads": "d", "policy": "", "beside": "d", "tokens_per_second": ",.0f", "spread": ".1%",
    "ratio": ".2f",
}  # fmt: skip


def main() -> None:
    """Measure, print the table, write the JSON file."""
    options = measuring.arguments(__doc__).parse_args()
    base = train_speed.QUICK if options.quick else train_speed.BASE
    rows: list[Row] = []
    for beside in (0, 1):
        for threads in options.threads:
            for policy in QUICK_POLICIES if options.quick else POLICIES:
                if threads == 1 and policy != "default":
                    continue  # a thread alone waits for nobody
                measuring.say(f"{threads} threads, {policy}, beside {beside}")
                case = {**base, "precision": "float32", "repeats": options.repeats}
                with busy(beside), variables(POLICIES[policy]):
                    found = measuring.in_a_process("benchmarks.train_speed", case, threads)
                rows.append({**found, "policy": policy, "beside": beside})
    for row in rows:
        row["ratio"] = row["tokens_per_second"] / rows[0]["tokens_per_second"]
    measuring.publish(
        "thread_policy",
        "Training beside other work: ratio over one thread with nothing beside it",
        rows,
        folder=options.results,
        quick=options.quick,
        columns=COLUMNS,
        openmp=openmp(),
    )


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many other processes that compute without end."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@contextmanager
def variables(given: dict[str, str]) -> Iterator[None]:
    """Environment variables, for the processes started meanwhile."""
    before = dict(os.environ)
    os.environ.update(given)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def openmp() -> list[str]:
    """The OpenMP libraries that torch has loaded, such as libgomp.so.1."""
    code = (
        "import json, pathlib, torch; maps = pathlib.Path('/proc/self/maps'); "
        "lines = maps.read_text().split() if maps.exists() else []; "
        "names = {pathlib.Path(word).name for word in lines if 'omp' in word}; "
        "kinds = ('libgomp', 'libiomp', 'libomp'); "
        "print(json.dumps(sorted(name for name in names if name.startswith(kinds))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
