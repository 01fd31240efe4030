"""A field may hold an object of a class that derives from the declared one: which class it is can't be told, and which
it is not can."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class FerryMeta:
    name: str = ""


@dataclass
class Engine:
    power: int = 0


@dataclass
class Diesel(Engine):
    soot: int = 0


@dataclass
class FerrySpec:
    engine: Engine = field(default_factory=Engine)
    spare: Diesel = field(default_factory=Diesel)


@dataclass
class FerryStatus:
    moored: bool = False


@dataclass
class Ferry:
    metadata: FerryMeta = field(default_factory=FerryMeta)
    spec: FerrySpec = field(default_factory=FerrySpec)
    status: FerryStatus = field(default_factory=FerryStatus)


class FerryStrategy:
    def prepare_for_create(self, obj: Ferry) -> None:
        obj.status = FerryStatus()

    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        obj.status = old.status


class WipesOfTheDeclaredClass(FerryStrategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Ferry) -> None:
        if type(obj.spec.engine) is Engine:
            obj.status = FerryStatus()


class WipesOfOneThatDerives(FerryStrategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Ferry) -> None:
        if obj.spec.engine.__class__ == Diesel:
            obj.status = FerryStatus()


class WipesByATableOfClasses(FerryStrategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Ferry) -> None:
        obj.status = {Engine: FerryStatus()}.get(type(obj.spec.engine), obj.status)


class KeepsWhereClassesDiffer(FerryStrategy):  # unproven: status-not-kept-on-update
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        if type(obj.spec.engine) is type(old.spec.engine):
            obj.status = old.status


class WipesUnlessItDerives(FerryStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Ferry) -> None:
        if not isinstance(obj.spec.engine, Diesel):
            obj.status = FerryStatus()


class WipesUnlessOfAnUnrelatedClass(FerryStrategy):
    def prepare_for_create(self, obj: Ferry) -> None:
        if type(obj.spec.engine) is not FerrySpec and type(obj.spec.spare) is not Engine:
            obj.status = FerryStatus()


class WipesTheObjectItIsFor(FerryStrategy):
    def prepare_for_create(self, obj: Ferry) -> None:
        if type(obj) is Ferry:
            obj.status = FerryStatus()


class WipesOfItsOwnClass(FerryStrategy):
    def prepare_for_create(self, obj: Ferry) -> None:
        if type(obj.spec.engine) is obj.spec.engine.__class__ and type(Engine()) is Engine:
            obj.status = FerryStatus()
