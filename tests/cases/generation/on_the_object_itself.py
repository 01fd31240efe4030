"""The generation behind accessors or a property of the object itself, over storage of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WellSpec:
    depth: int = 0


@dataclass
class WellStatus:
    dry: bool = False


class Well:
    """With accessors over an attribute."""

    metadata: ObjectMeta
    spec: WellSpec
    status: WellStatus

    def __init__(self) -> None:
        self.metadata = ObjectMeta()
        self.spec = WellSpec()
        self.status = WellStatus()
        self._dug = 0

    def get_generation(self) -> int:
        return self._dug

    def set_generation(self, generation: int) -> None:
        self._dug = generation


class WellStrategy:
    def prepare_for_create(self, ctx, obj: Well) -> None:
        obj.status = WellStatus()
        obj.set_generation(1)

    def prepare_for_update(self, ctx, obj: Well, old: Well) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.set_generation(old.get_generation() + 1)


class AlwaysWellStrategy:  # expect: generation-not-set-on-create, generation-bumped-without-spec-change
    def prepare_for_create(self, ctx, obj: Well) -> None:
        obj.status = WellStatus()

    def prepare_for_update(self, ctx, obj: Well, old: Well) -> None:
        obj.status = old.status
        obj.set_generation(old.get_generation() + 1)


class WellStatusStrategy:
    def prepare_for_update(self, ctx, obj: Well, old: Well) -> None:
        obj.spec = old.spec


class CountingWellStatusStrategy:  # expect: generation-bumped-on-status-update
    def prepare_for_update(self, ctx, obj: Well, old: Well) -> None:
        obj.spec = old.spec
        obj.set_generation(obj.get_generation() + 1)


class Spring:
    """With a property over a mapping."""

    metadata: ObjectMeta
    spec: WellSpec

    def __init__(self) -> None:
        self.metadata = ObjectMeta()
        self.spec = WellSpec()
        self._numbers: dict[str, Any] = {"generation": 0}

    @property
    def generation(self) -> int:
        return self._numbers["generation"]

    @generation.setter
    def generation(self, value: int) -> None:
        self._numbers["generation"] = value


class SpringStrategy:
    def prepare_for_create(self, ctx, obj: Spring) -> None:
        obj.generation = 1

    def prepare_for_update(self, ctx, obj: Spring, old: Spring) -> None:
        if obj.spec != old.spec:
            obj.generation += 1


class IdleSpringStrategy:  # expect: generation-not-set-on-create, generation-not-bumped-on-spec-change
    def prepare_for_create(self, ctx, obj: Spring) -> None:
        obj.generation = 2

    def prepare_for_update(self, ctx, obj: Spring, old: Spring) -> None:
        pass


@dataclass
class CountedMeta:
    name: str = ""
    generation: int = 0


class Pond:
    """With a property for what the metadata has."""

    metadata: CountedMeta
    spec: WellSpec
    status: WellStatus

    def __init__(self) -> None:
        self.metadata = CountedMeta()
        self.spec = WellSpec()
        self.status = WellStatus()

    @property
    def generation(self) -> int:
        return self.metadata.generation

    @generation.setter
    def generation(self, value: int) -> None:
        self.metadata.generation = value


class PondStrategy:
    def prepare_for_create(self, ctx, obj: Pond) -> None:
        obj.status = WellStatus()
        obj.generation = 1

    def prepare_for_update(self, ctx, obj: Pond, old: Pond) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.generation = old.metadata.generation + 1


class PondStatusStrategy:
    def prepare_for_update(self, ctx, obj: Pond, old: Pond) -> None:
        obj.spec = old.spec


class CountingPondStatusStrategy:  # expect: generation-bumped-on-status-update
    def prepare_for_update(self, ctx, obj: Pond, old: Pond) -> None:
        obj.spec = old.spec
        obj.generation = old.generation + 1
