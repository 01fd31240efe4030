"""Mappings of an object's fields that were asked to leave what lies in these as it is."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.define
class Meta:
    name: str = ""


@attrs.define
class ValveStatus:
    phase: str = "Shut"
    turns: int = 0


@attrs.define
class Valve:
    metadata: Meta
    status: ValveStatus = attrs.Factory(ValveStatus)


class ValveBase:
    def prepare_for_create(self, obj: Valve) -> Any:
        obj.status = ValveStatus()

    def prepare_for_update(self, obj: Valve, old: Valve) -> Any:
        obj.status = old.status


class OwnMappingStrategy(ValveBase):
    """The old status itself, in a mapping of its own."""

    def prepare_for_update(self, obj: Valve, old: Valve) -> Valve:
        return Valve(**{**attrs.asdict(obj, recurse=False), "status": old.status})


class OldOverNewStrategy(ValveBase):
    def prepare_for_update(self, obj: Valve, old: Valve) -> Valve:
        kept = {name: value for name, value in attrs.asdict(old, recurse=False).items() if name == "status"}
        return Valve(**{**attrs.asdict(obj, recurse=False), **kept})


class NewOverOldStrategy(ValveBase):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Valve, old: Valve) -> Valve:
        return Valve(**{**attrs.asdict(old, recurse=False), **attrs.asdict(obj, recurse=False)})


class SharedPartStrategy(ValveBase):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Valve) -> None:
        sent = obj.status.phase
        obj.status = ValveStatus()
        attrs.asdict(obj, recurse=False)["status"].phase = sent


class MappingOfMappingsStrategy(ValveBase):
    """A deep mapping has a status of its own."""

    def prepare_for_create(self, obj: Valve) -> None:
        sent = obj.status.phase
        obj.status = ValveStatus()
        attrs.asdict(obj, recurse=True)["status"]["phase"] = sent
