"""Numbers of elements that there may not be, since they come in several loops, and failures that are settled before."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class CrateSpec:
    jars: list[str] = field(default_factory=list)
    lids: list[str] = field(default_factory=list)
    layers: list[list[str]] = field(default_factory=list)


@dataclass
class CrateStatus:
    full: bool = False


@dataclass
class Crate:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: CrateSpec = field(default_factory=CrateSpec)
    status: CrateStatus = field(default_factory=CrateStatus)


class Packed:
    def prepare_for_create(self, obj: Crate) -> None:
        obj.status = CrateStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        sent, obj.status = obj.status, old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1
        if self.is_odd(obj.spec, obj.metadata.name):
            obj.status = sent

    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return False


class TwiceTheJarsStrategy(Packed):  # unproven: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return len(spec.jars + spec.jars) == 3


class TwoOfEachStrategy(Packed):  # unproven: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return sum(1 for jar in spec.jars for side in ("left", "right")) == 3


class SquareStrategy(Packed):  # unproven: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return len([jar + other for jar in spec.jars for other in spec.jars]) == 3


class TwiceAndMoreStrategy(Packed):  # expect: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return len(spec.jars + spec.jars) > 3


class JarsAndLidsStrategy(Packed):  # expect: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return len(spec.jars + spec.lids) == 3


class EachLidOnEachJarStrategy(Packed):  # expect: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return sum(1 for jar in spec.jars for lid in spec.lids) == 3


class InLayersStrategy(Packed):  # expect: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return len([jar for layer in spec.layers for jar in layer]) == 3


class OneMoreStrategy(Packed):  # expect: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return len([*spec.jars, "spare"]) == 3


class FilteredStrategy(Packed):  # expect: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        return len([jar for jar in spec.jars if jar]) == 3


class NumberOfASettledNameStrategy(Packed):  # unproven: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        try:
            return name == "7" and int(name) < 0
        except ValueError:
            return True


class NumberOfTheNameStrategy(Packed):  # expect: status-not-kept-on-update
    def is_odd(self, spec: CrateSpec, name: str) -> bool:
        try:
            return int(name) < 0
        except ValueError:
            return True
