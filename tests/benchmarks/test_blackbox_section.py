"""What the benchmark of the black box measures: servers that are tried from end to end, and budgets that are kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def trying(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that judges what was measured."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import trying as module

    return module


def apivet(directory: Path, *arguments: str) -> dict[str, object]:
    run = subprocess.run(
        [sys.executable, "-m", "apivet", *arguments, "--format", "json", "synthetic"],
        cwd=directory,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    report: dict[str, object] = json.loads(run.stdout)
    return report


def test_every_strategy_of_a_synthetic_server_is_tried(tmp_path: Path) -> None:
    # Five kinds: one of each form of declaration.
    subprocess.run([sys.executable, str(BENCHMARKS / "synthetic_server.py"), str(tmp_path), "10"], check=True)
    watched = apivet(tmp_path, "blackbox", "--strict", "--seed", "1", "-j", "2")
    assert watched["findings"] == []
    rows = watched["verdicts"]
    assert isinstance(rows, list)
    tried = {row["object"].rpartition(".")[2] for row in rows if row["verdict"] == "holds"}
    expected = {f"Widget{index}{part}Strategy" for index in range(5) for part in ("", "Status")}
    assert expected <= tried
    gated = {(row["object"], row["field"]) for row in rows if row["rule"] == "gated-field-not-dropped"}
    assert len(gated) >= 2 * 5, "both gated fields of each kind"


def test_the_hooks_of_a_synthetic_server_in_every_style_conform(tmp_path: Path) -> None:
    # Twenty-five kinds: each form of declaration in each style.
    subprocess.run([sys.executable, str(BENCHMARKS / "synthetic_server.py"), str(tmp_path), "50"], check=True)
    checked = apivet(tmp_path, "check", "--strict")
    assert checked["findings"] == []
    summary = checked["summary"]
    assert isinstance(summary, dict)
    assert summary["strategies"] == 50


def test_a_small_server_is_the_beginning_of_a_larger_one(trying: ModuleType, tmp_path: Path) -> None:
    for count in (10, 30):
        trying.generate(tmp_path / str(count), count)
    small, large = (
        {path.relative_to(tmp_path / count): path.read_text() for path in (tmp_path / count).rglob("*.py")}
        for count in ("10", "30")
    )
    assert small.items() <= large.items()
    assert len(large) > len(small)


@pytest.mark.parametrize(
    ("large", "sample", "excesses"),
    [
        (51.0, 4.9, []),
        (65.0, 4.9, []),
        (69.0, 4.9, ["500 strategies take 6.87 times as long as 100, without start-up"]),
        (51.0, 5.1, ["the sample server takes 5.10 s"]),
    ],
)
def test_what_grows_too_fast_or_takes_too_long_is_over_its_budget(
    trying: ModuleType, large: float, sample: float, excesses: list[str]
) -> None:
    usages = [trying.Usage(seconds, 2 * seconds) for seconds in (1.0, 10.9, large, sample)]
    told, found = trying.judge(*usages)
    assert found == excesses
    assert f"{large:.2f} s, {2 * large:.2f} s of processors   500 strategies, {large / 500:.3f} s each" in told
