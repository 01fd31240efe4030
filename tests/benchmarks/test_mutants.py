"""The mutants benchmark, on a handful: the whole takes minutes, and is no part of the tests."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parents[2] / "benchmarks" / "mutants" / "run.py"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="each mutant is judged in a fork"),
]


def judged(tmp_path: Path, only: str) -> tuple[int, str, dict[str, dict[str, object]]]:
    report = tmp_path / "outcomes.json"
    run = subprocess.run(
        [sys.executable, str(RUN), "--jobs", "1", "--only", only, "--json", str(report)],
        capture_output=True,
        text=True,
    )
    assert report.exists(), run.stderr
    return run.returncode, run.stdout, {one["name"]: one for one in json.loads(report.read_text())}


def test_each_mutant_is_told_apart(tmp_path: Path) -> None:
    status, told, found = judged(
        tmp_path,
        r"LeaseStrategy\.prepare_for_create:drop-statement:[134]$",
    )
    lease = "coordination/lease:LeaseStrategy.prepare_for_create"
    assert found[f"{lease}:drop-statement:4"]["caught"] == "both"
    assert found[f"{lease}:drop-statement:3"]["caught"] == "neither"
    assert found[f"{lease}:drop-statement:1"]["caught"] == "equivalent"
    assert found[f"{lease}:drop-statement:3"]["difference"]
    assert "| **all** |" in told
    assert status in (0, 1)


def test_a_mutant_of_the_interpreter_is_killed_by_a_test_that_is_near() -> None:
    chosen = [
        "--only",
        "(pictures:Pictures.settle|cell_table:CellTable.container):drop-statement:1$",
        "--tests",
        "tests/effects/test_diagrams.py",
    ]
    run = subprocess.run(
        [sys.executable, str(RUN), "--of", "effects", "--jobs", "1", *chosen, "tests/effects/test_heap.py"],
        capture_output=True,
        text=True,
    )
    assert "pictures:Pictures.settle:drop-statement:1  test_heap.py::test_" in run.stderr, run.stderr
    assert "cell_table:CellTable.container:drop-statement:1  NO TEST FAILS" in run.stderr
    assert "1 killed, 1 survives" in run.stdout
    assert "no test runs it" in run.stdout
    assert run.returncode == 1


def test_the_tests_that_mutants_are_put_to_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """All are collected before the first mutant is tried: one that has moved ends the whole run."""
    monkeypatch.syspath_prepend(str(RUN.parent))
    from interpreter import ROOT, TESTS

    assert not [path for path in TESTS if not (ROOT / path).exists()]
