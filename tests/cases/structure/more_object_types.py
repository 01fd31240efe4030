"""Generic bases in several steps, unions, and a subresource that is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, Optional, TypeVar


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str = ""


@dataclass
class Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    data: str = ""


T = TypeVar("T")
U = TypeVar("U")


class Base(Generic[T]):
    def prepare_for_update(self, obj: T, old: T) -> None:
        pass


class Middle(Base[U], Generic[U]):  # unchecked
    def prepare_for_create(self, obj: U) -> None:
        obj.status = ""


class TwoStepsStrategy(Middle[Widget]):  # expect: status-not-kept-on-update[status]
    """Keeps nothing: the base's update hook does nothing."""


class TwoStepsKeepingStrategy(Middle[Widget]):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class OtherTypeStrategy(Base[Gadget]):  # unchecked
    """Another type of the same generic base, without status."""


class OptionalOldStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Optional[Widget] = None) -> None:
        assert old is not None
        obj.status = old.status


class NoSubresourceStrategy:  # expect: status-not-wiped-on-create[status]
    """``None`` is no subresource: this is a main strategy."""

    subresource: str | None = None

    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.name = "x"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class Registry:
    class NestedStrategy:  # expect: status-not-wiped-on-create[status]
        def prepare_for_create(self, obj: Widget) -> None:
            obj.metadata.name = "x"

        def prepare_for_update(self, obj: Widget, old: Widget) -> None:
            obj.status = old.status


class AnyBase:  # unchecked
    """Not checked itself: its object is anything, and it has subclasses."""

    def prepare_for_create(self, obj: Any) -> None:
        pass

    def prepare_for_update(self, obj: Any, old: Any) -> None:
        obj.status = old.status


class OfAnyBaseStrategy(AnyBase):  # expect: status-not-wiped-on-create[status]
    object_type = Widget
