"""JUnit's XML: a suite an object, a case a row of the verdicts. It is what the strictest of its readers takes: Jenkins'
xUnit plug-in refuses a document with elements or attributes that its schema does not name."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final
from xml.etree import ElementTree

from apivet.reports.escaping import one_line
from apivet.reports.formats.sheet import EXCEPTED, Row, Sheet, is_about_a_file, step_line, witnessed

#: Characters that no XML 1.0 document can hold.
_UNPRINTABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(sheet: Sheet) -> str:
    """The document as text. A row that is violated is a failure, one that is unproven, or that an exception covers, is
    skipped; a problem is an error of a suite of its own."""
    findings: dict[tuple[str, str, str | None], list[Row]] = defaultdict(list)
    for row in sheet.findings:
        findings[row["object"], row["rule"], row["field"]].append(row)
    suites: dict[str, list[ElementTree.Element]] = defaultdict(list)
    for row in sheet.document["verdicts"]:
        key = row["object"], row["rule"], row["field"]
        suites[row["object"]].append(_case(row, row["verdict"], findings.pop(key, [])))
    # A finding about an exception or a comment has no row.
    for (name, _, _), rows in findings.items():
        suites[name] += [_case(row, row["verdict"], [row]) for row in rows]
    for problem in sheet.problems:
        suites["apivet"].append(_problem(sheet, problem))
    root = ElementTree.Element("testsuites", name="apivet")
    for name in sorted(suites):
        suite = ElementTree.SubElement(root, "testsuite", name=_clean(name))
        suite.extend(suites[name])
        _count(suite, suites[name])
    _count(root, [case for cases in suites.values() for case in cases])
    del root.attrib["skipped"]  # which the schema has for suites alone
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _count(element: ElementTree.Element, cases: list[ElementTree.Element]) -> None:
    element.set("tests", str(len(cases)))
    for plural, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(plural, str(sum(case.find(tag) is not None for case in cases)))


def _case(row: Row, verdict: str, findings: list[Row]) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname=_clean(row["object"]), name=row["rule"])
    if row["field"]:
        case.set("group", _clean(row["field"]))
    first = findings[0] if findings else None
    if verdict == "holds" or (verdict == "violated" and not findings):
        return case  # what an exception covers, and is not to be shown, does not fail
    is_excepted = bool(findings) and all(each["suppressed_by"] for each in findings)
    told = f"{first['message']}{EXCEPTED if is_excepted else ''}" if first is not None else "unproven"
    tag = "failure" if verdict == "violated" and not is_excepted else "skipped"
    found = ElementTree.SubElement(case, tag, message=_clean(told))
    if tag == "failure":
        found.set("type", row["rule"])
    found.text = _clean("\n".join(line for each in findings for line in _lines(each))) or None
    return case


def _lines(row: Row) -> list[str]:
    place = f"{row['path']}:{row['line']}: " if row["path"] else ""
    return list(map(one_line, [f"{place}{row['message']}", *(f"  {step_line(*step)}" for step in witnessed(row))]))


def _problem(sheet: Sheet, problem: Row) -> ElementTree.Element:
    name = sheet.from_top(problem["path"]) if is_about_a_file(problem) else problem["path"]
    case = ElementTree.Element("testcase", classname="apivet", name=_clean(name))
    tag = "error" if problem["fatal"] else "system-err"
    found = ElementTree.SubElement(case, tag)
    if tag == "error":
        found.set("message", _clean(problem["message"]))
    else:
        found.text = _clean(problem["message"])
    return case


def _clean(text: str) -> str:
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
