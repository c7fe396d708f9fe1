"""Write docs/cli.md from the commands' help: python tools/write_cli_docs.py."""

from pathlib import Path

from typer.testing import CliRunner

from seqattn.cli import COMMANDS, app

PAGE = Path(__file__).parents[1] / "docs" / "cli.md"

HEAD = """\
# The command line

Made from each command's `--help` by `make docs`; change the help, not this page.

Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 failed while running, 2 wrong
use or wrong data, 130 interrupted. A mistake is told in two lines, what and hint; `--debug` shows
where it was found. Of several sources of a setting the first that has it wins: the option,
`--config FILE`, the run folder (with `--resume`), the default.
"""


def page() -> str:
    """What docs/cli.md must say."""
    names = [command.__name__.replace("_", "-") for command in COMMANDS]
    parts = [HEAD, "## seqattn\n", _help()]
    for name in names:
        parts += [f"## seqattn {name}\n", _help(name)]
    return "\n".join(parts)


def _help(*command: str) -> str:
    """The help as it stands on a terminal of 80 columns."""
    shown = CliRunner().invoke(app, [*command, "--help"], prog_name="seqattn", env={"LC_ALL": "C"})
    return f"```text\n{shown.stdout.strip()}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
