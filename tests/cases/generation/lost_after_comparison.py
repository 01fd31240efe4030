"""What an unknown call may have done to spec after the comparison is no proof that it changed it."""

from __future__ import annotations
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Graft:
    angle: int = 0
    extra: str | None = None


@dataclass
class Spec:
    replicas: int = 1
    species: str = ""
    side: list[Graft] | None = None


@dataclass
class Status:
    ready: int = 0


@dataclass
class Tree:
    metadata: Meta
    spec: Spec
    status: Status = field(default_factory=Status)


import outside


class OpaqueStrategy:  # unproven: generation-compared-too-early
    # unproven: generation-bumped-without-spec-change
    def prepare_for_create(self, obj: Tree) -> None:
        obj.status = Status()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        obj.status = old.status
        obj.spec.species = obj.spec.species.strip()
        if obj.spec == old.spec:
            return
        obj.metadata.generation = old.metadata.generation + 1
        outside.encode(obj.spec)


class OpaqueLaterStrategy:  # unproven: generation-compared-too-early
    # unproven: generation-bumped-without-spec-change
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Tree) -> None:
        obj.status = Status()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        outside.encode(obj.spec)


class OpaqueListStrategy:  # unproven: generation-compared-too-early
    # unproven: generation-bumped-without-spec-change
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Tree) -> None:
        obj.status = Status()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        obj.status = old.status
        obj.spec.side = sorted(obj.spec.side or [], key=lambda g: g.angle)
        for graft in obj.spec.side:
            graft.angle = max(graft.angle, 1)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
            outside.encode(obj.spec)


class BothStrategy:  # expect: generation-compared-too-early
    # undecided: generation-bumped-without-spec-change
    # undecided: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Tree) -> None:
        obj.status = Status()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        obj.status = old.status
        obj.spec.species = outside.species()
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.replicas = 1


class TwiceStrategy:  # expect: generation-compared-too-early
    # undecided: generation-bumped-without-spec-change
    # undecided: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Tree) -> None:
        obj.status = Status()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.species = outside.species()
