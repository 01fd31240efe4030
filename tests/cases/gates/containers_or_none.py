"""Lists that may be missing, concatenated lists, generators over several lists."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Container:
    resize_policy: Annotated[str | None, FeatureGate("Resize")] = None


@dataclass
class PodSpec:
    containers: list[Container] | None = None
    init_containers: list[Container] = field(default_factory=list)


@dataclass
class Pod:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: PodSpec = field(default_factory=PodSpec)


def all_containers(spec: PodSpec) -> Iterator[Container]:
    yield from spec.containers or []
    for container in spec.init_containers:
        yield container


def main_containers(spec: PodSpec) -> Iterator[Container]:
    yield from spec.containers or []


def in_use(old: Pod | None) -> bool:
    if old is None:
        return False
    return any(container.resize_policy is not None for container in all_containers(old.spec))


class OrEmptyStrategy:
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if enabled("Resize") or in_use(old):
            return
        for container in obj.spec.containers or []:
            container.resize_policy = None
        for container in obj.spec.init_containers:
            container.resize_policy = None


class GuardedLoopStrategy:
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if not enabled("Resize") and not in_use(old):
            if obj.spec.containers is not None:
                for container in obj.spec.containers:
                    container.resize_policy = None
            if obj.spec.init_containers:
                for container in obj.spec.init_containers:
                    container.resize_policy = None


class ConcatenatedStrategy:
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if enabled("Resize") or in_use(old):
            return
        for container in (obj.spec.containers or []) + obj.spec.init_containers:
            container.resize_policy = None


class ChainedStrategy:
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if enabled("Resize") or in_use(old):
            return
        for container in itertools.chain(obj.spec.containers or [], obj.spec.init_containers):
            container.resize_policy = None


class GeneratorStrategy:
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if enabled("Resize") or in_use(old):
            return
        for container in all_containers(obj.spec):
            container.resize_policy = None


class GeneratorForgetsStrategy:  # expect: gated-field-not-dropped[spec.init_containers[*].resize_policy]
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if enabled("Resize") or in_use(old):
            return
        for container in main_containers(obj.spec):
            container.resize_policy = None


class ListsInTurnStrategy:
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if enabled("Resize") or in_use(old):
            return
        for containers in (obj.spec.containers or [], obj.spec.init_containers):
            for container in containers:
                container.resize_policy = None
