"""Gated fields of the elements of a list."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Callable

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Container:
    image: str = ""
    resize_policy: Annotated[str | None, FeatureGate("Resize")] = None


@dataclass
class Template:
    containers: list[Container] = field(default_factory=list)


@dataclass
class JobSpec:
    template: Template = field(default_factory=Template)


@dataclass
class Job:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: JobSpec = field(default_factory=JobSpec)


def resize_in_use(template: Template | None) -> bool:
    if template is None:
        return False
    for container in template.containers:
        if container.resize_policy is not None:
            return True
    return False


def visit_containers(template: Template, visitor: Callable[[Container], None]) -> None:
    for container in template.containers:
        visitor(container)


def clear_resize(container: Container) -> None:
    container.resize_policy = None


def drop_disabled_template_fields(template: Template, old_template: Template | None) -> None:
    if enabled("Resize") or resize_in_use(old_template):
        return
    for container in template.containers:
        container.resize_policy = None


class LoopStrategy:
    def prepare_for_create(self, obj: Job) -> None:
        drop_disabled_template_fields(obj.spec.template, None)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        drop_disabled_template_fields(obj.spec.template, old.spec.template if old else None)


class AnyStrategy:
    def prepare_for_create(self, obj: Job) -> None:
        self.drop(obj, False)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        self.drop(obj, any(container.resize_policy is not None for container in old.spec.template.containers))

    def drop(self, obj: Job, in_use: bool) -> None:
        if not enabled("Resize") and not in_use:
            for container in obj.spec.template.containers:
                container.resize_policy = None


class IndexStrategy:
    def prepare_for_create(self, obj: Job) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        self.drop(obj, old)

    def drop(self, obj: Job, old: Job | None) -> None:
        if enabled("Resize") or (old is not None and resize_in_use(old.spec.template)):
            return
        for index in range(len(obj.spec.template.containers)):
            obj.spec.template.containers[index].resize_policy = None


class EnumerateStrategy:
    def prepare_for_create(self, obj: Job) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        self.drop(obj, old)

    def drop(self, obj: Job, old: Job | None) -> None:
        if enabled("Resize") or (old is not None and resize_in_use(old.spec.template)):
            return
        containers = obj.spec.template.containers
        for index, container in enumerate(containers):
            containers[index] = replace(container, resize_policy=None)


class ComprehensionStrategy:
    def prepare_for_create(self, obj: Job) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        self.drop(obj, old)

    def drop(self, obj: Job, old: Job | None) -> None:
        if not enabled("Resize") and not resize_in_use(old.spec.template if old is not None else None):
            template = obj.spec.template
            template.containers = [replace(container, resize_policy=None) for container in template.containers]


class VisitorStrategy:
    def prepare_for_create(self, obj: Job) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        self.drop(obj, old)

    def drop(self, obj: Job, old: Job | None) -> None:
        if enabled("Resize"):
            return
        in_use = False

        def look(container: Container) -> None:
            nonlocal in_use
            if container.resize_policy is not None:
                in_use = True

        if old is not None:
            visit_containers(old.spec.template, look)
        if not in_use:
            visit_containers(obj.spec.template, clear_resize)


class LambdaVisitorStrategy:
    def prepare_for_create(self, obj: Job) -> None:
        if not enabled("Resize"):
            visit_containers(obj.spec.template, lambda container: setattr(container, "resize_policy", None))

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        if not enabled("Resize") and not resize_in_use(old.spec.template):
            visit_containers(obj.spec.template, lambda container: clear_resize(container))


class FirstOnlyStrategy:  # expect: gated-field-not-dropped[spec.template.containers[*].resize_policy]
    def prepare_for_create(self, obj: Job) -> None:
        if not enabled("Resize") and obj.spec.template.containers:
            obj.spec.template.containers[0].resize_policy = None

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        drop_disabled_template_fields(obj.spec.template, old.spec.template)


class BreaksOutStrategy:  # expect: gated-field-not-dropped[spec.template.containers[*].resize_policy]
    def prepare_for_create(self, obj: Job) -> None:
        if enabled("Resize"):
            return
        for container in obj.spec.template.containers:
            container.resize_policy = None
            break

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        drop_disabled_template_fields(obj.spec.template, old.spec.template)


class WrongListStrategy:  # expect: gated-field-not-dropped[spec.template.containers[*].resize_policy]
    """Clears the old object's containers."""

    def prepare_for_create(self, obj: Job) -> None:
        drop_disabled_template_fields(obj.spec.template, None)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        if enabled("Resize") or resize_in_use(old.spec.template):
            return
        for container in old.spec.template.containers:
            container.resize_policy = None


class PerIndexInUseStrategy:  # expect: gated-field-dropped-in-use[spec.template.containers[*].resize_policy]
    """One element that uses the field protects it in all of them; here it protects only its own index."""

    def prepare_for_create(self, obj: Job) -> None:
        drop_disabled_template_fields(obj.spec.template, None)

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        if enabled("Resize"):
            return
        old_containers = old.spec.template.containers
        for index, container in enumerate(obj.spec.template.containers):
            if index < len(old_containers) and old_containers[index].resize_policy is not None:
                continue
            container.resize_policy = None


class DropsTheWholeListStrategy:
    # expect: ungated-field-dropped[spec.template.containers]
    # undecided: gated-field-not-dropped
    def prepare_for_create(self, obj: Job) -> None:
        if not enabled("Resize"):
            obj.spec.template.containers = []

    def prepare_for_update(self, obj: Job, old: Job) -> None:
        drop_disabled_template_fields(obj.spec.template, old.spec.template)
