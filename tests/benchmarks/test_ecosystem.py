"""The runs over public Python packages: what counts as a problem, and the second opinion about hub types."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from benchmarks.ecosystem import run

OBSERVED = Path(run.__file__).parent / "types" / "observed_pairs.py"
REPORT = json.dumps({"summary": {"files": 0}, "findings": []})
SHARED = """
from dataclasses import dataclass
import enum

class Mood(enum.Enum):
    CALM = "calm"

@dataclass
class Base: ...

@dataclass
class Parcel(Base):
    weight: int
"""
HARBOUR = {
    "harbour/__init__.py": "",
    "harbour/shared.py": SHARED,
    "harbour/_private.py": SHARED.replace("int", "str"),
    # Declared in a hub of its own, and told of there.
    "harbour/server/crane.py": "from dataclasses import dataclass\n@dataclass\nclass Crane:\n    reach: int\n",
    "harbour/client/crane.py": "from dataclasses import dataclass\n@dataclass\nclass Crane:\n    reach: str\n",
    "harbour/server/quay.py": "from harbour.server.crane import Crane\nfrom harbour.shared import Base, Mood, Parcel\n",
    "harbour/client/quay.py": (
        "from harbour.client.crane import Crane\nfrom harbour.shared import Base, Mood\nfrom harbour._private import Parcel\n"
    ),
    # Both only use it; both hand it on.
    "harbour/server/dock.py": "from harbour.shared import Mood\nfrom harbour.shared import Base as Base, Parcel as Parcel\n",
    "harbour/client/dock.py": "from harbour.shared import Base, Mood, Parcel\n",
    "harbour/server/mole.py": "from harbour.shared import *\n",
    "harbour/client/mole.py": "from harbour.shared import Mood, Parcel\n",
}


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("apivet: checking, 811 of 2310 done after 30 s", False),
        ("harbour/crane.py:3: syntax error, 1 of 2 done", True),
        ("Traceback (most recent call last):", True),
    ],
)
def test_a_slow_run_that_says_how_far_it_is_has_no_problem(
    line: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "METADATA").write_text("Name: harbour\nVersion: 1\n")
    done = subprocess.CompletedProcess([], 0, stdout=REPORT, stderr=f"{line}\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    assert run.check(Distribution.at(tmp_path)).problems == ([line] if counts else [])


def test_types_that_a_hub_takes_over_are_compared_once(tmp_path: Path) -> None:
    for name, text in HARBOUR.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    mappings = json.dumps([{"hub": "harbour.server.{rest}", "served": "harbour.client.{rest}"}])
    command = [sys.executable, str(OBSERVED), str(tmp_path), "harbour"]
    environment = {"PYTHONPATH": str(tmp_path)}
    seen = json.loads(
        subprocess.run(command, input=mappings, env=environment, capture_output=True, check=True, text=True).stdout
    )
    assert list(seen["differing"]) == ["harbour.server.crane.Crane", "harbour.server.quay.Parcel"]
    assert seen["identical"] == ["harbour.server.dock.Parcel", "harbour.server.mole.Mood", "harbour.server.mole.Parcel"]
    assert not seen["failed"]
