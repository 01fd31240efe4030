"""Statuses that an update makes anew: what was stored is lost, also where the new one says something by default."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.blackbox.conftest import watched_in

_LOCKS = """
    import enum
    from dataclasses import dataclass, field, replace

    class Water(enum.Enum):
        LOW = "low"
        EVEN = "even"
        HIGH = "high"

    @dataclass
    class Meta:
        name: str = ""

    @dataclass
    class Spec:
        gates: int = 0

    @dataclass
    class Status:
        water: Water = Water.LOW
        boats: int = 0
        waiting: list[str] = field(default_factory=list)

    @dataclass
    class Lock:
        metadata: Meta
        spec: Spec
        status: Status

    class LockStrategy:
        def prepare_for_create(self, obj: Lock) -> None:
            obj.status = Status()

        def prepare_for_update(self, obj: Lock, old: Lock) -> None:
            obj.status = {status}
"""


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        ("Status()", "violated"),
        ("Status(water=Water.LOW)", "violated"),
        ("old.status", "holds"),
        ("replace(old.status, water=Water.LOW)", "holds"),
        ("replace(old.status, waiting=[])", "unproven"),
    ],
)
def test_a_default_says_no_more_than_nothing(status: str, verdict: str, tmp_path: Path) -> None:
    report = watched_in(tmp_path, {"locks.py": _LOCKS.replace("{status}", status)})
    found = {row["rule"]: row["verdict"] for row in report["verdicts"]}
    assert found["status-not-kept-on-update"] == verdict
    assert found["status-not-wiped-on-create"] == "holds"
