"""A status strategy derives from the main one, stands alone, or delegates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: str = ""
    status: str = ""


class WidgetStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class DerivedStatusStrategy(WidgetStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec, obj.metadata = old.spec, old.metadata


class NothingOverriddenStatusStrategy(WidgetStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    """Runs the main hook: keeps the status that it is there to change, and nothing else."""


class SubresourceAttribute:
    subresource = "status"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec, obj.metadata = old.spec, old.metadata


class ForgetfulSubresourceAttribute:  # expect: spec-not-kept-on-status-update[spec]
    subresource = "status"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata = old.metadata


class DelegatingStatusStrategy:
    def __init__(self) -> None:
        self.strategy = DerivedStatusStrategy()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.strategy.prepare_for_update(obj, old)


class InjectedStatusStrategy:
    """The delegate's class is told by its annotation."""

    strategy: DerivedStatusStrategy

    def __init__(self, strategy: DerivedStatusStrategy) -> None:
        self.strategy = strategy

    def prepare_for_update(self, ctx: Any, obj: Widget, old: Widget) -> None:
        self.strategy.prepare_for_update(obj, old)


class DelegatesToMainStatusStrategy:
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def __init__(self) -> None:
        self.strategy = WidgetStrategy()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.strategy.prepare_for_update(obj, old)


class SwapsWhileDelegatingStatusStrategy:
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def __init__(self) -> None:
        self.strategy = DerivedStatusStrategy()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.strategy.prepare_for_update(old, obj)
