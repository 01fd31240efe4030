"""A spec brought into one form before it is compared, and once more afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Berth:
    dock: str = ""
    depth: int = 0


@dataclass
class PortSpec:
    cranes: list[str] = field(default_factory=list)
    berths: list[Berth] = field(default_factory=list)


@dataclass
class Port:
    metadata: Meta
    spec: PortSpec


class PortRegistry:
    def prepare_for_create(self, obj: Port) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Port, old: Port) -> None:
        self.tidy(obj.spec)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        self.tidy_again(obj.spec)

    def tidy(self, spec: PortSpec) -> None:
        """Nothing."""

    def tidy_again(self, spec: PortSpec) -> None:
        self.tidy(spec)


class NewListStrategy(PortRegistry):
    def tidy(self, spec: PortSpec) -> None:
        spec.cranes = sorted(spec.cranes)


class InPlaceStrategy(PortRegistry):
    def tidy(self, spec: PortSpec) -> None:
        spec.cranes.sort()


class ByKeyStrategy(PortRegistry):
    def tidy(self, spec: PortSpec) -> None:
        spec.berths.sort(key=lambda berth: (berth.dock, berth.depth), reverse=True)


class ByAnotherKeyStrategy(PortRegistry):  # expect: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def tidy(self, spec: PortSpec) -> None:
        spec.berths.sort(key=lambda berth: berth.dock)

    def tidy_again(self, spec: PortSpec) -> None:
        spec.berths.sort(key=lambda berth: berth.depth)


class TurnedStrategy(PortRegistry):  # expect: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def tidy(self, spec: PortSpec) -> None:
        spec.cranes.sort()

    def tidy_again(self, spec: PortSpec) -> None:
        spec.cranes.sort(reverse=True)
