"""What pages name in backticks: files of the project and what is defined in them."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import PROJECT


@cache
def parsed(file: Path) -> ast.Module:
    """A file's code, read once."""
    return ast.parse(file.read_text(encoding="utf-8"))


def members(node: Any, prefix: str = "") -> set[str]:
    """Dotted names of the functions, classes, methods and constants that a module defines."""
    found = set()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            found |= {prefix + child.name}
        if isinstance(child, ast.ClassDef):
            found |= members(child, f"{prefix}{child.name}.")
        targets = child.targets if isinstance(child, ast.Assign) else [getattr(child, "target", 0)]
        found |= {prefix + each.id for each in targets if isinstance(each, ast.Name)}
    return found


def is_there(token: str) -> bool:
    """Whether a path, `path:name` or `path::test` exists in the project.

    >>> [is_there(f"tests/named.py{name}") for name in ("", ":is_there", ":nothing")]
    [True, True, False]
    """
    path, _, name = token.partition(":")
    file = PROJECT / path
    if not name:
        return file.exists()
    return file.is_file() and name.lstrip(":") in members(parsed(file))
