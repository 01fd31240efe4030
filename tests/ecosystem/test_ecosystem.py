"""Large public packages: run by ``pytest -m ecosystem`` once ``make ecosystem`` has built the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = Path(os.environ.get("APIVET_ECOSYSTEM", ROOT / ".venv-ecosystem"))

pytestmark = pytest.mark.ecosystem


def test_nothing_is_found_and_nothing_fails_in_packages_without_strategies() -> None:
    if not ENVIRONMENT.is_dir():
        pytest.skip(f"{ENVIRONMENT} is not there; 'make ecosystem' builds it")
    run = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "ecosystem" / "run.py"), str(ENVIRONMENT)],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
