"""Runs that are killed: a few of those that ``make live-kills`` makes fifty of."""

from __future__ import annotations

import importlib.util
import signal
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "live_kills.py"


@pytest.fixture(scope="module")
def kills() -> ModuleType:
    found = importlib.util.spec_from_file_location("live_kills", SCRIPT)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
@pytest.mark.parametrize(("at", "after"), [(31, True), (78, False)])
def test_a_run_that_is_killed_is_cleaned_later(kills: ModuleType, tmp_path: Path, at: int, after: bool) -> None:
    with kills.shared_server() as (server, killer):
        assert kills.run_killed(server, killer, at, after=after, state=tmp_path) == ""
        assert killer.requests >= at  # some more may be under way
