"""Several options of a command that reach it as one argument.

A command names that argument where the options shall stand in its help; Typer sees the options.
All parameters of such a command are keyword-only, so that any of them may go without a default.
"""

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

Command = Callable[..., None]


def gathered(
    command: Command,
    argument: str,
    options: Sequence[inspect.Parameter],
    gather: Callable[[dict[str, Any]], Any],
) -> Command:
    """The command with options in the place of one of its arguments.

    Args:
        command: a function with the parameter `argument`, keyword-only.
        argument: what it gets instead of the options.
        options: annotated as Typer wants them, with defaults.
        gather: makes the argument of the values of the options, by name.

    >>> x, y = (inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=1) for n in "xy")
    >>> def show(*, before=0, total):
    ...     print(before, total)
    >>> shown = gathered(show, "total", [x, y], lambda values: sum(values.values()))
    >>> list(inspect.signature(shown).parameters)
    ['before', 'x', 'y']
    >>> shown(before=0, x=2, y=3)
    0 5
    """

    @functools.wraps(command)
    def run(**arguments: Any) -> None:
        values = {option.name: arguments.pop(option.name) for option in options}
        command(**{argument: gather(values)}, **arguments)

    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        parameters += options if parameter.name == argument else [parameter]
    run.__signature__ = inspect.Signature(parameters, return_annotation=None)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
