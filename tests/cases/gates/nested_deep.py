"""Gated fields several levels down, through lists, mappings and helpers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Callable, Iterator, Optional

from apimachinery.gates import FeatureGate, enabled

Probe = Annotated[Optional[int], FeatureGate("Probe")]


@dataclass
class Meta:
    name: str = ""


@dataclass
class Container:
    image: str = ""
    probe: Probe = None


@dataclass
class PodSpec:
    containers: list[Container] = field(default_factory=list)
    sidecars: dict[str, Container] = field(default_factory=dict)


@dataclass
class Template:
    spec: PodSpec = field(default_factory=PodSpec)


@dataclass
class Spec:
    template: Template | None = None


@dataclass
class Deployment:
    metadata: Meta
    spec: Spec


def containers_of(deployment: Deployment | None) -> Iterator[Container]:
    if deployment is None or deployment.spec.template is None:
        return
    yield from deployment.spec.template.spec.containers
    yield from deployment.spec.template.spec.sidecars.values()


def visit(pod: PodSpec, visitor: Callable[[Container], None]) -> None:
    for container in pod.containers:
        visitor(container)
    for container in pod.sidecars.values():
        visitor(container)


def in_use(deployment: Deployment | None) -> bool:
    return any(container.probe is not None for container in containers_of(deployment))


class GeneratorStrategy:
    def prepare_for_create(self, obj: Deployment) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Deployment, old: Deployment) -> None:
        self.drop(obj, old)

    def drop(self, obj: Deployment, old: Deployment | None) -> None:
        if enabled("Probe") or in_use(old):
            return
        for container in containers_of(obj):
            container.probe = None


class VisitorStrategy:
    def prepare_for_create(self, obj: Deployment) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Deployment, old: Deployment) -> None:
        self.drop(obj, old)

    def drop(self, obj: Deployment, old: Deployment | None) -> None:
        if enabled("Probe") or in_use(old) or obj.spec.template is None:
            return

        def clear(container: Container) -> None:
            container.probe = None

        visit(obj.spec.template.spec, clear)


class ListOnlyStrategy:  # expect: gated-field-not-dropped[spec.template.spec.sidecars[*].probe]
    def prepare_for_create(self, obj: Deployment) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Deployment, old: Deployment) -> None:
        self.drop(obj, old)

    def drop(self, obj: Deployment, old: Deployment | None) -> None:
        if enabled("Probe") or in_use(old) or obj.spec.template is None:
            return
        for container in obj.spec.template.spec.containers:
            container.probe = None


class FirstOnlyStrategy:  # expect: gated-field-not-dropped[spec.template.spec.containers[*].probe]
    def prepare_for_create(self, obj: Deployment) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Deployment, old: Deployment) -> None:
        self.drop(obj, old)

    def drop(self, obj: Deployment, old: Deployment | None) -> None:
        if enabled("Probe") or in_use(old) or obj.spec.template is None:
            return
        pod = obj.spec.template.spec
        if pod.containers:
            pod.containers[0].probe = None
        for name in pod.sidecars:
            pod.sidecars[name].probe = None


class SelfUseStrategy:
    # expect: gated-field-not-dropped[spec.template.spec.containers[*].probe]
    # expect: gated-field-not-dropped[spec.template.spec.sidecars[*].probe]
    """Asks whether the new object uses the field: then it always stays."""

    def prepare_for_create(self, obj: Deployment) -> None:
        self.drop(obj)

    def prepare_for_update(self, obj: Deployment, old: Deployment) -> None:
        self.drop(obj)

    def drop(self, obj: Deployment) -> None:
        if enabled("Probe") or in_use(obj):
            return
        for container in containers_of(obj):
            container.probe = None


class ListOnlyInUseStrategy:
    # expect: gated-field-dropped-in-use[spec.template.spec.sidecars[*].probe]
    """Use by a sidecar is overlooked."""

    def prepare_for_create(self, obj: Deployment) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Deployment, old: Deployment) -> None:
        self.drop(obj, old)

    def drop(self, obj: Deployment, old: Deployment | None) -> None:
        if enabled("Probe"):
            return
        if old is not None and old.spec.template is not None:
            for container in old.spec.template.spec.containers:
                if container.probe is not None:
                    return
        for container in containers_of(obj):
            container.probe = None
