"""The JSON report says exactly what the contract lists."""

from __future__ import annotations

import json

from apivet.catalogue import load
from apivet.reports.machine import report_document
from apivet.verdicts import Finding, Judgement, Location, Report, Verdict, WitnessStep

FINDING = Finding(
    rule="status-not-wiped-on-create",
    verdict=Verdict.VIOLATED,
    location=Location("pkg/strategy.py", 12, 4, 12, 30),
    object="pkg.strategy.WidgetStrategy",
    message="'status' is stored",
    field="status",
    witness=(WitnessStep("pkg/strategy.py", 14, "returns early"),),
)


def test_a_finding_has_every_key_in_its_order() -> None:
    document = json.loads(json.dumps(report_document(Report([FINDING]), load())))
    assert list(document) == [
        "version", "findings", "verdicts", "tool", "config", "help_uri", "problems", "unfollowed", "missing", "summary"
    ]  # fmt: skip
    assert document["findings"] == [
        {
            "rule": "status-not-wiped-on-create",
            "id": "E9701",
            "severity": "error",
            "verdict": "violated",
            "confidence": "certain",
            "evidence": ["static"],
            "path": "pkg/strategy.py",
            "line": 12,
            "column": 4,
            "end_line": 12,
            "end_column": 30,
            "object": "pkg.strategy.WidgetStrategy",
            "field": "status",
            "message": "'status' is stored",
            "witness": [{"path": "pkg/strategy.py", "line": 14, "note": "returns early"}],
            "fix": None,
            "help": "rules/status-not-wiped-on-create.md",
            "fingerprint": FINDING.fingerprint,
            "suppressed_by": None,
        }
    ]


def test_verdicts_and_counts() -> None:
    from msgspec.structs import replace

    report = Report(
        findings=[
            FINDING,
            replace(FINDING, verdict=Verdict.UNPROVEN, object="x.A"),
            replace(FINDING, object="x.B", suppressed_by="exceptions/exceptions.toml:2"),
        ],
        judgements=[Judgement("x.C", "status-not-wiped-on-create", Verdict.HOLDS)],
        files=9,
        strategies=4,
        types=5,
    )
    document = report_document(report, load())
    assert document["verdicts"] == [
        {
            "object": "x.C",
            "rule": "status-not-wiped-on-create",
            "field": None,
            "verdict": "holds",
            "evidence": ["static"],
            "tried": 0,
            "stored": 0,
            "effective": 0,
            "notes": [],
        }
    ]
    assert document["summary"] == {
        "files": 9,
        "strategies": 4,
        "types": 5,
        "violated": 1,
        "unproven": 1,
        "suppressed": 1,
        "holds": 1,
        "left_out": 0,
        "not_parsed": 0,
        "not_built": 0,
        "problems": 0,
    }
    assert [finding["suppressed_by"] for finding in document["findings"]] == [
        None,
        None,
        "exceptions/exceptions.toml:2",
    ]


def test_a_path_that_is_no_text_is_still_json() -> None:
    from msgspec.structs import replace

    odd = replace(FINDING, location=Location("a\udc80\x1b.py", 1))
    text = json.dumps(report_document(Report([odd]), load()))
    assert text.isascii()
    assert json.loads(text)["findings"][0]["path"] == "a\udc80\x1b.py"
