"""A failing case is kept as a script, and fails again when it is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from apivet.blackbox.host.plan import Candidate
from apivet.check import replaying
from apivet.check.observing import find_candidates
from apivet.config import load_config

pytestmark = pytest.mark.long

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"


def apivet(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "apivet", "blackbox", *arguments]
    return subprocess.run(command, cwd=FIXTURES, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The cases of the broken widgets."""
    directory = tmp_path_factory.mktemp("cases")
    run = apivet("broken/widgets", "--seed", "1", "--save", str(directory))
    assert run.returncode == 1, run.stderr
    return sorted(directory.glob("*.py"))


def test_each_failing_case_is_kept(saved: list[Path]) -> None:
    rules = {path.name.partition("--broken.")[0] for path in saved}
    assert rules == {
        "generation-compared-too-early",
        "metadata-not-reset-on-status-update",
        "status-not-wiped-on-create",
    }


def test_it_fails_again_in_a_worker(saved: list[Path]) -> None:
    by_rule = {path.name.partition("--")[0]: path for path in saved}
    for path in by_rule.values():
        run = apivet("--replay", str(path))
        assert run.returncode == 1, run.stderr
        assert "is broken: " in run.stdout


def test_it_fails_again_as_a_script(saved: list[Path]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(FIXTURES)}
    run = subprocess.run(
        [sys.executable, str(saved[0])], cwd=FIXTURES, capture_output=True, text=True, env=environment, timeout=120
    )
    assert run.returncode == 1, run.stderr
    assert "is broken: " in run.stdout


def test_to_replay_a_case_nothing_is_read_but_the_module_of_its_strategy(
    saved: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[list[str]] = []

    def noting(paths: list[str], *rest: Any) -> list[Candidate]:
        looked.append([os.path.relpath(path, FIXTURES) for path in paths])
        return find_candidates(paths, *rest)

    monkeypatch.setattr(replaying, "find_candidates", noting)
    monkeypatch.chdir(FIXTURES)
    (case,) = [path for path in saved if path.name.startswith("status-not-wiped-on-create")]
    assert replaying.replay_file(str(case), load_config()).observations
    (paths,) = looked
    assert {path for path in paths if not path.endswith("__init__.py")} == {"broken/widgets/widget/strategy.py"}


def test_a_mended_case_passes(saved: list[Path], tmp_path: Path) -> None:
    (case,) = [path for path in saved if path.name.startswith("status-not-wiped-on-create")]
    mended = tmp_path / "mended.py"
    # Without the gate the hook wipes the status, as it should.
    text = case.read_text()
    assert "gates=" in text
    mended.write_text(text.replace("True", "False"))
    run = apivet("--replay", str(mended))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "status-not-wiped-on-create holds" in run.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot be read: No such file or directory"),
        ("def (", "is no Python"),
        ("x = 1\n", "holds no case"),
        ('Case(strategy="nowhere.Strategy")\n', "there is no nowhere.Strategy"),
        ('raise ValueError(strategy="broken.widgets.gear.strategy.GearStrategy")\n', "can't be run: TypeError"),
    ],
)
def test_what_is_no_case_is_told_in_a_line(text: str | None, told: str, tmp_path: Path) -> None:
    path = tmp_path / "case.py"
    if text is not None:
        path.write_text(text)
    run = apivet("--replay", str(path))
    assert run.returncode == 2
    assert told in run.stderr
    assert len(run.stderr.splitlines()) == 1
