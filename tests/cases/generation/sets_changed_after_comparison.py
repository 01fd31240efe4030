"""Sets that something is put into, or taken out of, once they were compared: what is in there already changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    generation: int = 0


@dataclass
class FerrySpec:
    ports: set[str] = field(default_factory=set)


@dataclass
class Ferry:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: FerrySpec = field(default_factory=FerrySpec)


@dataclass
class TimetableSpec:
    stops: dict[str, set[str]] = field(default_factory=dict)


@dataclass
class Timetable:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: TimetableSpec = field(default_factory=TimetableSpec)


class Counted:
    def prepare_for_create(self, ctx, obj) -> None:
        obj.metadata.generation = 1

    def bump(self, obj, old) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class PutInAgainStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        before = set(obj.spec.ports)
        self.bump(obj, old)
        obj.spec.ports |= before
        obj.spec.ports.update(before)
        for port in before:
            obj.spec.ports.add(port)


class PutInOneMoreStrategy(Counted):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        before = {*obj.spec.ports, "Rhodes"}
        self.bump(obj, old)
        obj.spec.ports |= before


class UpdatedStrategy(Counted):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        self.bump(obj, old)
        obj.spec.ports.update(("Rhodes", "Kos"))


class MadeAnewStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        before = obj.spec.ports
        self.bump(obj, old)
        obj.spec.ports = set(before) | before


class PutInBothTimesStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        obj.spec.ports.add("Rhodes")
        self.bump(obj, old)
        obj.spec.ports.add("Rhodes")


class TakenOutBothTimesStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        obj.spec.ports.discard("Rhodes")
        self.bump(obj, old)
        obj.spec.ports.discard("Rhodes")


class TakenOutStrategy(Counted):  # expect: generation-compared-too-early
    # undecided: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        self.bump(obj, old)
        obj.spec.ports.discard("Rhodes")


class OutAndInStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        self.bump(obj, old)
        for port in list(obj.spec.ports):
            obj.spec.ports.remove(port)
            obj.spec.ports.add(port)


class NothingStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        before = set(obj.spec.ports)
        self.bump(obj, old)
        obj.spec.ports &= before
        obj.spec.ports -= set()
        obj.spec.ports ^= set()
        obj.spec.ports.intersection_update(before)
        obj.spec.ports.difference_update(())


class SharedStrategy(Counted):  # expect: generation-compared-too-early
    # undecided: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        self.bump(obj, old)
        obj.spec.ports &= old.spec.ports


class SharedByEqualsStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        if obj.spec == old.spec:
            obj.spec.ports &= old.spec.ports
        else:
            obj.metadata.generation += 1


class EndsStrategy(Counted):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        self.bump(obj, old)
        ports = list(obj.spec.ports)
        if len(ports) > 1:
            obj.spec.ports = {ports[0], ports[-1]}


class CopiedInMappingStrategy(Counted):
    def prepare_for_update(self, ctx, obj: Timetable, old: Timetable) -> None:
        self.bump(obj, old)
        obj.spec.stops = {line: set(stops) for line, stops in obj.spec.stops.items()}


class CopiedInPartStrategy(Counted):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx, obj: Timetable, old: Timetable) -> None:
        self.bump(obj, old)
        obj.spec.stops = {line: set(stops) for line, stops in obj.spec.stops.items() if stops}
