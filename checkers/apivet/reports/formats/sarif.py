"""SARIF 2.1.0, as code scanning services read it.

One run. Results carry fingerprints that survive moved lines, the way to a violation as a code flow, and the exception
that covers one as a suppression, so that suppressed findings are always there, as far as GitHub takes so many. Lines
and columns count from 1, columns in characters.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from apivet.catalogue import Rule
from apivet.reports.formats.sheet import Row, Sheet, about, columns, is_about_a_file, severity, witnessed

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "refactor": "note", "info": "note"}
#: The most results of a run that GitHub takes.
_MOST_RESULTS: Final = 25_000
#: The base of all URIs: the top of the repository.
_TOP: Final = "%SRCROOT%"


def sarif(sheet: Sheet) -> str:
    """The log as text."""
    rows, left_out = _within_limits(list(sheet.document["findings"]))
    symbols = sorted({row["rule"] for row in rows} | {row["rule"] for row in sheet.document["verdicts"]})
    rules = [_rule(sheet, symbol) for symbol in symbols]
    tool = sheet.document["tool"]
    driver = {
        "name": tool["name"],
        "version": tool["version"],
        "semanticVersion": tool["version"],
        "informationUri": sheet.help_uri("").rstrip("/"),
        "rules": rules,
    }
    fatal = any(problem["fatal"] for problem in sheet.problems)
    invocation = {
        "executionSuccessful": not fatal,
        "toolExecutionNotifications": [*map(partial(_notification, sheet), sheet.problems), *left_out],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": [_result(sheet, row, symbols.index(row["rule"])) for row in rows],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _within_limits(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """The findings that a service takes, in their order, and the notification of what is left out: suppressed ones
    first, then those that are least severe."""
    if len(rows) <= _MOST_RESULTS:
        return rows, []

    def weight(place: int) -> tuple[bool, int, int]:
        row = rows[place]
        return row["suppressed_by"] is not None, list(_LEVELS).index(severity(row)), place

    kept = sorted(sorted(range(len(rows)), key=weight)[:_MOST_RESULTS])
    number = len(rows) - len(kept)
    text = f"{number:,} of {len(rows):,} findings are left out, as GitHub takes no more; --format json has all"
    return [rows[place] for place in kept], [{"level": "warning", "message": {"text": text}}]


def _rule(sheet: Sheet, symbol: str) -> Row:
    rule = sheet.rules.find(symbol)
    found: Row = {"id": symbol, "helpUri": sheet.help_uri(symbol)}
    if rule is None:
        return found
    sections = "\n\n".join(f"## {heading}\n\n{text.strip()}" for heading, text in rule.sections.items())
    return {
        **found,
        "name": _pascal(symbol),
        "shortDescription": {"text": rule.sentence},
        "fullDescription": {"text": _first_paragraph(rule) or rule.sentence},
        "help": {"text": sections or rule.sentence, "markdown": sections or rule.sentence},
        "defaultConfiguration": {"level": _LEVELS[rule.severity.value]},
        "properties": {"tags": ["api-conventions", *([rule.id] if rule.id else [])]},
    }


def _first_paragraph(rule: Rule) -> str:
    return " ".join(next(iter(rule.sections.values()), "").strip().split("\n\n")[0].split())


def _pascal(symbol: str) -> str:
    return "".join(word.capitalize() for word in symbol.split("-"))


def _result(sheet: Sheet, row: Row, index: int) -> Row:
    result: Row = {
        "ruleId": row["rule"],
        "ruleIndex": index,
        "level": _LEVELS[severity(row)],
        "message": {"text": f"{about(row)}: {row['message']}"},
        "locations": [_location(sheet, row)],
        "partialFingerprints": {"apivet/v1": row["fingerprint"]},
        "properties": {key: row[key] for key in ("verdict", "confidence", "evidence", "object", "field")},
    }
    steps = [_step(sheet, path, line, note) for path, line, note in witnessed(row)]
    if steps:
        result["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    if row["fix"]:
        result["fixes"] = [_fix(sheet, row)]
    if row["suppressed_by"] is not None:
        covered = {"kind": "external", "status": "accepted", "justification": row["suppressed_by"]}
        result["suppressions"] = [covered]
    return result


def _fix(sheet: Sheet, row: Row) -> Row:
    changes: dict[str, list[Row]] = {}
    for edit in row["fix"]["edits"]:
        (first, column), (last, end) = edit["start"], edit["end"]
        region = {"startLine": first, "startColumn": column + 1, "endLine": last, "endColumn": end + 1}
        replacement = {"deletedRegion": region, "insertedContent": {"text": edit["text"]}}
        changes.setdefault(edit["path"], []).append(replacement)
    made = [{**_artifact(sheet, path), "replacements": changes[path]} for path in changes]
    return {"description": {"text": f"Mend it ({row['fix']['safety']})"}, "artifactChanges": made}


def _location(sheet: Sheet, row: Row) -> Row:
    location: Row = {"logicalLocations": [{"fullyQualifiedName": row["object"]}]}
    if row["path"]:
        first, last = columns(row)
        region: dict[str, Any] = {"startLine": row["line"], "startColumn": first, "endLine": row["end_line"]}
        location["physicalLocation"] = {**_artifact(sheet, row["path"]), "region": {**region, "endColumn": last}}
    return location


def _step(sheet: Sheet, path: str, line: int, note: str) -> Row:
    location: Row = {"message": {"text": note}}
    if path:
        location["physicalLocation"] = {**_artifact(sheet, path), "region": {"startLine": max(line, 1)}}
    return {"location": location}


def _notification(sheet: Sheet, problem: Row) -> Row:
    found: Row = {"level": "error" if problem["fatal"] else "warning", "message": {"text": problem["message"]}}
    if not is_about_a_file(problem):
        return {**found, "locations": [{"logicalLocations": [{"fullyQualifiedName": problem["path"]}]}]}
    region = {"region": {"startLine": problem["line"]}} if problem["line"] else {}
    found["locations"] = [{"physicalLocation": {**_artifact(sheet, problem["path"]), **region}}]
    return found


def _artifact(sheet: Sheet, path: str) -> Row:
    return {"artifactLocation": {"uri": sheet.uri(path), "uriBaseId": _TOP}}
