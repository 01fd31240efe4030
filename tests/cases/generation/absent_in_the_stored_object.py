"""A generation that stored objects may lack: the first that counts is 1."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int | None = None


@dataclass
class BuoySpec:
    depth: int = 0


@dataclass
class BuoyStatus:
    lit: bool = False


@dataclass
class Buoy:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: BuoySpec = field(default_factory=BuoySpec)
    status: BuoyStatus = field(default_factory=BuoyStatus)


class Moored:
    def prepare_for_create(self, obj: Buoy) -> None:
        obj.status = BuoyStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Buoy, old: Buoy) -> None:
        obj.spec, obj.status = old.spec, old.status


class BeginsToCountStrategy(Moored):
    def prepare_for_update(self, obj: Buoy, old: Buoy) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = 1 if old.metadata.generation is None else old.metadata.generation + 1


class BeginsTooHighStrategy(Moored):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Buoy, old: Buoy) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = 2 if old.metadata.generation is None else old.metadata.generation + 1


class BeginsWithoutAChangeStrategy(Moored):  # expect: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Buoy, old: Buoy) -> None:
        obj.status = old.status
        if old.metadata.generation is None:
            obj.metadata.generation = 1
        elif obj.spec != old.spec:
            obj.metadata.generation += 1
