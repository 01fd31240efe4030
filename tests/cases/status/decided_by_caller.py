"""What the caller sent as status decides what is stored, though nothing of it is stored."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace


@dataclass
class Meta:
    name: str = ""


@dataclass
class LampStatus:
    observed: int = 0
    phase: str = ""
    events: list[str] = field(default_factory=list)


@dataclass
class Lamp:
    metadata: Meta = field(default_factory=Meta)
    status: LampStatus = field(default_factory=LampStatus)


class LampBase:
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.status = LampStatus()

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.status = old.status


class ForgetfulStrategy(LampBase):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        newer = obj.status.observed > old.status.observed
        super().prepare_for_update(obj, old)
        if newer:
            obj.status = replace(old.status, events=[])


class ToldStrategy(LampBase):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        wished = obj.status.phase
        super().prepare_for_update(obj, old)
        obj.status.phase = "Wished" if wished else "Quiet"


class OnlyWhereDifferentStrategy(LampBase):
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        if obj.status != old.status:
            obj.status = old.status


class FieldByFieldStrategy(LampBase):
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        for each in fields(LampStatus):
            if getattr(obj.status, each.name) != getattr(old.status, each.name):
                setattr(obj.status, each.name, getattr(old.status, each.name))


class DecidedByNameStrategy(LampBase):
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        ignored = bool(obj.status.events)
        obj.status = old.status
        if obj.metadata.name or ignored and not ignored:
            obj.status.phase = old.status.phase or "Named"


class RefusingStrategy(LampBase):
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        if obj.status.observed > 1000:
            raise ValueError("nobody has observed so much")
        obj.status = old.status
