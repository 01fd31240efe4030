"""One declaration that is reachable on two paths: containers and init containers."""

from __future__ import annotations

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
    containers: list[Container] = field(default_factory=list)
    init_containers: list[Container] = field(default_factory=list)


@dataclass
class Pod:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: PodSpec = field(default_factory=PodSpec)


def used_by(containers: list[Container]) -> bool:
    return any(container.resize_policy is not None for container in containers)


def clear(containers: list[Container]) -> None:
    for container in containers:
        container.resize_policy = None


class TogetherStrategy:
    """Use at one path protects both: keeping is fine."""

    def prepare_for_create(self, obj: Pod) -> None:
        if not enabled("Resize"):
            clear(obj.spec.containers)
            clear(obj.spec.init_containers)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        if enabled("Resize") or used_by(old.spec.containers) or used_by(old.spec.init_containers):
            return
        clear(obj.spec.containers)
        clear(obj.spec.init_containers)


class ApartStrategy:
    """Use at one path protects that path alone: dropping at the other is fine."""

    def prepare_for_create(self, obj: Pod) -> None:
        if not enabled("Resize"):
            clear(obj.spec.containers)
            clear(obj.spec.init_containers)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        if enabled("Resize"):
            return
        if not used_by(old.spec.containers):
            clear(obj.spec.containers)
        if not used_by(old.spec.init_containers):
            clear(obj.spec.init_containers)


class InitForgottenStrategy:  # expect: gated-field-not-dropped[spec.init_containers[*].resize_policy]
    def prepare_for_create(self, obj: Pod) -> None:
        if not enabled("Resize"):
            clear(obj.spec.containers)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        if enabled("Resize") or used_by(old.spec.containers) or used_by(old.spec.init_containers):
            return
        clear(obj.spec.containers)
        clear(obj.spec.init_containers)


class InitUseForgottenStrategy:  # expect: gated-field-dropped-in-use[spec.init_containers[*].resize_policy]
    def prepare_for_create(self, obj: Pod) -> None:
        if not enabled("Resize"):
            clear(obj.spec.containers)
            clear(obj.spec.init_containers)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        if enabled("Resize") or used_by(old.spec.containers):
            return
        clear(obj.spec.containers)
        clear(obj.spec.init_containers)
