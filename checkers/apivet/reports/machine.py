"""The JSON report (contract section 9): one object, complete, with suppressed findings marked. What the black box saw
besides findings and verdicts stands behind the keys that every report has."""

from __future__ import annotations

from typing import Any

from apivet import __version__
from apivet.catalogue import HELP_URI, Catalogue, Rule, Severity
from apivet.reports.counts import Counts
from apivet.verdicts import Finding, Judgement, OfferedFix, Problem, Report, Verdict
from apivet.watched import Note, Storage, Unexercised, Watched


def report_document(report: Report, rules: Catalogue) -> dict[str, Any]:
    """The report as plain values."""
    counts = Counts.of(report)
    return {
        "version": 1,
        "findings": [finding_row(finding, rules) for finding in report.findings],
        "verdicts": [_verdict_row(judgement) for judgement in report.judgements],
        "tool": {"name": "apivet", "version": __version__},
        "config": list(report.configuration),
        "help_uri": HELP_URI,
        "problems": [_problem_row(each) for each in report.problems],
        "unfollowed": [{"path": each.path, "line": each.line} for each in report.unfollowed],
        "missing": [{"package": each.package or None, "link": each.link or None} for each in report.missing],
        "summary": {
            "files": report.files,
            "strategies": report.strategies,
            "types": report.types,
            "violated": counts.violated,
            "unproven": counts.unproven,
            "suppressed": counts.suppressed,
            "holds": counts.holds,
            "left_out": report.left_out,
            "not_parsed": report.not_parsed,
            "not_built": report.not_built,
            "problems": len(report.problems),
        },
    }


def watched_document(report: Report, watched: Watched, rules: Catalogue) -> dict[str, Any]:
    """The report of a run that tried things, as plain values: that of a check, then what could not be tried, what the
    tried ones did besides, what storages do not keep, the failing cases as Python by their findings' fingerprints, and
    what it takes to see the same again."""
    cases = {
        each.fingerprint: watched.cases[each.fingerprint]
        for each in report.findings
        if each.fingerprint in watched.cases
    }
    failures = [{**_place(each), "failure": failure} for each in watched.storages for failure in each.failures]
    asked = (each for each in watched.unexercised if each.fails == "always")
    failures += [{**_place(each), "failure": f"was not exercised: {each.reason}"} for each in asked]
    return {
        **report_document(report, rules),
        "tried": {"strategies": watched.strategies, "others": watched.others},
        "unexercised": [_unexercised(each) for each in watched.unexercised],
        "storages": [{**_place(each), "failures": list(each.failures)} for each in watched.storages],
        "failures": failures,
        "notes": [{**_place(each), "note": each.note} for each in watched.notes],
        "cases": cases,
        "runs": watched.runs,
        "seed": watched.seed,
    }


def _unexercised(each: Unexercised) -> dict[str, Any]:
    """The row of a gap, with the failing call if there is one."""
    case = {"case": each.case} if each.case else {}
    return {**_place(each), "reason": each.reason, "fails": each.fails, **case}


def _place(named: Note | Storage | Unexercised) -> dict[str, Any]:
    return {"object": named.object, "path": named.location.path, "line": named.location.line}


def _problem_row(problem: Problem) -> dict[str, Any]:
    return {"path": problem.path, "line": problem.line, "message": problem.message, "fatal": problem.fatal}


def finding_row(finding: Finding, rules: Catalogue) -> dict[str, Any]:
    """One finding with everything there is to know about it."""
    rule = rules.find(finding.rule)
    location = finding.location
    row = {
        "rule": finding.rule,
        "id": (rule.id or None) if rule else None,
        "severity": _severity(finding, rule),
        "verdict": finding.verdict.value,
        "confidence": finding.confidence.value,
        "evidence": list(finding.evidence),
        # What a running server does is in no file.
        "path": location.path or None,
        "line": location.line or None,
        "column": location.column,
        "end_line": location.end_line or location.line or None,
        "end_column": location.end_column,
        "object": finding.object,
        "field": finding.field,
        "message": finding.message,
        "witness": [
            {"path": step.path or None, "line": step.line or None, "note": step.note} for step in finding.witness
        ],
        "fix": _fix_row(finding.fix),
        "help": rule.help if rule else None,
        "fingerprint": finding.fingerprint,
        "suppressed_by": finding.suppressed_by,
    }
    more = {"flaky": finding.flaky, "project": finding.project}
    return {**row, **{key: value for key, value in more.items() if value}}


def _fix_row(fix: OfferedFix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{"path": e.path, "start": [*e.start], "end": [*e.end], "text": e.text} for e in fix.edits]
    return {"safety": "safe" if fix.safe else "unsafe", "edits": edits}


def _severity(finding: Finding, rule: Rule | None) -> str | None:
    """A finding that is unproven weighs nothing by itself."""
    if finding.verdict is Verdict.UNPROVEN:
        return Severity.INFO.value
    return rule.severity.value if rule else None


def _verdict_row(judgement: Judgement) -> dict[str, Any]:
    row: dict[str, Any] = {
        "object": judgement.object,
        "rule": judgement.rule,
        "field": judgement.field,
        "verdict": judgement.verdict.value,
        "evidence": list(judgement.evidence),
        "tried": judgement.trials.tried,
        "stored": judgement.trials.stored,
        "effective": judgement.trials.effective,
        "notes": [
            {"path": each.path, "line": each.line, "end_line": each.end_line, "message": each.message}
            for each in judgement.remarks
        ],
    }
    if judgement.flaky:
        row["flaky"] = judgement.flaky
    if judgement.project:
        row["project"] = judgement.project
    return row if judgement.through is None else {**row, "through": judgement.through}
