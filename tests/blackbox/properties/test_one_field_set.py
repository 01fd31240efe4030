"""Hooks that take statuses of which just one field is set, or all but one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.blackbox.conftest import watched_in

_BARGES = """
    from dataclasses import dataclass, field
    from typing import Optional

    @dataclass
    class Meta:
        name: str = ""

    @dataclass
    class Status:
        pilot: Optional[str] = None
        draught: Optional[int] = None
        berth: str = ""
        locks: list[str] = field(default_factory=list)

    @dataclass
    class Barge:
        metadata: Meta = field(default_factory=Meta)
        status: Status = field(default_factory=Status)

    class BargeStrategy:
        def prepare_for_create(self, obj: Barge) -> None:
            sent = obj.status
            if {refused}:
                raise ValueError("the status is ours")
            obj.status = {created}

        def prepare_for_update(self, obj: Barge, old: Barge) -> None:
            sent = obj.status
            if {refused}:
                raise ValueError("the status is ours")
            obj.status = {updated}
"""
_ONE = "sent.pilot is not None or sent.draught is None or sent.berth or sent.locks"
_ALL_BUT_ONE = "sent.pilot is None or not sent.berth or not sent.locks or sent.draught is not None"
_WIPED, _KEPT = "status-not-wiped-on-create", "status-not-kept-on-update"


@pytest.mark.parametrize("refused", [_ONE, _ALL_BUT_ONE])
@pytest.mark.parametrize(
    ("created", "updated", "broken"),
    [("Status()", "old.status", set()), ("sent", "old.status", {_WIPED}), ("Status()", "sent", {_KEPT})],
)
def test_a_status_is_sent_that_is_not_refused(
    refused: str, created: str, updated: str, broken: set[str], tmp_path: Path
) -> None:
    text = _BARGES.replace("{refused}", refused).replace("{created}", created).replace("{updated}", updated)
    report = watched_in(tmp_path, {"barges.py": text})
    found = {row["rule"]: row["verdict"] for row in report["verdicts"]}
    assert found == {rule: "violated" if rule in broken else "holds" for rule in (_WIPED, _KEPT)}
