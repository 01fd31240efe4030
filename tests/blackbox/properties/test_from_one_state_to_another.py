"""Conditions of which each half alone makes no difference: on both objects, on several fields, on forms of a text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

CRANES = """
    from __future__ import annotations

    import enum
    from dataclasses import dataclass, field


    class Gear(enum.Enum):
        IDLE = "idle"
        SLOW = "slow"
        FAST = "fast"


    @dataclass
    class Hook:
        name: str = ""
        load: int = 0


    @dataclass
    class Spec:
        gear: Gear = Gear.IDLE
        reach: int = 0
        tilt: float = 0.0
        driver: str = ""
        address: str = ""
        hooks: list[Hook] = field(default_factory=list)
        tags: list[str] = field(default_factory=list)
        limits: dict[str, int] = field(default_factory=dict)


    @dataclass
    class Status:
        phase: str = ""
        moves: int = 0


    @dataclass
    class Meta:
        name: str = ""
        labels: dict[str, str] = field(default_factory=dict)
        marks: dict[str, str] = field(default_factory=dict)


    @dataclass
    class Crane:
        metadata: Meta = field(default_factory=Meta)
        spec: Spec = field(default_factory=Spec)
        status: Status = field(default_factory=Status)


    class Base:
        def lets_through(self, obj, old) -> bool:
            return False

        def prepare_for_create(self, ctx, obj: Crane) -> None:
            obj.status = Status()

        def prepare_for_update(self, ctx, obj: Crane, old: Crane) -> None:
            if not self.lets_through(obj, old):
                obj.status = old.status


    class TidyStrategy(Base):
        def prepare_for_update(self, ctx, obj: Crane, old: Crane) -> None:
            obj.spec.tags = sorted(set(obj.spec.tags), reverse=obj.spec.tags[::-1] == old.spec.tags)
            if obj.spec.gear is Gear.FAST and old.spec.gear is Gear.IDLE and obj.spec.reach > old.spec.reach:
                obj.spec.gear = Gear.SLOW
            if obj.spec.driver[:1].isupper() and obj.spec.address.count(".") == 2:
                obj.spec.driver = obj.spec.driver.lower()
            obj.status = old.status
"""
#: Tables of the values that come after others.
TABLES = """
DEPTHS = {5: {70, 90}}
class Depths:
    NEXT = {8: 600, 9: 700}
"""
#: Conditions under which a hook lets the caller's status through.
LEAKS = (
    "obj.spec.gear is Gear.FAST and old.spec.gear is Gear.SLOW and obj.spec.reach > old.spec.reach",
    "obj.spec.gear is Gear.SLOW and old.spec.gear is Gear.FAST and obj.spec.reach > old.spec.reach",
    "obj.status.phase == 'Broken' and old.status.phase == 'Turning'",
    "obj.spec.reach < 0 and obj.spec.tilt < 0",
    "next((hook.load for hook in obj.spec.hooks if hook.name == 'main'), 0) == 9090",
    "obj.spec.tags != old.spec.tags and sorted(obj.spec.tags) == sorted(old.spec.tags)",
    "obj.spec.limits.keys() - old.spec.limits.keys() == {'gust'}",
    "obj.spec.driver[:1].isupper() and obj.spec.driver[1:].islower()",
    "obj.spec.address.count('.') == 3 and all(part.isdigit() for part in obj.spec.address.split('.'))",
    "(obj.spec.reach >> 4) & 3 == 2 and obj.spec.reach & 1",
    "obj.spec.driver == 'anna' and old.spec.driver == 'bert' and replace(old.spec, driver='anna') == obj.spec",
    "(old.spec.driver, obj.spec.driver) == ('carl', 'dora') and replace(old.spec, driver='dora') == obj.spec",
    "obj.spec.reach in DEPTHS.get(old.spec.reach, ()) and replace(old.spec, reach=obj.spec.reach) == obj.spec",
    "obj.spec.reach == Depths.NEXT.get(old.spec.reach) and replace(old.spec, reach=obj.spec.reach) == obj.spec",
    "obj.spec.reach in {3: (17, 40)}.get(old.spec.reach, ()) and replace(old.spec, reach=obj.spec.reach) == obj.spec",
    "old.spec.reach == 400 and obj.spec.reach == 30 and replace(old.spec, reach=30) == obj.spec",
)
#: The same where some fields are as they are stored, and others are not: chance alone is not asked for it.
AS_STORED = (
    "obj.spec.limits == old.spec.limits and obj.spec.hooks != old.spec.hooks",
    "obj.metadata.labels == old.metadata.labels and obj.metadata.marks != old.metadata.marks",
    "obj.spec.limits == old.spec.limits and obj.spec.tags == old.spec.tags and obj.spec.hooks != old.spec.hooks",
)


def _watched(root: Path, conditions: Sequence[str], config: str = "") -> dict[str, Any]:
    classes = "".join(
        f"class Leak{number}Strategy(Base):\n    def lets_through(self, obj, old):\n        return {condition}\n\n\n"
        for number, condition in enumerate(conditions)
    )
    files = {
        "cranes.py": CRANES,
        "leaks.py": f"from dataclasses import replace\n\nfrom cranes import Base, Gear\n{TABLES}\n\n{classes}",
    }
    return watched_in(root, files, config=config)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return _watched(tmp_path_factory.mktemp("cranes"), LEAKS)


@pytest.mark.parametrize("number", range(len(LEAKS)), ids=LEAKS)
def test_both_halves_are_found_together(number: int, report: dict[str, Any]) -> None:
    found = {each["object"] for each in report["findings"]}
    assert f"leaks.Leak{number}Strategy" in found


def test_fields_are_as_stored_together(tmp_path: Path) -> None:
    found = {each["object"] for each in _watched(tmp_path, AS_STORED, "sequences = 0\n")["findings"]}
    assert found == {f"leaks.Leak{number}Strategy" for number in range(len(AS_STORED))}


def test_hooks_that_ask_as_much_and_conform_hold(report: dict[str, Any]) -> None:
    rows = [row for row in report["verdicts"] if row["object"] in ("cranes.Base", "cranes.TidyStrategy")]
    assert {row["object"] for row in rows} == {"cranes.Base", "cranes.TidyStrategy"}
    assert {row["verdict"] for row in rows} == {"holds"}
