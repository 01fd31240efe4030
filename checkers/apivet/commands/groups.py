"""How the commands are grouped, and the options that several of them have. Imports nothing heavy: it is needed to
print ``--help``."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

import click

from apivet.commands.endings import Ended, requests_heard

#: The exit status of a run that cannot be used (contract section 9).
_UNUSABLE = 2

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Group(click.Group):
    """A group of commands that ends quietly when interrupted or when nobody reads on, and suggests what was meant."""

    def invoke(self, ctx: click.Context) -> Any:
        _never_fail_to_print()
        try:
            try:
                with requests_heard():
                    return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except Ended as ended:
            with contextlib.suppress(OSError):  # the terminal may be what has gone
                click.echo(ended.word, err=True)
            ctx.exit(ended.status)
        except BrokenPipeError:
            # Nobody reads on. What is left goes nowhere, or Python would complain about it once more at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(_UNUSABLE)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from apivet.documents import did_you_mean

            hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"there is no command '{args[0]}'{hint}", ctx) from error


def _never_fail_to_print() -> None:
    """A file name that the terminal's encoding lacks is shown escaped instead of ending the run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True, help="What to print."
)
config_option = click.option(
    "--config",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Read [tool.apivet] from this file instead of the nearest pyproject.toml.",
)
