"""Defaults as the descriptions of fields tell them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field, fields
from typing import Any

import attrs


@dataclass
class Meta:
    name: str = ""


@dataclass
class PumpStatus:
    phase: str = "New"
    count: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass
class Pump:
    metadata: Meta
    status: PumpStatus = field(default_factory=PumpStatus)


@attrs.define
class ValveSpec:
    ports: list[str] = attrs.Factory(list)


@attrs.define
class ValveStatus:
    phase: str = "Shut"
    turns: int = 0


@attrs.define
class Valve:
    metadata: Meta
    spec: ValveSpec
    status: ValveStatus = attrs.Factory(ValveStatus)


class PumpBase:
    def prepare_for_create(self, obj: Pump) -> Any:
        obj.status = PumpStatus()

    def prepare_for_update(self, obj: Pump, old: Pump) -> Any:
        obj.status = old.status


class ValveBase:
    def prepare_for_create(self, obj: Valve) -> Any:
        obj.status = ValveStatus()

    def prepare_for_update(self, obj: Valve, old: Valve) -> Any:
        obj.status = old.status


class AsDeclaredStrategy(PumpBase):
    def prepare_for_create(self, obj: Pump) -> None:
        for each in fields(PumpStatus):
            if each.default is dataclasses.MISSING:
                setattr(obj.status, each.name, each.default_factory())  # type: ignore[misc]
            else:
                setattr(obj.status, each.name, each.default)


class AsMadeStrategy(PumpBase):
    def prepare_for_create(self, obj: Pump) -> None:
        for each in fields(obj.status):
            made = each.default_factory() if each.default_factory is not dataclasses.MISSING else each.default
            setattr(obj.status, each.name, made)


class OnlyPlainOnesStrategy(PumpBase):  # expect: status-not-wiped-on-create
    """The notes have no default, but what makes one."""

    def prepare_for_create(self, obj: Pump) -> None:
        for each in fields(PumpStatus):
            if each.default is not dataclasses.MISSING:
                setattr(obj.status, each.name, each.default)


class PlainOnesAndNotesStrategy(PumpBase):
    def prepare_for_create(self, obj: Pump) -> None:
        for each in fields(PumpStatus):
            if each.default is not dataclasses.MISSING:
                setattr(obj.status, each.name, each.default)
        obj.status.notes = []


class OnlyMadeOnesStrategy(PumpBase):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        for each in fields(PumpStatus):
            if each.default is dataclasses.MISSING:
                setattr(obj.status, each.name, each.default_factory())  # type: ignore[misc]


class AttributesStrategy(ValveBase):
    def prepare_for_create(self, obj: Valve) -> None:
        for each in attrs.fields(ValveStatus):
            setattr(obj.status, each.name, each.default)


class SomeAttributesStrategy(ValveBase):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Valve) -> None:
        for each in attrs.fields(ValveStatus):
            if each.default:
                setattr(obj.status, each.name, each.default)
