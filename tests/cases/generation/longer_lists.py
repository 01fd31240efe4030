"""Lists that hold all that the old one holds, and one element more: specs with these differ whatever is in them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    generation: int = 0


@dataclass
class TrainSpec:
    cars: list[str] = field(default_factory=list)
    route: str = ""


@dataclass
class Train:
    metadata: Meta
    spec: TrainSpec


class Numbered:
    def prepare_for_create(self, train: Train) -> None:
        train.metadata.generation = 1

    def prepare_for_update(self, train: Train, old: Train) -> None:
        train.spec = self.coupled(train, old)
        train.metadata.generation = old.metadata.generation + 1

    def coupled(self, train: Train, old: Train) -> TrainSpec:
        return replace(old.spec, cars=[*old.spec.cars, train.spec.route])


class AddedStrategy(Numbered):
    def coupled(self, train: Train, old: Train) -> TrainSpec:
        return replace(old.spec, cars=old.spec.cars + ["brake van"])


class AppendedStrategy(Numbered):
    def coupled(self, train: Train, old: Train) -> TrainSpec:
        spec = deepcopy(old.spec)
        spec.cars.append(train.spec.route)
        return spec


class SometimesStrategy(Numbered):  # expect: generation-bumped-without-spec-change
    def coupled(self, train: Train, old: Train) -> TrainSpec:
        spec = deepcopy(old.spec)
        if train.spec.route:
            spec.cars.append(train.spec.route)
        return spec


class TakenOffStrategy(Numbered):  # expect: generation-bumped-without-spec-change
    def coupled(self, train: Train, old: Train) -> TrainSpec:
        return replace(old.spec, cars=[*old.spec.cars, "brake van"][:-1])


class DistinctStrategy(Numbered):  # expect: generation-bumped-without-spec-change
    def coupled(self, train: Train, old: Train) -> TrainSpec:
        return replace(old.spec, cars=[*{*old.spec.cars, "brake van"}])
