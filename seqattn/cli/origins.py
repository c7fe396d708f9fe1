"""Where the value of each setting comes from: what `train --show-config` prints.

Of several sources the first that has it wins:

    option     the command line
    file       --config FILE
    run        the run folder, with --resume; that of --init-from for all but the training
    size       the number of training pairs, for settings that follow it
    text       the text itself: what `auto` came to
    default    the table of `seqattn.config`

Both forms can be given to --config again.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqattn.config import Config, Setting, all_settings
from seqattn.shipped import shown
from seqattn.text import visible

FORMAT = "seqattn-settings"
VERSION = 1


@dataclass(frozen=True)
class Origins:
    """The settings of a training and what each of them was taken from.

    Attributes:
        options: settings given on the command line, by name.
        filed: settings in the file of --config.
        file: that file, or None.
        run: the run that is gone on with, or begun with, or None.
        config: all settings as training will use them.
        begun: whether `run` is only begun with: its training settings do not count.
    """

    options: Mapping[str, Any]
    filed: Mapping[str, Any]
    file: Path | None
    run: Path | None
    config: Config
    begun: bool = False

    def of(self, setting: Setting) -> str:
        """The source that won, one of those the module lists.

        >>> origins = Origins({"seed": 1}, {"epochs": 9}, Path("a.toml"), None, Config())
        >>> {origins.of(setting) for setting in all_settings()} == {
        ...     "option", "file", "size", "default"}
        True
        """
        if setting.name in self.options:
            return "option"
        if setting.name in self.filed:
            return "file"
        if self.run is not None and not (self.begun and setting.section == "training"):
            return "run"
        if setting.by_size:
            return "size"
        return "default" if self.config.value(setting.name) == setting.default else "text"

    def to_json(self) -> str:
        """One object: the settings as in config.json, and the origin of each."""
        origins = {setting.name: self.of(setting) for setting in all_settings()}
        about = {"format": FORMAT, "version": VERSION}
        return json.dumps({**about, "config": self.config.to_json(), "from": origins}, indent=2)

    def to_toml(self) -> str:
        """A table a section, the origin behind each value."""
        settings = list(all_settings())
        assigned = [f"{s.name} = {json.dumps(self.config.value(s.name))}" for s in settings]
        width = max(map(len, assigned))
        lines: list[str] = []
        for section in dict.fromkeys(setting.section for setting in settings):
            lines += ["", f"[{section}]"]
            lines += [
                f"{text:<{width}}  # {self._words(setting)}"
                for setting, text in zip(settings, assigned, strict=True)
                if setting.section == section
            ]
        return "\n".join(lines[1:])

    def _words(self, setting: Setting) -> str:
        """The origin in words; a name of a file is escaped, so it stays inside the comment."""
        return {
            "option": f"option {setting.option}",
            "file": f"file {visible(str(self.file))}",
            "run": f"run {shown(self.run)}" if self.run else "run",
            "size": "by the number of pairs",
            "text": "decided by the text",
            "default": "default",
        }[self.of(setting)]
