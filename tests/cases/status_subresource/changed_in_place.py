"""Lists and mappings that are emptied, filled, cut and extended in place."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Port:
    number: int = 0


@dataclass
class WidgetSpec:
    size: int = 0
    ports: list[Port] = field(default_factory=list)


@dataclass
class WidgetStatus:
    phase: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class ClearsAndFillsStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.labels.clear()
        obj.metadata.labels.update(old.metadata.labels)


class ClearsAndFillsOnBothBranchesStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        if obj.metadata.name:
            obj.metadata.labels.clear()
            obj.metadata.labels.update(old.metadata.labels)
        else:
            obj.metadata.labels.clear()
            for key, value in old.metadata.labels.items():
                obj.metadata.labels[key] = value


class ClearsOnOneBranchStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        if obj.metadata.name:
            obj.metadata.labels.clear()
        obj.metadata.labels.update(old.metadata.labels)


class OnlyAddsStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.labels.update(old.metadata.labels)


class FillsWholeSliceStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec.size = old.spec.size
        obj.spec.ports[:] = old.spec.ports


class FillsPartOfSliceStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec.size = old.spec.size
        obj.spec.ports[1:] = old.spec.ports[1:]


class FillsSliceOfEitherStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    """What is cut belongs to one of two objects; both are stored in the end."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        holder = obj if obj.metadata.name else old
        obj.spec = old.spec
        holder.spec.ports[:] = []


class ClearsThenCutsStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec = old.spec
        obj.spec.ports.clear()
        if obj.spec.size:
            del obj.spec.ports[1:]


class ExtendsAfterCountingStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec = old.spec
        if len(obj.spec.ports) < 3:
            obj.spec.ports += [Port()]


class ExtendsThroughAliasStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec = old.spec
        ports = obj.spec.ports
        ports += [Port()]


class ExtendsCopyStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec = old.spec
        ports = copy.copy(obj.spec.ports)
        ports += [Port()]


class BumpsAfterRestoringStatusStrategy:
    """Every field of spec is the old one, so that the specs never differ."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec.size = old.spec.size
        obj.spec.ports = old.spec.ports
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class BumpsAfterRestoringPartStatusStrategy:
    # expect: generation-bumped-on-status-update, spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.spec.size = old.spec.size
        if obj.spec != old.spec:
            obj.metadata.generation += 1
