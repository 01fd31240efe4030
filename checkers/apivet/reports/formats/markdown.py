"""Markdown, for the summary of a job or a comment on a change."""

from __future__ import annotations

import re
from typing import Final

from apivet.reports.counts import number_of
from apivet.reports.escaping import one_line
from apivet.reports.formats.sheet import EXCEPTED, Row, Sheet, case_of, witnessed

#: Characters that would be taken for markup.
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>#|!~])")


def markdown(sheet: Sheet) -> str:
    """Counts, a table of the findings, and the way to each."""
    summary = sheet.document["summary"]
    counts = ", ".join(f"**{summary[each]}** {each}" for each in ("violated", "unproven", "holds", "suppressed"))
    strategies = number_of(summary["strategies"], "strategy", "strategies")
    lines = ["# apivet", "", f"{counts}; {number_of(summary['files'], 'file')}, {strategies}."]
    if sheet.findings:
        lines += ["", "| verdict | rule | object | field | place |", "| --- | --- | --- | --- | --- |"]
        lines += [_table_row(sheet, row) for row in sheet.findings]
        for row in sheet.findings:
            lines += ["", *_details(sheet, row)]
    if sheet.problems:
        lines += ["", "## Problems", ""]
        lines += [f"- {_place(each['path'], each['line'])}: {_plain(each['message'])}" for each in sheet.problems]
    return "\n".join(lines)


def _table_row(sheet: Sheet, row: Row) -> str:
    verdict = f"{row['verdict']}{EXCEPTED}" if row["suppressed_by"] else row["verdict"]
    rule = f"[{row['rule']}]({sheet.help_uri(row['rule'])})"
    place = _place(row["path"], row["line"]) if row["path"] else ""
    cells = (verdict, rule, _code(row["object"]), _code(row["field"]) if row["field"] else "", place)
    return f"| {' | '.join(cells)} |"


def _details(sheet: Sheet, row: Row) -> list[str]:
    lines = [f"**{row['rule']}** {_code(row['object'])}: {_plain(row['message'])}"]
    steps = [f"{_place(path, line)}: {_plain(note)}" if path else _plain(note) for path, line, note in witnessed(row)]
    lines += ["", *(f"{number}. {step}" for number, step in enumerate(steps, start=1))] if steps else []
    case = case_of(sheet, row)
    fence = "`" * max(3, 1 + _longest_run(case))
    return [*lines, "", f"{fence}python", *map(one_line, case.rstrip("\n").split("\n")), fence] if case else lines


def _place(path: str, line: int) -> str:
    return _code(f"{path}:{line}" if line else path)


def _code(text: str) -> str:
    """Text in a span of code, in a table too."""
    shown = one_line(text).replace("|", "\\|")
    fence = "`" * (1 + _longest_run(shown))
    return f"{fence} {shown} {fence}" if "`" in shown else f"`{shown}`"


def _longest_run(text: str) -> int:
    """The length of the longest run of backticks, which what fences the text has to exceed."""
    return max(map(len, re.findall("`+", text)), default=0)


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", one_line(text))
