"""Bumps next to restored fields, defaults for a missing generation, and decisions kept in other places."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class NamespaceSpec:
    finalizers: list[str] = field(default_factory=list)
    owner: str = ""


@dataclass
class Namespace:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: NamespaceSpec = field(default_factory=NamespaceSpec)
    status: str = ""


def next_generation(obj: Namespace, old: Namespace) -> int:
    if obj.spec == old.spec:
        return old.metadata.generation
    return old.metadata.generation + 1


def spec_changed(one: Namespace, other: Namespace) -> bool:
    return one.spec != other.spec


class Starts:
    def prepare_for_create(self, obj):
        obj.status = ""
        obj.metadata.generation = 1


class RestoresPartOfSpecStrategy(Starts):
    """A namespace restores its finalizers and its status, then compares."""

    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.spec.finalizers = old.spec.finalizers
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class RestoresTooLateStrategy(Starts):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.finalizers = old.spec.finalizers


class ValueFromHelperStrategy(Starts):
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        obj.metadata.generation = next_generation(obj, old)


class ValueFromHelperSwappedStrategy(Starts):
    """The helper reads the new object's generation, which is the old one before the hook."""

    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        obj.metadata.generation = next_generation(old, obj)


class SymmetricHelperStrategy(Starts):
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        if spec_changed(old, obj):
            obj.metadata.generation += 1


class SameObjectTwiceStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        if spec_changed(obj, obj):
            obj.metadata.generation += 1


class OrZeroStrategy(Starts):
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = (old.metadata.generation or 0) + 1


class BooleanArithmeticStrategy(Starts):
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        obj.metadata.generation += int(obj.spec != old.spec)


class MetadataReplacedStrategy(Starts):
    """The old metadata comes back, and with it the old generation: it is bumped from there."""

    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        obj.metadata = copy.deepcopy(old.metadata)
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class MetadataReplacedAfterBumpStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1
        obj.metadata = copy.deepcopy(old.metadata)


class MinusStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation - 1


class ComparesWithCopyOfNewStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        before = copy.deepcopy(obj)
        if obj.spec != before.spec:
            obj.metadata.generation += 1


class ComparesWithCopyOfOldStrategy(Starts):
    def prepare_for_update(self, obj: Namespace, old: Namespace) -> None:
        obj.status = old.status
        before = copy.deepcopy(old)
        if obj.spec != before.spec:
            obj.metadata.generation += 1
