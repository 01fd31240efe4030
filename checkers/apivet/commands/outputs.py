"""Where a report goes: to standard output in one format, and to files in any number of them."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec
from msgspec import Struct

from apivet.commands.groups import color_option
from apivet.commands.options import UnusableError
from apivet.config.model import FORMATS as NAMES
from apivet.config.model import JSON, TEXT, Config
from apivet.documents import did_you_mean, reason
from apivet.jobs import without_garbage_collection
from apivet.reports.text import Detail

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    from apivet.catalogue import Catalogue
    from apivet.reports.formats.sheet import Sheet

#: The file that GitHub shows at a job's end.
_STEP_SUMMARY = "GITHUB_STEP_SUMMARY"


def _parsed(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The formats and files that ``--output`` names."""
    found: list[tuple[str, str]] = []
    for value in values:
        name, colon, path = value.partition(":")
        if name not in NAMES:
            raise click.BadParameter(f"there is no format '{name}'{did_you_mean(name, NAMES)}")
        if path == "-":
            raise click.BadParameter(f"standard output has what --format says: --format {name}")
        if not colon or not path:
            raise click.BadParameter(f"'{value}' names no file: write {name}:FILE")
        if any(os.path.abspath(path) == os.path.abspath(other) for _, other in found):
            raise click.BadParameter(f"two formats cannot both go to '{path}'")
        found.append((name, path))
    return tuple(found)


format_option = click.option(
    "--format", "format_", type=click.Choice(NAMES), metavar="FORMAT",
    help=f"What to print: {', '.join(NAMES)} [default: {TEXT}, or what the configuration says].",
)  # fmt: skip
output_option = click.option(
    "--output", "output", multiple=True, metavar="FORMAT:FILE", callback=_parsed,
    help="Write the report to a file as well, in this format; may be repeated.",
)  # fmt: skip


_suppressed_option = click.option(
    "--show-suppressed", is_flag=True, help="Print findings that an approved exception covers, too."
)
_quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="Print a line for each finding, and nothing else (text, concise)."
)
_statistics_option = click.option(
    "--statistics", is_flag=True, help="Print how many findings each rule has instead of the findings."
)
_verbose_option = click.option(
    "-v", "--verbose", is_flag=True,
    help="Print each finding by itself; where hooks were run, also the smallest case that shows it, and every verdict "
    "with the runs that it rests on and the lines that never ran.",
)  # fmt: skip
_exit_zero_option = click.option(
    "--exit-zero", is_flag=True, help="End with 0 though there are findings; with 2 where something could not be used."
)


def report_options(command: F) -> F:
    """The options that say what becomes of a report."""
    options = (
        format_option, output_option, _quiet_option, _verbose_option, _statistics_option, _suppressed_option,
        _exit_zero_option, color_option,
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


class ReportOptions(Struct, frozen=True):
    """The command line's options about a report."""

    format_: str | None
    output: tuple[tuple[str, str], ...]
    quiet: bool
    verbose: bool
    statistics: bool
    show_suppressed: bool
    exit_zero: bool

    def __post_init__(self) -> None:
        """Refuse at once, before a long run, what can't be printed."""
        if self.quiet and self.verbose:
            raise click.UsageError("--quiet and --verbose exclude each other")
        if self.statistics and self.format_ not in (None, TEXT):
            raise click.UsageError(f"--statistics is a text, and no --format {self.format_}")

    def outputs(self, config: Config) -> Outputs:
        """Where the report goes, where the configuration may name the format."""
        named = self.format_ or (TEXT if self.statistics else config.format)
        return Outputs(named, self.output, self.show_suppressed, self.quiet)

    def detail(self) -> Detail:
        """The amount of it that a person sees."""
        return Detail(self.show_suppressed, self.verbose, self.quiet, self.statistics)

    def refuse_beside(self, options: dict[str, bool], *, besides: tuple[str, ...] = ()) -> None:
        """Refuse formats together with options that print lines or a program, but for those ``besides`` text that they
        have."""
        told = [f"--format {self.format_}"] * (self.format_ not in (None, TEXT, *besides))
        told += ["--output"] * bool(self.output)
        for name, given in options.items():
            if given and told:
                raise click.UsageError(f"{told[0]} does nothing with {name}, which prints lines and no report")

    def status(self, status: int) -> int:
        """The exit status."""
        return 0 if self.exit_zero and status == 1 else status


class Outputs(Struct, frozen=True):
    """The format of standard output, and the files beside it with theirs."""

    format_: str
    files: tuple[tuple[str, str], ...] = ()
    show_suppressed: bool = False
    quiet: bool = False

    def write(self, rules: Catalogue, document: Callable[[], dict[str, Any]], text: Callable[[], None]) -> None:
        """Print the report, and write it to the files; ``text`` prints it for people. Raises :class:`UnusableError`
        where a file can't be written."""
        with without_garbage_collection():  # nothing in it refers to itself
            told = document() if self._asks_for_a_document() else {}

        @functools.cache
        def sheet() -> Sheet:
            return _sheet(told, rules, self.show_suppressed, self.quiet)

        @functools.cache
        def rendered(name: str) -> str:
            if name == JSON:
                return _indented(told) + "\n"
            return _printed(text) if name == TEXT else _rendered(name, sheet())

        if self.format_ == TEXT:
            text()  # in colour, on a terminal
        else:
            sys.stdout.write(rendered(self.format_))
        sys.stdout.flush()
        summary = os.environ.get(_STEP_SUMMARY)
        failures = [_failure(path, rendered(name), "w") for name, path in self.files]
        if self.format_ == "github" and summary:
            failures.append(_failure(summary, rendered("markdown"), "a"))
        if lines := [failure for failure in failures if failure]:
            raise UnusableError(lines)

    def _asks_for_a_document(self) -> bool:
        return any(name != TEXT for name in (self.format_, *(name for name, _ in self.files)))


def _sheet(document: dict[str, Any], rules: Catalogue, show_suppressed: bool, quiet: bool) -> Sheet:
    from apivet.git import Repository
    from apivet.git_process import GitError
    from apivet.reports.formats.sheet import Sheet, readable

    top = prefix = ""
    with contextlib.suppress(GitError):
        repository = Repository(os.getcwd())
        top, prefix = repository.top.replace(os.sep, "/"), repository.prefix
    return Sheet(readable(document), rules, top, prefix, show_suppressed, quiet)


def _rendered(name: str, sheet: Sheet) -> str:
    from apivet.reports.formats.registry import FORMATS

    text = FORMATS[name](sheet)
    return text and text + "\n"


def _printed(text: Callable[[], None]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as stream:
        text()
    return stream.getvalue()


def _failure(path: str, text: str, mode: str) -> str:
    """The reason why a text can't be written to a file; empty where it was."""
    try:
        with open(path, mode, encoding="utf-8", errors="backslashreplace", newline="") as stream:
            stream.write(text)
    except (OSError, ValueError) as error:
        return f"{path}: cannot be written: {reason(error)}"
    return ""


def _indented(document: dict[str, Any]) -> str:
    """A document as JSON that people can read, in half the time that the standard library takes to indent it. A name of
    a file that is no text is one to it alone."""
    try:
        return msgspec.json.format(json.dumps(document), indent=2)
    except msgspec.DecodeError:
        return json.dumps(document, indent=2)
