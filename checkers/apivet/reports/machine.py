"""The JSON report (contract section 9): one object, complete, with suppressed findings marked."""

from __future__ import annotations

import json
from typing import Any

from apivet.catalogue import Catalogue
from apivet.reports.counts import Counts
from apivet.verdicts import Finding, Judgement, Report


def report_json(report: Report, rules: Catalogue) -> str:
    """The report as text that ends without a newline."""
    return json.dumps(report_document(report, rules), indent=2)


def report_document(report: Report, rules: Catalogue) -> dict[str, Any]:
    """The report as plain values."""
    counts = Counts.of(report)
    return {
        "version": 1,
        "findings": [finding_row(finding, rules) for finding in report.findings],
        "verdicts": [_verdict_row(judgement) for judgement in report.judgements],
        "summary": {
            "files": report.files,
            "strategies": report.strategies,
            "types": report.types,
            "violated": counts.violated,
            "unproven": counts.unproven,
            "suppressed": counts.suppressed,
        },
    }


def finding_row(finding: Finding, rules: Catalogue) -> dict[str, Any]:
    """One finding with everything there is to know about it."""
    rule = rules.find(finding.rule)
    location = finding.location
    return {
        "rule": finding.rule,
        "id": rule.id if rule else None,
        "severity": rule.severity.value if rule else None,
        "verdict": finding.verdict.value,
        "confidence": finding.confidence.value,
        "evidence": list(finding.evidence),
        "path": location.path,
        "line": location.line,
        "column": location.column,
        "end_line": location.end_line or location.line,
        "end_column": location.end_column,
        "object": finding.object,
        "field": finding.field,
        "message": finding.message,
        "witness": [{"path": step.path, "line": step.line, "note": step.note} for step in finding.witness],
        "fix": finding.fix,
        "help": rule.help if rule else None,
        "fingerprint": finding.fingerprint,
        "suppressed_by": finding.suppressed_by,
    }


def _verdict_row(judgement: Judgement) -> dict[str, Any]:
    row = {
        "object": judgement.object,
        "rule": judgement.rule,
        "field": judgement.field,
        "verdict": judgement.verdict.value,
        "evidence": list(judgement.evidence),
    }
    return row if judgement.through is None else {**row, "through": judgement.through}
