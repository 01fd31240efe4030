"""A gate that is asked through a property or method of its enum member."""

from __future__ import annotations

from dataclasses import dataclass, field

from features import Gate


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Spec:
    # +featureGate=Side
    side: str | None = None


@dataclass
class Tree:
    metadata: Meta
    spec: Spec = field(default_factory=Spec)


class PropertyStrategy:
    def prepare_for_create(self, obj: Tree) -> None:
        obj.metadata.generation = 1
        if Gate.SIDE.on:
            return
        obj.spec.side = None

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        if Gate.SIDE.is_off() and old.spec.side is None:
            obj.spec.side = None
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class InvertedStrategy:  # expect: gated-field-not-dropped[spec.side]
    # expect: gated-field-dropped-when-enabled[spec.side]
    def prepare_for_create(self, obj: Tree) -> None:
        obj.metadata.generation = 1
        if not Gate.SIDE.on:
            return
        obj.spec.side = None

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        if Gate.SIDE.is_off() and old.spec.side is None:
            obj.spec.side = None
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
