"""Objects of derived classes, which have fields and methods that the declared class lacks."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Engine:
    power: int = 0

    def pulls_like(self, other: Engine) -> bool:
        return self.power == other.power


@dataclass
class DieselEngine(Engine):
    litres: int = 0


@dataclass
class Coupling:
    kind: str = ""


@dataclass
class LooseCoupling(Coupling):
    def differs(self) -> bool:
        return self.kind == "loose"


@dataclass
class TrainSpec:
    engine: Engine = field(default_factory=Engine)
    coupling: Coupling = field(default_factory=Coupling)


@dataclass
class TrainStatus:
    speed: int = 0


@dataclass
class Train:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: TrainSpec = field(default_factory=TrainSpec)
    status: TrainStatus = field(default_factory=TrainStatus)


class Created:
    def prepare_for_create(self, obj: Train) -> None:
        obj.status = TrainStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.spec, obj.status = old.spec, old.status


class FieldByFieldStrategy(Created):  # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        if obj.spec.engine.power != old.spec.engine.power or obj.spec.coupling != old.spec.coupling:
            obj.metadata.generation += 1


class ByTheBaseStrategy(Created):  # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        if not obj.spec.engine.pulls_like(old.spec.engine) or obj.spec.coupling != old.spec.coupling:
            obj.metadata.generation += 1


class LeavesTheEngineOutStrategy(Created):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        if obj.spec.coupling != old.spec.coupling:
            obj.metadata.generation += 1


class AddsNoFieldStrategy(Created):
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        if obj.spec.engine != old.spec.engine or obj.spec.coupling.kind != old.spec.coupling.kind:
            obj.metadata.generation += 1


class WholeStrategy(Created):
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class DumpedStrategy(Created):
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        if asdict(obj.spec) != asdict(old.spec):
            obj.metadata.generation += 1


class ReplacedStrategy(Created):
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        obj.spec.engine = replace(old.spec.engine, power=obj.spec.engine.power)
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class RebuiltStrategy(Created):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    # unproven: generation-compared-too-early
    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1
        obj.spec.engine = Engine(power=obj.spec.engine.power)
