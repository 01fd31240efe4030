"""Where a report goes: to standard output in one format, and to files in any number of them."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from apivet.commands.options import UnusableError
from apivet.documents import did_you_mean

if TYPE_CHECKING:
    from apivet.catalogue import Catalogue
    from apivet.reports.formats.sheet import Sheet

TEXT = "text"
#: Those of :mod:`apivet.reports.formats.registry`, which is imported when one is asked for.
NAMES = (TEXT, "concise", "json", "sarif", "github", "gitlab", "junit", "rdjson", "markdown")
#: The file that GitHub shows at a job's end.
_STEP_SUMMARY = "GITHUB_STEP_SUMMARY"


def _parsed(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The formats and files that ``--output`` names."""
    found: list[tuple[str, str]] = []
    for value in values:
        name, colon, path = value.partition(":")
        if name not in NAMES:
            raise click.BadParameter(f"there is no format '{name}'{did_you_mean(name, NAMES)}")
        if not colon or not path:
            raise click.BadParameter(f"'{value}' names no file: write {name}:FILE")
        if any(os.path.abspath(path) == os.path.abspath(other) for _, other in found):
            raise click.BadParameter(f"two formats cannot both go to '{path}'")
        found.append((name, path))
    return tuple(found)


format_option = click.option(
    "--format", "format_", type=click.Choice(NAMES), default=TEXT, show_default=True, metavar="FORMAT",
    help=f"What to print: {', '.join(NAMES)}.",
)  # fmt: skip
output_option = click.option(
    "--output", "output", multiple=True, metavar="FORMAT:FILE", callback=_parsed,
    help="Write the report to a file as well, in this format; may be repeated.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outputs:
    """The format of standard output, and the files beside it with theirs."""

    format_: str
    files: tuple[tuple[str, str], ...] = ()
    show_suppressed: bool = False

    def write(self, rules: Catalogue, document: Callable[[], dict[str, Any]], text: Callable[[], None]) -> None:
        """Print the report, and write it to the files; ``text`` prints it for people. Raises :class:`UnusableError`
        where a file can't be written."""
        made: dict[str, str] = {}
        sheet = _sheet(document(), rules, self.show_suppressed) if self._asks_for_a_document() else None

        def rendered(name: str) -> str:
            if name not in made:
                made[name] = _printed(text) if sheet is None or name == TEXT else _rendered(name, sheet)
            return made[name]

        if self.format_ == TEXT:
            text()  # in colour, on a terminal
        else:
            sys.stdout.write(rendered(self.format_))
        sys.stdout.flush()
        summary = os.environ.get(_STEP_SUMMARY)
        failures = [_failure(path, rendered(name), "w") for name, path in self.files]
        if self.format_ == "github" and summary:
            failures.append(_failure(summary, rendered("markdown"), "a"))
        if told := [failure for failure in failures if failure]:
            raise UnusableError(told)

    def _asks_for_a_document(self) -> bool:
        return any(name != TEXT for name in (self.format_, *(name for name, _ in self.files)))


def _sheet(document: dict[str, Any], rules: Catalogue, show_suppressed: bool) -> Sheet:
    from apivet.git import GitError, Repository
    from apivet.reports.formats.sheet import Sheet

    top = prefix = ""
    with contextlib.suppress(GitError):
        repository = Repository(os.getcwd())
        top, prefix = repository.top.replace(os.sep, "/"), repository.prefix
    return Sheet(document, rules, top, prefix, show_suppressed)


def _rendered(name: str, sheet: Sheet) -> str:
    from apivet.reports.formats.registry import FORMATS

    return FORMATS[name](sheet) + "\n"


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
        return f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}"
    return ""
