"""Workflow commands, which GitHub turns into annotations of a change."""

from __future__ import annotations

from typing import Final

from apivet.reports.escaping import one_line
from apivet.reports.formats.sheet import Row, Sheet, columns, is_about_a_file, step_line, told, weight, witnessed

_LEVELS: Final = {"error": "error", "warning": "warning", "refactor": "notice", "info": "notice"}


def github(sheet: Sheet) -> str:
    """A command for each finding and each problem."""
    commands = [_command(sheet, row) for row in sheet.findings]
    for problem in sheet.problems:
        level = "error" if problem["fatal"] else "warning"
        place = [("file", sheet.from_top(problem["path"])), ("line", str(problem["line"] or 1))]
        given = [*(place if is_about_a_file(problem) else ()), ("title", "apivet")]
        commands.append(_written(level, given, problem["message"]))
    return "\n".join(commands)


def _command(sheet: Sheet, row: Row) -> str:
    first, last = columns(row)
    given = [("title", row["rule"])]
    if row["path"]:
        place = [("file", sheet.from_top(row["path"])), ("line", str(row["line"])), ("endLine", str(row["end_line"]))]
        # Columns of more than one line are refused.
        place += [("col", str(first)), ("endColumn", str(last))] if row["line"] == row["end_line"] else []
        given = [*place, *given]
    steps = [step_line(path and one_line(sheet.from_top(path)), line, note) for path, line, note in witnessed(row)]
    return _written(_LEVELS[weight(row)], given, "\n".join([told(row), *steps]))


def _written(level: str, given: list[tuple[str, str]], message: str) -> str:
    properties = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in given)
    return f"::{level} {properties}::{_escaped(message)}"


def _escaped(text: str, besides: str = "") -> str:
    """Text as a command carries it: ``%``, ends of lines, and in properties ``:`` and ``,``, are escaped."""
    for character in f"%\r\n{besides}":
        text = text.replace(character, f"%{ord(character):02X}")
    return text
