"""Lines of JSON with one thing wrong in each."""

import copy
import json
from collections.abc import Iterator
from typing import Any

OTHERS = (None, True, 5, 1.5, "x", [], {}, [[5]], {"text": "x"})


def kind_of(value: object) -> str:
    """The kind of a JSON value; a whole number is a number too."""
    names = {bool: "truth", int: "number", float: "number", str: "text", list: "list", dict: "map"}
    return names.get(type(value), "null")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value inside a JSON value, with the keys and indices that lead to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*path, key), one
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))


def with_value(data: Any, path: tuple[Any, ...], value: Any) -> str:
    """The line of JSON with another value at a place."""
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(changed)


def without(data: Any, path: tuple[Any, ...]) -> str:
    """The line of JSON without a key."""
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return json.dumps(changed)


def damaged(line: str, nullable: set[str]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Each place of a line holding a value of every other kind, each key left out, and one added.

    Args:
        line: JSON of an object.
        nullable: keys whose value, or whose numbers, may be null.
    """
    data = json.loads(line)
    for path, value in places(data):
        may_be_null = [key for key in path if isinstance(key, str)][-1] in nullable
        taken = {kind_of(value), *(("null",) if may_be_null else ())}
        for other in OTHERS:
            if value is not None and kind_of(other) not in taken:
                yield with_value(data, path, other), path
        if isinstance(path[-1], str):
            yield without(data, path), path
        if isinstance(value, dict):
            yield with_value(data, (*path, "more"), 1), path
    yield with_value(data, ("more",), 1), ("more",)
