"""A generation that is computed in more than one step comes to the old one, or to one more, all the same."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class LiftSpec:
    floors: int = 0
    doors: list[str] = field(default_factory=list)


@dataclass
class LiftStatus:
    moving: bool = False


@dataclass
class Lift:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: LiftSpec = field(default_factory=LiftSpec)
    status: LiftStatus = field(default_factory=LiftStatus)


class Counting:
    def prepare_for_create(self, obj: Lift) -> None:
        obj.status = LiftStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Lift, old: Lift) -> None:
        obj.spec, obj.status = old.spec, old.status


class UpAndDownStrategy(Counting):
    def prepare_for_update(self, obj: Lift, old: Lift) -> None:
        obj.status = old.status
        obj.metadata.generation += 1
        if obj.spec == old.spec:
            obj.metadata.generation -= 1


class TwoUpAndOneDownStrategy(Counting):
    def prepare_for_update(self, obj: Lift, old: Lift) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1
            obj.metadata.generation += 1
            obj.metadata.generation -= 1


class TwiceLessOnceStrategy(Counting):
    def prepare_for_update(self, obj: Lift, old: Lift) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = 2 * old.metadata.generation - (old.metadata.generation - 1)


class BothSignsStrategy(Counting):
    def prepare_for_update(self, obj: Lift, old: Lift) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = -(-old.metadata.generation - 1)


class TwoUpStrategy(Counting):  # expect: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Lift, old: Lift) -> None:
        obj.status = old.status
        obj.metadata.generation += 2
        if obj.spec == old.spec:
            obj.metadata.generation -= 1


class UpAndAllTheWayDownStrategy(Counting):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Lift, old: Lift) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 2 - 2
