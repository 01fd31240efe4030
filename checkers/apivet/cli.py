"""The command ``apivet``. What a command does is in :mod:`apivet.commands`, imported when it is run, so that
``--version`` and ``--help`` answer at once."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from apivet import __version__

#: Exit statuses (contract section 9).
NOTHING_TO_REPORT, FINDINGS, UNUSABLE = 0, 1, 2

#: What a shell expects of a command that was interrupted from the keyboard.
_INTERRUPTED = 130

_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Group(click.Group):
    """A group of commands that ends quietly when interrupted or when nobody reads on, and suggests what was meant."""

    def invoke(self, ctx: click.Context) -> Any:
        _never_fail_to_print()
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(_INTERRUPTED)
        except BrokenPipeError:
            # Nobody reads on. What is left goes nowhere, or Python would complain about it once more at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(UNUSABLE)

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


# The character that keeps click from filling the paragraph that follows.
_AS_IT_STANDS = "\b\n"

_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet check                     check the tree below the working directory
  apivet explain E9701             what a rule means, and how to mend what it finds
  apivet exceptions add --help     ask for an approved exception
"""

_CHECK_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet check
  apivet check src/apis --select status-not-wiped-on-create,E9702
  apivet check --format json > report.json

{_AS_IT_STANDS}Exit status:
  0  nothing to report
  1  findings (with --strict, unproven ones too)
  2  something could not be read, understood or found; findings are still printed
"""

_EXPLAIN_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet explain status-not-wiped-on-create
  apivet explain E9701
"""

_ADD_EXAMPLES = f"""{_AS_IT_STANDS}Example:
  apivet exceptions add status-not-wiped-on-create apis.node.strategy.NodeStrategy status \\
    --reason "Kubelets register themselves with a status." --approved-by jane@example.org
"""


@click.group(cls=_Group, context_settings=_HELP, epilog=_EXAMPLES)
@click.version_option(__version__, prog_name="apivet", message="%(prog)s %(version)s")
def main() -> None:
    """Keep API servers to their conventions: prove it, watch it, or get it approved."""


_format = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True, help="What to print."
)
_config = click.option(
    "--config",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Read [tool.apivet] from this file instead of the nearest pyproject.toml.",
)


@main.command(epilog=_CHECK_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@_format
@click.option(
    "--select", multiple=True, metavar="RULES", help="Only these rules (symbols or ids, separated by commas)."
)
@click.option("--ignore", multiple=True, metavar="RULES", help="Not these rules.")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes [default: one a processor]."
)
@click.option("--strict", is_flag=True, help="Let unproven findings fail the run, too.")
@click.option("--show-suppressed", is_flag=True, help="Print findings that an approved exception covers, too.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write results of earlier runs.")
@_config
def check(paths: tuple[str, ...], **options: Any) -> None:
    """Check the source of API servers against the conventions.

    PATHs are files and directories; without any, the working directory is checked.
    """
    from apivet.commands.check import check as run

    sys.exit(run(paths, **options))


@main.command(epilog=_EXPLAIN_EXAMPLES)
@click.argument("rule")
def explain(rule: str) -> None:
    """Print the page of a RULE, given by its symbol or id."""
    from apivet.commands.rules import explain as run

    sys.exit(run(rule))


@main.command()
@_format
@_config
def rules(**options: Any) -> None:
    """List the rules, and whether each is on."""
    from apivet.commands.rules import list_rules

    sys.exit(list_rules(**options))


@main.command("config")
@_format
@_config
def config_(**options: Any) -> None:
    """Print the effective configuration, and where each value comes from."""
    from apivet.commands.config import show_config

    sys.exit(show_config(**options))


@main.group(cls=_Group, context_settings=_HELP)
def exceptions() -> None:
    """Approved exceptions from the rules (exceptions/exceptions.toml)."""


@exceptions.command("list")
@_format
@_config
def list_exceptions(**options: Any) -> None:
    """List the exceptions, and how each stands: in force, expired, unapproved or invalid."""
    from apivet.commands.exceptions import list_entries

    sys.exit(list_entries(**options))


@exceptions.command("verify")
@_config
def verify_exceptions(**options: Any) -> None:
    """Check the exceptions themselves: keys, rules, dates and approvers.

    Whether each is still needed only `apivet check` can tell.
    """
    from apivet.commands.exceptions import verify_entries

    sys.exit(verify_entries(**options))


@exceptions.command("add", epilog=_ADD_EXAMPLES)
@click.argument("rule")
@click.argument("object_", metavar="OBJECT")
@click.argument("field", required=False)
@click.option("--reason", default="TODO: say why this must stay as it is.", help="Why the departure is right.")
@click.option("--approved-by", default="", metavar="WHO", help="An approver named in exceptions/OWNERS.")
@click.option("--issue", metavar="URL", help="Where it was discussed.")
@click.option("--expires", type=click.DateTime(["%Y-%m-%d"]), help="The last day on which it holds.")
def add_exception(**values: Any) -> None:
    """Print an entry for RULE, OBJECT and FIELD, ready to be pasted into exceptions.toml."""
    from apivet.commands.exceptions import print_entry

    sys.exit(print_entry(**values))
