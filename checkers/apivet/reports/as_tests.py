"""The gate's report as tests: what passes, fails or is skipped, and what each has to say. Knows no test runner."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from apivet.catalogue import Severity
from apivet.reports.escaping import one_line

#: One finding, verdict or the like, as the gate's JSON has it.
Row = dict[str, Any]
Outcome = Literal["passed", "failed", "skipped", "excepted"]

_HALVES: Final = {"static": "the static check", "blackbox": "the black box"}


class VerdictTest(Struct, frozen=True):
    """One test. ``reason`` says why it is skipped, or excepted (it fails, and an exception allows that); ``text`` what
    is wrong where it fails; ``path`` is seen from where the gate was asked, and empty where no place is known."""

    object: str
    name: str
    outcome: Outcome
    reason: str
    text: str
    path: str
    line: int


def tests_of(document: Row, root: Path, *, strict: bool) -> list[VerdictTest]:
    """A test for each verdict, for what was found besides, for each storage, for what was not tried, and for what could
    not be used, in an order of their own. A test fails for what the gate fails for, as the project says: where that or
    the caller is ``strict``, for what is unproven, too, and for what was not tried. The gate was asked at ``root``."""
    strict = strict or document["strict"]
    subjects: dict[tuple[str, str, str], _TestedRow] = {}

    def subject(object_: str, rule: str, field_: str | None = None) -> _TestedRow:
        return subjects.setdefault((object_, rule, field_ or ""), _TestedRow(object_, rule, field_))

    for row in document["verdicts"]:
        subject(row["object"], row["rule"], row["field"]).verdict = row
    for row in document["findings"]:
        subject(row["object"], row["rule"], row["field"]).findings.append(row)
    for row in document["disagreements"]:
        subject(row["object"], row["rule"], row["field"]).disagreements.append(row)
    for row in document["unexercised"]:
        subject(row["object"], "exercised").unexercised = row
    for row in document["storages"]:
        subject(row["object"], "storage-conformance").storage = row
    for row in document["problems"]:
        subject(row["path"], "usable").problems.append(row)
    return [_test(subjects[key], document, root, strict=strict) for key in sorted(subjects)]


class _TestedRow(Struct):
    """The parts of the gate's report about one object, rule and field."""

    object: str
    rule: str
    field: str | None
    verdict: Row = msgspec.field(default_factory=dict)
    findings: list[Row] = msgspec.field(default_factory=list)
    disagreements: list[Row] = msgspec.field(default_factory=list)
    unexercised: Row = msgspec.field(default_factory=dict)
    storage: Row = msgspec.field(default_factory=dict)
    problems: list[Row] = msgspec.field(default_factory=list)


def _test(subject: _TestedRow, document: Row, root: Path, *, strict: bool) -> VerdictTest:
    outcome, reason = _outcome(subject, document, strict=strict)
    places = [*subject.findings, *subject.disagreements, *subject.problems]
    places += [row for row in (subject.unexercised, subject.storage) if row]
    name = subject.rule + (f"[{subject.field}]" if subject.field is not None else "")
    return VerdictTest(
        one_line(subject.object),
        one_line(name),
        outcome,
        one_line(reason),
        "\n".join(map(one_line, _lines(subject, document["cases"], root))),
        places[0]["path"] if places else "",
        places[0]["line"] if places else 0,
    )


def _outcome(subject: _TestedRow, document: Row, *, strict: bool) -> tuple[Outcome, str]:
    """The outcome of the test, and the reason for it."""
    is_unusable = any(row.get("fatal", True) for row in subject.problems)
    if subject.disagreements or is_unusable or subject.storage.get("failures"):
        return "failed", ""
    if subject.problems:
        return "skipped", subject.problems[0]["message"]
    covering = next((row["suppressed_by"] for row in subject.findings if row["suppressed_by"]), None)
    if covering is not None:
        return "excepted", f"{covering}: {' '.join(document['exceptions'].get(covering, '').split())}"
    violated = [row for row in subject.findings if row["verdict"] == "violated"]
    if any(_weighs(row, document["fail_on"]) for row in violated):
        return "failed", ""
    if violated:
        kind = "advice" if violated[0]["severity"] == Severity.REFACTOR.value else violated[0]["severity"]
        return "skipped", f"{kind}: {violated[0]['message']}"
    if subject.findings:
        return ("failed", "") if strict else ("skipped", f"unproven: {subject.findings[0]['message']}")
    if subject.unexercised:
        reason = f"not exercised: {subject.unexercised['reason']}"
        fails = subject.unexercised.get("fails", "strict")
        return ("failed", "") if fails == "always" or (strict and fails == "strict") else ("skipped", reason)
    if subject.verdict.get("through"):
        return (
            "skipped",
            f"{subject.verdict['verdict']} only through {subject.verdict['through']}, which has its own test",
        )
    return "passed", ""


def _weighs(row: Row, least: str) -> bool:
    """Whether a finding weighs as much as what the gate fails for; one of no rule does."""
    return row["severity"] is None or Severity(row["severity"]).is_at_least(Severity(least))


def _lines(subject: _TestedRow, cases: dict[str, str], root: Path) -> Iterator[str]:
    """The evidence for a person: findings, smallest cases, problems and failures."""
    for row in subject.findings:
        yield from _finding_lines(row, root)
        case = cases.get(row["fingerprint"])
        if case:
            yield from ("", "The smallest case that shows it:", "", *case.rstrip().splitlines())
    for row in (*subject.disagreements, *subject.problems):
        yield f"{_place(row)}: {row['message']}"
    for failure in subject.storage.get("failures", ()):
        yield f"{_place(subject.storage)}: {failure}"
    if subject.unexercised:
        yield f"{_place(subject.unexercised)}: not exercised: {subject.unexercised['reason']}"


def _place(row: Row) -> str:
    return f"{row['path']}:{row['line']}" if row["line"] else str(row["path"])


def _finding_lines(row: Row, root: Path) -> Iterator[str]:
    unproven = " unproven" if row["verdict"] == "unproven" else ""
    yield f"{row['path']}:{row['line']}:{row['column'] + 1}: {row['id']} {row['rule']}{unproven}: {row['message']}"
    source = linecache.getline(str(root / row["path"]), row["line"]).strip()
    if source:
        yield f"    {row['line']} | {source}"
    for step in row["witness"]:
        yield f"    {step['path']}:{step['line']}: {step['note']}"
    yield f"    seen by: {' and '.join(_HALVES.get(half, half) for half in row['evidence'])}"
    yield f"    what the rule means: apivet explain {row['rule']}"
