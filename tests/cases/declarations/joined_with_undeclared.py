"""Objects that may hold fields which nobody declared, updated from all fields of another: what is there stays."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Meta(BaseModel):
    name: str = ""


class ProbeStatus(BaseModel):
    model_config = ConfigDict(extra="allow")
    depth: int = 0


class Probe(BaseModel):
    metadata: Meta
    status: ProbeStatus


class JoinedStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Probe) -> None:
        obj.status = obj.status.model_copy(update=ProbeStatus().model_dump())

    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        obj.status = obj.status.model_copy(update=old.status.model_dump())


class InPlaceStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Probe) -> None:
        obj.status.__dict__.update(ProbeStatus().__dict__)

    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        obj.status.__dict__.update(vars(old.status))


class FreshStrategy:
    def prepare_for_create(self, obj: Probe) -> None:
        obj.status = ProbeStatus().model_copy(update={"depth": 0})

    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        obj.status = ProbeStatus().model_copy(update=old.status.model_dump())
