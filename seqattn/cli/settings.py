"""The settings table of `seqattn.config` as options of a command, and as a file.

A setting that is not given stays None, so that what was given can be told from a default. Of
several sources the first that has it wins: the option, --config FILE, the run folder (with
--resume), the default.
"""

import difflib
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from seqattn.cli.option_groups import Command, gathered
from seqattn.config import Setting, all_settings
from seqattn.errors import UsageError
from seqattn.text import visible

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PANELS = {
    "data": "What of the corpus is used",
    "tokenizer": "Text to pieces",
    "model": "Mechanisms and sizes",
    "training": "Training",
}
LARGEST = 1 << 20
"""Bytes of a settings file; all settings with comments take a few thousand."""

_EXAMPLE = 'Write settings as in epochs = 10 (TOML) or {"epochs": 10} (JSON).'
_METAVARS = {int: "N", float: "X", str: "NAME"}


def with_settings(command: Command) -> Command:
    """Add an option for each row of the table to a command.

    The command gets those given as its argument `given`, a dict from name to value.
    """
    return with_settings_of(*PANELS)(command)


def with_settings_of(*sections: str) -> Callable[[Command], Command]:
    """The same for the rows of some sections."""
    settings = [setting for setting in all_settings() if setting.section in sections]

    def given(values: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in values.items() if value is not None}

    def decorate(command: Command) -> Command:
        return gathered(command, "given", [_parameter(setting) for setting in settings], given)

    return decorate


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
    """The settings of a TOML or JSON file: in sections or not, or a run's config.json.

    JSON is what ends in .json or begins with `{`. Names may have hyphens, as options do.

    Raises:
        UsageError: the file cannot be read, is neither, holds an unknown setting or one twice, or a
            value is out of its range. The message names the file and the setting.
    """
    name = visible(str(path))
    data = _parsed(path, name)
    if isinstance(data, dict) and "config" in data:
        data = data["config"]
    if not isinstance(data, dict):
        raise UsageError(f"--config {name} holds no JSON object.", hint=_EXAMPLE)
    values: dict[str, Any] = {}
    for key, section, value in _flat(data):
        setting = _setting_called(key, section, name)
        if setting.name in values:
            raise UsageError(
                f"--config {name} sets {setting.name} twice.", hint="Leave one of them out."
            )
        try:
            setting.check(value)
        except UsageError as error:
            message = f"--config {name}: {visible(error.message)}"
            raise UsageError(message, hint=error.hint) from error
        values[setting.name] = value
    return values


def _parsed(path: Path, name: str) -> Any:
    """The content of a file, as JSON or as TOML."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)  # a device would never come to its end
        text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        raise UsageError(
            f"--config {name} cannot be read: {error.strerror}.", hint="Is the path right?"
        ) from error
    except ValueError as error:
        raise UsageError(f"--config {name} is not UTF-8.", hint="Is it a text file?") from error
    if len(content) > LARGEST:
        raise UsageError(
            f"--config {name} is longer than {LARGEST:,} bytes.", hint="Is it a settings file?"
        )
    is_json = path.suffix.lower() == ".json" or text.lstrip().startswith("{")
    try:
        return json.loads(text, object_pairs_hook=_object) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"--config {name} is no {'JSON' if is_json else 'TOML'}: {visible(str(error))}.",
            hint=_EXAMPLE,
        ) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; Python's own reading would silently keep the last of two equal names."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name!r} stands there twice")
        found[name] = value
    return found


def _flat(data: Mapping[str, Any]) -> Iterator[tuple[str, str | None, Any]]:
    """Each setting's name, the section it stands in (None: in none), its value."""
    for name, value in data.items():
        if name in PANELS and isinstance(value, dict):
            yield from ((key, name, inner) for key, inner in value.items())
        else:
            yield name, None, value


def _setting_called(key: str, section: str | None, file: str) -> Setting:
    """The setting that a file means by `key`; says which one it might mean if there is none."""
    settings = {setting.name: setting for setting in all_settings()}
    setting = settings.get(key.replace("-", "_"))
    if setting is None:
        close = difflib.get_close_matches(key.replace("-", "_"), [*settings, *PANELS], n=1)
        raise UsageError(
            f"--config {file} sets '{visible(key, 60)}', and there is no such setting.",
            hint=f"Did you mean {close[0]}?"
            if close
            else "`seqattn train --show-config` prints them all.",
        )
    if section not in (None, setting.section):
        raise UsageError(
            f"--config {file} sets {setting.name} in the section {section}.",
            hint=f"It belongs to the section {setting.section}.",
        )
    return setting
