"""Where the object type comes from, in the order of the contract."""

from __future__ import annotations

import typing
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Optional, TypeVar, Union, cast


@dataclass
class Meta:
    name: str = ""


@dataclass
class WithStatus:
    metadata: Meta
    status: str = ""


@dataclass
class Without:
    metadata: Meta
    data: str = ""


T = TypeVar("T")
B = TypeVar("B", bound=WithStatus)


class Gen(Generic[T]):  # unchecked
    def prepare_for_create(self, obj: T) -> None:
        pass


class AnnotationFirstStrategy(Gen[Without]):  # expect: status-not-wiped-on-create, status-not-kept-on-update
    object_type = Without

    def prepare_for_create(self, obj: WithStatus) -> None:
        cast(Without, obj)


class GenericBeforeCastStrategy(Gen[WithStatus]):  # expect: status-not-wiped-on-create, status-not-kept-on-update
    object_type = Without

    def prepare_for_create(self, obj) -> None:
        isinstance(obj, Without)


class CastBeforeAttributeStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    object_type = Without

    def prepare_for_create(self, obj) -> None:
        thing = typing.cast("WithStatus", obj)
        thing.metadata.name = ""


class AssertStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Any) -> None:
        assert isinstance(obj, WithStatus)


class GuardStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: object) -> None:
        if not isinstance(obj, WithStatus):
            raise TypeError(obj)
        obj.metadata.name = obj.metadata.name.strip()


class TypedAssignmentStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj) -> None:
        thing: WithStatus = obj
        thing.metadata.name = ""


class ObjectTypeStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    object_type: type = WithStatus

    def prepare_for_create(self, obj) -> None:
        pass


class AnnotatedStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Annotated[Optional[WithStatus], "the object"]) -> None:
        pass


class NothingToWipeStrategy:
    """Its type has no status: nothing to wipe or keep."""

    def prepare_for_create(self, obj: Without) -> None:
        pass


class BoundVariableLeaf(Generic[B]):  # unchecked
    def prepare_for_create(self, obj: B) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: B, old: B) -> None:
        obj.status = old.status


class ConcreteStrategy(BoundVariableLeaf[WithStatus]):
    pass


class Mixin:  # unchecked
    """Unannotated, checked through what derives from it."""

    def prepare_for_create(self, obj):
        obj.status = obj.status or ""

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class MixedStrategy(Mixin):  # expect: status-not-wiped-on-create
    object_type = WithStatus


class OldOnlyAnnotatedStrategy:  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj, old: WithStatus) -> None:
        obj.status = obj.status

    def prepare_for_create(self, obj) -> None:
        obj.status = ""


class Strings:  # unchecked
    """Hooks over other types make no strategy."""

    def prepare_for_create(self, obj: str) -> None:
        pass


class Dicts:  # unchecked
    def prepare_for_create(self, obj: dict[str, Any]) -> None:
        pass


class Lists:  # unchecked
    def prepare_for_create(self, obj: list[WithStatus]) -> None:
        pass


class NamesDoNotMatterStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(this, request, thing: WithStatus) -> None:
        thing.status = ""

    def prepare_for_update(this, request, thing: WithStatus, previous: WithStatus) -> None:
        previous.status = thing.status


class OldFirstStrategy:
    def prepare_for_create(self, obj: WithStatus) -> None:
        obj.status = ""

    def prepare_for_update(self, existing_thing: WithStatus, new: WithStatus) -> None:
        new.status = existing_thing.status


class UnionStrategy:
    def prepare_for_create(self, obj: Union[WithStatus, None]) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Union[None, WithStatus], old: Union[None, WithStatus]) -> None:
        obj.status = old.status
