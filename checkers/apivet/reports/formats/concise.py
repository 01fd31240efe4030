"""One line a finding, in the form that editors and terminals make links of."""

from __future__ import annotations

from apivet.reports.escaping import one_line
from apivet.reports.formats.sheet import EXCEPTED, Row, Sheet, columns


def concise(sheet: Sheet) -> str:
    """``path:line:column: ID symbol: message``, and the counts unless it is to be quiet."""
    counts = sheet.document["summary"]
    lines = [one_line(_line(sheet, row)) for row in sheet.findings]
    told = ", ".join(f"{counts[each]} {each}" for each in ("violated", "unproven", "suppressed"))
    return "\n".join([*lines, *[told] * (not sheet.quiet)])


def _line(sheet: Sheet, row: Row) -> str:
    rule = sheet.rule(row)
    place = f"{row['path']}:{row['line']}:{columns(row)[0]}" if row["path"] else row["object"]
    marks = (" (unproven)" if row["verdict"] == "unproven" else "", EXCEPTED if row["suppressed_by"] else "")
    return f"{place}: {rule.name if rule else row['rule']}: {row['message']}{''.join(marks)}"
