"""Statuses and objects that may hold more than is declared, cleared and kept field by field and as a whole."""

from typing import Any, TypedDict

from pydantic import BaseModel, ConfigDict, Extra


class ObjectMeta(BaseModel):
    name: str = ""
    labels: dict[str, str] = {}


class LockSpec(BaseModel):
    gates: int = 2


class LockStatus(BaseModel):
    model_config = ConfigDict(extra="allow")
    level: int = 0
    boats: int = 0


class NarrowLockStatus(LockStatus):
    """Open as what it derives from is."""


class StrictLockStatus(LockStatus):
    model_config = {"extra": "forbid"}


class SluiceStatus(BaseModel, extra="allow"):
    level: int = 0


class WeirStatus(BaseModel):
    class Config:
        extra = Extra.allow

    level: int = 0


class Loose:
    model_config = {"extra": "allow"}


class DamStatus(Loose, BaseModel):
    level: int = 0


class GaugeStatus:
    def __init__(self, level: int, readings: dict[str, Any]) -> None:
        self.level = level
        self.readings = readings

    def __getattr__(self, name: str) -> Any:
        return self.readings[name]


class QuayStatus:
    def __init__(self, level: int) -> None:
        self.level = level

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no {name} here")


class FerryStatus(TypedDict, extra_items=str):
    level: int


class Lock(BaseModel):
    metadata: ObjectMeta
    spec: LockSpec
    status: LockStatus


class NarrowLock(Lock):
    status: NarrowLockStatus


class StrictLock(Lock):
    status: StrictLockStatus


class Sluice(Lock):
    status: SluiceStatus


class Weir(Lock):
    status: WeirStatus


class Dam(Lock):
    status: DamStatus


class Gauge(Lock):
    status: GaugeStatus


class Quay(Lock):
    status: QuayStatus


class Ferry(Lock):
    status: FerryStatus


class Canal(BaseModel, extra="allow"):
    metadata: ObjectMeta
    spec: LockSpec
    status: SluiceStatus


class LockStrategy:  # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: Lock) -> None:
        obj.status.level = 0
        obj.status.boats = 0

    def prepare_for_update(self, ctx: object, obj: Lock, old: Lock) -> None:
        obj.status.level = old.status.level
        obj.status.boats = old.status.boats


class WholeLockStrategy:
    def prepare_for_create(self, ctx: object, obj: Lock) -> None:
        obj.status = LockStatus()

    def prepare_for_update(self, ctx: object, obj: Lock, old: Lock) -> None:
        obj.status = old.status


class RebuiltLockStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: Lock) -> None:
        obj.status = LockStatus(level=3)

    def prepare_for_update(self, ctx: object, obj: Lock, old: Lock) -> None:
        obj.status = LockStatus(level=old.status.level, boats=old.status.boats)


class ValidatedLockStrategy:  # expect: status-not-wiped-on-create[status]
    """An object that is made of a mapping has its other keys, too."""

    def prepare_for_create(self, ctx: object, obj: Lock) -> None:
        obj.status = LockStatus.model_validate({"level": 0, "keeper": obj.status.boats})

    def prepare_for_update(self, ctx: object, obj: Lock, old: Lock) -> None:
        obj.status = old.status


class AskedLockStrategy:  # expect: status-not-wiped-on-create[status]
    """Whether the caller sent a field that nobody declared tells something of the status."""

    def prepare_for_create(self, ctx: object, obj: Lock) -> None:
        obj.status = LockStatus(level=1 if hasattr(obj.status, "keeper") else 0)

    def prepare_for_update(self, ctx: object, obj: Lock, old: Lock) -> None:
        obj.status = old.status


class AskedStrictLockStrategy:
    """A strict one has no such field."""

    def prepare_for_create(self, ctx: object, obj: StrictLock) -> None:
        obj.status = StrictLockStatus(level=getattr(obj.status, "keeper", 0), boats=hasattr(obj.status, "keeper"))

    def prepare_for_update(self, ctx: object, obj: StrictLock, old: StrictLock) -> None:
        obj.status = old.status


class NarrowLockStrategy:  # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: NarrowLock) -> None:
        obj.status.level = 0
        obj.status.boats = 0

    def prepare_for_update(self, ctx: object, obj: NarrowLock, old: NarrowLock) -> None:
        obj.status.level = old.status.level
        obj.status.boats = old.status.boats


class StrictLockStrategy:
    def prepare_for_create(self, ctx: object, obj: StrictLock) -> None:
        obj.status.level = 0
        obj.status.boats = 0

    def prepare_for_update(self, ctx: object, obj: StrictLock, old: StrictLock) -> None:
        obj.status.level = old.status.level
        obj.status.boats = old.status.boats


class SluiceStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: object, obj: Sluice) -> None:
        obj.status.level = 0

    def prepare_for_update(self, ctx: object, obj: Sluice, old: Sluice) -> None:
        obj.status = old.status.model_copy()


class WeirStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: Weir) -> None:
        obj.status = WeirStatus(level=1)

    def prepare_for_update(self, ctx: object, obj: Weir, old: Weir) -> None:
        obj.status.level = old.status.level


class DamStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: object, obj: Dam) -> None:
        obj.status.level = 0

    def prepare_for_update(self, ctx: object, obj: Dam, old: Dam) -> None:
        obj.status = old.status


class GaugeStrategy:  # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: Gauge) -> None:
        obj.status.level = 0
        obj.status.readings = {}

    def prepare_for_update(self, ctx: object, obj: Gauge, old: Gauge) -> None:
        obj.status.level = old.status.level
        obj.status.readings = old.status.readings


class QuayStrategy:
    def prepare_for_create(self, ctx: object, obj: Quay) -> None:
        obj.status.level = 0

    def prepare_for_update(self, ctx: object, obj: Quay, old: Quay) -> None:
        obj.status.level = old.status.level


class FerryStrategy:  # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: Ferry) -> None:
        obj.status["level"] = 0

    def prepare_for_update(self, ctx: object, obj: Ferry, old: Ferry) -> None:
        obj.status["level"] = old.status["level"]
