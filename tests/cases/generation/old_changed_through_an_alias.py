"""The stored object's lists are changed through other names for them, then compared: *old* is what it was at entry."""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Stop:
    name: str = ""


@dataclass
class LineSpec:
    number: int = 0
    stops: list[Stop] = field(default_factory=list)
    minutes: list[int] = field(default_factory=list)
    shifts: list[list[int]] = field(default_factory=list)


@dataclass
class Line:
    metadata: Meta
    spec: LineSpec


def count(line: Line, old: Line) -> None:
    if line.spec != old.spec:
        line.metadata.generation = old.metadata.generation + 1


class Base:
    def prepare_for_create(self, line: Line) -> None:
        line.metadata.generation = 1

    def prepare_for_update(self, line: Line, old: Line) -> None:
        self.adjust(line, old)
        count(line, old)

    def adjust(self, line: Line, old: Line) -> None:
        raise NotImplementedError


class AppendStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    def adjust(self, line: Line, old: Line) -> None:
        line.spec.minutes = old.spec.minutes
        line.spec.minutes.append(3)


class ExtendStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    def adjust(self, line: Line, old: Line) -> None:
        line.spec.minutes = old.spec.minutes
        line.spec.minutes.extend([3, 4])


class PlusStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    def adjust(self, line: Line, old: Line) -> None:
        line.spec.stops = old.spec.stops
        line.spec.stops += [Stop("end")]


class VariableStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    def adjust(self, line: Line, old: Line) -> None:
        minutes = old.spec.minutes
        minutes.append(3)
        line.spec.minutes = minutes


class InnerListStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    def adjust(self, line: Line, old: Line) -> None:
        line.spec.shifts = old.spec.shifts
        for shift in line.spec.shifts:
            shift.append(24)


class ShallowCopyStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    """The copy has the very lists of the stored spec."""

    def adjust(self, line: Line, old: Line) -> None:
        line.spec = copy(old.spec)
        line.spec.minutes.append(3)


class FieldByFieldStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, line: Line, old: Line) -> None:
        line.spec.minutes = old.spec.minutes
        line.spec.minutes.append(3)
        names = ("number", "stops", "minutes", "shifts")
        if any(getattr(line.spec, name) != getattr(old.spec, name) for name in names):
            line.metadata.generation = old.metadata.generation + 1


class AtTimesStrategy(Base):  # expect: generation-not-bumped-on-spec-change
    def adjust(self, line: Line, old: Line) -> None:
        if line.spec.number:
            line.spec.minutes = old.spec.minutes
            line.spec.minutes.append(3)


class OwnListStrategy(Base):
    def adjust(self, line: Line, old: Line) -> None:
        line.spec.minutes = list(old.spec.minutes)
        line.spec.minutes.append(3)


class DeepCopyStrategy(Base):
    def adjust(self, line: Line, old: Line) -> None:
        line.spec = deepcopy(old.spec)
        line.spec.stops.append(Stop("end"))


class ComparedBeforeStrategy(Base):
    def prepare_for_update(self, line: Line, old: Line) -> None:
        line.spec.minutes = list(old.spec.minutes)
        count(line, old)
