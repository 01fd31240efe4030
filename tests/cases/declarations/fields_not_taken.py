"""Fields that no new object takes: a copy with other fields begins them anew. What is taken and is no field goes to the
method that runs afterwards."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field, replace

import attrs


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict, init=False)


@dataclass
class PumpSpec:
    flow: int = 0
    history: list[int] = field(default_factory=list, init=False)


@dataclass
class PumpStatus:
    serial: str = ""
    hours: int = field(default=0, init=False)
    seen: InitVar[PumpStatus | None] = None

    def __post_init__(self, seen: PumpStatus | None) -> None:
        if seen is not None:
            self.serial = seen.serial


@dataclass
class Pump:
    metadata: Meta
    spec: PumpSpec
    status: PumpStatus


class GoodStrategy:
    def prepare_for_create(self, obj: Pump) -> None:
        obj.status = replace(obj.status, serial="")
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Pump, old: Pump) -> Pump:
        generation = old.metadata.generation + int(obj.spec != old.spec)
        obj.metadata.generation = generation
        return replace(obj, status=old.status)


class HandedOnStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        obj.status = PumpStatus(seen=obj.status)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj.status = replace(old.status)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class GivenByPlaceStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        obj.status = PumpStatus("", obj.status)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class PumpStatusStrategy:  # expect: spec-not-kept-on-status-update, metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj.spec = replace(old.spec, flow=old.spec.flow)
        obj.metadata = replace(old.metadata)


@attrs.define
class ValveSpec:
    angle: int = 0
    turns: int = attrs.field(default=0, init=False)


@attrs.define
class Valve:
    metadata: Meta
    spec: ValveSpec


class ValveStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Valve, old: Valve) -> None:
        obj.spec = attrs.evolve(old.spec)
        obj.metadata = old.metadata


class KeptStatusStrategy:
    def prepare_for_update(self, obj: Valve, old: Valve) -> None:
        obj.spec = old.spec
        obj.metadata = old.metadata
