"""GitLab's code quality report: an array of issues (the Code Climate format as far as GitLab reads it)."""

from __future__ import annotations

import json
from typing import Final

from apivet.reports.formats.sheet import Row, Sheet, told, weight

_SEVERITIES: Final = {"error": "major", "warning": "minor", "refactor": "info", "info": "info"}


def gitlab(sheet: Sheet) -> str:
    """The array as text."""
    return json.dumps([_issue(sheet, row) for row in sheet.findings], indent=2)


def _issue(sheet: Sheet, row: Row) -> Row:
    path = sheet.from_top(row["path"]) if row["path"] else row["object"]
    return {
        "description": told(row),
        "check_name": row["rule"],
        "fingerprint": row["fingerprint"],
        "severity": _SEVERITIES[weight(row)],
        "location": {"path": path, "lines": {"begin": row["line"] or 1, "end": row["end_line"] or 1}},
    }
