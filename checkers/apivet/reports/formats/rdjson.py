"""Reviewdog's diagnostic format (rdjson), whose columns count bytes of UTF-8, as those of the document do."""

from __future__ import annotations

import json
from typing import Any, Final

from apivet.reports.excerpt import bytes_before
from apivet.reports.formats.sheet import Row, Sheet, told, weight, witnessed

_SEVERITIES: Final = {"error": "ERROR", "warning": "WARNING", "refactor": "INFO", "info": "INFO"}


def rdjson(sheet: Sheet) -> str:
    """The diagnostics as text."""
    document = {
        "source": {"name": "apivet", "url": sheet.help_uri("").rstrip("/")},
        "diagnostics": [_diagnostic(sheet, row) for row in sheet.findings],
    }
    return json.dumps(document, indent=2)


def _diagnostic(sheet: Sheet, row: Row) -> dict[str, Any]:
    place = {
        "path": sheet.from_top(row["path"]) if row["path"] else row["object"],
        "range": {
            "start": {"line": row["line"] or 1, "column": row["column"] + 1},
            "end": {"line": row["end_line"] or 1, "column": row["end_column"] + 1},
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
    start, end = (
        {"line": line, "column": bytes_before(edit["path"], line, column) + 1}
        for line, column in (edit["start"], edit["end"])
    )
    return {"start": start, "end": end}
