"""A gated list whose elements are changed is not dropped: an empty one that is sent is stored empty."""

from __future__ import annotations
from dataclasses import dataclass, field
from typing import Annotated
from apimachinery.gates import FeatureGate, enabled


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Graft:
    angle: int = 0
    extra: Annotated[str | None, FeatureGate("Surgery")] = None


@dataclass
class Spec:
    replicas: int = 1
    species: str = ""
    side: Annotated[list[Graft] | None, FeatureGate("Side")] = None


@dataclass
class Status:
    ready: int = 0


@dataclass
class Tree:
    metadata: Meta
    spec: Spec
    status: Status = field(default_factory=Status)


class TreeStrategy:
    def prepare_for_create(self, obj: Tree) -> None:
        obj.status = Status()
        drop(obj.spec, None)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        obj.status = old.status
        drop(obj.spec, old.spec)
        if obj.spec.side is not None:
            obj.spec.side = [g for g in obj.spec.side]
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


def drop(spec: Spec, old: Spec | None) -> None:
    if not enabled("Side") and (old is None or old.side is None):
        spec.side = None
    for graft in spec.side or ():
        graft.angle = max(graft.angle, 1)
    if enabled("Surgery") or (old is not None and any(g.extra is not None for g in old.side or [])):
        return
    for graft in spec.side or ():
        graft.extra = None


class FilteringStrategy:  # expect: gated-field-dropped-when-enabled[spec.side]
    # expect: gated-field-dropped-when-enabled[spec.side[*].extra]
    # expect: gated-field-dropped-in-use[spec.side]
    # expect: gated-field-dropped-in-use[spec.side[*].extra]
    def prepare_for_create(self, obj: Tree) -> None:
        obj.status = Status()
        drop(obj.spec, None)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        obj.status = old.status
        drop(obj.spec, old.spec)
        if obj.spec.side is not None:
            obj.spec.side = [g for g in obj.spec.side if g.angle > 3]
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
