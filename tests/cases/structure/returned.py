"""A value that is returned and is not ``None`` is the object stored."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import Optional


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str = ""


class ReturnsCopyStrategy:
    def prepare_for_create(self, obj: Widget) -> Widget:
        stored = copy.deepcopy(obj)
        stored.status = ""
        return stored

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return Widget(metadata=obj.metadata, status=old.status)


class ForgetsToReturnStrategy:  # expect: status-not-wiped-on-create[status]
    """The copy is wiped; the object itself is stored."""

    def prepare_for_create(self, obj: Widget) -> None:
        stored = copy.deepcopy(obj)
        stored.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, status=old.status)


class ReturnsOnOnePathStrategy:
    def prepare_for_create(self, obj: Widget) -> Optional[Widget]:
        if obj.metadata.name:
            return replace(obj, status="")
        obj.status = ""
        return None

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, status=old.status)


class ReturnsTheWrongOneStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> Widget:
        stored = copy.deepcopy(obj)
        obj.status = ""
        return stored

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        obj.status = old.status
        return obj


class ReturnsNoneOnOnePathStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> Optional[Widget]:
        if obj.metadata.name:
            return replace(obj, status=old.status)
        return None


class RebindsTheParameterStrategy:  # expect: status-not-wiped-on-create[status]
    """The caller of the hook never sees the new binding."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj = replace(obj, status="")

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, status=old.status)


class ReturnsOldStrategy:
    """Stores the old object: nothing of the caller's survives."""

    def prepare_for_create(self, obj: Widget) -> Widget:
        return Widget(metadata=obj.metadata)

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return old
