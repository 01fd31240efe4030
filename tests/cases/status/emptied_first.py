"""Lists of the status that are emptied in place, and then take in what was stored."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class ProbeStatus:
    ready: int = 0
    seen: list[str] = field(default_factory=list)


@dataclass
class Probe:
    metadata: Meta = field(default_factory=Meta)
    status: ProbeStatus = field(default_factory=ProbeStatus)


class ProbeBase:
    def prepare_for_create(self, obj: Probe) -> None:
        obj.status.seen.clear()
        obj.status.ready = 0

    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        obj.status = old.status


class ClearedStrategy(ProbeBase):
    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        obj.status.seen.clear()
        obj.status.seen.extend(old.status.seen)
        obj.status.ready = old.status.ready


class TimesNothingStrategy(ProbeBase):
    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        seen = obj.status.seen
        seen *= 0
        seen += old.status.seen
        obj.status.ready = old.status.ready


class PoppedStrategy(ProbeBase):
    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        while obj.status.seen:
            obj.status.seen.pop()
        for each in old.status.seen:
            obj.status.seen.append(each)
        obj.status.ready = old.status.ready


class DeletedStrategy(ProbeBase):
    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        del obj.status.seen[:]
        obj.status.seen += old.status.seen
        obj.status.ready = old.status.ready


class SometimesClearedStrategy(ProbeBase):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        if obj.metadata.name:
            obj.status.seen.clear()
        obj.status.seen.extend(old.status.seen)
        obj.status.ready = old.status.ready


class OnlyAddedStrategy(ProbeBase):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Probe, old: Probe) -> None:
        seen = obj.status.seen
        seen += old.status.seen
        obj.status.ready = old.status.ready
