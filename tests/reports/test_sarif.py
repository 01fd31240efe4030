"""SARIF logs of more findings than a service takes."""

from __future__ import annotations

import gzip
import json
from typing import Any

from apivet.catalogue import load
from apivet.reports.formats.sarif import sarif
from apivet.reports.formats.sheet import Sheet

TAKEN = 25_000


def row(number: int, severity: str, covered: str | None = None) -> dict[str, Any]:
    place = {"path": "ferry/strategy.py", "line": number, "column": 0, "end_line": number, "end_column": 5}
    told = {"verdict": "violated", "confidence": "certain", "evidence": ["static"], "message": "it is stored"}
    about = {"rule": "status-not-wiped-on-create", "object": f"ferry.S{number}", "field": None}
    others = {"witness": [], "fix": None, "fingerprint": str(number), "suppressed_by": covered}
    return {**place, **told, **about, **others, "severity": severity}


def log_of(rows: list[dict[str, Any]]) -> tuple[dict[str, Any], str]:
    tool = {"name": "apivet", "version": "1"}
    text = sarif(Sheet({"findings": rows, "verdicts": [], "problems": [], "tool": tool, "help_uri": "x"}, load()))
    (run,) = json.loads(text)["runs"]
    return run, text


def test_all_is_there_where_a_service_takes_it() -> None:
    rows = [row(number, "info") for number in range(1, TAKEN + 1)]
    run, _ = log_of(rows)
    assert len(run["results"]) == TAKEN
    assert run["invocations"][0]["toolExecutionNotifications"] == []


def test_the_mildest_are_left_out_and_that_is_told() -> None:
    mild = [row(number, "info") for number in range(1, TAKEN + 1)]
    rows = [row(0, "error", "kept for old clients"), *mild, row(TAKEN + 1, "error"), row(TAKEN + 2, "refactor")]
    run, text = log_of(rows)
    found = [int(result["partialFingerprints"]["apivet/v1"]) for result in run["results"]]
    assert found == [*range(1, TAKEN - 1), TAKEN + 1, TAKEN + 2]
    (told,) = run["invocations"][0]["toolExecutionNotifications"]
    assert told["message"]["text"].startswith("3 of 25,003 findings are left out")
    assert len(gzip.compress(text.encode())) < 10_000_000
