"""A hook that does what the default does to objects of the declared classes, and not to those of derived ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Sail:
    area: int = 0


@dataclass
class Spinnaker(Sail):
    color: str = ""


@dataclass
class SloopSpec:
    sail: Sail = field(default_factory=Sail)


@dataclass
class SloopStatus:
    knots: int = 0


@dataclass
class Sloop:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: SloopSpec = field(default_factory=SloopSpec)
    status: SloopStatus = field(default_factory=SloopStatus)


class Rigged:  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Sloop) -> None:
        obj.status = SloopStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Sloop, old: Sloop) -> None:
        obj.spec, obj.status = old.spec, old.status


class ComparedStrategy(Rigged):  # expect: boilerplate-hook[prepare_for_update]
    def prepare_for_update(self, obj: Sloop, old: Sloop) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class RebuiltStrategy(Rigged):  # unproven: boilerplate-hook[prepare_for_update]
    def prepare_for_update(self, obj: Sloop, old: Sloop) -> None:
        obj.status = old.status
        obj.spec.sail = replace(old.spec.sail, area=obj.spec.sail.area)
        if obj.spec != old.spec:
            obj.metadata.generation += 1
