"""One setting: its option, its unit, its range or choices, its default; the check of a value.

The table of all of them is `seqattn.config`.
"""

from dataclasses import Field, dataclass, field
from typing import Any, get_type_hints

from seqattn.errors import UsageError


def row(
    default: Any,
    help: str,
    *,
    unit: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    smallest: float | None = None,
    choices: tuple[str, ...] = (),
    by_size: bool = False,
) -> Any:
    """One row of the table, as a field of its section's dataclass.

    Args:
        default: its value where nobody says otherwise.
        help: what it is, a sentence.
        unit: of a number.
        minimum: smallest number allowed.
        maximum: largest number allowed.
        smallest: where 0 turns a limit off, the smallest number that makes sense as one.
        choices: all values allowed of a text.
        by_size: it follows the number of training pairs unless the user gave it.
    """
    return field(
        default=default,
        metadata={
            "help": help,
            "unit": unit,
            "minimum": minimum,
            "maximum": maximum,
            "smallest": smallest,
            "choices": choices,
            "by_size": by_size,
        },
    )


@dataclass(frozen=True)
class Setting:
    """One row of the table, as the command line and the documentation read it; see `row`."""

    name: str
    section: str
    type: type
    default: Any
    help: str
    unit: str
    minimum: float | None
    maximum: float | None
    smallest: float | None
    choices: tuple[str, ...]
    by_size: bool

    @classmethod
    def of(cls, section: str, part: Any, field: "Field[Any]") -> "Setting":
        """The row that `row` made of a field of the dataclass `part`."""
        kind = get_type_hints(part)[field.name]
        return cls(field.name, section, kind, field.default, **field.metadata)

    @property
    def option(self) -> str:
        """The name on the command line: `--embedding-size` of `embedding_size`."""
        return option_of(self.name)

    def check(self, value: Any) -> None:
        """Refuse a value of the wrong type or out of range.

        Raises:
            UsageError: names the option, the value and what is allowed.
        """
        whole = self.type is int and isinstance(value, int) and not isinstance(value, bool)
        number = (
            self.type is float and isinstance(value, int | float) and not isinstance(value, bool)
        )
        if not (whole or number or (self.type in (bool, str) and isinstance(value, self.type))):
            raise UsageError(
                f"{self.option} is {value!r}, which is not {_KINDS[self.type]}.", hint=self.help
            )
        if self.choices and value not in self.choices:
            raise UsageError(
                f"{self.option} is {value!r}.", hint=f"Choose one of {', '.join(self.choices)}."
            )
        low = self.minimum is not None and not value >= self.minimum
        high = self.maximum is not None and not value <= self.maximum
        if low or high:
            raise UsageError(
                f"{self.option} is {value}, out of its range.",
                hint=f"Give a number from {self.minimum:g} to {self.maximum:g}.",
            )
        if self.smallest is not None and 0 < value < self.smallest:
            raise UsageError(
                f"{self.option} is {value}, which makes no sense as a limit.",
                hint=f"Give a number from {self.smallest:g} to {self.maximum:g}, or 0 for none.",
            )


def dashed(name: str) -> str:
    """A setting's name as the command line has it: `embedding-size` of `embedding_size`."""
    return name.replace("_", "-")


def option_of(name: str) -> str:
    """The option of the setting of this name.

    >>> option_of("embedding_size")
    '--embedding-size'
    """
    return f"--{dashed(name)}"


_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
