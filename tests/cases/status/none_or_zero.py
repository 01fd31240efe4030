"""Fields that are ``None`` or zero, by what the caller sent: two values, of which the caller chooses one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Optional


@dataclass
class Meta:
    name: str = ""


@dataclass
class LighthouseStatus:
    keeper: Optional[str] = None
    flashes: Optional[int] = None
    lamp: str = ""
    storms: list[str] = field(default_factory=list)
    is_lit: bool = False
    ships: int = 0


@dataclass
class Lighthouse:
    metadata: Meta = field(default_factory=Meta)
    status: LighthouseStatus = field(default_factory=LighthouseStatus)


class LighthouseBase:
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus()

    def prepare_for_update(self, obj: Lighthouse, old: Lighthouse) -> None:
        obj.status = old.status


class EmptyWhereSentStrategy(LighthouseBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(keeper=None if obj.status.keeper is None else "")


class CutStrategy(LighthouseBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(keeper=obj.status.keeper and obj.status.keeper[:0])


class ZeroInPlaceStrategy(LighthouseBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status.keeper, obj.status.lamp, obj.status.storms = None, "", []
        obj.status.is_lit, obj.status.ships = False, 0
        if obj.status.flashes is not None:
            obj.status.flashes = 0


class CountedStrategy(LighthouseBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(flashes=0 if obj.status.storms else None)


class ZeroForUnsetStrategy(LighthouseBase):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Lighthouse, old: Lighthouse) -> None:
        obj.status = replace(old.status, keeper=None if obj.status.keeper is None else "")


class UnsetInPlaceStrategy(LighthouseBase):
    def prepare_for_create(self, obj: Lighthouse) -> None:
        if obj.status.lamp:
            obj.status.lamp = ""
        if obj.status.storms:
            obj.status.storms = []
        if obj.status.flashes is not None:
            obj.status.flashes = None
        obj.status.keeper = None
        obj.status.is_lit, obj.status.ships = False, 0


class LeftWhereEmptyStrategy(LighthouseBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Lighthouse) -> None:
        if obj.status.keeper:
            obj.status.keeper = None
        obj.status.flashes, obj.status.lamp, obj.status.storms = None, "", []
        obj.status.is_lit, obj.status.ships = False, 0


class LeftWhereEmptyOnUpdateStrategy(LighthouseBase):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Lighthouse, old: Lighthouse) -> None:
        sent, obj.status = obj.status, old.status
        if not sent.keeper and not old.status.keeper:
            obj.status.keeper = sent.keeper


class RefusedStrategy(LighthouseBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Lighthouse) -> None:
        if obj.status.keeper or obj.status.flashes is not None:
            raise ValueError("the status is ours")
        obj.status.lamp, obj.status.storms = "", []
        obj.status.is_lit, obj.status.ships = False, 0


class RefusedUnlessNoneStrategy(LighthouseBase):
    def prepare_for_create(self, obj: Lighthouse) -> None:
        if obj.status.keeper is not None or obj.status.flashes is not None or obj.status.lamp:
            raise ValueError("the status is ours")
        obj.status.is_lit, obj.status.ships = False, 0
        if obj.status.storms:
            obj.status.storms.clear()


class FalseForZeroStrategy(LighthouseBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(ships=obj.status.ships and False)


class ZeroForFalseStrategy(LighthouseBase):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Lighthouse, old: Lighthouse) -> None:
        obj.status = replace(old.status, is_lit=0 if obj.status.storms else False)


class FalseOnAllWaysStrategy(LighthouseBase):
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(ships=False, is_lit=False if obj.status.storms else False)


class WrittenOutStrategy(LighthouseBase):
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(lamp="", keeper=None) if obj.status.storms else LighthouseStatus(flashes=None)


class ByNameStrategy(LighthouseBase):
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(keeper="" if obj.metadata.name else None)


class CalledWithNothingStrategy(LighthouseBase):
    def prepare_for_create(self, obj: Lighthouse) -> None:
        obj.status = LighthouseStatus(lamp="" if obj.status.storms else str(), flashes=int() if obj.status.lamp else 0)
