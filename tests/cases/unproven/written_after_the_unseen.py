"""What is written after a call that can't be seen through is known again, however deep, and whether or not it happened."""

from __future__ import annotations

from dataclasses import dataclass, field

import irrigation


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Valve:
    open: bool = False
    litres: int = 0


@dataclass
class Row:
    valves: list[Valve] = field(default_factory=list)


@dataclass
class FieldSpec:
    crop: str = ""
    rows: list[Row] = field(default_factory=list)


@dataclass
class FieldStatus:
    wet: int = 0
    main: Valve = field(default_factory=Valve)


@dataclass
class Field:
    metadata: Meta
    spec: FieldSpec
    status: FieldStatus


class Base:
    def __init__(self, hooks: list[object]) -> None:
        self.hooks = hooks

    def prepare_for_create(self, ctx, land: Field) -> None:
        land.status = FieldStatus()
        land.metadata.generation = 1

    def prepare_for_update(self, ctx, land: Field, old: Field) -> None:
        land.status = old.status
        if land.spec != old.spec:
            land.metadata.generation = old.metadata.generation + 1


class AtTimesStrategy(Base):
    def prepare_for_create(self, ctx, land: Field) -> None:
        if land.spec.crop:
            irrigation.fill(land)
        land.status = FieldStatus()
        land.metadata.generation = 1


class CallbacksStrategy(Base):
    def prepare_for_create(self, ctx, land: Field) -> None:
        for hook in self.hooks:
            hook(land)
        land.status = FieldStatus()
        land.metadata.generation = 1


class WhileStrategy(Base):
    def prepare_for_create(self, ctx, land: Field) -> None:
        while irrigation.fill(land):
            pass
        land.status = FieldStatus()
        land.metadata.generation = 1


class FieldByFieldStrategy(Base):
    def prepare_for_create(self, ctx, land: Field) -> None:
        irrigation.fill(land)
        land.status.wet = 0
        land.status.main = Valve()
        land.metadata.generation = 1


class OneFieldLeftStrategy(Base):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, land: Field) -> None:
        irrigation.fill(land)
        land.status.main = Valve()
        land.metadata.generation = 1


class ReadStrategy(Base):  # unproven: status-not-wiped-on-create
    """What it left is read, and put into what is known."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        irrigation.fill(land)
        wet = land.status.wet
        land.status = FieldStatus(wet=wet)
        land.metadata.generation = 1


class OtherNameStrategy(Base):  # unproven: status-not-wiped-on-create, generation-not-set-on-create
    """The call may have put other objects in their places."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        status, metadata = land.status, land.metadata
        irrigation.fill(land)
        status.wet = 0
        status.main = Valve()
        metadata.generation = 1


class OtherNameAfterStrategy(Base):  # unproven: generation-not-set-on-create
    """Both names may be of one object."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        metadata = land.metadata
        irrigation.fill(land)
        land.status = FieldStatus()
        land.metadata.generation = 1
        metadata.generation = 7


class OtherNameBeforeStrategy(Base):
    """The last word is known, whichever objects they are."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        metadata = land.metadata
        irrigation.fill(land)
        metadata.generation = 7
        land.status = FieldStatus()
        land.metadata.generation = 1


class GivenOnStrategy(Base):  # unproven: generation-not-set-on-create
    """What was taken before may be what is stored, and is given to another call."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        metadata = land.metadata
        irrigation.fill(land)
        land.status = FieldStatus()
        land.metadata.generation = 1
        irrigation.fill(metadata)


class OtherPartGivenOnStrategy(Base):
    """A status holds no metadata."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        status = land.status
        irrigation.fill(land)
        land.metadata.generation = 1
        irrigation.fill(status)
        land.status = FieldStatus()


class ReturnedStrategy(Base):
    def prepare_for_create(self, ctx, land: Field) -> Field:
        filled = irrigation.filled(land)
        filled.status = FieldStatus()
        filled.metadata.generation = 1
        return filled


class ReturnedMayBeGivenStrategy(Base):  # unproven: status-not-wiped-on-create, generation-not-set-on-create
    """What a call gives back may be what it was given."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        sent = FieldStatus(wet=land.status.wet)
        filled = irrigation.filled(land)
        land.status = FieldStatus()
        land.metadata.generation = 1
        filled.status = sent
        filled.metadata.generation = 2


class CollectedStrategy(Base):  # unproven: status-not-wiped-on-create
    """The list was empty, and was given away."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        found: list[int] = []
        irrigation.collect(land.status, found)
        land.status = FieldStatus()
        for wet in found:
            land.status.wet = wet
        land.metadata.generation = 1


class PutBackStrategy(Base):
    def prepare_for_update(self, ctx, land: Field, old: Field) -> None:
        irrigation.fill(land.spec)
        land.status = old.status
        if land.spec != old.spec:
            land.metadata.generation = old.metadata.generation + 1


class BothGivenStrategy(Base):  # unproven: status-not-kept-on-update
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    # unproven: generation-compared-too-early
    """Nobody knows what the stored object was."""

    def prepare_for_update(self, ctx, land: Field, old: Field) -> None:
        irrigation.merge(land, old)
        land.status = old.status
        if land.spec != old.spec:
            land.metadata.generation = old.metadata.generation + 1


class FieldStatusStrategy:
    def prepare_for_update(self, ctx, land: Field, old: Field) -> None:
        if irrigation.ready():
            irrigation.fill(land)
        land.spec = old.spec
        land.metadata = old.metadata


class HalfStatusStrategy:  # unproven: generation-bumped-on-status-update
    # expect: metadata-not-reset-on-status-update
    """Whatever labels there are, one is new."""

    def prepare_for_update(self, ctx, land: Field, old: Field) -> None:
        irrigation.fill(land)
        land.spec = old.spec
        land.metadata.labels["seen"] = "yes"


class ThirdElementStrategy(Base):  # expect: status-not-wiped-on-create
    """Lists have more than two elements."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        land.metadata.generation = 1
        if land.spec.rows[2].valves:
            return
        land.status = FieldStatus()


class TripleStrategy(Base):  # expect: status-not-wiped-on-create
    """What a call gives may have three elements."""

    def prepare_for_create(self, ctx, land: Field) -> None:
        _, _, litres = irrigation.measures()
        land.metadata.generation = 1
        land.metadata.labels["litres"] = str(litres)
