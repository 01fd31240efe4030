"""Where a strategy's object type comes from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, cast


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str = ""


T = TypeVar("T")


class Hooks(Protocol):  # unchecked
    def prepare_for_create(self, obj: Widget) -> None: ...


class Strategy(Generic[T]):  # unchecked
    """Not checked itself: through its subclasses."""

    def prepare_for_create(self, obj: T) -> None:
        pass

    def prepare_for_update(self, obj: T, old: T) -> None:
        pass


class AbstractStrategy(ABC):  # unchecked
    @abstractmethod
    def prepare_for_create(self, obj: Widget) -> None: ...

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class ConcreteStrategy(AbstractStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""


class ConcreteLeakStrategy(AbstractStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.name = "x"


class GenericStrategy(Strategy[Widget]):
    def prepare_for_create(self, obj):
        obj.status = ""

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class GenericInheritsNothingStrategy(Strategy[Widget]):
    # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    pass


class CastStrategy:
    def prepare_for_create(self, obj: Any) -> None:
        widget = cast(Widget, obj)
        widget.status = ""

    def prepare_for_update(self, obj: Any, old: Any) -> None:
        widget, stored = cast("Widget", obj), cast("Widget", old)
        widget.status = stored.status


class CastLeakStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: object) -> None:
        widget = cast(Widget, obj)
        widget.status = ""

    def prepare_for_update(self, obj: object, old: object) -> None:
        widget = cast(Widget, obj)
        widget.metadata.name = "x"


class AssertedStrategy:
    def prepare_for_create(self, obj: object) -> None:
        assert isinstance(obj, Widget)
        obj.status = ""

    def prepare_for_update(self, obj: object, old: object) -> None:
        assert isinstance(obj, Widget) and isinstance(old, Widget)
        obj.status = old.status


class GuardedStrategy:
    def prepare_for_create(self, obj: object) -> None:
        if not isinstance(obj, Widget):
            raise TypeError(type(obj))
        obj.status = ""

    def prepare_for_update(self, obj: object, old: object) -> None:
        if not isinstance(obj, Widget) or not isinstance(old, Widget):
            raise TypeError(type(obj))
        obj.status = old.status


class GuardedLeakStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: object) -> None:
        if not isinstance(obj, Widget):
            raise TypeError(type(obj))
        obj.metadata.name = "x"

    def prepare_for_update(self, obj: object, old: object) -> None:
        if not isinstance(obj, Widget) or not isinstance(old, Widget):
            raise TypeError(type(obj))
        obj.status = old.status


class TypedAssignmentStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Any) -> None:
        widget: Widget = obj
        widget.metadata.name = "x"

    def prepare_for_update(self, obj: Any, old: Any) -> None:
        widget: Widget = obj
        stored: Widget = old
        widget.status = stored.status


class ClassAttributeStrategy:  # expect: status-not-wiped-on-create[status]
    object_type = Widget

    def prepare_for_create(self, obj):
        obj.metadata.name = "x"

    def prepare_for_update(self, obj, old):
        obj.status = old.status
