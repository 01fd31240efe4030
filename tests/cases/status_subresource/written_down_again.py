"""A list of the restored spec written down again: turned twice, cut and joined, picked from itself."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class TrainSpec:
    cars: list[str] = field(default_factory=list)


@dataclass
class TrainStatus:
    speed: int = 0


@dataclass
class Train:
    metadata: Meta
    spec: TrainSpec
    status: TrainStatus


class Restoring:
    subresource = "status"

    def prepare_for_update(self, obj: Train, old: Train) -> None:
        obj.spec, obj.metadata = old.spec, old.metadata
        obj.spec.cars = self.again(obj.spec.cars)

    def again(self, cars: list[str]) -> list[str]:
        return cars


class TurnedTwiceStatusStrategy(Restoring):
    def again(self, cars: list[str]) -> list[str]:
        return cars[::-1][::-1]


class TurnedOnceStatusStrategy(Restoring):  # expect: spec-not-kept-on-status-update
    def again(self, cars: list[str]) -> list[str]:
        return cars[::-1]


class TurnedBackStatusStrategy(Restoring):
    def again(self, cars: list[str]) -> list[str]:
        return list(reversed(cars[::-1]))


class EverySecondStatusStrategy(Restoring):  # expect: spec-not-kept-on-status-update
    def again(self, cars: list[str]) -> list[str]:
        return cars[::-2][::-2]


class CutAndJoinedStatusStrategy(Restoring):
    def again(self, cars: list[str]) -> list[str]:
        return [*cars[:3], *cars[3:]]


class JoinedTheOtherWayStatusStrategy(Restoring):  # expect: spec-not-kept-on-status-update
    def again(self, cars: list[str]) -> list[str]:
        return [*cars[3:], *cars[:3]]


class CutElsewhereStatusStrategy(Restoring):  # expect: spec-not-kept-on-status-update
    def again(self, cars: list[str]) -> list[str]:
        return [*cars[:2], *cars[3:]]


class PickedFromItselfStatusStrategy(Restoring):
    def again(self, cars: list[str]) -> list[str]:
        return [car for car in cars if car in cars]


class PickedFromOthersStatusStrategy(Restoring):  # expect: spec-not-kept-on-status-update
    def again(self, cars: list[str]) -> list[str]:
        return [car for car in cars if car in ("sleeper", "diner")]
