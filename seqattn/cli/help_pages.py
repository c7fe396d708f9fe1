"""Help pages: plain text with options in groups, the same on a terminal, in a pipe, in docs/cli.md.

Typer's own pages draw boxes, read `[x; c]` in a help text as markup, and cut long option names on a
terminal of 80 columns.
"""

from typing import Any

from typer.core import TyperCommand

OWN_GROUP = "Options"
ARGUMENTS = "seqattn.arguments"
"""Where in the context's `meta` a command finds its arguments as they were typed."""


class PlainCommand(TyperCommand):
    """A command whose options stand in the groups that their `rich_help_panel` names."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the arguments for commands that write down how they were called."""
        ctx.meta[ARGUMENTS] = (self.name, *args)
        rest: list[str] = super().parse_args(ctx, args)
        return rest

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then each group of options."""
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], OWN_GROUP: []}
        parameters: list[Any] = self.get_params(ctx)
        for parameter in parameters:
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            if parameter.param_type_name == "argument":
                groups["Arguments"].append((parameter.metavar, parameter.help or ""))
            else:
                group = getattr(parameter, "rich_help_panel", None) or OWN_GROUP
                groups.setdefault(group, []).append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)
