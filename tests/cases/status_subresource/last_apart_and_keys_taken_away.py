"""Lists whose last element is taken out and put back, and keys that are told by the difference of two mappings."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class FerrySpec:
    stops: list[str] = field(default_factory=list)
    decks: int = 0


@dataclass
class FerryStatus:
    afloat: bool = False


@dataclass
class Ferry:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: FerrySpec = field(default_factory=FerrySpec)
    status: FerryStatus = field(default_factory=FerryStatus)


class PutsTheLastBackStatusStrategy:
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec
        if obj.spec.stops:
            obj.spec.stops.append(obj.spec.stops.pop())


class JoinsWhatItCutsStatusStrategy:
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec
        if obj.spec.stops:
            obj.spec.stops = [*obj.spec.stops[:-1], obj.spec.stops[-1]]


class ExtendsWhatItCutsStatusStrategy:
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec
        stops = []
        for stop in old.spec.stops[:-1]:
            stops.append(stop)
        stops.extend(old.spec.stops[-1:])
        obj.spec.stops = stops


class TurnsTheListStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec
        if obj.spec.stops:
            obj.spec.stops = [obj.spec.stops[-1], *obj.spec.stops[:-1]]


class KeepsTheFirstAndTheLastStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec
        if obj.spec.stops:
            obj.spec.stops = [obj.spec.stops[0], obj.spec.stops[-1]]


class LeavesTheLastOutStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec
        obj.spec.stops = obj.spec.stops[:-1]


class LastUnderAnotherKeyStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.spec = old.spec
        obj.metadata.labels = {"port": value for value in old.metadata.labels.values()}


class TakesNewKeysAwayStatusStrategy:
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.spec = old.spec
        obj.metadata.labels.update(old.metadata.labels)
        for key in obj.metadata.labels.keys() - old.metadata.labels.keys():
            obj.metadata.labels.pop(key)


class TakesNewKeysAwayFirstStatusStrategy:
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.spec = old.spec
        for key in obj.metadata.labels.keys() - old.metadata.labels.keys():
            del obj.metadata.labels[key]
        obj.metadata.labels.update(old.metadata.labels)


class TakesCommonKeysAwayStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.spec = old.spec
        obj.metadata.labels.update(old.metadata.labels)
        for key in obj.metadata.labels.keys() & old.metadata.labels.keys():
            obj.metadata.labels.pop(key)


class TakesKeysOfOneAloneAwayStatusStrategy:  # unproven: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.spec = old.spec
        obj.metadata.labels.update(old.metadata.labels)
        for key in obj.metadata.labels.keys() ^ old.metadata.labels.keys():
            obj.metadata.labels.pop(key)


class TakesPairsAwayStatusStrategy:  # unproven: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.spec = old.spec
        obj.metadata.labels.update(old.metadata.labels)
        for key, _ in obj.metadata.labels.items() - old.metadata.labels.items():
            obj.metadata.labels.pop(key)
