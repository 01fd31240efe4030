"""Specs compared by something that is made of each element, or of each number."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Shelf:
    height: int = 0
    label: str = ""


@dataclass
class PantrySpec:
    shelves: dict[str, Shelf] = field(default_factory=dict)
    jars: list[int] = field(default_factory=list)
    doors: int = 0


@dataclass
class PantryStatus:
    full: bool = False


@dataclass
class Pantry:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: PantrySpec = field(default_factory=PantrySpec)
    status: PantryStatus = field(default_factory=PantryStatus)


class Stocked:
    def prepare_for_create(self, obj: Pantry) -> None:
        obj.status = PantryStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Pantry, old: Pantry) -> None:
        obj.spec, obj.status = old.spec, old.status


class TextsOfNumbersStrategy(Stocked):
    def prepare_for_update(self, obj: Pantry, old: Pantry) -> None:
        obj.status = old.status
        one, other = obj.spec, old.spec
        jars = [str(jar) for jar in one.jars] != list(map(str, other.jars))
        if (
            jars
            or f"{one.doors}" != f"{other.doors}"
            or replace(one, jars=[], doors=0) != replace(other, jars=[], doors=0)
        ):
            obj.metadata.generation += 1


class FirstDigitStrategy(Stocked):  # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Pantry, old: Pantry) -> None:
        obj.status = old.status
        if str(obj.spec.doors)[:1] != str(old.spec.doors)[:1] or replace(obj.spec, doors=0) != replace(
            old.spec, doors=0
        ):
            obj.metadata.generation += 1


class AllOfEachShelfStrategy(Stocked):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Pantry, old: Pantry) -> None:
        obj.status = old.status
        shelves = {name: (shelf.height, shelf.label) for name, shelf in obj.spec.shelves.items()}
        before = {name: (shelf.height, shelf.label) for name, shelf in old.spec.shelves.items()}
        if shelves != before or replace(obj.spec, shelves={}) != replace(old.spec, shelves={}):
            obj.metadata.generation += 1


class LabelOfEachShelfStrategy(Stocked):
    # expect: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Pantry, old: Pantry) -> None:
        obj.status = old.status
        shelves = {name: shelf.label for name, shelf in obj.spec.shelves.items()}
        before = {name: shelf.label for name, shelf in old.spec.shelves.items()}
        if shelves != before or replace(obj.spec, shelves={}) != replace(old.spec, shelves={}):
            obj.metadata.generation += 1
