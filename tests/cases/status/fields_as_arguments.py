"""A status is made by a function of the tree that is given the fields of another one as its arguments."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WellSpec:
    depth: int = 0


@dataclass
class WellStatus:
    phase: str = ""
    level: int = 0
    seen: list[str] = field(default_factory=list)


@dataclass
class Well:
    metadata: ObjectMeta
    spec: WellSpec
    status: WellStatus


def well_status(phase: str = "", level: int = 0, seen: Any = ()) -> WellStatus:
    return WellStatus(phase, level, list(seen))


def first(phase: str, **rest: Any) -> WellStatus:
    return WellStatus(phase=phase, **rest)


class WellStrategy:
    def prepare_for_create(self, obj: Well) -> None:
        obj.status = WellStatus()

    def prepare_for_update(self, obj: Well, old: Well) -> None:
        obj.status = well_status(**asdict(old.status))


class OneAndTheRestStrategy(WellStrategy):
    def prepare_for_update(self, obj: Well, old: Well) -> None:
        obj.status = first(**vars(old.status))


class OwnLevelStrategy(WellStrategy):
    def prepare_for_update(self, obj: Well, old: Well) -> None:
        kept = dict(vars(old.status))
        kept.pop("level")
        obj.status = well_status(level=obj.spec.depth, **kept)


class SentLevelStrategy(WellStrategy):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Well, old: Well) -> None:
        kept = dict(vars(old.status))
        kept.pop("level")
        obj.status = well_status(level=obj.status.level, **kept)


class SentStrategy(WellStrategy):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Well, old: Well) -> None:
        obj.status = well_status(**vars(obj.status))


class LevelIsLackingStrategy(WellStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Well) -> None:
        made = {"phase": obj.status.phase, "level": 1}
        del made["level"]
        obj.status = first(**made)


class NothingIsGivenStrategy(WellStrategy):
    def prepare_for_create(self, obj: Well) -> None:
        made = {"phase": obj.status.phase, "level": 1}
        del made["phase"]
        obj.status = well_status(**made)
