"""Groups of commands, and the options that several of them have. Imports nothing heavy: it is needed to
print ``--help``."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from functools import partial
from typing import Any

import click

from apivet.commands.endings import Ended, requests_heard
from apivet.documents import did_you_mean, reason
from apivet.jobs import with_rare_garbage_collection
from apivet.program.files import with_one_slash

#: The exit status of a run that cannot be used (contract section 9).
_UNUSABLE = 2

#: Errors of writing; not every system has each of them.
_OF_WRITING = frozenset(getattr(errno, name, None) for name in ("ENOSPC", "EIO", "EBADF", "EFBIG", "EDQUOT", "EPIPE"))

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class QuietGroup(click.Group):
    """A group of commands that ends quietly when interrupted or when nobody reads on, and suggests what was meant."""

    def __call__(self, *args: Any, **extra: Any) -> Any:
        """The program as a shell starts it: a mistake of its own is no finding."""
        with with_rare_garbage_collection():
            try:
                return self.main(*args, **extra)
            except Exception as error:
                sys.excepthook(type(error), error, error.__traceback__)
                _complain(f"internal error: {type(error).__name__}; please report it with the lines above")
                sys.exit(_UNUSABLE)
            finally:
                gc.freeze()  # what is left goes with the process, and is looked through for circles no more

    def main(self, *args: Any, **extra: Any) -> Any:
        """The whole program: what can't be printed, of whatever command, makes it useless."""
        if sys.stdout is None:
            _complain("standard output is closed")
            sys.exit(_UNUSABLE)
        try:
            try:
                return super().main(*args, **extra)
            finally:
                sys.stdout.flush()
        except OSError as error:
            if not _is_of_output(error):
                raise
            if not isinstance(error, BrokenPipeError):
                _complain(f"standard output cannot be written: {reason(error)}")
            _print_to_nowhere()
            sys.exit(_UNUSABLE)

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
            _print_to_nowhere()  # nobody reads on
            ctx.exit(_UNUSABLE)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"there is no command '{args[0]}'{hint}", ctx) from error


def _is_of_output(error: OSError) -> bool:
    """Whether it is standard output that fails: an error of writing that names no file, or one that comes again, as
    what was to be printed is still there."""
    if error.filename is None and error.errno in _OF_WRITING:
        return True
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def _print_to_nowhere() -> None:
    """Let what is left to print go nowhere, or Python would complain about it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> None:
    with contextlib.suppress(OSError):
        click.echo(f"apivet: {message}", err=True)


def _never_fail_to_print() -> None:
    """A file name that the terminal's encoding lacks is shown escaped instead of ending the run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


class PathName(click.Path):
    """The name of a file or directory. An empty one, as of a shell's variable that is not set, would be the working
    directory's."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not value:
            self.fail("an empty text names no file or directory", param, ctx)
        return super().convert(with_one_slash(os.fsdecode(value)), param, ctx)


def _coloured(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.color = {"always": True, "never": False}.get(value)


color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    expose_value=False,
    callback=_coloured,
    help="Print in colour [default: auto, on a terminal; NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are heeded].",
)
format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True, help="What to print."
)
path_option = partial(click.option, type=PathName())
config_option = path_option(
    "--config",
    metavar="FILE",
    help="Read [tool.apivet] from this file instead of the nearest pyproject.toml.",
)
