"""The settings table of `seqattn.config` as options of a command, and as a file.

A setting that is not given stays None, so that what was given can be told from a default. Of
several sources the first that has it wins: the option, --config FILE, the run folder (with
--resume), the default.
"""

import functools
import inspect
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from seqattn.config import Config, Setting, all_settings
from seqattn.errors import UsageError
from seqattn.text import visible

PANELS = {
    "data": "What of the corpus is used",
    "tokenizer": "Text to pieces",
    "model": "Mechanisms and sizes",
    "training": "Training",
}
_EXAMPLE = 'Write settings as in {"epochs": 10}; --show-config prints them all.'
_METAVARS = {int: "N", float: "X", str: "NAME"}


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each row of the table to a command.

    The command gets those given as its argument `given`, a dict from name to value.
    """

    @functools.wraps(command)
    def run(**arguments: Any) -> None:
        given = {
            setting.name: value
            for setting in all_settings()
            if (value := arguments.pop(setting.name)) is not None
        }
        command(given=given, **arguments)

    own = [p for p in _parameters(command) if p.name != "given"]
    parameters = own + [_parameter(setting) for setting in all_settings()]
    run.__signature__ = inspect.Signature(parameters, return_annotation=None)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameters(command: Callable[..., None]) -> list[inspect.Parameter]:
    return list(inspect.signature(command, eval_str=True).parameters.values())


def _parameter(setting: Setting) -> inspect.Parameter:
    names = setting.option
    if setting.type is bool:
        names += f"/--no-{setting.option.removeprefix('--')}"
    option = typer.Option(
        names,
        help=describe(setting),
        metavar=_METAVARS.get(setting.type),
        show_default=False,
        rich_help_panel=PANELS[setting.section],
        autocompletion=(lambda: list(setting.choices)) if setting.choices else None,
    )
    return inspect.Parameter(
        setting.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[setting.type | None, option],
    )


def describe(setting: Setting) -> str:
    """The help of a setting: what it is, its choices or range and unit, its default.

    >>> describe(next(s for s in all_settings() if s.name == "max_length"))
    'Longest sentence used for training. (1 to 5,000 pieces a side; default 200)'
    """
    details = []
    if setting.choices:
        details.append(", ".join(setting.choices))
    elif setting.minimum is not None and setting.maximum is not None:
        span = f"{_shown(setting.minimum)} to {_shown(setting.maximum)}"
        details.append(f"{span} {setting.unit}".rstrip())
    default = "by corpus size" if setting.by_size else _shown(setting.default)
    return f"{setting.help} ({'; '.join([*details, f'default {default}'])})"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:g}"


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of a JSON file: names and values, in sections or not, or a run's config.json.

    Raises:
        UsageError: the file cannot be read, holds no JSON object or an unknown setting, or a value
            is out of its range.
    """
    name = visible(str(path))
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(
            f"--config {name} cannot be read: {error.strerror}.", hint="Is the path right?"
        ) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"--config {name} is no JSON: {visible(str(error))}.",
            hint=_EXAMPLE,
        ) from error
    if isinstance(data, dict):
        data = data.get("config", data)
    if not isinstance(data, dict):
        raise UsageError(f"--config {name} holds no JSON object.", hint=_EXAMPLE)
    values = _flat(data)
    Config().with_values(values)
    return values


def _flat(data: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name in PANELS and isinstance(value, dict):
            values.update(value)
        else:
            values[name] = value
    return values
