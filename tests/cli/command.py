"""Running the command line in a test: inside this process, or as a real one."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from seqattn.cli import app
from tests.tiny import TINY


def options_of(settings: dict[str, Any]) -> list[str]:
    """Settings as options of `seqattn train`.

    >>> options_of({"batch_tokens": 9, "lowercase": False})
    ['--batch-tokens', '9', '--no-lowercase']
    """
    words = []
    for name, value in settings.items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{'' if value else 'no-'}{option}")
        else:
            words += [f"--{option}", str(value)]
    return words


TINY_OPTIONS = options_of(TINY)
"""The settings of `tests.tiny` as options of `seqattn train`."""


def seqattn(*arguments: object, stdin: str | bytes | None = None, **env: str) -> Result:
    """Run a command in this process. An exception that is not expected fails the test."""
    result = CliRunner().invoke(app, [*map(str, arguments)], input=stdin, env=env)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def told(result: Result) -> list[str]:
    """The lines of an expected mistake, checked for their form."""
    lines = result.stderr.splitlines()
    assert "Traceback" not in result.output
    assert [line[:7] for line in lines[-2:]] == ["Error: ", "Hint:  "], result.stderr
    return lines[-2:]


def process(*arguments: object, **options: Any) -> "subprocess.Popen[bytes]":
    """Start `python -m seqattn` as a process, with pipes; `env` adds to the environment."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", **options.pop("env", {})}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-m", "seqattn", *map(str, arguments)]
    return subprocess.Popen(command, env=env, **{**pipes, **options})


def write(path: Path, content: str | bytes) -> Path:
    """A file with exactly these bytes, or this text in UTF-8."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
