"""Reports read back from JSON (:mod:`apivet.reports.machine`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apivet.verdicts import (
    Confidence,
    Finding,
    Judgement,
    Location,
    Missing,
    Problem,
    Remark,
    Report,
    Trials,
    Unfollowed,
    Verdict,
    WitnessStep,
)

Row = dict[str, Any]


def report_of(document: Row, project: str = "") -> Report:
    """The report about a project that a document holds. Raises ``KeyError``, ``TypeError`` and ``ValueError`` where it
    is none."""
    counts = document["summary"]
    return Report(
        findings=[_finding(row) for row in _of(project, document["findings"])],
        judgements=[_judgement(row) for row in _of(project, document["verdicts"])],
        problems=[Problem(row["path"], row["message"], row["line"], row["fatal"]) for row in document["problems"]],
        files=counts["files"],
        strategies=counts["strategies"],
        types=counts["types"],
        left_out=counts["left_out"],
        not_parsed=counts["not_parsed"],
        not_built=counts["not_built"],
        unfollowed=[Unfollowed(row["path"], row["line"]) for row in document["unfollowed"]],
        missing=[Missing(row["package"] or "", row["link"] or "") for row in document["missing"]],
        configuration=tuple(document["config"]),
    )


def _of(project: str, rows: Iterable[Row]) -> Iterable[Row]:
    return (row for row in rows if row.get("project", "") == project)


def _finding(row: Row) -> Finding:
    place = (row["path"] or "", row["line"] or 0, row["column"], row["end_line"] or 0, row["end_column"])
    return Finding(
        rule=row["rule"],
        verdict=Verdict(row["verdict"]),
        location=Location(*place),
        object=row["object"],
        message=row["message"],
        field=row["field"],
        confidence=Confidence(row["confidence"]),
        evidence=tuple(row["evidence"]),
        witness=tuple(WitnessStep(step["path"] or "", step["line"] or 0, step["note"]) for step in row["witness"]),
        fix=row["fix"],
        flaky=row.get("flaky", ""),
    )


def _judgement(row: Row) -> Judgement:
    notes = (Remark(each["path"], each["line"], each["end_line"], each["message"]) for each in row["notes"])
    return Judgement(
        object=row["object"],
        rule=row["rule"],
        verdict=Verdict(row["verdict"]),
        field=row["field"],
        evidence=tuple(row["evidence"]),
        through=row.get("through"),
        trials=Trials(row["tried"], row["stored"], row["effective"]),
        remarks=tuple(notes),
        flaky=row.get("flaky", ""),
    )
