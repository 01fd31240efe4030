"""Elements that are put among those of which a field was dropped: as they were sent, as new ones, or dropped as well."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Wagon:
    length: int = 0
    brake: Annotated[str | None, FeatureGate("Brakes")] = None


@dataclass
class TrainSpec:
    wagons: list[Wagon] = field(default_factory=list)


@dataclass
class Train:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: TrainSpec = field(default_factory=TrainSpec)


def brakes(train: Train) -> bool:
    return any(wagon.brake is not None for wagon in train.spec.wagons)


class Couples:
    """Drops the brakes of wagons, and may couple others to them."""

    def prepare_for_create(self, obj: Train) -> None:
        if not enabled("Brakes"):
            for wagon in obj.spec.wagons:
                wagon.brake = None

    def prepare_for_update(self, obj: Train, old: Train) -> None:
        sent = obj.spec.wagons
        if not enabled("Brakes") and not brakes(old):
            obj.spec.wagons = [replace(wagon, brake=None) for wagon in sent]
            self.couple(obj, old, sent)

    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        pass


class NothingStrategy(Couples):
    pass


class NewOneStrategy(Couples):
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        obj.spec.wagons.append(Wagon(4))


class FirstAppendedStrategy(Couples):  # expect: gated-field-not-dropped[spec.wagons[*].brake]
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        if sent:
            obj.spec.wagons.append(sent[0])


class NextAppendedStrategy(Couples):  # expect: gated-field-not-dropped[spec.wagons[*].brake]
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        obj.spec.wagons.append(next(iter(sent), Wagon()))


class ExtendedStrategy(Couples):  # expect: gated-field-not-dropped[spec.wagons[*].brake]
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        obj.spec.wagons.extend(sent[:1])


class SummedStrategy(Couples):  # expect: gated-field-not-dropped[spec.wagons[*].brake]
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        obj.spec.wagons = obj.spec.wagons + sent[:1]


class AllInALoopStrategy(Couples):  # expect: gated-field-not-dropped[spec.wagons[*].brake]
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        for wagon in sent:
            obj.spec.wagons.append(wagon)


class CopiesInALoopStrategy(Couples):  # expect: gated-field-not-dropped[spec.wagons[*].brake]
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        for wagon in copy.deepcopy(sent):
            obj.spec.wagons.append(wagon)


class DroppedTwiceStrategy(Couples):
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        for wagon in sent:
            obj.spec.wagons.append(replace(wagon, brake=None))


class OldOnesStrategy(Couples):
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        for wagon in old.spec.wagons:
            obj.spec.wagons.append(wagon)


class LongestOfTheDroppedStrategy(Couples):  # unproven: gated-field-not-dropped[spec.wagons[*].brake]
    def couple(self, obj: Train, old: Train, sent: list[Wagon]) -> None:
        obj.spec.wagons = [max(obj.spec.wagons, key=lambda wagon: wagon.length, default=Wagon())]
