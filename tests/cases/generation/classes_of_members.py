"""Objects of one class alone are equal, so that comparing their classes tells nothing more; equal numbers may be of two."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Sail:
    area: int = 0


@dataclass
class Motor:
    power: int = 0


@dataclass
class BoatSpec:
    drive: Sail | Motor = field(default_factory=Sail)
    length: float = 0.0


@dataclass
class Boat:
    metadata: Meta
    spec: BoatSpec


class Counted:
    def prepare_for_create(self, obj: Boat) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        if self.differ(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def differ(self, new: BoatSpec, old: BoatSpec) -> bool:
        return new != old


class ClassFirstStrategy(Counted):
    def differ(self, new: BoatSpec, old: BoatSpec) -> bool:
        return type(new.drive) is not type(old.drive) or new != old


class UnequalClassFirstStrategy(Counted):
    def differ(self, new: BoatSpec, old: BoatSpec) -> bool:
        if type(new.drive) != type(old.drive):  # noqa: E721
            return True
        return new != old


class ClassAttributeStrategy(Counted):
    def differ(self, new: BoatSpec, old: BoatSpec) -> bool:
        return new.drive.__class__ is not old.drive.__class__ or new != old


class NumberClassStrategy(Counted):  # expect: generation-bumped-without-spec-change
    def differ(self, new: BoatSpec, old: BoatSpec) -> bool:
        return type(new.length) is not type(old.length) or new != old


class ClassAloneStrategy(Counted):  # unproven: generation-not-bumped-on-spec-change
    def differ(self, new: BoatSpec, old: BoatSpec) -> bool:
        return type(new.drive) is not type(old.drive)
