"""Reviewdog's diagnostic format (rdjson)."""

from __future__ import annotations

import json
from typing import Any, Final

from apivet.reports.formats.sheet import Row, Sheet, columns, told, weight, witnessed

_SEVERITIES: Final = {"error": "ERROR", "warning": "WARNING", "refactor": "INFO", "info": "INFO"}


def rdjson(sheet: Sheet) -> str:
    """The diagnostics as text."""
    document = {
        "source": {"name": "apivet", "url": sheet.help_uri("").rstrip("/")},
        "diagnostics": [_diagnostic(sheet, row) for row in sheet.findings],
    }
    return json.dumps(document, indent=2)


def _diagnostic(sheet: Sheet, row: Row) -> dict[str, Any]:
    first, last = columns(row)
    place = {
        "path": sheet.from_top(row["path"]) if row["path"] else row["object"],
        "range": {
            "start": {"line": row["line"] or 1, "column": first},
            "end": {"line": row["end_line"] or 1, "column": last},
        },
    }
    related = [
        {"message": note, "location": {"path": sheet.from_top(path), "range": {"start": {"line": line}}}}
        for path, line, note in witnessed(row)
        if path
    ]
    found: Row = {
        "message": told(row),
        "location": place,
        "severity": _SEVERITIES[weight(row)],
        "code": {"value": row["rule"], "url": sheet.help_uri(row["rule"])},
    }
    here = [edit for edit in (row["fix"] or {"edits": []})["edits"] if edit["path"] == row["path"]]
    if here and len(here) == len(row["fix"]["edits"]):  # a suggestion knows no other file
        found["suggestions"] = [{"range": _range(edit), "text": edit["text"]} for edit in here]
    return {**found, "related_locations": related} if related else found


def _range(edit: Row) -> dict[str, Any]:
    start, end = ({"line": line, "column": column + 1} for line, column in (edit["start"], edit["end"]))
    return {"start": start, "end": end}
