"""Parts behind properties with setters, ``__setattr__`` of one's own, mappings and slots."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypedDict


@dataclass
class Meta:
    name: str = ""


class Valve:
    """A part behind a property."""

    metadata: Meta
    status: str

    def __init__(self, metadata: Meta, status: str = "") -> None:
        self.metadata = metadata
        self.status = status

    @property
    def state(self) -> str:
        return self.status

    @state.setter
    def state(self, value: str) -> None:
        self.status = value

    @state.deleter
    def state(self) -> None:
        self.status = ""

    def reset(self) -> None:
        self.status = ""


class SetterStrategy:
    def prepare_for_create(self, obj: Valve) -> None:
        obj.state = ""

    def prepare_for_update(self, obj: Valve, old: Valve) -> None:
        obj.state = old.state


class SetterLeakStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, obj: Valve) -> None:
        del obj.state

    def prepare_for_update(self, obj: Valve, old: Valve) -> None:
        old.state = obj.state


class MethodStrategy:
    def prepare_for_create(self, obj: Valve) -> None:
        obj.reset()

    def prepare_for_update(self, obj: Valve, old: Valve) -> None:
        obj.status = old.status


class UnboundMethodStrategy:
    def prepare_for_create(self, obj: Valve) -> None:
        Valve.reset(obj)

    def prepare_for_update(self, obj: Valve, old: Valve) -> None:
        obj.__init__(obj.metadata, old.status)


class PumpStatus(TypedDict, total=False):
    phase: str
    load: int


class Pump(TypedDict, total=False):
    metadata: Meta
    spec: dict[str, Any]
    status: PumpStatus


class DeleteStrategy:
    def prepare_for_create(self, obj: Pump) -> None:
        if "status" in obj:
            del obj["status"]

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        if "status" in old:
            obj["status"] = old["status"]
        else:
            obj.pop("status", None)


class PlainDeleteStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, obj: Pump) -> None:
        del obj["status"]

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        if old.get("status"):
            obj["status"] = old["status"]


class RebuiltStrategy:
    def prepare_for_create(self, obj: Pump) -> Pump:
        return {k: v for k, v in obj.items() if k != "status"}

    def prepare_for_update(self, obj: Pump, old: Pump) -> Pump:
        return {**obj, "status": old["status"]}


class RebuiltLeakStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Pump) -> Pump:
        return {k: v for k, v in obj.items() if k != "spec"}

    def prepare_for_update(self, obj: Pump, old: Pump) -> Pump:
        return {"status": old["status"], **obj}


class MergedStrategy:
    def prepare_for_create(self, obj: Pump) -> Pump:
        return obj | {"status": {}}

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj |= {"status": old["status"]}


class UpdatedStrategy:
    def prepare_for_create(self, obj: Pump) -> None:
        obj.update({"status": {}})

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj.update(status=old["status"])


class ClearedStrategy:
    def prepare_for_create(self, obj: Pump) -> None:
        obj["status"].clear()

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj["status"].clear()
        obj["status"].update(old["status"])


class UnclearedStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, obj: Pump) -> None:
        obj["status"] = PumpStatus()

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj["status"].update(old["status"])


class SetDefaultStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        obj.setdefault("status", {})

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj["status"] = dict(old["status"])


@dataclass
class LampStatus:
    on: bool = False
    hours: list[int] = field(default_factory=list)


@dataclass
class Lamp:
    metadata: Meta
    status: LampStatus

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


class OwnSetattrStrategy:
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.status = LampStatus()

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.status = old.status


class AliasedListStrategy:  # expect: status-not-kept-on-update
    """The list inside the restored status is changed through another name."""

    def prepare_for_create(self, obj: Lamp) -> None:
        obj.status = LampStatus(hours=[])

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        hours = obj.status.hours
        obj.status = old.status
        obj.status.hours = hours


class ListCopyStrategy:
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.status.on, obj.status.hours[:] = False, []

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.status.on = old.status.on
        obj.status.hours[:] = old.status.hours
