"""JSON read with care: a versioned object whose every field must be of its kind.

What lies on a disk may be damaged, or edited by hand. Caught here it is told with its place
(`rows[3].text must be a text, got 5`); let through it would be a traceback somewhere else, later.

    kind               takes                      gives
    text               a string                   str
    truth              true, false                bool
    whole              12                         int
    number             12, 1.5; never NaN         float
    choice(names)      one of some strings        str
    or_null(kind)      null too                   None, or what null stands for
    listed(kind)       a list of such             tuple
    record(make, ..)   an object, all its keys    what `make` makes of them
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from seqattn.text import visible

T = TypeVar("T")
Kind = Callable[[Any], Any]
"""Takes a JSON value and gives what it stands for; raises `UnfitError` at any other."""


class UnfitError(Exception):
    """A value that is not of its kind. `place` is the way to it, from the innermost key out."""

    def __init__(self, said: str, place: str = "") -> None:
        super().__init__(said)
        self.said, self.place = said, place

    @classmethod
    def expected(cls, what: str, value: object) -> "UnfitError":
        """A value that should have been something else."""
        return cls(f" must be {what}, got {_shown(value)}")

    def inside(self, key: str) -> "UnfitError":
        """The same, seen from one level further out."""
        return UnfitError(self.said, key + self.place)

    def __str__(self) -> str:
        place = self.place.lstrip(".")
        return (place or "it") + self.said if place or self.said[0] != ":" else self.said[2:]


def text(value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise UnfitError.expected("a text", value)
    return value


def truth(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise UnfitError.expected("true or false", value)
    return value


def whole(value: Any) -> int:
    """A whole number."""
    if type(value) is not int:  # a bool is an int in Python
        raise UnfitError.expected("a whole number", value)
    return value


def number(value: Any) -> float:
    """A number that is finite, as a float."""
    if type(value) in (int, float):
        try:
            found = float(value)
        except OverflowError:  # hundreds of digits
            found = math.inf
        if math.isfinite(found):
            return found
    raise UnfitError.expected("a number", value)


def choice(names: Sequence[str]) -> Kind:
    """One of some strings."""

    def kind(value: Any) -> str:
        if value not in names:
            raise UnfitError.expected(f"one of {', '.join(map(repr, names))}", value)
        return str(value)

    return kind


def or_null(kind: Kind, meaning: Any = None) -> Kind:
    """That kind, or null, which stands for `meaning`."""
    return lambda value: meaning if value is None else kind(value)


def listed(kind: Kind) -> Kind:
    """A list of values of one kind, as a tuple."""

    def values(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise UnfitError.expected("a list", value)
        found = []
        for index, one in enumerate(value):
            try:
                found.append(kind(one))
            except UnfitError as unfit:
                raise unfit.inside(f"[{index}]") from None
        return tuple(found)

    return values


def record(make: Callable[..., Any], kinds: Mapping[str, Kind]) -> Kind:
    """An object with exactly these keys, given to `make`; its ValueErrors are told with the place.

    >>> point = record(dict, {"x": number, "name": or_null(text)})
    >>> point({"x": 1, "name": None})
    {'x': 1.0, 'name': None}
    >>> listed(point)([{"x": "1", "name": None}])
    Traceback (most recent call last):
    seqattn.alignment.checked_json.UnfitError: [0].x must be a number, got "1"
    """

    def made(value: Any) -> Any:
        if not isinstance(value, dict):
            raise UnfitError.expected("an object", value)
        found = {}
        for name, kind in kinds.items():
            if name not in value:
                raise UnfitError(f'has no "{name}"')
            try:
                found[name] = kind(value[name])
            except UnfitError as unfit:
                raise unfit.inside(f".{name}") from None
            except ValueError as error:
                raise UnfitError(f": {error}", f".{name}") from error
        if more := sorted(value.keys() - kinds.keys()):
            raise UnfitError(f'has an unknown key "{visible(more[0], 40)}"')
        try:
            return make(**found)
        except ValueError as error:
            raise UnfitError(f": {error}") from error

    return made


@dataclass(frozen=True)
class Form:
    """What a line of JSON must look like.

    Attributes:
        what: what to call it in a message.
        format: the text under "format".
        version: the number under "version".
        kinds: of all other keys; none may lack, and there may be no more.
    """

    what: str
    format: str
    version: int
    kinds: Mapping[str, Kind]

    def read(self, line: str | bytes, make: Callable[..., T]) -> T:
        """What `make` makes of the fields of a line.

        Raises:
            ValueError: the line is something else, damaged, or of another version.
        """
        try:
            values = json.loads(line)
        except RecursionError as error:
            raise ValueError(f"this JSON is no {self.what}: its brackets are too deep") from error
        return self.take(values, make)

    def take(self, values: Any, make: Callable[..., T]) -> T:
        """The same for JSON that has been parsed, such as a part of another object."""
        if not isinstance(values, dict) or values.get("format") != self.format:
            raise ValueError(f'this JSON is no {self.what}: "format" must be "{self.format}"')
        version = values.get("version")
        if type(version) is not int or version != self.version:
            raise ValueError(
                f"this {self.what} has version {_shown(version)}, expected {self.version}"
            )
        fields = {name: value for name, value in values.items() if name not in _HEAD}
        try:
            made: T = record(make, self.kinds)(fields)
        except UnfitError as unfit:
            raise ValueError(f"this {self.what}'s JSON is damaged: {unfit}") from unfit
        return made


_HEAD = ("format", "version")


def _shown(value: Any) -> str:
    """A JSON value in a message."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return visible(json.dumps(value, ensure_ascii=False), 40)
